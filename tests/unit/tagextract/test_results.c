/* SPDX-License-Identifier: MIT */
/* What the threads of a scan found, put together: room, order, kinds of names, counters. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "tree/results.h"

static struct scan_result some_hits(void)
{
	struct scan_result r = {.hit_count = 1};

	r.hits = calloc(1, sizeof *r.hits);
	return r;
}

static void add_files(struct job *job, const char *prefix, unsigned count)
{
	unsigned i;

	for (i = 0; i < count; i++) {
		struct scan_result r = some_hits();
		char name[16];

		snprintf(name, sizeof name, "%s%03u", prefix, i);
		assert_true(found_file(job, name, &r, NULL));
	}
}

/* Around each size at which room grows, alone and put together. */
static void files_of_all_threads_are_kept(void **state)
{
	static const unsigned counts[] = {0, 1, 15, 16, 17, 31, 32, 33, 64, 65};
	size_t n = sizeof counts / sizeof counts[0];
	size_t i;
	size_t k;

	(void)state;
	for (i = 0; i < n * n; i++) {
		unsigned first = counts[i / n];
		unsigned second = counts[i % n];
		struct job job = {.scanned = 0};
		struct job parts[3] = {{.scanned = 0}};

		add_files(&parts[0], "b", first);
		add_files(&parts[1], "a", second);
		add_files(&parts[2], "c", 3);
		for (k = 0; k < 3; k++) {
			assert_true(found_add(&job, &parts[k]));
			assert_int_equal(parts[k].count, 0);
		}
		found_sort(&job);
		assert_int_equal(job.count, first + second + 3);
		assert_int_equal(job_tagged(&job), job.count);
		for (k = 1; k < job.count; k++)
			assert_true(strcmp(job.files[k - 1].relative, job.files[k].relative) < 0);
		job_free(&job);
	}
}

static void a_file_is_kept_with_its_trouble(void **state)
{
	struct job job = {.scanned = 0};
	struct scan_result none = {.hit_count = 0};
	struct scan_result some = some_hits();
	struct err why;

	(void)state;
	err_set(&why, ERR_IO, "broken");
	assert_true(found_file(&job, "a", &none, &why));
	assert_true(found_file(&job, "b", &some, &why));
	assert_int_equal(job.count, 2);
	assert_null(job.files[0].result);
	assert_string_equal(job.files[0].err->text, "broken");
	assert_int_equal(job.files[0].action, ACTION_FAILED);
	assert_int_equal(job.files[1].result->hit_count, 1);
	assert_int_equal(job_tagged(&job), 1);
	job_free(&job);
}

/* A folder's entries follow each other, whatever else begins like its name. */
static void order_is_that_of_a_walk(void **state)
{
	static const char *const sorted[] = {"", "A", "a", "a/b", "a/b/c", "a/b-c", "a/z", "a!",
		"a.c", "a0", "ab", "b/a", "b/b", "\xE4\xB8\xAD"};
	size_t n = sizeof sorted / sizeof sorted[0];
	struct job job = {.scanned = 0};
	struct err why;
	size_t i;

	(void)state;
	err_set(&why, ERR_IO, "x");
	for (i = 0; i < n; i++) {
		const char *path = sorted[(i * 5 + 3) % n];
		struct scan_result r = some_hits();

		assert_true(found_file(&job, path, &r, NULL));
		assert_true(found_trouble(&job, path, &why));
		assert_true(found_skipped(&job, path, "link"));
	}
	found_sort(&job);
	assert_int_equal(job.trouble_count, n);
	assert_int_equal(job.skipped_count, n);
	for (i = 0; i < n; i++) {
		assert_string_equal(job.files[i].relative, sorted[i]);
		assert_string_equal(job.troubles[i].path, sorted[i]);
		assert_string_equal(job.skipped[i].path, sorted[i]);
	}
	job_free(&job);
}

