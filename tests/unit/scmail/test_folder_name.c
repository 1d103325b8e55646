/* SPDX-License-Identifier: MIT */
/* Modified UTF-7, as RFC 3501 shows it. */
#include "test.h"

#include <string.h>

#include "imap/folder_name.h"

static void names_of_folders(void **state)
{
	static const char *const names[][2] = {
		{"Sent", "Sent"},
		{"Sent Messages", "Sent Messages"},
		{"~peter/mail/\xE5\x8F\xB0\xE5\x8C\x97/\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E",
			"~peter/mail/&U,BTFw-/&ZeVnLIqe-"}, /* section 5.1.3 */
		{"\xE5\xB7\xB2\xE5\x8F\x91\xE9\x80\x81", "&XfJT0ZAB-"},
		{"R&D", "R&-D"},
		{"&XfJT0ZAB-", "&XfJT0ZAB-"}, /* encoded already */
		{"\xF0\x9F\x98\x80", "&2D3eAA-"},
		{"", ""},
		{"Foo&Bar-Baz", "Foo&-Bar-Baz"}, /* looks encoded, and is not */
		{"a&XfJT0ZAB-&U,BTFw-", "a&XfJT0ZAB-&U,BTFw-"},
		{"&2D3eAB-", "&-2D3eAB-"}, /* bits after the last character */
		{"&AGE-", "&-AGE-"},       /* "a" needs no run */
		{"&2D0-", "&-2D0-"},       /* half a character */
		{"&XfJT0ZAB", "&-XfJT0ZAB"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct buf out;

		buf_init(&out, 0);
		assert_true(folder_name(span_of(names[i][0], strlen(names[i][0])), &out));
		assert_int_equal(out.len, strlen(names[i][1]));
		if (out.len > 0)
			assert_memory_equal(out.ptr, names[i][1], out.len);
		buf_free(&out);
	}
}

/* As many characters as there are: one run. */
static void a_long_name_is_one_run(void **state)
{
	char name[3 * 300 + 1] = "";
	struct buf out;
	size_t i;

	(void)state;
	for (i = 0; i < 300; i++)
		strcat(name, "\xE5\x8F\x91");
	buf_init(&out, 0);
	assert_true(folder_name(span_of(name, strlen(name)), &out));
	assert_int_equal(out.len, 2 + 300 * 16 / 6);
	assert_true(memchr(out.ptr + 1, '&', out.len - 1) == NULL);
	buf_free(&out);
}

static void what_is_no_utf8(void **state)
{
	struct buf out;

	(void)state;
	buf_init(&out, 0);
	assert_false(folder_name(span_of("\xD2\xD1", 2), &out));
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_folders),
		cmocka_unit_test(a_long_name_is_one_run),
		cmocka_unit_test(what_is_no_utf8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
