/* SPDX-License-Identifier: MIT */
/* The escape key: it and the key after it are a command, everything else is for the line. Pure. */
#ifndef BIOSBELT_SPC_KEYS_H
#define BIOSBELT_SPC_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define KEYS_ESCAPE 0x1D /* Ctrl-] */

struct keys {
	uint8_t escape; /* 0: no key is one */
	bool after_escape;
};

/* "ctrl-]", "^]", "none"; false: not such a key. */
bool keys_parse(const char *text, uint8_t *escape);
/* "Ctrl-]", for showing. */
const char *keys_name(uint8_t escape, char out[8]);
/*
 * Takes bytes from the front of *in: those for the line, in *send, up to a command, whose key is
 * the result (a letter, also for Ctrl with it); 0: none. The escape key twice sends it once.
 */
char keys_next(struct keys *k, struct span *in, struct span *send);

#endif
