/* SPDX-License-Identifier: MIT */
/* Hunks, whose lines tags account for, and the merge. Without libgit2 there is nothing to test. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "change/accounts.h"
#include "change/line_ends.h"
#include "change/lines.h"
#include "change/merge.h"
#include "exact.h"
#include "lib/lib_git2.h"

static struct span text_of(const char *text)
{
	return span_of(text, strlen(text));
}

static int need_git(void **state)
{
	const struct lib_git2 *lib;
	struct err err;

	(void)state;
	return lib_git2(&lib, &err) == ERR_OK ? 0 : -1;
}

static void hunks_have_their_lines(void **state)
{
	struct hunks h;
	struct err err;

	(void)state;
	assert_int_equal(
		hunks_find(text_of("a\nb\nc\nd\ne\n"), text_of("a\nB\nc\nx\ny\nd\n"), &h, &err),
		ERR_OK);
	assert_int_equal(h.count, 3);
	assert_int_equal(h.list[0].old_first, 2);
	assert_int_equal(h.list[0].old_count, 1);
	assert_int_equal(h.list[0].new_first, 2);
	assert_int_equal(h.list[0].new_count, 1);
	assert_int_equal(h.list[1].old_first, 3);
	assert_int_equal(h.list[1].old_count, 0);
	assert_int_equal(h.list[1].new_first, 4);
	assert_int_equal(h.list[1].new_count, 2);
	assert_int_equal(h.list[2].old_first, 5);
	assert_int_equal(h.list[2].new_first, 6);
	assert_int_equal(h.list[2].new_count, 0);
	hunks_free(&h);
	assert_int_equal(h.count, 0);
	assert_int_equal(hunks_find(text_of(""), text_of(""), &h, &err), ERR_OK);
	assert_int_equal(h.count, 0);
	hunks_free(&h);
}

static void lines_are_cut_out(void **state)
{
	struct lines l;
	struct err err;

	(void)state;
	assert_int_equal(lines_open(text_of("one\r\ntwo\nthree"), &l, &err), ERR_OK);
	assert_int_equal(l.count, 3);
	assert_true(span_equal(lines_part(&l, 1, 1), text_of("one\r\n")));
	assert_true(span_equal(lines_part(&l, 2, 2), text_of("two\nthree")));
	assert_true(span_equal(lines_part(&l, 3, 9), text_of("three")));
	assert_int_equal(lines_part(&l, 4, 1).len, 0);
	assert_int_equal(lines_part(&l, 0, 1).len, 0);
	assert_int_equal(lines_part(&l, 1, 0).len, 0);
	lines_close(&l);
}

/* Line ends do not matter, and lines of the same text are not mixed up with those around. */
static void lines_are_found(void **state)
{
	static const struct {
		uint32_t from, first, count, want;
	} rows[] = {{1, 1, 1, 1}, {2, 1, 1, 3}, {1, 1, 2, 3}, {1, 2, 1, 4}, {5, 2, 1, 6},
		{1, 2, 2, 4}, {5, 2, 2, 0}, {1, 3, 1, 5}, {6, 3, 1, 0}, {1, 1, 3, 3}, {4, 1, 3, 0},
		{7, 1, 1, 0}, {1, 4, 1, 0}, {1, 5, 1, 0}, {1, 3, 2, 0}, {1, 1, UINT32_MAX, 0}};
	struct lines l;
	struct lines part;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(lines_open(text_of("a\nx\na\r\nb\x1B\nc\nb"), &l, &err), ERR_OK);
	assert_int_equal(lines_open(text_of("a\nb\nc"), &part, &err), ERR_OK);
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		assert_int_equal(lines_find(&l, rows[i].from, &part, rows[i].first, rows[i].count),
			rows[i].want);
	lines_close(&l);
	lines_close(&part);
	assert_int_equal(lines_open(text_of("x\r\n\r\ny\r\n\x1B\n"), &l, &err), ERR_OK);
	assert_int_equal(lines_open(text_of("x\n\ny\n\n"), &part, &err), ERR_OK);
	assert_int_equal(lines_find(&l, 1, &part, 1, 4), 1);
	lines_close(&l);
	lines_close(&part);
}

