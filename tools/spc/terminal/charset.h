/* SPDX-License-Identifier: MIT */
/* The encoding of the line: converts received text to UTF-8, and typed text from it. Pure. */
#ifndef BIOSBELT_SPC_CHARSET_H
#define BIOSBELT_SPC_CHARSET_H

#include <stdbool.h>

#include "biosbelt/span.h"
#include "biosbelt/text.h"

#define CHARSET_HELD 8 /* bytes of a character that is not complete */

struct charset {
	bool on; /* else bytes stay as they are */
	struct text_decoder decoder;
	struct text_encoder encoder;
	uint8_t in[CHARSET_HELD];
	size_t in_len;
	uint8_t out[CHARSET_HELD];
	size_t out_len;
};

/* TEXT_NONE when the encoding is unknown, or its unit is not a byte. */
enum text_enc charset_find(const char *label);
/* TEXT_NONE, TEXT_ASCII and TEXT_UTF8: off. */
enum err_code charset_open(struct charset *c, enum text_enc enc, struct err *err);
void charset_close(struct charset *c);
/* Bytes that do not convert become U+FFFD. */
void charset_decode(struct charset *c, struct span in, struct buf *out);
/* The text ended: an incomplete character becomes U+FFFD. */
void charset_end(struct charset *c, struct buf *out);
/* Characters that the encoding lacks become '?'. */
void charset_encode(struct charset *c, struct span in, struct buf *out);

#endif
