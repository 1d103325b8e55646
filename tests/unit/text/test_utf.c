/* SPDX-License-Identifier: MIT */
/* The vector loops agree with the plain ones, at every alignment and chunk size. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "test.h"

static uint32_t seed = 1;

static uint32_t next_random(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

/* mix 4: of all lengths, 5: without surrogates in UTF-16. */
static uint32_t random_cp(unsigned mix)
{
	static const uint32_t top[] = {0x80, 0x800, 0x10000, 0x110000};
	uint32_t limit = mix < 4 ? top[mix] : top[next_random() % (mix == 4 ? 4 : 3)];
	uint32_t cp = next_random() % limit;

	return cp >= 0xD800 && cp < 0xE000 ? 0x4E00 : cp;
}

static size_t random_text(uint8_t *out, size_t len, unsigned mix)
{
	size_t at = 0;

	while (len - at >= 4)
		at += utf8_put(random_cp(mix), out + at);
	return at;
}

static void validation_agrees_with_the_plain_one(void **state)
{
	uint8_t text[700];

	(void)state;
	for (unsigned round = 0; round < 20000; round++) {
		size_t len = random_text(text, 130 + next_random() % 500, round % 5);
		size_t hits = next_random() % 3;

		while (hits-- != 0)
			text[next_random() % len] = (uint8_t)next_random();
		assert_int_equal(text_utf8_valid_len(span_of(text, len)),
			utf8_valid_len(span_of(text, len)));
	}
}

/* Converts in chunks of the given sizes, as a stream would come. */
static size_t decode_chunks(
	enum text_enc enc, struct span in, size_t step, uint8_t *out, size_t out_step)
{
	struct text_decoder d;
	size_t pos = 0;
	size_t end = 0;
	size_t total = 0;

	text_decoder_init(&d, enc);
	for (;;) {
		size_t used;
		size_t made;
		enum text_stop stop;

		stop = text_decode(&d, span_of(in.ptr + pos, end - pos), end == in.len, out + total,
			out_step, &used, &made);
		pos += used;
		total += made;
		if (stop == TEXT_STOP_BAD)
			pos += d.bad_len;
		else if (stop == TEXT_STOP_INPUT && end == in.len)
			return total;
		else if (stop == TEXT_STOP_INPUT)
			end = in.len - end < step ? in.len : end + step;
	}
}

static void utf16_goes_there_and_back(void **state)
{
	static const enum text_enc list[] = {
		TEXT_UTF16LE, TEXT_UTF16BE, TEXT_UTF32LE, TEXT_UTF32BE, TEXT_UTF8, TEXT_GB18030};
	uint8_t text[600];
	uint8_t form[4096];
	uint8_t back[4096];

	(void)state;
	for (unsigned round = 0; round < 6000; round++) {
		enum text_enc enc = list[round % 6];
		size_t len = random_text(text, 50 + next_random() % 500, round / 6 % 6);
		struct text_encoder e;
		struct err err;
		size_t used;
		size_t made;

		assert_int_equal(text_encoder_open(&e, enc, &err), ERR_OK);
		if (text_encode(&e, span_of(text, len), true, form, sizeof(form), &used, &made) ==
			TEXT_STOP_INPUT) {
			size_t got = decode_chunks(enc, span_of(form, made), 1 + next_random() % 70,
				back, 32 + next_random() % 100);

			assert_int_equal(got, len);
			assert_memory_equal(back, text, len);
		}
		text_encoder_close(&e);
	}
}

static void chunks_do_not_change_the_result(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 20000; round++) {
		enum text_enc enc =
			(enum text_enc)(TEXT_ASCII + next_random() % (TEXT_ENC_COUNT - 1));
		uint8_t in[120];
		uint8_t a[1200];
		uint8_t b[1200];
		size_t len = next_random() % sizeof(in);
		size_t whole;
		size_t parts;

		for (size_t i = 0; i < len; i++) {
			uint32_t r = next_random();

			in[i] = r % 3 == 0 ? (uint8_t) "\x1B$B(J)C~{}\x0E\x0F\n1"[r / 3 % 14]
					   : (uint8_t)r;
		}
		whole = decode_chunks(enc, span_of(in, len), sizeof(in), a, 700);
		parts = decode_chunks(enc, span_of(in, len), 1 + next_random() % 9, b, 16);
		assert_int_equal(whole, parts);
		assert_memory_equal(a, b, whole);
		assert_int_equal(utf8_valid_len(span_of(a, whole)), whole);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(validation_agrees_with_the_plain_one),
		cmocka_unit_test(utf16_goes_there_and_back),
		cmocka_unit_test(chunks_do_not_change_the_result),
	};

	return cmocka_run_group_tests_name("text_utf", tests, NULL, NULL);
}
