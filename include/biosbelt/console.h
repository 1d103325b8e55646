/* SPDX-License-Identifier: MIT */
/*
 * The user's terminal as two streams of bytes, for programs that carry them to and from elsewhere.
 * Keys arrive as the bytes a terminal sends for them (Windows: as xterm would); output is not
 * changed. One console at a time; the terminal is restored by console_close, at exit and on
 * signals. Streams that are not terminal work as well.
 */
#ifndef BIOSBELT_CONSOLE_H
#define BIOSBELT_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct console;

/* Standard input and output; a terminal is in raw mode from now on: every key is a byte, also
 * Ctrl-C and Ctrl-Z. */
enum err_code console_open(struct console **out, struct err *err);
void console_close(struct console *c); /* NULL is fine */

bool console_has_keys(const struct console *c);      /* standard input is a terminal */
bool console_is_shown(const struct console *c);      /* standard output is one */
bool console_has_sequences(const struct console *c); /* and obeys escape sequences */

/* To wait on with os_wait; -1: the input is at its end. */
intptr_t console_handle(const struct console *c);
/* Does not wait; *got 0: nothing is there (or the end, see console_handle). cap >= 16. */
enum err_code console_read(struct console *c, void *ptr, size_t cap, size_t *got, struct err *err);
/* To a terminal UTF-8 text, else bytes as they are. What the output does not take at once waits in
 * memory, up to a few MiB; then all is left out until that is written. An error may be that of an
 * earlier call. */
enum err_code console_write(struct console *c, struct span bytes, struct err *err);
/* The same to standard error, in order; errors are ignored. */
void console_say(struct console *c, struct span bytes);
/* Whether bytes were left out; *bytes: their number once what waited is written, else 0. */
bool console_left_out(struct console *c, uint64_t *bytes);
/* Waits until all is written; a terminal that takes longer than 2 seconds gets no more. ERR_IO: the
 * output is stuck, and nothing more can be written. Call it before console_close. */
enum err_code console_flush(struct console *c, struct err *err);

/* What a signal that ends the program writes to the terminal, static text; NULL: nothing. */
void console_reset_by(const char *sequences);

/* Something to wait on: a descriptor, or a handle of Windows. -1 is left out. */
struct os_wait {
	intptr_t handle;
	bool room; /* also wait until it takes bytes (Linux) */
	bool ready;
};

#define OS_WAIT_MAX 32

/* Waits until one of them is ready or timeout_ms have passed (< 0: for ever); sets ready of each. A
 * signal ends the wait, too. */
void os_wait(struct os_wait *items, size_t count, int timeout_ms);

#endif
