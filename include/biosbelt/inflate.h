/* SPDX-License-Identifier: MIT */
/* Decodes Deflate (RFC 1951), or its form with a window of 64 KiB (PKWARE's method 9). */
#ifndef BIOSBELT_INFLATE_H
#define BIOSBELT_INFLATE_H

#include "biosbelt/reader.h"

/* size: of the decoded data. Owns (and closes) from on success only. */
enum err_code inflate_reader(
	struct reader *from, bool deflate64, uint64_t size, struct reader **out, struct err *err);

/* When all bytes were read: checks that the stream ends there, and the bytes below with it. */
enum err_code inflate_end(struct reader *r, struct err *err);

#endif
