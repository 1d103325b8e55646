/* SPDX-License-Identifier: MIT */
/* Our own LZMA encoder: what it makes is decoded by liblzma, which shares no code with it. */
#include "test.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma.h"
#include "biosbelt/thread.h"

#define MOST ((size_t)300000)

static atomic_int threads_left = INT_MAX; /* that can be started */

enum err_code __real_thread_start(
	void (*run)(void *arg), void *arg, struct thread **out, struct err *err);
enum err_code __wrap_thread_start(
	void (*run)(void *arg), void *arg, struct thread **out, struct err *err);

enum err_code __wrap_thread_start(
	void (*run)(void *arg), void *arg, struct thread **out, struct err *err)
{
	if (atomic_fetch_sub(&threads_left, 1) <= 0)
		return err_set(err, ERR_IO, "cannot start a thread");
	return __real_thread_start(run, arg, out, err);
}

static atomic_int condvars_bad; /* so many cannot be made */

enum err_code __real_condvar_new(struct condvar **out, struct err *err);
enum err_code __wrap_condvar_new(struct condvar **out, struct err *err);

enum err_code __wrap_condvar_new(struct condvar **out, struct err *err)
{
	if (atomic_fetch_sub(&condvars_bad, 1) > 0)
		return err_set(err, ERR_NOMEM, "out of memory");
	return __real_condvar_new(out, err);
}

static uint32_t seed;

static uint32_t rnd(void)
{
	seed = seed * 1103515245u + 12345u;
	return seed >> 8;
}

/* Words from a small vocabulary, runs of one byte of many lengths, noise, and copies from afar. */
static void fill(uint8_t *p, size_t len)
{
	size_t i = 0;

	seed = 7;
	while (i < len) {
		size_t n = rnd() % 300 + 1, k, from = rnd();
		uint32_t kind = rnd() % 5, word = rnd() % 50;

		for (k = 0; k < n && i < len; k++, i++) {
			if (kind == 0)
				p[i] = (uint8_t)rnd();
			else if (kind == 1)
				p[i] = (uint8_t)(word & 1 ? 0xFF : 0);
			else if (kind == 2 && i > 1000)
				p[i] = p[from % (i - n % 900)];
			else
				p[i] = (uint8_t)(word * 7 + k % 6 * 31);
			from++;
		}
	}
}

static void decodes_to(struct span packed, const struct lzma_encode *how, struct span want)
{
	struct reader *r, *bytes;
	struct blob back;
	struct err err;

	assert_int_equal(reader_span(packed, &bytes, &err), ERR_OK);
	assert_int_equal(lzma1_reader(bytes, &how->prop, how->marker ? LZMA_SIZE_UNKNOWN : want.len,
				 false, UINT64_MAX, &r, &err),
		ERR_OK);
	assert_int_equal(reader_all(r, MOST + 1, &back, &err), ERR_OK);
	assert_int_equal(back.len, want.len);
	assert_memory_equal(back.ptr, want.ptr, want.len);
	assert_int_equal(lzma_reader_used(r), packed.len);
	blob_free(&back);
	reader_close(r);
}

static struct lzma_encode settings(unsigned lc, unsigned lp, unsigned pb, uint32_t dict)
{
	return (struct lzma_encode){
		.prop = {(uint8_t)lc, (uint8_t)lp, (uint8_t)pb, dict},
		.effort = {LZMA_BT4, false, 64, 0},
		.threads = 1,
	};
}

static void encodes(struct span in, struct lzma_encode how)
{
	struct blob one, two;
	struct err err;

	assert_int_equal(lzma1_encode(in, &how, &one, &err), ERR_OK);
	decodes_to(blob_span(one), &how, in);
	how.threads = 2;
	assert_int_equal(lzma1_encode(in, &how, &two, &err), ERR_OK);
	assert_int_equal(one.len, two.len);
	assert_memory_equal(one.ptr, two.ptr, one.len);
	blob_free(&one);
	blob_free(&two);
}

