/* SPDX-License-Identifier: MIT */
/* Two names of one file, as Windows has them; elsewhere a second link stands for that. */
#include <stdio.h>
#include <string.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "test.h"

#include "os/scratch.h"
#include "written.h"

static void other_name(const char *dir, const char *name, const char *other)
{
#ifdef _WIN32
	(void)dir, (void)name, (void)other;
#else
	char *a = scratch_path(dir, name), *b = scratch_path(dir, other);

	assert_int_equal(link(a, b), 0);
	free(a);
	free(b);
#endif
}

static void names_in_other_letters(void **state)
{
	struct written w = {NULL, 0, 0};
	char *dir = scratch_make();
	struct err err;

	(void)state;
	scratch_file(dir, "README", "1");
	scratch_file(dir, "\xC3\x84\xD0\x96.txt", "1");
	assert_null(written_as(&w, dir, "README"));
	assert_int_equal(written_add(&w, "README", &err), ERR_OK);
	assert_int_equal(written_add(&w, "\xC3\x84\xD0\x96.txt", &err), ERR_OK);
	assert_int_equal(written_add(&w, "gone", &err), ERR_OK);
	other_name(dir, "README", "readme");
	other_name(dir, "\xC3\x84\xD0\x96.txt", "\xC3\xA4\xD0\xB6.TXT");
	assert_string_equal(written_as(&w, dir, "readme"), "README");
	assert_non_null(written_as(&w, dir, "\xC3\xA4\xD0\xB6.TXT"));
	assert_null(written_as(&w, dir, "README")); /* again, as a .tar may have it */
	assert_null(written_as(&w, dir, "readme2"));
	assert_null(written_as(&w, dir, "GONE"));
	written_free(&w);
	scratch_remove(dir);
}

/* One file each: a system that tells capitals apart keeps both. */
static void many_names(void **state)
{
	struct written w = {NULL, 0, 0};
	char name[32];
	struct err err;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof name, "n%d\xE5\x9B\xBA", i);
		assert_int_equal(written_add(&w, name, &err), ERR_OK);
	}
	assert_int_equal(w.count, 5000);
	assert_null(written_as(&w, "absent", "N77\xE5\x9B\xBA"));
	written_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_in_other_letters),
		cmocka_unit_test(many_names),
	};

	return cmocka_run_group_tests_name("written", tests, NULL, NULL);
}
