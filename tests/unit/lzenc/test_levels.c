/* SPDX-License-Identifier: MIT */
/* What levels owe to 7-Zip's settings: texts of numbers, columns, lines of characters. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lzenc.h"

#define HEAD ((size_t)13) /* of .lzma */

static uint32_t seed;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static uint64_t level(struct span in, int n)
{
	struct lz_settings s = {.format = LZ_LZMA,
		.level = n,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
	struct lz_result res;
	struct blob out;
	struct err err;

	assert_int_equal(lz_encode(in, &s, &res, &out, &err), ERR_OK);
	blob_free(&out);
	return res.out_len;
}

/* One parse with lc3 lp0 pb2. */
static uint64_t parsed(struct span in, struct lzma_effort effort)
{
	struct lzma_encode how = {.prop = {3, 0, 2, lzma_dict_for(in.len)},
		.effort = effort,
		.verify = true,
		.threads = 1};
	struct blob out;
	struct err err;
	uint64_t len;

	assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
	len = HEAD + out.len;
	blob_free(&out);
	return len;
}

static uint64_t usual(struct span in, uint32_t nice)
{
	return parsed(in, (struct lzma_effort){LZMA_BT4, false, nice, 0});
}

static uint64_t quick(struct span in, unsigned noise)
{
	return parsed(in, (struct lzma_effort){LZMA_HC4, true, 64, 16, .noise = noise});
}

static void at_most(const char *what, uint64_t len, uint64_t most)
{
	if (len > most)
		fail_msg("%s: %zu bytes, more than %zu", what, (size_t)len, (size_t)most);
}

static size_t numbers(char *text, size_t room)
{
	size_t len = 0;
	unsigned i;

	for (i = 0; len + 40 < room; i++)
		len += (size_t)sprintf(text + len, "%u,%u.%03u,%u.%02u,%c%c\n", i, 20 + rnd(60),
			rnd(1000), i * 37 / 100, i * 37 % 100, 'a' + (char)rnd(20),
			'a' + (char)rnd(20));
	return len;
}

/* Lines of 20 bytes: what a code of two bytes stands for. */
static size_t map(char *text, size_t room)
{
	size_t len = 0;
	unsigned i, code = 0x4E00;

	for (i = 0; len + 24 < room; i++, code += 1 + rnd(3) * rnd(9))
		len += (size_t)sprintf(text + len, "0x%02X%02X\t0x%04X\t# %03o\n", 0x81 + i / 190,
			0x40 + i % 190, code, code & 0x1FF);
	return len;
}

/* Sixteen characters of two bytes in each line. */
static size_t rows(char *text, size_t room)
{
	size_t len = 0;
	unsigned i;

	for (i = 0; len + 3 < room; i++) {
		text[len++] = (char)(0xA1 + i / 94);
		text[len++] = (char)(0xA1 + i % 94);
		if (i % 16 == 15)
			text[len++] = '\n';
	}
	return len;
}

static void texts_of_numbers_are_never_far_from_the_usual(void **state)
{
	static const size_t lens[] = {24000, 75000, 270000};
	char *text = malloc(300000);
	struct span in;
	size_t i;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		seed = (uint32_t)i;
		in = span_of(text, numbers(text, lens[i]));
		at_most("level 5", level(in, 5), usual(in, 40) * 201 / 200);
		at_most("level 9", level(in, 9), usual(in, 64));
	}
	free(text);
}

static void columns_have_their_position(void **state)
{
	char text[40000];
	struct span in;

	(void)state;
	seed = 1;
	in = span_of(text, map(text, sizeof(text)));
	at_most("level 5", level(in, 5), usual(in, 40) * 201 / 200);
}

static void lines_of_characters_are_tried_as_usual(void **state)
{
	char text[15000];
	struct span in = span_of(text, rows(text, sizeof(text)));

	(void)state;
	at_most("level 5", level(in, 5), usual(in, 40) * 201 / 200);
}

/* Lines: the name of a character and its code. */
static size_t names(char *text, size_t room)
{
	size_t len = 0;
	unsigned i, code = 0xAC00;

	for (i = 0; len + 48 < room; i++, code += 1 + rnd(3) / 2 * rnd(30))
		len += (size_t)sprintf(text + len,
			"<U%04X>     /x%02x/x%02x         <HANGUL %04X>\n", code & 0xFFFF,
			(0x81 + i / 190) & 0xFF, 0x40 + i % 190, code & 0xFFFF);
	return len;
}

static void lines_alike_are_tried_as_usual(void **state)
{
	char text[120000];
	struct span in = span_of(text, names(text, sizeof(text)));

	(void)state;
	at_most("level 5", level(in, 5), usual(in, 40) * 201 / 200);
}

