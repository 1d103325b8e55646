/* SPDX-License-Identifier: MIT */
/* Each loop with vectors, whichever of them this processor would choose, does what plain ones do.
 */
#include <stdlib.h>
#include <string.h>

#include "../../decode_plainly.h"
#include "test.h"
#include "text_private.h"

#ifdef TEXT_X86
#define ROUNDS 20000
#define LEN    1200

static uint32_t seed = 11;

static uint32_t next_random(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

/* Moved to the end of its room, where a sanitizer sees what is read after it. */
static struct span at_end(uint8_t text[LEN], size_t len)
{
	memmove(text + LEN - len, text, len);
	return span_of(text + LEN - len, len);
}

static bool has_avx2(void)
{
	return __builtin_cpu_supports("avx2") != 0;
}

static uint32_t random_char(void)
{
	static const uint32_t from[] = {0x20, 0x80, 0x800, 0xD7F0, 0xE000, 0x4E00, 0xFF00, 0x10000};
	static const uint32_t span[] = {0x5F, 0x780, 0x800, 0x10, 0x1000, 0x51A6, 0x100, 0x100000};
	uint32_t kind = next_random() % 8;

	return from[kind] + next_random() % span[kind];
}

/* Runs of ASCII, Chinese and characters of every length; then, now and then, a byte is changed. */
static size_t random_utf8(uint8_t *out, size_t len)
{
	uint32_t mix = next_random() % 100;
	size_t at = 0;

	while (len - at >= 4) {
		uint32_t r = next_random() % 100;
		uint32_t cp = r < mix ? 0x4E00 + next_random() % 0x51A6 : 0x20 + r % 0x5F;

		at += utf8_put(r % 9 == 0 && mix % 3 == 0 ? random_char() : cp, out + at);
	}
	if (next_random() % 2 == 0)
		out[next_random() % at] = (uint8_t)next_random();
	return at;
}

static void check_valid(size_t (*valid)(struct span in), struct span in)
{
	size_t good = utf8_valid_len(in);
	size_t done = valid(in);

	assert_true(done % 64 == 0 && done <= in.len);
	assert_true(done <= good + 3);
	if (in.len - done >= 64)
		assert_true(good < done + 64);
}

static void all_find_what_is_not_utf8(void **state)
{
	static uint8_t text[LEN];

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		size_t len = random_utf8(text, 64 + next_random() % (LEN - 64));
		struct span in = at_end(text, len);

		if (has_avx2())
			check_valid(utf8_valid_avx2, in);
	}
}

static void check_look(struct span in, bool utf8)
{
	struct look_sums sums = {0, 0, 0};
	struct look_sums want = {0, 0, 0};
	size_t done = look_avx2(in, utf8, &sums);
	const unsigned told = LOOK_NUL | LOOK_ESC | LOOK_TILDE;

	for (size_t i = 0; i < done; i++) {
		uint8_t byte = in.ptr[i];
		unsigned kinds = byte < 0x80 ? look_low[byte & 15] & look_high[byte >> 4] : 0;

		want.high += byte >> 7;
		want.control += (kinds & LOOK_CONTROL) != 0;
		want.kinds |= kinds;
	}
	assert_int_equal(sums.high, want.high);
	assert_int_equal(sums.control, want.control);
	assert_int_equal(want.kinds & told & ~sums.kinds, 0);
}

static void all_see_the_same_kinds(void **state)
{
	static uint8_t text[LEN];

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		size_t len = random_utf8(text, 64 + next_random() % (LEN - 64));
		struct span in;

		for (unsigned k = next_random() % 8; k != 0; k--)
			text[next_random() % len] = (uint8_t)(next_random() % 128);
		in = at_end(text, len);
		if (has_avx2()) {
			check_look(in, false);
			check_look(in, true);
			assert_true(look_avx2(in, true, &(struct look_sums){0, 0, 0}) ==
				    utf8_valid_avx2(in));
		}
	}
}

/* Pairs that are characters, mostly, four bytes of GB 18030 and others that are none. */
static size_t random_pairs(uint8_t *out, size_t len)
{
	uint32_t mix = next_random() % 101;
	bool clean = next_random() % 2 == 0;
	size_t at = 0;

	while (len - at >= 2) {
		if (next_random() % 100 >= mix) {
			out[at++] = (uint8_t)(next_random() % 0x80);
			continue;
		}
		out[at++] = (uint8_t)(0xB0 + next_random() % 0x27);
		out[at++] = (uint8_t)(0xA1 + next_random() % 0x5D);
	}
	for (unsigned k = clean ? 0 : 1 + next_random() % 3; k != 0 && at != 0; k--)
		out[next_random() % at] = (uint8_t)(next_random() % 4 == 0 ? 0x30 : next_random());
	return at;
}

