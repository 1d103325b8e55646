/* SPDX-License-Identifier: MIT */
/* Finds the tags of a tree whose names nobody knows yet: words in comments that carry a mark. */
#ifndef TAGEXTRACT_DISCOVER_H
#define TAGEXTRACT_DISCOVER_H

#include "tags/scan.h"

/* Matches words that may be tags: Tag_SC01, EIP216501, PR-412345, LGE_CHANGE of LGE_CHANGE_S. For
 * scan_opts with marks_only and a set of one tag that stands for all. */
extern const struct scan_matcher discover_matcher;

/* WT5588, PR-412345: sure to be no word of a sentence. */
bool discover_is_ticket(struct span word);

/* May a word of a comment with such a mark be a tag? "ADD" is none where a ticket is named, too. A
 * doubtful mark has to find its counterpart yet. */
bool discover_keeps(struct span word, struct span comment, const struct hit *hit);

/* Does the comment hold a word of letters and digits, as a ticket's name is? */
bool discover_has_number(struct span comment);

/* As most teams name their tickets: Tag_SC01, EIP216501, PR-412345; LGE_CHANGE. Chips have such
 * names, too. */
bool discover_looks_like_ticket(struct span word);

/* Does the comment say what was done, or by whom? */
bool discover_tells(struct span comment);

/* The earliest sensible date in a comment: 160421, 20160421, 2016/04/21, 2016-04-21; 0: none. */
uint32_t discover_date(struct span comment);

#endif