/* Of 0.01; a long table of pairs: a number, and its sine. */
#define SIN 0.009999833334166664
#define COS 0.9999500004166653
static void a_higher_level_has_the_usual_of_long_tables(void **state)
{
	size_t count = 75000, i;
	double *pairs = calloc(count, 2 * sizeof(*pairs));
	struct span in = span_of(pairs, count * 2 * sizeof(*pairs));

	(void)state;
	assert_non_null(pairs);
	for (i = 0; i < count; i++) {
		pairs[i * 2] = (double)i * .01;
		pairs[i * 2 + 1] =
			i < 2 ? (double)i * SIN : 2 * COS * pairs[i * 2 - 1] - pairs[i * 2 - 3];
	}
	at_most("level 6", level(in, 6), level(in, 5));
	free(pairs);
}

static size_t put16(uint8_t *p, unsigned v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	return 2;
}

/* Two triangles of each square of a grid. */
static size_t mesh(uint8_t *p, size_t room)
{
	unsigned width = 37, x = 0, at = 0;
	size_t len = 0;

	for (; len + 12 <= room; at++, x++) {
		if (x == width - 1)
			at++, x = 0;
		len += put16(p + len, at);
		len += put16(p + len, at + 1);
		len += put16(p + len, at + width);
		len += put16(p + len, at + 1);
		len += put16(p + len, at + width + 1);
		len += put16(p + len, at + width);
		if (rnd(50) == 0)
			len -= 6;
	}
	return len;
}

/* Chains of clusters, of 4 bytes each: by rules a fifth more. */
static size_t chains(uint8_t *p, size_t room)
{
	static const unsigned lens[] = {1, 2, 5, 20, 90, 300};
	unsigned cluster = 2, left = 5;
	size_t len = 0;

	for (; len + 4 <= room; cluster++, left--) {
		unsigned next = left == 0 ? 0x0FFFFFFF : cluster + 1;

		len += put16(p + len, next);
		len += put16(p + len, next >> 16);
		if (left == 0)
			left = lens[rnd(6)];
	}
	return len;
}

/* By rules the indices are less, all together is more. */
static void other_data_in_the_middle_do_not_decide(void **state)
{
	size_t len = 300000, amid = 70000;
	uint8_t *p = malloc(len);
	struct span in;

	(void)state;
	assert_non_null(p);
	seed = 2;
	in = span_of(p, chains(p, len));
	(void)mesh(p + (len - amid) / 2, amid);
	at_most("indices amid chains with level 3", level(in, 3), quick(in, 0) * 201 / 200);
	free(p);
}

static void tables_are_parsed_quickly_by_what_suits_them(void **state)
{
	static const size_t lens[] = {9000, 29000, 100000, 400000, 1200000};
	size_t most = lens[4], i;
	uint8_t *p = malloc(most);
	struct span in;

	(void)state;
	assert_non_null(p);
	for (i = mesh(p, 100); i > 0; i--)
		at_most("a few indices", quick(span_of(p, i), 1), 100 + HEAD);
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		seed = (uint32_t)i;
		in = span_of(p, mesh(p, lens[i]));
		at_most("indices with level 1", level(in, 1), quick(in, 1) * 201 / 200);
		at_most("indices with level 5", level(in, 5), level(in, 4));
		in = span_of(p, chains(p, lens[i]));
		at_most("chains with level 1", level(in, 1), quick(in, 0) * 201 / 200);
	}
	free(p);
}

/* An address, a number that grows, and one of five kinds. */
static size_t records(uint8_t *p, size_t room)
{
	static const unsigned kinds[] = {0x101, 0x201, 0x305, 0, 0x808};
	unsigned at = 0x4000, k = 0;
	size_t len = 0;

	for (; len + 12 <= room; at += 4 + 4 * rnd(5), k += rnd(2)) {
		len += put16(p + len, at);
		len += put16(p + len, at >> 16);
		len += put16(p + len, k);
		len += put16(p + len, k >> 16);
		len += put16(p + len, kinds[rnd(5)]);
		len += put16(p + len, 0);
	}
	return len;
}

static void a_table_keeps_more_than_one_way(void **state)
{
	static const size_t lens[] = {30000, 120000, 1200000};
	uint8_t *p = malloc(lens[2]);
	struct span in;
	size_t i;

	(void)state;
	assert_non_null(p);
	for (i = 0; i < 3; i++) {
		in = span_of(p, records(p, lens[i]));
		at_most("records with level 5", level(in, 5), usual(in, 40) * 199 / 200);
	}
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_of_numbers_are_never_far_from_the_usual),
		cmocka_unit_test(columns_have_their_position),
		cmocka_unit_test(lines_of_characters_are_tried_as_usual),
		cmocka_unit_test(lines_alike_are_tried_as_usual),
		cmocka_unit_test(a_higher_level_has_the_usual_of_long_tables),
		cmocka_unit_test(tables_are_parsed_quickly_by_what_suits_them),
		cmocka_unit_test(other_data_in_the_middle_do_not_decide),
		cmocka_unit_test(a_table_keeps_more_than_one_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