static void texts_are_told_from_bytes(void **state)
{
	static const char wide[] = "\xFF\xFE"
				   "a\0\r\0\n\0b\0\r\0";
	struct buf out;
	struct err err;
	bool binary;

	(void)state;
	buf_init(&out, 0);
	assert_int_equal(hunks_text(text_of("a\rb\r\nc"), &out, &binary, &err), ERR_OK);
	assert_false(binary);
	assert_true(span_equal(span_of(out.ptr, out.len), text_of("a" HUNKS_CR "b\r\nc")));
	assert_int_equal(hunks_text(text_of("a\r\nb\n"), &out, &binary, &err), ERR_OK);
	assert_int_equal(out.len, 0); /* as it is */
	assert_int_equal(hunks_text(span_of(wide, 12), &out, &binary, &err), ERR_OK);
	assert_false(binary);
	assert_true(out.len >= 6 && memcmp(out.ptr + out.len - 6, "a\r\nb" HUNKS_CR, 6) == 0);
	assert_int_equal(
		hunks_text(span_of("\x7F\0\1\2\3\0\0\xFF", 8), &out, &binary, &err), ERR_OK);
	assert_true(binary);
	/* lines in ASCII cannot be put into a file in UTF-16 as they are, even if it has no zero
	 * byte */
	assert_int_equal(hunks_text(span_of("\xFF\xFE", 2), &out, &binary, &err), ERR_OK);
	assert_true(binary);
	assert_int_equal(hunks_text(span_of("\xFE\xFF\x4E\x2D", 4), &out, &binary, &err), ERR_OK);
	assert_true(binary);
	assert_int_equal(hunks_text(text_of("\xEF\xBB\xBF"), &out, &binary, &err), ERR_OK);
	assert_false(binary);
	buf_free(&out);
}

static void texts_of_one_byte_are_compared(void **state)
{
	struct hunks hunks;
	struct err err;

	(void)state;
	assert_int_equal(hunks_find(text_of("x"), text_of("x\ny"), &hunks, &err), ERR_OK);
	assert_int_equal(hunks.count, 1);
	assert_int_equal(hunks.list[0].old_first, 1);
	hunks_free(&hunks);
	assert_int_equal(hunks_find(text_of("\n"), text_of("\ny"), &hunks, &err), ERR_OK);
	assert_int_equal(hunks.count, 1);
	assert_int_equal(hunks.list[0].old_count, 0);
	hunks_free(&hunks);
	assert_int_equal(hunks_find(text_of("\ny"), text_of("\n"), &hunks, &err), ERR_OK);
	assert_int_equal(hunks.count, 1);
	assert_int_equal(hunks.list[0].new_count, 0);
	hunks_free(&hunks);
}

/* Wherever it is, a CR that ends a line by itself is a line's end, and comes back. */
static void lone_crs_come_back(void **state)
{
	static const struct {
		const char *text;
		const char *marked; /* NULL: as it is */
	} rows[] = {{"\ra", HUNKS_CR "a"}, {"\r", HUNKS_CR}, {"a\r", "a" HUNKS_CR}, {"\r\n", NULL},
		{"\r\r\n", HUNKS_CR "\r\n"}, {"a\rb\n", "a" HUNKS_CR "b\n"},
		{"a\r\nb\rc", "a\r\nb" HUNKS_CR "c"}, {"a\rb\r\n\r", "a" HUNKS_CR "b\r\n" HUNKS_CR},
		{"\x1B"
		 "a\r\x1B",
			"\x1B"
			"a" HUNKS_CR "\x1B"},
		{"a\n", NULL}, {HUNKS_CR, NULL}};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact text = exact_of(rows[i].text);
		struct buf out;
		bool binary;

		buf_init(&out, 0);
		assert_int_equal(hunks_text(text.span, &out, &binary, &err), ERR_OK);
		assert_false(binary);
		assert_int_equal(out.len > 0, rows[i].marked != NULL);
		if (rows[i].marked != NULL) {
			assert_true(span_equal(span_of(out.ptr, out.len), text_of(rows[i].marked)));
			hunks_restore_cr(&out);
			assert_true(span_equal(span_of(out.ptr, out.len), text.span));
		}
		buf_free(&out);
		exact_free(&text);
	}
}

/* What could not be distinguished from a lone CR afterwards is not taken for a text. */
static void a_text_with_the_sign_of_a_lone_cr(void **state)
{
	static const char wide[] = "\xFF\xFE"
				   "a\0\x1B\0\n\0b\0";
	struct buf out;
	struct err err;
	bool binary;

	(void)state;
	buf_init(&out, 0);
	assert_int_equal(hunks_text(text_of("a\rb" HUNKS_CR), &out, &binary, &err), ERR_OK);
	assert_true(binary);
	out.len = 0;
	assert_int_equal(hunks_text(span_of(wide, 10), &out, &binary, &err), ERR_OK);
	assert_true(binary);
	buf_free(&out);
}

