/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact.h"
#include "tags/discover.h"
#include "tags/scan.h"

static struct scan_result scan(const char *text)
{
	struct exact bytes = exact_of(text);
	static const char *const tags[] = {"Tag_1", "Tag_2"};
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct scan_result r;
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct err err;

	assert_int_equal(tag_set_init(&set, tags, 2, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "a.c", bytes.span, &r, &err), ERR_OK);
	exact_free(&bytes);
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

/* A sign in code is not an end. */
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

/* The blocks as "1-3 5-7" and the warnings as "+4" (no end) and "-9" (no begin), "=2" (inside
 * another). */
static void expect_blocks(const char *text, const char *want)
{
	struct scan_result r = scan(text);
	char got[400] = "";
	size_t i;

	for (i = 0; i < r.block_count; i++)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%u-%u ",
			(unsigned)r.blocks[i].first, (unsigned)r.blocks[i].last);
	for (i = 0; i < r.warning_count; i++)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%c%u ",
			"+-="[r.warnings[i].fault], (unsigned)r.warnings[i].line);
	if (strcmp(got, want) != 0)
		fail_msg("%s: %s", text, got);
	scan_result_free(&r);
}

static void arrows_may_be_turned(void **state)
{
	(void)state;
	expect_blocks("//<<<Tag_1\n//>>>Tag_1\n//<<<Tag_1\n//>>>Tag_1\n", "1-2 3-4 ");
	expect_blocks("//<<<Tag_1\n//>>>Tag_1\n", "1-2 ");
	expect_blocks("//<--Tag_1\n//-->Tag_1\n", "1-2 ");
	expect_blocks("//<<<Tag_1 Tag_1\n//>>>Tag_1 Tag_1\n", "1-2 ");
	/* not where they do not alternate, or stop in between */
	expect_blocks("//<<<Tag_1\n//>>>Tag_1\n//<<<Tag_1\n", "2-3 -1 ");
	expect_blocks("//<<<Tag_1\n//<<<Tag_1\n//>>>Tag_1\n", "-1 -2 +3 ");
	expect_blocks("//<<<Tag_1\n//>>>Tag_1\n//>>>Tag_1\n", "-1 +2 +3 ");
	expect_blocks("//>>>Tag_1\n//<<<Tag_1\n//>>>Tag_1\n", "1-2 +3 ");
	/* each tag and each style for itself; words are never turned */
	expect_blocks("//<<<Tag_1\n//>>>Tag_2\n//>>>Tag_1\n//<<<Tag_2\n", "1-3 2-4 ");
	expect_blocks("//<<<Tag_1\n//-->Tag_1\n", "-1 +2 ");
	expect_blocks("//Tag_1 >>>\n// <<<\n//Tag_1 <<<\n", "1-3 ");
	expect_blocks("//Tag_1 start\n//--- Tag_1 2024-02-01 Ann ---\n", "1-2 ");
	expect_blocks("// Tag_1 end\n// Tag_1 start\n", "-1 +2 ");
	expect_blocks("//---Tag_1\n//+++Tag_1\n", "-1 +2 ");
	/* code before it */
	expect_blocks("//<<<Tag_1\nx; //Tag_1>>>\n", "1-2 ");
}

static void the_same_words_with_an_end_close_a_comment(void **state)
{
	(void)state;
	expect_blocks("// Tag_1 Add by bob, Tag_1\n// Tag_1 Add by bob, Tag_1 end\n", "1-2 ");
	expect_blocks("// Tag_1 Add by bob start\n// Tag_1 Add by bob end\n"
		      "// Tag_1 Add by bob\n// Tag_1 Add by bob end\n",
		"1-2 3-4 ");
	expect_blocks("// x Tag_1 y\n// x Tag_1 y END\n", "1-2 ");
	expect_blocks(
		"// x Tag_1 y\n// x Tag_1 y END\n// x Tag_1 y\n// x Tag_1 y END\n", "1-2 3-4 ");
	expect_blocks("// x Tag_1 y Tag_1\n// x Tag_1 y Tag_1 END\n", "1-2 ");
	expect_blocks("// x Tag_1 y\n// x Tag_1 zoo END\n", "-2 ");
	expect_blocks("// x Tag_1 y\n// x Tag_1 y\n// x Tag_1 y END\n", "-3 ");
	expect_blocks("// x Tag_1 y\n// x Tag_1 y END\n// x Tag_1 y END\n", "-2 -3 ");
	expect_blocks("// x Tag_1 y\n// x Tag_1 y END\n// x Tag_1 y\n", "-2 ");
	expect_blocks("// x Tag_1 y END\n// x Tag_1 y\n", "-1 ");
	expect_blocks("// x Tag_1 y\n// x Tag_1 y START\n// x Tag_1 y END\n", "2-3 ");
	expect_blocks("a; // x Tag_1 y\n// x Tag_1 y END\n", "-2 ");
	expect_blocks("// x Tag_1 y\n// x Tag_2 y END\n", "-2 ");
	/* characters with the same bytes in another order */
	expect_blocks("// Tag_1 \xE4\x80\xB8\n// Tag_1 \xE4\xB8\x80 END\n", "-2 ");
}

