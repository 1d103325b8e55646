/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "tags/bytefind_private.h"
#include "tags/tags.h"
#include "tags/word.h"

static size_t match(const char *tag, const char *line, struct tag_opts opts)
{
	struct exact text = exact_of(line);
	struct tag_set set;
	struct err err;
	size_t at;

	assert_int_equal(tag_set_init(&set, &tag, 1, &opts, &err), ERR_OK);
	at = tag_match(&set, 0, text.span, 0);
	assert_true(at == SIZE_MAX || tag_set_possible(&set, text.span));
	exact_free(&text);
	tag_set_free(&set);
	return at;
}

static void a_tag_is_a_whole_word(void **state)
{
	const struct tag_opts whole = {0};

	(void)state;
	assert_int_equal(match("Tag_SC01", "// Tag_SC01", whole), 3);
	assert_true(match("Tag_SC01", "Tag_SC011", whole) == SIZE_MAX);
	assert_true(match("Tag_SC01", "xTag_SC01", whole) == SIZE_MAX);
	assert_true(match("Tag_SC01", "Tag_SC01_Stairs", whole) == SIZE_MAX);
	assert_int_equal(match("Tag_SC01", "Tag_SC011 Tag_SC01", whole), 10);
	assert_int_equal(match("Tag_SC01", "[-start-160421-Tag_SC01-add]", whole), 15);
	assert_int_equal(
		match("Tag_SC01", "\xE4\xBF\xAE\xE6\x94\xB9Tag_SC01\xE4\xBF\xAE", whole), 6);
	assert_true(match("Tag_SC01", "Tag_SC0", whole) == SIZE_MAX);
	assert_true(match("Tag_SC01", "tag_sc01", whole) == SIZE_MAX);
}

/* At each place of a line, after what looks like its beginning. */
static void a_tag_is_found_anywhere(void **state)
{
	static const char *const tags[] = {"Tag_SC01", "##1", "+", "ab"};
	static const char *const tries[] = {
		"", "Tag ", "Tag_SC011 ", "#", "## ", "Tag_SC0 ", "a ", "abc "};
	char line[64];
	size_t i;
	size_t k;
	size_t n;
	int fold;

	(void)state;
	for (i = 0; i < sizeof tags / sizeof tags[0]; i++)
		for (k = 0; k < sizeof tries / sizeof tries[0]; k++)
			for (n = 0; n < 9; n++)
				for (fold = 0; fold < 2; fold++) {
					size_t at = n + strlen(tries[k]);

					memset(line, '.', n);
					strcpy(line + n, tries[k]);
					strcat(line, tags[i]);
					assert_int_equal(
						match(tags[i], line,
							(struct tag_opts){.fold = fold != 0}),
						at);
				}
}

static void options_widen_the_search(void **state)
{
	char tag[] = "?_?";
	char line[74] = "";

	(void)state;
	memset(line, '.', 70);
	for (tag[0] = 'a'; tag[0] <= 'z'; tag[0]++) {
		tag[2] = tag[0];
		snprintf(line + 70, 4, "%c_%c", tag[0] - 'a' + 'A', tag[0]);
		assert_int_equal(match(tag, line, (struct tag_opts){.fold = true}), 70);
	}
	assert_int_equal(match("Tag_SC01", "tAG_sc01", (struct tag_opts){.fold = true}), 0);
	/* punctuation at an end of the tag: no boundary is asked for there */
	assert_int_equal(match("<SC01>", "x<SC01>y", (struct tag_opts){0}), 1);
}

