/* SPDX-License-Identifier: MIT */
/* The steps of one encoding, coded again with other lc, lp, pb: right, and nearly as small. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma.h"

#define LEN ((size_t)60000)

static uint32_t seed = 1;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* Records, and if wanted pages of noise, which LZMA2 stores. */
static void fill(uint8_t *p, bool noise)
{
	size_t i;

	for (i = 0; i < LEN; i++)
		p[i] = (uint8_t)(i % 4 == 3              ? rnd(9)
				 : i < 64 || rnd(6) == 0 ? rnd(200)
							 : p[i - 64]);
	for (i = 8192; noise && i < LEN; i++)
		if (i / 8192 % 3 == 1)
			p[i] = (uint8_t)rnd(256);
}

typedef enum err_code encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);

static size_t len_of(encode *to, struct span in, const struct lzma_encode *how)
{
	struct blob out;
	struct err err;
	size_t len;

	assert_int_equal(to(in, how, &out, &err), ERR_OK);
	len = out.len;
	blob_free(&out);
	return len;
}

static void steps_serve_other_contexts(encode *to, bool noise)
{
	static const uint8_t sets[][3] = {{0, 2, 2}, {4, 0, 0}, {1, 1, 1}};
	uint8_t *p = malloc(LEN);
	struct lzma_matches *kept = lzma_matches_new(128, 0);
	struct lzma_encode how = {.prop = {3, 0, 2, 1 << 16},
		.effort = {LZMA_BT4, false, 128, 0},
		.verify = true,
		.kept = kept,
		.threads = 1};
	size_t i, again, own;

	assert_non_null(p);
	assert_non_null(kept);
	fill(p, noise);
	how.effort.steps = LZMA_STEPS_KEEP;
	own = len_of(to, span_of(p, LEN), &how);
	how.effort.steps = LZMA_STEPS_KEPT;
	assert_int_equal(len_of(to, span_of(p, LEN), &how), own);
	for (i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		how.prop.lc = sets[i][0];
		how.prop.lp = sets[i][1];
		how.prop.pb = sets[i][2];
		how.effort.steps = LZMA_STEPS_KEPT;
		again = len_of(to, span_of(p, LEN), &how);
		how.passes = 2; /* the kept steps are the first pass */
		assert_true(len_of(to, span_of(p, LEN), &how) <= again);
		how.passes = 0;
		how.effort.steps = LZMA_STEPS_OWN;
		own = len_of(to, span_of(p, LEN), &how);
		assert_true(again >= own - own / 100 && again <= own + own / 25);
	}
	lzma_matches_free(kept);
	free(p);
}

/* Further passes do not replace the steps of the first. */
static void keeps_the_first_pass(encode *to)
{
	uint8_t *p = malloc(LEN);
	struct lzma_matches *kept = lzma_matches_new(128, 0);
	size_t once, twice;
	struct lzma_encode how = {.prop = {3, 0, 2, 1 << 16},
		.effort = {LZMA_BT4, false, 128, 0, .steps = LZMA_STEPS_KEEP},
		.passes = 2,
		.kept = kept,
		.threads = 1,
		.once = &once};

	assert_non_null(p);
	assert_non_null(kept);
	fill(p, false);
	twice = len_of(to, span_of(p, LEN), &how);
	assert_true(twice < once);
	how.effort.steps = LZMA_STEPS_KEPT;
	how.passes = 0;
	assert_int_equal(len_of(to, span_of(p, LEN), &how), once);
	lzma_matches_free(kept);
	free(p);
}

static void of_several_passes(void **state)
{
	(void)state;
	keeps_the_first_pass(lzma1_encode);
	keeps_the_first_pass(lzma2_encode);
}

static void of_lzma1(void **state)
{
	(void)state;
	steps_serve_other_contexts(lzma1_encode, false);
}

static void of_lzma2_with_stored_chunks(void **state)
{
	(void)state;
	steps_serve_other_contexts(lzma2_encode, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_lzma1),
		cmocka_unit_test(of_several_passes),
		cmocka_unit_test(of_lzma2_with_stored_chunks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