/* Which of two marks is the counterpart, and what is none. */
static void marks_of_several_styles_are_mixed(void **state)
{
	(void)state;
	expect_blocks("// Tag_1 >>>\n// Tag_2 end\n// Tag_1 a end\n// Tag_1 fin\n", "1-4 -2 ");
	expect_blocks("// a b c d Tag_1\ncode(); // Tag_1 end\n", "");
	expect_blocks("// Tag_1 s\n// a b c Tag_1 end\n", "1-2 ");
	expect_blocks("// Tag_1 s\n// EOC Tag_1\n", "1-2 ");
	expect_blocks("Tag_2// (Tag_1)>\n", "");
	expect_blocks("// Tag_1 s\n// Tag_1_E\n// {{{ Tag_1\n// Tag_1, Tag_2 <<\n", "1-2 3-4 -4 ");
	expect_blocks("f(); // Tag_1 start\n// a b c Tag_1 end\nf(); // Tag_1 end\n}\n", "1-2 ");
	expect_blocks("// Tag_1 end\n// Tag_2 end\n// SOC Tag_1\n// <<<\n", "-1 -2 ");
}

static void an_end_closes_what_was_done(void **state)
{
	char far[400] = "// Tag_1 add\n";
	unsigned lines;

	(void)state;
	expect_blocks("// Tag_1 add by x\n// Tag_1 end\n", "1-2 ");
	expect_blocks("/* [TAG_1 ADD] */\n/* Tag_1: added */\n/* [Tag_1 END] */\n", "2-3 ");
	expect_blocks("// ADD: Tag_1\n// END Tag_1\n// fix, x Tag_1\n", "1-2 ");
	expect_blocks(
		"// added by Tag_1 2026\n// end Tag_1\n// Tag_1 mod\n// END: Tag_1\n", "1-2 3-4 ");
	expect_blocks("// Tag_1 add /* Tag_1 */\n// Tag_1 end\n", "1-2 ");
	expect_blocks("// Tag_1 add\n// Tag_2 add\n// Tag_1 end\n// Tag_2 end\n", "1-3 2-4 ");
	/* the one before the end; lines with code are not looked at */
	expect_blocks("// Tag_1 add\n// Tag_1 fix\na; // Tag_1 x\n// Tag_1 end\n", "2-4 ");
	expect_blocks("//>>>Tag_1\n//Tag_1<<<\n// Tag_1 add\n// Tag_1 end\n", "1-2 3-4 ");
	expect_blocks("// Tag_1 modify for the board\n// Tag_1 end\n", "1-2 ");
	expect_blocks("// Tag_1 add, the board\n// Tag_1 end\n", "1-2 ");
	/* prose */
	expect_blocks("// Tag_1 add integer\n// Tag_1 finish\n", "-2 ");
	expect_blocks("// add Tag_1\n// Tag_1 end\n", "-2 ");
	expect_blocks("// add\n// Tag_1 end\n", "-2 ");
	/* not where other comments may be the begin, or an end has none */
	expect_blocks("// Tag_1 for x1\n// Tag_1 end\n", "-2 ");
	expect_blocks("// Tag_1: he added x\n// Tag_1 end\n", "-2 ");
	expect_blocks("// add x for Tag_1\n// Tag_1 end\n", "-2 ");
	expect_blocks("// add ---- Tag_1\n// Tag_1 end\n", "-2 ");
	expect_blocks("// by Tag_1\n// Tag_1 end\n", "-2 ");
	expect_blocks("a; // Tag_1 add\n// Tag_1 end\n", "-2 ");
	expect_blocks("// Tag_1 add\na; // Tag_1 end\n", "");
	expect_blocks("// Tag_1 add\n// see Tag_1\n// Tag_1 end\n", "-3 ");
	expect_blocks("// Tag_1 add\n// Tag_1 start\n// Tag_1 end\n// Tag_1 end\n", "2-3 -4 ");
	expect_blocks("// Tag_1 add\n// Tag_1 >>>\n// Tag_1 <<<\n// Tag_1 end\n", "2-3 -4 ");
	expect_blocks("// Tag_1 end\n// Tag_1 add\n// Tag_1 end\n", "-1 -3 ");
	expect_blocks("// Tag_1 add\n// Tag_1 end\n// Tag_1 end\n", "-2 -3 ");
	expect_blocks("// Tag_1 add\n// Tag_1 <<<\n", "-2 ");
	expect_blocks("// Tag_1 add\n// until the end of Tag_1 now\n", "");
	/* as far as 200 lines if there are some without an end */
	for (lines = 1; lines < 200; lines++)
		strcat(far, "\n");
	strcat(far, "// Tag_1 end\n// Tag_1 add\n");
	expect_blocks(far, "1-201 ");
	memmove(far + 1, far, 12); /* the line end comes first */
	far[0] = '\n';
	expect_blocks(far, "2-201 ");
	memmove(far, far + 1, 12);
	far[12] = '\n';
	strcpy(strstr(far, "// Tag_1 end"), "\n// Tag_1 end\n");
	expect_blocks(far, "1-202 ");
	strcat(far, "// Tag_1 add\n// Tag_1 x\n");
	expect_blocks(far, "-202 ");
}

