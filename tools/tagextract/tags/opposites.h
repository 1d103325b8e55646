/* SPDX-License-Identifier: MIT */
/*
 * Words that say begin or end only in company: "Tag on" and "Tag off". They count where the comment
 * has nothing else than the tag and them, and where they find their counterpart.
 */
#ifndef TAGEXTRACT_OPPOSITES_H
#define TAGEXTRACT_OPPOSITES_H

#include "tags/marks.h"

/* What a comment with the tag at [at, at + len) says in such words; HIT_MARK: nothing. */
enum hit_kind opposites_read(struct span comment, size_t at, size_t len);

/* A word that says nothing beside such a one: "open block", "code in". */
bool opposites_is_filler(struct span word);

#endif
