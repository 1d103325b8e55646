/* SPDX-License-Identifier: MIT */
/*
 * The last bytes that a decoder gave, and the copy that is still due: one match may be longer
 * than the room for the result.
 */
#ifndef BIOSBELT_WINDOW_H
#define BIOSBELT_WINDOW_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct window {
	uint8_t *bytes;
	size_t len, pos;  /* pos: where the next byte goes */
	bool full;        /* every byte of it was written */
	size_t dist, due; /* of the copy under way */
	uint8_t *out;     /* where bytes are given to; room bytes are left */
	size_t room;
};

enum err_code window_open(struct window *w, size_t len, struct err *err);
void window_close(struct window *w);
void window_put(struct window *w, uint8_t byte);
/* The byte dist + 1 places back; 0 before the first. */
uint8_t window_back(const struct window *w, size_t dist);
/* Whether there is a byte dist + 1 places back. */
bool window_has(const struct window *w, size_t dist);
/* Goes on with the copy of due bytes from dist + 1 places back, as room allows. */
void window_copy(struct window *w);

#endif
