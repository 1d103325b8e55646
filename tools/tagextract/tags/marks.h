/* SPDX-License-Identifier: MIT */
/*
 * The grammar of change marks: how teams write that a tagged change begins or ends. Marks are read
 * in comments only, beside the tag or glued to it. docs/formats/change-marks.md lists the styles
 * and where they were seen.
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

/* What a comment says about the tag in it. */
struct mark {
	enum hit_kind kind;
	unsigned family; /* enum mark_family */
	unsigned score;  /* the surest sign wins; 0: none */
	bool weak;       /* may as well be prose: unpaired, nobody is warned */
};

/* A sign that counts only with its counterpart. */
#define MARK_CONFIRMED 45u
/* An #ifdef that is in a comment: such a one names no new tag either. */
#define MARK_COMMENTED 39u
/* From this score on a run of signs somewhere in the comment counts for a tag that looks like one.
 */
#define MARK_LIKELY    55u
/* From this one on a mark is sure. */
#define MARK_SURE      60u
/* From this one on it is beside the tag, or glued to it. */
#define MARK_BESIDE    75u

/* Pairs of the user: --markers and the tree's .tagextract. */
struct mark_pairs {
	char *begin[MARK_PAIRS_MAX];
	char *end[MARK_PAIRS_MAX];
	size_t count;
};

/* "BEGIN,END"; ERR_USAGE when it is not that, ERR_LIMIT for too many. */
enum err_code mark_pairs_add(struct mark_pairs *pairs, struct span text, struct err *err);
void mark_pairs_free(struct mark_pairs *pairs);

/* The mark of the tag at [at, at + len) of a comment (UTF-8, without its delimiters; see
 * mark_comment). len 0: a mark without any tag. own may be NULL. */
struct mark mark_read(const struct mark_pairs *own, struct span comment, size_t at, size_t len);

/* Cuts what opens and closes a comment from both ends of it: // and the like, also in a row. xml:
 * "-->" is the end of a comment, not a mark. */
struct span mark_comment(struct span text, bool xml);

/* Bytes of a mark glued to the end of a tag, such as "_START"; or to its beginning. 0: none. */
size_t mark_glued_after(struct span line, size_t end);
size_t mark_glued_before(struct span line, size_t at);
/* Underscores between a tag with such a mark before it and the end of the word: "_Start_Tag_". */
size_t mark_glued_tail(struct span line, size_t end);

/* The kind that a word alone says ("Begin", "END"), without regard to case. */
enum hit_kind mark_word(struct span word);

/* "begin", "chevron": the name of a family for reports; never NULL. */
const char *mark_family_name(unsigned family);

#endif
