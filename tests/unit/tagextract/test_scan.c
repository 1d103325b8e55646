/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "patterns.h"
#include "tags/discover.h"

static struct scan_result scan(
	const char *tag, const char *name, const void *bytes, size_t len, struct scan_opts opts)
{
	struct tag_opts tag_opts = {0};
	struct scan_result r;
	struct tag_set set;
	struct err err;

	assert_int_equal(tag_set_init(&set, &tag, 1, &tag_opts, &err), ERR_OK);
	opts.set = &set;
	assert_int_equal(scan_bytes(&opts, name, span_of(bytes, len), &r, &err), ERR_OK);
	tag_set_free(&set);
	return r;
}

static size_t count(const char *tag, const void *bytes, size_t len)
{
	struct scan_result r = scan(tag, "x.c", bytes, len, (struct scan_opts){0});
	size_t n = r.hit_count;

	scan_result_free(&r);
	return n;
}

#define COUNT(tag, text) count(tag, text, sizeof(text) - 1)

static void lines_and_columns(void **state)
{
	static const char text[] = "a\r\nb Tag_1\rc\n\xE4\xBF\xAE Tag_1";
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});

	(void)state;
	assert_int_equal(r.hit_count, 2);
	assert_int_equal(r.hits[0].line, 2);
	assert_int_equal(r.hits[0].column, 3);
	assert_int_equal(r.hits[1].line, 4);
	assert_int_equal(r.hits[1].column, 3);
	scan_result_free(&r);
}

/* The mark of UTF-8 is neither a letter before the tag nor a column. */
static void a_byte_order_mark_is_no_text(void **state)
{
	static const char text[] = "\xEF\xBB\xBFTag_1\nTag_1\n";
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});

	(void)state;
	assert_int_equal(r.hit_count, 2);
	assert_int_equal(r.hits[0].line, 1);
	assert_int_equal(r.hits[0].column, 1);
	scan_result_free(&r);
}

/* Each of several tags, whatever they have in common, and one that is named twice. */
static void several_tags_are_found(void **state)
{
	static const char *const tags[] = {"Tag_1A", "Tag_2", "Tag_1B", "Tag_1A", "Tag_2"};
	static const char *const texts[] = {"// Tag_1A\n", "// Tag_2\n", "// Tag_1B\n"};
	struct tag_opts tag_opts = {0};
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(tag_set_init(&set, tags, 5, &tag_opts, &err), ERR_OK);
	assert_int_equal(set.count, 3);
	for (i = 0; i < 3; i++) {
		assert_int_equal(
			scan_bytes(&opts, "x.c", span_of(texts[i], strlen(texts[i])), &r, &err),
			ERR_OK);
		assert_int_equal(r.hit_count, 1);
		assert_int_equal(r.hits[0].tag, i);
		scan_result_free(&r);
	}
	tag_set_free(&set);
}

/* "xiugai", change, in Chinese on both sides: rg -w finds none of these. */
static void found_beside_chinese_text(void **state)
{
	(void)state;
	assert_int_equal(
		COUNT("Tag_SC01", "// \xE4\xBF\xAE\xE6\x94\xB9Tag_SC01\xE4\xBF\xAE\xE6\x94\xB9\n"),
		1);
	assert_int_equal(
		COUNT("Tag_SC01", "// \xD0\xDE\xB8\xC4Tag_SC01\xD0\xDE\xB8\xC4\n"), 1); /* GBK */
	/* GBK characters whose second byte is a letter: U+4E02 = 81 40, U+4E57 = 81 5F ... */
	assert_int_equal(COUNT("Tag_SC01", "// \xB4\xCB\xB4\xA6\xD0\xDE\xB8\xC4\x81\x41Tag_SC01 "
					   "\xB4\xCB\xB4\xA6\xD0\xDE\xB8\xC4\n"),
		1);
	/* Shift_JIS: "shuusei" */
	assert_int_equal(
		COUNT("Tag_SC01", "// "
				  "\x8F\x43\x90\xB3Tag_"
				  "SC01\x8F\x43\x90\xB3\x82\xB5\x82\xDC\x82\xB5\x82\xBD\n"),
		1);
	assert_int_equal(COUNT("Tag_SC01", "// \xE4\xBF\xAE\xE6\x94\xB9xTag_SC01\n"), 0);
	assert_int_equal(COUNT("Tag_SC01", "// \xD0\xDE\xB8\xC4Tag_SC011\n"), 0);
}

