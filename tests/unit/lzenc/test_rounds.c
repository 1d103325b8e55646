/* SPDX-License-Identifier: MIT */
/* What --best and level 9 must not miss: parses that gain by learned prices, noise, long matches.
 */
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

/* Is --best at most what one encoding with this effort makes? */
static void best_has(struct span in, const struct lzma_effort *effort, unsigned passes)
{
	struct lz_settings s = {.format = LZ_LZMA,
		.level = 9,
		.best = true,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
	struct lzma_encode how = {.effort = *effort, .passes = passes, .threads = 1};
	struct lz_result res;
	struct blob out;
	struct err err;

	assert_int_equal(lz_encode(in, &s, &res, &out, &err), ERR_OK);
	blob_free(&out);
	how.prop = res.way.how.prop;
	assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
	if (res.out_len > HEAD + out.len)
		fail_msg("%zu bytes, not %zu", (size_t)res.out_len, HEAD + out.len);
	blob_free(&out);
}

static void best_learns_more_of_what_is_repeated(void **state)
{
	enum { LEN = 200000, GAP = 100 };
	uint8_t *p = calloc(1, LEN);
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 1;
	for (i = 0; i < LEN; i += GAP + rnd(2 * GAP))
		p[i] = (uint8_t)rnd(256);
	best_has(span_of(p, LEN), &(struct lzma_effort){LZMA_BT4, false, 273, 0}, 4);
	free(p);
}

/* Blocks of lines, mostly twice: matches longer than 128 bytes. */
static void best_has_long_matches(void **state)
{
	enum { LEN = 40000, PART = 180 };
	uint8_t *p = malloc(LEN);
	size_t i, k;

	(void)state;
	assert_non_null(p);
	seed = 2;
	for (i = 0; i < LEN; i++)
		p[i] = (uint8_t)('a' + rnd(20));
	for (i = 8 * PART; i + PART <= LEN; i += PART + rnd(4)) {
		size_t from = rnd(8 * PART - PART);

		for (k = 0; k < PART; k++)
			p[i + k] = p[from + k];
	}
	best_has(span_of(p, LEN), &(struct lzma_effort){LZMA_BT4, false, 273, 0}, 2);
	free(p);
}

static void best_has_the_parses_for_noise(void **state)
{
	unsigned noise, count = 0;
	char text[10000];
	size_t len = 0;

	(void)state;
	seed = 3;
	while (len + 40 < sizeof(text))
		len += (size_t)sprintf(text + len, "%u,%c,%u.%02u,%u\n", count++, "NSE"[rnd(3)],
			10 + rnd(8) + rnd(8), (unsigned)rnd(100), (unsigned)rnd(1000));
	for (noise = 1; noise <= LZMA_NOISE_MOST; noise++)
		best_has(span_of(text, len),
			&(struct lzma_effort){LZMA_BT4, false, 128, 0, .noise = noise}, 8);
}

/* Level 8 makes one pass with one way to each position. */
static void begins_as_level_8(struct span in)
{
	struct lz_settings s = {.format = LZ_LZMA,
		.level = 9,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
	struct sz_method ways[LZ_WAYS_MAX];
	size_t count, i;
	struct err err;

	assert_int_equal(lz_ways(in, &s, ways, &count, &err), ERR_OK);
	for (i = 0; i < count; i++)
		assert_true(ways[i].how.effort.wide <= 1 || ways[i].how.passes >= 2);
}

static void level_9_begins_as_level_8(void **state)
{
	uint8_t p[40000];
	size_t i;

	(void)state;
	seed = 4;
	for (i = 0; i < sizeof(p); i++)
		p[i] = (uint8_t)("printf(line, \"%s: \\n\");"[rnd(22)]);
	begins_as_level_8(span_of(p, sizeof(p)));
}

/* Without learned prices a FAT of 32 bits becomes half as large again. */
static void level_9_learns_of_what_is_repeated(void **state)
{
	enum { LEN = 200000, LINE = 61 };
	uint8_t *p = malloc(LEN);
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 6;
	for (i = 0; i < LEN; i++)
		p[i] = i < LINE || rnd(1u << 24) < 1u << 18 ? (uint8_t)('a' + rnd(20))
							    : p[i - LINE];
	begins_as_level_8(span_of(p, LEN));
	free(p);
}

/* Encodings at level 9 of random symbols. */
static unsigned tries_of(uint32_t symbols)
{
	struct lz_settings s = {
		.format = LZ_LZMA, .level = 9, .filter = BRANCH_NONE, .lc = 0, .lp = 0, .pb = 0};
	struct lz_result res;
	uint8_t p[40000];
	struct blob out;
	struct err err;
	size_t i;

	seed = 5;
	for (i = 0; i < sizeof(p); i++)
		p[i] = (uint8_t)((rnd(1u << 24) >> 8) % symbols); /* lower bits repeat soon */
	assert_int_equal(lz_encode(span_of(p, sizeof(p)), &s, &res, &out, &err), ERR_OK);
	blob_free(&out);
	return res.tried;
}

/* Parses for noise gain too little of what is packed to 40 to 50 %, as most programs are. */
static void level_9_takes_no_program_for_noise(void **state)
{
	(void)state;
	assert_true(tries_of(12) < tries_of(20));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(best_learns_more_of_what_is_repeated),
		cmocka_unit_test(best_has_long_matches),
		cmocka_unit_test(best_has_the_parses_for_noise),
		cmocka_unit_test(level_9_begins_as_level_8),
		cmocka_unit_test(level_9_learns_of_what_is_repeated),
		cmocka_unit_test(level_9_takes_no_program_for_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
