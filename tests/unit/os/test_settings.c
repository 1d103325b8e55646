/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "test.h"

#include "biosbelt/process.h"
#include "biosbelt/settings.h"

static struct settings read_text(const char *text)
{
	struct settings s = {NULL, 0};
	struct err err;

	assert_int_equal(settings_parse(span_of(text, strlen(text)), &s, &err), ERR_OK);
	return s;
}

static void sections_and_lines(void **state)
{
	struct settings s =
		read_text("\xEF\xBB\xBF; x\r\na = 1\r\n\r\n[ one ]\nb=2 # 3\n[two]\na =");

	(void)state;
	assert_int_equal(s.count, 3);
	assert_string_equal(s.items[0].section, "");
	assert_string_equal(s.items[0].key, "a");
	assert_int_equal(s.items[0].line, 2);
	assert_string_equal(s.items[1].section, "one");
	assert_string_equal(s.items[1].value, "2 # 3");
	assert_string_equal(s.items[2].section, "two");
	assert_string_equal(s.items[2].value, "");
	assert_int_equal(s.items[2].line, 7);
	assert_string_equal(settings_get(&s, "b"), "2 # 3");
	assert_null(settings_get(&s, "c"));
	settings_free(&s);
}

/* "server = x" > scmail.conf in PowerShell 5 */
static void utf16_of_powershell(void **state)
{
	static const uint8_t text[] = {0xFF, 0xFE, 'a', 0, ' ', 0, '=', 0, ' ', 0, 0xFA, 0x56, '\r',
		0, '\n', 0, 'b', 0, '=', 0, 0x3D, 0xD8, 0x00, 0xDE, '\r', 0, '\n', 0};
	struct settings s = {NULL, 0};
	struct err err;

	(void)state;
	assert_int_equal(settings_parse(span_of(text, sizeof text), &s, &err), ERR_OK);
	assert_int_equal(s.count, 2);
	assert_string_equal(settings_get(&s, "a"), "\xE5\x9B\xBA");
	assert_string_equal(settings_get(&s, "b"), "\xF0\x9F\x98\x80");
	assert_int_equal(s.items[1].line, 2);
	settings_free(&s);
	assert_int_equal(settings_parse(span_of(text, 6), &s, &err), ERR_FORMAT);
	assert_int_equal(settings_parse(span_of(text, 2), &s, &err), ERR_OK);
	settings_free(&s);
}

static void quotation_marks_around_a_value(void **state)
{
	static const struct {
		const char *text, *value;
	} rows[] = {{"\"a b\"", "a b"}, {"'a \"b\"'", "a \"b\""}, {"\" a \"", " a "}, {"\"\"", ""},
		{"\"", "\""}, {"'", "'"}, {"\"a", "\"a"}, {"a\"", "a\""}, {"\"a'", "\"a'"},
		{"\"a\" \"b\"", "\"a\" \"b\""}, {"\"\"a\"\"", "\"\"a\"\""}, {"", ""}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char line[40];
		struct settings s;

		snprintf(line, sizeof line, "k = %s\n", rows[i].text);
		s = read_text(line);
		assert_string_equal(s.items[0].value, rows[i].text);
		settings_unquote(&s.items[0]);
		assert_string_equal(s.items[0].value, rows[i].value);
		settings_free(&s);
	}
}

static void bad_lines(void **state)
{
	static const char *const bad[] = {"a\n", "=1", "[open\n", "a=1\nb"};
	struct settings s;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(
			settings_parse(span_of(bad[i], strlen(bad[i])), &s, &err), ERR_FORMAT);
}

static void words_of_a_command(void **state)
{
	struct err err;
	char **argv;

	(void)state;
	assert_int_equal(
		process_words(" pass\t\"a \\\"b\\\\\" 'c \\d' e\"\"f \"\" C:\\x", &argv, &err),
		ERR_OK);
	assert_string_equal(argv[0], "pass");
	assert_string_equal(argv[1], "a \"b\\");
	assert_string_equal(argv[2], "c \\d");
	assert_string_equal(argv[3], "ef");
	assert_string_equal(argv[4], "");
	assert_string_equal(argv[5], "C:\\x");
	assert_null(argv[6]);
	process_words_free(argv);
	assert_int_equal(process_words("a 'b", &argv, &err), ERR_USAGE);
	assert_int_equal(process_words("  ", &argv, &err), ERR_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sections_and_lines),
		cmocka_unit_test(utf16_of_powershell),
		cmocka_unit_test(quotation_marks_around_a_value),
		cmocka_unit_test(bad_lines),
		cmocka_unit_test(words_of_a_command),
	};

	return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