static size_t wide(const char *text, bool big, bool mark, uint8_t *out)
{
	size_t n = 0;

	if (mark) {
		out[n++] = big ? 0xFE : 0xFF;
		out[n++] = big ? 0xFF : 0xFE;
	}
	for (; *text != '\0'; text++) {
		out[n++] = (uint8_t)(big ? 0 : *text);
		out[n++] = (uint8_t)(big ? *text : 0);
	}
	return n;
}

static void utf16_with_and_without_mark(void **state)
{
	uint8_t bytes[400];
	int i;

	(void)state;
	for (i = 0; i < 4; i++) {
		size_t len = wide("#string STR_A #language en-US \"Tag_SC01\"\r\n", (i & 1) != 0,
			(i & 2) != 0, bytes);

		assert_int_equal(count("Tag_SC01", bytes, len), 1);
		assert_int_equal(count("Tag_SC0", bytes, len), 0);
	}
}

/* Whatever else was tried, the likeliest encoding is that of a file without a tag. */
static void a_text_without_the_tag_keeps_its_encoding(void **state)
{
	static const char *const tags[] = {"Tag_1"};
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct scan_result r;
	struct err err;
	uint8_t bytes[200];
	size_t len = wide("// Tag_10 and a line of text\n", false, true, bytes);

	(void)state;
	assert_int_equal(tag_set_init(&set, tags, 1, &how, &err), ERR_OK);
	assert_int_equal(scan_bytes(&opts, "a.c", span_of(bytes, len), &r, &err), ERR_OK);
	assert_int_equal(r.hit_count, 0);
	assert_int_equal(r.enc, TEXT_UTF16LE);
	scan_result_free(&r);
	tag_set_free(&set);
}

/* A file of bytes with a text in UTF-16 in it, as resources of programs have. */
static void wide_text_in_a_binary_is_found(void **state)
{
	uint8_t bytes[2048];
	uint32_t seed = 7;
	bool big;
	size_t i;

	(void)state;
	for (big = false;; big = true) {
		for (i = 0; i < sizeof bytes; i++)
			bytes[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
		wide("\n// Tag_SC01\n", big, false, bytes + 1024);
		assert_int_equal(count("Tag_SC01", bytes, sizeof bytes), 1);
		if (big)
			break;
	}
}

static void zero_bytes_do_not_hide_a_tag(void **state)
{
	(void)state;
	assert_int_equal(COUNT("Tag_SC01", "\0\0a // Tag_SC01\n\0\0\0\x01\x02"), 1);
	assert_int_equal(COUNT("Tag_SC01", "// Tag_SC01\n\0"), 1);
}

static void chinese_tags(void **state)
{
	(void)state;
	assert_int_equal(COUNT("\xE4\xBF\xAE\xE6\x94\xB9", "// \xE4\xBF\xAE\xE6\x94\xB9 x\n"), 1);
	assert_int_equal(COUNT("\xE4\xBF\xAE\xE6\x94\xB9",
				 "// \xB4\xCB\xB4\xA6\xD0\xDE\xB8\xC4\xD2\xBB\xCF\xC2\n"),
		1);
}

static void comments_only_skips_code(void **state)
{
	static const char text[] = "int Tag_1; // x\n/*\nTag_1\n*/ Tag_1();\n";
	struct scan_result r = scan(
		"Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){.comments_only = true});

	(void)state;
	assert_int_equal(r.hit_count, 1);
	assert_int_equal(r.hits[0].line, 3);
	scan_result_free(&r);
}

static void markers_make_blocks(void **state)
{
	static const char text[] = "// Tag_1 >>>\nx\n// Tag_1 <<<\n"
				   "//[-start-160421-Tag_1-add]//\ny\n//[-end-160421-Tag_1-add]//\n"
				   "plain Tag_1\n";
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});

	(void)state;
	assert_int_equal(r.hit_count, 5);
	assert_int_equal(r.block_count, 2);
	assert_int_equal(r.blocks[0].first, 1);
	assert_int_equal(r.blocks[0].last, 3);
	assert_int_equal(r.blocks[1].first, 4);
	assert_int_equal(r.blocks[1].last, 6);
	assert_int_equal(r.warning_count, 0);
	assert_int_equal(r.hits[4].kind, HIT_MARK);
	scan_result_free(&r);
}