static void opposite_words_close_each_other(void **state)
{
	(void)state;
	expect_blocks("// Tag_1: x: in\n// Tag_1: x: out\n", "1-2 ");
	expect_blocks("// Tag_1: x: out\n// Tag_1: x: in\n", "1-2 ");
	expect_blocks("// Tag_1: x: in\n// Tag_1: x: in\n// Tag_1: x: out\n", "2-3 ");
	expect_blocks("// Tag_1: x: in\n// Tag_1: x: out\n// Tag_1: x: out\n", "1-2 ");
	expect_blocks("// Tag_1: x: in\n// Tag_1: y: out\n", "");
	expect_blocks("// Tag_1: x: in\n// Tag_2: x: out\n", "");
	expect_blocks("// Tag_1: x: in /* Tag_1: x: out */\n", "");
	expect_blocks("/* Tag_1: x: in */ /* Tag_1: x: out */\n", "");
	expect_blocks("a; // Tag_1: x: in\n// Tag_1: x: out\n", "");
	expect_blocks("// Tag_1: x: in\n// Tag_1: y: in\n// Tag_1: y: out\n// Tag_1: x: out\n",
		"1-4 2-3 =2 ");
}

static void doubtful_marks_need_a_counterpart(void **state)
{
	(void)state;
	/* a sure one of another style will do */
	expect_blocks("// x y Tag_1 z start\n// Tag_1 <<<\n", "1-2 ");
	expect_blocks("// Tag_1 >>>\n// x y Tag_1 z end\n", "1-2 ");
	/* an uncertain one must be of the same */
	expect_blocks("// x y Tag_1 z start\n// x y Tag_1 z end\n", "1-2 ");
	expect_blocks("// x y Tag_1 z start\n// Tag_1 <\n", "");
	expect_blocks("// x y Tag_1 z start\n", "");
	expect_blocks("// Tag_1 >\n// Tag_1 <\n", "1-2 ");
	expect_blocks("// Tag_1 +\n// Tag_1 }\n", "");
	/* sure ones of different styles close each other at last */
	expect_blocks("// Tag_1 >>>\n// Tag_1 end\n", "1-2 ");
	expect_blocks("// Tag_1 >>>\n// Tag_1 start\n// Tag_1 end\n", "2-3 +1 ");
}

static void warnings_name_the_places(void **state)
{
	(void)state;
	expect_blocks("// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 <<<\n// Tag_1 <<<\n", "1-4 2-3 =2 ");
	expect_blocks("// Tag_1 <<<\n// Tag_2 <<<\n// Tag_1 >>>\n// Tag_1 >>>\n", "-1 -2 +3 +4 ");
	expect_blocks("// Tag_1 >>>\n// Tag_2 >>>\n// Tag_2 <<<\n// Tag_1 <<<\n", "1-4 2-3 ");
	expect_blocks("// Tag_1 >>>\n// Tag_1 <<<\n// Tag_1 <<<\n", "1-2 -3 ");
	expect_blocks("// Tag_1 >>> /* Tag_2 >>> */\n// Tag_2 <<<\n// Tag_1 <<<\n", "1-3 1-2 ");
	expect_blocks("/* Tag_1 >>> */ /* Tag_1 <<< */\n", "1-1 ");
}

