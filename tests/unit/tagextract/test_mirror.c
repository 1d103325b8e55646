/* SPDX-License-Identifier: MIT */
/* Comments that are the same but for one opposite word or sign. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/bound.h"
#include "tags/mirror.h"

static struct mirror read(const char *comment)
{
	struct exact text = exact_of(comment);
	const char *tag = strstr(comment, "T_1");
	struct mirror m;

	assert_non_null(tag);
	m = mirror_read(text.span, (size_t)(tag - comment), 3);
	exact_free(&text);
	return m;
}

#define LONG "a text that is so long that a bad sum would forget what was before it"

static void the_word_stands_alone(void **state)
{
	static const struct {
		const char *comment;
		const char *word; /* NULL: none */
	} rows[] = {{"T_1 in", "in"}, {"T_1: in", "in"}, {"T_1 : node : IN", "in"},
		{"in: T_1", "in"}, {"T_1 power on", NULL}, {"T_1 power (on)", "on"},
		{"T_1 on power", NULL}, {"T_1 on 12", "on"}, {"T_1 on 0", "on"}, {"T_1 on 9", "on"},
		{"T_1 on12", NULL}, {"T_1 open block", "open"}, {"T_1 block open", "open"},
		{"block open T_1", "open"}, {"T_1 block open it", NULL}, {"on T_1 off", "off"},
		{"on, off, T_1", "off"}, {"T_1 b", "b"}, {"T_1(s)", "s"}, {"T_1)s", NULL},
		{"[T_1]e", "["}, {"T_1 back", NULL}, {"T_1", NULL}, {"T_1 上", "上"},
		{"T_1，上", "上"}, {"T_1 上午", NULL}, {"T_1 上1", NULL}, {"T_1 上 1", "上"},
		{"上T_1", "上"}, {"T_1：打开", "打开"}, {"T_1：打开。", "打开"},
		{"打开！T_1", "打开"}, {"T_1１上", NULL}, {"「T_1", "「"}, {"T_1」", "」"},
		{"「T_1」", NULL}, {"x「T_1", NULL}, {"T_1 x >", ">"}, {"< T_1 x", "<"},
		{"<T_1>", NULL}, {"T_1 > x", NULL}, {"(T_1 x", "("}, {"T_1 x]", "]"},
		{"-- 8< -- T_1", "8<"}, {"T_1 >8", ">8"}, {"8 T_1", NULL}, {"ST_1下", "下"},
		{"OPEN上T_1", NULL}, {"】起T_1", "起"}, {"authorremT_1>>>b", "b"},
		{"T_1／上", "上"}, {"T_1０上", NULL}, {"T_1９上", NULL}, {"T_1＠上", "上"},
		{"T_1Ａ上", NULL}, {"T_1 prologue", "prologue"}, {"T_1 讫", "讫"}, {")s T_1", ")"},
		{"]b T_1", "]"}, {"T_1 in block x", "in"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *got = read(rows[i].comment).word;

		if ((got == NULL) != (rows[i].word == NULL) ||
			(got != NULL && strcmp(got, rows[i].word) != 0))
			fail_msg("%s: %s", rows[i].comment, got != NULL ? got : "none");
	}
}

static void the_rest_is_the_same(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		bool opposes;
	} rows[] = {{"T_1: x in", "T_1: x out", false}, {"T_1: x: in", "T_1: x: out", true},
		{"T_1: x: out", "T_1: x: in", true}, {"T_1: x: in", "T_1: y: out", false},
		{"T_1: x: in", "T_1: x: off", false}, {"T_1: x: in", "T_1: x: in", false},
		{"T_1 - X: In", "T_1, x (OUT)", true}, {"T_1 b", "T_1 e", true},
		{"T_1 s", "T_1 e", true}, {"T_1 s", "T_1 f", true}, {"T_1 b", "T_1 f", true},
		{"T_1 s", "T_1 b", false}, {"T_1 上", "T_1 下", true}, {"T_1 前", "T_1 後", true},
		{"「T_1 x", "T_1 x」", true}, {"「T_1 x", "T_1 x』", false},
		{"T_1 <<", "T_1 >>>", true}, {"8< T_1", "T_1 >8", true}, {"┌ T_1", "└ T_1", true},
		{"△ T_1", "▽ T_1", true}, {"T_1 首", "T_1 尾", true}, {"T_1", "T_1 out", false},
		{"T_1 in", "T_1", false}, {"T_1 on", "T_1 off", true},
		{"T_1: x" LONG ": in", "T_1: x" LONG ": out", true},
		{"T_1: x" LONG ": in", "T_1: y" LONG ": out", false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct mirror a = read(rows[i].a);
		struct mirror b = read(rows[i].b);

		if (mirror_opposes(&a, &b) != rows[i].opposes ||
			mirror_opposes(&b, &a) != rows[i].opposes)
			fail_msg("%s | %s", rows[i].a, rows[i].b);
	}
}

