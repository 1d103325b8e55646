/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/tree.h"

static void stars_stay_inside_a_folder(void **state)
{
	(void)state;
	assert_true(tree_match("*.c", "a.c", false));
	assert_false(tree_match("*.c", "d/a.c", false));
	assert_true(tree_match("*/a.c", "d/a.c", false));
	assert_false(tree_match("?", "/", false));
	assert_true(tree_match("a*b*c", "aXXbYYc", false));
	assert_false(tree_match("a*b*c", "aXXbYY", false));
	assert_true(tree_match("*", "", false));
}

static void double_star_crosses_folders(void **state)
{
	(void)state;
	assert_true(tree_match("**/a.c", "a.c", false));
	assert_true(tree_match("**/a.c", "x/y/a.c", false));
	assert_false(tree_match("**/a.c", "x/ya.c", false));
	assert_true(tree_match("x/**", "x/y/z", false));
	assert_true(tree_match("x/**/z", "x/z", false));
	assert_true(tree_match("x/**/z", "x/y/w/z", false));
	assert_true(tree_match("**", "a/b/c", false));
	assert_true(tree_match("**/*.c", "a/b/c.c", false));
	assert_false(tree_match("**/*.c", "a/b/c.h", false));
}

static void sets_and_case(void **state)
{
	(void)state;
	assert_true(tree_match("[a-c]x", "bx", false));
	assert_false(tree_match("[!a-c]x", "bx", false));
	assert_true(tree_match("[!a-c]x", "dx", false));
	assert_true(tree_match("[]]", "]", false));
	assert_true(tree_match("[abc", "[abc", false)); /* not closed: stands for itself */
	assert_true(tree_match("*.INF", "a.inf", true));
	assert_false(tree_match("*.INF", "a.inf", false));
	assert_true(tree_match("[A-C]", "b", true));
}

static void hostile_pattern_ends(void **state)
{
	char text[2001];

	(void)state;
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_false(tree_match("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text, false));
	assert_false(tree_match("**a**a**a**a**a**a**a**a**a**a**b", text, false));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stars_stay_inside_a_folder),
		cmocka_unit_test(double_star_crosses_folders),
		cmocka_unit_test(sets_and_case),
		cmocka_unit_test(hostile_pattern_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
