/* SPDX-License-Identifier: MIT */
/*
 * What comes over the line, made harmless for the terminal it is shown on, or freed of all escape
 * sequences. What draws passes: cursor, colours, erasing, scrolling, the other screen; and the
 * modes of cursor keys, keypad and bracketed paste, which editors on a board need. What makes a
 * terminal answer (ENQ, device attributes, status and title reports), what reaches beyond its
 * window (clipboard, title, printer, downloads: all of OSC, DCS, APC, PM, SOS) and mouse and other
 * key modes do not. Sequences: ECMA-48, xterm's ctlseqs.ms. Pure.
 */
#ifndef BIOSBELT_SPC_CLEAN_H
#define BIOSBELT_SPC_CLEAN_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define CLEAN_SEQUENCE_MAX 64   /* bytes; a longer sequence is dropped */
#define CLEAN_STRING_MAX   4096 /* a control string of more bytes is over */

enum clean_kind {
	CLEAN_SAFE,  /* sequences that draw pass; bytes that are not UTF-8 become U+FFFD */
	CLEAN_PLAIN, /* none passes; CR, backspace and bell do: for consoles without sequences */
	CLEAN_TEXT /* only text, tabs and LF; other bytes than UTF-8 stay as they are: for files */
};

enum clean_state { CLEAN_GROUND, CLEAN_ESCAPE, CLEAN_CSI, CLEAN_STRING, CLEAN_STRING_ESCAPE };

struct clean {
	enum clean_kind kind;
	bool controls; /* SAFE, PLAIN: control characters become their pictures, U+2400 on, and only
			  LF still acts */
	enum clean_state state;
	uint8_t sequence[CLEAN_SEQUENCE_MAX];
	size_t len;
	bool too_long;
	size_t string;  /* bytes of a control string so far */
	uint8_t utf[4]; /* a character not complete yet */
	size_t utf_len;
	bool other_screen; /* the sequence for it passed */
};

void clean_init(struct clean *c, enum clean_kind kind);
/* Appends what is left of in to out. An unfinished character or sequence waits for more. */
void clean_feed(struct clean *c, struct span in, struct buf *out);

#endif
