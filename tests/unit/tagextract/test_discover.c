/* SPDX-License-Identifier: MIT */
/* Words that may be tags, where none were named. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/discover.h"

static void words_that_may_be_tags(void **state)
{
	static const struct {
		const char *line;
		const char *tags; /* with a blank after each */
	} rows[] = {{"Tag_SC01", "Tag_SC01 "}, {"// EIP216501: x", "EIP216501 "}, {"ab1", "ab1 "},
		{"a1", ""}, {"AB", ""}, {"ABC", "ABC "}, {"ABc", ""}, {"aBC", ""}, {"a_b", "a_b "},
		{"1ab", ""}, {"_ab1", ""}, {"word", ""}, {"", ""}, {"x", ""}, {"END", ""},
		{"BEGIN_", ""}, {"PR-412345", "PR-412345 "}, {"PR-412345x", ""}, {"A-1", ""},
		{"AB-1", "AB-1 "}, {"AB-", ""}, {"AB-x", ""}, {"AB--1", ""},
		{"PRJ-BIOS-501", "PRJ-BIOS-501 "}, {"END-12", ""}, {"ADD-END-12", "ADD "},
		{"PR-1 PR-2", "PR-1 PR-2 "}, {"PR-1_x", ""}, {"LGE_CHANGE_S", "LGE_CHANGE "},
		{"Tag_1_START", "Tag_1 "}, {"START_Tag_1", "Tag_1 "}, {"E_START", ""},
		{"_Start_Tag_1_", "Tag_1 "}, {"_Start_Tag_1__ x", "Tag_1 "},
		{"Tag_1_x", "Tag_1_x "}, {"x_Tag_1", "x_Tag_1 "},
		{"AMI_OVERRIDE_SA0010_START", "SA0010 "},
		{"Tag_1,Tag_2;Tag_3", "Tag_1 Tag_2 Tag_3 "},
		{"\xE4\xBF\xAETag_1\xE4\xBF\xAE", "Tag_1 "}, {"ZZZ", "ZZZ "}, {"AAA", "AAA "},
		{"zz_", "zz_ "}, {"aa9", "aa9 "}, {"aa0", "aa0 "}, {"zzz", ""}, {"ZA-0", "ZA-0 "},
		{"AZ-9", "AZ-9 "}, {"AA-19Z", ""}, {"Z-1 AB", ""},
		{"A2345678901234567890123456789012345678901234567890123456789012345", ""},
		{"A234567890123456789012345678901234567890123456789012345678901234",
			"A234567890123456789012345678901234567890123456789012345678901234 "},
		{"A23456789012345678901234567890123456789012345678901234567890123 x",
			"A23456789012345678901234567890123456789012345678901234567890123 "}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact line = exact_of(rows[i].line);
		char got[200] = "";
		size_t from = 0;
		size_t len = 0;
		size_t at;

		while ((at = discover_matcher.next(NULL, 0, line.span, from, &len, NULL)) !=
			SIZE_MAX) {
			snprintf(got + strlen(got), sizeof got - strlen(got), "%.*s ", (int)len,
				rows[i].line + at);
			from = at + len;
		}
		if (strcmp(got, rows[i].tags) != 0)
			fail_msg("%s: %s", rows[i].line, got);
		exact_free(&line);
	}
}

/* With the marks that are glued to it a tag has 256 bytes at most. */
static void words_are_not_endless(void **state)
{
	char line[300];
	size_t len = 0;
	size_t blanks;

	(void)state;
	for (blanks = 245; blanks < 247; blanks++) {
		memset(line, '_', blanks);
		memcpy(line + blanks, "Start_Tag_1", 12);
		assert_int_equal(
			discover_matcher.next(NULL, 0, span_of(line, blanks + 11), 0, &len, NULL),
			blanks == 245 ? blanks + 6 : SIZE_MAX);
	}
}

static struct span text_of(const char *text)
{
	return span_of(text, strlen(text));
}

static void tickets_look_like_tickets(void **state)
{
	static const char *const like[] = {"Tag_SC01", "EIP216501", "PR-412345", "WT5588",
		"PMC_4410", "LGE_CHANGE", "ODM_add", "A_B_12", "xB12", "A1x2", "Z12", "xZ90"};
	static const char *const unlike[] = {"KBASE_TL_EVENT_12", "range_0", "T1", "s4322", "ab12",
		"SMC_PART", "SC01_x", "change", "", "_", "AB12x", "12", "[12", "x@12"};
	static const char number[] = "A12";
	size_t i;

	(void)state;
	for (i = 0; i < sizeof like / sizeof like[0]; i++)
		assert_true(discover_looks_like_ticket(text_of(like[i])));
	for (i = 0; i < sizeof unlike / sizeof unlike[0]; i++)
		assert_false(discover_looks_like_ticket(text_of(unlike[i])));
	assert_true(discover_looks_like_ticket(span_of("AB12", 4)));
	assert_false(
		discover_looks_like_ticket(span_of("AB12", 3))); /* what follows does not count */
	assert_false(discover_looks_like_ticket(span_of(number + 1, 2))); /* nor what is before */
}

