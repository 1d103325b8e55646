/* SPDX-License-Identifier: MIT */
/* The lines that differ between two texts, by libgit2. */
#ifndef TAGEXTRACT_HUNKS_H
#define TAGEXTRACT_HUNKS_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* Lines [old_first, old_first + old_count) became [new_first, new_first + new_count); from 1. With
 * a count of 0, first is the line before. */
struct hunk {
	uint32_t old_first, old_count;
	uint32_t new_first, new_count;
};

struct hunks {
	struct hunk *list;
	size_t count;
};

/* Without lines of context. ERR_UNSUPPORTED: one side is binary. Free it with hunks_free. */
enum err_code hunks_find(struct span old, struct span new, struct hunks *out, struct err *err);
void hunks_free(struct hunks *h);

/*
 * A file as text for comparing: UTF-16 and UTF-32 become UTF-8, a lone CR becomes HUNKS_CR, so that
 * it ends a line; all other bytes are unchanged. *out is empty if in can be used directly. *binary:
 * not text, or text with a lone CR, or in UTF-16 or UTF-32, that contains HUNKS_CR.
 */
#define HUNKS_CR "\x1B\n"
enum err_code hunks_text(struct span in, struct buf *out, bool *binary, struct err *err);

/* A text of UTF-8 behind its byte order mark, which is no part of the first line. */
#define HUNKS_MARK "\xEF\xBB\xBF"
struct span hunks_skip_mark(struct span text);

/* Converts each HUNKS_CR back to a lone CR. */
void hunks_restore_cr(struct buf *text);

/* Appends a unified diff with three lines of context, as git writes it but without the first four
 * lines; binary files as a git binary patch. */
struct hunk_names {
	const char *old_name; /* NULL: the file is new */
	const char *new_name;
	bool old_executable, new_executable;
	unsigned similarity; /* of a rename, in percent; 0: the name is the same */
};
enum err_code hunks_patch(struct span old, struct span new, const struct hunk_names *names,
	struct buf *out, struct err *err);

/* Bytes of lines common to both texts, in percent of the longer one. */
unsigned hunks_similarity(struct span a, struct span b);

/* So much of a text as shows that two cannot be similar: the bytes of its lines by their hash. */
#define HUNKS_SKETCH 256
struct hunks_sketch {
	size_t len;
	uint32_t bytes[HUNKS_SKETCH];
};
void hunks_sketch(struct span text, struct hunks_sketch *out);
/* hunks_similarity of the texts is not more. */
unsigned hunks_similarity_most(const struct hunks_sketch *a, const struct hunks_sketch *b);

#endif
