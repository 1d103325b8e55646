/* SPDX-License-Identifier: MIT */
/* A link of an archive in a folder that takes two of its names for one; a second link to the file
 * stands for such a folder. */
#include <string.h>
#include <unistd.h>

#include "test.h"

#include "extract.h"
#include "os/scratch.h"

struct failures {
	unsigned count;
	char name[16];
};

static void on_error(void *user, const char *name, const struct err *err)
{
	struct failures *f = user;

	assert_int_equal(err->code, ERR_EXISTS);
	f->count++;
	snprintf(f->name, sizeof f->name, "%s", name);
}

static void put(struct extract *x, const char *name, enum sz_type type, const char *content)
{
	struct sz_entry e = {
		.name = name, .type = type, .size = strlen(content), .block = SZ_NO_BLOCK};
	struct reader *r;
	struct err err;

	assert_int_equal(reader_span(span_of(content, strlen(content)), &r, &err), ERR_OK);
	assert_int_equal(extract_entry(x, &e, r), ERR_OK);
	reader_close(r);
}

static void is_type(const char *dir, const char *name, enum file_type type)
{
	char *path = scratch_path(dir, name);
	struct file_info info;
	struct err err;

	assert_int_equal(file_info(path, true, &info, &err), ERR_OK);
	assert_int_equal(info.type, type);
	free(path);
}

static void link_named_as_a_file(void **state)
{
	char *dir = scratch_make(), *a = scratch_path(dir, "README"),
	     *b = scratch_path(dir, "readme");
	struct failures f = {0};
	struct extract x = {.root = dir,
		.force = true,
		.memlimit = UINT64_MAX,
		.max_size = UINT64_MAX,
		.on_error = on_error,
		.user = &f};

	(void)state;
	scratch_file(dir, "link", "replaced");
	put(&x, "README", SZ_FILE, "text");
	assert_int_equal(link(a, b), 0);
	put(&x, "readme", SZ_LINK, "elsewhere");
	put(&x, "link", SZ_LINK, "README");
	extract_finish(&x);
	assert_int_equal(f.count, 1);
	assert_string_equal(f.name, "readme");
	is_type(dir, "README", FILE_REGULAR);
	is_type(dir, "readme", FILE_REGULAR);
	is_type(dir, "link", FILE_LINK);
	free(a);
	free(b);
	scratch_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(link_named_as_a_file),
	};

	return cmocka_run_group_tests_name("extract", tests, NULL, NULL);
}