static void what_follows_a_glued_sign(void **state)
{
	static const char after[] = " \t():,;";
	char text[64];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof after - 1; i++) {
		(void)snprintf(text, sizeof text, "// Tag_1+%cx y\ny\n// Tag_1-%cx y\n", after[i],
			after[i]);
		expect_blocks(text, "1-3 ");
	}
	expect_blocks("// Tag_1+x y\ny\n// Tag_1-x y\n", "");
	expect_blocks(
		"// Tag_1 \xE5\xBC\x80\nx\n// Tag_1 \xE5\x85\xB3\n", "1-3 "); /* open, close */
	expect_blocks("// <Tag_1> +\nx\n// <Tag_1> -\n", "1-3 ");
	expect_blocks("// <Tag_1> ++\nx\n// <Tag_1> --\n", "1-3 ");
	/* a sign is in the tag's brackets, not in others before them */
	expect_blocks("// [+, Tag_1]\nx\n// [-, Tag_1]\n", "1-3 ");
	expect_blocks("// [+, Tag_1]\nx\n// [-,] [Tag_1]\n", "");
	/* what joins a mark to what was done: three signs at most make it sure */
	expect_blocks("// z y Tag_1 x w v add - start by bob\n", "+1 ");
	expect_blocks("// z y Tag_1 x w v add -- start by bob\n", "");
}

/* A sign or word beside a list is beside each of its tickets. */
static void a_list_of_tickets_shares_its_mark(void **state)
{
	(void)state;
	expect_blocks("// Tag_1, Tag_2>> why\nx\n// Tag_1<<\n// Tag_2<<\n", "1-4 1-3 ");
	expect_blocks("// Tag_1>>\n// Tag_2>>\n// so <<Tag_9,Tag_1;Tag_2 x\n", "1-3 2-3 ");
	expect_blocks("// Tag_1/Tag_9 & Tag_2 >> why\nx\n// Tag_2/Tag_1<< so\n", "1-3 1-3 ");
	expect_blocks("// Tag_1, Tab_2>> why\nx\n// Tag_1<<\n", "-3 ");
	expect_blocks("// Tag_1, Tag_b>> why\nx\n// Tag_1<<\n", "-3 ");
	expect_blocks("// Tag_1, x Tag_2>> why\nx\n// Tag_1<<\n// Tag_2<<\n", "1-4 -3 ");
}

/* The lines of a condition mark it; the tag within it, before and after it is only there. */
static void conditions_mark_their_own_lines(void **state)
{
	static const char text[] = "// Tag_1\n#ifdef Tag_1 // Tag_1, Tag_2\n// Tag_1\nx; // Tag_2\n"
				   "#endif // Tag_1\n// Tag_1 Tag_2\n#if A // Tag_1 Tag_1\n#endif\n"
				   "// Tag_1\n";
	static const struct {
		uint32_t line, column;
		enum hit_kind kind;
	} rows[] = {{1, 4, HIT_MARK}, {2, 8, HIT_BEGIN}, {2, 17, HIT_BEGIN}, {2, 24, HIT_BEGIN},
		{3, 4, HIT_MARK}, {4, 7, HIT_MARK}, {5, 11, HIT_END}, {6, 4, HIT_MARK},
		{6, 10, HIT_MARK}, {7, 10, HIT_BEGIN}, {7, 16, HIT_BEGIN}, {9, 4, HIT_MARK}};
	struct scan_result r = scan(text);
	size_t i;

	(void)state;
	assert_int_equal(r.hit_count, sizeof rows / sizeof rows[0]);
	for (i = 0; i < r.hit_count; i++) {
		assert_int_equal(r.hits[i].line, rows[i].line);
		assert_int_equal(r.hits[i].column, rows[i].column);
		if (r.hits[i].kind != rows[i].kind)
			fail_msg("%u:%u", (unsigned)rows[i].line, (unsigned)rows[i].column);
	}
	assert_int_equal(r.warning_count, 0);
	scan_result_free(&r);
	expect_blocks(text, "2-5 2-5 7-8 ");
}

/* An #endif of something else before it does not matter. */
static void conditions_are_blocks(void **state)
{
	(void)state;
	expect_blocks("#ifdef Tag_1\nx\n#endif\n", "1-3 ");
	expect_blocks("#endif // Tag_1\n#ifdef Tag_1\nx\n#endif\n", "2-4 ");
	expect_blocks("#ifdef Tag_1\n#if 0\n#endif\n#endif\n", "1-4 ");
	expect_blocks("#ifdef Tag_1\n#ifdef Tag_2\n#endif\n#endif\n", "1-4 2-3 ");
}

