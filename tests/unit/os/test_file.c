/* SPDX-License-Identifier: MIT */
#include "test.h"

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include "biosbelt/folder.h"
#include "scratch.h"

static char *dir;

static int set_up(void **state)
{
	(void)state;
	dir = scratch_make();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	scratch_remove(dir);
	return 0;
}

static void expect_text(const char *path, const char *want)
{
	struct blob b;
	struct err err;

	assert_int_equal(file_read(path, 1 << 20, &b, &err), ERR_OK);
	assert_true(span_equal(blob_span(b), span_of(want, strlen(want))));
	blob_free(&b);
}

/* Entries of dir, the folder itself not counted. */
static size_t count_entries(void)
{
	static struct scratch_list list;
	struct tree_opts opts = {.on_entry = scratch_note, .user = &list};
	struct err err;
	size_t n;

	list.count = 0;
	assert_int_equal(tree_walk(dir, &opts, &err), ERR_OK);
	n = list.count - 1;
	while (list.count > 0)
		free(list.paths[--list.count]);
	return n;
}

static void write_never_overwrites_without_force(void **state)
{
	char *path = scratch_path(dir, "a.bin");
	struct err err;

	(void)state;
	assert_int_equal(file_write(path, span_of("one", 3), false, &err), ERR_OK);
	assert_int_equal(file_write(path, span_of("two", 3), false, &err), ERR_EXISTS);
	expect_text(path, "one");
	assert_int_equal(file_write(path, span_of("two", 3), true, &err), ERR_OK);
	expect_text(path, "two");
	assert_int_equal(count_entries(), 1);
	free(path);
}

static void a_file_made_meanwhile_survives(void **state)
{
	char *path = scratch_path(dir, "race.bin");
	struct file_out_opts opts = {0};
	struct file_out *f;
	struct err err;

	(void)state;
	assert_int_equal(file_out_open(path, &opts, &f, &err), ERR_OK);
	assert_int_equal(file_out_write(f, "mine", 4, &err), ERR_OK);
	scratch_file(dir, "race.bin", "theirs");
	assert_int_equal(file_out_commit(f, &err), ERR_EXISTS);
	expect_text(path, "theirs");
	assert_int_equal(count_entries(), 1);
	free(path);
}

/* Scanners and indexers open a file for a moment: that is no lock. */
static void a_reader_holds_no_lock(void **state)
{
	char *path = scratch_path(dir, "lock");
	struct file_lock *lock;
	struct file_lock *second;
	struct file_in *in;
	struct err err;
	bool busy;

	(void)state;
	scratch_file(dir, "lock", "text");
	assert_int_equal(file_in_open(path, &in, &err), ERR_OK);
	assert_int_equal(file_lock_open(path, &lock, &busy, &err), ERR_OK);
	assert_false(busy);
	assert_non_null(lock);
	expect_text(path, "text");
	assert_int_equal(file_lock_open(path, &second, &busy, &err), ERR_OK);
	assert_true(busy);
	assert_null(second);
	file_lock_close(lock);
	assert_int_equal(file_lock_open(path, &lock, &busy, &err), ERR_OK);
	assert_false(busy);
	file_lock_close(lock);
	file_in_close(in);
	assert_int_equal(file_remove(path, &err), ERR_OK);
	free(path);
}

#ifdef _WIN32
#define WAYS 3u
#else
#define WAYS 4u
#endif

/* A file that was read is written to, another takes its name, or it gets other permissions, before
 * what came of it is ready. */