static void similarity_is_a_share_of_lines(void **state)
{
	char a[2000] = "";
	char b[2000] = "";
	size_t len = 0;
	int i;

	(void)state;
	for (i = 0; i < 100; i++)
		len += (size_t)snprintf(a + len, sizeof a - len, "line %05d\n", i);
	assert_int_equal(hunks_similarity(text_of(a), text_of(a)), 100);
	assert_int_equal(hunks_similarity(text_of(a), text_of("")), 0);
	assert_int_equal(hunks_similarity(text_of(""), text_of("")), 0);
	memcpy(b, a, len);
	for (i = 0; i < 50; i++)
		b[i * 11] = 'x';
	assert_in_range(hunks_similarity(text_of(a), text_of(b)), 45, 52);
	for (i = 0; i < 100; i++)
		b[i * 11] = 'y';
	assert_in_range(hunks_similarity(text_of(a), text_of(b)), 0, 3);
	memset(a, 'z', 100);
	memcpy(a + 99, "", 1);
	memcpy(b, a, 100);
	b[0] = 'y'; /* one line, whose hash depends on all of it */
	assert_int_equal(hunks_similarity(text_of(a), text_of(b)), 0);
	assert_int_equal(hunks_similarity(text_of("\n"), text_of("\n\n\n\n")), 24);
	assert_int_equal(hunks_similarity(text_of("\n\n\n\n"), text_of("\n")), 24);
	assert_int_equal(hunks_similarity(text_of(""), text_of("\n")), 0);
	assert_int_equal(hunks_similarity(text_of("\n"), text_of("")), 0);
}

static unsigned most_similar(const void *a, size_t a_len, const void *b, size_t b_len)
{
	struct hunks_sketch x;
	struct hunks_sketch y;

	hunks_sketch(span_of(a, a_len), &x);
	hunks_sketch(span_of(b, b_len), &y);
	return hunks_similarity_most(&x, &y);
}

static void sketches_bound_the_similarity(void **state)
{
	unsigned a;
	unsigned b;

	(void)state;
	for (a = 0; a < 256; a++) {
		const uint8_t x[] = {(uint8_t)a, (uint8_t)a};

		assert_int_equal(most_similar(x, 1, x, 1), 100);
		assert_int_equal(most_similar(x, 0, x, 1), 0);
		assert_int_equal(most_similar(x, 1, x, 0), 0);
		assert_int_equal(most_similar(x, 0, x, 0), 0);
		for (b = 0; b < 256; b++) {
			const uint8_t y[] = {(uint8_t)b, '\n', (uint8_t)a};

			assert_in_range(most_similar(x, 1, y, 3),
				hunks_similarity(span_of(x, 1), span_of(y, 3)), 99);
			assert_in_range(most_similar(y, 3, x, 2),
				hunks_similarity(span_of(y, 3), span_of(x, 2)), 99);
		}
	}
}

static void tags_account_for_lines(void **state)
{
	struct block block = {.first = 3, .last = 5};
	struct hit hits[2] = {{.line = 3}, {.line = 7}};
	struct scan_result r = {.hits = hits, .hit_count = 2, .blocks = &block, .block_count = 1};
	const struct {
		struct hunk h;
		uint32_t open; /* 0: accounted for */
		bool touched;
	} cases[] = {{{2, 0, 3, 3}, 0, true}, {{2, 0, 2, 2}, 2, true}, {{2, 0, 5, 2}, 6, true},
		{{6, 1, 7, 1}, 0, true}, {{7, 1, 8, 1}, 8, false}, {{3, 2, 3, 0}, 0, true},
		{{3, 2, 4, 0}, 0, true}, {{3, 2, 5, 0}, 6, false}, {{3, 2, 2, 0}, 3, false},
		{{3, 2, 6, 0}, 7, false}, {{9, 0, 9, 3}, 9, false}, {{0, 0, 1, 2}, 1, false},
		{{5, 0, 6, 1}, 6, false}};
	struct accounts a;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(
		accounts_of(&r, text_of("1\n2\n3\n4\n5\n6\n7\n8\n9"), true, &a, &err), ERR_OK);
	assert_int_equal(a.count, 9);
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_int_equal(accounts_open_line(&a, &cases[i].h), cases[i].open);
		assert_int_equal(accounts_touch(&a, &cases[i].h), cases[i].touched);
	}
	accounts_free(&a);
	assert_int_equal(
		accounts_of(&r, text_of("1\n2\n3\n4\n5\n6\n7\n8\n9\n"), false, &a, &err), ERR_OK);
	assert_int_equal(a.count, 9);
	assert_int_equal(accounts_open_line(&a, &cases[3].h), 7); /* a lone tag counts no more */
	accounts_free(&a);
}