static void two_of_each_are_sorted(void **state)
{
	static const char *const found[] = {"b", "a"};
	struct job job = {.scanned = 0};
	struct err why;
	size_t i;

	(void)state;
	err_set(&why, ERR_IO, "x");
	for (i = 0; i < 2; i++) {
		struct scan_result r = some_hits();

		assert_true(found_file(&job, found[i], &r, NULL));
		assert_true(found_trouble(&job, found[i], &why));
		assert_true(found_skipped(&job, found[i], "link"));
	}
	assert_true(found_other_name(&job, "x.a"));
	assert_true(found_other_name(&job, "x.b"));
	assert_true(found_other_name(&job, "y.b"));
	found_sort(&job);
	for (i = 0; i < 2; i++) {
		assert_string_equal(job.files[i].relative, found[1 - i]);
		assert_string_equal(job.troubles[i].path, found[1 - i]);
		assert_string_equal(job.skipped[i].path, found[1 - i]);
	}
	assert_int_equal(job.kind_count, 2);
	assert_string_equal(job.kinds[0].end, ".b");
	assert_string_equal(job.kinds[1].end, ".a");
	job_free(&job);
}

static void names_are_counted_by_kind(void **state)
{
	static const struct {
		const char *name;
		const char *kind;
	} rows[] = {{"logo.bin", ".bin"}, {"a.B.BIN", ".bin"}, {"Makefile", "Makefile"},
		{".gitignore", ".gitignore"}, {".AZ", ".az"}, {"LICENSE", "LICENSE"},
		{"x.@Z[", ".@z["}, {"a.2345678901234567890123", ".2345678901234567890123"},
		{"a.23456789012345678901234", "..."},
		{"2345678901234567890123x", "2345678901234567890123x"},
		{"2345678901234567890123xy", "..."}, {"a.\xFF", "..."}, {"x.", "."}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct job job = {.scanned = 0};

		assert_true(found_other_name(&job, rows[i].name));
		assert_int_equal(job.skipped_name, 1);
		assert_int_equal(job.kind_count, 1);
		assert_string_equal(job.kinds[0].end, rows[i].kind);
		assert_int_equal(job.kinds[0].count, 1);
		job_free(&job);
	}
}

/* However the files are split among threads. */
static void kinds_are_sorted_and_bounded(void **state)
{
	unsigned step;

	(void)state;
	for (step = 1; step < 4; step++) {
		struct job job = {.scanned = 0};
		struct job part = {.scanned = 0};
		uint64_t sum = 0;
		unsigned i;

		for (i = 0; i < 5000; i++) {
			struct job *to = i % step == 0 ? &job : &part;
			char name[16];

			snprintf(name, sizeof name, "a.x%04u", i % 1300);
			assert_true(found_other_name(to, name));
			if (i % 1000 == 999)
				assert_true(found_other_name(to, "b.x0700"));
		}
		for (i = 0; i < 3; i++) /* long after all others */
			assert_true(found_other_name(&part, "late.x1299"));
		assert_true(found_other_name(&part, "a.longer-than-any-kind-that-is-kept"));
		assert_true(found_add(&job, &part));
		found_sort(&job);
		assert_int_equal(job.skipped_name, 5009);
		assert_int_equal(job.kind_count, JOB_KINDS_MAX);
		for (i = 0; i < job.kind_count; i++) {
			sum += job.kinds[i].count;
			if (i == 0 || i == job.kind_count - 1)
				continue;
			if (job.kinds[i].count == job.kinds[i - 1].count)
				assert_true(strcmp(job.kinds[i - 1].end, job.kinds[i].end) < 0);
			else
				assert_true(job.kinds[i].count < job.kinds[i - 1].count);
		}
		assert_int_equal(sum, 5009);
		assert_string_equal(job.kinds[0].end, ".x0700");
		assert_int_equal(job.kinds[0].count, 9);
		assert_string_equal(job.kinds[1].end, ".x1299");
		assert_int_equal(job.kinds[1].count, 6);
		assert_string_equal(job.kinds[2].end, ".x0000");
		assert_string_equal(job.kinds[254].end, ".x0252");
		assert_string_equal(job.kinds[255].end, "...");
		assert_int_equal(job.kinds[255].count, 5009 - 9 - 6 - 253 * 4);
		job_free(&job);
	}
}

