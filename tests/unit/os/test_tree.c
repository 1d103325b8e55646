/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "scratch.h"

static char seen[4096];

static enum tree_action note(void *user, const struct tree_entry *e)
{
	size_t len = strlen(seen);

	(void)user;
	snprintf(seen + len, sizeof seen - len, "%s%s ", e->relative,
		e->type == FILE_FOLDER ? "/"
		: e->type == FILE_LINK ? "@"
				       : "");
	if (strcmp(e->relative, "skip") == 0)
		return TREE_SKIP_FOLDER;
	return strcmp(e->relative, "z-stop") == 0 ? TREE_STOP : TREE_GO_ON;
}

static void make_folder(const char *base, const char *name)
{
	char *path = scratch_path(base, name);
	struct err err;

	assert_int_equal(file_mkdirs(path, &err), ERR_OK);
	free(path);
}

static void walks_in_byte_order_and_obeys(void **state)
{
	char *dir = scratch_make();
	struct tree_opts opts = {.on_entry = note};
	struct err err;

	(void)state;
	make_folder(dir, "b/deep");
	make_folder(dir, "skip/inner");
	scratch_file(dir, "b/deep/x", "1");
	scratch_file(dir, "a", "1");
	scratch_file(dir, "C", "1"); /* not "B": Windows folds case */
	scratch_file(dir, "z-stop", "1");
	scratch_file(dir, "zz", "1");
	seen[0] = '\0';
	assert_int_equal(tree_walk(dir, &opts, &err), ERR_OK);
	assert_string_equal(seen, "/ C a b/ b/deep/ b/deep/x skip/ z-stop ");
	scratch_remove(dir);
}

static void a_link_to_the_parent_is_no_loop(void **state)
{
	char *dir = scratch_make();
	char *link = scratch_path(dir, "up");
	struct tree_opts opts = {.on_entry = note, .want_info = true};
	struct file_info info;
	struct err err;

	(void)state;
	if (file_make_link("..", link, &err) != ERR_OK ||
		file_info(link, true, &info, &err) != ERR_OK || info.type == FILE_NONE) {
		free(link);
		scratch_remove(dir);
		skip(); /* Wine and Windows without the right to make links */
	}
	seen[0] = '\0';
	assert_int_equal(tree_walk(dir, &opts, &err), ERR_OK);
	assert_string_equal(seen, "/ up@ ");
	free(link);
	scratch_remove(dir);
}

static void a_file_as_root_is_one_entry(void **state)
{
	char *dir = scratch_make();
	char *path = scratch_path(dir, "f");
	struct tree_opts opts = {.on_entry = note};
	struct err err;

	(void)state;
	scratch_file(dir, "f", "1");
	seen[0] = '\0';
	assert_int_equal(tree_walk(path, &opts, &err), ERR_OK);
	assert_string_equal(seen, " ");
	free(path);
	path = scratch_path(dir, "absent");
	assert_int_equal(tree_walk(path, &opts, &err), ERR_NOTFOUND);
	free(path);
	scratch_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walks_in_byte_order_and_obeys),
		cmocka_unit_test(a_link_to_the_parent_is_no_loop),
		cmocka_unit_test(a_file_as_root_is_one_entry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