static void a_mark_may_be_glued_to_a_tag(void **state)
{
	static const char *const after[] = {"Tag_SC01_Start", "Tag_SC01_END", "Tag_SC01_S",
		"Tag_SC01_e", "Tag_SC01_begin", "Tag_SC01_Stop"};
	static const char *const before[] = {"START_Tag_SC01", "End_Tag_SC01"};
	static const char *const none[] = {"Tag_SC01xe", "Tag_SC01FIN", "STARTTag_SC01"};
	const struct tag_opts opts = {0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof after / sizeof after[0]; i++)
		assert_int_equal(match("Tag_SC01", after[i], opts), 0);
	for (i = 0; i < sizeof before / sizeof before[0]; i++)
		assert_int_equal(
			match("Tag_SC01", before[i], opts), strlen(before[i]) - strlen("Tag_SC01"));
	for (i = 0; i < sizeof none / sizeof none[0]; i++)
		assert_true(match("Tag_SC01", none[i], opts) == SIZE_MAX);
	assert_int_equal(match("SA0010", "AMI_OVERRIDE_SA0010_START", opts), 13);
	assert_int_equal(match("Tag_SC01", "S_Tag_SC01", opts), 2); /* which its end must prove */
	assert_int_equal(match("Tag_SC01", "Tag_SC01_BOC", opts), 0);
	assert_int_equal(match("Tag_SC01", "Tag_SC01_\xE5\xBC\x80\xE5\xA7\x8B", opts), 0);
	assert_true(match("Tag_SC01", "Tag_SC01_", opts) == SIZE_MAX);
	assert_true(match("Tag_SC01", "Tag_SC01_x", opts) == SIZE_MAX);
	assert_true(match("Tag_SC01", "X_Tag_SC01", opts) == SIZE_MAX);
	assert_true(match("Tag_SC01", "Tag_SC01_Start2", opts) == SIZE_MAX);
}

static void bad_tags_are_refused(void **state)
{
	char longest[TAG_LEN_MAX + 2];
	const char *bad[] = {"", "a\nb", "\xFF", longest};
	const char *fits = longest + 1;
	const char *many[TAGS_MAX + 1];
	struct tag_opts opts = {0};
	struct tag_set set;
	struct err err;
	size_t i;

	(void)state;
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(tag_set_init(&set, &bad[i], 1, &opts, &err), ERR_USAGE);
	assert_int_equal(tag_set_init(&set, bad, 0, &opts, &err), ERR_USAGE);
	for (i = 0; i < TAGS_MAX + 1; i++)
		many[i] = longest + sizeof longest - 2 - i % 10;
	assert_int_equal(tag_set_init(&set, many, TAGS_MAX + 1, &opts, &err), ERR_USAGE);
	assert_int_equal(tag_set_init(&set, many, TAGS_MAX, &opts, &err), ERR_OK);
	assert_int_equal(set.count, 10);
	tag_set_free(&set);
	assert_int_equal(tag_set_init(&set, &fits, 1, &opts, &err), ERR_OK);
	assert_int_equal(set.tags[0].len, TAG_LEN_MAX);
	tag_set_free(&set);
}

static void start_brings_its_end(void **state)
{
	const char *tag = "AMI_OVERRIDE_START";
	struct tag_opts opts = {0};
	struct tag_set set;
	struct err err;

	(void)state;
	assert_int_equal(tag_set_init(&set, &tag, 1, &opts, &err), ERR_OK);
	assert_int_equal(set.count, 2);
	assert_string_equal(set.tags[1].text, "AMI_OVERRIDE_END");
	assert_int_equal(set.tags[1].pair, 0);
	tag_set_free(&set);
}

/* Every form of it, and what is none. */
static void forms_of_start_and_end(void **state)
{
	static const struct {
		const char *tag;
		const char *end; /* NULL: none */
	} rows[] = {{"X_START", "X_END"}, {"X_Start", "X_End"}, {"x_start", "x_end"},
		{"X_BEGIN", "X_END"}, {"X_Begin", "X_End"}, {"x_begin", "x_end"},
		{"Tag_SC01", NULL}, {"_START", NULL}, {"_begin", NULL}, {"START", NULL},
		{"X_sTART", NULL}, {"X_STARTS", NULL}, {"XSTART", NULL}, {"X_END", NULL}};
	struct tag_opts opts = {0};
	struct tag_set set;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		assert_int_equal(tag_set_init(&set, &rows[i].tag, 1, &opts, &err), ERR_OK);
		assert_int_equal(set.count, rows[i].end != NULL ? 2 : 1);
		if (rows[i].end != NULL)
			assert_string_equal(set.tags[1].text, rows[i].end);
		tag_set_free(&set);
	}
}

