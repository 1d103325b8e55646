/* SPDX-License-Identifier: MIT */
/* The fast loops over whole texts agree with plain ones: looking, counting lines, pairs. */
#include <stdlib.h>
#include <string.h>

#include "../../decode_plainly.h"
#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "test.h"

static uint32_t seed = 7;

static uint32_t next_random(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

/* Mostly ASCII with line ends of all kinds, control characters and others now and then. */
static size_t random_text(uint8_t *out, size_t len)
{
	static const uint8_t odd[] = {0, 1, 9, 10, 13, 13, 10, 0x1A, 0x1B, '~', 0x7F};
	uint32_t high = next_random() % 40;
	size_t at = 0;

	while (len - at >= 4) {
		uint32_t r = next_random() % 100;

		if (r < high)
			at += utf8_put(0x80 + next_random() % 0xD000, out + at);
		else if (r < high + 5)
			out[at++] = odd[next_random() % sizeof(odd)];
		else
			out[at++] = (uint8_t)(0x20 + next_random() % 0x5F);
	}
	return at;
}

static bool is_control(uint8_t c)
{
	return (c < 0x20 && !(c >= 9 && c <= 13) && c != 0x1A && c != 0x1B) || c == 0x7F;
}

static void a_look_counts_as_one_byte_after_the_other(void **state)
{
	uint8_t text[900];

	(void)state;
	for (unsigned round = 0; round < 5000; round++) {
		size_t len = random_text(text, next_random() % sizeof(text));
		struct text_look look;
		uint64_t high = 0;
		uint64_t control = 0;
		size_t pos = 0;

		if (round % 3 == 0 && len != 0)
			text[next_random() % len] = (uint8_t)next_random();
		text_look_init(&look);
		while (pos < len) {
			size_t step = 1 + next_random() % 300;

			step = step < len - pos ? step : len - pos;
			text_look_feed(&look, span_of(text + pos, step));
			pos += step;
		}
		for (size_t i = 0; i < len; i++) {
			high += text[i] >= 0x80;
			control += is_control(text[i]);
		}
		assert_int_equal(look.len, len);
		assert_int_equal(look.high, high);
		assert_int_equal(look.control, control);
		assert_int_equal(look.utf8 && look.carry_len == 0,
			utf8_valid_len(span_of(text, len)) == len);
		assert_int_equal(look.ff, len != 0 && memchr(text, 0xFF, len) != NULL);
	}
}

static void a_look_settles_what_the_detector_does(void **state)
{
	static const char *const texts[] = {"", "plain", "caf\xC3\xA9", "\xEF\xBB\xBFmark",
		"\xEF\xBB\xBF\xC3\xA9", "a\x01\x02\x03", "cut \xE4\xB8"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct span in = span_of(texts[i], strlen(texts[i]));
		struct text_guess all;
		struct text_guess one;
		struct text_look look;
		struct err err;

		text_look_init(&look);
		text_look_feed(&look, in);
		assert_int_equal(text_detect(in, NULL, &all, &err), ERR_OK);
		/* A few bytes of UTF-8 may be something else. */
		assert_int_equal(text_look_settles(&look, &one), i != 2 && i != 6);
		if (i == 2 || i == 6)
			continue;
		assert_int_equal(one.verdict, all.verdict);
		assert_int_equal(one.enc, all.enc);
		assert_int_equal(one.bom, all.bom);
		assert_int_equal(one.non_ascii, all.non_ascii);
	}
}

/* As an empty file is, which has no place in memory. */
static void a_look_takes_no_bytes_at_all(void **state)
{
	struct text_guess guess;
	struct text_look look;
	struct err err;

	(void)state;
	text_look_init(&look);
	text_look_feed(&look, span_of(NULL, 0));
	assert_true(text_look_settles(&look, &guess));
	assert_int_equal(guess.verdict, TEXT_EMPTY);
	assert_int_equal(text_detect(span_of(NULL, 0), NULL, &guess, &err), ERR_OK);
	assert_int_equal(guess.verdict, TEXT_EMPTY);
}

struct place {
	uint64_t line;
	uint64_t column;
};

static void keep_place(void *user, const struct text_bad *bad)
{
	*(struct place *)user = (struct place){bad->line, bad->column};
}

static enum err_code drop(void *user, struct span out, struct err *err)
{
	(void)user;
	(void)out;
	(void)err;
	return ERR_OK;
}

static struct place plain_place(struct span text)
{
	struct place p = {1, 1};

	for (size_t i = 0; i < text.len; i++) {
		uint8_t c = text.ptr[i];

		if (c == '\n' && i > 0 && text.ptr[i - 1] == '\r')
			continue; /* belongs to the line end before it */
		if (c == '\n' || c == '\r')
			p = (struct place){p.line + 1, 1};
		else
			p.column += (c & 0xC0) != 0x80;
	}
	return p;
}

static void places_count_every_kind_of_line_end(void **state)
{
	uint8_t text[1200];

	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		struct place got = {0, 0};
		struct place want;
		struct text_conv_opts opts = {.from = TEXT_UTF8,
			.to = TEXT_UTF8,
			.on_bad = keep_place,
			.write = drop,
			.user = &got};
		struct text_conv_stats stats;
		struct text_conv *c;
		struct err err;
		size_t len = random_text(text, 20 + next_random() % 1100);
		size_t pos = 0;

		/* Texts without a CR, and with the first one late, are counted in another way. */
		for (size_t i = 0; round % 3 != 0 && i < (round % 3 == 1 ? len : len / 2); i++)
			text[i] = text[i] == '\r' ? '\n' : text[i];
		text[len] = 0xFF;
		assert_int_equal(text_conv_open(&opts, &c, &err), ERR_OK);
		while (pos <= len) {
			size_t step = 1 + next_random() % 500;

			step = step < len + 1 - pos ? step : len + 1 - pos;
			assert_int_equal(
				text_conv_feed(c, span_of(text + pos, step), &err), ERR_OK);
			pos += step;
		}
		assert_int_equal(text_conv_finish(c, &stats, &err), ERR_OK);
		text_conv_close(c);
		want = plain_place(span_of(text, len));
		assert_int_equal(got.line, want.line);
		assert_int_equal(got.column, want.column);
	}
}

