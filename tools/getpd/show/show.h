/* SPDX-License-Identifier: MIT */
/* The forms of getpd's answers. */
#ifndef BIOSBELT_GETPD_SHOW_H
#define BIOSBELT_GETPD_SHOW_H

#include "core/check.h"
#include "core/query.h"

struct table;

struct show {
	/* What the command line says. */
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
	bool degraded; /* or not all could be found out */
	bool shown;    /* there was something to tell */
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
/* Asks and prints. */
enum err_code show_run(struct show *show, struct err *err);

/*
 * With json a document with the error, unless one is printed already. On stderr: calls that failed
 * in the words of the original tool; unless raw, adds the system's message.
 */
void show_error(struct show *show, const struct err *err);

#endif
