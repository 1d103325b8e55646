/* SPDX-License-Identifier: MIT */
/*
 * Two comments that say the same of a tag but for one word or sign, which is the opposite of the
 * other's: "Tag : node : in" and "Tag : node : out", "Tag add <" and "Tag add >", "Tag 上" and
 * "Tag 下". They begin and end a change, whichever of the two words comes first.
 */
#ifndef TAGEXTRACT_MIRROR_H
#define TAGEXTRACT_MIRROR_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

struct mirror {
	const char *word; /* of a table; NULL: no such word */
	uint64_t rest;    /* hash of what else the comment says */
};

/* The last such word of the comment (UTF-8, without its delimiters), else a sign at an end of it;
 * the tag is at [at, at + len). A word counts only where no other word stands beside it: not in
 * "power on". */
struct mirror mirror_read(struct span comment, size_t at, size_t len);

/* Do the two say the same but for the words, and the words the opposite? */
bool mirror_opposes(const struct mirror *a, const struct mirror *b);

#endif
