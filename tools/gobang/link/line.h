/* SPDX-License-Identifier: MIT */
/*
 * The lines of a link between two games: printable ASCII, '*', eight hex digits of the CRC-32 of
 * the text before it, LF. So noise on a serial line is dropped, line by line. Pure.
 */
#ifndef BIOSBELT_GOBANG_LINE_H
#define BIOSBELT_GOBANG_LINE_H

#include "biosbelt/span.h"

#define LINE_MAX_BYTES 1024 /* of a line, its end included */

struct line_reader {
	char text[LINE_MAX_BYTES];
	size_t len;
	bool bad; /* too long, or with an invalid byte */
	unsigned dropped;
};

/* Appends a line. */
void line_add(struct buf *out, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Takes one byte; returns the text at the end of a valid line, else NULL. Valid until the next
 * call.
 */
const char *line_take(struct line_reader *r, uint8_t byte);

#endif
