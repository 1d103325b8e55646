/* SPDX-License-Identifier: MIT */
/*
 * Finds a pattern in a stream of text, piece by piece. In a pattern '*' is any run of characters
 * within a line, '?' any character but the end of a line. \r \n \t \e \\ \* \? and \xNN are single
 * bytes. Case-sensitive. Pure.
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
	bool here[MATCH_MAX + 1]; /* the items before this one match the text up to here */
	bool idle;                /* nothing of the pattern was found yet */
};

/* ERR_USAGE: empty, too long, or an unknown escape. */
enum err_code match_parse(const char *pattern, struct match *out, struct err *err);
/* Forgets all input. */
void match_reset(struct match *m);
/* Searches in. True: found; *used is the number of bytes up to its end. */
bool match_feed(struct match *m, struct span in, size_t *used);

/* Appends the bytes of a text with such escapes; '*' and '?' are literal. */
enum err_code match_unescape(const char *text, struct buf *out, struct err *err);

#endif