static void a_file_changed_meanwhile_survives(void **state)
{
	static const char *const texts[] = {"mine", "other", "third", "first"};
	struct file_out_opts opts = {.force = true, .unchanged = true};
	char *path;
	struct file_out *f;
	struct err err;

	(void)state;
	for (unsigned how = 0; how < WAYS; how++) {
		struct file_times times = {.has_mtime = true, .mtime_ns = 1000000000000000000};

		path = scratch_path(dir, "changed.txt");
		scratch_file(dir, "changed.txt", "first");
		assert_int_equal(file_set_times(path, &times, &err), ERR_OK);
		assert_int_equal(file_info(path, false, &opts.was, &err), ERR_OK);
		assert_int_equal(file_out_open(path, &opts, &f, &err), ERR_OK);
		assert_int_equal(file_out_write(f, "mine", 4, &err), ERR_OK);
		if (how == 1) {
			scratch_file(dir, "changed.txt", "other");
		} else if (how == 2) {
			char *other = scratch_path(dir, "other.txt");

			scratch_file(dir, "other.txt", "third");
			assert_int_equal(file_set_times(other, &times, &err), ERR_OK);
			assert_int_equal(file_rename(other, path, true, &err), ERR_OK);
			free(other);
		}
#ifndef _WIN32
		if (how == 3)
			assert_int_equal(chmod(path, (opts.was.mode ^ 010) & 0777), 0);
#endif
		assert_int_equal(file_out_commit(f, &err), how == 0 ? ERR_OK : ERR_IO);
		expect_text(path, texts[how]);
		assert_int_equal(count_entries(), 1);
		free(path);
	}
}

#define MANY 12
#ifdef _WIN32
#define EXPECTED_MODE 0644
#else
#define EXPECTED_MODE 0640
#endif

static void many_get_their_names_together(void **state)
{
	struct file_out_opts opts = {.no_device = true, .set_mode = true, .mode = 0640};
	struct file_out *files[MANY];
	struct err errs[MANY];
	struct file_info info;
	char *path = scratch_path(dir, "7");

	(void)state;
	for (unsigned i = 0; i < MANY; i++) {
		char name[16];
		char *one;

		snprintf(name, sizeof(name), "%u", i);
		one = scratch_path(dir, name);
		assert_int_equal(file_out_open(one, &opts, &files[i], &errs[i]), ERR_OK);
		assert_int_equal(file_out_write(files[i], name, strlen(name), &errs[i]), ERR_OK);
		assert_int_equal(file_out_finish(files[i], &errs[i]), ERR_OK);
		free(one);
	}
	assert_int_equal(file_info(path, false, &info, &errs[0]), ERR_OK);
	assert_int_equal(info.type, FILE_NONE);
	scratch_file(dir, "3", "theirs");
	file_out_flush(files, errs, MANY);
	file_out_commit_all(files, errs, MANY);
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(errs[i].code, i == 3 ? ERR_EXISTS : ERR_OK);
	expect_text(path, "7");
	assert_int_equal(file_info(path, false, &info, &errs[0]), ERR_OK);
	assert_int_equal(info.mode, EXPECTED_MODE);
	assert_int_equal(count_entries(), MANY);
	free(path);
}

static void abort_leaves_nothing(void **state)
{
	char *path = scratch_path(dir, "b.bin");
	struct file_out_opts opts = {0};
	struct file_info info;
	struct file_out *f;
	struct err err;

	(void)state;
	assert_int_equal(file_out_open(path, &opts, &f, &err), ERR_OK);
	assert_int_equal(file_out_write(f, "xyz", 3, &err), ERR_OK);
	assert_int_equal(file_info(path, false, &info, &err), ERR_OK);
	assert_int_equal(info.type, FILE_NONE);
	file_out_abort(f);
	assert_int_equal(count_entries(), 0);
	free(path);
}