/* What is gone between two blocks was in none of them. */
static void a_deletion_is_within_one_block(void **state)
{
	struct block blocks[] = {{.first = 1, .last = 6}, {.first = 2, .last = 3},
		{.first = 5, .last = 7}, {.first = 7, .last = 7}, {.first = 8, .last = 9}};
	struct scan_result r = {.blocks = blocks, .block_count = 5};
	struct accounts a;
	struct err err;
	uint32_t line;

	(void)state;
	assert_int_equal(
		accounts_of(&r, text_of("1\n2\n3\n4\n5\n6\n7\n8\n9\n"), true, &a, &err), ERR_OK);
	for (line = 0; line <= 9; line++) {
		struct hunk h = {line + 1, 1, line, 0};
		bool within = line != 0 && line != 7 && line != 9;

		assert_int_equal(accounts_open_line(&a, &h), within ? 0 : line + 1);
	}
	accounts_free(&a);
}

static void merge(
	const char *old, const char *ours, const char *theirs, size_t conflicts, const char *want)
{
	struct merge_in in = {text_of(old), text_of(ours), text_of(theirs)};
	struct buf out;
	struct err err;
	size_t n;

	buf_init(&out, 0);
	assert_int_equal(merge_texts(&in, &out, &n, &err), ERR_OK);
	buf_add_u8(&out, 0);
	assert_string_equal((const char *)out.ptr, want);
	assert_int_equal(n, conflicts);
	buf_free(&out);
}

static void changes_are_merged(void **state)
{
	(void)state;
	merge("a\nb\nc\nd\n", "a\nb\nc\nX\nd\n", "A\nb\nc\nd\n", 0, "A\nb\nc\nX\nd\n");
	/* beside a change of theirs: git sees a conflict, the line before is the same */
	merge("a\nb\nc\n", "a\nX\nb\nc\n", "a\nB\nc\n", 0, "a\nX\nB\nc\n");
	merge("a\nb\nc\n", "a\nb\nX\nc\n", "a\nB\nc\n", 0, "a\nB\nX\nc\n");
	/* ours ends without a line end, theirs has one more line */
	merge("a\nb\n", "a\nX", "a\nb\nc\n", 0, "a\nX\nc\n");
	merge("a\nb\n", "a\nX", "a\nb\nc", 0, "a\nX\nc");
	/* both changed the line, or put something at one place */
	merge("a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n", 1,
		"a\n" MERGE_OPEN "X\n" MERGE_MID "Y\n" MERGE_CLOSE "c\n");
	merge("a\nb\n", "a\nX\nb\n", "a\nY\nb\n", 1,
		"a\n" MERGE_OPEN "X\n" MERGE_MID "Y\n" MERGE_CLOSE "b\n");
	/* one conflict does not take along the rest */
	merge("a\nb\nc\nd\ne\nf\n", "a\nX\nc\nd\ne\nZ\nf\n", "a\nY\nc\nd\ne\nf\n", 1,
		"a\n" MERGE_OPEN "X\n" MERGE_MID "Y\n" MERGE_CLOSE "c\nd\ne\nZ\nf\n");
	/* the new version has other spacing; a line that is there twice, or too short, is no
	 * anchor */
	merge("f(alpha);\n  g(beta);\n", "f(alpha);\nX\n  g(beta);\n",
		"f (alpha);\nnew\n\tg (beta);\n", 0, "f (alpha);\nX\nnew\n\tg (beta);\n");
	merge("one(1);\n  g(beta);\n", "one(1);\nX\n  g(beta);\n", "other\ng (beta);\n", 0,
		"other\nX\ng (beta);\n");
	merge("f(alpha);\nb;\n", "f(alpha);\nX\nb;\n", "f (alpha);\nf ( alpha);\nb ;\n", 1,
		MERGE_OPEN "X\n" MERGE_MID "f (alpha);\nf ( alpha);\nb ;\n" MERGE_CLOSE);
	/* of one byte */
	merge("x", "y", "x", 0, "y");
	merge("x", "x", "y", 0, "y");
	merge("", "", "x", 0, "x");
	/* what is added ends its lines as theirs does */
	merge("a\r\nb\r\n", "X\nb\r\n", "Y\r\nb\r\n", 1,
		"<<<<<<< MINE\r\nX\n=======\r\nY\r\n>>>>>>> NEWBASE\r\nb\r\n");
	merge("a\nb\n", "X\nb\n", "Y", 1, MERGE_OPEN "X\n" MERGE_MID "Y\n" MERGE_CLOSE);
	/* at the ends, and without a last line end */
	merge("a\nb", "X\na\nb", "a\nb\nc\n", 0, "X\na\nb\nc\n");
	merge("", "X\n", "", 0, "X\n");
	merge("a\n", "a\nX", "a\nY\n", 1, "a\n" MERGE_OPEN "X\n" MERGE_MID "Y\n" MERGE_CLOSE);
}

