/* SPDX-License-Identifier: MIT */
/*
 * A full-screen display made of character cells: draw into a back buffer; screen_show sends only
 * the changes. screen_event reads keys, mouse and resizes with a timeout, so a caller can keep a
 * frame rate. Linux: ANSI sequences; Windows: the classic console API. The terminal is restored by
 * screen_close, at exit, on Ctrl-C and on signals (crashes too); Ctrl-Z suspends and resumes. One
 * screen at a time, one thread. Columns and rows count from 0 at the top left. Everything drawn
 * outside the screen is cut off. Text is UTF-8; wide characters take two cells, combining marks
 * join the cell before them, control characters and bad bytes show as U+FFFD.
 */
#ifndef BIOSBELT_SCREEN_H
#define BIOSBELT_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/term.h"

#define SCREEN_SIDE_MAX 1000 /* more columns or rows than this are not used */

struct screen;

struct screen_opts {
	bool mouse;                /* report the mouse (its text selection is lost then) */
	enum term_colours colours; /* at most these; TERM_COLOURS_AUTO: what the terminal has */
};

/* Takes the terminal over. ERR_UNSUPPORTED: stdin or stdout is not a terminal, or TERM=dumb. */
enum err_code screen_open(const struct screen_opts *opts, struct screen **out, struct err *err);
void screen_close(struct screen *s); /* NULL is fine */

int screen_columns(const struct screen *s);
int screen_rows(const struct screen *s);
/* The colours that a terminal has; a caller may choose other colours where it has few. */
enum term_colours screen_colours(const struct screen *s);

/* Makes every cell a blank of this style. */
void screen_clear(struct screen *s, struct term_style style);
/* A rectangle of one character (of width 1). */
void screen_fill(struct screen *s, int x, int y, int width, int height, struct term_style style,
	uint32_t cp);
/* Writes from (x, y) to the right; returns the columns the whole text takes. */
int screen_text(struct screen *s, int x, int y, struct term_style style, const char *text);
/* The same within width columns: longer text ends with an ellipsis; the rest becomes blanks. */
void screen_text_in(
	struct screen *s, int x, int y, int width, struct term_style style, const char *text);
/* The place of the cursor after screen_show; x < 0 hides it (the default). */
void screen_cursor(struct screen *s, int x, int y);

/* Brings the terminal up to date. */
enum err_code screen_show(struct screen *s, struct err *err);
/* Forgets what the terminal shows: the next screen_show draws everything. */
void screen_redraw(struct screen *s);

/*
 * A file descriptor (Linux) or a handle (Windows) that also ends the wait of screen_event, with
 * TERM_WAKE; the caller reads it empty itself. -1: none.
 */
void screen_wake_on(struct screen *s, intptr_t handle);

/*
 * Waits for an event; timeout_ms < 0: for ever. TERM_NONE: the time went by, or os_stop_requested
 * (longrun.h) became true. On TERM_RESIZE the buffers are already resized and cleared: draw
 * everything again. TERM_CLOSED: the terminal is gone, end the program. Double clicks have
 * event.clicks == 2 (500 ms, same cell row).
 */
void screen_event(struct screen *s, int timeout_ms, struct term_event *out);

#endif
