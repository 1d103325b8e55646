/* SPDX-License-Identifier: MIT */
/* The forms of getpd's answers. */
#ifndef BIOSBELT_GETPD_SHOW_H
#define BIOSBELT_GETPD_SHOW_H

#include "core/check.h"
#include "core/query.h"

struct table;

struct show {
	/* From the command line. */
	bool raw;
	bool json;
	bool tree;
	bool all;
	const char *columns; /* NULL: the form for people */
	const char *disk;
	const char *check;
	const char *what; /* one of the operands */
	struct query_opts query;
	struct check_opts against;

	/* Results of show_run. */
	bool degraded; /* or the answer is incomplete */
	bool shown;    /* an answer was printed */
	bool printed;  /* a JSON document, although it failed */
	int status;    /* of the getpd.exe that answered, or of --check; -1: none did */

	/* Private. */
	struct json document;
	struct buf text;
	struct table *table; /* of --columns; NULL: no row yet */
	bool several;
};

/* Before the first and after the last show_run; several: the JSON document is an array. */
void show_open(struct show *show, bool several);
void show_close(struct show *show);
/* Runs the query and prints the answer. */
enum err_code show_run(struct show *show, struct err *err);

/*
 * Reports an error: with json as a document, unless one was already printed; on stderr failed calls
 * in the words of the original tool and, unless raw, the system's message.
 */
void show_error(struct show *show, const struct err *err);

#endif