static void any_size_and_setting_decodes(void **state)
{
	static const size_t sizes[] = {255, 4095, 4096, 4097, 65535, 65536, 65537, 131071, MOST};
	uint8_t *p = malloc(MOST);
	size_t i;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	for (i = 0; i <= 100; i++)
		encodes(span_of(p, i), settings(3, 0, 2, 4096));
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct lzma_encode how = settings((unsigned)i % 5, 4 - (unsigned)i % 5,
			(unsigned)i % 5, 1u << (12 + i * 2 % 8));

		how.effort.nice = i % 2 != 0 ? 5 : 273;
		how.effort.depth = (uint32_t)i;
		how.effort.wide = (unsigned)i % (LZMA_WIDE_MOST + 1);
		how.effort.finder = i % 3 == 2 ? LZMA_HC4 : LZMA_BT4;
		how.marker = i % 2 != 0;
		how.verify = i % 2 == 0;
		encodes(span_of(p, sizes[i]), how);
		how.effort.fast = true;
		how.effort.depth = (uint32_t)i * 4;
		encodes(span_of(p, sizes[i]), how);
	}
	free(p);
}

static void decodes2_to(struct span packed, uint32_t dict, struct span want)
{
	struct reader *r, *bytes;
	struct blob back;
	struct err err;

	assert_int_equal(reader_span(packed, &bytes, &err), ERR_OK);
	assert_int_equal(lzma2_reader(bytes, dict, want.len, UINT64_MAX, &r, &err), ERR_OK);
	assert_int_equal(reader_all(r, want.len + 1, &back, &err), ERR_OK);
	assert_true(span_equal(blob_span(back), want));
	assert_int_equal(lzma_reader_used(r), packed.len);
	blob_free(&back);
	reader_close(r);
}

static void encodes2_with(struct span in, struct lzma_encode how, bool fast)
{
	struct blob one, two;
	struct err err;

	how.effort.fast = fast;
	assert_int_equal(lzma2_encode(in, &how, &one, &err), ERR_OK);
	decodes2_to(blob_span(one), how.prop.dict, in);
	how.threads = 2;
	how.verify = true;
	assert_int_equal(lzma2_encode(in, &how, &two, &err), ERR_OK);
	assert_true(span_equal(blob_span(one), blob_span(two)));
	blob_free(&one);
	blob_free(&two);
}

static void encodes2(struct span in, const struct lzma_encode how)
{
	encodes2_with(in, how, true);
	if (in.len < 2u << 20) /* the cheapest steps take their time */
		encodes2_with(in, how, false);
}

/* Parts, chunks of LZMA and of noise after one another, dictionaries shorter than what is before.
 */
static void lzma2_of_any_size_decodes(void **state)
{
	size_t len = (size_t)6 << 20, i;
	uint8_t *p = malloc(len);

	(void)state;
	assert_non_null(p);
	fill(p, len);
	for (i = 0; i <= 100; i++)
		encodes2(span_of(p, i), settings(3, 0, 2, 4096));
	for (i = 1u << 20; i < 3u << 20; i++)
		p[i] = (uint8_t)rnd();
	memcpy(p + (1u << 20) + 400001, p + (1u << 20), 100000); /* noise that stood before */
	for (i = 4u << 20; i < 5u << 20; i++)
		p[i] = 0;
	for (i = 65535; i <= len; i = i * 3 / 2 + 1) {
		struct lzma_encode how = settings(
			(unsigned)i % 4, (unsigned)i % 2, (unsigned)i % 5, 1u << (12 + i % 11));

		how.effort.depth = (uint32_t)i % 40;
		how.effort.nice = 5 + (uint32_t)i % 269;
		encodes2(span_of(p, i), how);
	}
	encodes2(span_of(p, len), settings(0, 2, 0, 1u << 23));
	free(p);
}

