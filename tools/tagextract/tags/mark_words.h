/* SPDX-License-Identifier: MIT */
/* The words of change marks: what begins and what ends a change, in several languages. */
#ifndef TAGEXTRACT_MARK_WORDS_H
#define TAGEXTRACT_MARK_WORDS_H

#include "tags/marks.h"

/* Is the word this text of small letters, without regard to case? */
bool mark_equals(struct span word, const char *text);

/* What a word says ("Begin", "END"); glued: only those that are glued to a tag ("S", "START"). */
enum hit_kind mark_word_kind(struct span word, bool glued);

/* What was done, "add", "Modified", "BUGFIX"; not for which ticket. */
bool mark_is_verb(struct span word);

/* Tag_OPEN, Tag_CLOSE: names of a program end so, too. Only in capitals, and a counterpart must
 * confirm them. */
enum hit_kind mark_glued_opposite(struct span word);

/* A word at the end of a comment which a counterpart must confirm: "Tag added over". */
enum hit_kind mark_last_word(struct span word);

/* What a comment says in a script without blanks, or in arrows; doubtful: with such words that a
 * counterpart must confirm. */
enum hit_kind mark_script(struct span comment, bool doubtful);

#endif
