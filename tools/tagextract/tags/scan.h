/* SPDX-License-Identifier: MIT */
/*
 * One file's bytes in, the places of the tags out. Bytes are decoded with the encoding they are
 * found to be in, and words are judged on characters: a GBK trail byte is no letter.
 */
#ifndef TAGEXTRACT_SCAN_H
#define TAGEXTRACT_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "biosbelt/text.h"
#include "tags/tags.h"

#define SCAN_HITS_MAX 100000 /* of one file; more are counted, not kept */

enum hit_kind { HIT_MARK, HIT_BEGIN, HIT_END };

struct hit {
	uint32_t tag;    /* index into the set */
	uint32_t line;   /* from 1 */
	uint32_t column; /* in characters, from 1 */
	enum hit_kind kind;
	bool paired; /* a marker where a block begins or ends */
};

/* A begin marker and its end. */
struct block {
	uint32_t tag;
	uint32_t first; /* lines */
	uint32_t last;
};

enum scan_fault { FAULT_NO_END, FAULT_NO_BEGIN, FAULT_NESTED };

struct scan_warning {
	enum scan_fault fault;
	uint32_t tag;
	uint32_t line;
};

struct scan_result {
	struct hit *hits;
	size_t hit_count;
	uint64_t hits_dropped; /* beyond SCAN_HITS_MAX */
	struct block *blocks;
	size_t block_count;
	struct scan_warning *warnings;
	size_t warning_count;
	enum text_enc enc; /* TEXT_NONE: searched as bytes */
};

/* A matcher in place of the plain tags (regular expressions). Gives the next match at or after
 * from and its length; SIZE_MAX: none. */
struct scan_matcher {
	size_t (*next)(void *user, size_t tag, struct span line, size_t from, size_t *len);
	void *user;
};

struct scan_opts {
	const struct tag_set *set;
	const struct scan_matcher *matcher; /* NULL: tag_match */
	bool comments_only;
	const char *begin; /* own pair of markers, both or neither; UTF-8 */
	const char *end;
	enum text_enc prefer;
};

/* name: of the file, for the comment syntax. A file without a tag gives 0 hits. */
enum err_code scan_bytes(const struct scan_opts *opts, const char *name, struct span in,
	struct scan_result *out, struct err *err);
void scan_result_free(struct scan_result *r);

/* What a line says about markers, found out once for all tags in it. */
struct marker_line {
	bool begin; /* holds the begin, the end of the user's own pair */
	bool end;
	size_t opens; /* behind the last ">>", "<<"; 0: none */
	size_t closes;
};
void marker_read(const struct scan_opts *opts, struct span line, struct marker_line *out);

/* The kind of the match at [at, at + len) of line. */
enum hit_kind marker_kind(const struct marker_line *marks, struct span line, size_t at, size_t len);

/* Pairs begin and end markers of hits into blocks and warnings. */
enum err_code marker_pair(struct scan_result *r, const struct tag_set *set, struct err *err);

#endif
