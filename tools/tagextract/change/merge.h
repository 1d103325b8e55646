/* SPDX-License-Identifier: MIT */
/* A three-way merge of one text: our changes onto the vendor's next version. */
#ifndef TAGEXTRACT_MERGE_H
#define TAGEXTRACT_MERGE_H

#include "change/hunks.h"
#include "change/line_ends.h"
#include "change/lines.h"

/*
 * libgit2 merges. In a conflict each hunk is placed separately, where the lines that it replaces,
 * or a line beside its place, are equal in both versions. Otherwise a line beside it that differs
 * only in blanks places it, if it is the only such line. A hunk without such a place is put between
 * conflict markers, whole, unless it has just blocks that theirs has there, too. A conflict of
 * ours is in one hunk. *conflicts: their number.
 */
struct judge_in;
struct merge_in {
	struct span old;
	struct span ours;
	struct span theirs;
	const struct judge_in *units; /* the blocks of ours; NULL: none are known */
	const struct merge_cut *cuts; /* conflicts that ours has already */
	size_t cut_count;
};
/* The numbers of the lines with its markers. Between the last two is what old has there. */
struct merge_cut {
	uint32_t open, mid, close;
};
enum err_code merge_texts(
	const struct merge_in *in, struct buf *out, size_t *conflicts, struct err *err);

/* Adds a conflict: lines, or theirs. */
void merge_add_lost(struct buf *out, struct span lines, struct span theirs, enum line_end ends);

/* For each line of a merged text whether it is in a conflict, allocated. NULL: out of memory. */
bool *merge_find_conflicts(const struct lines *l);

/* Their lines end as those of the new version do. */
#define MERGE_OPEN  "<<<<<<< MINE\n"
#define MERGE_MID   "=======\n"
#define MERGE_CLOSE ">>>>>>> NEWBASE\n"

#endif
