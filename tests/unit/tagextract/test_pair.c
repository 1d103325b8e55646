/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "tags/scan.h"

static struct scan_result scan(const char *text)
{
	static const char *const tags[] = {"Tag_1", "Tag_2"};
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct scan_result r;
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct err err;

	assert_int_equal(tag_set_init(&set, tags, 2, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "a.c", span_of(text, strlen(text)), &r, &err), ERR_OK);
	tag_set_free(&set);
	return r;
}

/* One missing end is one warning, at its place; the blocks after it are blocks. */
static void one_missing_end_is_one_warning(void **state)
{
	struct scan_result r = scan("// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 <<<\n// Tag_1 >>>\n"
				    "// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\n");

	(void)state;
	assert_int_equal(r.block_count, 3);
	assert_int_equal(r.warning_count, 1);
	assert_int_equal(r.warnings[0].fault, FAULT_NO_END);
	assert_int_equal(r.warnings[0].line, 1);
	scan_result_free(&r);
}

static void blocks_of_two_tags_may_cross(void **state)
{
	struct scan_result r = scan("// Tag_1 >>>\n// Tag_2 start\n// Tag_1 <<<\n// Tag_2 end\n");

	(void)state;
	assert_int_equal(r.block_count, 2);
	assert_int_equal(r.warning_count, 0);
	assert_int_equal(r.blocks[0].last, 3);
	assert_int_equal(r.blocks[1].last, 4);
	scan_result_free(&r);
}

/* "Tag_1, Tag_2 >>>" begins a block of each. */
static void one_mark_may_name_several_tags(void **state)
{
	struct scan_result r = scan("// Tag_1, Tag_2 >>>\nx\n// Tag_1, Tag_2 <<<\n");

	(void)state;
	assert_int_equal(r.block_count, 2);
	assert_int_equal(r.warning_count, 0);
	scan_result_free(&r);
}

/* A tag twice in one mark is one mark; an end and a begin on one line are two. */
static void a_mark_counts_once(void **state)
{
	struct scan_result r = scan("// Tag_1 >>> for Tag_1\nx\n// Tag_1 <<< for Tag_1\n");

	(void)state;
	assert_int_equal(r.block_count, 1);
	assert_int_equal(r.warning_count, 0);
	assert_int_equal(r.blocks[0].last, 3);
	scan_result_free(&r);
	r = scan("/* Tag_1 >>> */\nx\n/* Tag_1 <<< */ /* Tag_1 >>> */\ny\n/* Tag_1 <<< */\n");
	assert_int_equal(r.block_count, 2);
	assert_int_equal(r.warning_count, 0);
	scan_result_free(&r);
}

static void an_end_without_a_tag_closes_the_block(void **state)
{
	struct scan_result r = scan("// Tag_1 >>>\n// >>>\nx\n// <<<\nx\n// <<<\n");

	(void)state;
	assert_int_equal(r.block_count, 1);
	assert_int_equal(r.blocks[0].last, 6);
	assert_int_equal(r.warning_count, 0);
	scan_result_free(&r);
}

/* A sign in code is no end. */
static void code_ends_no_block(void **state)
{
	struct scan_result r = scan("// Tag_1 >>>\nx <<<= y;\nx = y; z <<< 1;\n// <<<\n");

	(void)state;
	assert_int_equal(r.block_count, 1);
	assert_int_equal(r.blocks[0].last, 4);
	scan_result_free(&r);
}

static void of_two_blocks_the_outer_comes_first(void **state)
{
	struct scan_result r = scan("// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 <<<\n// Tag_1 <<<\n");

	(void)state;
	assert_int_equal(r.block_count, 2);
	assert_int_equal(r.blocks[0].first, 1);
	assert_int_equal(r.blocks[0].last, 4);
	assert_int_equal(r.blocks[1].last, 3);
	scan_result_free(&r);
}

static void different_styles_do_not_close_each_other_first(void **state)
{
	struct scan_result r = scan("// Tag_1 start\n// Tag_1 >>>\n// Tag_1 end\n// Tag_1 <<<\n");

	(void)state;
	assert_int_equal(r.block_count, 2);
	assert_int_equal(r.blocks[0].first, 1);
	assert_int_equal(r.blocks[0].last, 3);
	assert_int_equal(r.blocks[1].last, 4);
	scan_result_free(&r);
}

/* Thousands of begins and ends, deep in each other: no square of the work, all blocks there. */
static void many_marks_are_paired(void **state)
{
	enum { DEEP = 20000 };
	char *text = malloc(DEEP * 26 + 1);
	struct scan_result r;
	size_t len = 0;
	int i;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < DEEP; i++) {
		memcpy(text + len, "// Tag_1 >>>\n", 13);
		len += 13;
	}
	for (i = 0; i < DEEP; i++) {
		memcpy(text + len, "// Tag_1 <<<\n", 13);
		len += 13;
	}
	text[len] = '\0';
	r = scan(text);
	free(text);
	assert_int_equal(r.block_count, DEEP);
	assert_int_equal(r.warning_count, DEEP - 1);
	assert_int_equal(r.blocks[0].last, 2 * DEEP);
	assert_int_equal(r.blocks[DEEP - 1].last, DEEP + 1);
	scan_result_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_missing_end_is_one_warning),
		cmocka_unit_test(blocks_of_two_tags_may_cross),
		cmocka_unit_test(one_mark_may_name_several_tags),
		cmocka_unit_test(a_mark_counts_once),
		cmocka_unit_test(an_end_without_a_tag_closes_the_block),
		cmocka_unit_test(code_ends_no_block),
		cmocka_unit_test(of_two_blocks_the_outer_comes_first),
		cmocka_unit_test(different_styles_do_not_close_each_other_first),
		cmocka_unit_test(many_marks_are_paired),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
