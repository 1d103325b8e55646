/* SPDX-License-Identifier: MIT */
/*
 * A word beside a tag, or glued to it by an underscore, that says begin or end only with its
 * counterpart: Tag_B and Tag_E, Tag_SOC and Tag_EOC, B_Tag and E_Tag, "Tag - BGN" and "Tag - FIN".
 * Names of a program end so, too. What proves them is the file: each begin has its end after it,
 * all through, and what else the comments say may differ. See pair.h.
 */
#ifndef TAGEXTRACT_BOUND_H
#define TAGEXTRACT_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define BOUND_MOST 8 /* letters of such a word */

enum bound_form { BOUND_NONE, BOUND_GLUED_AFTER, BOUND_GLUED_BEFORE, BOUND_AFTER, BOUND_BEFORE };

struct bound {
	char word[BOUND_MOST + 1]; /* in small letters */
	uint8_t form;              /* enum bound_form */
	bool only;                 /* the comment has no other word than the tag and this one */
	uint32_t rest;             /* hash of the words after the two, 0: none */
};

/* Bytes of such a word glued to the end of a tag, "_B"; or to its beginning, "B_". 0: none. */
size_t bound_glued_after(struct span line, size_t end);
size_t bound_glued_before(struct span line, size_t at);

/* Takes such a word, but for one that is a state, off the one at [*from, *to). */
bool bound_cut(struct span line, size_t *from, size_t *to);

/* The word in the comment (UTF-8, without its delimiters) of the tag at [at, at + len), which must
 * be the first beside it. form BOUND_NONE: none. */
struct bound bound_read(struct span comment, size_t at, size_t len);

/* Does the one end what the other begins? Both of the same form. */
bool bound_closes(const struct bound *begin, const struct bound *end);

/* Do the two prove each other, without a second pair? An end with nothing beside it does, or with
 * the same as its begin where both are glued; but never words that are also states of a device
 * (Tag_ON, Tag_OUT). Words of more than a letter that are nothing else do in any case. */
bool bound_proves(const struct bound *begin, const struct bound *end);

#endif