/* Noise between text costs hardly more than it is long, be the steps quick or the cheapest. */
static void lzma2_stores_noise(void **state)
{
	struct lzma_encode how = settings(3, 0, 2, 1 << 20);
	size_t quarter = 150000, i;
	uint8_t *p = malloc(4 * quarter);
	struct blob text, all;
	struct err err;

	(void)state;
	assert_non_null(p);
	for (i = 0; i < 4 * quarter; i++) {
		uint32_t v = rnd();

		p[i] = i / quarter % 2 != 0 ? (uint8_t)v
					    : (uint8_t) "a word or two. "[v % 8 + i % 8];
	}
	assert_int_equal(lzma2_encode(span_of(p, quarter), &how, &text, &err), ERR_OK);
	assert_int_equal(lzma2_encode(span_of(p, 4 * quarter), &how, &all, &err), ERR_OK);
	assert_true(all.len < 2 * text.len + 2 * quarter + quarter / 100);
	decodes2_to(blob_span(all), how.prop.dict, span_of(p, 4 * quarter));
	blob_free(&text);
	blob_free(&all);
	free(p);
}

static void one_byte_over_and_over_decodes(void **state)
{
	uint8_t *p = calloc(1, MOST);
	size_t i;

	(void)state;
	assert_non_null(p);
	encodes(span_of(p, MOST), settings(3, 0, 2, 1 << 19));
	for (i = 0; i < MOST; i += 1 + i / 3)
		p[i] = 1;
	encodes(span_of(p, MOST), settings(3, 0, 2, 1 << 14));
	free(p);
}

/* Together or alone, with any number of threads: the same bytes, in the order asked for. */
static void many_are_what_each_is(void **state)
{
	struct lzma_encode hows[LZMA_MANY];
	struct blob outs[LZMA_MANY], again[LZMA_MANY];
	uint8_t *p = malloc(MOST);
	struct span in = span_of(p, MOST);
	struct err err;
	size_t i;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	for (i = 0; i < LZMA_MANY; i++) {
		hows[i] = settings(3, 0, (unsigned)i % 3, 1 << 19);
		hows[i].liblzma = i == 5;
		hows[i].effort.nice = i == 0 ? 273 : 32;
		hows[i].threads = 2;
	}
	assert_int_equal(lzma1_encode_many(in, hows, LZMA_MANY, outs, &err), ERR_OK);
	for (i = 0; i < LZMA_MANY; i++)
		hows[i].threads = 1;
	assert_int_equal(lzma1_encode_many(in, hows, LZMA_MANY, again, &err), ERR_OK);
	for (i = 0; i < LZMA_MANY; i++) {
		assert_int_equal(outs[i].len, again[i].len);
		assert_memory_equal(outs[i].ptr, again[i].ptr, outs[i].len);
		decodes_to(blob_span(outs[i]), &hows[i], in);
		blob_free(&outs[i]);
		blob_free(&again[i]);
	}
	free(p);
}

/* The matches of a search before: the same bytes as by a search, also for LZMA2 and in several
 * passes. */
