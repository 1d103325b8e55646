/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/library.h"

struct functions {
	size_t (*length)(const char *text);
	int (*compare)(const char *a, const char *b);
};

static void finds_functions(void **state)
{
	static const char *const names[] = {"strlen", "strcmp"};
	struct functions f = {NULL, NULL};
	struct err err;

	(void)state;
	assert_int_equal(library_load(TEST_LIBRARY, names, &f, 2, &err), ERR_OK);
	assert_int_equal(f.length("four"), 4);
	assert_int_equal(f.compare("a", "a"), 0);
}

static void tells_what_is_missing(void **state)
{
	static const char *const names[] = {"strlen", "no_such_function"};
	struct functions f;
	struct err err;

	(void)state;
	assert_int_equal(library_load(TEST_LIBRARY, names, &f, 2, &err), ERR_UNSUPPORTED);
	assert_non_null(strstr(err.text, "no_such_function"));
	assert_int_equal(library_load("no-such-library.so", names, &f, 2, &err), ERR_UNSUPPORTED);
	assert_non_null(strstr(err.text, "no-such-library.so"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_functions),
		cmocka_unit_test(tells_what_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
