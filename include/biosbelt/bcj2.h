/* SPDX-License-Identifier: MIT */
/*
 * BCJ2, 7-Zip's x86 branch filter with four streams: the rest of the code, the targets of CALL,
 * those of JMP/Jcc, and range-coded bits. Targets are big-endian absolute addresses; a bit shows
 * whether an opcode was converted.
 */
#ifndef BIOSBELT_BCJ2_H
#define BIOSBELT_BCJ2_H

#include "biosbelt/reader.h"

enum { BCJ2_MAIN, BCJ2_CALL, BCJ2_JUMP, BCJ2_BITS, BCJ2_STREAMS };

/* Distances up to this are converted; 7-Zip's own default. */
#define BCJ2_LIMIT ((uint32_t)0x0F << 24)

/* Fills four blobs (blob_free each). Targets must be within [0, in.len) when inside is set. */
enum err_code bcj2_encode(struct span in, uint32_t limit, bool inside,
	struct blob out[BCJ2_STREAMS], struct err *err);

/* Owns the four readers from on success only. size: of the decoded bytes. */
enum err_code bcj2_reader(
	struct reader *from[BCJ2_STREAMS], uint64_t size, struct reader **out, struct err *err);

#endif
