/* SPDX-License-Identifier: MIT */
#include "test.h"

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
	} rows[] = {{"Kconfig", true}, {"kconfig.debug", true}, {"Kconfi", false},
		{"kconfiX", false}, {"xKconfig", false}, {"m", false}, {"board_defconfig", true},
		{"_defconfig", true}, {"xdefconfig", false}, {"_defconfiX", false},
		{"board_efconfig", false}, {"defconfig", true}, {"defconfigs", false},
		{"defconfiX", false}, {"config.", true}, {"configure", true}, {"configured", false},
		{"a.lds.S", true}, {"a.dtsi", true}, {"a.dts", true}, {"a.template", true},
		{"a.templat", false}, {"a.templates", false}, {"a.bbappend", true},
		{"a.123456789012345678", false}, {".c", true}, {"a.", false}, {"", false}};
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_ignore_case),
		cmocka_unit_test(names_of_the_list_fit_whole),
		cmocka_unit_test(own_endings_replace_the_list),
		cmocka_unit_test(include_adds_exclude_wins),
		cmocka_unit_test(slashes_around_a_pattern_are_no_part_of_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
