/* SPDX-License-Identifier: MIT */
/*
 * The encoding of the other files of a folder, for a file that cannot be decided alone. Only files
 * that are certain by themselves count, with their content before this run, so the answer does not
 * depend on the order of the operands. Files are read on the first request.
 */
#ifndef TXTCOPY_NEIGHBOURS_H
#define TXTCOPY_NEIGHBOURS_H

#include "biosbelt/text.h"

#define NEIGHBOURS_MOST  256              /* files of a folder that are read, in order of name */
#define NEIGHBOURS_BYTES ((size_t)262144) /* of each, from its start */

struct neighbours; /* private */

/* hints: those with which all files of this run are examined; what they point to has to stay.
 * NULL: no memory. */
struct neighbours *neighbours_open(const struct text_hints *hints);
void neighbours_close(struct neighbours *n); /* NULL is fine */

/* Records what a file is by itself: before it is replaced, or so that it is not read again. Of
 * one that is recorded twice the first record counts. */
void neighbours_note(struct neighbours *n, const char *path, const struct text_guess *guess);

/*
 * The encoding of the certain files beside path that are not ASCII, and in UTF-8 only where path
 * may be, *count: how many these are. TEXT_NONE: none, or several that path, which is alone what is
 * given, could be in, or less than three quarters of the certain and likely ones.
 */
enum text_enc neighbours_ask(
	struct neighbours *n, const char *path, const struct text_guess *alone, unsigned *count);

#endif
