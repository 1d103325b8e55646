/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/json_read.h"

static enum err_code open_text(const char *text, struct json_value *out)
{
	struct err err;

	return json_read_open(span_of(text, strlen(text)), out, &err);
}

static void documents_that_are_json(void **state)
{
	static const char *const all[] = {"0", "-1.5e+10", "\"\"", "[]", "{}",
		" [ 1 , [ ] , { } ] ", "{\"a\":{\"b\":[true,false,null]},\"c\":\"\\u00e9\\n\"}",
		"\xEF\xBB\xBF{}", "[[[[[[[[[[]]]]]]]]]]"};
	struct json_value v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof all / sizeof all[0]; i++)
		assert_int_equal(open_text(all[i], &v), ERR_OK);
}

static void documents_that_are_not(void **state)
{
	static const char *const all[] = {"", " ", "[", "]", "{", "[1,]", "{,}", "[1 2]", "{\"a\"}",
		"{\"a\":}", "{1:2}", "01", "1.", "-", "+1", "1e", "tru", "truex", "\"", "\"\\x\"",
		"\"\\u12g4\"", "\"\t\"", "[]]", "{}{}", "'a'", "[1}", "{\"a\":1]"};
	struct json_value v;
	struct err err;
	char deep[200];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof all / sizeof all[0]; i++)
		assert_int_equal(open_text(all[i], &v), ERR_FORMAT);
	memset(deep, '[', 100);
	memset(deep + 100, ']', 99);
	deep[199] = '\0';
	assert_int_equal(open_text(deep, &v), ERR_FORMAT); /* deeper than JSON_DEPTH_MAX */
	assert_int_equal(json_read_open(span_of("\"\\\0\"", 4), &v, &err), ERR_FORMAT);
}

static void members_and_items_come_in_order(void **state)
{
	struct json_value root, key, v;
	struct json_walk walk = {.pos = 0};
	static const char *const raws[] = {"1", "[ 2 , \"x\" ]", "{ }", "true"};
	static const char *const keys[] = {"a", "b", "c", "a"};
	unsigned n = 0;

	(void)state;
	assert_int_equal(
		open_text(" {\"a\": 1 , \"b\" :[ 2 , \"x\" ],\"c\":{ } , \"a\":true}", &root),
		ERR_OK);
	for (walk.in = root; json_read_next(&walk, &key, &v); n++) {
		assert_true(json_read_is(&key, keys[n]));
		assert_int_equal(v.raw.len, strlen(raws[n]));
		assert_memory_equal(v.raw.ptr, raws[n], v.raw.len);
	}
	assert_int_equal(n, 4);
	assert_true(json_read_member(&root, "b", &v));
	assert_int_equal(v.type, JSON_ARRAY);
	walk = (struct json_walk){.in = v};
	assert_true(json_read_next(&walk, NULL, &v) && v.type == JSON_NUMBER);
	assert_true(json_read_next(&walk, NULL, &v) && json_read_is(&v, "x"));
	assert_false(json_read_next(&walk, NULL, &v));
	assert_false(json_read_member(&root, "d", &v));
}

static void escapes_become_utf8(void **state)
{
	struct json_value v;
	struct buf b;

	(void)state;
	assert_int_equal(
		open_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u4e2d\\ud83d\\ude00\\ud800\"", &v),
		ERR_OK);
	buf_init(&b, 0);
	json_read_text(&v, &b);
	buf_add_u8(&b, 0);
	assert_string_equal(
		(const char *)b.ptr, "\"\\/\b\f\n\r\tA\xE4\xB8\xAD\xF0\x9F\x98\x80\xEF\xBF\xBD");
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents_that_are_json),
		cmocka_unit_test(documents_that_are_not),
		cmocka_unit_test(members_and_items_come_in_order),
		cmocka_unit_test(escapes_become_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
