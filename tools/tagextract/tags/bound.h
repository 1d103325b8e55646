/* SPDX-License-Identifier: MIT */
/*
 * A word beside a tag, or joined to it by an underscore, that means begin or end only with its
 * counterpart. Examples: Tag_B and Tag_E, Tag_SOC and Tag_EOC, B_Tag and E_Tag, "Tag - BGN" and
 * "Tag - FIN". Names in programs end so, too. The file proves them: every begin is followed by its
 * end, and the rest of the comments may differ. See pair.h.
 */
#ifndef TAGEXTRACT_BOUND_H
#define TAGEXTRACT_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define BOUND_MOST 8 /* letters of such a word */

enum bound_form { BOUND_NONE, BOUND_GLUED_AFTER, BOUND_GLUED_BEFORE, BOUND_AFTER, BOUND_BEFORE };

struct bound {
	char word[BOUND_MOST + 1]; /* in lower case */
	uint8_t form;              /* enum bound_form */
	bool only;                 /* the comment consists of the tag and this word */
	uint32_t rest;             /* hash of the words after the two, 0: none */
};

/* Bytes of such a word joined to the end of a tag, "_B", or to its beginning, "B_"; 0: none. */
size_t bound_glued_after(struct span line, size_t end);
size_t bound_glued_before(struct span line, size_t at);

/* Removes such a word, unless it is a state, from the tag at [*from, *to). */
bool bound_cut(struct span line, size_t *from, size_t *to);

/* The word in the comment (UTF-8, without its delimiters) of the tag at [at, at + len), which must
 * be the first beside it. form BOUND_NONE: none. */
struct bound bound_read(struct span comment, size_t at, size_t len);

/* True when end ends the change that begin begins; both of the same form. */
bool bound_closes(const struct bound *begin, const struct bound *end);

/* True when the two prove each other without a second pair: the end is alone in its comment, or has
 * the same text as its begin and both are joined. Words that are also states of a device (Tag_ON,
 * Tag_OUT) never do. Longer words without another meaning always do. */
bool bound_proves(const struct bound *begin, const struct bound *end);

#endif
