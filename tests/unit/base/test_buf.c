/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/span.h"

static void grows_and_hands_over(void **state)
{
	struct buf b;
	struct blob out;
	struct err err;
	unsigned i;

	(void)state;
	buf_init(&b, 0);
	for (i = 0; i < 10000; i++)
		buf_add_u8(&b, (uint8_t)i);
	assert_int_equal(buf_finish(&b, &out, &err), ERR_OK);
	assert_int_equal(out.len, 10000);
	assert_int_equal(out.ptr[9999], 9999 & 0xFF);
	blob_free(&out);
	assert_null(out.ptr);
}

static void ceiling_sticks(void **state)
{
	struct buf b;
	struct blob out = {NULL, 0};
	struct err err;

	(void)state;
	buf_init(&b, 5);
	buf_add(&b, "abc", 3);
	buf_add(&b, "def", 3);
	buf_add(&b, "g", 1); /* would fit, but something is missing before it */
	assert_int_equal(b.len, 3);
	assert_int_equal(buf_finish(&b, &out, &err), ERR_LIMIT);
	assert_null(out.ptr);
}

static void empty_buffer_gives_a_pointer(void **state)
{
	struct buf b;
	struct blob out;
	struct err err;

	(void)state;
	buf_init(&b, 0);
	assert_int_equal(buf_finish(&b, &out, &err), ERR_OK);
	assert_non_null(out.ptr);
	assert_int_equal(out.len, 0);
	blob_free(&out);
}

static void writes_little_endian_and_aligns(void **state)
{
	static const uint8_t want[] = {
		0x34, 0x12, 3, 2, 1, 0xEE, 0xEE, 0xEE, 8, 7, 6, 5, 4, 3, 2, 1};
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	buf_add_u16le(&b, 0x1234);
	buf_add_u24le(&b, 0x010203);
	buf_align(&b, 8, 0xEE);
	buf_add_u64le(&b, 0x0102030405060708);
	assert_int_equal(b.len, sizeof want);
	assert_memory_equal(b.ptr, want, sizeof want);
	buf_free(&b);
}

static void printf_leaves_no_nul(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 5); /* the NUL needs a place of its own for a moment */
	buf_printf(&b, "%04x", 0xABCu);
	assert_int_equal(b.failed, ERR_OK);
	assert_int_equal(b.len, 4);
	assert_memory_equal(b.ptr, "0abc", 4);
	buf_free(&b);
}

static void printf_grows_to_any_length(void **state)
{
	char text[1001];
	struct buf b;
	unsigned i;
	unsigned len;

	(void)state;
	memset(text, 'x', sizeof text);
	for (len = 0; len < 600; len++) { /* around the ends of the room */
		buf_init(&b, 0);
		for (i = 0; i < 3; i++)
			buf_printf(&b, "%.*s|", (int)len, text);
		assert_int_equal(b.len, 3 * (len + 1));
		for (i = 0; i < b.len; i++)
			assert_int_equal(b.ptr[i], (i + 1) % (len + 1) == 0 ? '|' : 'x');
		buf_free(&b);
	}
	buf_init(&b, 300);
	buf_add(&b, text, 290);
	buf_printf(&b, "%.*s", 20, text);
	assert_int_equal(b.failed, ERR_LIMIT);
	assert_int_equal(b.len, 290);
	buf_free(&b);
}

static void blob_copies(void **state)
{
	struct blob b;
	struct err err;

	(void)state;
	assert_int_equal(blob_copy(span_of("xyz", 3), &b, &err), ERR_OK);
	assert_true(span_equal(blob_span(b), span_of("xyz", 3)));
	blob_free(&b);
	assert_int_equal(blob_alloc(4, &b, &err), ERR_OK);
	assert_true(span_is_filled(blob_span(b), 0));
	blob_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_and_hands_over),
		cmocka_unit_test(ceiling_sticks),
		cmocka_unit_test(empty_buffer_gives_a_pointer),
		cmocka_unit_test(writes_little_endian_and_aligns),
		cmocka_unit_test(printf_leaves_no_nul),
		cmocka_unit_test(printf_grows_to_any_length),
		cmocka_unit_test(blob_copies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
