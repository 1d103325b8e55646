/* SPDX-License-Identifier: MIT */
/*
 * A table for --merge: comma-separated values (RFC 4180; also ';' or tabs as separator, whichever
 * the first line has most of, or that of a line "sep=;" before it). Rows without any value are
 * skipped. The first row names the columns; {column} in a text is replaced by the value of the row.
 * Hostile input: any UTF-8.
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
	MERGE_TEXT,   /* it is kept: texts have other braces too */
	MERGE_URL, /* as MERGE_STRICT; characters of values other than letters and digits become %XX
		    */
	MERGE_HTML /* as MERGE_TEXT; values have '&', '<', '>' and quotes as entities */
};

/* Appends text with the values of a row (from 0). With MERGE_STRICT "{{" is one brace. */
enum err_code merge_expand(const struct merge_table *t, size_t row, struct span text,
	enum merge_form form, struct buf *out, struct err *err);

/* True when text has a {column} of the table. */
bool merge_has_column(const struct merge_table *t, struct span text);

/* Shared by the mails of a merge, and the present row. */
struct merging {
	struct merge_table table;
	size_t row;
	struct blob text; /* as read, without values */
	struct blob html;
	struct blob calendar;
	bool have_texts;
};

#endif
