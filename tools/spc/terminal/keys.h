/* SPDX-License-Identifier: MIT */
/* The escape key: with the next key it is a command; all other keys are for the line. Pure. */
#ifndef BIOSBELT_SPC_KEYS_H
#define BIOSBELT_SPC_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define KEYS_ESCAPE 0x1D /* Ctrl-] */

struct keys {
	uint8_t escape; /* 0: none */
	bool after_escape;
};

/* "ctrl-]", "^]" or "none"; false: invalid. */
bool keys_parse(const char *text, uint8_t *escape);
/* For display: "Ctrl-]". */
const char *keys_name(uint8_t escape, char out[8]);
/*
 * Takes bytes from the front of *in up to a command; *send gets those for the line. Returns the key
 * of the command (the letter, also for Ctrl with it), 0: none. The escape key twice sends it once.
 */
char keys_next(struct keys *k, struct span *in, struct span *send);

#endif
