/* SPDX-License-Identifier: MIT */
/* What is around a mark: conditions, code, words right before the tag. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "tags/scan.h"

static struct scan_result scan(const char *tag, struct span text)
{
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;
	struct err err;

	assert_int_equal(tag_set_init(&set, &tag, 1, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "x.c", text, &r, &err), ERR_OK);
	tag_set_free(&set);
	return r;
}

static size_t count(const char *tag, const char *text)
{
	struct scan_result r = scan(tag, span_of(text, strlen(text)));
	size_t n = r.hit_count;

	scan_result_free(&r);
	return n;
}

/* Only the outer 64 of conditions within one another are blocks. */
static void conditions_are_blocks_down_to_a_depth(void **state)
{
	size_t depth;

	(void)state;
	for (depth = 63; depth <= 66; depth++) {
		struct scan_result r;
		struct buf text;
		size_t i;

		buf_init(&text, 0);
		for (i = 0; i < depth; i++)
			buf_str(&text, "#ifdef Tag_1\n");
		for (i = 0; i < depth; i++)
			buf_str(&text, "#endif\n");
		r = scan("Tag_1", span_of(text.ptr, text.len));
		assert_int_equal(r.block_count, depth < 64 ? depth : 64);
		for (i = 0; i < r.block_count; i++) {
			assert_int_equal(r.blocks[i].first, i + 1);
			assert_int_equal(r.blocks[i].last, 2 * depth - i);
		}
		scan_result_free(&r);
		buf_free(&text);
	}
}

/* An identifier of the program, not a mark glued to a tag. */
static void a_mark_is_glued_in_comments_only(void **state)
{
	(void)state;
	assert_int_equal(count("Tag_1", "int Tag_1_START;\nint Tag_1_CLOSE, START_Tag_1;\n"), 0);
	assert_int_equal(count("Tag_1", "// Tag_1_START\n"), 1);
}

/* Far apart, marks with other words are no pair, right before the tag, too. */
static void words_right_before_a_tag_count(void **state)
{
	static const char *const ends[] = {"// a#7 end\n", "// b#7 end\n"};
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct scan_result r;
		struct buf text;
		int line;

		buf_init(&text, 0);
		buf_str(&text, "// a#7 begin\n");
		for (line = 0; line < 60; line++)
			buf_str(&text, "x\n");
		buf_str(&text, ends[i]);
		r = scan("#7", span_of(text.ptr, text.len));
		assert_int_equal(r.block_count, 1 - i);
		scan_result_free(&r);
		buf_free(&text);
	}
}

/* Blocks of marks 60 lines apart that say this beside the tag. */
static size_t far_blocks(const char *begin, const char *end)
{
	struct scan_result r;
	struct buf text;
	size_t n;
	int line;

	buf_init(&text, 0);
	buf_printf(&text, "// Tag_1 begin %s\n", begin);
	for (line = 0; line < 60; line++)
		buf_str(&text, "x;\n");
	buf_printf(&text, "// Tag_1 end %s\n", end);
	r = scan("Tag_1", span_of(text.ptr, text.len));
	n = r.block_count;
	scan_result_free(&r);
	buf_free(&text);
	return n;
}

/* ... if each has a word that the other lacks; whichever words they are. */
static void marks_of_other_words_far_apart_are_no_pair(void **state)
{
	static const char *const words[] = {"fan", "led", "usb", "battery", "camera", "sensor",
		"thermal", "panel", "touch", "audio"};
	char both[20];
	size_t i;
	size_t k;

	(void)state;
	for (i = 0; i < sizeof words / sizeof words[0]; i++)
		for (k = 0; k < sizeof words / sizeof words[0]; k++) {
			snprintf(both, sizeof both, "%s %s", words[i], words[k]);
			assert_int_equal(far_blocks(words[i], words[k]), i == k);
			assert_int_equal(far_blocks(words[i], both), 1);
			assert_int_equal(far_blocks(both, words[i]), 1);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_are_blocks_down_to_a_depth),
		cmocka_unit_test(a_mark_is_glued_in_comments_only),
		cmocka_unit_test(words_right_before_a_tag_count),
		cmocka_unit_test(marks_of_other_words_far_apart_are_no_pair),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
