/* SPDX-License-Identifier: MIT */
/*
 * The last bytes that a decoder produced, and the pending copy: a match may be longer than the room
 * for the result.
 */
#ifndef BIOSBELT_WINDOW_H
#define BIOSBELT_WINDOW_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct window {
	uint8_t *bytes;
	size_t len, pos;  /* pos: of the next byte */
	bool full;        /* every byte of it was written */
	size_t dist, due; /* of the pending copy */
	uint8_t *out;     /* output, with room bytes left */
	size_t room;
};

enum err_code window_open(struct window *w, size_t len, struct err *err);
void window_close(struct window *w);
void window_put(struct window *w, uint8_t byte);
/* The byte dist + 1 places back; 0 before the first. */
uint8_t window_back(const struct window *w, size_t dist);
/* True when there is a byte dist + 1 places back. */
bool window_has(const struct window *w, size_t dist);
/* Continues the copy of due bytes from dist + 1 places back, as room allows. */
void window_copy(struct window *w);

#endif
