/* SPDX-License-Identifier: MIT */
/*
 * A program that is talked to: bytes to its standard input, bytes from its standard output; its
 * standard error goes nowhere. It runs in a process group of its own and ends with talk_end. One
 * thread at a time uses it.
 */
#ifndef BIOSBELT_TALK_H
#define BIOSBELT_TALK_H

#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct talk;

/* argv[0] is a path (process_find); argv ends with NULL. folder: where it runs; NULL: here. */
enum err_code talk_start(char *const *argv, const char *folder, struct talk **out, struct err *err);
/* Waits for room at most timeout_ms (Linux), then ERR_BUSY. ERR_IO: it does not read any more. */
enum err_code talk_write(
	struct talk *t, const void *ptr, size_t len, unsigned timeout_ms, struct err *err);
/* Waits for at least one byte: ERR_BUSY on timeout, ERR_NOTFOUND when it has ended. */
enum err_code talk_read(
	struct talk *t, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err);
/* To wait on with os_wait for something to read; -1 where that cannot be (Windows). */
intptr_t talk_handle(const struct talk *t);
/* Closes its input, waits grace_ms for its end, then kills it. Its exit status; -1: it has none,
 * for it was killed. NULL is fine. */
int talk_end(struct talk *t, unsigned grace_ms);

#endif