/* What is the same on two sides is that of the third; no line of ours is lost. */
static void random_texts_merge(void **state)
{
	unsigned seed = 5;
	int round;

	(void)state;
	for (round = 0; round < 3000; round++) {
		char text[3][600] = {"", "", ""};
		struct merge_in in;
		struct buf out;
		struct err err;
		size_t conflicts;
		int side;
		int i;

		for (i = 0; i < 12; i++) {
			for (side = 0; side < 3; side++) {
				char line[48];

				seed = seed * 1103515245u + 12345u;
				snprintf(line, sizeof line, "line %d\n", i);
				if (side == 1 && (seed >> 16) % 5 == 0)
					snprintf(line, sizeof line, "ours %d\nline %d\n", i, i);
				if (side == 2 && (seed >> 16) % 5 == 0)
					snprintf(line, sizeof line, "theirs %d\n", i);
				strcat(text[side], line);
			}
		}
		if (round % 4 == 0)
			strcpy(text[1], text[0]);
		else if (round % 4 == 1)
			strcpy(text[2], text[0]);
		in = (struct merge_in){text_of(text[0]), text_of(text[1]), text_of(text[2])};
		buf_init(&out, 0);
		assert_int_equal(merge_texts(&in, &out, &conflicts, &err), ERR_OK);
		buf_add_u8(&out, 0);
		if (round % 4 < 2) {
			assert_int_equal(conflicts, 0);
			assert_string_equal((const char *)out.ptr, text[round % 4 == 0 ? 2 : 1]);
		}
		for (i = 0; i < 12; i++) {
			char line[32];

			snprintf(line, sizeof line, "ours %d\n", i);
			if (strstr(text[1], line) != NULL)
				assert_non_null(strstr((const char *)out.ptr, line));
			snprintf(line, sizeof line, "theirs %d\n", i);
			if (strstr(text[2], line) != NULL)
				assert_non_null(strstr((const char *)out.ptr, line));
		}
		buf_free(&out);
	}
}

static void line_ends_are_told_and_set(void **state)
{
	static const struct {
		const char *text;
		enum line_end kind;
		const char *lf_text;
		const char *crlf_text;
	} rows[] = {{"a\nb\n", LINE_END_LF, "a\nb\n", "a\r\nb\r\n"},
		{"a\r\nb\n", LINE_END_CRLF, "a\nb\n", "a\r\nb\r\n"},
		{"a\nb\r\n", LINE_END_LF, "a\nb\n", "a\r\nb\r\n"}, {"a", LINE_END_LF, "a", "a"},
		{"", LINE_END_LF, "", ""}, {"\n", LINE_END_LF, "\n", "\r\n"},
		{"\r\n", LINE_END_CRLF, "\n", "\r\n"}, {"a\r", LINE_END_LF, "a\r", "a\r"},
		{"a\rb\n", LINE_END_LF, "a\rb\n", "a\rb\r\n"},
		{"\r\r\n", LINE_END_CRLF, "\r\n", "\r\r\n"},
		{"a" HUNKS_CR "b\n", LINE_END_CR, "a\nb\n", "a\r\nb\r\n"},
		{"\x1B"
		 "a\n\x1B",
			LINE_END_LF,
			"\x1B"
			"a\n\x1B",
			"\x1B"
			"a\r\n\x1B"}};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact text = exact_of(rows[i].text);
		struct buf out;

		buf_init(&out, 0);
		assert_int_equal(line_ends_kind(text.span), rows[i].kind);
		assert_int_equal(line_ends_set(text.span, LINE_END_LF, &out, &err), ERR_OK);
		assert_true(span_equal(span_of(out.ptr, out.len), text_of(rows[i].lf_text)));
		out.len = 0;
		assert_int_equal(line_ends_set(text.span, LINE_END_CRLF, &out, &err), ERR_OK);
		assert_true(span_equal(span_of(out.ptr, out.len), text_of(rows[i].crlf_text)));
		out.len = 0;
		assert_int_equal(line_ends_set(text.span, LINE_END_CR, &out, &err), ERR_OK);
		assert_int_equal(span_find(span_of(out.ptr, out.len), 0, "\r\n", 2), SIZE_MAX);
		buf_free(&out);
		exact_free(&text);
	}
	assert_true(line_ends_differ(text_of("a\n"), text_of("a\r\n")));
	assert_false(line_ends_differ(text_of("a\n"), text_of("b\n")));
	assert_false(line_ends_differ(text_of("a"), text_of("b\r\n")));
	assert_false(line_ends_differ(text_of("a\r\n"), text_of("b")));
	assert_true(line_ends_differ(text_of("\n"), text_of("a\r\n")));
	assert_true(line_ends_differ(text_of("a\r\n"), text_of("\nb")));
}

