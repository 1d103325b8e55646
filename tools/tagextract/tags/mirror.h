/* SPDX-License-Identifier: MIT */
/*
 * Two comments of a tag that differ only in a word or sign and its opposite: "Tag : node : in" and
 * "Tag : node : out", "Tag add <" and "Tag add >", "Tag 上" and "Tag 下". They begin and end a
 * change, with either word first.
 */
#ifndef TAGEXTRACT_MIRROR_H
#define TAGEXTRACT_MIRROR_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

struct mirror {
	const char *word; /* of a table; NULL: no such word */
	uint64_t rest;    /* hash of the rest of the comment */
};

/* The last such word of the comment (UTF-8, without its delimiters), else a sign at an end of it;
 * the tag is at [at, at + len). A word counts only without another word beside it: not in
 * "power on". */
struct mirror mirror_read(struct span comment, size_t at, size_t len);

/* True when the words are opposites and the rest is equal. */
bool mirror_opposes(const struct mirror *a, const struct mirror *b);

#endif
