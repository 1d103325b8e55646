/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/file.h"
#include "tree/filter.h"

static bool takes(const struct filter *f, const char *relative)
{
	return filter_takes(f, relative, path_base(relative));
}

static void defaults_ignore_case(void **state)
{
	struct filter f = {0};

	(void)state;
	assert_true(takes(&f, "a/B.INF"));
	assert_true(takes(&f, "x.dsc.inc"));
	assert_true(takes(&f, "Start.S"));
	assert_true(takes(&f, "sub/MAKEFILE"));
	assert_true(takes(&f, "x.vfi"));
	assert_false(takes(&f, "x.efi"));
	assert_false(takes(&f, "c"));
	assert_false(takes(&f, "x.c.orig"));
}

static void names_of_the_list_fit_whole(void **state)
{
	static const struct {
		const char *name;
		bool taken;
	} rows[] = {{"header.makefile", true}, {"ms.common", true}, {"ms", false}, {"ams.x", false},
		{"Kconfig", true}, {"kconfig.debug", true}, {"Kconfi", false}, {"kconfiX", false},
		{"xKconfig", false}, {"m", false}, {"board_defconfig", true}, {"_defconfig", true},
		{"xdefconfig", false}, {"_defconfiX", false}, {"board_efconfig", false},
		{"defconfig", true}, {"defconfigs", false}, {"defconfiX", false}, {"config.", true},
		{"configure", true}, {"configured", false}, {"a.lds.S", true}, {"a.dtsi", true},
		{"a.dts", true}, {"a.dsl", true}, {"a.template", true}, {"a.templat", false},
		{"a.templates", false}, {"a.bbappend", true}, {"a.123456789012345678", false},
		{".c", true}, {"a.", false}, {"", false}};
	struct filter f = {0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (takes(&f, rows[i].name) != rows[i].taken)
			fail_msg("%s", rows[i].name);
}

static void own_endings_replace_the_list(void **state)
{
	struct filter f = {.no_defaults = true};
	struct err err;

	(void)state;
	assert_int_equal(filter_add_ext(&f.include, "foo,.BAR", &err), ERR_OK);
	assert_true(takes(&f, "x.FOO"));
	assert_true(takes(&f, "x.bar"));
	assert_false(takes(&f, "x.c"));
	assert_int_equal(filter_add_ext(&f.include, "a,,b", &err), ERR_USAGE);
	assert_int_equal(filter_add_ext(&f.include, "*.c", &err), ERR_USAGE);
	filter_free(&f);
}

static void include_adds_exclude_wins(void **state)
{
	struct filter f = {0};
	struct err err;

	(void)state;
	assert_int_equal(filter_add(&f.include, "*.orig", &err), ERR_OK);
	assert_int_equal(filter_add(&f.exclude, "Old/**", &err), ERR_OK);
	assert_true(takes(&f, "x.orig"));
	assert_true(takes(&f, "x.c"));
	assert_false(takes(&f, "Old/x.c"));
	assert_false(takes(&f, "old/sub/x.c"));
	filter_free(&f);
}

/* As people and their shells' completion write them. */
static void slashes_around_a_pattern_are_no_part_of_it(void **state)
{
	struct filter f = {0};
	struct err err;

	(void)state;
	assert_int_equal(filter_add(&f.exclude, "Old/", &err), ERR_OK);
	assert_int_equal(filter_add(&f.exclude, "./a.c", &err), ERR_OK);
	assert_int_equal(filter_add(&f.exclude, "././Pkg/Drv//", &err), ERR_OK);
	assert_int_equal(filter_add(&f.exclude, "./", &err), ERR_OK);
	assert_true(filter_excludes(&f, "sub/Old", "Old"));
	assert_true(filter_excludes(&f, "Pkg/Drv", "Drv"));
	assert_false(filter_excludes(&f, "sub/Drv", "Drv"));
	assert_false(takes(&f, "a.c"));
	assert_true(takes(&f, "sub/a.c"));
	filter_free(&f);
}

/* One pattern at a time: endings, stars, question marks, sets, and those with a folder. */
static void patterns_fit_as_of_a_shell(void **state)
{
	static const struct {
		const char *pattern;
		const char *path;
		bool fits;
	} rows[] = {{"*.c", "a.c", true}, {"*.c", ".c", true}, {"*.c", "a.cc", false},
		{"*.?", "a.x", true}, {"*.?", "a.xy", false}, {"*.?", "a.", false},
		{"*.[ch]", "a.h", true}, {"*.[ch]", "a.x", false}, {"*.c*", "a.cpp", true},
		{"*.c*", "a.d", false}, {"a*", "ab", true}, {"a*", "ba", false}, {"*", "a", true},
		{"**", "a", true}, {"Pkg/*.c", "Pkg/a.c", true}, {"Pkg/*.c", "a.c", false},
		{"Pkg/*.c", "Pkg/x/a.c", false}, {"Pkg/**", "Pkg/x/a.c", true},
		{"a.c", "Pkg/a.c", true}, {"a.c", "aa.c", false}, {"A.C", "a.c", true},
		{"*.\xE4\xB8\xAD", "a.\xE4\xB8\xAD", true}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct filter f = {.no_defaults = true};
		struct filter none = {.all = true};
		struct err err;

		assert_int_equal(filter_add(&f.include, rows[i].pattern, &err), ERR_OK);
		assert_int_equal(filter_add(&none.exclude, rows[i].pattern, &err), ERR_OK);
		if (takes(&f, rows[i].path) != rows[i].fits ||
			takes(&none, rows[i].path) == rows[i].fits)
			fail_msg("%s: %s", rows[i].pattern, rows[i].path);
		filter_free(&f);
		filter_free(&none);
	}
}

/* The longest ending that --ext takes, and one more. */
static void endings_have_a_bound(void **state)
{
	char longest[63];
	struct filter f = {.no_defaults = true};
	struct err err;

	(void)state;
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	assert_int_equal(filter_add_ext(&f.include, longest, &err), ERR_USAGE);
	assert_int_equal(filter_add_ext(&f.include, longest + 1, &err), ERR_OK);
	assert_int_equal(f.include.patterns[0].len, 63);
	assert_int_equal(filter_add_ext(&f.include, ".", &err), ERR_USAGE);
	assert_int_equal(filter_add_ext(&f.include, "", &err), ERR_USAGE);
	assert_int_equal(filter_add_ext(&f.include, "a,", &err), ERR_OK);
	assert_true(takes(&f, "x.a"));
	filter_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_ignore_case),
		cmocka_unit_test(names_of_the_list_fit_whole),
		cmocka_unit_test(own_endings_replace_the_list),
		cmocka_unit_test(include_adds_exclude_wins),
		cmocka_unit_test(patterns_fit_as_of_a_shell),
		cmocka_unit_test(endings_have_a_bound),
		cmocka_unit_test(slashes_around_a_pattern_are_no_part_of_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
