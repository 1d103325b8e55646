/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "biosbelt/glob.h"
#include "scratch.h"

/* The base names of what matches, a blank after each. */
static void expect(const char *dir, const char *pattern, bool folders, const char *want)
{
	const struct glob_opts opts = {.max = 10, .folders = folders};
	char *path = scratch_path(dir, pattern);
	struct glob_list list;
	struct err err;
	char got[256] = "";

	if (want[0] == '\0') {
		assert_int_not_equal(glob_find(path, &opts, &list, &err), ERR_OK);
	} else {
		assert_int_equal(glob_find(path, &opts, &list, &err), ERR_OK);
		for (size_t i = 0; i < list.count; i++) {
			strcat(got, path_base(list.paths[i]));
			strcat(got, " ");
		}
		assert_string_equal(got, want);
	}
	glob_free(&list);
	free(path);
}

static char *make_tree(void)
{
	char *dir = scratch_make();
	char *path = scratch_path(dir, "sub.d");
	struct err err;

	assert_int_equal(file_mkdirs(path, &err), ERR_OK);
	free(path);
	scratch_file(dir, "a.bin", "1");
	scratch_file(dir, "b[1].bin", "1");
	scratch_file(dir, ".c.bin", "1");
	scratch_file(dir, "plain", "1");
	scratch_file(dir, "sub.d/d.bin", "1");
	return dir;
}

static void names_that_match(void **state)
{
	char *dir = make_tree();

	(void)state;
	expect(dir, "*.bin", false, "a.bin b[1].bin ");
	expect(dir, ".*.bin", false, ".c.bin ");
	expect(dir, "?.bin", false, "a.bin ");
	expect(dir, "b[[]*", false, "b[1].bin ");
	expect(dir, "**.bin", false, "a.bin b[1].bin d.bin ");
	expect(dir, "*/*.bin", false, "d.bin ");
	expect(dir, "*.d", false, "");
	expect(dir, "absent/*", false, "");
	scratch_remove(dir);
}

static void folders_when_asked_for(void **state)
{
	char *dir = make_tree();

	(void)state;
	expect(dir, "*.d", true, "sub.d ");
	expect(dir, "*", true, "a.bin b[1].bin plain sub.d ");
	expect(dir, "s*/*", true, "d.bin ");
	scratch_remove(dir);
}

/* As a file that is there by just its name is no pattern. */
static void folders_named_like_patterns(void **state)
{
	static const char *const names[] = {"log[1]", "log1"};
	char *dir = scratch_make();

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char *path = scratch_path(dir, names[i]);
		struct err err;

		assert_int_equal(file_mkdirs(path, &err), ERR_OK);
		free(path);
	}
	scratch_file(dir, "log[1]/a.bin", "1");
	scratch_file(dir, "log1/b.bin", "1");
	expect(dir, "log[1]/*.bin", false, "a.bin ");
	expect(dir, "log[12]/*.bin", false, "b.bin ");
	expect(dir, "log*/*.bin", false, "b.bin a.bin ");
	scratch_remove(dir);
}

static void no_more_than_wanted(void **state)
{
	const struct glob_opts opts = {.max = 1};
	char *dir = make_tree();
	char *path = scratch_path(dir, "*.bin");
	struct glob_list list;
	struct err err;

	(void)state;
	assert_int_equal(glob_find(path, &opts, &list, &err), ERR_LIMIT);
	assert_int_equal(list.count, 0);
	free(path);
	scratch_remove(dir);
}

static void the_root_is_a_folder(void **state)
{
	const struct glob_opts opts = {.max = 1000, .folders = true};
	struct glob_list list;
	struct err err;

	(void)state;
	/* not the working folder of the drive, where there is no such name */
	assert_int_equal(
		glob_find(path_is_sep('\\') ? "C:\\window*" : "/de*", &opts, &list, &err), ERR_OK);
	assert_true(list.count > 0);
	glob_free(&list);
}

/* "C:*" is in the folder that drive C works in, not in its root. */
static void the_working_folder_of_a_drive(void **state)
{
	const struct glob_opts opts = {.max = 10000, .folders = true};
	struct glob_list here, there;
	struct file_info info;
	struct blob path;
	char pattern[] = "X:*";
	struct err err;

	(void)state;
	if (!path_is_sep('\\'))
		return;
	assert_false(glob_is_pattern("\\\\?\\C:\\absent"));
	assert_int_equal(file_real_path(".", &path, &err), ERR_OK);
	pattern[0] = (char)path.ptr[strncmp((char *)path.ptr, "\\\\?\\", 4) == 0 ? 4 : 0];
	blob_free(&path);
	assert_int_equal(glob_find("*", &opts, &here, &err), ERR_OK);
	assert_int_equal(glob_find(pattern, &opts, &there, &err), ERR_OK);
	assert_int_equal(here.count, there.count);
	for (size_t i = 0; i < there.count; i++) {
		assert_string_equal(path_base(here.paths[i]), path_base(there.paths[i]));
		assert_int_equal(file_info(there.paths[i], true, &info, &err), ERR_OK);
		assert_int_not_equal(info.type, FILE_NONE);
	}
	glob_free(&here);
	glob_free(&there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_that_match),
		cmocka_unit_test(folders_when_asked_for),
		cmocka_unit_test(folders_named_like_patterns),
		cmocka_unit_test(no_more_than_wanted),
		cmocka_unit_test(the_root_is_a_folder),
		cmocka_unit_test(the_working_folder_of_a_drive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
