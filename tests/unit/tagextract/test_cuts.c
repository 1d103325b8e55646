/* SPDX-License-Identifier: MIT */
/*
 * Nothing outside a comment counts, wherever it is cut off: each beginning and end of the comments
 * below says the same in memory of its own, where a sanitizer sees a read past its ends, as between
 * signs and letters that would mean something inside.
 */
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/bound.h"
#include "tags/comments.h"
#include "tags/discover.h"
#include "tags/mirror.h"
#include "tags/opposites.h"
#include "tags/pattern.h"
#include "tags/scan.h"

#define TAG "T_1"

static const char *const comments[] = {"T_1", "__Start_T_1__ x", "_S_T_1_20200131_START__ x",
	"T_1_END_ 1", "AMI_OVERRIDE_T_1_START", "[-start-160421-T_1-add]//", "[[-end-T_1]",
	"BEGIN_CHANGE T_1 a_CHANGE_S", "x (S) T_1 -E-", "[T_1]S", "(T_1)E", "[S]T_1[E]",
	"S, T_1, E", "E T_1,S;", "add start by x T_1 end add 1", "T_1 modified-end by 9",
	"added by T_1 new for x", "fix x T_1 a b c until end from amy", "ifdef T_1 done",
	"T_1 x: begin: y", ">>>T_1<<<", "S T A R T T_1 E N D", "T_1-S", "T_1.E x",
	"T_0, T_1 & T_2; T_3/T_4", "<T_1>", "</T_1>", "<T_1 by x>", "x <T_1+> y >>>",
	"(T_0)(T_1+)(T_2)>", "<(T_0)(T_1)(T_2)", "<[T_1-]", "[T_1]>>", "<<(T_1)", "+[T_1]+",
	"[+T_1+]", "[+ T_1 -]", "(+) T_1 (-)", "[T_1 +]]", "[[- T_1]", "[ T_1 ]", "[ /T_1 ]",
	"(T_1", "T_1)", "[T_1", "T_1]", "T_1+", "-T_1", "+T_1)", "(T_1+)", "+++ T_1 -- x",
	"---- T_1 ----", "-->T_1<--", "T_1 {{{ x }}}", "T_1 ^^^", "|--T_1--|",
	"\xE2\x94\x8C--T_1--\xE2\x94\x98", "8< T_1 >8", "T_1 power on off", "T_1 here: block out",
	"T_1 in 12", "\xE4\xB8\x8AT_1\xE4\xB8\x8B", "\343\200\202b T_1 e\xEF\xBC\x81",
	"T_1\xEF\xBC\x8C\xE6\x89\x93\xE5\xBC\x80\xE3\x80\x82 on",
	"\xE3\x80\x90\xE5\xA7\x8B\xE3\x80\x91T_1", "B_T_1_E", "BGN: T_1 FIN.", "T_1    B",
	"B    T_1", "SOC T_1 EOC", "vvvv T_1 vvvv", "T_1 2016/04/21", "160421 T_1 20160421",
	"T_1 2016-4-2", "ADD PR-41 T_1 AB-1 x", "[ECID:0] BOB T_1 20130110", "LGE_CHANGE_S T_1_add",
	"// T_1 */", "/* T_1 \\", "<!-- T_1 -->", "@rem T_1", "#endif // T_1", "%ifdef T_1",
	"#pragma endregion T_1", "!endif T_1", "endif T_1 \\", "T_1[^]a]b{2,3}(x|\\))",
	"x T_1 \"//\" '\\'' /**/ <!-- x", "T_1 & rem x :: y ; z", "__ T_1 __", "T_1 \\",
	"T_1 \"a\\", "'T_1'", "T_1 '\\", "/T_1/", "*T_1*/", "<!--T_1", "T_1<!-", "%T_1%",
	"T_1 ::", "T_1&rem", "#T_1", "T_1 #if", "[T_1[", "- T_1", "T_1 -"};

static void note(char got[1000], const char *fmt, ...)
{
	size_t len = strlen(got);
	va_list args;

	va_start(args, fmt);
	vsnprintf(got + len, 1000 - len, fmt, args);
	va_end(args);
}

