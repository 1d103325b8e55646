/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns.h"

static uint32_t line_given_up(const char *pattern, const char *text, size_t len, size_t hits)
{
	struct scan_result r = scan_patterns(&pattern, 1, text, len);
	uint32_t line = r.given_up;

	assert_int_equal(r.hit_count, hits);
	scan_result_free(&r);
	return line;
}

/* One item may pass many bytes before it fails. */
static void what_an_item_passes_counts(void **state)
{
	static const char *const repeats[] = {"[ab]{10000}", "(?:a{10000,}+|Tag)"};
	static const char *const groups[] = {
		"^(a+b)(?:\\1|a)*$", "^(a)(?<n>a+b)(?:\\k<n>|a)*$", "^(?<n>a+b)(?:(?P=n)|a)*$"};
	size_t len, i;
	char *text = repeat("a", 300000, &len);

	(void)state;
	for (i = 9999; i < len; i += 10000)
		text[i] = 'c';
	for (i = 0; i < sizeof repeats / sizeof repeats[0]; i++)
		assert_int_equal(line_given_up(repeats[i], text, len, 0), 1);
	free(text);
	text = repeat("a", 25000, &len);
	text[5000] = 'b';
	text[len - 1] = 'c';
	for (i = 0; i < sizeof groups / sizeof groups[0]; i++)
		assert_int_equal(line_given_up(groups[i], text, len, 0), 1);
	assert_int_equal(line_given_up("[\\x{10000}-\\x{20000}a]c", text, len, 1), 0);
	free(text);
}

static void longer_lines_may_take_more(void **state)
{
	static const char end[] = "77_9,";
	size_t len;
	char *text = repeat("name12345,driver_version77,", 34000, &len);

	(void)state;
	memcpy(text + len - sizeof end + 1, end, sizeof end - 1);
	assert_int_equal(line_given_up("\\w+_9", text, len, 1), 0);
	assert_int_equal(line_given_up("[a-z_]+\\w+\\d\\w+_9", text, len, 1), 0);
	free(text);
}

/* With the counting of what it passes, it would not fit into what PCRE2 can compile. */
static void a_large_pattern_has_a_limit(void **state)
{
	static const char *const patterns[] = {
		"(?:foo|bar|baz){1,800}|Tag", "(?:ab){1,2500}", "(?:foo|bar|baz|a|a){1,500}!"};
	static const char plain[] = "x Tag ab barfoofoo!\n";
	static const char many[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-!\n";

	(void)state;
	assert_int_equal(line_given_up(patterns[0], plain, sizeof plain - 1, 2), 0);
	assert_int_equal(line_given_up(patterns[1], plain, sizeof plain - 1, 1), 0);
	assert_int_equal(line_given_up(patterns[2], plain, sizeof plain - 1, 1), 0);
	assert_int_equal(line_given_up(patterns[2], many, sizeof many - 1, 0), 1);
}

static void bad_pattern_is_named(void **state)
{
	const char *pattern = "Tag_(";
	struct tag_opts tag_opts = {.kind = TAG_PATTERN};
	struct regex_set *regex;
	struct tag_set set;
	struct err err;

	(void)state;
	assert_int_equal(tag_set_init(&set, &pattern, 1, &tag_opts, &err), ERR_OK);
	assert_int_equal(regex_open(&set, &regex, &err), ERR_USAGE);
	assert_non_null(strstr(err.text, "Tag_("));
	tag_set_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_an_item_passes_counts),
		cmocka_unit_test(longer_lines_may_take_more),
		cmocka_unit_test(a_large_pattern_has_a_limit),
		cmocka_unit_test(bad_pattern_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
