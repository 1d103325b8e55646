/* SPDX-License-Identifier: MIT */
/*
 * A table for --merge: comma-separated values (RFC 4180; also ';' or tabs between them, whichever
 * the first line has most of, or what a line "sep=;" before it says). Rows without any value are
 * passed over. The first row names the columns, {column} in a text stands for the
 * value of the row. Hostile input: any UTF-8.
 */
#ifndef SCMAIL_MERGE_H
#define SCMAIL_MERGE_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define MERGE_TABLE_MAX   ((size_t)64 << 20) /* bytes */
#define MERGE_COLUMNS_MAX 256
#define MERGE_ROWS_MAX    1000000

struct merge_table {
	char *text; /* all values, each ended by a zero byte */
	const char **cells;
	size_t columns;
	size_t rows; /* without the first one, which names the columns */
};

/* text is UTF-8. ERR_FORMAT names the line. */
enum err_code merge_parse(struct span text, struct merge_table *out, struct err *err);
void merge_free(struct merge_table *t);

enum merge_form {
	MERGE_STRICT, /* a {word} that is not a column is an error */
	MERGE_TEXT,   /* it stays as it is: texts have braces of their own */
	MERGE_URL,    /* as MERGE_STRICT; what is not a letter or digit of a value becomes %XX */
	MERGE_HTML    /* as MERGE_TEXT; values have '&', '<', '>' and quotes as entities */
};

/* Adds text with the values of a row (from 0). "{{" stands for one brace when strict. */
enum err_code merge_expand(const struct merge_table *t, size_t row, struct span text,
	enum merge_form form, struct buf *out, struct err *err);

/* Does a {column} of the table stand in text? */
bool merge_has_column(const struct merge_table *t, struct span text);

/* What the mails of a merge share, and which one it is. */
struct merging {
	struct merge_table table;
	size_t row;
	struct blob text; /* as read, before values are put in */
	struct blob html;
	struct blob calendar;
	bool have_texts;
};

#endif