static void comments_tell_what_was_done(void **state)
{
	static const char *const tell[] = {
		"Tag_1 add begin", "Modified: x", "x by", "Tag_1,FIX", "add", "add1", "1add"};
	static const char *const silent[] = {
		"Tag_1 begin", "address of it", "", "baby", "1 2", "xadd", "ad", "b y"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof tell / sizeof tell[0]; i++)
		assert_true(discover_describes(text_of(tell[i])));
	for (i = 0; i < sizeof silent / sizeof silent[0]; i++)
		assert_false(discover_describes(text_of(silent[i])));
}

static void tickets_have_letters_and_digits(void **state)
{
	static const char *const tickets[] = {"WT5588", "PR-412345", "Tag_1", "ab12", "abC1",
		"Abc1", "1abc2", "1abC", "Zab0", "azb99"};
	static const char *const others[] = {
		"zhang3", "A1b", "word", "WORD", "1234", "imm8", "", "abc0", "a_b1"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof tickets / sizeof tickets[0]; i++)
		if (!discover_is_ticket(text_of(tickets[i])))
			fail_msg("%s", tickets[i]);
	for (i = 0; i < sizeof others / sizeof others[0]; i++)
		if (discover_is_ticket(text_of(others[i])))
			fail_msg("%s", others[i]);
	assert_true(discover_has_number(text_of("by bob, PR7")));
	assert_true(discover_has_number(text_of("x1y2")));
	assert_true(discover_has_number(text_of("A1")));
	assert_true(discover_has_number(text_of("A1 is")));
	assert_false(discover_has_number(text_of("by zhang3 12 ABC")));
	assert_false(discover_has_number(text_of("")));
}

