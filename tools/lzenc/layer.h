/* SPDX-License-Identifier: MIT */
/*
 * The bytes in a compressed stream: of a .gz by zlib, as libarchive does not compare the checksum
 * of one; of .bz2, .zst, .lz, .lz4, .xz and .Z by libarchive. Concatenated streams
 * are one.
 */
#ifndef LZENC_LAYER_H
#define LZENC_LAYER_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/*
 * in without the skippable frames at its beginning, such as pzstd writes: they hold no data (RFC
 * 8878 3.1.2, LZ4 frame format 1.6).
 */
struct span layer_begin(struct span in);

struct lib_archive;
struct layer;
/* *out is NULL when in is not compressed. in must outlive it. */
enum err_code layer_open(
	const struct lib_archive *lib, struct span in, struct layer **out, struct err *err);
void layer_close(struct layer *l);
/* "gzip", "bzip2" ... */
const char *layer_form(const struct layer *l);
/* The next bytes, valid until the next call. *got is empty at the end; after a failure every call
 * fails. */
enum err_code layer_next(struct layer *l, struct span *got, struct err *err);
/* At the end: the number of bytes after it, 0 if all are zero or it is not known. */
size_t layer_trailing(const struct layer *l);

#endif