static void ami_override_is_a_pair(void **state)
{
	static const char text[] = "//AMI_OVERRIDE_START >>> why\nx\n//AMI_OVERRIDE_END <<< why\n";
	struct scan_result r =
		scan("AMI_OVERRIDE_START", "x.c", text, sizeof text - 1, (struct scan_opts){0});

	(void)state;
	assert_int_equal(r.block_count, 1);
	assert_int_equal(r.warning_count, 0);
	scan_result_free(&r);
}

static void broken_pairs_are_told(void **state)
{
	static const char text[] = "// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 <<<\n";
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});

	(void)state;
	assert_int_equal(r.warning_count, 2);
	assert_int_equal(r.warnings[0].fault, FAULT_NO_BEGIN);
	assert_int_equal(r.warnings[0].line, 1);
	assert_int_equal(r.warnings[1].fault, FAULT_NO_END);
	assert_int_equal(r.warnings[1].line, 2);
	assert_int_equal(r.block_count, 1);
	scan_result_free(&r);
}

static void outer_blocks_come_first(void **state)
{
	static const char text[] =
		"// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 <<<\n// Tag_1 <<<\n// Tag_1 >>>\n"
		"// Tag_1 <<<\n";
	static const unsigned want[3][2] = {{1, 4}, {2, 3}, {5, 6}};
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});
	size_t i;

	(void)state;
	assert_int_equal(r.block_count, 3);
	assert_int_equal(r.warning_count, 1);
	assert_int_equal(r.warnings[0].fault, FAULT_NESTED);
	assert_int_equal(r.warnings[0].line, 2);
	for (i = 0; i < 3; i++) {
		assert_int_equal(r.blocks[i].first, want[i][0]);
		assert_int_equal(r.blocks[i].last, want[i][1]);
	}
	scan_result_free(&r);
}

/* Decoded in pieces: lines of every kind of end, and one of more than a piece, keep their number.
 */
static void long_texts_are_decoded_in_pieces(void **state)
{
	static const char line[] = "// \xD0\xDE\xB8\xC4\xD5\xE2\xB8\xF6\xCE\xC4\xBC\xFE"; /* GBK */
	static const char *const ends[] = {"\r\n", "\n", "\r"};
	struct scan_result r;
	struct buf text;
	size_t e, i;

	(void)state;
	for (e = 0; e < 3; e++) {
		buf_init(&text, 0);
		for (i = 1; i < 200000; i++)
			buf_printf(&text, "%s%s%s", line, i % 10000 == 0 ? " Tag_1" : "", ends[e]);
		for (; i < 400000; i++)
			buf_printf(&text, "%s", line);
		buf_printf(&text, " Tag_1 /*%sTag_1 */%sTag_1", ends[e], ends[e]);
		r = scan("Tag_1", "x.c", text.ptr, text.len,
			(struct scan_opts){.comments_only = e == 1});
		buf_free(&text);
		assert_int_equal(r.enc, TEXT_GB18030);
		assert_int_equal(r.hit_count, e == 1 ? 20 : 22);
		for (i = 0; i < 19; i++)
			assert_int_equal(r.hits[i].line, (i + 1) * 10000);
		for (i = 19; i < r.hit_count; i++)
			assert_int_equal(r.hits[i].line, 200000 + i - 19);
		scan_result_free(&r);
	}
}

