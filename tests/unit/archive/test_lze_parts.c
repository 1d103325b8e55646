/* SPDX-License-Identifier: MIT */
/* A .lzma of any length, encoded in parts that continue one another, and written while it is; and
 * passes over one input. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma.h"
#include "lzma/encoder/lze.h"
#include "lzma/encoder/lze_private.h"

#define LEN  ((size_t)600000)
#define DICT ((uint32_t)1 << 16)
#define PART ((size_t)100000)

struct place {
	struct buf out;
	size_t room; /* bytes that it takes before it fails */
	uint64_t told;
};

static enum err_code put(void *user, struct span bytes, struct err *err)
{
	struct place *p = user;

	if (p->out.len + bytes.len > p->room)
		return err_set(err, ERR_IO, "full");
	buf_add(&p->out, bytes.ptr, bytes.len);
	return ERR_OK;
}

static void count(void *user, uint64_t more)
{
	((struct place *)user)->told += more;
}

/* Numbered lines, and copies of what is up to a dictionary before. */
static uint8_t *make(void)
{
	uint8_t *p = malloc(LEN + 32);
	uint32_t seed = 1;
	size_t at = 0;

	assert_non_null(p);
	while (at < LEN) {
		seed = seed * 1664525u + 1013904223u;
		if (at > DICT && seed >> 28 < 12) {
			size_t len = 40 + (seed >> 8) % 200, from = at - DICT + (seed >> 9) % 1000;

			if (len > LEN - at)
				len = LEN - at;
			memmove(p + at, p + from, len);
			at += len;
		} else {
			at += (size_t)snprintf((char *)p + at, 32, "%08x line %u\n",
				(unsigned)(seed >> 4), (unsigned)(at % 977));
		}
	}
	return p;
}

static size_t encode(struct span in, size_t part, const struct lzma_encode *how)
{
	struct place place = {.room = SIZE_MAX};
	struct codec_watch watch = {count, &place};
	struct lzma_encode watched = *how;
	struct lzma_sink sink = {put, &place};
	uint64_t size = how->marker ? LZMA_SIZE_UNKNOWN : in.len;
	struct reader *bytes, *r;
	struct err err;
	size_t len;

	watched.watch = &watch;
	buf_init(&place.out, 0);
	assert_int_equal(lze_encode_to(in, part, &watched, &sink, &err), ERR_OK);
	assert_int_equal(place.told, in.len);
	len = place.out.len;
	assert_int_equal(reader_span(span_of(place.out.ptr, place.out.len), &bytes, &err), ERR_OK);
	assert_int_equal(
		lzma1_reader(bytes, &how->prop, size, how->marker, UINT64_MAX, &r, &err), ERR_OK);
	assert_int_equal(reader_compare(r, in, &err), ERR_OK);
	reader_close(r);
	buf_free(&place.out);
	return len;
}

static const struct lzma_effort efforts[] = {
	{LZMA_HC4, true, 32, 4}, {LZMA_HC4, false, 32, 16}, {LZMA_BT4, false, 64, 0}};

static void parts_continue_one_another(void **state)
{
	uint8_t *p = make();
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(efforts) / sizeof(efforts[0]); i++) {
		struct lzma_encode how = {.prop = {2, 2, 1, DICT},
			.effort = efforts[i],
			.verify = true,
			.marker = i == 1};
		size_t whole = encode(span_of(p, LEN), LZE_PART, &how);
		size_t parts = encode(span_of(p, LEN), PART, &how);

		/* five dictionaries of six are lost where parts do not see what is before */
		assert_true(parts <= whole + whole / 200);
		how.threads = 1;
		assert_int_equal(encode(span_of(p, LEN), PART, &how), parts);
	}
	free(p);
}

/* Each part has a parser of its own, whose prices nothing has computed before. */
static void small_parts_lose_little(void **state)
{
	uint8_t *p = make();
	struct lzma_encode how = {.prop = {3, 0, 2, DICT}, .effort = efforts[2], .threads = 1};
	size_t whole = encode(span_of(p, LEN), LZE_PART, &how);

	(void)state;
	assert_true(encode(span_of(p, LEN), PART / 25, &how) <= whole + whole / 50);
	free(p);
}

static void equals_what_is_encoded_at_once(void **state)
{
	uint8_t *p = make();
	struct lzma_encode how = {.prop = {3, 0, 2, DICT}, .effort = efforts[2]};
	struct place place = {.room = SIZE_MAX};
	struct lzma_sink sink = {put, &place};
	struct blob once;
	struct err err;

	(void)state;
	buf_init(&place.out, 0);
	assert_int_equal(lzma1_encode_to(span_of(p, LEN), &how, &sink, &err), ERR_OK);
	assert_int_equal(lzma1_encode(span_of(p, LEN), &how, &once, &err), ERR_OK);
	assert_int_equal(place.out.len, once.len);
	assert_memory_equal(place.out.ptr, once.ptr, once.len);
	blob_free(&once);
	buf_free(&place.out);
	free(p);
}

static void a_full_place_is_an_error(void **state)
{
	uint8_t *p = make();
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(efforts) / sizeof(efforts[0]); i++) {
		struct lzma_encode how = {
			.prop = {3, 0, 2, DICT}, .effort = efforts[i], .verify = true};
		struct place place = {.room = 5000};
		struct lzma_sink sink = {put, &place};
		struct err err;

		buf_init(&place.out, 0);
		assert_int_equal(lze_encode_to(span_of(p, LEN), PART, &how, &sink, &err), ERR_IO);
		assert_string_equal(err.text, "full");
		buf_free(&place.out);
	}
	free(p);
}

static void nothing_has_no_part(void **state)
{
	struct lzma_encode how = {
		.prop = {3, 0, 2, DICT}, .effort = efforts[2], .verify = true, .marker = true};

	(void)state;
	assert_int_equal(encode(span_of(NULL, 0), PART, &how), 10);
}

/* The lengths that passes make; what is as long is the same. */
static enum err_code make_next(
	void *user, struct lze_pass *pass, struct blob *made, struct err *err)
{
	static const size_t len[] = {100, 90, 95, 90, 80, 80, 80, 80};
	unsigned *passes = user;

	(void)pass;
	if (blob_alloc(len[*passes], made, err) == ERR_OK)
		memset(made->ptr, 0, made->len);
	++*passes;
	return err->code;
}

static void no_pass_follows_one_that_was_there(void **state)
{
	struct lze_learn *learn = lze_learn_new(LEN);
	struct blob best = {NULL, 0};
	struct err err = {.code = ERR_OK};
	unsigned passes = 0;

	(void)state;
	assert_non_null(learn);
	assert_int_equal(lze_learn_run(learn, 8, false, make_next, &passes, &best, &err), ERR_OK);
	assert_int_equal(passes, 4);
	assert_int_equal(best.len, 90);
	blob_free(&best);
	lze_learn_free(learn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_pass_follows_one_that_was_there),
		cmocka_unit_test(parts_continue_one_another),
		cmocka_unit_test(small_parts_lose_little),
		cmocka_unit_test(equals_what_is_encoded_at_once),
		cmocka_unit_test(a_full_place_is_an_error),
		cmocka_unit_test(nothing_has_no_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
