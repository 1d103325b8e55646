/* SPDX-License-Identifier: MIT */
/* Every allocation fails once: what comes of it is "out of memory" or the right result, never
 * damage or a wrong use. The linker directs the archive library's allocations here (--wrap). */
#include "test.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_guess.h"
#include "biosbelt/sevenzip.h"
#include "lzma/encoder/lze_private.h"

#define LEN ((size_t)100000)

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *ptr, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *ptr, size_t size);

static atomic_long left = -1; /* allocations until the one that fails; negative: none does */

static bool fails(void)
{
	return atomic_load(&left) >= 0 && atomic_fetch_sub(&left, 1) == 0;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *ptr, size_t size)
{
	return fails() ? NULL : __real_realloc(ptr, size);
}

static uint8_t data[LEN];

static void fill(void)
{
	uint32_t seed = 5;
	size_t i;

	for (i = 0; i < LEN; i++) {
		seed = seed * 1664525u + 1013904223u;
		data[i] = (uint8_t)(seed >> 28 | (i & 3) << 5);
	}
}

typedef enum err_code (*job)(struct err *err);

static enum err_code encode(bool fast, bool lzma2, unsigned passes, struct err *err)
{
	struct lzma_encode how = {.prop = {3, 0, 2, 1u << 20},
		.effort = {fast ? LZMA_HC4 : LZMA_BT4, fast, 32, 8, 0},
		.verify = true,
		.passes = passes,
		.threads = 2};
	struct blob out = {NULL, 0};
	enum err_code rc = lzma2 ? lzma2_encode(span_of(data, LEN), &how, &out, err)
				 : lzma1_encode(span_of(data, LEN), &how, &out, err);

	blob_free(&out);
	return rc;
}

static enum err_code encode_lzma1(struct err *err)
{
	return encode(false, false, 0, err);
}

static enum err_code encode_often(struct err *err)
{
	return encode(false, false, 2, err);
}

/* Steps that are kept with matches that may be given up, then coded with other contexts. */
static enum err_code encode_steps(struct err *err)
{
	struct lzma_encode how = {.prop = {3, 0, 2, 1u << 20},
		.effort = {LZMA_BT4, false, 32, 8, 0, 0, LZMA_STEPS_KEEP},
		.verify = true,
		.threads = 2};
	struct blob out = {NULL, 0};
	enum err_code rc;

	how.kept = lzma_matches_new(32, 8);
	rc = how.kept != NULL ? lzma1_encode(span_of(data, LEN), &how, &out, err) : ERR_NOMEM;
	blob_free(&out);
	how.prop.pb = 0;
	how.effort.steps = LZMA_STEPS_KEPT;
	if (rc == ERR_OK)
		rc = lzma1_encode(span_of(data, LEN), &how, &out, err);
	blob_free(&out);
	lzma_matches_free(how.kept);
	return rc;
}

static enum err_code encode_lzma2(struct err *err)
{
	return encode(true, true, 0, err);
}

static enum err_code guess_filters(struct err *err)
{
	struct lzma_rules rules = {.filters = UINT32_MAX,
		.lc = LZMA_ANY,
		.lp = LZMA_ANY,
		.pb = LZMA_ANY,
		.lclp_max = 4};
	struct lzma_guess out[LZMA_GUESS_FILTERS];
	size_t count;

	return lzma_guess_filters(span_of(data, LEN), &rules, 2, out, &count, err);
}

static enum err_code guess_contexts(struct err *err)
{
	struct lzma_rules rules = {.lc = LZMA_ANY, .lp = LZMA_ANY, .pb = LZMA_ANY, .lclp_max = 4};
	struct lzma_guess out[4];
	size_t count;

	return lzma_guess_contexts(span_of(data, LEN), BRANCH_NONE, &rules, 2, out, 4, &count, err);
}

static enum err_code pack(struct err *err)
{
	struct sz_method m = {.how = {.prop = {3, 0, 2, 1u << 20},
				      .effort = {LZMA_BT4, false, 32, 8, 0},
				      .verify = true,
				      .threads = 2},
		.filter = BRANCH_X86,
		.bcj2 = true};
	struct sz_packed *packed;
	enum err_code rc = sz_pack(span_of(data, LEN), &m, &packed, err);

	if (rc == ERR_OK)
		sz_packed_free(packed);
	return rc;
}

#define TRIES_MOST 3000

static void each_allocation(job run)
{
	long n;

	fill();
	for (n = 0; n < TRIES_MOST; n++) {
		struct err err = {.code = ERR_OK};
		enum err_code rc;

		atomic_store(&left, n);
		rc = run(&err);
		if (atomic_exchange(&left, -1) >= 0) {
			assert_int_equal(rc, ERR_OK);
			assert_true(n != 0);
			return;
		}
		if (rc != ERR_OK && rc != ERR_NOMEM)
			print_error("allocation %ld: %s\n", n, err.text);
		assert_true(rc == ERR_OK || rc == ERR_NOMEM);
	}
	fail();
}

static void a_lack_of_memory_is_no_damage(void **state)
{
	(void)state;
	each_allocation(encode_lzma1);
	each_allocation(encode_often);
	each_allocation(encode_steps);
	each_allocation(encode_lzma2);
	each_allocation(pack);
}

static void a_lack_of_memory_is_no_wrong_use(void **state)
{
	(void)state;
	each_allocation(guess_filters);
	each_allocation(guess_contexts);
}

/* A search of another thread gives its matches up while a parser adds steps. */
static void steps_outlive_matches(void **state)
{
	struct lze_look look = {1u << 20, 32, 8, false};
	uint32_t reps[LZE_REPS] = {0};
	struct lze_step step = {LZE_LITERAL, 1};
	struct lzma_matches *kept = lzma_matches_new(32, 8);
	struct lze_trace *steps;
	struct lze_feed *feed;
	struct err err;

	(void)state;
	fill();
	assert_int_equal(
		lze_feed_open(span_of(data, LEN), &look, 1, false, kept, &feed, &err), ERR_OK);
	steps = lze_feed_trace(feed);
	lze_trace_keep(steps, &step, 1, reps);
	atomic_store(&left, 0);
	assert_non_null(lze_feed_take(feed, 0));
	assert_true(atomic_exchange(&left, -1) < 0);
	assert_int_equal(steps->count, 1);
	lze_feed_close(feed);
	lzma_matches_free(kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lack_of_memory_is_no_damage),
		cmocka_unit_test(a_lack_of_memory_is_no_wrong_use),
		cmocka_unit_test(steps_outlive_matches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
