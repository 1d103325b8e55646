/* SPDX-License-Identifier: MIT */
/*
 * The LZMA-alone form (.lzma): 5 property bytes, the length as 8 little-endian bytes, an LZMA1
 * stream. EDK2's GUIDed LZMA sections, coreboot, U-Boot and Linux hold it with a known length and
 * without an end marker. .lzma86 puts one byte (1: x86 filter) before it; EDK2's F86 form is
 * filtered too, but the stream does not show that.
 */
#ifndef BIOSBELT_LZMA_ALONE_H
#define BIOSBELT_LZMA_ALONE_H

#include "biosbelt/branch.h"
#include "biosbelt/lzma.h"

#define LZMA_ALONE_HEAD 13

struct lzma_alone {
	struct lzma_prop prop;
	uint64_t size; /* LZMA_SIZE_UNKNOWN: an end marker ends it */
};

/* Reads the 13 bytes; false when in is shorter or no reader could take them. */
bool lzma_alone_parse(struct span in, struct lzma_alone *out);
/* A stricter test, for data without a file name: 2^n or 3*2^n dictionary, size below 2^40, first
 * byte of the range coder 0. */
bool lzma_alone_likely(struct span in);
void lzma_alone_put(const struct lzma_alone *head, uint8_t out[LZMA_ALONE_HEAD]);

/*
 * Compresses; the header's dictionary is how->prop.dict unchanged. unknown_size: the header
 * says "unknown" and the stream has its marker, whatever how->marker is. When a filter is wanted,
 * the caller has applied it to the input.
 */
enum err_code lzma_alone_encode(struct span in, const struct lzma_encode *how, bool unknown_size,
	struct blob *out, struct err *err);
/* The same several times, see lzma1_encode_many. */
enum err_code lzma_alone_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	bool unknown_size, struct blob *outs, struct err *err);

/* Result of decoding a whole stream. */
struct lzma_alone_end {
	uint64_t out;      /* decoded bytes */
	uint64_t used;     /* bytes of the file that belong to the stream, header included */
	uint64_t trailing; /* bytes after it */
	bool padding;      /* all of them are 0x00, or all 0xFF */
};

/* A reader of the decoded bytes of a .lzma in memory, filter undone; in outlives it. marker_ok: an
 * end marker may follow a known size. */
enum err_code lzma_alone_reader(struct span in, enum branch_kind filter, bool marker_ok,
	uint64_t memlimit, struct reader **out, struct err *err);
/* Fills *end after the reader's last byte; in: the input of lzma_alone_reader, out_len: number of
 * bytes that the reader returned. */
void lzma_alone_ended(
	const struct reader *r, struct span in, uint64_t out_len, struct lzma_alone_end *end);

#endif