static void patch_and_read_back(void **state)
{
	char *path = scratch_path(dir, "c.bin");
	struct file_out_opts opts = {.set_times = true, .mtime_ns = 1000000000000000000};
	struct file_info info;
	struct file_out *f;
	struct err err;
	char back[8];
	size_t got = 0;

	(void)state;
	assert_int_equal(file_out_open(path, &opts, &f, &err), ERR_OK);
	assert_int_equal(file_out_write(f, "....tail", 8, &err), ERR_OK);
	assert_int_equal(file_out_patch(f, 0, "head", 4, &err), ERR_OK);
	assert_int_equal(file_out_read(f, 2, back, sizeof back, &got, &err), ERR_OK);
	assert_int_equal(got, 6);
	assert_memory_equal(back, "adtail", 6);
	assert_int_equal(file_out_write(f, "+", 1, &err), ERR_OK);
	assert_int_equal(file_out_commit(f, &err), ERR_OK);
	expect_text(path, "headtail+");
	assert_int_equal(file_info(path, false, &info, &err), ERR_OK);
	assert_true(info.mtime_ns == 1000000000000000000);
	free(path);
}

static void chinese_names_work(void **state)
{
	static const char name[] = "\xE5\x9B\xBA\xE4\xBB\xB6 \xE6\xB5\x8B\xE8\xAF\x95.bin";
	char *path = scratch_path(dir, name);

	(void)state;
	scratch_file(dir, name, "ok");
	expect_text(path, "ok");
	free(path);
}

static void long_paths_work(void **state)
{
	char *path = strdup(dir);
	struct err err;
	int i;

	(void)state;
	for (i = 0; i < 6; i++) {
		char *deeper = scratch_path(
			path, "a-folder-name-of-sixty-characters-or-so-to-pass-260-quickly-1");

		free(path);
		path = deeper;
	}
	assert_true(strlen(path) > 300);
	assert_int_equal(file_mkdirs(path, &err), ERR_OK);
	scratch_file(path, "file.txt", "deep");
	{
		char *file = scratch_path(path, "file.txt");

		expect_text(file, "deep");
		free(file);
	}
	free(path);
}

static void limits_and_missing_are_told_apart(void **state)
{
	char *path = scratch_path(dir, "big");
	struct blob b;
	struct err err;

	(void)state;
	scratch_file(dir, "big", "0123456789");
	assert_int_equal(file_read(path, 9, &b, &err), ERR_LIMIT);
	assert_int_equal(file_read(path, 10, &b, &err), ERR_OK);
	blob_free(&b);
	free(path);
	path = scratch_path(dir, "none");
	assert_int_equal(file_read(path, 10, &b, &err), ERR_NOTFOUND);
	free(path);
	assert_int_not_equal(file_read(dir, 10, &b, &err), ERR_OK);
}

static void map_sees_the_bytes(void **state)
{
	char *path = scratch_path(dir, "m");
	struct file_map map;
	struct err err;

	(void)state;
	scratch_file(dir, "m", "mapped");
	assert_int_equal(file_map_open(path, 100, false, &map, &err), ERR_OK);
	assert_true(span_equal(map.data, span_of("mapped", 6)));
	file_map_forget(&map, 0, 6);
	file_map_forget(&map, 0, 65536); /* more than there is */
	assert_true(span_equal(map.data, span_of("mapped", 6)));
	assert_true(!map.mapped || file_maps());
	file_map_close(&map);
	assert_int_equal(file_map_open(path, 5, false, &map, &err), ERR_LIMIT);
	scratch_file(dir, "m", "");
	assert_int_equal(file_map_open(path, 5, false, &map, &err), ERR_OK);
	assert_int_equal(map.data.len, 0);
	file_map_close(&map);
	free(path);
}

static void mkdirs_refuses_a_file_in_the_way(void **state)
{
	char *file = scratch_path(dir, "f");
	char *below = scratch_path(file, "g");
	struct err err;

	(void)state;
	scratch_file(dir, "f", "x");
	assert_int_not_equal(file_mkdirs(below, &err), ERR_OK);
	assert_int_not_equal(file_mkdirs(file, &err), ERR_OK);
	assert_int_equal(file_mkdirs(dir, &err), ERR_OK);
	free(below);
	free(file);
}