/* "the begin" is a part of a sentence. */
static void a_report_may_say_begin(void **state)
{
	(void)state;
	expect_blocks("// Tag_1 modify x y z w begin by bob\n// Tag_1 modify x y z w end by bob\n",
		"1-2 ");
	expect_blocks("// Tag_1 modify x y z the begin by bob\n"
		      "// Tag_1 modify x y z the end by bob\n",
		"");
}

/* Another comment of the tag between the two may be the one that begins. */
static void the_same_words_with_another_between(void **state)
{
	(void)state;
	expect_blocks("// Tag_1\nx\n// Tag_1 end\n", "1-3 ");
	expect_blocks("// Tag_1\nx\n// Tag_1 add\ny\n// Tag_1 end\n", "-5 ");
	expect_blocks("// Tag_1\nx\n// Tag_2 add\ny\n// Tag_1 end\n", "1-5 ");
	expect_blocks("// Tag_1\nx; // Tag_1 add\n// Tag_1 end\n", "1-3 "); /* behind code */
}

/* Far away it is the end of something else, whose begin is not the tag's. */
static void ends_without_a_tag_are_near(void **state)
{
	char text[2000];
	unsigned lines;

	(void)state;
	for (lines = 199; lines < 202; lines++) {
		size_t len = (size_t)snprintf(text, sizeof text, "// Tag_1 start\n");
		unsigned i;

		for (i = 1; i < lines; i++)
			len += (size_t)snprintf(text + len, sizeof text - len, "x\n");
		(void)snprintf(text + len, sizeof text - len, "// end\n");
		expect_blocks(text, lines == 199 ? "1-200 " : lines == 200 ? "1-201 " : "+1 ");
	}
	expect_blocks("// Tag_1 start\n/*\n#if 0\n#endif*/\n//#endif\n// end\n", "1-6 ");
	expect_blocks("// Tag_1 start\n/* #if 0\n#endif*/\n", "+1 ");
}

/* Which end a begin has is decided by the text of their comments, then by nesting. */
static void comments_that_say_the_same_belong_together(void **state)
{
	(void)state;
	expect_blocks(
		"// Tag_1 START a\n// Tag_1 START b\n// Tag_1 END A\n// Tag_1 END b\n", "1-3 2-4 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 START b\n// Tag_1 END a\n", "1-3 +2 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 START\n// Tag_1 END a\n", "1-3 +2 ");
	expect_blocks(
		"// Tag_1 LED_start\n// Tag_1 USB_start\n// Tag_1 LED_end\n// Tag_1 USB_end\n",
		"1-3 2-4 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 END b\n// Tag_1 END a\n", "1-3 -2 ");
	expect_blocks("// Tag_1 START a, 7\n// Tag_1 START a, 8\n// Tag_1 END a, 7\n", "1-3 +2 ");
	/* of those that say the same the innermost; such as say nothing are nested */
	expect_blocks("// Tag_1 START a\n// Tag_1 START a\n// Tag_1 END a\n", "2-3 +1 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 START b\n// Tag_1 END\n", "2-3 +1 ");
	expect_blocks(
		"// Tag_1 START\n// Tag_1 START b\n// Tag_1 END c\n// Tag_1 END\n", "1-4 2-3 =2 ");
}

/* Also of words that are alike. */
static void every_letter_of_a_comment_counts(void **state)
{
	char text[200];
	size_t i;

	(void)state;
	for (i = 0; i < 5; i++) {
		char other[] = "power";

		other[i] = 'x';
		(void)snprintf(text, sizeof text,
			"// power Tag_1 START\n// %s Tag_1 START\n"
			"// power Tag_1 END\n// %s Tag_1 END\n",
			other, other);
		expect_blocks(text, "1-3 2-4 ");
		(void)snprintf(text, sizeof text,
			"// Tag_1 START power\n// Tag_1 START %s\n"
			"// Tag_1 END power\n// Tag_1 END %s\n",
			other, other);
		expect_blocks(text, "1-3 2-4 ");
	}
}