static void own_markers(void **state)
{
	static const char text[] = "// Tag_1 OPENS\nTag_1 CLOSES;\n// Tag_1 closes\n";
	struct mark_pairs own = {.count = 0};
	struct scan_result r;
	struct err err;

	(void)state;
	assert_int_equal(mark_pairs_add(&own, span_of("OPENS,CLOSES", 12), &err), ERR_OK);
	r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){.own = &own});
	assert_int_equal(r.block_count, 1);
	assert_int_equal(r.blocks[0].family, MARK_OWN);
	scan_result_free(&r);
	assert_int_equal(mark_pairs_add(&own, span_of("one", 3), &err), ERR_USAGE);
	assert_int_equal(mark_pairs_add(&own, span_of(",b", 2), &err), ERR_USAGE);
	assert_int_equal(mark_pairs_add(&own, span_of("a,", 2), &err), ERR_USAGE);
	mark_pairs_free(&own);
}

static void patterns_match_and_give_up(void **state)
{
	const char *patterns[] = {"Tag_SC0[12]\\b", "(a+)+$"};
	const char *text = "Tag_SC02 Tag_SC03\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n";
	struct scan_result r = scan_patterns(patterns, 2, text, strlen(text));
	struct err err;

	(void)state;
	assert_int_equal(r.hit_count, 1);
	assert_int_equal(r.given_up, 2);
	assert_true(scan_gave_up(&r, &err));
	assert_string_equal(err.text, "line 2: too costly for a pattern");
	scan_result_free(&r);
}

/* Each start alone takes few enough; or there is one start; or one match of many. */
static void a_line_has_one_limit(void **state)
{
	static const char *const patterns[] = {"[a-z]+[a-z_-]?\\d+", "[a-z]+[_-]?\\d+", "^.*a\\w*;",
		".*a\\w*;", "\\Aa.*a\\w*;", "(?:.*a\\w*;){2}", ".*a;|a", "^;|.*a;|a", "\\Ga.*a;|a"};
	struct scan_result r;
	size_t len;
	char *text = repeat("a", 30000, &len);
	size_t i;

	(void)state;
	text[len - 2] = ' '; /* without the semicolon some patterns fail at once */
	text[len - 1] = ';';
	for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		r = scan_patterns(&patterns[i], 1, text, len);
		assert_int_equal(r.given_up, 1);
		scan_result_free(&r);
	}
	free(text);
}

/* Nor does a match in a short line that takes more steps than most. */
static void what_a_short_line_takes_is_no_limit(void **state)
{
	static const char *const patterns[] = {"(a|aa)+$", "(?:a?){9}a{9}b", "^a.*a.*a.*b"};
	static const char text[] = "aaaaaaaaaaaaaaaaaaaa!\naaaaaaaaaaaaaaaaaaaab\n";
	size_t i;

	(void)state;
	for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		struct scan_result r = scan_patterns(&patterns[i], 1, text, sizeof text - 1);

		assert_int_equal(r.given_up, 0);
		assert_int_equal(r.hit_count, i == 0 ? 0 : 1);
		scan_result_free(&r);
	}
}