/* What a loop has made of the begin is what plain decoding makes of it. */
static void check_pass(const struct pass *p, enum text_enc enc)
{
	struct buf plain;

	buf_init(&plain, 0);
	assert_int_equal(decode_plainly(enc, span_of(p->in.ptr, p->pos), &plain), 0);
	assert_int_equal(p->made, plain.len);
	assert_memory_equal(p->out, plain.ptr, plain.len);
	buf_free(&plain);
}

static size_t check_pairs(void (*run)(struct pass *p, const uint32_t *pairs), struct span in,
	enum text_enc enc, size_t cap)
{
	static uint8_t out[2 * LEN + 200];
	struct pass p = {.in = in, .out = out, .cap = cap};

	memset(out + cap, 0x55, sizeof(out) - cap);
	run(&p, text_pairs_get(enc));
	assert_true(p.pos <= in.len && p.made <= cap);
	for (size_t i = cap; i < sizeof(out); i++)
		assert_int_equal(out[i], 0x55);
	check_pass(&p, enc);
	return p.pos;
}

static void all_convert_pairs(void **state)
{
	static const enum text_enc encs[] = {TEXT_GB18030, TEXT_BIG5, TEXT_SHIFT_JIS, TEXT_CP949};
	static uint8_t text[LEN];

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		enum text_enc enc = encs[round % 8 < 5 ? 0 : round % 8 - 4];
		struct span in = at_end(text, random_pairs(text, next_random() % LEN));
		size_t narrow = next_random() % (2 * LEN);

		if (has_avx2())
			check_pairs(pairs_run_avx2, in, enc, narrow);
	}
}

static void check_gb(size_t (*valid)(struct span in, size_t pos), struct span in, size_t from)
{
	struct buf plain;
	size_t done = valid(in, from);

	assert_true(done >= from && done <= in.len);
	buf_init(&plain, 0);
	assert_int_equal(
		decode_plainly(TEXT_GB18030, span_of(in.ptr + from, done - from), &plain), 0);
	buf_free(&plain);
}

static void all_prove_gb18030(void **state)
{
	static uint8_t text[LEN];

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct span in = at_end(text, random_pairs(text, 2 + next_random() % (LEN - 2)));
		size_t from = 0;

		while (from < in.len && next_random() % 4 != 0)
			from += in.ptr[from] < 0x80 ? 1 : 2;
		from = from < in.len ? from : 0;
		if (has_avx2())
			check_gb(gb_valid_avx2, in, from);
	}
}

static size_t random_units(uint8_t *out, size_t len, unsigned low)
{
	uint32_t mix = next_random() % 101;
	bool odd = next_random() % 3 == 0;
	size_t at = 0;

	for (; len - at >= 4; at += 2) {
		uint32_t unit = next_random() % 100 < mix ? 0x4E00 + next_random() % 0x5000
							  : next_random() % 0x80;

		if (odd && next_random() % 20 == 0)
			unit = next_random() % 0x10000;
		out[at + low] = (uint8_t)unit;
		out[at + 1 - low] = (uint8_t)(unit >> 8);
	}
	return at;
}

static void check_units(void (*run)(struct pass *p, unsigned low), struct span in, unsigned low)
{
	static uint8_t out[2 * LEN];
	struct pass p = {.in = in, .out = out, .cap = next_random() % sizeof(out)};

	memset(out + p.cap, 0x55, sizeof(out) - p.cap);
	run(&p, low);
	assert_true(p.pos % 2 == 0 && p.pos <= in.len && p.made <= p.cap);
	for (size_t i = p.cap; i < sizeof(out); i++)
		assert_int_equal(out[i], 0x55);
	check_pass(&p, low == 0 ? TEXT_UTF16LE : TEXT_UTF16BE);
}

static void all_convert_utf16(void **state)
{
	static uint8_t text[LEN];

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned low = round % 2;
		struct span in =
			at_end(text, random_units(text, 4 + next_random() % (LEN - 4), low));

		if (has_avx2())
			check_units(utf16_run_avx2, in, low);
	}
}

