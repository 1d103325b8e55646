/* SPDX-License-Identifier: MIT */
/*
 * Words that mean begin or end only as a pair: "Tag on" and "Tag off". They count if the comment
 * has nothing but the tag and the word, and the counterpart exists.
 */
#ifndef TAGEXTRACT_OPPOSITES_H
#define TAGEXTRACT_OPPOSITES_H

#include "tags/marks.h"

/* The kind of a comment with the tag at [at, at + len) by such words; HIT_MARK: none. */
enum hit_kind opposites_read(struct span comment, size_t at, size_t len);

/* True for a word without meaning beside such a word: "open block", "code in". */
bool opposites_is_filler(struct span word);

#endif