/* Words are found in long lines as in short ones, also where they go on to the end. */
static void long_lines_match_as_short_ones(void **state)
{
	static const char *const patterns[] = {"\\bTag_\\w+", "(?<=x )Tag_1\\b", "Tag_9 .*",
		".*Tag_9", "^aaa", "Tag_9 [\\w ]*x Tag_1$", "a$"};
	static const size_t hits[] = {501, 500, 1, 1, 0, 1, 0};
	struct buf text;
	size_t i;

	(void)state;
	buf_init(&text, 0);
	buf_printf(&text, "Tag_9 ");
	for (i = 0; i < 500; i++)
		buf_printf(&text, "%s x Tag_1%s", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
			i < 499 ? " " : "");
	for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
		struct scan_result r =
			scan_patterns(&patterns[i], 1, (const char *)text.ptr, text.len);

		assert_int_equal(r.given_up, 0);
		assert_int_equal(r.hit_count, hits[i]);
		scan_result_free(&r);
	}
	buf_free(&text);
}

/* A few starts may take more than most, and more than one match may follow. */
static void costly_starts_hide_no_match(void **state)
{
	static const char end[] = "Z9 \xE4\xBF\xAE Za9";
	const char *pattern = "[TZ][a-z\\x{4FEE}]*[19]";
	struct scan_result r;
	size_t len;
	char *text = repeat("\xE4\xBF\xAE", 50000, &len);

	(void)state;
	text[0] = text[1] = text[2] = 'T';
	memcpy(text + len - sizeof end + 1, end, sizeof end - 1);
	r = scan_patterns(&pattern, 1, text, len);
	assert_int_equal(r.given_up, 0);
	assert_int_equal(r.hit_count, 2);
	assert_string_equal(r.hits[1].text, "Za9");
	scan_result_free(&r);
	free(text);
}

/* Groups, of which nothing but the whole match is used. */
static void a_pattern_may_have_groups(void **state)
{
	static const char text[] = "Tag_1 Tag_2x\n";
	const char *pattern = "(Tag)_((\\d)(x?))";
	struct scan_result r = scan_patterns(&pattern, 1, text, sizeof text - 1);

	(void)state;
	assert_int_equal(r.given_up, 0);
	assert_int_equal(r.hit_count, 2);
	assert_string_equal(r.hits[1].text, "Tag_2x");
	scan_result_free(&r);
}

/* Of two patterns, or of one that fits several texts. */
static void blocks_and_warnings_name_what_a_pattern_matched(void **state)
{
	static const char text[] = "// Tag_1 start\n// Tag_2 start\n// Tag_3 start\n// Tag_4 end\n"
				   "// Tag_2 end\n";
	static const char *const alone[] = {"Tag_1", "Tag_3", "Tag_4"};
	const char *pattern = "Tag_\\d";
	struct scan_result r = scan_patterns(&pattern, 1, text, sizeof text - 1);
	size_t i;

	(void)state;
	assert_int_equal(r.block_count, 1);
	assert_string_equal(r.blocks[0].text, "Tag_2");
	assert_int_equal(r.warning_count, 3);
	for (i = 0; i < 3; i++)
		assert_string_equal(r.warnings[i].text, alone[i]);
	scan_result_free(&r);
}

/* In Perl's patterns a ] that is first in a class is a part of it. */
static void a_bracket_may_begin_a_class(void **state)
{
	static const char *const pattern = "[]T]ag_1";
	struct scan_result r = scan_patterns(&pattern, 1, "// Tag_1 ]ag_1 ag_1\n", 20);

	(void)state;
	assert_int_equal(r.hit_count, 2);
	assert_int_equal(r.hits[0].column, 4);
	assert_int_equal(r.hits[1].column, 10);
	scan_result_free(&r);
}