static bool possible(const char *tag, const void *bytes, size_t len)
{
	struct tag_opts opts = {0};
	struct tag_set set;
	struct err err;
	bool yes;

	assert_int_equal(tag_set_init(&set, &tag, 1, &opts, &err), ERR_OK);
	yes = tag_set_possible(&set, span_of(bytes, len));
	tag_set_free(&set);
	return yes;
}

static void filter_knows_all_encodings(void **state)
{
	(void)state;
	assert_true(possible("SC01", "xxSC01yy", 8));
	assert_true(possible("SC01",
		"S\0C\0"
		"0\0"
		"1\0",
		8));
	assert_true(possible("SC01",
		"\0S\0C\0"
		"0\0"
		"1",
		8));
	assert_true(possible("SC01",
		"S\0\0\0C\0\0\0"
		"0\0\0\0"
		"1\0\0\0",
		16));
	assert_false(possible("SC01", "SC02SC03", 8));
	/* U+4FEE U+6539 in UTF-8, GBK and UTF-16 */
	assert_true(possible("\xE4\xBF\xAE\xE6\x94\xB9", "a\xE4\xBF\xAE\xE6\x94\xB9", 7));
	assert_true(possible("\xE4\xBF\xAE\xE6\x94\xB9", "a\xD0\xDE\xB8\xC4", 5));
	assert_true(possible("\xE4\xBF\xAE\xE6\x94\xB9", "\xEE\x4F\x39\x65", 4));
	assert_false(possible("\xE4\xBF\xAE\xE6\x94\xB9", "abcdefg", 7));
}

/* U+4FEF and U+4FFE begin alike in UTF-8, not in GBK. */
static void tags_may_begin_alike_up_to_the_middle_of_a_letter(void **state)
{
	static const char *const tags[] = {"Tag\xE4\xBF\xAF", "Tag\xE4\xBF\xBE"};
	struct tag_opts opts = {0};
	struct tag_set set;
	struct err err;

	(void)state;
	assert_int_equal(tag_set_init(&set, tags, 2, &opts, &err), ERR_OK);
	assert_true(tag_set_possible(&set, span_of("Tag\xB8\xA9", 5)));
	assert_true(tag_set_possible(&set, span_of(tags[1], 6)));
	assert_false(tag_set_possible(&set, span_of("Ta\xE4\xBF\xAF", 5)));
	tag_set_free(&set);
}

/* A file without any of the tags is passed over, whatever the tags have in common. */
static void each_of_several_tags_is_possible(void **state)
{
	static const char *const sets[][2] = {{"SC01", "XY02"}, {"SC01", "SC02"}, {"SC01", "SX02"}};
	struct tag_opts opts = {0};
	struct tag_set set;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof sets / sizeof sets[0]; i++) {
		assert_int_equal(tag_set_init(&set, sets[i], 2, &opts, &err), ERR_OK);
		assert_true(tag_set_possible(&set, span_of("x SC01", 6)));
		assert_true(tag_set_possible(&set, span_of(sets[i][1], 4)));
		assert_false(tag_set_possible(&set, span_of("x S01 XY 2", 10)));
		tag_set_free(&set);
	}
}

/* What bytefind must answer, the slow way. */
static size_t first_place(struct span in, const struct bytefind *what)
{
	size_t i;
	size_t k;

	for (i = 0; i + what->needle.len <= in.len; i++) {
		for (k = 0; k < what->needle.len; k++) {
			uint8_t c = in.ptr[i + k];

			if (what->fold && c >= 'A' && c <= 'Z')
				c |= 0x20;
			if (c != what->needle.ptr[k])
				break;
		}
		if (k == what->needle.len)
			return i;
	}
	return SIZE_MAX;
}