static void kept_matches_are_those_of_a_search(void **state)
{
	struct lzma_encode hows[3];
	struct blob alone[3], outs[3], two, again;
	uint8_t *p = malloc(MOST);
	struct span in = span_of(p, MOST);
	struct lzma_matches *kept = lzma_matches_new(64, 0);
	struct err err;
	size_t i;

	(void)state;
	assert_non_null(p);
	assert_non_null(kept);
	fill(p, MOST);
	for (i = 0; i < 3; i++) {
		hows[i] = settings(3, 0, (unsigned)i, 1 << 19);
		hows[i].effort.nice = 64;
		hows[i].threads = 2;
		hows[i].passes = i == 2 ? 3 : 0;
	}
	assert_int_equal(lzma1_encode_many(in, hows, 3, alone, &err), ERR_OK);
	assert_int_equal(lzma2_encode(in, &hows[2], &two, &err), ERR_OK);
	for (i = 0; i < 3; i++)
		hows[i].kept = kept;
	for (i = 0; i < 3; i++) { /* one that makes them, one that takes them, three at once */
		assert_int_equal(
			lzma1_encode_many(in, &hows[i < 2 ? i : 0], i < 2 ? 1 : 3, outs, &err),
			ERR_OK);
		assert_true(span_equal(blob_span(outs[0]), blob_span(alone[i < 2 ? i : 0])));
		blob_free(&outs[0]);
	}
	assert_true(span_equal(blob_span(outs[1]), blob_span(alone[1])));
	assert_true(span_equal(blob_span(outs[2]), blob_span(alone[2])));
	assert_int_equal(lzma2_encode(in, &hows[2], &again, &err), ERR_OK);
	assert_true(span_equal(blob_span(two), blob_span(again)));
	blob_free(&outs[1]);
	blob_free(&outs[2]);
	blob_free(&again);
	/* a shorter input has others */
	assert_int_equal(lzma1_encode(span_of(p, MOST / 2), &hows[0], outs, &err), ERR_OK);
	decodes_to(blob_span(outs[0]), &hows[0], span_of(p, MOST / 2));
	blob_free(&outs[0]);
	for (i = 0; i < 3; i++)
		blob_free(&alone[i]);
	blob_free(&two);
	lzma_matches_free(kept);
	free(p);
}

/* Neighbours that do not share a search, some of which keep matches: one at a time writes them. */
static void one_at_a_time_keeps_matches(void **state)
{
	struct lzma_encode hows[4];
	struct blob alone[4], outs[4];
	uint8_t *p = malloc(MOST);
	struct span in = span_of(p, MOST);
	struct lzma_matches *kept = lzma_matches_new(64, 0);
	struct err err;
	size_t i;

	(void)state;
	assert_non_null(p);
	assert_non_null(kept);
	fill(p, MOST);
	for (i = 0; i < 4; i++) {
		hows[i] = settings(3, 0, (unsigned)i, 1 << 19);
		hows[i].effort.nice = 64;
		hows[i].effort.depth = i % 2 == 0 ? 40 : 0;
		hows[i].threads = 4;
	}
	assert_int_equal(lzma1_encode_many(in, hows, 4, alone, &err), ERR_OK);
	hows[1].kept = hows[3].kept = kept;
	assert_int_equal(lzma1_encode_many(in, hows, 4, outs, &err), ERR_OK);
	for (i = 0; i < 4; i++) {
		assert_true(span_equal(blob_span(outs[i]), blob_span(alone[i])));
		blob_free(&outs[i]);
		blob_free(&alone[i]);
	}
	lzma_matches_free(kept);
	free(p);
}

#define TWO_MOST ((size_t)60000) /* too short for a thread that searches */

static size_t threads_started(void)
{
	return (size_t)(INT_MAX - atomic_load(&threads_left));
}

