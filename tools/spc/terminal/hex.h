/* SPDX-License-Identifier: MIT */
/* Bytes as lines of 16: offset, hexadecimal, characters. Pure. */
#ifndef BIOSBELT_SPC_HEX_H
#define BIOSBELT_SPC_HEX_H

#include <stdint.h>

#include "biosbelt/span.h"

#define HEX_LINE 16

struct hex {
	uint64_t offset; /* of the first byte held */
	uint8_t held[HEX_LINE];
	size_t len;
};

/* Takes bytes from the front of *in until a line is full (true: it is in out, with its LF). */
bool hex_feed(struct hex *h, struct span *in, struct buf *out);
/* A line of fewer bytes of what is held; nothing when nothing is. */
void hex_flush(struct hex *h, struct buf *out);

#endif
