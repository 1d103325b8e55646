/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "cache.h"

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

static void only_the_unchanged_is_known(void **state)
{
	char a[] = "a.c";
	char b[] = "b.c";
	char c[] = "c.c";
	struct scan_result tagged = {0};
	struct job_file files[3] = {{.relative = a, .size = 5, .mtime_ns = 1000, .ino = 7},
		{.relative = b, .size = 6, .mtime_ns = 1000, .ino = 8},
		{.relative = c, .size = 6, .mtime_ns = 1000, .ino = 9, .result = &tagged}};
	struct job job = {.files = files, .count = 3, .scan = {.set = &set}};
	struct cache *cache;
	struct err err;

	(void)state;
	assert_int_equal(cache_save("cache-test.bin", &job, NULL, &err), ERR_OK);
	files[1].size = 7; /* changed since */
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_true(cache_knows(cache, &files[0]));
	assert_false(cache_knows(cache, &files[1]));
	assert_false(cache_knows(cache, &files[2])); /* had a tag: is always read again */
	cache_free(cache);
	job.scan.comments_only = true; /* another question */
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_null(cache);
	assert_int_equal(file_remove("cache-test.bin", &err), ERR_OK);
	assert_int_equal(cache_load("cache-test.bin", &job, &cache, &err), ERR_OK);
	assert_null(cache);
}

static void damage_is_refused_at_every_length(void **state)
{
	char a[] = "a.c";
	struct job_file files[1] = {{.relative = a, .size = 5, .mtime_ns = 1000, .ino = 7}};
	struct job job = {.files = files, .count = 1, .scan = {.set = &set}};
	struct cache *cache;
	struct blob bytes;
	struct span part;
	struct err err;
	size_t len;

	(void)state;
	assert_int_equal(cache_save("cache-test2.bin", &job, NULL, &err), ERR_OK);
	assert_int_equal(file_read("cache-test2.bin", 1000, &bytes, &err), ERR_OK);
	for (len = 0; len < bytes.len; len++) {
		span_slice(blob_span(bytes), 0, len, &part);
		assert_int_equal(cache_read(part, &job, &cache, &err), ERR_FORMAT);
		assert_null(cache);
	}
	blob_free(&bytes);
	assert_int_equal(file_remove("cache-test2.bin", &err), ERR_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_the_unchanged_is_known, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			damage_is_refused_at_every_length, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
