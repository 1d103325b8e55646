/* SPDX-License-Identifier: MIT */
/*
 * A dialogue with a child program: bytes to its standard input, bytes from its standard output; its
 * standard error is discarded. It runs in a process group of its own and ends with talk_end. One
 * thread at a time uses it.
 */
#ifndef BIOSBELT_TALK_H
#define BIOSBELT_TALK_H

#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct talk;

/* argv[0] is a path (process_find); argv ends with NULL. folder: its working folder; NULL: ours. */
enum err_code talk_start(char *const *argv, const char *folder, struct talk **out, struct err *err);
/* Waits for room at most timeout_ms (Linux), then ERR_BUSY. ERR_IO: it has closed its input. */
enum err_code talk_write(
	struct talk *t, const void *ptr, size_t len, unsigned timeout_ms, struct err *err);
/* Waits for at least one byte: ERR_BUSY on timeout, ERR_NOTFOUND when it has ended. */
enum err_code talk_read(
	struct talk *t, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err);
/* Handle for os_wait, ready when there are bytes to read; -1 on Windows, which has none. */
intptr_t talk_handle(const struct talk *t);
/* Closes its input, waits grace_ms for its end, then kills it. Returns its exit status, -1 when it
 * was killed. NULL is fine. */
int talk_end(struct talk *t, unsigned grace_ms);

#endif