/* What this processor would not be asked for, it can do as well. */
static void shorter_vectors_agree(struct span in, const struct bytefind *what)
{
#if defined(__x86_64__)
	size_t want = first_place(in, what);
	bool zero = false;

	if (in.len < what->needle.len)
		return;
	assert_true(bytefind_sse2(in, what, &zero) == want);
	if (want == SIZE_MAX)
		assert_int_equal(zero, in.len > 0 && memchr(in.ptr, 0, in.len) != NULL);
	zero = false;
	if (in.len - what->needle.len < 31 || !__builtin_cpu_supports("avx2"))
		return;
	assert_true(bytefind_avx2(in, what, &zero) == want);
	if (want == SIZE_MAX)
		assert_int_equal(zero, memchr(in.ptr, 0, in.len) != NULL);
#else
	(void)in;
	(void)what;
#endif
}

/* Every length and place around the vector widths, against the plain search. */
static void fast_search_agrees_with_plain(void **state)
{
	static const uint8_t letters[] = {'a', 'b', 'A', '{', 'a', 'b', 'B', '['};
	uint8_t text[1024];
	uint8_t needle[9];
	unsigned seed = 12345;
	size_t hits = 0;
	size_t round;

	(void)state;
	for (round = 0; round < 100000; round++) {
		struct bytefind what = {.fold = round % 2 != 0};
		size_t len;
		size_t n;
		size_t i;
		bool zero;
		size_t hit;

		seed = seed * 1103515245u + 12345u;
		len = seed >> 16 & 1023;
		n = 1 + (seed >> 8) % 9;
		for (i = 0; i < len; i++) {
			seed = seed * 1103515245u + 12345u;
			text[i] = letters[(seed >> 20) % 8];
		}
		if (round % 3 == 0 && len > 0)
			text[seed % len] = 0;
		for (i = 0; i < n; i++) {
			seed = seed * 1103515245u + 12345u;
			needle[i] = letters[(uint8_t[]){0, 1, 0, 1, 3, 7}[(seed >> 20) % 6]];
		}
		what.needle = span_of(needle, n);
		hit = bytefind(span_of(text, len), &what, &zero);
		assert_true(hit == first_place(span_of(text, len), &what));
		if (hit == SIZE_MAX)
			assert_int_equal(zero, len > 0 && memchr(text, 0, len) != NULL);
		shorter_vectors_agree(span_of(text, len), &what);
		hits += hit != SIZE_MAX;
	}
	assert_in_range(hits, 1000, 99000);
}

static void ascii_letters_alone_have_a_case(void **state)
{
	static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char small[] = "abcdefghijklmnopqrstuvwxyz";
	int c;

	(void)state;
	for (c = 0; c < 256; c++) {
		const char *at = c != 0 ? strchr(capitals, c) : NULL;

		assert_int_equal(tag_lower((uint8_t)c), at != NULL ? small[at - capitals] : c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ascii_letters_alone_have_a_case),
		cmocka_unit_test(a_tag_is_a_whole_word),
		cmocka_unit_test(a_tag_is_found_anywhere),
		cmocka_unit_test(options_widen_the_search),
		cmocka_unit_test(a_mark_may_be_glued_to_a_tag),
		cmocka_unit_test(bad_tags_are_refused),
		cmocka_unit_test(start_brings_its_end),
		cmocka_unit_test(forms_of_start_and_end),
		cmocka_unit_test(filter_knows_all_encodings),
		cmocka_unit_test(tags_may_begin_alike_up_to_the_middle_of_a_letter),
		cmocka_unit_test(each_of_several_tags_is_possible),
		cmocka_unit_test(fast_search_agrees_with_plain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
