/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/span.h"

static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

static void slice_refuses_wraparound(void **state)
{
	struct span in = span_of(bytes, sizeof bytes);
	struct span out = {NULL, 77};

	(void)state;
	assert_false(span_slice(in, 2, SIZE_MAX, &out));
	assert_false(span_slice(in, SIZE_MAX, 2, &out));
	assert_false(span_slice(in, SIZE_MAX, SIZE_MAX, &out));
	assert_false(span_slice(in, 9, 1, &out));
	assert_false(span_slice(in, 10, 0, &out));
	assert_int_equal(out.len, 77);
	assert_true(span_slice(in, 9, 0, &out));
	assert_int_equal(out.len, 0);
	assert_true(span_slice(in, 3, 6, &out));
	assert_ptr_equal(out.ptr, bytes + 3);
}

static void from_takes_the_rest(void **state)
{
	struct span out;

	(void)state;
	assert_true(span_from(span_of(bytes, 9), 4, &out));
	assert_int_equal(out.len, 5);
	assert_false(span_from(span_of(bytes, 9), 10, &out));
}

static void integers_are_little_endian(void **state)
{
	struct span in = span_of(bytes, sizeof bytes);
	uint16_t v16 = 0;
	uint32_t v32 = 0;
	uint64_t v64 = 0;

	(void)state;
	assert_true(span_u16le(in, 1, &v16));
	assert_int_equal(v16, 0x0302);
	assert_true(span_u32le(in, 5, &v32));
	assert_int_equal(v32, 0x09080706);
	assert_true(span_u64le(in, 1, &v64));
	assert_true(v64 == 0x0908070605040302);
	assert_true(span_u32be(in, 0, &v32));
	assert_int_equal(v32, 0x01020304);
	assert_false(span_u32le(in, 6, &v32));
	assert_false(span_u64le(in, 2, &v64));
}

static void cursor_failure_sticks(void **state)
{
	struct cursor c = {.in = span_of(bytes, 4)};

	(void)state;
	assert_int_equal(cursor_u24le(&c), 0x030201);
	assert_int_equal(cursor_u16le(&c), 0);
	assert_true(c.bad);
	assert_int_equal(cursor_u8(&c), 0); /* one byte is left, but the cursor is bad */
	assert_int_equal(cursor_left(&c), 0);
	assert_int_equal(cursor_take(&c, 0).len, 0);
}

static void cursor_reads_both_orders(void **state)
{
	struct cursor c = {.in = span_of(bytes, 9)};

	(void)state;
	assert_int_equal(cursor_u16be(&c), 0x0102);
	assert_int_equal(cursor_u16be(&c), 0x0304);
	assert_int_equal(cursor_u16be(&c), 0x0506);
	assert_int_equal(cursor_u16le(&c), 0x0807);
	assert_int_equal(cursor_left(&c), 1);
	assert_false(c.bad);
}

static void find_sees_first_and_last_place(void **state)
{
	struct span in = span_of("abcabc", 6);

	(void)state;
	assert_int_equal(span_find(in, 0, "abc", 3), 0);
	assert_int_equal(span_find(in, 1, "abc", 3), 3);
	assert_true(span_find(in, 4, "abc", 3) == SIZE_MAX);
	assert_true(span_find(in, SIZE_MAX, "abc", 3) == SIZE_MAX);
	assert_true(span_find(in, 0, "abcabcd", 7) == SIZE_MAX);
	assert_true(span_find(span_of(NULL, 0), 0, "a", 1) == SIZE_MAX);
}

/* Bytes of two values only: almost every place has the first or the last byte of the needle. */
static void find_agrees_with_comparing_every_place(void **state)
{
	uint8_t in[200];
	uint32_t seed = 1;
	size_t i, len, from, at;

	(void)state;
	for (i = 0; i < sizeof in; i++) {
		seed = seed * 1664525u + 1013904223u;
		in[i] = (seed >> 28) == 0 ? 0x5F : 0x46;
	}
	for (len = 1; len < 70; len++) {
		for (i = 0; i + len <= sizeof in; i++) {
			from = i / 2;
			for (at = from; memcmp(in + at, in + i, len) != 0;)
				at++;
			assert_int_equal(span_find(span_of(in, sizeof in), from, in + i, len), at);
			assert_int_equal(span_find(span_of(in, at + len), from, in + i, len), at);
			assert_true(span_find(span_of(in, at + len - 1), from, in + i, len) ==
				    SIZE_MAX);
		}
	}
}

static void filled_means_every_byte(void **state)
{
	const uint8_t ff[] = {0xFF, 0xFF, 0xFF, 0xFE};

	(void)state;
	assert_true(span_is_filled(span_of(ff, 3), 0xFF));
	assert_false(span_is_filled(span_of(ff, 4), 0xFF));
	assert_false(span_is_filled(span_of(ff, 3), 0));
	assert_true(span_is_filled(span_of(NULL, 0), 0));
}

static void equal_and_starts(void **state)
{
	(void)state;
	assert_true(span_equal(span_of("ab", 2), span_of("ab", 2)));
	assert_false(span_equal(span_of("ab", 2), span_of("abc", 3)));
	assert_true(span_equal(span_of(NULL, 0), span_of("x", 0)));
	assert_true(span_starts(span_of("abc", 3), "ab", 2));
	assert_false(span_starts(span_of("a", 1), "ab", 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slice_refuses_wraparound),
		cmocka_unit_test(from_takes_the_rest),
		cmocka_unit_test(integers_are_little_endian),
		cmocka_unit_test(cursor_failure_sticks),
		cmocka_unit_test(cursor_reads_both_orders),
		cmocka_unit_test(find_sees_first_and_last_place),
		cmocka_unit_test(find_agrees_with_comparing_every_place),
		cmocka_unit_test(filled_means_every_byte),
		cmocka_unit_test(equal_and_starts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
