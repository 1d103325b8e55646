/* SPDX-License-Identifier: MIT */
/* Where the lines of a text are; they end with LF. */
#ifndef TAGEXTRACT_LINES_H
#define TAGEXTRACT_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "change/line_ends.h"

struct lines {
	struct span text; /* not owned */
	size_t *start;    /* of line i + 1; start[count] is the end */
	uint32_t *hash;   /* of line i + 1 without its end */
	bool *seen;       /* by hash, several places a line: false where no line has it */
	uint32_t count;
	enum line_end ends; /* of most lines */
};

/* The caller ends with lines_close, in any case. */
enum err_code lines_open(struct span text, struct lines *out, struct err *err);
void lines_close(struct lines *l);

/* The lines [first, first + count), from 1, their ends included. */
struct span lines_part(const struct lines *l, uint32_t first, uint32_t count);

/* Whether l has, at line at, the lines of part; both must have that many. Line ends do not count.
 */
bool lines_same(const struct lines *l, uint32_t at, const struct lines *part, uint32_t first,
	uint32_t count);

/* The first line at or after from (from 1) where the lines [first, first + count) of part are; how
 * lines end does not matter. 0: nowhere, or part has no such lines. */
uint32_t lines_find(const struct lines *l, uint32_t from, const struct lines *part, uint32_t first,
	uint32_t count);

/* A line without the blanks and control bytes at both ends, its end among them. */
struct span line_trim(struct span s);

#endif
