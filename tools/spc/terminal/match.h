/* SPDX-License-Identifier: MIT */
/*
 * Finds a pattern in a stream of text, piece by piece. In a pattern '*' is any run of characters
 * within a line, '?' any character but the end of a line; \r \n \t \e \\ \* \? and \xNN are the
 * bytes that they say. Case counts. Pure.
 */
#ifndef BIOSBELT_SPC_MATCH_H
#define BIOSBELT_SPC_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define MATCH_MAX 255 /* characters and wildcards of a pattern */

struct match {
	uint16_t items[MATCH_MAX]; /* a byte, or one of the wildcards of match.c */
	size_t count;
	bool here[MATCH_MAX + 1]; /* items before this one were found and end here */
	bool idle;                /* only the start of the pattern is waited for */
};

/* ERR_USAGE: empty, too long, or an escape that there is not. */
enum err_code match_parse(const char *pattern, struct match *out, struct err *err);
/* Forgets what was read. */
void match_reset(struct match *m);
/* Reads on; true when the pattern was found, with the bytes of in that it took in *used. */
bool match_feed(struct match *m, struct span in, size_t *used);

/* The bytes that a text with such escapes stands for; '*' and '?' are themselves. */
enum err_code match_unescape(const char *text, struct buf *out, struct err *err);

#endif
