/* SPDX-License-Identifier: MIT */
/* Decodes in small steps, without the tables and vectors used for long texts. */
#ifndef DECODE_PLAINLY_H
#define DECODE_PLAINLY_H

#include "biosbelt/text.h"

/* The text in UTF-8, invalid places as U+FFFD as in the converter; returns their number. */
static inline uint64_t decode_plainly(enum text_enc enc, struct span in, struct buf *out)
{
	struct text_decoder d;
	uint8_t chunk[256];
	uint64_t bad = 0;
	size_t pos = 0;

	text_decoder_init(&d, enc);
	for (;;) {
		size_t used;
		size_t made;
		enum text_stop stop = text_decode(&d, span_of(in.ptr + pos, in.len - pos), true,
			chunk, sizeof(chunk), &used, &made);

		pos += used;
		buf_add(out, chunk, made);
		if (stop == TEXT_STOP_INPUT)
			return bad;
		if (stop == TEXT_STOP_BAD) {
			buf_str(out, "\xEF\xBF\xBD");
			pos += d.bad_len;
			bad++;
		}
	}
}

#endif