static void random_pairs(uint8_t *out, size_t len, unsigned dense)
{
	size_t at = 0;

	while (at < len) {
		if (next_random() % 100 < dense && len - at >= 2) {
			out[at++] = (uint8_t)(0xA1 + next_random() % 0x5E);
			out[at++] = (uint8_t)(next_random() % 8 != 0 ? 0xA1 + next_random() % 0x5E
								     : 0x40 + next_random() % 0x3F);
		} else if (next_random() % 400 == 0) {
			out[at++] = (uint8_t)next_random();
		} else {
			out[at++] = (uint8_t)(0x20 + next_random() % 0x5F);
		}
	}
}

/* Long texts are decoded by a table and vectors, pieces without. */
static void long_texts_decode_as_short_ones(void **state)
{
	static const enum text_enc encs[] = {TEXT_GB18030, TEXT_BIG5, TEXT_SHIFT_JIS, TEXT_EUC_JP,
		TEXT_CP949, TEXT_JOHAB, TEXT_EUC_TW};
	static const unsigned dense[] = {3, 50, 97};
	size_t len = 90000;
	uint8_t *text = malloc(len);

	(void)state;
	assert_non_null(text);
	for (unsigned i = 0; i < 21; i++) {
		struct buf fast;
		struct buf plain;
		struct err err;
		uint64_t bad;

		buf_init(&fast, 0);
		buf_init(&plain, 0);
		random_pairs(text, len, dense[i / 7]);
		decode_plainly(encs[i % 7], span_of(text, len), &plain);
		assert_int_equal(
			text_to_utf8(encs[i % 7], span_of(text, len), &fast, &bad, &err), ERR_OK);
		assert_int_equal(fast.len, plain.len);
		assert_memory_equal(fast.ptr, plain.ptr, plain.len);
		buf_free(&fast);
		buf_free(&plain);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_look_counts_as_one_byte_after_the_other),
		cmocka_unit_test(a_look_settles_what_the_detector_does),
		cmocka_unit_test(a_look_takes_no_bytes_at_all),
		cmocka_unit_test(places_count_every_kind_of_line_end),
		cmocka_unit_test(long_texts_decode_as_short_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