static void expect_patch(
	const char *old, const char *new, struct hunk_names names, const char *want)
{
	struct buf out;
	struct err err;
	const char *got;

	buf_init(&out, 0);
	assert_int_equal(hunks_patch(text_of(old), text_of(new), &names, &out, &err), ERR_OK);
	buf_add_u8(&out, 0);
	got = (const char *)out.ptr;
	if (strncmp(got, want, strlen(want)) != 0)
		fail_msg("%s", got);
	buf_free(&out);
}

static void patches_are_as_git_writes_them(void **state)
{
	(void)state;
	expect_patch("a\n", "b\n", (struct hunk_names){.old_name = "x.c", .new_name = "x.c"},
		"diff --git a/x.c b/x.c\nindex 7898192..6178079 100644\n--- a/x.c\n+++ b/x.c\n"
		"@@ -1 +1 @@\n-a\n+b\n");
	/* a TAB after names with a blank */
	expect_patch("a\n", "b\n", (struct hunk_names){.old_name = "x y", .new_name = "x y"},
		"diff --git a/x y b/x y\nindex 7898192..6178079 100644\n--- a/x y\t\n+++ b/x y\t\n"
		"@@ -1 +1 @@\n-a\n+b\n");
	expect_patch("", "--- x y\n", (struct hunk_names){.new_name = "x"},
		"diff --git a/x b/x\nnew file mode 100644\nindex 0000000..7928352\n--- /dev/null\n"
		"+++ b/x\n@@ -0,0 +1 @@\n+--- x y\n");
	expect_patch("", "b\n", (struct hunk_names){.new_name = "x", .new_executable = true},
		"diff --git a/x b/x\nnew file mode 100755\nindex 0000000..6178079\n--- /dev/null\n"
		"+++ b/x\n@@ -0,0 +1 @@\n+b\n");
	/* modes and names alone */
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "x", .new_executable = true},
		"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n");
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "x", .old_executable = true},
		"diff --git a/x b/x\nold mode 100755\nnew mode 100644\n");
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "y z", .similarity = 100},
		"diff --git a/x b/y z\nsimilarity index 100%\nrename from x\nrename to y z\n");
	expect_patch("a\n", "a\n",
		(struct hunk_names){
			.old_name = "a\"b\\c\x7F~", .new_name = "\xE4\t", .similarity = 100},
		"diff --git \"a/a\\\"b\\\\c\\177~\" \"b/\\344\\011\"\nsimilarity index 100%\n"
		"rename from \"a\\\"b\\\\c\\177~\"\nrename to \"\\344\\011\"\n");
	expect_patch("a\n", "a\n", (struct hunk_names){.old_name = "x", .new_name = "x"}, "");
	/* what asks for quotes, each alone */
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "\x7F", .similarity = 100},
		"diff --git a/x \"b/\\177\"\n");
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "\x1F", .similarity = 100},
		"diff --git a/x \"b/\\037\"\n");
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "\"", .similarity = 100},
		"diff --git a/x \"b/\\\"\"\n");
	expect_patch("a\n", "a\n",
		(struct hunk_names){.old_name = "x", .new_name = "~ ", .similarity = 100},
		"diff --git a/x b/~ \n");
	/* the least likeness that there is */
	expect_patch("a\n", "b\n",
		(struct hunk_names){.old_name = "x", .new_name = "y", .similarity = 1},
		"diff --git a/x b/y\nsimilarity index 1%\nrename from x\nrename to y\nindex "
		"7898192..6178079 100644\n"
		"--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n");
}

/* A line that only differs in blanks is looked for in a change of 400 lines on either side, not in
 * larger ones. */