/* Nesting is meant where each block's two comments say the same, and not what the other's say. */
static void nesting_that_is_meant_draws_no_warning(void **state)
{
	(void)state;
	/* warnings are in the order of their places */
	expect_blocks("// Tag_2 START\n// Tag_1 START a\n// Tag_1 START a\n// Tag_1 END a\n"
		      "// Tag_1 END a\n",
		"2-5 3-4 +1 =3 ");
	expect_blocks(
		"// Tag_1 START a\n// Tag_1 START b\n// Tag_1 END b\n// Tag_1 END a\n", "1-4 2-3 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 START a\n// Tag_1 END a\n// Tag_1 END a\n",
		"1-4 2-3 =2 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 START b\n// Tag_1 END\n// Tag_1 END a\n",
		"1-4 2-3 =2 ");
	expect_blocks(
		"// Tag_1 START\n// Tag_1 START b\n// Tag_1 END b\n// Tag_1 END\n", "1-4 2-3 =2 ");
	expect_blocks("// Tag_1 START a\n// Tag_1 END a\n// Tag_1 START b\n// Tag_1 START b\n"
		      "// Tag_1 END b\n// Tag_1 END b\n",
		"1-2 3-6 4-5 =4 ");
}

static size_t add_lines(char *text, size_t len, size_t cap, unsigned count, const char *line)
{
	unsigned i;

	for (i = 0; i < count; i++)
		len += (size_t)snprintf(text + len, cap - len, "%s", line);
	return len;
}

/* A begin and an end whose comments say different things are both alone, unless they are near: a
 * wrong date. */
static void an_end_that_says_something_else_is_near(void **state)
{
	char text[2000];
	unsigned lines;

	(void)state;
	for (lines = 50; lines < 52; lines++) {
		size_t len = add_lines(text, 0, sizeof text, 1, "// Tag_1 2011-12-01 a START\n");

		len = add_lines(text, len, sizeof text, lines - 1, "x\n");
		(void)snprintf(text + len, sizeof text - len, "// Tag_1 2011-12-02 a END\n");
		expect_blocks(text, lines == 50 ? "1-51 " : "+1 -52 ");
		(void)snprintf(text + len, sizeof text - len, "// Tag_1 2011-12 a END\n");
		expect_blocks(text, lines == 50 ? "1-51 " : "1-52 ");
	}
}

/* No more than 63 hits between the two are looked at, for the time it takes. */
static void the_same_words_are_near(void **state)
{
	char text[2000];
	unsigned others;

	(void)state;
	for (others = 63; others < 65; others++) {
		size_t len = add_lines(text, 0, sizeof text, 1, "// Tag_1\n");

		len = add_lines(text, len, sizeof text, others, "x; // Tag_2\n");
		(void)snprintf(text + len, sizeof text - len, "// Tag_1 end\n");
		expect_blocks(text, others == 63 ? "1-65 " : "-66 ");
	}
}

/* No more than 64 begins are looked at, for the time it takes. */
static void one_that_says_the_same_is_not_too_deep(void **state)
{
	char text[4000];
	unsigned count;

	(void)state;
	for (count = 63; count < 65; count++) {
		size_t len = add_lines(text, 0, sizeof text, 1, "// Tag_1 START a\n");
		struct scan_result r;
		unsigned i;

		for (i = 0; i < count; i++)
			len += (size_t)snprintf(
				text + len, sizeof text - len, "// Tag_1 START b%u\n", i);
		(void)snprintf(text + len, sizeof text - len, "// Tag_1 END a\n");
		r = scan(text);
		assert_int_equal(r.block_count, 1);
		assert_int_equal(r.blocks[0].first, count == 63 ? 1 : 1 + count);
		assert_int_equal(r.warning_count, count);
		scan_result_free(&r);
	}
}

static void ends_without_a_tag(void **state)
{
	(void)state;
	expect_blocks("// Tag_1 >>>\nx\n// <<<\n", "1-3 ");
	expect_blocks("// Tag_1 >>>\n// Tag_1 >>>\n// <<<\n", "2-3 +1 ");
	expect_blocks("// Tag_1 >>>\n// end\n", "+1 ");
	expect_blocks("// Tag_1 start\n// end\n", "1-2 ");
	expect_blocks("// Tag_1 >>>\n// >>>\n// <<<\n", "+1 ");
	expect_blocks("// Tag_1 >>>\n// >>>\n// <<<\n// >>>\n// <<<\n// <<<\n", "1-6 ");
	expect_blocks("// <<<\n// Tag_1 >>>\n// <<<\n// <<<\n", "2-3 ");
	expect_blocks("// Tag_1 >>>\n// <<< X9\n// <<<\n", "1-3 ");
	expect_blocks("// Tag_1 >>>\n// <<<\n// Tag_2 >>>\n// <<<\n", "1-2 3-4 ");
	expect_blocks("// Tag_1 over\n// <<<\n", "");
}