static void what_is_kept(void **state)
{
	static const struct {
		const char *word;
		const char *comment;
		struct hit hit;
		bool kept;
	} rows[] = {{"Tag", "Tag x", {.kind = HIT_BEGIN, .score = MARK_BESIDE}, true},
		{"Tag", "Tag x", {.kind = HIT_BEGIN, .score = MARK_BESIDE - 1}, false},
		{"Tag_1", "Tag_1 x", {.kind = HIT_BEGIN, .score = MARK_LIKELY}, true},
		{"zhang3", "zhang3 x", {.kind = HIT_BEGIN, .score = MARK_LIKELY}, false},
		{"LGE_CHANGE", "x", {.kind = HIT_END, .score = MARK_LIKELY}, true},
		{"LGECHANGE", "x", {.kind = HIT_END, .score = MARK_LIKELY}, false},
		{"FIH", "x FIH", {.kind = HIT_END, .score = MARK_LIKELY, .date = 20160421}, false},
		{"LGE_Change", "x", {.kind = HIT_END, .score = MARK_LIKELY}, false},
		{"ADD", "ADD PR7", {.kind = HIT_BEGIN, .score = 90}, false},
		{"ADD", "ADD", {.kind = HIT_BEGIN, .score = 90}, true},
		{"LGE_CHANGE", "x", {.kind = HIT_END, .score = MARK_LIKELY - 1}, false},
		{"aLGE_CHANGE", "x", {.kind = HIT_END, .score = MARK_LIKELY}, false},
		{"_LGE", "x", {.kind = HIT_END, .score = MARK_LIKELY}, true},
		{"A_Z", "x", {.kind = HIT_END, .score = MARK_LIKELY}, true},
		{"LGE_CHANGe", "x", {.kind = HIT_END, .score = MARK_LIKELY}, false},
		{"Tag_1", "x", {.kind = HIT_BEGIN, .score = 10}, true},
		{"Tag_1", "x", {.kind = HIT_MARK, .bound = {.form = BOUND_GLUED_AFTER}}, true},
		{"Tag_1", "x", {.kind = HIT_END, .score = MARK_LIKELY - 1, .said = 1}, true},
		{"Tag_1", "x", {.kind = HIT_BEGIN, .score = MARK_COMMENTED, .said = 1}, false},
		{"Tag_1", "x", {.kind = HIT_MARK, .said = 1}, true},
		{"Tag_1", "x", {.kind = HIT_MARK}, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (discover_keeps(text_of(rows[i].word), text_of(rows[i].comment), &rows[i].hit) !=
			rows[i].kept)
			fail_msg("%u: %s", (unsigned)i, rows[i].word);
}

/* A name first in a comment that says what was done, or when; what is in brackets before it does
 * not count. */
static void names_come_first(void **state)
{
	static const struct {
		const char *comment;
		size_t at;
		uint32_t date;
		bool kept;
	} rows[] = {{"FIH x", 0, 20160421, true}, {"FIH x", 0, 0, false}, {"FIH add", 0, 0, true},
		{"x FIH add", 2, 0, false}, {"-FIH add", 1, 0, true}, {"[x] FIH add", 4, 0, true},
		{"[]FIH add", 2, 0, true}, {"[x FIH add", 3, 0, false}, {"[FIH] add", 1, 0, false},
		{"x[] FIH add", 4, 0, false}, {"[x] [y] FIH add", 8, 0, false},
		{"FIH", 0, 20160421, true}, {"FIH added", 0, 0, true},
		{"FIH additive", 0, 0, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact c = exact_of(rows[i].comment);
		struct hit h = {.kind = HIT_BEGIN, .score = MARK_BESIDE - 1, .date = rows[i].date};

		if (discover_keeps(span_of(c.span.ptr + rows[i].at, 3), c.span, &h) != rows[i].kept)
			fail_msg("%s", rows[i].comment);
		exact_free(&c);
	}
}

/* "ADD" is not a tag beside another name. */
static void verbs_give_way(void **state)
{
	static const char *const gives_way[] = {
		"FIH ADD", "[x] FIH ADD", "ADD A1", "x_1 ADD", "[ ADD PR1", "FIH_x, ADD"};
	static const char *const stays[] = {
		"ADD", "ADD FIH", "fix FIH ADD", "FI ADD", "[FIH] ADD", "ADD it", "END ADD"};
	struct hit h = {.kind = HIT_BEGIN, .score = 90};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof gives_way / sizeof gives_way[0]; i++)
		if (discover_keeps(text_of("ADD"), text_of(gives_way[i]), &h))
			fail_msg("%s", gives_way[i]);
	for (i = 0; i < sizeof stays / sizeof stays[0]; i++)
		if (!discover_keeps(text_of("ADD"), text_of(stays[i]), &h))
			fail_msg("%s", stays[i]);
}

static void days_that_there_are(void **state)
{
	static const struct {
		const char *comment;
		uint32_t date;
	} rows[] = {{"20160421", 20160421}, {"160421", 20160421}, {"2016/04/21", 20160421},
		{"2016-04-21", 20160421}, {"2016.04.21", 20160421}, {"2016/04-21", 0},
		{"2016/4/21", 20160421}, {"2016_04_21", 20160421}, {"2016-4-1", 20160401},
		{"x2016.12.1.", 20161201}, {"2016.1.", 0}, {"2016..1", 0}, {"2016.1.111", 0},
		{"2016.111.1", 0}, {"2016/4-21", 0}, {"19891231", 0}, {"19900101", 19900101},
		{"20791231", 20791231}, {"20800101", 0}, {"20161301", 0}, {"20161201", 20161201},
		{"20160001", 0}, {"20160101", 20160101}, {"20160100", 0}, {"20160131", 20160131},
		{"20160132", 0}, {"x20160421", 0}, {"20160421x", 20160421}, {"1201604210", 0},
		{"2016042", 0}, {"x 2016/04/21 160101", 20160101}, {"160101 2016/04/21", 20160101},
		{"", 0}, {"2016/04/2", 20160402}, {"2016/04/211", 0}, {"12016/04/21", 0},
		{"2016/13/01", 0}, {"161301", 0}, {"801231", 0}, {"791231", 20791231}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact c = exact_of(rows[i].comment);

		if (discover_date(c.span) != rows[i].date)
			fail_msg("%s: %u", rows[i].comment, (unsigned)discover_date(c.span));
		exact_free(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_that_may_be_tags),
		cmocka_unit_test(tickets_have_letters_and_digits),
		cmocka_unit_test(tickets_look_like_tickets),
		cmocka_unit_test(comments_tell_what_was_done),
		cmocka_unit_test(what_is_kept),
		cmocka_unit_test(names_come_first),
		cmocka_unit_test(verbs_give_way),
		cmocka_unit_test(words_are_not_endless),
		cmocka_unit_test(days_that_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
