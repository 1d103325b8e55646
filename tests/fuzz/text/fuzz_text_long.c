/* SPDX-License-Identifier: MIT */
/*
 * Byte 0: encoding. The rest, again and again until it is long enough for the loops with tables and
 * vectors, decodes as it does without them; and the scan finds what plain loops find.
 */
#include <stdlib.h>
#include <string.h>

#include "../../decode_plainly.h"
#include "biosbelt/text.h"
#include "biosbelt/utf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef BIOSBELT_SMALL
#define LONG ((size_t)1100)
#else
#define LONG ((size_t)66000)
#endif

static void check_look(struct span in)
{
	struct text_look look;
	uint64_t high = 0;

	text_look_init(&look);
	text_look_feed(&look, span_of(in.ptr, in.len / 3));
	text_look_feed(&look, span_of(in.ptr + in.len / 3, in.len - in.len / 3));
	for (size_t i = 0; i < in.len; i++)
		high += in.ptr[i] >> 7;
	if (look.high != high || look.len != in.len ||
		(look.utf8 && look.carry_len == 0) != (utf8_valid_len(in) == in.len))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum text_enc enc;
	struct buf text;
	struct buf fast;
	struct buf plain;
	struct span in;
	uint64_t fast_bad;
	uint64_t plain_bad;
	struct err err;

	if (size < 2)
		return 0;
	enc = (enum text_enc)(TEXT_ASCII + data[0] % (TEXT_ENC_COUNT - 1));
	buf_init(&text, 0);
	buf_init(&fast, 0);
	buf_init(&plain, 0);
	while (text.len < LONG)
		buf_add(&text, data + 1, size - 1);
	in = span_of(text.ptr, text.len);
	check_look(in);
	plain_bad = decode_plainly(enc, in, &plain);
	if (text_to_utf8(enc, in, &fast, &fast_bad, &err) != ERR_OK || fast_bad != plain_bad)
		abort();
	/* A mark in front is taken off by the converter. */
	if (plain.len >= 3 && memcmp(plain.ptr, "\xEF\xBB\xBF", 3) == 0) {
		if (!span_equal(span_of(fast.ptr, fast.len), span_of(plain.ptr + 3, plain.len - 3)))
			abort();
	} else if (!span_equal(span_of(fast.ptr, fast.len), span_of(plain.ptr, plain.len))) {
		abort();
	}
	buf_free(&text);
	buf_free(&fast);
	buf_free(&plain);
	return 0;
}
