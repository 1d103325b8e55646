/* SPDX-License-Identifier: MIT */
/* What is copied is what was scanned. */
#include "test.h"

#include <string.h>

#include "biosbelt/file.h"
#include "output/copy.h"

static const char source[] = "copy-src/a.c";
static const char copied[] = "copy-dst/a.c";

static void put(const char *text)
{
	struct err err;

	assert_int_equal(file_write(source, span_of(text, strlen(text)), true, &err), ERR_OK);
}

/* Scans, runs change, and copies; returns what became of the file. */
static enum file_action copy_after(void (*change)(void))
{
	const char *tag = "Tag_1";
	struct copy_opts opts = {.target = "copy-dst", .tag = SIZE_MAX};
	struct tag_opts plain = {.kind = TAG_PLAIN};
	struct tag_set set;
	struct job job = {.source = "copy-src", .scan = {.set = &set}};
	enum file_action action;
	struct err err;

	assert_int_equal(tag_set_init(&set, &tag, 1, &plain, &err), ERR_OK);
	assert_int_equal(file_mkdirs("copy-src", &err), ERR_OK);
	put("// Tag_1\n");
	assert_int_equal(job_run(&job, NULL, &err), ERR_OK);
	assert_int_equal(job_tagged(&job), 1);
	if (change != NULL)
		change();
	assert_int_equal(copy_files(&job, &opts, &err), ERR_OK);
	action = job.files[0].action;
	job_free(&job);
	tag_set_free(&set);
	(void)file_remove(source, &err);
	(void)file_remove("copy-src", &err);
	(void)file_remove(copied, &err);
	(void)file_remove("copy-dst", &err);
	return action;
}

static void a_file_that_stays_is_copied(void **state)
{
	(void)state;
	assert_int_equal(copy_after(NULL), ACTION_COPIED);
}

static void empty_it(void)
{
	put("");
}

static void fill_it_anew(void)
{
	struct err err;

	put("// Bag_1\n");
	assert_int_equal(file_set_mtime(source, 1000000000, &err), ERR_OK);
}

static void put_a_folder_there(void)
{
	struct err err;

	assert_int_equal(file_remove(source, &err), ERR_OK);
	assert_int_equal(file_mkdirs(source, &err), ERR_OK);
}

/* As an editor does that is about to write it. */
static void one_that_changed_after_the_scan_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(copy_after(empty_it), ACTION_FAILED);
	assert_int_equal(copy_after(fill_it_anew), ACTION_FAILED);
	assert_int_equal(copy_after(put_a_folder_there), ACTION_FAILED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_that_stays_is_copied),
		cmocka_unit_test(one_that_changed_after_the_scan_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
