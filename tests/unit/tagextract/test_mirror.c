/* SPDX-License-Identifier: MIT */
/* Comments that are the same but for one opposite word or sign. */
#include "test.h"

#include <string.h>

#include "exact.h"
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

static void the_word_stands_alone(void **state)
{
	static const struct {
		const char *comment;
		const char *word; /* NULL: none */
	} rows[] = {{"T_1 in", "in"}, {"T_1: in", "in"}, {"T_1 : node : IN", "in"},
		{"in: T_1", "in"}, {"T_1 power on", NULL}, {"T_1 power (on)", "on"},
		{"T_1 on power", NULL}, {"T_1 on 12", "on"}, {"T_1 on12", NULL},
		{"T_1 open block", "open"}, {"T_1 block open", "open"}, {"block open T_1", "open"},
		{"T_1 block open it", NULL}, {"on T_1 off", "off"}, {"on, off, T_1", "off"},
		{"T_1 b", "b"}, {"T_1(s)", "s"}, {"T_1)s", NULL}, {"[T_1]e", "["},
		{"T_1 back", NULL}, {"T_1", NULL}, {"T_1 上", "上"}, {"T_1，上", "上"},
		{"T_1 上午", NULL}, {"上T_1", "上"}, {"T_1：打开", "打开"}, {"T_1：打开。", "打开"},
		{"打开！T_1", "打开"}, {"T_1１上", NULL}, {"「T_1", "「"}, {"T_1」", "」"},
		{"「T_1」", NULL}, {"x「T_1", NULL}, {"T_1 x >", ">"}, {"< T_1 x", "<"},
		{"<T_1>", NULL}, {"T_1 > x", NULL}, {"(T_1 x", "("}, {"T_1 x]", "]"},
		{"-- 8< -- T_1", "8<"}, {"T_1 >8", ">8"}, {"8 T_1", NULL},
		{"T_1 prologue", "prologue"}, {"T_1 讫", "讫"}};
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
		{"T_1 in", "T_1", false}, {"T_1 on", "T_1 off", true}};
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_word_stands_alone),
		cmocka_unit_test(the_rest_is_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