/* With kept matches a pass runs at the same time as the one before: the bytes stay the same. */
static void two_passes_at_once_are_those_of_one_thread(void **state)
{
	struct lzma_encode how = settings(3, 0, 2, 1 << 19);
	uint8_t *p = malloc(TWO_MOST);
	struct span in = span_of(p, TWO_MOST);
	struct blob one, two, out;
	struct err err;
	unsigned passes;

	(void)state;
	assert_non_null(p);
	fill(p, TWO_MOST);
	for (passes = 2; passes <= 5; passes++) {
		how.passes = passes;
		how.threads = 1;
		how.kept = NULL;
		assert_int_equal(lzma1_encode(in, &how, &one, &err), ERR_OK);
		assert_int_equal(lzma2_encode(in, &how, &two, &err), ERR_OK);
		how.threads = 2;
		how.kept = lzma_matches_new(how.effort.nice, 0);
		assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
		assert_true(span_equal(blob_span(out), blob_span(one)));
		blob_free(&out);
		/* now the matches are there from the beginning; with no thread to be had as well */
		atomic_store(&threads_left, passes < 5 ? INT_MAX : 0);
		assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
		assert_true(span_equal(blob_span(out), blob_span(one)));
		blob_free(&out);
		if (passes < 5)
			assert_int_equal(threads_started(), passes / 2);
		assert_int_equal(lzma2_encode(in, &how, &out, &err), ERR_OK);
		assert_true(span_equal(blob_span(out), blob_span(two)));
		blob_free(&out);
		if (passes < 5)
			assert_int_equal(threads_started(), passes / 2 * 2);
		atomic_store(&threads_left, INT_MAX);
		/* without what it waits with, made first where they are even, there is none */
		atomic_store(&condvars_bad, passes % 2 == 0);
		assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
		assert_true(atomic_load(&condvars_bad) <= 0);
		assert_true(span_equal(blob_span(out), blob_span(one)));
		blob_free(&out);
		lzma_matches_free(how.kept);
		blob_free(&one);
		blob_free(&two);
	}
	free(p);
}

/* The limit is looked at often enough that the first pass ends before it has recorded all. */
static void a_second_pass_does_not_wait_for_one_that_failed(void **state)
{
	const size_t len = 700000;
	struct lzma_encode how = settings(3, 0, 2, 1 << 20);
	uint8_t *p = malloc(len);
	struct span in = span_of(p, len);
	struct blob out;
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, len);
	how.kept = lzma_matches_new(how.effort.nice, 0);
	assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_OK);
	blob_free(&out);
	how.passes = 2;
	how.threads = 2;
	how.max = 100;
	atomic_store(&threads_left, INT_MAX);
	assert_int_equal(lzma1_encode(in, &how, &out, &err), ERR_LIMIT);
	assert_int_not_equal(threads_started(), 0);
	assert_int_equal(lzma2_encode(in, &how, &out, &err), ERR_LIMIT);
	lzma_matches_free(how.kept);
	free(p);
}

/* Further passes only where the first made little enough: the others are what one pass makes,
 * whatever the number of threads, with matches kept and without. */
static void only_what_is_near_gets_further_passes(void **state)
{
	static const size_t lens[] = {TWO_MOST, MOST};
	uint8_t *p = malloc(MOST);
	struct lzma_encode hows[3];
	struct blob once[3], often[3], outs[3];
	size_t k, i, got[3], least, far, near;
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	for (k = 0; k < 4; k++) {
		struct span in = span_of(p, lens[k / 2]);

		least = SIZE_MAX;
		far = near = 0;
		for (i = 0; i < 3; i++) {
			hows[i] = settings(i == 1 ? 2 : 3, i == 1 ? 2 : 0, 2, 1 << 19);
			hows[i].effort.nice = i == 2 ? 20 : 64;
			hows[i].threads = k % 2 == 0 ? 1 : 3;
			hows[i].once = &got[i];
			hows[i].enough = hows[i].near = 0;
		}
		assert_int_equal(lzma1_encode_many(in, hows, 3, once, &err), ERR_OK);
		for (i = 0; i < 3; i++) {
			assert_int_equal(got[i], once[i].len);
			hows[i].passes = 3;
			hows[i].near = 2000;
			least = once[i].len < least ? once[i].len : least;
			got[i] = 0;
		}
		assert_int_equal(lzma1_encode_many(in, hows, 3, outs, &err), ERR_OK);
		for (i = 0; i < 3; i++)
			hows[i].near = 0;
		assert_int_equal(lzma1_encode_many(in, hows, 3, often, &err), ERR_OK);
		for (i = 0; i < 3; i++) {
			bool lost = once[i].len > least + least / 2000;

			assert_int_equal(got[i], once[i].len);
			assert_true(span_equal(
				blob_span(outs[i]), blob_span(lost ? once[i] : often[i])));
			*(lost ? &far : &near) += often[i].len != once[i].len;
			blob_free(&outs[i]);
		}
		assert_int_not_equal(far, 0);
		assert_int_not_equal(near, 0);
		for (i = 0; i < 2; i++) {
			hows[0].enough = once[0].len - i;
			assert_int_equal(lzma1_encode(in, &hows[0], outs, &err), ERR_OK);
			assert_true(span_equal(
				blob_span(outs[0]), blob_span(i == 0 ? often[0] : once[0])));
			blob_free(&outs[0]);
		}
		for (i = 0; i < 3; i++) {
			blob_free(&once[i]);
			blob_free(&often[i]);
		}
	}
	free(p);
}

