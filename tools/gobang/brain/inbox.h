/* SPDX-License-Identifier: MIT */
/*
 * Lines of standard input, read by a separate thread, so that lines that arrive while the engine
 * thinks can be inspected.
 */
#ifndef BIOSBELT_GOBANG_INBOX_H
#define BIOSBELT_GOBANG_INBOX_H

#include "biosbelt/err.h"
#include "brain/brain.h"

enum inbox_kind { INBOX_LINE, INBOX_TOO_LONG, INBOX_ZERO_BYTE, INBOX_END };

struct inbox_line {
	enum inbox_kind kind;
	char text[BRAIN_LINE_MAX]; /* without its end */
};

struct inbox;
enum err_code inbox_open(struct inbox **out, struct err *err);
/* A thread that waits for input cannot be stopped: it then runs until the process ends. */
void inbox_close(struct inbox *in);

/* Waits for the next line that is not empty. After the end, INBOX_END each time. Fails when reading
 * failed. */
enum err_code inbox_take(struct inbox *in, struct inbox_line *line, struct err *err);
/* The next line that has arrived since the last inbox_take and was not inspected yet; false: none.
 */
bool inbox_look(struct inbox *in, struct inbox_line *line);

#endif