/* However many they are. */
static void names_without_a_kind_are_last(void **state)
{
	struct job job = {.scanned = 0};
	unsigned i;

	(void)state;
	for (i = 0; i < 3; i++)
		assert_true(found_other_name(&job, "a.longer-than-any-kind-that-is-kept"));
	assert_true(found_other_name(&job, "a.bin"));
	found_sort(&job);
	assert_int_equal(job.kind_count, 2);
	assert_string_equal(job.kinds[0].end, ".bin");
	assert_string_equal(job.kinds[1].end, "...");
	assert_int_equal(job.kinds[1].count, 3);
	job_free(&job);
}

/* One kind less than are reported, as many, one more; the last is "..." only where one is left
 * over. */
static void as_many_kinds_as_fit(void **state)
{
	unsigned n;

	(void)state;
	for (n = JOB_KINDS_MAX - 1; n <= JOB_KINDS_MAX + 1; n++) {
		struct job job = {.scanned = 0};
		const struct job_kind *last;
		unsigned i;

		for (i = 0; i < n; i++) {
			char name[16];

			snprintf(name, sizeof name, "a.x%03u", i);
			assert_true(found_other_name(&job, name));
		}
		found_sort(&job);
		last = &job.kinds[job.kind_count - 1];
		assert_int_equal(job.kind_count, n < JOB_KINDS_MAX ? n : JOB_KINDS_MAX);
		assert_string_equal(last->end, n < JOB_KINDS_MAX ? ".x254" : "...");
		assert_int_equal(last->count, n < JOB_KINDS_MAX ? 1 : n - (JOB_KINDS_MAX - 1));
		job_free(&job);
	}
}

static void counters_are_added(void **state)
{
	struct job job = {.scanned = 1,
		.folders = 2,
		.skipped_git = 3,
		.skipped_links = 4,
		.skipped_special = 5,
		.skipped_exclude = 6};
	struct job part = {.scanned = 10,
		.folders = 20,
		.skipped_git = 30,
		.skipped_links = 40,
		.skipped_special = 50,
		.skipped_exclude = 60,
		.skipped_target = true};
	struct job empty = {.scanned = 0};

	(void)state;
	assert_true(found_add(&job, &part));
	assert_true(found_add(&job, &empty));
	assert_int_equal(job.scanned, 11);
	assert_int_equal(job.folders, 22);
	assert_int_equal(job.skipped_git, 33);
	assert_int_equal(job.skipped_links, 44);
	assert_int_equal(job.skipped_special, 55);
	assert_int_equal(job.skipped_exclude, 66);
	assert_true(job.skipped_target);
	job_free(&job);
}

static uint64_t told;

static void tell(uint64_t files)
{
	told += files;
}

/* How far a scan is. */
static void each_file_is_told(void **state)
{
	static const char *const names[] = {"job.tmp/a.c", "job.tmp/b/b.c", "job.tmp/b/c.bin"};
	static const char *const tag = "Tag_1";
	struct tag_opts kind = {.kind = TAG_PLAIN};
	struct tag_set set;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(tag_set_init(&set, &tag, 1, &kind, &err), ERR_OK);
	assert_int_equal(file_mkdirs("job.tmp/b", &err), ERR_OK);
	for (i = 0; i < 3; i++)
		assert_int_equal(file_write(names[i], span_of("Tag_1", 5), true, &err), ERR_OK);
	for (i = 0; i < 2; i++) {
		struct job job = {.source = "job.tmp", .scan = {.set = &set}, .threads = 1};

		assert_int_equal(job_run(&job, i == 0 ? tell : NULL, &err), ERR_OK);
		assert_int_equal(job.scanned, 2);
		assert_int_equal(job.count, 2);
		job_free(&job);
	}
	assert_int_equal(told, 2);
	for (i = 0; i < 3; i++)
		assert_int_equal(file_remove(names[i], &err), ERR_OK);
	file_drop_folders("job.tmp/b", 0);
	tag_set_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_of_all_threads_are_kept),
		cmocka_unit_test(a_file_is_kept_with_its_trouble),
		cmocka_unit_test(order_is_that_of_a_walk),
		cmocka_unit_test(two_of_each_are_sorted),
		cmocka_unit_test(names_are_counted_by_kind),
		cmocka_unit_test(kinds_are_sorted_and_bounded),
		cmocka_unit_test(names_without_a_kind_are_last),
		cmocka_unit_test(as_many_kinds_as_fit),
		cmocka_unit_test(counters_are_added),
		cmocka_unit_test(each_file_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
