/* SPDX-License-Identifier: MIT */
/* A hunk of which a tag accounts for some lines only: the tagged part alone. */
#ifndef TAGEXTRACT_MIXED_H
#define TAGEXTRACT_MIXED_H

#include "change/accounts.h"
#include "change/merge.h"

/* A comment with a tag, outside blocks, on lines of its own, stands for the changed lines after
 * it. */
void mixed_extend(struct accounts *a, const struct hunks *hunks, const struct lines *mine);

/* Makes the hunks from i on, which are behind h, up to one a part of h, if an untagged line of that
 * one or of h is like a line that tagged ones of the other seem to replace, and at most one line
 * between them is neither blank nor tagged: where a comparison finds blank lines and the like again
 * says nothing. Returns their number. Sets *strict where a part of h is not what tagged lines
 * replace. */
size_t mixed_join(const struct accounts *a, struct hunk *h, const struct hunks *hunks, size_t i,
	const struct lines *old, const struct lines *mine, bool *strict);

/* Whether mine has a line of old that the hunk replaces, the only such one of both, in another
 * place without a tag: who moved it did not mean to remove it. */
bool mixed_moved(const struct accounts *a, const struct hunk *h, const struct lines *old,
	const struct lines *mine);

/*
 * Appends what becomes of the lines of old in the hunk. The tagged lines come; an untagged line
 * that is a changed one of old gives way to that one, any other one is left out. If one may be
 * instead of a line of old that is unlike it, or one was moved, nobody knows which lines the tagged
 * ones replace: those are then put in a conflict with those of old. strict: also if they come
 * between lines of old that would go. *cut: the conflict, counted in the lines appended; or open is
 * 0.
 */
enum err_code mixed_add(const struct accounts *a, const struct hunk *h, bool strict,
	const struct lines *old, const struct lines *mine, struct buf *out, struct merge_cut *cut,
	struct err *err);

#endif