/* The same by LZMA2. */
static void lzma2_gets_further_passes_where_the_first_made_little(void **state)
{
	struct lzma_encode how = settings(3, 0, 2, 1 << 19);
	uint8_t *p = malloc(TWO_MOST);
	struct span in = span_of(p, TWO_MOST);
	struct blob once, often, out;
	struct err err;
	size_t got, i;

	(void)state;
	assert_non_null(p);
	fill(p, TWO_MOST);
	how.once = &got;
	assert_int_equal(lzma2_encode(in, &how, &once, &err), ERR_OK);
	assert_int_equal(got, once.len);
	how.passes = 3;
	assert_int_equal(lzma2_encode(in, &how, &often, &err), ERR_OK);
	assert_int_not_equal(often.len, once.len);
	for (i = 0; i < 4; i++) {
		how.enough = once.len - i % 2;
		how.threads = i < 2 ? 1 : 2;
		assert_int_equal(lzma2_encode(in, &how, &out, &err), ERR_OK);
		assert_int_equal(got, once.len);
		assert_true(span_equal(blob_span(out), blob_span(i % 2 == 0 ? often : once)));
		blob_free(&out);
	}
	blob_free(&once);
	blob_free(&often);
	free(p);
}

/* Encodings by LZMA2 that find the matches there all begin at once. */
static void many_by_lzma2_share_matches(void **state)
{
	struct lzma_encode hows[3];
	struct blob alone[3], outs[3];
	uint8_t *p = malloc(TWO_MOST);
	struct span in = span_of(p, TWO_MOST);
	struct lzma_matches *kept = lzma_matches_new(64, 0);
	struct err err;
	size_t i, round;

	(void)state;
	assert_non_null(p);
	fill(p, TWO_MOST);
	for (i = 0; i < 3; i++) {
		hows[i] = settings(3, 0, (unsigned)i, 1 << 19);
		hows[i].effort.nice = 64;
		hows[i].threads = 3;
		assert_int_equal(lzma2_encode(in, &hows[i], &alone[i], &err), ERR_OK);
		hows[i].kept = kept;
	}
	for (round = 0; round < 2; round++) {
		atomic_store(&threads_left, INT_MAX);
		assert_int_equal(lzma2_encode_many(in, hows, 3, outs, &err), ERR_OK);
		assert_int_equal(threads_started(), round + 1);
		for (i = 0; i < 3; i++) {
			assert_true(span_equal(blob_span(outs[i]), blob_span(alone[i])));
			blob_free(&outs[i]);
		}
	}
	atomic_store(&threads_left, INT_MAX);
	hows[2].max = 100;
	assert_int_equal(lzma2_encode_many(in, hows, 3, outs, &err), ERR_LIMIT);
	for (i = 0; i < 3; i++)
		blob_free(&alone[i]);
	lzma_matches_free(kept);
	free(p);
}

