/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "biosbelt/num.h"

static void add_and_mul_notice_overflow(void **state)
{
	size_t out = 7;

	(void)state;
	assert_false(num_add(SIZE_MAX, 1, &out));
	assert_false(num_mul(SIZE_MAX / 2 + 1, 2, &out));
	assert_int_equal(out, 7);
	assert_true(num_add(SIZE_MAX, 0, &out));
	assert_true(num_mul(0, SIZE_MAX, &out));
	assert_int_equal(out, 0);
}

static int by_number(const void *a, const void *b)
{
	return num_order(*(const unsigned *)a, *(const unsigned *)b);
}

static void lists_are_sorted_and_searched_even_without_items(void **state)
{
	unsigned list[] = {7, 3, 5};
	unsigned key = 5;

	(void)state;
	num_sort(NULL, 0, sizeof list[0], by_number);
	assert_null(num_find(&key, NULL, 0, sizeof list[0], by_number));
	num_sort(list, 1, sizeof list[0], by_number);
	assert_ptr_equal(num_find(list, list, 1, sizeof list[0], by_number), list);
	num_sort(list, 3, sizeof list[0], by_number);
	assert_int_equal(list[0], 3);
	assert_int_equal(list[2], 7);
	assert_ptr_equal(num_find(&key, list, 3, sizeof list[0], by_number), &list[1]);
	key = 6;
	assert_null(num_find(&key, list, 3, sizeof list[0], by_number));
}

static void align_rounds_up(void **state)
{
	size_t out;

	(void)state;
	assert_true(num_align(9, 8, &out));
	assert_int_equal(out, 16);
	assert_true(num_align(16, 8, &out));
	assert_int_equal(out, 16);
	assert_false(num_align(SIZE_MAX, 8, &out));
}

static void parse_takes_whole_words_only(void **state)
{
	static const char *const bad[] = {"", "0x", "12x", " 1", "1 ", "-1", "+1", "115200x",
		"18446744073709551616", "0x10000000000000000", "1.5", "0x0x1"};
	uint64_t v = 42;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(num_parse_u64(bad[i], &v));
	assert_true(v == 42);
	assert_true(num_parse_u64("18446744073709551615", &v) && v == UINT64_MAX);
	assert_true(num_parse_u64("0xfFfF", &v) && v == 65535);
	assert_true(num_parse_u64("007", &v) && v == 7);
}

static void sizes_have_units(void **state)
{
	uint64_t v = 0;

	(void)state;
	assert_true(num_parse_size("64K", &v) && v == 65536);
	assert_true(num_parse_size("8MiB", &v) && v == 8u << 20);
	assert_true(num_parse_size("1g", &v) && v == 1u << 30);
	assert_true(num_parse_size("10", &v) && v == 10);
	assert_false(num_parse_size("1X", &v));
	assert_false(num_parse_size("1KK", &v));
	assert_false(num_parse_size("K", &v));
	assert_false(num_parse_size("99999999999999G", &v));
}

static void signed_range_is_whole(void **state)
{
	int64_t v = 0;

	(void)state;
	assert_true(num_parse_i64("-9223372036854775808", &v) && v == INT64_MIN);
	assert_true(num_parse_i64("9223372036854775807", &v) && v == INT64_MAX);
	assert_false(num_parse_i64("9223372036854775808", &v));
	assert_false(num_parse_i64("-9223372036854775809", &v));
	assert_false(num_parse_i64("-", &v));
	assert_false(num_parse_i64("--1", &v));
}

static void digits_have_values(void **state)
{
	static const char digits[] = "0123456789abcdef";

	(void)state;
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(num_digit(digits[i]), i);
	assert_int_equal(num_digit('A'), 10);
	assert_int_equal(num_digit('F'), 15);
	for (const char *p = "/:@G`g \xC3"; *p != '\0'; p++)
		assert_int_equal(num_digit(*p), NUM_NO_DIGIT);
	assert_int_equal(num_digit('\0'), NUM_NO_DIGIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(add_and_mul_notice_overflow),
		cmocka_unit_test(lists_are_sorted_and_searched_even_without_items),
		cmocka_unit_test(align_rounds_up),
		cmocka_unit_test(parse_takes_whole_words_only),
		cmocka_unit_test(sizes_have_units),
		cmocka_unit_test(signed_range_is_whole),
		cmocka_unit_test(digits_have_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
