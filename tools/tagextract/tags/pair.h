/* SPDX-License-Identifier: MIT */
/* Pairs the marks of one file into blocks. */
#ifndef TAGEXTRACT_PAIR_H
#define TAGEXTRACT_PAIR_H

#include "tags/scan.h"

/* A mark in a comment without a tag: it may end the block of an earlier tag. */
struct bare_mark {
	uint32_t line;
	enum hit_kind kind;
	unsigned family;
};

/*
 * Pairs begin and end marks of the same tag (and matched text) into blocks, in this order: sure
 * marks of one family, doubtful ones, the others of any family, marks without a tag. Nesting is
 * checked last. Unpaired sure marks cause a warning; doubtful ones become HIT_MARK. Blocks already
 * in r (of #ifdef) remain.
 */
enum err_code pair_marks(struct scan_result *r, const struct tag_set *set,
	const struct bare_mark *bare, size_t bare_count, struct err *err);

/* Appends a block from hit first to the line last. */
enum err_code pair_add_block(
	struct scan_result *r, size_t begin, uint32_t tag, uint32_t last, struct err *err);

#endif
