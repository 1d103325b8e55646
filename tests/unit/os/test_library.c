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

#ifndef _WIN32
/* One interface under the names of several systems: the first that is there. */
static void takes_the_first_that_is_there(void **state)
{
	static const char *const names[] = {"strlen", "strcmp"};
	struct functions f = {NULL, NULL};
	struct err err;

	(void)state;
	assert_int_equal(library_load("no-such-library.so.2  " TEST_LIBRARY " no-such-library.so",
				 names, &f, 2, &err),
		ERR_OK);
	assert_int_equal(f.length("four"), 4);
	assert_int_equal(
		library_load("no-such-library.so.2 no-such-library.so.1", names, &f, 2, &err),
		ERR_UNSUPPORTED);
	assert_non_null(strstr(err.text, "no-such-library.so.2"));
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_functions),
		cmocka_unit_test(tells_what_is_missing),
#ifndef _WIN32
		cmocka_unit_test(takes_the_first_that_is_there),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