/* Every unit at every place, and every code of two bytes. */
static void all_convert_every_unit(void **state)
{
	static uint8_t text[128];

	(void)state;
	for (uint32_t unit = 0; unit < 0x10000; unit++) {
		memset(text, 0, sizeof(text));
		text[2 * (unit % 32)] = (uint8_t)unit;
		text[2 * (unit % 32) + 1] = (uint8_t)(unit >> 8);
		if (has_avx2())
			check_units(utf16_run_avx2, span_of(text, sizeof(text)), 0);
		memset(text, 'a', sizeof(text));
		text[unit % 64] = (uint8_t)(unit >> 8);
		text[unit % 64 + 1] = (uint8_t)unit;
		if (has_avx2() && unit >= 0x8000)
			check_pairs(pairs_run_avx2, span_of(text, sizeof(text)), TEXT_GB18030, 500);
	}
}

/* Pairs from the first or the second byte on, and at one place a thing that is none of three bytes:
 * a loop comes to the block that has it, and not over it. */
static void check_special(
	void (*run)(struct pass *p, const uint32_t *pairs), const char *thing, size_t len)
{
	static uint8_t text[LEN];

	for (size_t at = 0; at < 200; at++) {
		size_t done;

		for (size_t i = 0; i < sizeof(text); i++)
			text[i] = i < at % 2 ? 'a' : (uint8_t)(0xB0 + i % 39);
		memcpy(text + at, thing, len);
		done = check_pairs(run, span_of(text, 400), TEXT_GB18030, 800);
		assert_true(done <= at && done + 65 > at);
	}
}

static void many_short_texts_justify_a_table(void **state)
{
	(void)state;
	assert_null(text_pairs_for(TEXT_JOHAB, PAIRS_WORTH / 2));
	assert_null(text_pairs_for(TEXT_JOHAB, PAIRS_WORTH / 2 - 1));
	assert_ptr_equal(text_pairs_for(TEXT_JOHAB, 1), text_pairs_get(TEXT_JOHAB));
	assert_null(text_pairs_for(TEXT_WINDOWS_1252, PAIRS_WORTH));
}

static void all_stop_at_special_pairs(void **state)
{
	/* Two bytes of UTF-8, the euro sign, no lead, no trail, four bytes, cut before ASCII */
	static const char *const things[] = {
		"\xA1\xA4", "\x80", "\xFF", "\xB0\x7F", "\x81\x30\x84\x36", "\xB0\n"};

	(void)state;
	for (size_t i = 0; i < sizeof(things) / sizeof(things[0]); i++) {
		if (has_avx2())
			check_special(pairs_run_avx2, things[i], strlen(things[i]));
	}
}

/* The same with a surrogate between units of three bytes, of two and of one. */
static void check_surrogate(void (*run)(struct pass *p, unsigned low), size_t at, uint16_t rest)
{
	static uint8_t out[LEN];
	static uint8_t text[400];
	struct pass p = {.in = span_of(text, sizeof(text)), .out = out, .cap = sizeof(out)};

	for (size_t i = 0; i < sizeof(text) / 2; i++)
		put_u16le(text + 2 * i, i == at ? (uint16_t)(0xD800 + 7 * at) : rest);
	run(&p, 0);
	assert_true(p.pos <= 2 * at && p.pos + 64 > 2 * at);
	check_pass(&p, TEXT_UTF16LE);
}

static void all_stop_at_surrogates(void **state)
{
	static const uint16_t rests[] = {0x4E2D, 0x430, 'a'};

	(void)state;
	for (size_t at = 0; at < 150; at++) {
		for (size_t i = 0; i < 3; i++) {
			if (has_avx2())
				check_surrogate(utf16_run_avx2, at, rests[i]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_find_what_is_not_utf8),
		cmocka_unit_test(all_see_the_same_kinds),
		cmocka_unit_test(all_convert_pairs),
		cmocka_unit_test(all_prove_gb18030),
		cmocka_unit_test(all_convert_utf16),
		cmocka_unit_test(all_convert_every_unit),
		cmocka_unit_test(all_stop_at_special_pairs),
		cmocka_unit_test(many_short_texts_justify_a_table),
		cmocka_unit_test(all_stop_at_surrogates),
	};

	return cmocka_run_group_tests_name("text_simd", tests, NULL, NULL);
}
#else
int main(void)
{
	puts("SKIP: there are no loops with vectors for this processor");
	return 77;
}
#endif
