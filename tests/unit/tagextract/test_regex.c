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

/* Without what PCRE2 finds out before it tries anything, which differs between its versions. */
#define OPTIONS "(*NO_START_OPT)(*NO_AUTO_POSSESS)"

/* The first match in the line, whose effort is added to *effort. */
static size_t find_counting(const char *pattern, struct span line, uint32_t *effort)
{
	struct tag_opts tag_opts = {.kind = TAG_PATTERN};
	struct scan_matcher matcher;
	struct regex_set *regex;
	struct tag_set set;
	size_t found = 0;
	struct err err;
	size_t at;

	assert_int_equal(tag_set_init(&set, &pattern, 1, &tag_opts, &err), ERR_OK);
	assert_int_equal(regex_open(&set, &regex, &err), ERR_OK);
	matcher = regex_matcher(regex);
	at = matcher.next(matcher.user, 0, line, 0, &found, effort);
	regex_close(regex);
	tag_set_free(&set);
	return at;
}

/* One for each item that is tried, the way to it, and what a repeat or a group passes before it
 * fails, in a line of 300, of which the last are "b-ab". It is given up when it costs its limit. */
static void what_is_passed_is_counted(void **state)
{
	static const struct {
		const char *pattern;
		uint32_t effort;
		bool found;
	} rows[] = {{OPTIONS "b-a", 599, true}, {OPTIONS "[ab]-", 893, true},
		{OPTIONS "a{3}-", 2968, false}, {OPTIONS "a{10,}-x", 132132, false},
		{OPTIONS "a{19}-x", 16416, false}, {OPTIONS "(?:a{100,}+|-a)", 400, true},
		{OPTIONS "(a)(?:\\1){3}-", 6207, false}, {OPTIONS "(a)\\1-", 2678, false},
		{OPTIONS "(?<n>a)\\k<n>b-", 2658, true}, {OPTIONS "(?<n>a{2})(?P=n)b-", 4689, true},
		{OPTIONS "(a|b)\\g{1}-", 3578, false}, {OPTIONS "\\x{61}b-x", 907, false},
		{OPTIONS "\\o{141}b-x", 907, false},
		{OPTIONS "(a{5})(a{7})\\2\\1b-x", 23352, false},
		{OPTIONS "(?:a{1000}|b)-x", 46360, false}, {OPTIONS "()\\1b-x", 1509, false},
		{OPTIONS "(?:a{65535}b|-)", 46341, true}};
	const uint32_t limit = 10000000 + 200 * 300;
	size_t len, i;
	char *text = repeat("a", 300, &len);

	(void)state;
	text[len - 4] = text[len - 1] = 'b';
	text[len - 3] = '-';
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		uint32_t effort = 0;
		uint32_t left = limit - rows[i].effort;
		size_t at = find_counting(rows[i].pattern, span_of(text, len), &effort);

		if (effort != rows[i].effort || (at < len) != rows[i].found)
			fail_msg("%s: %u", rows[i].pattern, effort);
		assert_int_equal(
			find_counting(rows[i].pattern, span_of(text, len), &left), SCAN_GIVEN_UP);
		left = limit - rows[i].effort - 1;
		assert_int_equal(find_counting(rows[i].pattern, span_of(text, len), &left), at);
	}
	free(text);
}

/* Of the same lines, in the order of what was matched. */
static void blocks_of_the_same_lines_are_sorted(void **state)
{
	static const char text[] = "// Tag_2, Tag_1, Tag_3 start\n// Tag_2, Tag_1, Tag_3 end\n";
	static const char *const sorted[] = {"Tag_1", "Tag_2", "Tag_3"};
	const char *pattern = "Tag_\\d";
	struct scan_result r = scan_patterns(&pattern, 1, text, sizeof text - 1);
	size_t i;

	(void)state;
	assert_int_equal(r.block_count, 3);
	for (i = 0; i < 3; i++)
		assert_string_equal(r.blocks[i].text, sorted[i]);
	scan_result_free(&r);
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
		cmocka_unit_test(what_is_passed_is_counted),
		cmocka_unit_test(blocks_of_the_same_lines_are_sorted),
		cmocka_unit_test(bad_pattern_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
