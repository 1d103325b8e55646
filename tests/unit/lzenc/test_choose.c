/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "choose.h"
#include "lzenc.h"

#define LEN ((size_t)300000)

static struct lz_settings settings(enum lz_format format, enum lz_target target)
{
	return (struct lz_settings){.format = format,
		.target = target,
		.level = 9,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
}

static uint32_t seed;

static uint32_t rnd(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

/* Functions of random bytes that call few targets from many places. */
static uint8_t *x86_code(void)
{
	uint8_t *p = malloc(LEN);
	size_t i;

	assert_non_null(p);
	seed = 1;
	for (i = 0; i < LEN; i++)
		p[i] = (uint8_t)(rnd() % 7 * 8);
	for (i = 0; i + 5 < LEN; i += 9 + rnd() % 20) {
		p[i] = 0xE8;
		put_u32le(p + i + 1, (uint32_t)(rnd() % 50 * 4000 - i - 5));
	}
	return p;
}

static uint8_t *arm64_code(void)
{
	uint8_t *p = malloc(LEN);
	size_t i;

	assert_non_null(p);
	seed = 2;
	for (i = 0; i + 4 <= LEN; i += 4) {
		uint32_t to = rnd() % 50 * 1000;

		put_u32le(p + i, rnd() % 3 == 0 ? 0x94000000u | ((to - (uint32_t)i / 4) & 0x3FFFFFF)
						: 0xAA0003E0u | rnd() % 16 << 16 | rnd() % 8);
	}
	return p;
}

static struct sz_method first_way(const uint8_t *p, const struct lz_settings *s)
{
	struct sz_method ways[LZ_WAYS_MAX];
	size_t count = 0;
	struct err err;

	assert_int_equal(lz_ways(span_of(p, LEN), s, ways, &count, &err), ERR_OK);
	assert_true(count >= 1 && count <= LZ_WAYS_MAX);
	return ways[0];
}

static void filter_follows_the_code_and_the_reader(void **state)
{
	struct lz_settings portable = settings(LZ_7Z, LZ_ANYONE), zip = settings(LZ_7Z, LZ_7ZIP),
			   plain = settings(LZ_LZMA, LZ_EDK2),
			   section = settings(LZ_SECTION, LZ_EDK2);
	uint8_t *x86 = x86_code(), *arm64 = arm64_code();

	(void)state;
	assert_int_equal(first_way(x86, &portable).filter, BRANCH_X86);
	assert_false(first_way(x86, &portable).bcj2);
	assert_true(first_way(x86, &zip).bcj2);
	assert_int_equal(first_way(x86, &section).filter, BRANCH_X86);
	assert_int_equal(first_way(x86, &plain).filter, BRANCH_NONE);
	assert_int_equal(first_way(arm64, &portable).filter, BRANCH_NONE);
	assert_int_equal(first_way(arm64, &section).filter, BRANCH_NONE);
	assert_int_equal(first_way(arm64, &zip).filter, BRANCH_ARM64);
	free(x86);
	free(arm64);
}

static void limits_of_readers_hold_for_every_way(void **state)
{
	static const struct {
		enum lz_target target;
		unsigned lclp;
		uint32_t dict;
		/*
		 * Models of 2 bytes each, base and 768 << (lc + lp) of them, have to fit in room:
		 * EDK2 LzmaDecompressLibInternal.h (SCRATCH_BUFFER_REQUEST_SIZE) with SDK 19.00;
		 * coreboot src/lib/lzma.c (scratchpad) and lzmadecode.h. The others allocate.
		 */
		unsigned base, room;
	} rows[] = {{LZ_EDK2, 4, 128u << 20, 1984, 65536},
		{LZ_COREBOOT, 3, 128u << 20, 1846, 15980},
		{LZ_UBOOT, 4, 128u << 20, 1984, UINT32_MAX},
		{LZ_LINUX, 4, 32u << 20, 1846, UINT32_MAX}};
	uint8_t *arm64 = arm64_code();
	size_t i, w;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct lz_settings s = settings(LZ_LZMA, rows[i].target);
		struct sz_method ways[LZ_WAYS_MAX];
		size_t count = 0;
		struct err err;

		s.best = true;
		assert_int_equal(lz_ways(span_of(arm64, LEN), &s, ways, &count, &err), ERR_OK);
		assert_true(count > 1);
		for (w = 0; w < count; w++) {
			const struct lzma_prop *p = &ways[w].how.prop;

			assert_true((unsigned)p->lc + p->lp <= rows[i].lclp);
			assert_true(2 * (rows[i].base + (768u << (p->lc + p->lp))) <= rows[i].room);
			assert_true(p->dict <= rows[i].dict);
			assert_int_equal(p->dict & (p->dict - 1), 0);
			assert_int_equal(ways[w].filter, BRANCH_NONE);
		}
	}
	free(arm64);
}

/*
 * Noise, for which no filter matters, with a table that Delta suits and a little less code: Delta
 * promises more than the filter of the code, but too little to be followed.
 */
static void a_doubted_delta_does_not_hide_another_filter(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	size_t len = (size_t)3 << 20, at, i;
	uint8_t *p = malloc(len);
	enum branch_kind kind;
	struct err err;

	(void)state;
	assert_non_null(p);
	seed = 3;
	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(rnd() >> 14);
	/* in pages, so that a sample has as much of each as all of it */
	for (at = 0; at + 4096 <= len; at += 4096) {
		for (i = 0; i < 48; i += 4)
			put_u32le(p + at + i, (uint32_t)(1000003 + (at + i) / 4 * 258));
		for (; i < 300; i += 4)
			put_u32le(p + at + i,
				0xEB000000 |
					((rnd() % 90 * 4096 - (uint32_t)(at + i) / 4) & 0xFFFFFF));
	}
	s.programs = true;
	assert_int_equal(lz_best_filter(span_of(p, len), &s, &kind, &err), ERR_OK);
	assert_int_equal(kind, BRANCH_ARM);
	free(p);
}

/* Short data are looked at from end to end: a picture's points behind a palette or a comment. */
static void delta_is_found_behind_a_head(void **state)
{
	static const size_t lens[] = {4200, 5000, 9000, 30000};
	struct lz_settings s = settings(LZ_7Z, LZ_7ZIP);
	uint8_t *p = malloc(LEN);
	enum branch_kind kind;
	struct err err;
	size_t i, k;

	(void)state;
	assert_non_null(p);
	for (k = 0; k < sizeof(lens) / sizeof(lens[0]); k++) {
		seed = 4;
		for (i = 0; i < lens[k]; i++)
			p[i] = (uint8_t)(i < lens[k] / 5 ? 'a' + rnd() % 16 : p[i - 3] + rnd() % 3);
		assert_int_equal(lz_best_filter(span_of(p, lens[k]), &s, &kind, &err), ERR_OK);
		assert_int_equal(kind, BRANCH_DELTA + 2);
	}
	free(p);
}

static void what_contradicts_is_refused(void **state)
{
	struct lz_settings s = settings(LZ_LZMA, LZ_COREBOOT);
	struct err err;

	(void)state;
	assert_int_equal(lz_check(&s, &err), ERR_OK);
	s.lc = 4;
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
	s.lc = 3;
	s.lp = 1;
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
	s = settings(LZ_LZMA, LZ_EDK2);
	s.unknown_size = true;
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
	s = settings(LZ_7Z, LZ_EDK2);
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
	s = settings(LZ_F86, LZ_UBOOT);
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
	s = settings(LZ_LZMA, LZ_ANYONE);
	s.filter = BRANCH_X86;
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
	s = settings(LZ_SECTION, LZ_ANYONE);
	s.filter = BRANCH_ARM64;
	assert_int_equal(lz_check(&s, &err), ERR_USAGE);
}

static void classic_is_fixed(void **state)
{
	struct lz_settings s = settings(LZ_LZMA, LZ_ANYONE);
	uint8_t *x86 = x86_code();
	struct sz_method m;

	(void)state;
	s.classic = true;
	m = first_way(x86, &s);
	assert_int_equal(lzma_prop_byte(&m.how.prop), 0x5D);
	assert_int_equal(m.how.prop.dict, 8u << 20);
	assert_int_equal(m.how.effort.nice, 128);
	assert_int_equal(m.how.effort.finder, LZMA_BT4);
	assert_false(m.how.marker);
	free(x86);
}

/* Guesses that are remembered are those that were made; a memo of nothing changes nothing. */
static void what_was_guessed_is_remembered(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_7ZIP);
	struct choose_memo *memo = calloc(1, sizeof(*memo));
	struct sz_method way = {.filter = BRANCH_X86, .how.prop = {3, 0, 2, 1 << 20}};
	struct chosen_contexts c[3];
	struct chosen_filters f[3];
	uint8_t *p = x86_code();
	struct err err;
	size_t i;

