/* SPDX-License-Identifier: MIT */
/*
 * A dialogue with a child program. It runs in a process group of its own (a job on Windows); it and
 * all that it started end with talk_end. One thread at a time uses it.
 */
#ifndef BIOSBELT_TALK_H
#define BIOSBELT_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct talk;

/* Channel of the dialogue; standard streams that are not part of it go to the null device. */
enum talk_way {
	TALK_STANDARD,   /* its standard input and output */
	TALK_THREE_FOUR, /* its descriptors 3, which it reads, and 4; Linux */
	TALK_NOTHING
};

/* home and term_ms are for Linux. */
struct talk_opts {
	enum talk_way way;
	const char *folder; /* its working folder; NULL: ours */
	const char *home;   /* replaces the user's folders in its environment; NULL: does not */
	unsigned term_ms;   /* time between SIGTERM and SIGKILL; 0: no SIGTERM */
};

/* Whether the system supports this channel. */
bool talk_can(enum talk_way way);

/* argv[0] is a path (process_find); argv ends with NULL. */
enum err_code talk_start(
	char *const *argv, const struct talk_opts *opts, struct talk **out, struct err *err);
bool talk_is_alive(struct talk *t);
/* Waits up to timeout_ms for room (Linux), then ERR_BUSY. ERR_IO: it has closed its input. */
enum err_code talk_write(
	struct talk *t, const void *ptr, size_t len, unsigned timeout_ms, struct err *err);
/* Waits for at least one byte: ERR_BUSY on timeout, ERR_NOTFOUND when it has ended. */
enum err_code talk_read(
	struct talk *t, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err);
/* Handle for os_wait, ready when there are bytes to read; -1 on Windows, which has none. */
intptr_t talk_handle(const struct talk *t);
/* Closes its input, waits grace_ms for its end, then ends it. Returns its exit status, -1 when
 * it did not end by itself. NULL is fine. */
int talk_end(struct talk *t, unsigned grace_ms);

#endif
