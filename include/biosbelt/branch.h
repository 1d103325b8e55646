/* SPDX-License-Identifier: MIT */
/*
 * Branch filters: relative targets of calls and jumps become absolute, so equal targets become
 * equal bytes. Bit-compatible with 7-Zip, the LZMA SDK, liblzma and EDK2's F86 form. Encoding and
 * decoding work in place; the length never changes.
 */
#ifndef BIOSBELT_BRANCH_H
#define BIOSBELT_BRANCH_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/reader.h"

enum branch_kind {
	BRANCH_NONE,
	BRANCH_X86,
	BRANCH_ARM,
	BRANCH_ARMT,
	BRANCH_ARM64,
	BRANCH_PPC,
	BRANCH_SPARC,
	BRANCH_IA64,
	BRANCH_RISCV, /* 7-Zip 23 and later */
	BRANCH_DELTA, /* each byte less the one before; those of distances 2 to 256 follow */
	BRANCH_COUNT = BRANCH_DELTA + 256
};

struct branch {
	enum branch_kind kind;
	bool encode;
	uint32_t ip;       /* position of the next byte in the whole stream */
	unsigned seen;     /* x86: opcodes left alone among the last three bytes */
	uint8_t past[256]; /* delta: the last bytes without the filter */
};

/*
 * Short name: "none", "x86", "arm", "armt", "arm64", "ppc", "sparc", "ia64", "riscv", "delta1" to
 * "delta256". It may be made in text, which is returned or not.
 */
#define BRANCH_NAME 12
const char *branch_name(enum branch_kind kind, char text[BRANCH_NAME]);
/* A filter's bit in a set of filters: Delta of whatever distance has one. */
#define BRANCH_BIT(kind) (1u << ((kind) < BRANCH_DELTA ? (unsigned)(kind) : (unsigned)BRANCH_DELTA))
/* The distance of a delta filter, 1 to 256; 0: not a delta filter. */
unsigned branch_delta(enum branch_kind kind);

void branch_init(struct branch *b, enum branch_kind kind, bool encode);

/*
 * Filters a further piece in place and returns the number of bytes done. The rest, at most 15 bytes
 * that may begin an instruction, must come again at the front of the next piece; at the end of the
 * stream it is final.
 */
size_t branch_run(struct branch *b, uint8_t *data, size_t len);

/* A whole stream in place. */
void branch_all(enum branch_kind kind, bool encode, uint8_t *data, size_t len);

/* A reader that undoes the filter; owns from on success only. */
enum err_code branch_reader(
	struct reader *from, enum branch_kind kind, struct reader **out, struct err *err);

#endif
