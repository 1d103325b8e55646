/* SPDX-License-Identifier: MIT */
/* Which changed lines the tags of a file account for. */
#ifndef TAGEXTRACT_ACCOUNTS_H
#define TAGEXTRACT_ACCOUNTS_H

#include "change/hunks.h"
#include "tags/scan.h"

/* The lines of one file that lie in a block, or carry a tag themselves; the caller ends with
 * accounts_free. */
struct accounts {
	uint8_t *line; /* by line number: LINE_... */
	uint32_t count;
};
enum { LINE_OPEN, LINE_TAGGED, LINE_IN_BLOCK };

/* lone: whether a tag outside of blocks accounts for its line. */
enum err_code accounts_of(const struct scan_result *r, struct span text, bool lone,
	struct accounts *out, struct err *err);
void accounts_free(struct accounts *a);

/* The first line of the hunk that no tag accounts for; 0: all are. A hunk that only removes lines
 * counts when both lines around it are in a block. */
uint32_t accounts_open_line(const struct accounts *a, const struct hunk *h);
/* Whether a tag accounts for some line of it. */
bool accounts_touch(const struct accounts *a, const struct hunk *h);

#endif
