/* SPDX-License-Identifier: MIT */
/* Finds the changed lines that a file's tags account for. */
#ifndef TAGEXTRACT_ACCOUNTS_H
#define TAGEXTRACT_ACCOUNTS_H

#include "change/hunks.h"
#include "change/lines.h"
#include "tags/scan.h"

/* The lines of a file that are in a block, or have a tag; free it with accounts_free. */
struct accounts {
	uint8_t *line; /* by line number: LINE_... */
	uint32_t count;
};
enum { LINE_OPEN, LINE_TAGGED, LINE_IN_BLOCK, LINE_BEGINS_BLOCK };

/* Narrows conditions that name the tag only in a comment to that line, where their end is not new:
 * "#if X // Tag" may mark its line, or all up to the #endif. */
void accounts_narrow(struct scan_result *r, const struct hunks *hunks);

/* lone: a tag outside blocks accounts for its line. */
enum err_code accounts_of(const struct scan_result *r, struct span text, bool lone,
	struct accounts *out, struct err *err);
void accounts_free(struct accounts *a);

/* The first line of the hunk that no tag accounts for; 0: none. A hunk that only removes lines
 * counts when both lines around it are in one block. */
uint32_t accounts_open_line(const struct accounts *a, const struct hunk *h);
/* True when a tag accounts for at least one of its lines. */
bool accounts_touch(const struct accounts *a, const struct hunk *h);

/* Whether new is old with accounted changes only. The hunks between them may say otherwise: where a
 * line of the base is found in a block, the same line outside is new to them. Where the base has
 * tagged lines of new, what the hunks say counts. fewer: NULL, or hunks, which become those with
 * the fewest lines that are not accounted for. */
enum err_code accounts_explain(const struct accounts *a, const struct hunks *hunks,
	const struct lines *old, const struct lines *new, struct hunks *fewer, bool *out,
	struct err *err);

#endif