	(void)state;
	assert_non_null(memo);
	memset(c, 0, sizeof(c));
	memset(f, 0, sizeof(f));
	for (i = 0; i < 3; i++) {
		s.memo = i == 0 ? NULL : memo;
		assert_int_equal(choose_filters(span_of(p, LEN), &s, &f[i], &err), ERR_OK);
		assert_int_equal(choose_contexts(span_of(p, LEN), &s, &way, &c[i], &err), ERR_OK);
	}
	assert_int_equal(memo->count, 1);
	for (i = 1; i < 3; i++) {
		assert_int_equal(f[i].count, f[0].count);
		assert_memory_equal(f[i].kind, f[0].kind, f[0].count * sizeof(f[0].kind[0]));
		assert_int_equal(c[i].count, c[0].count);
		assert_memory_equal(c[i].guess, c[0].guess, c[0].count * sizeof(c[0].guess[0]));
	}
	/* others' data are not */
	way.filter = BRANCH_NONE;
	assert_int_equal(choose_contexts(span_of(p, LEN), &s, &way, &c[0], &err), ERR_OK);
	assert_int_equal(memo->count, 2);
	free(memo);
	free(p);
}

/* The levels 5 to 8 have the time of one good parse, and no guess. */
static void a_level_parses_small_programs_once(void **state)
{
	static const size_t lens[] = {20000, 100000, 300000};
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t *code = x86_code();
	size_t i, k, count;
	struct err err;

	(void)state;
	s.level = 5;
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		assert_int_equal(lz_ways(span_of(code, lens[i]), &s, ways, &count, &err), ERR_OK);
		assert_int_equal(count, 1);
		assert_int_equal(ways[0].filter, BRANCH_X86);
	}
	for (k = 0; k < LEN; k++) /* a text */
		code[k] = (uint8_t)("etaoin shrdlu"[rnd() % 13]);
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		assert_int_equal(lz_ways(span_of(code, lens[i]), &s, ways, &count, &err), ERR_OK);
		assert_int_equal(count, 1);
		assert_true(ways[0].how.prop.pb < 2);
	}
	free(code);
}

