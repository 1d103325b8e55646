/* SPDX-License-Identifier: MIT */
/*
 * The grammar of change marks: how teams mark the beginning and end of a tagged change. Marks are
 * read in comments only, beside the tag or joined to it. docs/formats/change-marks.md lists the
 * styles and where they were seen.
 */
#ifndef TAGEXTRACT_MARKS_H
#define TAGEXTRACT_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define MARK_PAIRS_MAX 64 /* own pairs of one run */

enum hit_kind { HIT_MARK, HIT_BEGIN, HIT_END };

/* Marks of one family close each other. */
enum mark_family {
	MARK_NONE,
	MARK_BRACKET,  /* [-start-...-Tag-...] */
	MARK_WORD,     /* Tag start, Tag_S, BEGIN Tag, and the words of other languages */
	MARK_CHEVRON,  /* Tag >>>, <<< Tag, (Tag)>, <(Tag) */
	MARK_PLUS,     /* Tag+, Tag+++, Tag---, ++Tag, --Tag */
	MARK_BRACE,    /* {{{ Tag, Tag {, Tag +[ */
	MARK_ARROW,    /* Tag -->, <-- Tag */
	MARK_ELEMENT,  /* <Tag>, </Tag> */
	MARK_COND,     /* #ifdef Tag ... #endif, #pragma region Tag */
	MARK_OPPOSITE, /* Tag on, Tag off */
	MARK_OWN       /* the user's pairs: MARK_OWN, MARK_OWN + 1, ... */
};

/* The meaning of a comment for the tag in it. */
struct mark {
	enum hit_kind kind;
	unsigned family; /* enum mark_family */
	unsigned score;  /* the surest sign wins; 0: none */
	bool weak;       /* may be prose: no warning when unpaired */
	bool beside;     /* a sure one is beside the tag, not only a part of it */
};

/* A sign that counts only with its counterpart. */
#define MARK_CONFIRMED 45u
/* An #ifdef in a comment, which does not name a new tag either. */
#define MARK_COMMENTED 39u
/* From this score on a run of signs anywhere in the comment counts for a tag that looks like one.
 */
#define MARK_LIKELY    55u
/* From this one on a mark is sure. */
#define MARK_SURE      60u
/* From this one on it is beside the tag, or joined to it. */
#define MARK_BESIDE    75u

/* Pairs of the user: --markers and the tree's .tagextract. */
struct mark_pairs {
	char *begin[MARK_PAIRS_MAX];
	char *end[MARK_PAIRS_MAX];
	size_t count;
};

/* text: "BEGIN,END". ERR_USAGE: invalid; ERR_LIMIT: too many. */
enum err_code mark_pairs_add(struct mark_pairs *pairs, struct span text, struct err *err);
void mark_pairs_free(struct mark_pairs *pairs);

/* The mark of the tag at [at, at + len) of a comment (UTF-8, without its delimiters; see
 * mark_comment). len 0: a mark without any tag. own may be NULL. */
struct mark mark_read(const struct mark_pairs *own, struct span comment, size_t at, size_t len);

/* True for "Tag add", "ADD: Tag", "added by Tag": what was done, beside the tag. */
bool mark_has_verb(struct span comment, size_t at, size_t len);

/* The text of a comment without its delimiters: // and the like, also repeated. xml: "-->" ends a
 * comment and is not a mark. */
struct span mark_comment(struct span text, bool xml);

/* Bytes of a mark joined to the end of a tag, such as "_START", or to its beginning; 0: none. */
size_t mark_glued_after(struct span line, size_t end);
size_t mark_glued_before(struct span line, size_t at);
/* Underscores between a tag with such a mark before it and the end of the word: "_Start_Tag_". */
size_t mark_glued_tail(struct span line, size_t end);

/* The kind of a word alone ("Begin", "END"), without regard to case. */
enum hit_kind mark_word(struct span word);

/* "begin", "chevron": the name of a family for reports; never NULL. */
const char *mark_family_name(unsigned family);

#endif
