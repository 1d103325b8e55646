/* SPDX-License-Identifier: MIT */
/*
 * Finds the places of the tags in a file's bytes. Bytes are decoded by their detected encoding, and
 * words consist of characters: a GBK trail byte is not a letter.
 */
#ifndef TAGEXTRACT_SCAN_H
#define TAGEXTRACT_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "biosbelt/text.h"
#include "tags/bound.h"
#include "tags/marks.h"
#include "tags/mirror.h"
#include "tags/tags.h"

#define SCAN_HITS_MAX 100000 /* of one file; more are counted, not kept */

struct hit {
	uint32_t tag;    /* index into the set */
	uint32_t line;   /* from 1 */
	uint32_t column; /* in characters, from 1 */
	enum hit_kind kind;
	unsigned family; /* enum mark_family */
	unsigned score;  /* of the mark, see struct mark */
	bool weak;
	bool paired;      /* the mark begins or ends a block */
	bool alike;       /* a begin whose end has the same text */
	bool commented;   /* in a comment */
	uint32_t until;   /* of the mark that begins a block: its last line */
	uint64_t says[2]; /* words of a mark's comment as bits, without the tag and marks */
	uint64_t key;     /* of the matched text, without marks; 0 if a tag has only one text */
	char *text;       /* the text matched by a matcher; NULL: the tag */
	uint32_t date;    /* 20160421: a date in the mark; 0: none */
	struct mirror mirror;
	struct bound bound;
	/* With marks_only. described: the comment has a verb or a date; amid: it extends before and
	 * after the line, like one that documents a function. */
	bool described;
	bool amid;
	bool unproved; /* "Tag_B": a place of the tag only if the mark has its counterpart */
	uint64_t said; /* hash of a comment alone on its line, without marks; 0: code before it */
	bool verb;     /* such a comment says beside the tag what was done */
};

/* A begin mark and its end. */
struct block {
	uint32_t tag;
	uint32_t first; /* lines, the marks included */
	uint32_t last;
	unsigned family;
	bool loose;       /* a condition that names the tag only in a comment of its first line */
	const char *text; /* of the hit that begins it; may be NULL */
};

enum scan_fault { FAULT_NO_END, FAULT_NO_BEGIN, FAULT_NESTED };

struct scan_warning {
	enum scan_fault fault;
	uint32_t tag;
	uint32_t line;
	size_t hit;       /* index */
	const char *text; /* of the hit; may be NULL */
};

struct scan_result {
	struct hit *hits;
	size_t hit_count;
	uint64_t hits_dropped; /* beyond SCAN_HITS_MAX */
	struct block *blocks;
	size_t block_count, block_cap;
	struct scan_warning *warnings;
	size_t warning_count, warning_cap;
	uint32_t given_up; /* the first line that the matcher gave up on; 0: none */
	enum text_enc enc; /* TEXT_NONE: searched as bytes */
};

/* A matcher in place of plain tags (regular expressions). Returns the next match at or after from,
 * and its length; SIZE_MAX: none; SCAN_GIVEN_UP: too costly to find out; SCAN_NO_MEMORY: out of
 * memory. effort: the matcher's, 0 at first, for the calls of one line and tag. */
#define SCAN_GIVEN_UP  (SIZE_MAX - 1)
#define SCAN_NO_MEMORY (SIZE_MAX - 2)
struct scan_matcher {
	size_t (*next)(void *user, size_t tag, struct span line, size_t from, size_t *len,
		uint32_t *effort);
	void *user;
};

struct scan_opts {
	const struct tag_set *set;
	const struct scan_matcher *matcher; /* NULL: tag_match */
	const struct mark_pairs *own;       /* the user's marks; may be NULL */
	bool comments_only;
	bool marks_only; /* only hits that are marks of a block, in comments */
	enum text_enc prefer;
};

/* name: of the file, for the comment syntax. A file without a tag has 0 hits. */
enum err_code scan_bytes(const struct scan_opts *opts, const char *name, struct span in,
	struct scan_result *out, struct err *err);
void scan_result_free(struct scan_result *r);

/* True, with the reason, when the matcher gave up on a line: finds may be missing. */
bool scan_gave_up(const struct scan_result *r, struct err *why);

/* The first hit at or after the line. */
size_t scan_first_hit(const struct scan_result *r, uint32_t line);

/* Scans a large file in UTF-8 in pieces, to save memory, with the same result as scan_bytes. add:
 * ERR_UNSUPPORTED when it is not UTF-8 or has zero bytes; then use scan_bytes for the whole file.
 * end: *out is empty unless the result is ERR_OK. Call close in any case. */
struct scan_pieces;
enum err_code scan_pieces_open(
	const struct scan_opts *opts, const char *name, struct scan_pieces **out, struct err *err);
enum err_code scan_pieces_add(struct scan_pieces *p, struct span piece, struct err *err);
enum err_code scan_pieces_end(struct scan_pieces *p, struct scan_result *out, struct err *err);
void scan_pieces_close(struct scan_pieces *p); /* NULL is fine */

#endif
