/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/err.h"
#include "biosbelt/tr.h"

static const char rows[] = "no %s\0没有 %s\0"
			   "%zu files\0%zu 个文件\0"
			   "a\0甲\0"
			   "out of memory\0内存不足\0";

static void without_rows_all_is_english(void **state)
{
	(void)state;
	assert_false(tr_offered());
	tr_use(true);
	assert_false(tr_used());
	assert_string_equal(tr("a"), "a");
	assert_string_equal(tr_s(0), "s");
	assert_string_equal(tr_s(1), "");
}

static void rows_are_found_when_they_are_used(void **state)
{
	const char *id = "nothing has this";

	(void)state;
	tr_offer(rows, 4);
	assert_true(tr_offered());
	assert_string_equal(tr("a"), "a");
	tr_use(true);
	assert_true(tr_used());
	assert_string_equal(tr("a"), "甲");
	assert_string_equal(tr("no %s"), "没有 %s");
	assert_string_equal(tr_s(2), "");
	assert_string_equal(tr("%zu files"), "%zu 个文件");
	assert_ptr_equal(tr(id), id);
	assert_null(tr(NULL));
	tr_use(false);
	assert_string_equal(tr("a"), "a");
}

/* Formats only: what stands in for %s is data, whatever it says. */
static void errors_translate_the_format_and_no_data(void **state)
{
	struct err err;

	(void)state;
	tr_use(true);
	err_set(&err, ERR_NOTFOUND, "no %s", "a");
	assert_string_equal(err.text, "没有 a");
	err_set(&err, ERR_NOTFOUND, "%s", "a");
	assert_string_equal(err.text, "a");
	assert_string_equal(err_name(ERR_NOMEM), "内存不足");
	tr_use(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_rows_all_is_english),
		cmocka_unit_test(rows_are_found_when_they_are_used),
		cmocka_unit_test(errors_translate_the_format_and_no_data),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
