/* SPDX-License-Identifier: MIT */
/*
 * The terminal itself: raw mode, drawing a run of cells, reading events. Used through screen.h,
 * which keeps the cells. One terminal at a time.
 */
#ifndef BIOSBELT_TERM_H
#define BIOSBELT_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum term_colours {
	TERM_COLOURS_AUTO,
	TERM_COLOURS_NONE,
	TERM_COLOURS_16,
	TERM_COLOURS_256,
	TERM_COLOURS_TRUE
};

/* A colour: 0 is the terminal's own, else one of the 16 ANSI ones or any 24-bit value. */
#define TERM_DEFAULT      0u
#define TERM_ANSI(n)      (0x02000000u | ((unsigned)(n)&15u)) /* 0 black .. 7 white, 8..15 bright */
#define TERM_RGB(r, g, b) (0x01000000u | (unsigned)(r) << 16 | (unsigned)(g) << 8 | (unsigned)(b))

#define TERM_BOLD      1u
#define TERM_REVERSE   2u
#define TERM_UNDERLINE 4u
#define TERM_DIM       8u

struct term_style {
	uint32_t fg;
	uint32_t bg;
	unsigned attr; /* TERM_BOLD ... */
};

/* Index of the nearest colour of xterm's 256 (16..255) or of the 16 of a PC console, for a
 * TERM_RGB value; ANSI ones map to themselves. */
unsigned term_to_256(uint32_t colour);
unsigned term_to_16(uint32_t colour);

enum term_event_type { TERM_NONE, TERM_KEY, TERM_MOUSE, TERM_RESIZE, TERM_WAKE, TERM_CLOSED };

/* Keys that are not characters; everything below is a Unicode code point. Enter is '\r', Tab
 * '\t', Backspace TERM_KEY_BACKSPACE; Ctrl-C is 'c' with TERM_CTRL. */
enum term_key {
	TERM_KEY_ESCAPE = 0x110000,
	TERM_KEY_UP,
	TERM_KEY_DOWN,
	TERM_KEY_LEFT,
	TERM_KEY_RIGHT,
	TERM_KEY_HOME,
	TERM_KEY_END,
	TERM_KEY_PAGE_UP,
	TERM_KEY_PAGE_DOWN,
	TERM_KEY_INSERT,
	TERM_KEY_DELETE,
	TERM_KEY_BACKSPACE,
	TERM_KEY_BACKTAB,
	TERM_KEY_F1, /* F2 is the next one, up to F12 */
	TERM_KEY_F12 = TERM_KEY_F1 + 11
};

#define TERM_SHIFT 1u
#define TERM_ALT   2u
#define TERM_CTRL  4u

enum term_mouse { TERM_PRESS, TERM_RELEASE, TERM_MOVE, TERM_WHEEL_UP, TERM_WHEEL_DOWN };

struct term_event {
	enum term_event_type type;
	uint32_t key;  /* TERM_KEY: code point or enum term_key */
	unsigned mods; /* TERM_SHIFT ... */
	int x;         /* TERM_MOUSE: cell */
	int y;
	enum term_mouse mouse;
	int button;  /* 1 left, 2 middle, 3 right */
	int clicks;  /* of a TERM_PRESS: 1 or 2 (screen.h counts them) */
	int columns; /* TERM_RESIZE */
	int rows;
};

/*
 * Takes one event from the front of bytes a terminal sent (ECMA-48, xterm's control sequences,
 * SGR mouse 1006). Returns the bytes used; 0: more are needed (with final set never, unless in is
 * empty). Unknown sequences are used up with type TERM_NONE.
 */
size_t term_decode(struct span in, bool final, struct term_event *out);

struct term;
enum err_code term_open(bool mouse, struct term **out, struct err *err);
void term_close(struct term *t); /* NULL is fine */
void term_size(struct term *t, int *columns, int *rows);
enum term_colours term_colours(const struct term *t);

/* Queues a run of cells of one style at (x, y); text is clean UTF-8, colours already reduced. */
void term_run(struct term *t, int x, int y, struct term_style style, struct span text);
void term_cursor(struct term *t, int x, int y); /* x < 0: hide */
void term_erase(struct term *t);                /* the whole display */
enum err_code term_flush(struct term *t, struct err *err);

/* Waits for an event of the terminal, or for wake (a descriptor or handle, -1: none). */
void term_event(struct term *t, int timeout_ms, intptr_t wake, struct term_event *out);

#endif
