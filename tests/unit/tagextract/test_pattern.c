/* SPDX-License-Identifier: MIT */
/* A text that every match holds: what is left out must be left out, or files would be missed. */
#include "test.h"

#include <string.h>

#include "exact.h"
#include "tags/pattern.h"

static void literals_of_patterns(void **state)
{
	static const struct {
		const char *pattern;
		const char *literal; /* "": none is sure */
		bool fold;
	} cases[] = {{"Tag_SC0[12]\\b", "Tag_SC0", false}, {"Tag_SC0?1", "Tag_SC", false},
		{"\\bIB\\d{8}\\b", "", false}, {"EIP\\d+", "EIP", false}, {"abc|def", "", false},
		{"(abc|def)ghi", "ghi", false}, {"(?i)abc", "", false}, {"ab+cde", "cde", false},
		{"abcd*", "abc", false}, {"abc{0,1}defg", "defg", false}, {"\\Qabc\\E", "", false},
		{"\\x41bcd", "", false}, {"[[:alpha:]]abc", "", false}, {"[:x]abc", "", false},
		{"a.bcd", "bcd", false}, {"(*UCP)abc", "", false}, {"(a(b)c)def", "def", false},
		{"[](]abc", "abc", false}, {"[^]|]abc", "abc", false}, {"task_one", "_one", true},
		{"take", "", true}, {"EIP1234", "EIP1234", true}, {"", "", false},
		{"\xE4\xBF\xAE\xE6\x94\xB9xyz", "xyz", false}, {"ab", "", false},
		{"\\.abc\\.", "abc", false}, {"^abc$", "abc", false},
		/* cut off */
		{"abc\\", "abc", false}, {"abc[", "abc", false}, {"abc[^", "abc", false},
		{"abc[]", "abc", false}, {"abc[\\", "abc", false}, {"abc(", "abc", false},
		{"abc(x", "abc", false}, {"abc(\\", "abc", false}, {"abc([", "abc", false},
		{"abc{", "", false}, {"abcd{", "abc", false}, {"abcd{1", "abc", false},
		{"abcd?", "abc", false}, {"abc?", "", false}, {"abcd+", "abcd", false},
		/* the longest, of equal ones the first */
		{"abc.defg", "defg", false}, {"abc.def", "abc", false}, {"abcd.ef", "abcd", false},
		/* classes, groups and escapes */
		{"[a]bcd", "bcd", false}, {"[\\]]bcd", "bcd", false}, {"[^\\]]bcd", "bcd", false},
		{"[]a]bcd", "bcd", false}, {"[^]a]bcd", "bcd", false}, {"x[|]bcd", "bcd", false},
		{"(x[)]y)bcd", "bcd", false}, {"(x\\)y)bcd", "bcd", false},
		{"((x)|y)bcd", "bcd", false}, {"\\|bcd", "bcd", false}, {"(a)|bcd", "", false},
		{"[x]|bcd", "", false}, {"abc\\", "abc", false}, {"abc\\R", "", false},
		{"abc\\n", "abc", false}, {"\\bcde", "cde", false}, {"}abc", "abc", false},
		{"abc)def", "abc", false}, {"abc{2}def", "def", false}, {"a{2}bcd", "bcd", false},
		{"taKe_one", "e_one", true}, {"tasSe_one", "e_one", true}, {"task", "task", false},
		{"abc\x80", "abc", false}, {"(\\.)bcd", "bcd", false}, {"\\.|bcd", "", false},
		{"a{200}x", "", false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct exact p = exact_of(cases[i].pattern);
		struct span got = pattern_literal(p.span, cases[i].fold);

		if (!span_equal(got, span_of(cases[i].literal, strlen(cases[i].literal))))
			fail_msg("%s: %.*s", cases[i].pattern, (int)got.len, (const char *)got.ptr);
		exact_free(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(literals_of_patterns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