static void note_mark(
	char got[1000], const struct mark_pairs *own, struct span c, size_t at, size_t len)
{
	struct mark m = mark_read(own, c, at, len);

	note(got, "%u %u %u %u %u,", m.kind, m.family, m.score, m.weak, m.beside);
}

static void note_part(char got[1000], struct span all, struct span part)
{
	note(got, "%u+%u,", part.len > 0 ? (unsigned)(part.ptr - all.ptr) : 0, (unsigned)part.len);
}

static void note_masks(char got[1000], struct span c)
{
	bool mask[100];
	unsigned style;
	size_t i;

	for (style = COMMENT_ALL; style <= COMMENT_NONE; style++) {
		struct comment_state s = {.style = (enum comment_style)style};

		memset(mask, 0, sizeof mask);
		comment_mask(&s, c, mask);
		for (i = 0; i < c.len; i++)
			note(got, "%d", mask[i]);
		note(got, " %d%d %d%d,", s.in_block, s.goes_on, comment_cond(s.style, false, c),
			comment_cond(s.style, true, c));
	}
}

/* Whatever is read from the comment, with the tag at [at, at + len). */
static void read_all(struct span c, size_t at, size_t len, char got[1000])
{
	static char begin[] = "T_1 x", end[] = "[T";
	static const struct mark_pairs own = {{begin}, {end}, 1};
	struct bound b = bound_read(c, at, len);
	struct mirror m = mirror_read(c, at, len);
	size_t from = at;
	size_t to = at + len;
	size_t found = 0;
	struct span word = {NULL, 0};

	got[0] = '\0';
	note_mark(got, NULL, c, at, len);
	note_mark(got, &own, c, at, len);
	note_mark(got, NULL, c, 0, 0);
	note(got, "%s %u %d %u,", b.word, b.form, b.only, b.rest);
	note(got, "%s %lu,", m.word != NULL ? m.word : "", (unsigned long)m.rest);
	note(got, "%d %d,", opposites_read(c, at, len), mark_has_verb(c, at, len));
	note(got, "%u %u %u,", (unsigned)mark_glued_after(c, to),
		(unsigned)mark_glued_before(c, at), (unsigned)mark_glued_tail(c, to));
	note(got, "%d %u %u,", bound_cut(c, &from, &to), (unsigned)from, (unsigned)to);
	from = (unsigned)discover_matcher.next(NULL, 0, c, 0, &found, NULL);
	note(got, "%u %u %d %d %d %u,", (unsigned)from, (unsigned)found, discover_has_number(c),
		discover_looks_like_ticket(c), discover_describes(c), discover_date(c));
	if (span_slice(c, at, len, &word)) {
		struct hit hit = {
			.kind = HIT_BEGIN, .score = MARK_LIKELY, .date = discover_date(c)};

		note(got, "%d,", discover_keeps(word, c, &hit));
	}
	note_part(got, c, mark_comment(c, false));
	note_part(got, c, mark_comment(c, true));
	note_part(got, c, pattern_literal(c, true));
	note_masks(got, c);
}

static void compare(const char *comment, size_t from, size_t to)
{
	static const char around[] = "xS_1>-+[]().\"/\xE3";
	size_t at = (size_t)(strstr(comment, TAG) - comment) - from;
	struct exact alone = exact_of_len(comment + from, to - from);
	char want[1000];
	size_t i;

	read_all(alone.span, at, strlen(TAG), want);
	exact_free(&alone);
	for (i = 0; around[i] != '\0'; i++) {
		char text[100];
		char got[1000];

		memset(text, around[i], sizeof text);
		memcpy(text + 8, comment + from, to - from);
		read_all(span_of(text + 8, to - from), at, strlen(TAG), got);
		if (strcmp(got, want) != 0)
			fail_msg("%.*s between %c:\n%s\n%s", (int)(to - from), comment + from,
				around[i], want, got);
	}
}

