/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "biosbelt/json.h"

static struct buf text;

static void expect(const char *want)
{
	buf_add_u8(&text, 0);
	assert_string_equal((char *)text.ptr, want);
	buf_free(&text);
}

static void nests_and_indents(void **state)
{
	struct json j;

	(void)state;
	json_init(&j, &text, false);
	json_object(&j);
	json_kv_u64(&j, "a", 1);
	json_key(&j, "b");
	json_array(&j);
	json_i64(&j, -2);
	json_bool(&j, true);
	json_null(&j);
	json_array_end(&j);
	json_key(&j, "c");
	json_object(&j);
	json_object_end(&j);
	json_object_end(&j);
	expect("{\n  \"a\": 1,\n  \"b\": [\n    -2,\n    true,\n    null\n  ],\n  \"c\": {}\n}\n");
}

static void strings_are_escaped(void **state)
{
	struct json j;

	(void)state;
	json_init(&j, &text, true);
	json_array(&j);
	json_str(&j, "q\"b\\n\nt\tc\x01"
		     "d\x7F\xC2\x9B\xFF\xE4\xB8\xAD");
	json_array_end(&j);
	expect("[\"q\\\"b\\\\n\\nt\\tc\\u0001d\\u007f\\u009b\\uefff\\u4e2d\"]\n");
}

static void other_characters_are_ascii_unless_asked(void **state)
{
	/* U+1D11E, U+4E2D, no UTF-8, and U+202E, which turns a terminal's line around */
	const char *clef = "\xF0\x9D\x84\x9E\xE4\xB8\xAD\xFF\xE2\x80\xAE";
	struct json j;

	(void)state;
	json_init(&j, &text, true);
	json_str(&j, clef);
	buf_add_u8(&text, '\n');
	expect("\"\\ud834\\udd1e\\u4e2d\\uefff\\u202e\"\n");
	json_set_utf8(true);
	json_init(&j, &text, true);
	json_str(&j, clef);
	json_set_utf8(false);
	buf_add_u8(&text, '\n');
	expect("\"\xF0\x9D\x84\x9E\xE4\xB8\xAD\xEE\xBF\xBF\\u202e\"\n");
}

static void doubles_read_back(void **state)
{
	struct json j;

	(void)state;
	json_init(&j, &text, true);
	json_array(&j);
	json_double(&j, 0.1);
	json_double(&j, 1e300 * 1e300);
	json_double(&j, 12345678);
	json_double(&j, 1200);
	json_double(&j, -5e6);
	json_double(&j, 1e300);
	json_array_end(&j);
	expect("[0.1,null,12345678,1200,-5000000,1e+300]\n");
}

static void documents_follow_each_other(void **state)
{
	struct json j;

	(void)state;
	json_init(&j, &text, true);
	json_object(&j);
	json_kv_bool(&j, "x", false);
	json_object_end(&j);
	json_init(&j, &text, true);
	json_object(&j);
	json_kv_str(&j, "y", "z");
	json_object_end(&j);
	expect("{\"x\":false}\n{\"y\":\"z\"}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nests_and_indents),
		cmocka_unit_test(strings_are_escaped),
		cmocka_unit_test(other_characters_are_ascii_unless_asked),
		cmocka_unit_test(doubles_read_back),
		cmocka_unit_test(documents_follow_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