/* Words that names of a program end with, too: the file proves that they begin and end a change. */
static void a_word_is_proved_by_its_counterpart(void **state)
{
	static const struct {
		const char *text;
		size_t hits;
		const char *blocks; /* "1-3 " each */
	} rows[] = {
		{"// Tag_1_B fix\nx\n// Tag_1_E\n", 2, "1-3 "},
		{"// Tag_1_SOC\nx\n// Tag_1_EOC by\n// Tag_1_SOC\nx\n// Tag_1_EOC\n", 4,
			"1-3 4-6 "},
		{"// B_Tag_1\nx\n// E_Tag_1\n", 2, "1-3 "},
		{"// Tag_1 - BGN\nx\n// Tag_1 - FIN\n", 2, "1-3 "},
		{"// BGN: Tag_1\nx\n// FIN: Tag_1\n", 2, "1-3 "},
		{"// Tag_1_S\nx\n// Tag_1_F\n", 2, "1-3 "},
		/* a state of a device only with two of each */
		{"// Tag_1_ON\nx\n// Tag_1_OFF\n", 0, ""},
		{"// Tag_1_ON\n// Tag_1_OFF\n// Tag_1_ON\n// Tag_1_OFF\n", 4, "1-2 3-4 "},
		/* one without the other, not in turn, another word, no end alone */
		{"// Tag_1_B\nx\n", 0, ""},
		{"// Tag_1_B\n// Tag_1_EOC\n", 0, ""},
		{"// Tag_1_ED\n// Tag_1_ST\n", 0, ""},
		{"// Tag_1_ST\n// Tag_1_ED\n// Tag_1_ED\n", 0, ""},
		{"// Tag_1_B is read\n// Tag_1_F is written\n", 0, ""},
		{"// Tag_1_B by lin\nx\n// Tag_1_F by LIN\n", 2, "1-3 "},
		{"// Tag_1_B by lin\nx\n// Tag_1_F by li\n", 0, ""},
		{"// Tag_1_SOC \xE5\xBC\xA0\nx\n// Tag_1_EOC 7\n", 2, "1-3 "},
		{"// Tag_1_ST, Tag_1_ED\n", 0, ""},
		{"// the Tag_1_ST\n// the Tag_1_ED\n", 0, ""},
		/* names in code, and behind it */
		{"x = Tag_1_ST;\nx = Tag_1_ED;\n", 0, ""},
		{"x; // Tag_1_ST\nx; // Tag_1_ED\n", 0, ""},
		/* of one form, of one tag */
		{"// Tag_1_ST\n// ED_Tag_1\n", 0, ""},
		{"// Tag_1_ST\n// Tag_2_ED\n", 0, ""},
		/* small letters beside the tag are words of a sentence */
		{"// Tag_1 st\n// Tag_1 ed\n", 2, ""},
		/* a tag without it stays what it was */
		{"// Tag_1 here\n// Tag_1_ST\n", 1, ""},
		{"// Tag_1_START\nx\n// Tag_1_END\n", 2, "1-3 "},
	};
	size_t i;
	size_t k;

	(void)state;
	/* of two pairs of states one word of each is none */
	expect_blocks("// Tag_1_ON\nx\n// Tag_1_OUT\n// Tag_1_ON\nx\n// Tag_1_OUT\n", "");
	expect_blocks("// Tag_1_ON\nx\n// Tag_1_OFF\n// Tag_1_ON\nx\n// Tag_1_OFF\n", "1-3 4-6 ");
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct scan_result r = scan(rows[i].text);
		char blocks[64] = "";

		for (k = 0; k < r.block_count; k++)
			snprintf(blocks + strlen(blocks), sizeof blocks - strlen(blocks), "%u-%u ",
				(unsigned)r.blocks[k].first, (unsigned)r.blocks[k].last);
		if (r.hit_count != rows[i].hits || strcmp(blocks, rows[i].blocks) != 0 ||
			r.warning_count != 0)
			fail_msg("%s: %zu hits, blocks %s, %zu warnings", rows[i].text, r.hit_count,
				blocks, r.warning_count);
		scan_result_free(&r);
	}
}