/* What was made before the part that cannot be made goes again, and nothing else. */
static void half_made_folders_are_dropped(void **state)
{
	char part[301];
	char *made = scratch_path(dir, "there/a//b/");
	char *failed = scratch_path(dir, "there/c/d");
	char *too_long;
	size_t there;
	struct err err;

	(void)state;
	memset(part, 'n', sizeof part - 1);
	part[sizeof part - 1] = '\0';
	too_long = scratch_path(failed, part);
	assert_int_equal(file_mkdirs_new(made, &there, &err), ERR_OK);
	assert_int_equal(there, strlen(dir));
	assert_int_equal(file_mkdirs_new(made, &there, &err), ERR_OK);
	assert_int_equal(there, strlen(made));
	assert_int_not_equal(file_mkdirs_new(too_long, &there, &err), ERR_OK);
	file_drop_folders(too_long, there);
	assert_int_equal(count_entries(), 3); /* there, a, b */
	free(too_long);
	free(failed);
	free(made);
}

static void peeking_reads_the_start_of_an_entry(void **state)
{
	struct folder *f;
	char *a = scratch_path(dir, "a"), *b = scratch_path(dir, "b");
	char text[4] = {0};
	struct err err;
	size_t got;

	(void)state;
	scratch_file(dir, "a", "abcdefg");
	scratch_file(dir, "b", "AB");
	assert_int_equal(folder_open(dir, &f, &err), ERR_OK);
	assert_int_equal(folder_peek(f, "b", b, text, 3, &got, &err), ERR_OK);
	assert_int_equal(got, 2);
	assert_int_equal(folder_peek(f, "a", a, text, 3, &got, &err), ERR_OK);
	assert_int_equal(got, 3);
	assert_string_equal(text, "abc");
	folder_close(f);
	free(a);
	free(b);
}

static void holds_compares_length_and_bytes(void **state)
{
	char *path = scratch_path(dir, "f");
	char *none = scratch_path(dir, "none");

	(void)state;
	scratch_file(dir, "f", "same");
	assert_true(file_holds(path, span_of("same", 4)));
	assert_false(file_holds(path, span_of("some", 4)));
	assert_false(file_holds(path, span_of("sam", 3)));
	assert_false(file_holds(path, span_of("same!", 5)));
	assert_false(file_holds(none, span_of("", 0)));
	assert_false(file_holds(dir, span_of("", 0)));
	free(none);
	free(path);
}

static void one_file_under_two_names_is_the_same(void **state)
{
	char *path = scratch_path(dir, "f"), *around = scratch_path(dir, "./f"),
	     *other = scratch_path(dir, "g");
	char *none = scratch_path(dir, "none");

	(void)state;
	scratch_file(dir, "f", "same");
	scratch_file(dir, "g", "same");
	assert_true(file_same(path, path));
	assert_true(file_same(path, around));
	assert_false(file_same(path, other));
	assert_false(file_same(path, none));
	assert_false(file_same(none, none));
	free(none);
	free(other);
	free(around);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			write_never_overwrites_without_force, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_file_made_meanwhile_survives, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_reader_holds_no_lock, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_file_changed_meanwhile_survives, set_up, tear_down),
		cmocka_unit_test_setup_teardown(many_get_their_names_together, set_up, tear_down),
		cmocka_unit_test_setup_teardown(abort_leaves_nothing, set_up, tear_down),
		cmocka_unit_test_setup_teardown(patch_and_read_back, set_up, tear_down),
		cmocka_unit_test_setup_teardown(chinese_names_work, set_up, tear_down),
		cmocka_unit_test_setup_teardown(long_paths_work, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			limits_and_missing_are_told_apart, set_up, tear_down),
		cmocka_unit_test_setup_teardown(map_sees_the_bytes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(half_made_folders_are_dropped, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			peeking_reads_the_start_of_an_entry, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			mkdirs_refuses_a_file_in_the_way, set_up, tear_down),
		cmocka_unit_test_setup_teardown(holds_compares_length_and_bytes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			one_file_under_two_names_is_the_same, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
