/* SPDX-License-Identifier: MIT */
/*
 * A file too long to be held in memory: it is read, filtered, encoded and written in pieces of
 * lz_hold bytes, all of them one LZMA2 stream. Pieces of the quick levels refer to what was before
 * them; others begin with an empty dictionary, which is a quarter of a piece at most.
 */
#ifndef LZENC_PIECES_H
#define LZENC_PIECES_H

#include "collect.h"
#include "lzenc.h"

/*
 * Adds a block that holds one source, and its entry. What is read must be as long as the entry
 * says, unless it comes from a pipe (source.more), whose length the entry gets. err names the file.
 */
enum err_code pieces_write(struct source *one, const struct lz_settings *set, struct sz_writer *w,
	struct lz_result *res, struct err *err);

#endif