/* Lines of every kind in front of the tags, counted one by one for comparison. */
static void lines_are_counted_whatever_ends_them(void **state)
{
	static const char *const ends[] = {"\n", "\r\n", "\r", "\n\n", "\r\r\n"};
	static const unsigned lines_of[] = {1, 1, 1, 2, 2};
	unsigned seed = 7;
	int round;

	(void)state;
	for (round = 0; round < 2000; round++) {
		char text[4000] = "";
		unsigned want[64];
		unsigned line = 1;
		size_t tags = 0;
		size_t len = 0;
		size_t i;

		while (len < sizeof text - 400 && tags < 64) {
			unsigned kind;

			seed = seed * 1103515245u + 12345u;
			kind = (seed >> 16) % 5;
			if ((seed >> 20) % 8 == 0) {
				len += (size_t)snprintf(text + len, 20, "Tag_1");
				want[tags++] = line;
			} else {
				memset(text + len, 'x', (seed >> 24) % 70);
				len += (seed >> 24) % 70;
			}
			/* a CR in front of this LF would be one line end with it */
			text[len++] = '.';
			len += (size_t)snprintf(text + len, 4, "%s", ends[kind]);
			text[len++] = '.';
			line += lines_of[kind];
		}
		struct scan_result r = scan("Tag_1", "x.c", text, len, (struct scan_opts){0});

		assert_int_equal(r.hit_count, tags);
		for (i = 0; i < tags; i++)
			assert_int_equal(r.hits[i].line, want[i]);
		scan_result_free(&r);
	}
}

/* The file in pieces of any lengths gives what the whole gives. */
static void pieces_give_what_the_whole_gives(void **state)
{
	static const char *const words[] = {"// Tag_1 >>>\n", "// Tag_1 <<<\r\n", "\xE4\xBF\xAE",
		"x\r", "/*", "*/", "\n", "#ifdef Tag_1\n", "#endif\n", "\xF0\x9F\x98\x80", "Tag_1",
		"\""};
	static const char *const tag = "Tag_1";
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct scan_opts opts = {0};
	struct tag_set set;
	unsigned seed = 99;
	struct err err;
	int round;

	(void)state;
	assert_int_equal(tag_set_init(&set, &tag, 1, &how, &err), ERR_OK);
	opts.set = &set;
	for (round = 0; round < 3000; round++) {
		char text[2000] = "// plain text to begin with\n";
		struct scan_pieces *pieces;
		struct scan_result whole;
		struct scan_result parts;
		size_t len;
		size_t pos;
		size_t i;

		for (i = 0; i < 100; i++) {
			seed = seed * 1103515245u + 12345u;
			strcat(text, words[(seed >> 16) % (sizeof words / sizeof words[0])]);
		}
		len = strlen(text);
		assert_int_equal(
			scan_bytes(&opts, "a.c", span_of(text, len), &whole, &err), ERR_OK);
		assert_int_equal(scan_pieces_open(&opts, "a.c", &pieces, &err), ERR_OK);
		for (pos = 0; pos < len; pos += i) {
			seed = seed * 1103515245u + 12345u;
			i = pos == 0 ? 200 : 1 + (seed >> 16) % 20;
			i = i < len - pos ? i : len - pos;
			assert_int_equal(
				scan_pieces_add(pieces, span_of(text + pos, i), &err), ERR_OK);
		}
		assert_int_equal(scan_pieces_end(pieces, &parts, &err), ERR_OK);
		scan_pieces_close(pieces);
		assert_int_equal(parts.hit_count, whole.hit_count);
		assert_int_equal(parts.block_count, whole.block_count);
		assert_int_equal(parts.warning_count, whole.warning_count);
		for (i = 0; i < whole.hit_count; i++) {
			assert_int_equal(parts.hits[i].line, whole.hits[i].line);
			assert_int_equal(parts.hits[i].kind, whole.hits[i].kind);
		}
		scan_result_free(&parts);
		scan_result_free(&whole);
	}
	tag_set_free(&set);
}