/* Without kept matches those that search alike share one search at the same time. */
static void many_by_lzma2_share_a_search(void **state)
{
	struct lzma_encode hows[3];
	struct blob alone[3], outs[3];
	uint8_t *p = malloc(MOST);
	struct span in = span_of(p, MOST);
	struct err err;
	size_t i;
	int left;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	for (i = 0; i < 3; i++) {
		hows[i] = settings(3, 0, (unsigned)i, 1 << 19);
		hows[i].threads = 1;
		hows[i].verify = true;
		assert_int_equal(lzma2_encode(in, &hows[i], &alone[i], &err), ERR_OK);
		hows[i].threads = 2;
	}
	/* the search and two more parses; with fewer threads one after the other */
	for (left = 3; left >= 0; left--) {
		atomic_store(&threads_left, left);
		assert_int_equal(lzma2_encode_many(in, hows, 3, outs, &err), ERR_OK);
		if (left == 3)
			assert_int_equal(atomic_load(&threads_left), 0);
		for (i = 0; i < 3; i++) {
			assert_true(span_equal(blob_span(outs[i]), blob_span(alone[i])));
			blob_free(&outs[i]);
		}
	}
	atomic_store(&threads_left, INT_MAX);
	hows[1].max = 100;
	assert_int_equal(lzma2_encode_many(in, hows, 3, outs, &err), ERR_LIMIT);
	for (i = 0; i < 3; i++)
		blob_free(&alone[i]);
	free(p);
}

/* Where a container or the system allows only some of the threads or none. */
static void threads_that_cannot_be_started_are_not_needed(void **state)
{
	struct lzma_encode hows[] = {
		settings(3, 0, 2, 1 << 19), settings(2, 2, 2, 1 << 19), settings(0, 0, 0, 1 << 19)};
	size_t count = sizeof(hows) / sizeof(hows[0]), i;
	uint8_t *p = malloc(MOST);
	struct span in = span_of(p, MOST / 4);
	struct blob want[3], outs[3];
	struct err err;
	int left;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	for (i = 0; i < count; i++) {
		hows[i].threads = 2;
		hows[i].verify = true;
	}
	assert_int_equal(lzma1_encode_many(in, hows, count, want, &err), ERR_OK);
	/* a search, two more parsers and three that verify are six */
	for (left = 0; left <= 6; left++) {
		atomic_store(&threads_left, left);
		assert_int_equal(lzma1_encode_many(in, hows, count, outs, &err), ERR_OK);
		for (i = 0; i < count; i++) {
			assert_true(span_equal(blob_span(outs[i]), blob_span(want[i])));
			blob_free(&outs[i]);
		}
	}
	atomic_store(&threads_left, INT_MAX);
	for (i = 0; i < count; i++)
		blob_free(&want[i]);
	free(p);
}

/* Noise with copies of 20 to 50 bytes from before. */
static void fill_copies(uint8_t *p, size_t len)
{
	size_t i, n, from;

	seed = 5;
	for (i = 0; i < len; i++)
		p[i] = (uint8_t)rnd();
	for (i = 4000; i + 60 < len; i += n + 4) {
		n = 20 + rnd() % 31;
		from = rnd() % (i - 50);
		memcpy(p + i, p + from, n);
	}
}

static void fast_bytes_above_the_longest_change_nothing(void **state)
{
	static const uint32_t nice[] = {273, 100, 40}, depth[] = {48, 1};
	size_t len = 20000, i;
	uint8_t *p = malloc(len);

	(void)state;
	assert_non_null(p);
	fill_copies(p, len);
	for (i = 0; i < 12; i++) {
		struct lzma_encode how = settings(3, 0, 2, 1 << 16);
		enum err_code (*encode)(struct span, const struct lzma_encode *, struct blob *,
			struct err *) = i < 6 ? lzma1_encode : lzma2_encode;
		uint32_t longest = 0, again = 0;
		struct blob one, other;
		struct err err;

		how.effort.nice = nice[i % 3];
		how.effort.depth = depth[i / 3 % 2];
		how.longest = &longest;
		assert_int_equal(encode(span_of(p, len), &how, &one, &err), ERR_OK);
		assert_in_range(longest, 40, 99);
		how.effort.nice = longest + 1;
		how.longest = &again;
		assert_int_equal(encode(span_of(p, len), &how, &other, &err), ERR_OK);
		if (nice[i % 3] != 40) {
			assert_int_equal(again, longest);
			assert_true(span_equal(blob_span(one), blob_span(other)));
		}
		blob_free(&one);
		blob_free(&other);
	}
	free(p);
}

