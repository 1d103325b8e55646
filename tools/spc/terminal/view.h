/* SPDX-License-Identifier: MIT */
/* Shows received text, and messages of spc itself, on the screen. */
#ifndef BIOSBELT_SPC_VIEW_H
#define BIOSBELT_SPC_VIEW_H

#include "biosbelt/console.h"
#include "terminal/clean.h"
#include "terminal/hex.h"
#include "terminal/stamp.h"

enum view_newline {
	VIEW_AS_IS,
	VIEW_LF,  /* LF alone begins a new line */
	VIEW_CR,  /* CR alone does */
	VIEW_CRLF /* either does */
};
#define VIEW_NEWLINE_CHOICES "as-is|lf|cr|any"

struct view {
	struct console *console;
	bool raw; /* bytes pass unchanged: no terminal, or a trusted board */
	enum view_newline newline;
	bool hex;
	bool stamped; /* times before lines */
	struct clean clean;
	struct hex bytes;
	struct stamp stamp;
	struct moment held;
	bool line_start;
	bool after_cr;
};

void view_init(struct view *v, struct console *console, bool trusted, const struct moment *now);
enum err_code view_received(
	struct view *v, struct span in, const struct moment *now, struct err *err);
/* Shows an unfinished line of hexadecimal. */
void view_tick(struct view *v, const struct moment *now);
bool view_is_waiting(struct view *v);
/* Prints a message on stderr; not with --quiet. */
void view_say(struct view *v, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Leaves the terminal as programs expect it: attributes off, cursor on, main screen. */
void view_close(struct view *v);

#endif