/* What is not UTF-8 after all, wherever that shows. */
static void pieces_refuse_other_encodings(void **state)
{
	static const struct {
		const char *first;
		const char *second;
		size_t len; /* of the second */
	} cases[] = {{"// plain\n", "\xD0\xDE\xB8\xC4\n", 5}, {"// plain \xE4\xBF", "x", 1},
		{"// plain\n", "a\0b", 3}, {"// plain \xE4\xBF", "", 0},
		{"// \xD0\xDE\xB8\xC4\xD5\xE2\xB8\xF6\xCE\xC4\n", "x", 1}};
	static const char *const tag = "Tag_1";
	struct tag_opts how = {.kind = TAG_PLAIN};
	struct scan_opts opts = {0};
	struct tag_set set;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(tag_set_init(&set, &tag, 1, &how, &err), ERR_OK);
	opts.set = &set;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct scan_pieces *pieces;
		struct scan_result r;
		enum err_code rc;

		assert_int_equal(scan_pieces_open(&opts, "a.c", &pieces, &err), ERR_OK);
		rc = scan_pieces_add(pieces, span_of(cases[i].first, strlen(cases[i].first)), &err);
		if (rc == ERR_OK)
			rc = scan_pieces_add(pieces, span_of(cases[i].second, cases[i].len), &err);
		if (rc == ERR_OK)
			rc = scan_pieces_end(pieces, &r, &err);
		assert_int_equal(rc, ERR_UNSUPPORTED);
		scan_pieces_close(pieces);
	}
	tag_set_free(&set);
}

/* Places and marks of lines so long that each place may not ask for the whole line. */
static void a_line_full_of_tags_is_looked_at_once(void **state)
{
	static const struct {
		const char *word;
		const char *tag;
		size_t hits;
		size_t blocks;
		bool tags; /* looks for the tags there are */
	} rows[] = {{"// Tag_1 ", "Tag_1", 120000, 0, false},
		{"/* Tag_1 begin */", "Tag_1", 120000, 0, false}, {"Tag_1_", "Tag_1", 0, 0, false},
		{"A1_", "*", 0, 0, true}, {"//Tag_12 begin ", "*", 0, 0, true}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct scan_opts opts = {.marks_only = rows[i].tags,
			.matcher = rows[i].tags ? &discover_matcher : NULL};
		size_t len;
		char *text = repeat(rows[i].word, 120000, &len);
		struct scan_result r = scan(rows[i].tag, "x.c", text, len, opts);

		if (!rows[i].tags)
			assert_int_equal(r.hit_count + r.hits_dropped, rows[i].hits);
		assert_int_equal(r.block_count, rows[i].blocks);
		scan_result_free(&r);
		free(text);
	}
}

/* A mark is near its tag; far away it is one of something else. */
static void a_mark_is_near(void **state)
{
	static const int gaps[] = {100, 400, 600, 3000};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
		char text[8192];
		int len = snprintf(text, sizeof text, "// Tag_1 %*s >>>\nx\n// Tag_1 %*s <<<\n",
			gaps[i], "", gaps[i], "");
		struct scan_result r =
			scan("Tag_1", "x.c", text, (size_t)len, (struct scan_opts){0});

		assert_int_equal(r.hit_count, 2);
		assert_int_equal(r.block_count, gaps[i] < 500 ? 1 : 0);
		scan_result_free(&r);
	}
}

/* Work that grows with the square of the length would not end here. */
static void long_lines_and_old_mac_texts_are_no_hang(void **state)
{
	char open[] = "(+";
	char close[] = "+)";
	struct mark_pairs own = {.begin = {open}, .end = {close}, .count = 1};
	struct scan_opts opts = {.own = &own};
	struct scan_result r;
	size_t len;
	char *text = repeat("Tag_1 ]", 3000000, &len); /* one line of 21 MB */

	(void)state;
	r = scan("Tag_1", "x.c", text, len, opts);
	assert_int_equal(r.hit_count, SCAN_HITS_MAX);
	assert_true(r.hits_dropped == 3000000 - SCAN_HITS_MAX);
	assert_int_equal(r.hits[SCAN_HITS_MAX - 1].column, 7 * (SCAN_HITS_MAX - 1) + 1);
	scan_result_free(&r);
	free(text);
	text = repeat("Tag_1 is\r", 3000000, &len); /* no LF at all */
	r = scan("Tag_1", "x.c", text, len, (struct scan_opts){0});
	assert_int_equal(r.hit_count, SCAN_HITS_MAX);
	assert_int_equal(r.hits[SCAN_HITS_MAX - 1].line, SCAN_HITS_MAX);
	scan_result_free(&r);
	free(text);
}

