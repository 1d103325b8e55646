/* SPDX-License-Identifier: MIT */
/* What --best and level 9 must not miss: parses that gain by learned prices, noise, long matches.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lzenc.h"
#include "tries.h"

#define HEAD ((size_t)13) /* of .lzma */

static uint32_t seed;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static struct lz_settings settings(enum lz_format format)
{
	return (struct lz_settings){.format = format,
		.level = 9,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET};
}

/* Is --best at most what one encoding with this effort makes? */
static void best_has(struct span in, const struct lzma_effort *effort, unsigned passes)
{
	struct lz_settings s = settings(LZ_LZMA);
	struct lzma_encode how = {.effort = *effort, .passes = passes, .threads = 1};
	struct lz_result res;
	struct blob out;
	struct err err;

	s.best = true;
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

/* What is too short to learn prices from: lines of a few words. */
static void best_keeps_several_ways_in_what_is_short(void **state)
{
	static const char *const words[] = {"volume", "section", "the", "of", "header", "is", "not",
		"driver", "found", "and", "device", "protocol", "handle", "in", "table"};
	unsigned noise, i;
	char text[2400];
	size_t len;

	(void)state;
	for (i = 0; i < 4; i++) {
		seed = 40 + i;
		for (len = 0; len + 40 < (i + 1) * sizeof(text) / 4;)
			len += (size_t)sprintf(text + len, "%s%c", words[rnd(15)], " \n,-"[rnd(4)]);
		for (noise = 0; noise < 2; noise++)
			best_has(span_of(text, len),
				&(struct lzma_effort){
					LZMA_BT4, false, 273, 0, noise, LZMA_WIDE_MOST, 0},
				0);
	}
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

/* A line of letters again and again, of which one letter in 64 is another one each time. */
static void fill_repeats(uint8_t *p, size_t len, size_t line, uint32_t first)
{
	size_t i;

	seed = first;
	for (i = 0; i < len; i++)
		p[i] = i < line || rnd(1u << 24) < 1u << 18 ? (uint8_t)('a' + rnd(20))
							    : p[i - line];
}

/* Without learned prices a FAT of 32 bits becomes half as large again. */
static void level_9_learns_of_what_is_repeated(void **state)
{
	enum { LEN = 200000, LINE = 61 };
	uint8_t *p = malloc(LEN);

	(void)state;
	assert_non_null(p);
	fill_repeats(p, LEN, LINE, 6);
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

/* What is next to noise gains nothing by other lc/lp/pb, fast bytes and passes. */
static void level_9_tries_noise_once(void **state)
{
	enum { LEN = 70000 };
	struct lz_settings s = settings(LZ_7Z);
	struct tries *t = calloc(1, sizeof(*t));
	uint8_t *p = malloc(LEN);
	struct lz_result res;
	struct err err;
	size_t best, i;
	unsigned made = 0;

	(void)state;
	assert_non_null(t);
	assert_non_null(p);
	seed = 7;
	s.filter = BRANCH_NONE;
	s.threads = 1;
	for (i = 0; i < LEN; i++)
		p[i] = i < LEN / 100 ? 'a'
				     : (uint8_t)(rnd(1u << 24) >> 16); /* some of it shrinks */
	*t = (struct tries){.in = span_of(p, LEN), .s = &s, .block = true};
	assert_int_equal(tries_run(t, &res, &best, &err), ERR_OK);
	for (i = 0; i < t->count; i++)
		made += tries_is_guide(t, i);
	assert_int_equal(made, 1);
	assert_true(t->made[best].once != 0 && t->made[best].len < LEN);
	tries_free(t);
	free(t);
	free(p);
}

/* Blocks with calls and tables: several filters are worth a try. */
static struct blob encoded_with(struct span in, unsigned threads)
{
	struct lz_settings s = settings(LZ_7Z);
	struct tries *t = calloc(1, sizeof(*t));
	struct lz_result res;
	struct blob out;
	struct err err;
	size_t best, i, k, filters = 0;

	assert_non_null(t);
	s.best = s.programs = true;
	s.threads = threads;
	*t = (struct tries){.in = in, .s = &s, .block = true};
	assert_int_equal(tries_run(t, &res, &best, &err), ERR_OK);
	for (i = 0; i < t->count; i++) {
		for (k = 0; !tries_same_filter(&t->ways[k], &t->ways[i]); k++)
			;
		filters += k == i && t->made[i].len != 0;
	}
	assert_true(filters > 1);
	assert_int_equal(blob_alloc(t->count * sizeof(t->made[0].len), &out, &err), ERR_OK);
	for (i = 0; i < t->count; i++)
		memcpy(out.ptr + i * sizeof(t->made[0].len), &t->made[i].len,
			sizeof(t->made[0].len));
	tries_free(t);
	free(t);
	return out;
}

static void best_makes_the_same_with_threads(void **state)
{
	enum { LEN = 30000 };
	uint8_t *p = malloc(LEN);
	struct blob one, four;
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 8;
	for (i = 0; i < LEN; i++)
		p[i] = (uint8_t)(rnd(3) == 0 ? rnd(256) : rnd(12));
	for (i = 0; i + 5 < LEN; i += 10 + rnd(20)) { /* CALL to one of eight places */
		uint32_t to = rnd(8) * 1000 - (uint32_t)(i + 5);

		p[i] = 0xe8;
		memcpy(p + i + 1, &to, sizeof(to));
	}
	one = encoded_with(span_of(p, LEN), 1);
	four = encoded_with(span_of(p, LEN), 4);
	assert_true(span_equal(blob_span(one), blob_span(four)));
	blob_free(&one);
	blob_free(&four);
	free(p);
}

/* All that --best tries. */
static struct tries *tried(struct span in, const struct lz_settings *s)
{
	struct tries *t = calloc(1, sizeof(*t));
	struct lz_result res;
	struct err err;
	size_t best;

	assert_non_null(t);
	*t = (struct tries){.in = in, .s = s};
	assert_int_equal(tries_run(t, &res, &best, &err), ERR_OK);
	return t;
}

static void tried_free(struct tries *t)
{
	tries_free(t);
	free(t);
}

/* Of waves that no header names the parses for noise gain up to 1.4 %, and by which is chance. */
static void best_has_all_parses_for_noise_of_waves(void **state)
{
	enum { LEN = 70000 };
	struct lz_settings s = settings(LZ_LZMA);
	uint8_t *p = malloc(LEN);
	bool has[LZMA_NOISE_MOST + 1] = {false};
	struct tries *t;
	unsigned noise;
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 9;
	for (i = 0; i < LEN; i++) /* a triangle of 8 bits */
		p[i] = (uint8_t)(abs((int)(i * 3 % 400) - 200) / 2 + 28 + (int)rnd(9));
	s.best = true;
	s.filter = BRANCH_NONE;
	s.lc = 4;
	s.lp = s.pb = 0;
	t = tried(span_of(p, LEN), &s);
	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0)
			has[t->ways[i].how.effort.noise] = true;
	for (noise = 0; noise <= LZMA_NOISE_MOST; noise++)
		assert_true(has[noise]);
	tried_free(t);
	free(p);
}

/* A slow wave of 24 bits with a little noise. */
static void fill_wave(uint8_t *p, size_t len)
{
	int32_t at = 0, speed = 200000 * 256;
	size_t i;

	for (i = 0; i + 2 < len; i += 3) {
		uint32_t v;

		at += speed / 64;
		speed -= at / 64;
		v = (uint32_t)(at / 256) + rnd(200);
		p[i] = (uint8_t)v;
		p[i + 1] = (uint8_t)(v >> 8);
		p[i + 2] = (uint8_t)(v >> 16);
	}
}

/* By which parse for noise passes gain most is chance; here it is the last one, by 0.6 %. */
static void best_of_waves_passes_with_each_parse(void **state)
{
	struct lz_settings s = settings(LZ_7Z);
	uint8_t wave[9000];
	struct span in = span_of(wave, sizeof(wave));
	struct tries *t;
	size_t i, best = 0;
	unsigned noise;

	(void)state;
	seed = 15;
	fill_wave(wave, sizeof(wave));
	s.best = true;
	s.target = LZ_7ZIP;
	t = tried(in, &s);
	for (i = 1; i < t->count; i++)
		if (t->made[i].len != 0 && t->made[i].len < t->made[best].len)
			best = i;
	for (noise = 0; noise <= LZMA_NOISE_MOST; noise++) {
		struct sz_method way = t->ways[best];
		struct sz_packed *packed;
		struct err err;

		way.how.watch = NULL;
		way.how.kept = NULL;
		way.how.longest = NULL;
		way.how.once = NULL;
		way.how.effort.noise = noise;
		way.how.effort.wide = LZMA_WIDE_MOST;
		way.how.passes = 6;
		assert_int_equal(sz_pack(in, &way, &packed, &err), ERR_OK);
		if (sz_packed_len(packed) < t->made[best].len)
			fail_msg("%zu bytes, not %zu", (size_t)t->made[best].len,
				(size_t)sz_packed_len(packed));
		sz_packed_free(packed);
	}
	tried_free(t);
}

/* Something like code for a processor whose instructions are of four bytes. */
static void fill_words(uint8_t *p, size_t len)
{
	static const uint8_t ops[] = {0xE5, 0xE5, 0xE5, 0xE2, 0xE3, 0xE1, 0x1A, 0x0A, 0xEB, 0xE9};
	size_t i;

	for (i = 0; i + 4 <= len; i += 4) {
		p[i] = (uint8_t)(rnd(3) == 0 ? rnd(256) : rnd(8) * 4);
		p[i + 1] = (uint8_t)(rnd(4) * 16 + rnd(3));
		p[i + 2] = (uint8_t)(rnd(6) * 16 + rnd(5));
		p[i + 3] = ops[rnd(sizeof(ops))];
	}
}

/* What is regular gets many times the time. */
static void best_takes_no_program_for_a_table(void **state)
{
	struct lz_settings s = settings(LZ_LZMA);
	uint8_t code[12000], table[12000];
	struct tries *t;
	size_t i;

	(void)state;
	seed = 4;
	s.best = true;
	fill_words(code, sizeof(code));
	t = tried(span_of(code, sizeof(code)), &s);
	assert_true(t->ways[0].how.prop.lp != 0);
	assert_false(t->table);
	tried_free(t);
	memcpy(table, code, sizeof(table));
	/* a fifth of a column changes, as in sorted indices */
	for (i = 3; i < sizeof(table); i += 4)
		table[i] = i % 20 == 3 ? code[i] : table[i - 4];
	t = tried(span_of(table, sizeof(table)), &s);
	assert_true(tries_least(t) < sizeof(table) / 5 * 3);
	assert_true(t->table);
	tried_free(t);
}

/* How much more the first of several passes may make, one part in so many; 0: any. */
static size_t near_for(struct span in)
{
	struct lz_settings s = settings(LZ_LZMA);
	struct tries *t;
	size_t near;

	s.best = true;
	t = tried(in, &s);
	near = t->near;
	tried_free(t);
	return near;
}

/* Of what shrinks to a sixth the first pass tells little of the last: it was 2.9 % larger where a
 * little more was given up. */
static void best_gives_little_up_of_what_repeats_much(void **state)
{
	enum { LEN = 70000, LINE = 83 };
	uint8_t *p = malloc(LEN);
	size_t i;

	(void)state;
	assert_non_null(p);
	fill_repeats(p, LEN, LINE, 10);
	assert_true(near_for(span_of(p, LEN)) <= 64);
	for (i = 0; i < LEN; i++)
		p[i] = (uint8_t)("printf(line, \"%s: \\n\");"[rnd(22)]);
	assert_true(near_for(span_of(p, LEN)) > 64);
	free(p);
}

/* Further passes gain much of elements that differ by a number: there the first tells nothing. */
static void first_passes_tell_nothing_of_what_repeats_much(void **state)
{
	struct lz_settings s = settings(LZ_LZMA);
	struct tries *t = calloc(1, sizeof(*t));

	(void)state;
	assert_non_null(t);
	*t = (struct tries){.in.len = 80000, .s = &s, .count = 1};
	t->ways[0].how.prop = (struct lzma_prop){3, 0, 2, 1 << 17};
	t->made[0].len = t->made[0].once = 30000;
	assert_int_equal(tries_once(t, &t->ways[0]), 30000);
	t->made[0].len = t->made[0].once = 9900;
	assert_int_equal(tries_once(t, &t->ways[0]), 0);
	free(t);
}

/* Of what is nearly packed they gain next to nothing. */
static void best_has_parses_for_noise_only_of_what_shrinks(void **state)
{
	enum { LEN = 80000 };
	struct lz_settings s = settings(LZ_LZMA);
	uint8_t *p = malloc(LEN);
	unsigned symbols;
	struct tries *t;
	size_t i, noisy;

	(void)state;
	assert_non_null(p);
	s.best = true;
	for (symbols = 60; symbols <= 200; symbols += 140) {
		seed = 9;
		for (i = 0; i < LEN; i++)
			p[i] = (uint8_t)(40 + rnd(symbols));
		t = tried(span_of(p, LEN), &s);
		for (i = noisy = 0; i < t->count; i++)
			noisy += t->ways[i].how.effort.noise != 0;
		assert_int_equal(noisy != 0, symbols == 60);
		tried_free(t);
	}
	free(p);
}

/* How many ways are tried of noise after so many letters. */
static size_t tried_of_noise(enum lz_format format, size_t len, size_t letters, bool best)
{
	struct lz_settings s = settings(format);
	struct tries *t = calloc(1, sizeof(*t));
	uint8_t *p = malloc(len);
	struct lz_result res;
	struct err err;
	size_t at, i, made = 0;

	assert_non_null(t);
	assert_non_null(p);
	seed = 11;
	s.best = best;
	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(i < letters ? 'a' + rnd(4) : rnd(1u << 24) >> 16);
	*t = (struct tries){.in = span_of(p, len), .s = &s, .block = format == LZ_7Z};
	assert_int_equal(tries_run(t, &res, &at, &err), ERR_OK);
	for (i = 0; i < t->count; i++)
		made += t->made[i].len != 0;
	tried_free(t);
	free(p);
	return made;
}

/* Packed data, stored by LZMA2, and little else: nothing is gained by other ways than the
 * default's. */
static void best_tries_packed_data_once(void **state)
{
	enum { LEN = (1 << 20) + 60000, SHORT = 40000 };

	(void)state;
	/* one, and the default's */
	assert_int_equal(tried_of_noise(LZ_7Z, LEN, LEN / 20, true), 2);
	assert_int_equal(tried_of_noise(LZ_7Z, LEN, LEN / 100, true),
		tried_of_noise(LZ_7Z, LEN, LEN / 100, false));
	assert_int_equal(
		tried_of_noise(LZ_7Z, SHORT, 0, true), tried_of_noise(LZ_7Z, SHORT, 0, false));
	/* noise is no table */
	assert_true(tried_of_noise(LZ_LZMA, SHORT, 0, true) < 20);
}

/* Is --best at most what other lc/lp/pb make, by either encoder? */
static void best_has_contexts(struct span in, unsigned lc, unsigned lp, unsigned pb)
{
	struct lz_settings s = settings(LZ_LZMA);
	struct lzma_encode how = {.prop = {(uint8_t)lc, (uint8_t)lp, (uint8_t)pb, 1 << 16},
		.effort = {LZMA_BT4, false, 273, 512},
		.threads = 1};
	struct lz_result res;
	struct blob out;
	struct err err;
	int lib;

	s.best = true;
	assert_int_equal(lz_encode(in, &s, &res, &out, &err), ERR_OK);
	blob_free(&out);
	for (lib = 0; lib < 2; lib++) {
		how.liblzma = lib != 0;
		assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
		if (res.out_len > HEAD + out.len)
			fail_msg("%zu bytes, not %zu with lc%u lp%u pb%u", (size_t)res.out_len,
				HEAD + out.len, lc, lp, pb);
		blob_free(&out);
	}
}

/* Interrupt gates: in records of 8 bytes the positions of 16 count. */
static void best_tries_what_suits_gates(void **state)
{
	uint8_t table[16384];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table); i += 8) {
		const uint8_t gate[8] = {(uint8_t)(i * 2), (uint8_t)(i >> 7), 8, 0, 0, 0x8E,
			(uint8_t)(i >> 7), 0xFF};

		memcpy(table + i, gate, sizeof(gate));
	}
	best_has_contexts(span_of(table, sizeof(table)), 0, 4, 4);
}

