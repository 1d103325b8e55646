/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "tree/cache.h"

static struct tag_set set;

static int set_up(void **state)
{
	const char *tag = "Tag_1";
	struct tag_opts opts = {0};
	struct err err;

	(void)state;
	return tag_set_init(&set, &tag, 1, &opts, &err) == ERR_OK ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	tag_set_free(&set);
	return 0;
}

static struct cache_mark mark_of(const char *path, uint64_t size, uint64_t ino)
{
	return (struct cache_mark){cache_hash(0, path, strlen(path)), size, 1000, ino};
}

static void only_the_unchanged_is_known(void **state)
{
	struct cache_mark marks[3] = {
		mark_of("b.c", 6, 8), mark_of("a.c", 5, 7), mark_of("new.c", 5, 10)};
	struct cache_mark a = marks[1];
	struct cache_mark b = marks[0];
	struct cache_mark other = mark_of("c.c", 6, 9);
	struct scan_matcher regex = {NULL, NULL};
	struct job job = {.marks = marks, .mark_count = 3, .scan = {.set = &set}};
	struct cache *cache;
	struct err err;

	(void)state;
	marks[2].mtime_ns = INT64_MAX; /* just written: may change again within the same tick */
	assert_int_equal(cache_save("cache-test.bin", &job, NULL, &err), ERR_OK);
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_true(cache_knows(cache, &a));
	b.size = 7; /* changed since */
	assert_false(cache_knows(cache, &b));
	assert_false(cache_knows(cache, &other));
	assert_false(cache_knows(cache, &marks[2]));
	cache_free(cache);
	job.scan.comments_only = true; /* another question */
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_null(cache);
	job.scan.comments_only = false;
	job.scan.matcher = &regex; /* and another: the same text as a pattern */
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_null(cache);
	assert_int_equal(file_remove("cache-test.bin", &err), ERR_OK);
	job.scan.matcher = NULL;
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_null(cache);
}

static void every_one_of_many_is_known(void **state)
{
	enum { COUNT = 5000 };
	struct cache_mark *marks = calloc(COUNT, sizeof *marks);
	struct job job = {.marks = marks, .mark_count = COUNT, .scan = {.set = &set}};
	struct cache *cache;
	struct blob bytes;
	struct err err;
	char name[32];
	size_t i;

	(void)state;
	assert_non_null(marks);
	for (i = 0; i < COUNT; i++) {
		snprintf(name, sizeof name, "folder/file%zu.c", i);
		marks[i] = mark_of(name, i, i);
	}
	assert_int_equal(cache_make(&job, INT64_MAX, &bytes, &err), ERR_OK);
	assert_int_equal(cache_read(blob_span(bytes), &job, &cache, &err), ERR_OK);
	for (i = 0; i < COUNT; i++)
		assert_true(cache_knows(cache, &marks[i]));
	for (i = 0; i < COUNT; i++) {
		snprintf(name, sizeof name, "folder/none%zu.c", i);
		marks[i] = mark_of(name, i, i);
		assert_false(cache_knows(cache, &marks[i]));
	}
	cache_free(cache);
	blob_free(&bytes);
	free(marks);
}

static void hash_of_a_file_goes_on_from_its_folder(void **state)
{
	uint64_t folder = cache_hash(0, "a/b/", 4);

	(void)state;
	assert_true(cache_hash_file(folder, "c.c", 3) == cache_hash_file(folder, "c.c", 3));
	assert_true(cache_hash_file(folder, "c.c", 3) != cache_hash_file(folder, "d.c", 3));
	assert_true(cache_hash_file(folder, "c.c", 3) != cache_hash_file(0, "c.c", 3));
	assert_true(cache_hash_file(folder, "c.c", 3) >> 32 == folder >> 32);
	assert_true(cache_hash(0, "a", 1) != cache_hash(0, "a\0", 2));
}

static void damage_is_refused_at_every_length(void **state)
{
	struct cache_mark marks[2] = {mark_of("a.c", 5, 7), mark_of("b.c", 5, 8)};
	struct job job = {.marks = marks, .mark_count = 2, .scan = {.set = &set}};
	struct cache *cache;
	struct blob bytes;
	struct span part;
	struct err err;
	size_t len;

	(void)state;
	assert_int_equal(cache_make(&job, INT64_MAX, &bytes, &err), ERR_OK);
	for (len = 0; len < bytes.len; len++) {
		span_slice(blob_span(bytes), 0, len, &part);
		assert_int_equal(cache_read(part, &job, &cache, &err), ERR_FORMAT);
		assert_null(cache);
	}
	memset(bytes.ptr + bytes.len - 64, 0xFF, 8); /* no longer ascending */
	assert_int_equal(cache_read(blob_span(bytes), &job, &cache, &err), ERR_FORMAT);
	blob_free(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_the_unchanged_is_known, set_up, tear_down),
		cmocka_unit_test_setup_teardown(every_one_of_many_is_known, set_up, tear_down),
		cmocka_unit_test(hash_of_a_file_goes_on_from_its_folder),
		cmocka_unit_test_setup_teardown(
			damage_is_refused_at_every_length, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
