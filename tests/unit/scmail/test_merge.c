/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "compose/merge.h"
#include "queue/queue.h"

static struct span str(const char *text)
{
	return span_of(text, strlen(text));
}

static void expect(
	const char *table, size_t row, const char *text, enum merge_form form, const char *want)
{
	struct merge_table t;
	struct buf out;
	struct err err;

	assert_int_equal(merge_parse(str(table), &t, &err), ERR_OK);
	buf_init(&out, 0);
	assert_int_equal(merge_expand(&t, row, str(text), form, &out, &err), ERR_OK);
	assert_int_equal(out.len, strlen(want));
	assert_memory_equal(out.ptr, want, out.len);
	buf_free(&out);
	merge_free(&t);
}

static void values_take_the_place_of_columns(void **state)
{
	static const char table[] = "a,b c\r\n1,\"x \"\"y\"\",\nz\"\r\n\r\n,<&>\r\n";

	(void)state;
	expect(table, 0, "[{a}|{b c}]", MERGE_STRICT, "[1|x \"y\",\nz]");
	expect(table, 1, "[{a}|{b c}]", MERGE_TEXT, "[|<&>]");
	expect(table, 1, "<p>{b c}", MERGE_HTML, "<p>&lt;&amp;&gt;");
	expect(table, 0, "{{a} {", MERGE_STRICT, "{a} {");
	expect(table, 0, "{{a} {x}", MERGE_TEXT, "{1 {x}");
	expect(table, 0, "{{{a}}{ }{", MERGE_TEXT, "{{1}{ }{");
	expect(table, 0, "run {a}, {no column\n{a}{a} run", MERGE_TEXT,
		"run 1, {no column\n11 run");
	expect("a;b\n1,5;2", 0, "{a}+{b}", MERGE_STRICT, "1,5+2");
	expect("a\tb\n1\t2", 0, "{b}{a}", MERGE_STRICT, "21");
}

/* What spreadsheets write. */
static void tables_of_spreadsheets(void **state)
{
	(void)state;
	expect("sep=;\r\na;b\r\n1;2\r\n", 0, "{a}{b}", MERGE_STRICT, "12");
	expect("sep=|\na|b\n1|2", 0, "{a}{b}", MERGE_STRICT, "12");
	expect("a,b\n,\n1,2\n,\n,\n", 0, "{a}{b}", MERGE_STRICT, "12");
	expect("a,b,,\n1,2,,\n3,4,\n5,,,\n", 1, "{a}{b}", MERGE_STRICT, "34");
	expect("a,b,,\n1,2,,\n3,4,\n5,,,\n", 2, "{a}{b}", MERGE_STRICT, "5");
	expect("a\n1,,\n", 0, "{a}", MERGE_STRICT, "1");
	expect("\"a,b\";c\n1;2\n", 0, "{a,b}{c}", MERGE_STRICT, "12");
	expect("a\n\n1\n\n", 0, "{a}", MERGE_STRICT, "1");
	expect("u\na b&\xE5\n", 0, "x?q={u}", MERGE_URL, "x?q=a%20b%26%E5");
}

static void columns_are_known_and_others_refused(void **state)
{
	struct merge_table t;
	struct buf out;
	struct err err;

	(void)state;
	assert_int_equal(merge_parse(str("a\n{a}\n"), &t, &err), ERR_OK);
	assert_true(merge_has_column(&t, str("x {a}")));
	assert_false(merge_has_column(&t, str("x {b} {a")));
	buf_init(&out, 0);
	assert_int_equal(merge_expand(&t, 0, str("{b}"), MERGE_STRICT, &out, &err), ERR_USAGE);
	buf_free(&out);
	/* a value is never looked at again */
	expect("a\n{a}\n", 0, "{a}", MERGE_STRICT, "{a}");
	merge_free(&t);
}

static void what_is_no_table(void **state)
{
	static const char *const bad[] = {"", "a,b\n", "a,b\n1\n", "a,a\n1,2\n", "a,\n1,2\n",
		"a\n\"1\n", "a\n\"1\"2\n", "{a\n1\n"};
	struct merge_table t;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(merge_parse(str(bad[i]), &t, &err), ERR_FORMAT);
	assert_int_equal(merge_parse(span_of("a\n\0", 3), &t, &err), ERR_FORMAT);
}

static void ids_of_a_queue(void **state)
{
	(void)state;
	assert_true(queue_id_ok("0123456789abcdef01234567.mail"));
	assert_false(queue_id_ok("0123456789abcdef01234567.mail~"));
	assert_false(queue_id_ok("../456789abcdef0123456789.mail"));
	assert_false(queue_id_ok(""));
	assert_false(queue_id_ok("lock"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_take_the_place_of_columns),
		cmocka_unit_test(tables_of_spreadsheets),
		cmocka_unit_test(columns_are_known_and_others_refused),
		cmocka_unit_test(what_is_no_table),
		cmocka_unit_test(ids_of_a_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