static void signs_count_on_either_side_of_the_tag(void **state)
{
	static const char text[] =
		"// >> Tag_1\n// Tag_1 >>\n// Tag_1>>\n// Tag_1 <<<\n// << Tag_1\n";
	static const enum hit_kind kinds[] = {HIT_BEGIN, HIT_BEGIN, HIT_BEGIN, HIT_END, HIT_END};
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});
	size_t i;

	(void)state;
	assert_int_equal(r.hit_count, 5);
	for (i = 0; i < 5; i++)
		assert_int_equal(r.hits[i].kind, kinds[i]);
	scan_result_free(&r);
}

static void warnings_name_the_hits_that_are_kept(void **state)
{
	static const char text[] = "// Tag_1_open\n// Tag_1 start\n// Tag_1_lock\n// Tag_1 end\n"
				   "// Tag_1_up\n// Tag_1 start\n";
	struct scan_result r = scan("Tag_1", "x.c", text, sizeof text - 1, (struct scan_opts){0});

	(void)state;
	assert_int_equal(r.hit_count, 3);
	assert_int_equal(r.warning_count, 1);
	assert_int_equal(r.warnings[0].line, 6);
	assert_in_range(r.warnings[0].hit, 0, r.hit_count - 1);
	assert_int_equal(r.hits[r.warnings[0].hit].line, 6);
	scan_result_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_and_columns),
		cmocka_unit_test(a_byte_order_mark_is_no_text),
		cmocka_unit_test(several_tags_are_found),
		cmocka_unit_test(found_beside_chinese_text),
		cmocka_unit_test(utf16_with_and_without_mark),
		cmocka_unit_test(a_text_without_the_tag_keeps_its_encoding),
		cmocka_unit_test(wide_text_in_a_binary_is_found),
		cmocka_unit_test(zero_bytes_do_not_hide_a_tag),
		cmocka_unit_test(chinese_tags),
		cmocka_unit_test(comments_only_skips_code),
		cmocka_unit_test(markers_make_blocks),
		cmocka_unit_test(ami_override_is_a_pair),
		cmocka_unit_test(broken_pairs_are_told),
		cmocka_unit_test(outer_blocks_come_first),
		cmocka_unit_test(own_markers),
		cmocka_unit_test(warnings_name_the_hits_that_are_kept),
		cmocka_unit_test(long_texts_are_decoded_in_pieces),
		cmocka_unit_test(lines_are_counted_whatever_ends_them),
		cmocka_unit_test(long_lines_and_old_mac_texts_are_no_hang),
		cmocka_unit_test(a_line_full_of_tags_is_looked_at_once),
		cmocka_unit_test(a_mark_is_near),
		cmocka_unit_test(signs_count_on_either_side_of_the_tag),
		cmocka_unit_test(patterns_match_and_give_up),
		cmocka_unit_test(a_line_has_one_limit),
		cmocka_unit_test(a_pattern_may_have_groups),
		cmocka_unit_test(blocks_and_warnings_name_what_a_pattern_matched),
		cmocka_unit_test(what_a_short_line_takes_is_no_limit),
		cmocka_unit_test(long_lines_match_as_short_ones),
		cmocka_unit_test(costly_starts_hide_no_match),
		cmocka_unit_test(a_bracket_may_begin_a_class),
		cmocka_unit_test(pieces_give_what_the_whole_gives),
		cmocka_unit_test(pieces_refuse_other_encodings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