/* Pixels of three bytes, which pairs suit nevertheless. */
static void best_tries_what_suits_pixels(void **state)
{
	uint8_t table[12000];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table); i += 3) {
		size_t n = i / 3;

		table[i] = (uint8_t)n;
		table[i + 1] = (uint8_t)(n / 64);
		table[i + 2] = n % 7 == 0 ? 60 : 128;
	}
	best_has_contexts(span_of(table, sizeof(table)), 0, 0, 1);
}

/* Entries of a FAT of 16 bits: chains of many lengths, some of every other cluster. */
static void fill_fat(uint8_t *p, size_t len, size_t step)
{
	size_t i, left = 0;

	for (i = 0; i + 1 < len; i += 2) {
		uint32_t next = (uint32_t)(i / 2 + step);

		if (left == 0)
			left = 1 + rnd(60);
		if (--left == 0)
			next = 0xFFFF;
		p[i] = (uint8_t)next;
		p[i + 1] = (uint8_t)(next >> 8);
	}
}

/* Numbers of four bytes that grow, with a little noise. */
static void fill_growing(uint8_t *p, size_t len, size_t step)
{
	size_t i, k;

	for (i = 0; i + 3 < len; i += 4) {
		uint32_t v = (uint32_t)(i / 4 * step + rnd(5));

		for (k = 0; k < 4; k++)
			p[i + k] = (uint8_t)(v >> (8 * k));
	}
}

