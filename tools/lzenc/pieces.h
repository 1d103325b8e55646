/* SPDX-License-Identifier: MIT */
/*
 * Packs a file too long for memory: reads, filters, encodes and writes pieces of lz_hold bytes as
 * one LZMA2 stream. Pieces of the quick levels refer to earlier pieces; others begin with an empty
 * dictionary, which is a quarter of a piece at most.
 */
#ifndef LZENC_PIECES_H
#define LZENC_PIECES_H

#include "collect.h"
#include "lzenc.h"

/*
 * Adds a block with one source, and its entry. The file must have the size of the entry; for a pipe
 * (source.more) the entry gets the size. err names the file.
 */
enum err_code pieces_write(struct source *one, const struct lz_settings *set, struct sz_writer *w,
	struct lz_result *res, struct err *err);

#endif