/* An end without a tag, but not that of a condition which is commented out. */
static void a_commented_endif_ends_no_block(void **state)
{
	static const char *const ends[] = {
		"// end\n", "//#endif\n", "/* # endif */\n", "// endif x\n", "/*\nendif\n*/\n"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		char text[64];
		struct scan_result r;

		snprintf(text, sizeof text, "// Tag_1 begin\nx\n%s", ends[i]);
		r = scan(text);
		assert_int_equal(r.block_count, i == 0);
		assert_int_equal(r.warning_count, i != 0);
		scan_result_free(&r);
	}
}

/* What is a mark only with its counterpart has none in an end without a tag. */
static void a_doubtful_begin_needs_an_end_of_its_tag(void **state)
{
	static const char before[] = "// Tag_2 begin\n// Tag_2 end\n";
	static const char *const begins[] = {"// Tag_1 begin\n", "// Tag_1 \xE2\x86\x93\n"};
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		char text[100];
		struct scan_result r;

		snprintf(text, sizeof text, "%s%sx\n// end\n", before, begins[i]);
		r = scan(text);
		assert_int_equal(r.block_count, 2 - i);
		scan_result_free(&r);
	}
}

/* A tag is looked for among the 64 places before it on its line, so that a mark of many tags costs
 * no more. */
static void a_mark_counts_once_within_64_places(void **state)
{
	static const char *const any[] = {"*"};
	struct tag_opts how = {.kind = TAG_ANY};
	struct tag_set set;
	struct scan_opts opts = {.set = &set, .matcher = &discover_matcher, .marks_only = true};
	struct err err;
	unsigned others;

	(void)state;
	assert_int_equal(tag_set_init(&set, any, 1, &how, &err), ERR_OK);
	for (others = 62; others <= 65; others++) {
		struct scan_result r;
		struct buf text;
		unsigned i;

		buf_init(&text, 0);
		buf_str(&text, "// TK100");
		for (i = 1; i <= others; i++)
			buf_printf(&text, ", TK%u", 100 + i);
		buf_str(&text, ", TK100 >>>\n// TK100 <<<\n");
		assert_int_equal(
			scan_bytes(&opts, "a.c", span_of(text.ptr, text.len), &r, &err), ERR_OK);
		assert_int_equal(r.block_count, 1);
		assert_int_equal(r.warning_count, others < 64 ? others : others + 1);
		scan_result_free(&r);
		buf_free(&text);
	}
	tag_set_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mark_counts_once_within_64_places),
		cmocka_unit_test(a_commented_endif_ends_no_block),
		cmocka_unit_test(a_doubtful_begin_needs_an_end_of_its_tag),
		cmocka_unit_test(a_word_is_proved_by_its_counterpart),
		cmocka_unit_test(one_missing_end_is_one_warning),
		cmocka_unit_test(blocks_of_two_tags_may_cross),
		cmocka_unit_test(one_mark_may_name_several_tags),
		cmocka_unit_test(a_mark_counts_once),
		cmocka_unit_test(an_end_without_a_tag_closes_the_block),
		cmocka_unit_test(code_ends_no_block),
		cmocka_unit_test(of_two_blocks_the_outer_comes_first),
		cmocka_unit_test(different_styles_do_not_close_each_other_first),
		cmocka_unit_test(many_marks_are_paired),
		cmocka_unit_test(arrows_may_be_turned),
		cmocka_unit_test(the_same_words_with_an_end_close_a_comment),
		cmocka_unit_test(marks_of_several_styles_are_mixed),
		cmocka_unit_test(an_end_closes_what_was_done),
		cmocka_unit_test(opposite_words_close_each_other),
		cmocka_unit_test(doubtful_marks_need_a_counterpart),
		cmocka_unit_test(warnings_name_the_places),
		cmocka_unit_test(the_same_words_with_another_between),
		cmocka_unit_test(the_same_words_are_near),
		cmocka_unit_test(what_follows_a_glued_sign),
		cmocka_unit_test(a_list_of_tickets_shares_its_mark),
		cmocka_unit_test(conditions_are_blocks),
		cmocka_unit_test(conditions_mark_their_own_lines),
		cmocka_unit_test(a_report_may_say_begin),
		cmocka_unit_test(ends_without_a_tag),
		cmocka_unit_test(ends_without_a_tag_are_near),
		cmocka_unit_test(comments_that_say_the_same_belong_together),
		cmocka_unit_test(every_letter_of_a_comment_counts),
		cmocka_unit_test(nesting_that_is_meant_draws_no_warning),
		cmocka_unit_test(an_end_that_says_something_else_is_near),
		cmocka_unit_test(one_that_says_the_same_is_not_too_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