/* Is --best of a table at most what xz makes with any lc/lp/pb, and what a narrower reader gets? */
static void is_least(struct span in)
{
	struct lz_settings s = settings(LZ_LZMA);
	struct lzma_encode how = {
		.liblzma = true, .effort = {LZMA_BT4, false, 273, 512}, .threads = 1};
	struct lz_result wide, narrow;
	struct blob out;
	struct err err;
	unsigned i;

	s.best = true;
	assert_int_equal(lz_encode(in, &s, &wide, &out, &err), ERR_OK);
	blob_free(&out);
	s.target = LZ_COREBOOT;
	assert_int_equal(lz_encode(in, &s, &narrow, &out, &err), ERR_OK);
	blob_free(&out);
	assert_true(wide.out_len <= narrow.out_len);
	for (i = 0; i < 125; i++) {
		how.prop = (struct lzma_prop){
			(uint8_t)(i % 5), (uint8_t)(i / 5 % 5), (uint8_t)(i / 25), 1 << 16};
		if (how.prop.lc + how.prop.lp > 4)
			continue;
		assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
		if (wide.out_len > HEAD + out.len)
			fail_msg("%zu bytes, not %zu with lc%u lp%u pb%u", (size_t)wide.out_len,
				HEAD + out.len, how.prop.lc, how.prop.lp, how.prop.pb);
		blob_free(&out);
	}
}

