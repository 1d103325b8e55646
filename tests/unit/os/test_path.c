/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

static void base_and_folder(void **state)
{
	(void)state;
	assert_string_equal(path_base("a/b/c.bin"), "c.bin");
	assert_string_equal(path_base("c.bin"), "c.bin");
	assert_string_equal(path_base("a/b/"), "b/");
	assert_int_equal(path_dir_len("a/b/c"), 3);
	assert_int_equal(path_dir_len("c"), 0);
	assert_int_equal(path_dir_len("/c"), 1);
	assert_int_equal(path_dir_len("a//c"), 1);
}

static void join_adds_one_separator(void **state)
{
	struct blob b;
	struct err err;

	(void)state;
	assert_int_equal(path_join("a", "b", &b, &err), ERR_OK);
	assert_string_equal((char *)b.ptr, "a/b");
	assert_int_equal(b.len, 3);
	blob_free(&b);
	assert_int_equal(path_join("a/", "b", &b, &err), ERR_OK);
	assert_string_equal((char *)b.ptr, "a/b");
	blob_free(&b);
	assert_int_equal(path_join("", "b", &b, &err), ERR_OK);
	assert_string_equal((char *)b.ptr, "b");
	blob_free(&b);
}

static void absolute(void **state)
{
	(void)state;
	assert_true(path_is_absolute("/x"));
	assert_false(path_is_absolute("x/y"));
	assert_false(path_is_absolute(""));
}

static void one_kind_of_separator_is_shown(void **state)
{
	bool windows = path_is_sep('\\');
	char mixed[] = "src\\a/b.c";
	char slashes[] = "C:/src/a";

	(void)state;
	path_one_sep(mixed);
	assert_string_equal(mixed, windows ? "src\\a\\b.c" : "src\\a/b.c");
	path_one_sep(slashes);
	assert_string_equal(slashes, "C:/src/a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(base_and_folder),
		cmocka_unit_test(join_adds_one_separator),
		cmocka_unit_test(absolute),
		cmocka_unit_test(one_kind_of_separator_is_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
