/* SPDX-License-Identifier: MIT */
/* The words of change marks: words that begin or end a change, in several languages. */
#ifndef TAGEXTRACT_MARK_WORDS_H
#define TAGEXTRACT_MARK_WORDS_H

#include "tags/marks.h"

/* Compares without regard to case; text is in lower case. */
bool mark_equals(struct span word, const char *text);

/* The meaning of a word ("Begin", "END"); glued: only of words joined to a tag ("S", "START"). */
enum hit_kind mark_word_kind(struct span word, bool glued);

/* True for a word about the change, "add", "Modified", "BUGFIX". */
bool mark_is_verb(struct span word);

/* Tag_OPEN, Tag_CLOSE: names in programs end so, too, so only capitals count, and a counterpart
 * must confirm them. */
enum hit_kind mark_glued_opposite(struct span word);

/* A word at the end of a comment which a counterpart must confirm: "Tag added over". */
enum hit_kind mark_last_word(struct span word);

/* The meaning of a comment in a script without blanks, or of arrows; doubtful: includes words that
 * a counterpart must confirm. */
enum hit_kind mark_script(struct span comment, bool doubtful);

#endif
