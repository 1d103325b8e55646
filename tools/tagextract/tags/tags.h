/* SPDX-License-Identifier: MIT */
/*
 * The tags to search for: their word boundaries, and the byte strings of which a file must contain
 * one (in some encoding) to be decoded.
 */
#ifndef TAGEXTRACT_TAGS_H
#define TAGEXTRACT_TAGS_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define TAGS_MAX    256 /* tags of one run */
#define TAG_LEN_MAX 256 /* bytes of UTF-8 of one tag */

struct tag {
	char *text; /* UTF-8 */
	size_t len;
	bool word_start; /* first character is an ASCII letter, digit or '_': needs a boundary
			    before it */
	bool word_end;   /* the same for the last one */
	size_t pair;     /* index of the tag whose blocks this one begins or ends: itself, or for an
			    added X_END that of X_START */
};

struct needle {
	struct blob bytes;
	bool wide; /* UTF-16 or UTF-32 form: has zero bytes when the tag is ASCII */
};

struct tag_set {
	struct tag *tags;
	size_t count;
	bool fold; /* ignore ASCII case */
	struct needle *needles;
	size_t needle_count;
	size_t longest; /* bytes of the longest needle */
	bool all_ascii;
};

/* The kind of a set's texts. */
enum tag_kind {
	TAG_PLAIN,   /* words */
	TAG_PATTERN, /* regular expressions; a matcher finds them */
	TAG_ANY      /* one text for all that a matcher finds */
};

struct tag_opts {
	enum tag_kind kind;
	bool fold;
};

/* tags: UTF-8 texts. For X_START and X_BEGIN also searches for the end marker X_END. ERR_USAGE for
 * empty, too long, too many or malformed ones. Free it with tag_set_free. */
enum err_code tag_set_init(struct tag_set *set, const char *const *tags, size_t count,
	const struct tag_opts *opts, struct err *err);
void tag_set_free(struct tag_set *set);

/* False when in, in any encoding, cannot contain a tag. */
bool tag_set_possible(const struct tag_set *set, struct span in);

/* Offset of the next match of tag in line (UTF-8) at or after from; SIZE_MAX: none. A tag is a
 * whole word, or joined to a mark (marks.h). */
size_t tag_match(const struct tag_set *set, size_t tag, struct span line, size_t from);

#endif