static void lines_are_looked_for_in_small_changes(void **state)
{
	static const struct {
		unsigned old_lines, new_lines;
		bool found;
	} rows[] = {{398, 0, true}, {399, 0, false}, {0, 398, true}, {0, 399, false},
		{398, 398, true}, {399, 399, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct buf old, ours, theirs, out;
		struct merge_in in;
		struct err err;
		size_t conflicts;
		unsigned k;

		buf_init(&old, 0);
		buf_init(&ours, 0);
		buf_init(&theirs, 0);
		buf_init(&out, 0);
		buf_str(&old, "f(alpha);\n");
		buf_str(&ours, "f(alpha);\nX\n");
		buf_str(&theirs, "f (alpha);\n");
		for (k = 0; k < rows[i].old_lines; k++) {
			buf_printf(&old, "was %u\n", k);
			buf_printf(&ours, "was %u\n", k);
		}
		for (k = 0; k < rows[i].new_lines; k++)
			buf_printf(&theirs, "is %u\n", k);
		buf_str(&old, "last line of old\n");
		buf_str(&ours, "last line of old\n");
		buf_str(&theirs, "another one\n");
		in = (struct merge_in){span_of(old.ptr, old.len), span_of(ours.ptr, ours.len),
			span_of(theirs.ptr, theirs.len)};
		assert_int_equal(merge_texts(&in, &out, &conflicts, &err), ERR_OK);
		assert_int_equal(conflicts, rows[i].found ? 0 : 1);
		buf_free(&old);
		buf_free(&ours);
		buf_free(&theirs);
		buf_free(&out);
	}
}

/* Blanks of each kind, on either side; a line of fewer than six other characters is no anchor. */
static void lines_that_differ_in_blanks(void **state)
{
	static const char *const blanks[] = {" ", "\t", "\r", "  \t"};
	char a[64];
	char with[64];
	char want[128];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
		const char *b = blanks[i];

		snprintf(a, sizeof a, "%sf(%salpha);%s\nnew\n", b, b, b);
		snprintf(want, sizeof want, "%sf(%salpha);%s\nX\nnew\n", b, b, b);
		merge("f(alpha);\nold\n", "f(alpha);\nX\nold\n", a, 0, want);
		snprintf(a, sizeof a, "%sf(%salpha);%s\nold\n", b, b, b);
		snprintf(with, sizeof with, "%sf(%salpha);%s\nX\nold\n", b, b, b);
		merge(a, with, "f(alpha);\nnew\n", 0, "f(alpha);\nX\nnew\n");
	}
	merge("abcde;\nold\n", "abcde;\nX\nold\n", "abc de;\nnew\n", 0, "abc de;\nX\nnew\n");
	merge("abcd;\nold\n", "abcd;\nX\nold\n", "abc d;\nnew\n", 1,
		MERGE_OPEN "X\n" MERGE_MID "abc d;\nnew\n" MERGE_CLOSE);
	merge("f(alpha);\nold\n", "f(alpha);\nX\nold\n", "f (alphas);\nnew\n", 1,
		MERGE_OPEN "X\n" MERGE_MID "f (alphas);\nnew\n" MERGE_CLOSE);
}

/* Places at the ends of the text, and beside lines that are gone. */
static void hunks_find_their_places(void **state)
{
	(void)state;
	/* an insertion before the first line and after the last one */
	merge("a\nb\n", "X\na\nb\n", "a\nB\n", 0, "X\na\nB\n");
	merge("a\nb\n", "a\nb\nX\n", "A\nb\n", 0, "A\nb\nX\n");
	merge("a\nb\n", "X\na\nb\n", "A\nb\n", 0, "X\nA\nb\n");
	merge("a\nb\n", "a\nb\nX\n", "a\nB\n", 0, "a\nB\nX\n");
	/* both sides insert at the beginning or the end */
	merge("a\nb\n", "X\na\nb\n", "Y\na\nb\n", 1,
		MERGE_OPEN "X\n" MERGE_MID "Y\n" MERGE_CLOSE "a\nb\n");
	merge("a\n", "", "b\n", 1, MERGE_OPEN MERGE_MID "b\n" MERGE_CLOSE);
	/* ours replaces lines that are the same, beside lines that are not */
	merge("a\nb\nc\n", "a\nX\nc\n", "A\nb\nC\n", 0, "A\nX\nC\n");
	merge("a\nb\nc\nd\n", "a\nX\nd\n", "a\nb\nN\nc\nd\n", 1,
		"a\n" MERGE_OPEN "X\n" MERGE_MID "b\nN\nc\n" MERGE_CLOSE "d\n");
	/* their lines are gone */
	merge("a\nb\nc\n", "a\nX\nc\n", "a\nc\n", 1,
		"a\n" MERGE_OPEN "X\n" MERGE_MID MERGE_CLOSE "c\n");
	/* two of ours, the second beside a conflict */
	merge("a\nb\nc\nd\n", "a\nX\nc\nY\nd\n", "a\nB\nc\nd\n", 1,
		"a\n" MERGE_OPEN "X\n" MERGE_MID "B\n" MERGE_CLOSE "c\nY\nd\n");
	/* the first line, before a conflict */
	merge("a\nb\nc\nd\n", "X\nb\nY\nd\n", "a\nb\nC\nd\n", 1,
		"X\nb\n" MERGE_OPEN "Y\n" MERGE_MID "C\n" MERGE_CLOSE "d\n");
	merge("a\nb\n", "a\nb\n", "a\nb\n", 0, "a\nb\n");
	/* a last line without its end, of one byte, before a conflict's sign */
	merge("a", "b", "c", 1, MERGE_OPEN "b\n" MERGE_MID "c\n" MERGE_CLOSE);
	merge("a", "a\nX", "a\nY", 1, MERGE_OPEN "a\nX\n" MERGE_MID "a\nY\n" MERGE_CLOSE);
	merge("a\n", "a\nX\n", "a", 0, "a\nX\n");
}

