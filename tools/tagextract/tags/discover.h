/* SPDX-License-Identifier: MIT */
/* Finds tags of unknown names: words in comments that have a mark. */
#ifndef TAGEXTRACT_DISCOVER_H
#define TAGEXTRACT_DISCOVER_H

#include "tags/scan.h"

/* Matches words that may be tags: Tag_SC01, EIP216501, PR-412345, LGE_CHANGE of LGE_CHANGE_S. For
 * scan_opts with marks_only and a set of kind TAG_ANY. */
extern const struct scan_matcher discover_matcher;

/* True for a word such as WT5588 or PR-412345, which cannot be prose. */
bool discover_is_ticket(struct span word);

/* True when a word of a comment with such a mark may be a tag: not "ADD" if there is a ticket too.
 * A doubtful mark still needs its counterpart. */
bool discover_keeps(struct span word, struct span comment, const struct hit *hit);

/* True when the comment has a word of letters and digits, like a ticket's name. */
bool discover_has_number(struct span comment);

/* True for names like those of most teams' tickets: Tag_SC01, EIP216501, PR-412345; LGE_CHANGE.
 * Chips have such names, too. */
bool discover_looks_like_ticket(struct span word);

/* True when the comment has a verb or an author. */
bool discover_describes(struct span comment);

/* The earliest sensible date in a comment: 160421, 20160421, 2016/04/21, 2016-04-21; 0: none. */
uint32_t discover_date(struct span comment);

#endif