static void a_match_of_the_fast_bytes_is_met(void **state)
{
	struct lzma_encode how = settings(3, 0, 2, 1 << 16);
	uint32_t longest = 0;
	uint8_t p[4060];
	struct blob out;
	struct err err;
	size_t i;

	(void)state;
	seed = 5;
	for (i = 0; i < sizeof(p); i++)
		p[i] = (uint8_t)rnd();
	memcpy(p + 4000, p + 100, 60);
	how.effort.nice = 40;
	how.longest = &longest;
	assert_int_equal(lzma1_encode(span_of(p, sizeof(p)), &how, &out, &err), ERR_OK);
	assert_in_range(longest, 40, 60);
	blob_free(&out);
}

static void stops_at_the_limit(void **state)
{
	struct lzma_encode hows[2] = {settings(3, 0, 2, 1 << 19), settings(0, 0, 0, 1 << 19)};
	uint8_t *p = malloc(MOST);
	struct blob outs[2];
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	hows[1].max = 1000;
	hows[0].threads = hows[1].threads = 2;
	assert_int_equal(lzma1_encode(span_of(p, MOST), &hows[1], outs, &err), ERR_LIMIT);
	assert_int_equal(lzma1_encode_many(span_of(p, MOST), hows, 2, outs, &err), ERR_LIMIT);
	free(p);
}

/* Not larger than liblzma with the same settings, give or take a little; smaller where several ways
 * to each position are compared. */
static void is_as_small_as_the_library(void **state)
{
	struct lzma_encode how = settings(3, 0, 2, 1 << 19);
	uint8_t *p = malloc(MOST);
	struct blob ours, theirs, wide;
	struct err err;

	(void)state;
	assert_non_null(p);
	fill(p, MOST);
	assert_int_equal(lzma1_encode(span_of(p, MOST), &how, &ours, &err), ERR_OK);
	how.effort.wide = LZMA_WIDE_MOST;
	assert_int_equal(lzma1_encode(span_of(p, MOST), &how, &wide, &err), ERR_OK);
	assert_true(wide.len < ours.len);
	blob_free(&wide);
	how.liblzma = true;
	assert_int_equal(lzma1_encode(span_of(p, MOST), &how, &theirs, &err), ERR_OK);
	assert_true(ours.len <= theirs.len + theirs.len / 200);
	blob_free(&ours);
	blob_free(&theirs);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_size_and_setting_decodes),
		cmocka_unit_test(lzma2_of_any_size_decodes),
		cmocka_unit_test(lzma2_stores_noise),
		cmocka_unit_test(one_byte_over_and_over_decodes),
		cmocka_unit_test(many_are_what_each_is),
		cmocka_unit_test(kept_matches_are_those_of_a_search),
		cmocka_unit_test(one_at_a_time_keeps_matches),
		cmocka_unit_test(two_passes_at_once_are_those_of_one_thread),
		cmocka_unit_test(a_second_pass_does_not_wait_for_one_that_failed),
		cmocka_unit_test(only_what_is_near_gets_further_passes),
		cmocka_unit_test(lzma2_gets_further_passes_where_the_first_made_little),
		cmocka_unit_test(many_by_lzma2_share_matches),
		cmocka_unit_test(many_by_lzma2_share_a_search),
		cmocka_unit_test(threads_that_cannot_be_started_are_not_needed),
		cmocka_unit_test(fast_bytes_above_the_longest_change_nothing),
		cmocka_unit_test(a_match_of_the_fast_bytes_is_met),
		cmocka_unit_test(stops_at_the_limit),
		cmocka_unit_test(is_as_small_as_the_library),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