static void nothing_around_a_comment_counts(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof comments / sizeof comments[0]; i++) {
		size_t len = strlen(comments[i]);
		size_t at = (size_t)(strstr(comments[i], TAG) - comments[i]);
		size_t k;

		for (k = 0; k <= at; k++)
			compare(comments[i], k, len);
		for (k = at + strlen(TAG); k <= len; k++) {
			compare(comments[i], 0, k);
			compare(comments[i], at, k);
			if (at > 0)
				compare(comments[i], at - 1, k);
		}
	}
}

static void expect_same(const struct scan_result *a, const struct scan_result *b)
{
	size_t i;

	assert_int_equal(a->hit_count, b->hit_count);
	for (i = 0; i < a->hit_count; i++) {
		assert_int_equal(a->hits[i].line, b->hits[i].line);
		assert_int_equal(a->hits[i].column, b->hits[i].column);
		assert_int_equal(a->hits[i].kind, b->hits[i].kind);
	}
	assert_int_equal(a->block_count, b->block_count);
	for (i = 0; i < a->block_count; i++) {
		assert_int_equal(a->blocks[i].first, b->blocks[i].first);
		assert_int_equal(a->blocks[i].last, b->blocks[i].last);
	}
	assert_int_equal(a->warning_count, b->warning_count);
}

/* A file as a whole, and in pieces of so many bytes. */
static void scan_both(const struct scan_opts *opts, const char *name, struct span text, size_t step)
{
	struct scan_result whole;
	struct scan_result joined;
	struct scan_pieces *pieces;
	struct err err;
	size_t at;

	assert_int_equal(scan_bytes(opts, name, text, &whole, &err), ERR_OK);
	assert_int_equal(scan_pieces_open(opts, name, &pieces, &err), ERR_OK);
	for (at = 0; at < text.len; at += step) {
		size_t len = text.len - at < step ? text.len - at : step;
		struct exact piece = exact_of_len(text.ptr + at, len);

		assert_int_equal(scan_pieces_add(pieces, piece.span, &err), ERR_OK);
		exact_free(&piece);
	}
	assert_int_equal(scan_pieces_end(pieces, &joined, &err), ERR_OK);
	expect_same(&whole, &joined);
	scan_pieces_close(pieces);
	scan_result_free(&joined);
	scan_result_free(&whole);
}

static void files_end_anywhere(void **state)
{
	static const char *const names[] = {
		"x.c", "x.inf", "x.bat", "x.xml", "x.S", "x.nasm", "makefile", "x.txt", "x.json"};
	static const char text[] = "// T_1 >>>\n/* T_1 */ x \"//\" // T_1 \\\r\nT_1\r\n"
				   "#ifdef T_1 // a\nrem T_1 & :: T_1\n#endif\n<!-- T_1\n"
				   "T_1 -->\n%if T_1\n; T_1 start\n%endif\n# T_1 \xC3\xA9 end\n"
				   "// T_1 <<<\n// T_1_B\n// T_1_E\nifdef T_1\nendif\n";
	const char *tag = TAG;
	struct tag_opts tag_opts = {0};
	struct tag_set set;
	struct scan_opts opts = {.set = &set};
	struct err err;
	size_t len;
	size_t i;

	(void)state;
	assert_int_equal(tag_set_init(&set, &tag, 1, &tag_opts, &err), ERR_OK);
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		for (len = 0; len < sizeof text; len++) {
			struct exact part = exact_of_len(text, len);

			if (len > 0 && ((uint8_t)text[len - 1] & 0xC0) != 0xC0)
				scan_both(&opts, names[i], part.span, len % 7 + 1);
			exact_free(&part);
		}
	}
	tag_set_free(&set);
}

/* The same of a comment that the tag is not in. */
static void nothing_is_read_of_an_empty_comment(void **state)
{
	struct exact none = exact_of("");
	char got[1000];

	(void)state;
	read_all(none.span, 0, 0, got);
	exact_free(&none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_around_a_comment_counts),
		cmocka_unit_test(files_end_anywhere),
		cmocka_unit_test(nothing_is_read_of_an_empty_comment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
