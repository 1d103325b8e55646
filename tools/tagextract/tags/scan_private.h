/* SPDX-License-Identifier: MIT */
/* From the lines of a file, decoded, to hits. */
#ifndef TAGEXTRACT_SCAN_PRIVATE_H
#define TAGEXTRACT_SCAN_PRIVATE_H

#include "tags/comments.h"
#include "tags/pair.h"
#include "tags/scan.h"

#define COND_DEPTH_MAX  64
#define COND_HITS_MAX   1000   /* tags of an #if line whose blocks its #endif ends */
#define LINE_PLACES_MAX 256    /* in the comments of one line that are read as marks */
#define BARE_MAX        100000 /* marks without a tag that are kept of one file */

struct scanner {
	const struct scan_opts *opts;
	struct scan_result *out;
	struct comment_state comment;
	unsigned places;    /* in comments of the present line */
	bool was_in_block;  /* before the present line */
	uint32_t lines;     /* before the present text */
	struct buf decoded; /* not scanned yet */
	bool *mask;
	size_t mask_cap;
	size_t hit_cap;
	struct bare_mark *bare; /* marks without a tag, after the first begin */
	size_t bare_count;
	size_t bare_cap;
	bool begun; /* a begin mark was seen */
	/* #if inside #if: the hits of each one's line, [first, end). */
	struct cond {
		size_t first;
		size_t end;
	} conds[COND_DEPTH_MAX];
	size_t cond_depth;
	bool makefile;
	size_t *next; /* by needle: its next place in the present text; NULL: no needles */
};

/* name: of the file. Call scanner_close afterwards. */
enum err_code scanner_open(struct scanner *s, const struct scan_opts *opts, const char *name,
	struct scan_result *out, struct err *err);
void scanner_close(struct scanner *s);

/* Scans a text in UTF-8, or the next whole lines of one. */
enum err_code scanner_text(struct scanner *s, struct span text, struct err *err);
/* Drops all results, for scanning the file in another encoding. */
void scanner_reset(struct scanner *s);
/* Pairs the marks. */
enum err_code scanner_finish(struct scanner *s, struct err *err);

#endif
