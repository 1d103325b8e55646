/* SPDX-License-Identifier: MIT */
/*
 * Makes received text harmless for the terminal, or removes all escape sequences. Sequences that
 * draw pass: cursor, colours, erasing, scrolling, the alternate screen; so do the modes of cursor
 * keys, keypad and bracketed paste, which editors on a board need. Removes sequences that make the
 * terminal answer (ENQ, device attributes, status and title reports), and mouse and other key
 * modes. Also those that act outside its window (clipboard, title, printer, downloads: all of OSC,
 * DCS, APC, PM, SOS). Sequences: ECMA-48, xterm's ctlseqs.ms. Pure.
 */
#ifndef BIOSBELT_SPC_CLEAN_H
#define BIOSBELT_SPC_CLEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define CLEAN_SEQUENCE_MAX 64   /* bytes; a longer sequence is dropped */
#define CLEAN_STRING_MAX   4096 /* a control string of more bytes, or of more lines, is over */

enum clean_kind {
	CLEAN_SAFE,  /* sequences that draw pass; bytes that are not UTF-8 become U+FFFD */
	CLEAN_PLAIN, /* no sequences; CR, backspace and bell pass: for consoles without sequences */
	CLEAN_TEXT   /* only text, tabs and LF; bytes that are not UTF-8 are kept: for files */
};

enum clean_state { CLEAN_GROUND, CLEAN_ESCAPE, CLEAN_CSI, CLEAN_STRING, CLEAN_STRING_ESCAPE };

struct clean {
	enum clean_kind kind;
	bool controls; /* SAFE, PLAIN: control characters except LF become pictures, U+2400
			  and on */
	enum clean_state state;
	uint8_t sequence[CLEAN_SEQUENCE_MAX];
	size_t len;
	bool too_long;
	size_t string;  /* bytes of a control string so far */
	uint8_t utf[4]; /* an incomplete character */
	size_t utf_len;
	bool other_screen; /* its sequence passed */
};

void clean_init(struct clean *c, enum clean_kind kind);
/* Appends the cleaned text to out. An incomplete character or sequence is held back. */
void clean_feed(struct clean *c, struct span in, struct buf *out);
/* What is held back is not continued: bytes of a character are kept as invalid, a sequence goes. */
void clean_end(struct clean *c, struct buf *out);

#endif
