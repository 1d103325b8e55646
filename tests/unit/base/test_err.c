/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/err.h"

static void set_keeps_code_and_text(void **state)
{
	struct err err;

	(void)state;
	assert_int_equal(err_set(&err, ERR_FORMAT, "at 0x%x", 0x20u), ERR_FORMAT);
	assert_int_equal(err.code, ERR_FORMAT);
	assert_int_equal(err.os_error, 0);
	assert_string_equal(err.text, "at 0x20");
}

static void long_text_is_cut_between_characters(void **state)
{
	struct err err;
	char text[600];
	size_t i;

	(void)state;
	for (i = 0; i + 3 < sizeof text; i += 3)
		memcpy(text + i, "\xE4\xB8\xAD", 3); /* U+4E2D */
	text[i] = '\0';
	for (i = 0; i < 3; i++) {
		err_set(&err, ERR_IO, "%s", text + 3 * i);
		assert_int_equal(strlen(err.text) % 3, 0);
		assert_true(strlen(err.text) > ERR_TEXT_MAX - 5);
	}
	err_set(&err, ERR_IO, "x%s", text);
	assert_int_equal(strlen(err.text) % 3, 1);
}

static void prefix_goes_before(void **state)
{
	struct err err;

	(void)state;
	err_set_os(&err, ERR_IO, 28, "cannot write");
	assert_int_equal(err_prefix(&err, "volume at 0x%x", 4096u), ERR_IO);
	assert_string_equal(err.text, "volume at 0x1000: cannot write");
	assert_int_equal(err.os_error, 28);
}

static void prefix_of_full_text_is_cut(void **state)
{
	struct err err;
	char text[ERR_TEXT_MAX];

	(void)state;
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	err_set(&err, ERR_IO, "%s", text);
	err_prefix(&err, "%s", text);
	assert_int_equal(strlen(err.text), ERR_TEXT_MAX - 1);
}

static void long_prefix_does_not_hide_the_reason(void **state)
{
	struct err err;
	char path[1000] = "";
	size_t len;

	(void)state;
	for (len = 0; len < 900; len += 3)
		memcpy(path + len, "\xE6\x94\xB9", 4);
	memcpy(path + len, "/end.txt", 9);
	err_set(&err, ERR_IO, "cannot write");
	err_prefix(&err, "%s", path);
	assert_non_null(strstr(err.text, "/end.txt: cannot write"));
	assert_memory_equal(err.text, "...\xE6\x94\xB9\xE6", 7);
}

static void every_code_has_a_name(void **state)
{
	int i;

	(void)state;
	for (i = ERR_OK; i <= ERR_CANCELLED; i++)
		assert_string_not_equal(err_name((enum err_code)i), "unknown error");
	assert_string_equal(err_name((enum err_code)999), "unknown error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(set_keeps_code_and_text),
		cmocka_unit_test(long_text_is_cut_between_characters),
		cmocka_unit_test(prefix_goes_before),
		cmocka_unit_test(prefix_of_full_text_is_cut),
		cmocka_unit_test(long_prefix_does_not_hide_the_reason),
		cmocka_unit_test(every_code_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
