/* SPDX-License-Identifier: MIT */
/* The forms of getpd's answers. */
#ifndef BIOSBELT_GETPD_SHOW_H
#define BIOSBELT_GETPD_SHOW_H

#include "query.h"

struct show {
	bool raw;
	bool json;
	bool all;
	const char *what;
	const char *disk;
	struct query_opts query;
	bool degraded; /* set by show_run */
	bool shown;    /* set by show_run: there was something to tell */
	bool printed;  /* set by show_run: a JSON document, although it failed */
	int status;    /* set by show_run: of the getpd.exe that answered; -1: none did */
};

/* Asks and prints. */
enum err_code show_run(struct show *show, struct err *err);

/*
 * With json a document with the error, unless one is printed already. On stderr: calls that failed
 * in the words of the original tool; without raw the system's follow.
 */
void show_error(const struct show *show, const struct err *err);

#endif