/* A counter of 16 bits wants lp1 and more. */
static void a_level_guesses_longer_tables(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	struct sz_method ways[LZ_WAYS_MAX];
	static uint8_t p[90000];
	size_t i, count;
	struct err err;

	(void)state;
	s.level = 5;
	for (i = 0; i < sizeof(p); i++)
		p[i] = (uint8_t)(i / 2 * 7 / 3 >> (i % 2 * 8));
	assert_int_equal(lz_ways(span_of(p, sizeof(p)), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(count, 1);
	assert_true(ways[0].how.prop.lp != 0);
}

static void make_waves(uint8_t *p, size_t len, unsigned width)
{
	uint32_t v = 0;
	size_t i, k;

	for (i = 0; i + width <= len; i += width) {
		v += width < 3 ? rnd() % 3000 : rnd() % 300000;
		for (k = 0; k < width; k++)
			p[i + k] = (uint8_t)(v >> 8 * k);
	}
}

/* After Delta waves want lc/lp/pb of their width, and the parse for noise. */
static void a_level_keeps_more_than_one_way_of_waves(void **state)
{
	static const uint8_t widths[][2] = {{2, 1}, {3, 0}, {4, 1}}; /* and lp */
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	struct sz_method ways[LZ_WAYS_MAX];
	static uint8_t p[90000];
	size_t i, count;
	struct err err;

	(void)state;
	s.level = 5;
	s.programs = true;
	for (i = 0; i < 3; i++) {
		s.sound = widths[i][0];
		make_waves(p, sizeof(p), s.sound);
		assert_int_equal(lz_ways(span_of(p, sizeof(p)), &s, ways, &count, &err), ERR_OK);
		assert_int_equal(count, 1);
		assert_true(lz_is_delta(ways[0].filter));
		assert_int_not_equal(ways[0].how.effort.wide, 0);
		assert_int_equal(ways[0].how.prop.lp, widths[i][1]);
	}
}

/* Delta of a frame is hardly better than none where a string repeats what it did a period before.
 */
static void a_level_finds_the_period_of_sound(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	struct sz_method ways[LZ_WAYS_MAX];
	static uint8_t p[7000];
	bool found = false;
	size_t i, count;
	struct err err;

	(void)state;
	s.level = 5;
	s.programs = true;
	s.sound = 2;
	for (i = 0; i < sizeof(p); i++)
		p[i] = (uint8_t)(i < 84 ? rnd() : p[i - 84] + rnd() % 3 - 1);
	assert_int_equal(lz_ways(span_of(p, sizeof(p)), &s, ways, &count, &err), ERR_OK);
	for (i = 0; i < count; i++)
		found = found || ways[i].filter == BRANCH_DELTA + 84 - 1;
	assert_true(found);
}

/* Of 16 KB a guess and the usual lc/lp/pb take no time; of more up to 64 KB both are parsed where
 * the guess promises little. */
static void a_level_is_careful_with_guesses(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	struct sz_method ways[LZ_WAYS_MAX];
	static uint8_t p[60000];
	size_t i, count;
	float angle;
	struct err err;

	(void)state;
	s.level = 5;
	for (i = 0; i < sizeof(p); i += 2) { /* promises much */
		p[i] = (uint8_t)(i * 7 / 6);
		p[i + 1] = (uint8_t)(i * 7 / 6 >> 8);
	}
	assert_int_equal(lz_ways(span_of(p, 10000), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(count, 2);
	for (i = 0; i < sizeof(p); i += 12) { /* points around an axis promise little */
		float point[3];

		angle = (float)(i / 12 % 126) / 20 - 3;
		point[0] = angle * angle + (float)(rnd() % 1000) / 50000;
		point[1] = angle;
		point[2] = (float)i / 1200;
		memcpy(p + i, point, 12);
	}
	assert_int_equal(lz_ways(span_of(p, sizeof(p)), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(count, 2);
}

/* In parts of what repeats much there is less to repeat: they do not tell which lc/lp/pb wins. */
static void a_level_parses_all_of_what_repeats(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	struct sz_method ways[LZ_WAYS_MAX];
	static const uint8_t record[] = {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 'x', 'y', 'z'};
	uint8_t *p = malloc(LEN + sizeof(record));
	size_t i, count;
	struct err err;

	(void)state;
	assert_non_null(p);
	s.level = 5;
	seed = 6;
	for (i = 0; i < LEN; i += rnd() % 5 == 0 ? 15 : 12) { /* now and then there is a name */
		memcpy(p + i, record, sizeof(record));
		p[i] = (uint8_t)(rnd() % 30);
		p[i + 1] = (uint8_t)(rnd() % 3);
	}
	assert_int_equal(lz_ways(span_of(p, LEN), &s, ways, &count, &err), ERR_OK);
	assert_int_equal(count, 2);
	free(p);
}

static uint64_t packed_len(struct span in, const struct lz_settings *s)
{
	struct sz_packed *packed;
	struct lz_result res;
	struct err err;
	uint64_t len;

	assert_int_equal(lz_pack_block(in, s, &res, &packed, &err), ERR_OK);
	len = sz_packed_len(packed);
	sz_packed_free(packed);
	return len;
}

/* Of numbers that keep more than half of their size the quick parse may make less. */
static void a_level_tries_the_quick_parse_of_longer_tables(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	static uint8_t p[100000];
	double x = 0, y;
	uint64_t before;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(p); i += sizeof(y)) { /* much like a sine */
		x += x > 3.14 ? 0.01 - 6.28318530718 : 0.01;
		y = 40.5284734569 * x * (3.14159265359 - (x < 0 ? -x : x));
		memcpy(p + i, &y, sizeof(y));
	}
	s.level = 4;
	before = packed_len(span_of(p, sizeof(p)), &s);
	s.level = 5;
	assert_true(packed_len(span_of(p, sizeof(p)), &s) <= before);
}

/* So it may of small inputs that do not look like numbers: a picture of grey, nearly noise. */
static void a_level_tries_the_quick_parse_of_little(void **state)
{
	struct lz_settings s = settings(LZ_7Z, LZ_ANYONE);
	static uint8_t p[9000];
	uint64_t before;
	size_t i;

	(void)state;
	seed = 3;
	for (i = 0; i < sizeof(p); i++)
		p[i] = (uint8_t)(i % 100 * 2 + (i < 1024 ? 0 : rnd() % 11));
	s.level = 4;
	before = packed_len(span_of(p, sizeof(p)), &s);
	s.level = 5;
	assert_true(packed_len(span_of(p, sizeof(p)), &s) <= before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filter_follows_the_code_and_the_reader),
		cmocka_unit_test(limits_of_readers_hold_for_every_way),
		cmocka_unit_test(a_doubted_delta_does_not_hide_another_filter),
		cmocka_unit_test(delta_is_found_behind_a_head),
		cmocka_unit_test(what_contradicts_is_refused),
		cmocka_unit_test(classic_is_fixed),
		cmocka_unit_test(what_was_guessed_is_remembered),
		cmocka_unit_test(a_level_parses_small_programs_once),
		cmocka_unit_test(a_level_keeps_more_than_one_way_of_waves),
		cmocka_unit_test(a_level_finds_the_period_of_sound),
		cmocka_unit_test(a_level_is_careful_with_guesses),
		cmocka_unit_test(a_level_parses_all_of_what_repeats),
		cmocka_unit_test(a_level_tries_the_quick_parse_of_longer_tables),
		cmocka_unit_test(a_level_tries_the_quick_parse_of_little),
		cmocka_unit_test(a_level_guesses_longer_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
