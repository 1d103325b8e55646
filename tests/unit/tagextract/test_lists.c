/* SPDX-License-Identifier: MIT */
/* What users write: lists of tags, the file .tagextract; and the record of a target. */
#include "test.h"

#include <string.h>

#include "base/base.h"
#include "biosbelt/file.h"
#include "output/record.h"
#include "settings.h"
#include "taglist.h"

static struct span text_of(const char *text)
{
	return span_of(text, strlen(text));
}

static void lists_are_split(void **state)
{
	static const struct {
		const char *text;
		size_t count;
		const char *last;
	} cases[] = {{"Tag_1", 1, "Tag_1"}, {"Tag_1, Tag_2", 2, "Tag_2"},
		{" Tag_1 ,\tTag_2 ", 2, "Tag_2"}, {",Tag_1,", 1, "Tag_1"}, {"a b", 1, "a b"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct tag_list list = {NULL, 0};
		struct err err;

		assert_int_equal(tag_list_split(&list, cases[i].text, &err), ERR_OK);
		assert_int_equal(list.count, cases[i].count);
		assert_string_equal(list.tags[list.count - 1], cases[i].last);
		tag_list_free(&list);
	}
}

static void empty_lists_are_refused(void **state)
{
	static const char *const bad[] = {"", " ", ",", " , ,"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct tag_list list = {NULL, 0};
		struct err err;

		assert_int_equal(tag_list_split(&list, bad[i], &err), ERR_USAGE);
		tag_list_free(&list);
	}
}

static enum err_code settings(const char *text, struct mark_pairs *pairs, struct filter *filter)
{
	struct err err;

	*pairs = (struct mark_pairs){.count = 0};
	*filter = (struct filter){0};
	return settings_read(text_of(text), pairs, filter, &err);
}

static void settings_are_read(void **state)
{
	struct mark_pairs pairs;
	struct filter filter;

	(void)state;
	assert_int_equal(settings("\xEF\xBB\xBF# ours\r\n\r\n  markers  on,off \r\ninclude "
				  "*.own\r\nmarkers a,b",
				 &pairs, &filter),
		ERR_OK);
	assert_int_equal(pairs.count, 2);
	assert_string_equal(pairs.begin[0], "on");
	assert_string_equal(pairs.end[0], "off");
	assert_string_equal(pairs.end[1], "b");
	assert_true(filter_takes(&filter, "x.own", "x.own"));
	mark_pairs_free(&pairs);
	filter_free(&filter);
}

static void wrong_settings_are_refused(void **state)
{
	static const char *const bad[] = {"markers", "markers one", "marker a,b", "include",
		"exclude *.c", "markersa,b", "\xFF", "include  "};
	struct mark_pairs pairs;
	struct filter filter;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		assert_int_not_equal(settings(bad[i], &pairs, &filter), ERR_OK);
		mark_pairs_free(&pairs);
		filter_free(&filter);
	}
	assert_int_not_equal(
		settings_read(span_of("include a\0b", 11), &pairs, &filter, &err), ERR_OK);
	filter_free(&filter);
	assert_int_not_equal(settings_read(span_of("\0\n", 2), &pairs, &filter, &err), ERR_OK);
	assert_string_equal(err.text, "not in UTF-8");
	assert_int_not_equal(
		settings_read(text_of("\n# x\n\nmarkers"), &pairs, &filter, &err), ERR_OK);
	assert_non_null(strstr(err.text, "line 4"));
	mark_pairs_free(&pairs);
}

static void patterns_have_a_longest_one(void **state)
{
	struct mark_pairs pairs;
	struct filter filter;
	char line[] = "include ................................................................"
		      "................................................................"
		      "................................................................"
		      "................................................................";

	(void)state;
	assert_int_equal(strlen(line), 8 + 256);
	assert_int_not_equal(settings(line, &pairs, &filter), ERR_OK);
	filter_free(&filter);
	line[8 + 255] = '\0';
	assert_int_equal(settings(line, &pairs, &filter), ERR_OK);
	filter_free(&filter);
}

#define HEAD "# tagextract: files copied into the folder beside this file\n"
#define SUM  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static void records_are_read_as_written(void **state)
{
	static const char *const names[] = {
		"a.c", "Pkg/Drv/a b.c", "two\nlines", "back\\slash", "cr\r.c", "c"};
	struct record r = {.file = NULL};
	struct buf b;
	struct err err;
	size_t i;

	(void)state;
	buf_init(&b, 0);
	buf_str(&b, HEAD);
	for (i = 0; i < 6; i++)
		record_sum(&b, names[i], SUM);
	assert_int_equal(record_read(span_of(b.ptr, b.len), &r, &err), ERR_OK);
	assert_int_equal(r.count, 6);
	for (i = 0; i < 6; i++) {
		assert_string_equal(r.lines[i].path, names[i]);
		assert_string_equal(r.lines[i].hex, SUM);
		assert_false(r.lines[i].now);
	}
	record_free(&r);
	buf_free(&b);
}

/* Nobody's record may lead out of the folder. */
static void foreign_records_are_refused(void **state)
{
	static const char *const bad[] = {"", "text", HEAD "x", HEAD SUM " a.c\n", HEAD SUM "  \n",
		HEAD SUM "  ../a.c\n", HEAD SUM "  /etc/passwd\n", HEAD SUM "  a/../../b\n",
		HEAD SUM "  a//b\n", HEAD SUM "  ./a\n", HEAD SUM "  a/.\n", HEAD SUM "  a/\n",
		HEAD "E" SUM "  a.c\n", HEAD "\\" SUM "  ..\\\\..\\\\..\n" SUM};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct record r = {.file = NULL};
		struct err err;

		if (record_read(text_of(bad[i]), &r, &err) != ERR_FORMAT)
			fail_msg("taken: %s", bad[i]);
		record_free(&r);
	}
}

/* A drive of Windows, and what is another folder there, are names elsewhere. */
static void paths_stay_below_their_folder(void **state)
{
	bool windows = path_is_sep('\\');

	(void)state;
	assert_true(base_is_safe("a/b.c"));
	assert_false(base_is_safe("a/../b"));
	assert_int_equal(base_is_safe("C:a"), !windows);
	assert_int_equal(base_is_safe("a/..\\..\\b"), !windows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_split),
		cmocka_unit_test(empty_lists_are_refused),
		cmocka_unit_test(settings_are_read),
		cmocka_unit_test(wrong_settings_are_refused),
		cmocka_unit_test(patterns_have_a_longest_one),
		cmocka_unit_test(records_are_read_as_written),
		cmocka_unit_test(foreign_records_are_refused),
		cmocka_unit_test(paths_stay_below_their_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