static void best_of_tables_is_the_least_of_all_contexts(void **state)
{
	uint8_t table[6000];
	size_t step;

	(void)state;
	for (step = 1; step < 3; step++) {
		seed = (uint32_t)step;
		fill_fat(table, sizeof(table), step);
		is_least(span_of(table, sizeof(table)));
		fill_growing(table, sizeof(table), step * 7);
		is_least(span_of(table, sizeof(table)));
	}
}

static size_t block_size(struct span in, bool best)
{
	struct lz_settings s = settings(LZ_7Z);
	struct sz_packed *out;
	struct lz_result res;
	struct err err;

	s.best = best;
	s.programs = true;
	assert_int_equal(lz_pack_block(in, &s, &res, &out, &err), ERR_OK);
	sz_packed_free(out);
	return (size_t)res.out_len;
}

/* A wave of 16-bit numbers with a little noise: --best makes less in the first round by a filter
 * that is not the one the default wins by. */
static void best_keeps_the_defaults_likeliest_filter(void **state)
{
	enum { LEN = 80000, PERIOD = 1000 };
	uint8_t *p = malloc(LEN);
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 8;
	for (i = 0; i < LEN; i += 2) {
		int at = (int)(i / 2 % PERIOD) - PERIOD / 2, half = PERIOD / 2;
		int wave = at * (half - (at < 0 ? -at : at)) * 8000 / (half * half / 4);
		int noise = (int)(rnd(12) + rnd(12) + rnd(12)) - 17;

		p[i] = (uint8_t)(30000 + wave + noise);
		p[i + 1] = (uint8_t)((30000 + wave + noise) >> 8);
	}
	assert_true(block_size(span_of(p, LEN), true) <= block_size(span_of(p, LEN), false));
	free(p);
}