/* ---- words that need a counterpart: bound.h ---- */

static struct bound read_bound(const char *comment)
{
	struct exact text = exact_of(comment);
	struct bound b = bound_read(text.span, (size_t)(strstr(comment, "T_1") - comment), 3);

	exact_free(&text);
	return b;
}

static void bound_words_are_the_first_beside_the_tag(void **state)
{
	static const struct {
		const char *comment;
		const char *says; /* "word form", "!": nothing else in the comment */
	} rows[] = {{"T_1_B", "b glued-after!"}, {"T_1_E", "e glued-after!"},
		{"T_1_soc", "soc glued-after!"}, {"T_1_ON", "on glued-after!"},
		{"T_1_B__ x", "b glued-after"}, {"T_1_B, 中", "b glued-after"},
		{"x T_1_B", " none"}, {"(T_1_B)", "b glued-after!"}, {"T_1_X", " none"},
		{"T_1_", " none"}, {"T_1__B", " none"}, {"T_1_B2", " none"},
		{"T_1_headers", " none"}, {"T_1_HEADER", "header glued-after!"},
		{"B_T_1", "b glued-before!"}, {"__SOC_T_1 - y", "soc glued-before"},
		{"x B_T_1", " none"}, {"-B_T_1", "b glued-before!"}, {"_T_1", " none"},
		{"Q_T_1", " none"}, {"BT_1", " none"}, {"T_1 B", "b after!"},
		{"T_1 - BGN", "bgn after!"}, {"T_1    B", "b after!"}, {"T_1     B", " none"},
		{"T_1 b", " none"}, {"T_1 ON", " none"}, {"T_1 B x", "b after"},
		{"T_1:E.", "e after!"}, {"T_1中B", " none"}, {"x T_1 B", " none"},
		{"T_1 EOC", "eoc after!"}, {"T_1 EO", " none"}, {"T_1 EOCXY", " none"},
		{"T_1 EXC", " none"}, {"B T_1", "b before!"}, {"FIN: T_1 x", "fin before"},
		{"B     T_1", " none"}, {"B    T_1", "b before!"}, {"x B T_1", " none"},
		{"b T_1", " none"}, {"T_1", " none"}, {"T_1 [B", "b after!"}, {"T_1 Z_", " none"},
		{"T_1 B_", " none"}, {"T_1-E0", " none"}, {"T_1:S_", " none"}, {"T_1_GIN", " none"},
		{"T_1_EO", " none"}, {"d_T_1", " none"}, {"byT_1", " none"}, {"T_1ED", " none"},
		{"T_1_START\x80", "start glued-after"}, {"\x80T_1//E N D", " none"}};
	static const char *const forms[] = {
		"none", "glued-after", "glued-before", "after", "before"};
	size_t bad = 0;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct bound b = read_bound(rows[i].comment);
		bool found = b.form != BOUND_NONE;
		char got[64];

		snprintf(got, sizeof got, "%s %s%s", found ? b.word : "", forms[b.form],
			found && b.only ? "!" : "");
		if (strcmp(got, rows[i].says) != 0) {
			print_error("%s: %s\n", rows[i].comment, got);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

static void the_rest_beside_a_bound_word_counts_as_a_whole(void **state)
{
	(void)state;
	assert_int_equal(read_bound("T_1_B x" LONG).rest, read_bound("T_1_E X-" LONG).rest);
	assert_int_not_equal(read_bound("T_1_B x" LONG).rest, read_bound("T_1_E y" LONG).rest);
}

/* A tag may be one letter. */
static void words_beside_a_short_tag(void **state)
{
	struct bound b = bound_read(span_of("T_B", 3), 0, 1);

	(void)state;
	assert_int_equal(b.form, BOUND_GLUED_AFTER);
	assert_string_equal(b.word, "b");
}

static void bound_words_close_and_prove(void **state)
{
	static const struct {
		const char *begin;
		const char *end;
		bool closes;
		bool proves;
	} rows[] = {{"T_1_B", "T_1_E", true, true}, {"T_1_B x", "T_1_E x", true, true},
		{"T_1_B x", "T_1_E y", true, false}, {"T_1_B x", "T_1_E", true, true},
		{"T_1_B", "T_1 E", false, true}, {"T_1 B x", "T_1 E x", true, false},
		{"T_1 B x", "T_1 E", true, true}, {"T_1 BGN x", "T_1 FIN y", true, true},
		{"T_1 ST x", "T_1 FIN y", true, true}, {"T_1_ON", "T_1_OFF", true, false},
		{"T_1_ON", "T_1_DOWN", false, false}, {"T_1_UP", "T_1_OFF", false, false},
		{"T_1_OFF", "T_1_ON", false, false}, {"T_1_SOC", "T_1_EOC", true, true},
		{"T_1_BOC", "T_1_EOC", true, true}, {"T_1_SOC", "T_1_EOM", false, true},
		{"T_1_EOC", "T_1_EOC", false, true}, {"T_1_SOC", "T_1_BOC", false, true},
		{"T_1_E", "T_1_B", false, true}, {"B_T_1 x", "E_T_1 x", true, true},
		{"T_1_S X", "T_1_E x", true, true}, {"T_1_S x1", "T_1_E x2", true, false},
		{"T_1_S", "T_1_FIN", false, true}, {"T_1_ST", "T_1_FIN", true, true},
		{"T_1_PUSH", "T_1_POP", true, false}};
	size_t bad = 0;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct bound a = read_bound(rows[i].begin);
		struct bound b = read_bound(rows[i].end);

		if (bound_closes(&a, &b) != rows[i].closes ||
			bound_proves(&a, &b) != rows[i].proves) {
			print_error("%s, %s: %d %d\n", rows[i].begin, rows[i].end,
				(int)bound_closes(&a, &b), (int)bound_proves(&a, &b));
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

static void bound_words_are_cut_from_a_tag(void **state)
{
	static const struct {
		const char *word;
		const char *rest;
	} rows[] = {{"PR_1_B", "PR_1"}, {"B_PR_1", "PR_1"}, {"PR_1_SOC", "PR_1"},
		{"PR_1_ON", "PR_1_ON"}, {"ON_PR_1", "ON_PR_1"}, {"PR_1", "PR_1"}, {"PR1B", "PR1B"},
		{"B_", "B_"}, {"_B", "_B"}, {"X_E_2", "X_E_2"}, {"P_B", "P"}, {"B_P", "P"},
		{"PR_1_E__", "PR_1"}, {"ENDPR_1", "ENDPR_1"}, {"EOMPR_1", "EOMPR_1"},
		{"msPR_1", "msPR_1"}, {"bokePR_1", "bokePR_1"}, {"boke_PR_1", "PR_1"},
		{"boken_PR_1", "boken_PR_1"}, {"bo_PR_1", "bo_PR_1"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct exact text = exact_of(rows[i].word);
		size_t from = 0;
		size_t to = text.span.len;
		bool cut = bound_cut(text.span, &from, &to);

		if (to - from != strlen(rows[i].rest) ||
			memcmp(text.span.ptr + from, rows[i].rest, to - from) != 0 ||
			cut != (to - from != text.span.len))
			fail_msg("%s: %.*s", rows[i].word, (int)(to - from),
				(const char *)text.span.ptr + from);
		exact_free(&text);
	}
}

static void joined_words_have_a_length(void **state)
{
	struct span line = span_of("B_Tag_EOC__ x", 13);

	(void)state;
	assert_int_equal(bound_glued_after(line, 5), 6);
	assert_int_equal(bound_glued_before(line, 2), 2);
	assert_int_equal(bound_glued_after(line, 2), 0);
	assert_int_equal(bound_glued_before(line, 5), 0);
	assert_int_equal(bound_glued_after(line, 13), 0);
	assert_int_equal(bound_glued_before(line, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_word_stands_alone),
		cmocka_unit_test(the_rest_is_the_same),
		cmocka_unit_test(bound_words_are_the_first_beside_the_tag),
		cmocka_unit_test(the_rest_beside_a_bound_word_counts_as_a_whole),
		cmocka_unit_test(words_beside_a_short_tag),
		cmocka_unit_test(bound_words_close_and_prove),
		cmocka_unit_test(bound_words_are_cut_from_a_tag),
		cmocka_unit_test(joined_words_have_a_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
