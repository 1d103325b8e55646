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

/* Takes bytes from the front of *in until a line is full. True: out has the line, with its LF. */
bool hex_feed(struct hex *h, struct span *in, struct buf *out);
/* Appends a shorter line of the held bytes, if there are any. */
void hex_flush(struct hex *h, struct buf *out);

#endif