/* Records of two numbers, of 64 bits each: over 1 MiB the guess, which is of a part, takes more
 * contexts than is best. */
static void best_has_what_a_narrower_reader_gets(void **state)
{
	enum { LEN = (1 << 20) + 64000 };
	struct lz_settings s = settings(LZ_LZMA);
	struct lz_result wide, narrow;
	uint8_t *p = malloc(LEN);
	struct blob out;
	struct err err;
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 9;
	for (i = 0; i < LEN; i += 16) {
		double v[2] = {(double)i / 64, (double)(rnd(2000) + rnd(2000) + rnd(2000)) / 100};

		memcpy(p + i, v, sizeof(v));
	}
	s.best = true;
	assert_int_equal(lz_encode(span_of(p, LEN), &s, &wide, &out, &err), ERR_OK);
	blob_free(&out);
	s.target = LZ_COREBOOT;
	assert_int_equal(lz_encode(span_of(p, LEN), &s, &narrow, &out, &err), ERR_OK);
	blob_free(&out);
	assert_true(wide.out_len <= narrow.out_len);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(best_learns_more_of_what_is_repeated),
		cmocka_unit_test(best_has_long_matches),
		cmocka_unit_test(best_keeps_several_ways_in_what_is_short),
		cmocka_unit_test(best_has_the_parses_for_noise),
		cmocka_unit_test(level_9_begins_as_level_8),
		cmocka_unit_test(level_9_learns_of_what_is_repeated),
		cmocka_unit_test(level_9_takes_no_program_for_noise),
		cmocka_unit_test(level_9_tries_noise_once),
		cmocka_unit_test(best_makes_the_same_with_threads),
		cmocka_unit_test(best_has_all_parses_for_noise_of_waves),
		cmocka_unit_test(best_of_waves_passes_with_each_parse),
		cmocka_unit_test(best_takes_no_program_for_a_table),
		cmocka_unit_test(best_gives_little_up_of_what_repeats_much),
		cmocka_unit_test(first_passes_tell_nothing_of_what_repeats_much),
		cmocka_unit_test(best_tries_packed_data_once),
		cmocka_unit_test(best_tries_what_suits_gates),
		cmocka_unit_test(best_tries_what_suits_pixels),
		cmocka_unit_test(best_of_tables_is_the_least_of_all_contexts),
		cmocka_unit_test(best_has_parses_for_noise_only_of_what_shrinks),
		cmocka_unit_test(best_keeps_the_defaults_likeliest_filter),
		cmocka_unit_test(best_has_what_a_narrower_reader_gets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
