/* SPDX-License-Identifier: MIT */
/*
 * Lines of standard input, read by a thread of their own, so that those that come while the engine
 * thinks can be looked at.
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
/* The thread cannot be stopped while it waits for input: then it goes on until the process ends. */
void inbox_close(struct inbox *in);

/* Waits for the next line. Empty ones are left out; INBOX_END comes again and again. Fails when
 * reading failed. */
enum err_code inbox_take(struct inbox *in, struct inbox_line *line, struct err *err);
/* Lines that came since the last inbox_take and were not looked at yet: false, there is none. */
bool inbox_look(struct inbox *in, struct inbox_line *line);

#endif
