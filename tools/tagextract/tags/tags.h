/* SPDX-License-Identifier: MIT */
/*
 * The tags that are looked for: what a whole word is, and which byte strings a file must hold in
 * some encoding before it is worth decoding.
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
	bool word_start; /* first and last character are ASCII letters, digits or '_': there a */
	bool word_end;   /* boundary is asked for */
	size_t pair;     /* index of the tag whose blocks this one begins or ends: itself, or for an
			    added X_END that of X_START */
};

struct needle {
	struct blob bytes;
	bool wide; /* UTF-16 or UTF-32 form: holds zero bytes when the tag is ASCII */
};

struct tag_set {
	struct tag *tags;
	size_t count;
	bool fold; /* ASCII case does not matter */
	struct needle *needles;
	size_t needle_count;
	size_t longest; /* bytes of the longest needle */
	bool all_ascii;
};

/* What the texts of a set are. */
enum tag_kind {
	TAG_PLAIN,   /* words */
	TAG_PATTERN, /* regular expressions; a matcher finds them */
	TAG_ANY      /* one text that stands for whatever a matcher finds */
};

struct tag_opts {
	enum tag_kind kind;
	bool fold;
};

/* tags: UTF-8 texts. For X_START and X_BEGIN the end marker X_END is looked for too. ERR_USAGE for
 * empty, too long, too many or ill-formed ones. The caller ends with tag_set_free. */
enum err_code tag_set_init(struct tag_set *set, const char *const *tags, size_t count,
	const struct tag_opts *opts, struct err *err);
void tag_set_free(struct tag_set *set);

/* Could in, bytes in any encoding, hold a tag? No is certain, yes is not. */
bool tag_set_possible(const struct tag_set *set, struct span in);

/* Offset of the next match of tag in line (UTF-8) at or after from; SIZE_MAX: none. A tag is a
 * whole word, or a mark is glued to it (marks.h). */
size_t tag_match(const struct tag_set *set, size_t tag, struct span line, size_t from);

#endif