/* ---- conditions that name a tag in a comment ---- */

/* A condition up to line 9 stays whole where its end is new; else it comes after the longer blocks
 * that begin there. */
static void a_condition_whose_end_is_old_is_one_line(void **state)
{
	static const struct {
		struct hunk hunks[3];
		size_t count;
		bool whole;
	} cases[] = {{{{0}}, 0, false}, {{{0, 0, 9, 1}}, 1, true}, {{{0, 0, 8, 1}}, 1, false},
		{{{0, 0, 10, 1}}, 1, false}, {{{0, 0, 8, 2}}, 1, true},
		{{{0, 0, 1, 2}, {0, 0, 9, 3}, {0, 0, 20, 1}}, 3, true},
		{{{0, 0, 1, 2}, {0, 0, 5, 5}, {0, 0, 20, 1}}, 3, true},
		{{{0, 0, 1, 2}, {0, 0, 5, 4}, {0, 0, 20, 1}}, 3, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct block blocks[] = {{.tag = 0, .first = 1, .last = 9, .loose = true},
			{.tag = 1, .first = 1, .last = 5}, {.tag = 2, .first = 1, .last = 2},
			{.tag = 3, .first = 1, .last = 1}, {.tag = 4, .first = 2, .last = 9}};
		struct scan_result r = {.blocks = blocks, .block_count = 5};
		struct hunk list[3];
		struct hunks hunks = {list, cases[i].count};

		memcpy(list, cases[i].hunks, sizeof list);
		accounts_narrow(&r, &hunks);
		assert_int_equal(blocks[cases[i].whole ? 0 : 2].tag, 0);
		assert_int_equal(blocks[cases[i].whole ? 0 : 2].last, cases[i].whole ? 9 : 1);
		assert_int_equal(blocks[cases[i].whole ? 1 : 0].tag, 1);
		assert_int_equal(blocks[cases[i].whole ? 2 : 1].tag, 2);
		assert_int_equal(blocks[3].tag, 3);
		assert_int_equal(blocks[4].tag, 4);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hunks_have_their_lines),
		cmocka_unit_test(lines_are_cut_out),
		cmocka_unit_test(lines_are_found),
		cmocka_unit_test(a_condition_whose_end_is_old_is_one_line),
		cmocka_unit_test(texts_are_told_from_bytes),
		cmocka_unit_test(texts_of_one_byte_are_compared),
		cmocka_unit_test(lone_crs_come_back),
		cmocka_unit_test(a_text_with_the_sign_of_a_lone_cr),
		cmocka_unit_test(similarity_is_a_share_of_lines),
		cmocka_unit_test(sketches_bound_the_similarity),
		cmocka_unit_test(tags_account_for_lines),
		cmocka_unit_test(a_deletion_is_within_one_block),
		cmocka_unit_test(changes_are_merged),
		cmocka_unit_test(random_texts_merge),
		cmocka_unit_test(line_ends_are_told_and_set),
		cmocka_unit_test(patches_are_as_git_writes_them),
		cmocka_unit_test(lines_are_looked_for_in_small_changes),
		cmocka_unit_test(lines_that_differ_in_blanks),
		cmocka_unit_test(hunks_find_their_places),
	};

	if (need_git(NULL) != 0)
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
