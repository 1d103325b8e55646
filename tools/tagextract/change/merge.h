/* SPDX-License-Identifier: MIT */
/* A three-way merge of one text: changes of ours onto the vendor's next version. */
#ifndef TAGEXTRACT_MERGE_H
#define TAGEXTRACT_MERGE_H

#include "change/hunks.h"

/*
 * libgit2 merges. Where that conflicts, each hunk is placed by itself: where the lines that it
 * replaces, or a line beside the place it was put in, are the same in both versions; at last where
 * a line beside it differs in blanks alone, and is the only such one. A hunk that has no such place
 * is put between conflict markers, whole. *conflicts: how many.
 */
struct merge_in {
	struct span old;
	struct span ours;
	struct span theirs;
};
enum err_code merge_texts(
	const struct merge_in *in, struct buf *out, size_t *conflicts, struct err *err);

#define MERGE_OPEN  "<<<<<<< MINE\n"
#define MERGE_MID   "=======\n"
#define MERGE_CLOSE ">>>>>>> NEWBASE\n"

#endif
