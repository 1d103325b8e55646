/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "message/header.h"

static char *field(const char *name, const char *text)
{
	struct buf b;

	buf_init(&b, 0);
	header_field(&b, name, text);
	buf_add_u8(&b, 0);
	assert_int_equal(b.failed, ERR_OK);
	return (char *)b.ptr;
}

static void expect(const char *text, const char *want)
{
	char *got = field("Subject", text);

	assert_string_equal(got, want);
	free(got);
}

/* No line over 76 characters, none of blanks only, 7-bit, CR LF at the end of each. */
static void check_lines(const char *text)
{
	const char *p = text;

	while (*p != '\0') {
		const char *end = strstr(p, "\r\n");
		bool blank = true;

		assert_non_null(end);
		assert_true(end - p <= 76);
		for (; p < end; p++) {
			assert_true((unsigned char)*p < 0x7F && *p != '\r' && *p != '\n');
			blank = blank && *p == ' ';
		}
		assert_false(blank);
		p = end + 2;
	}
}

static void ascii_stays(void **state)
{
	(void)state;
	expect("Hi, buddy", "Subject: Hi, buddy\r\n");
	expect("", "Subject:\r\n");
	expect("a =?b?= c",
		"Subject: =?UTF-8?B?YSA9P2I/PSBj?=\r\n"); /* would be taken for a word */
	expect("two  blanks", "Subject: =?UTF-8?B?dHdvICBibGFua3M=?=\r\n");
}

/* No first line with nothing but the name: some readers begin the text with a blank then. */
static void long_word_stands_beside_the_name(void **state)
{
	char text[80];
	size_t n;

	(void)state;
	for (n = 60; n + 1 < sizeof text; n++) {
		char *got;

		memset(text, 'x', n);
		text[n] = '\0';
		got = field("Subject", text);
		assert_true(strncmp(got, "Subject: ", 9) == 0);
		check_lines(got);
		free(got);
	}
}

static void chinese_becomes_words(void **state)
{
	(void)state;
	expect("\xE4\xBD\xA0\xE5\xA5\xBD", "Subject: =?UTF-8?B?5L2g5aW9?=\r\n");
}

static void every_length_folds_well(void **state)
{
	char text[1200];
	size_t n;
	size_t i;

	(void)state;
	for (n = 1; n < 380; n++) {
		char *got;

		for (i = 0; i < n; i++)
			memcpy(text + 3 * i, "\xE4\xB8\xAD", 3);
		text[3 * n] = '\0';
		got = field("Subject", text);
		check_lines(got);
		free(got);
		memset(text, 'x', n);
		text[n] = '\0';
		got = field("Subject", text);
		check_lines(got);
		free(got);
		for (i = 0; i < n; i += 7)
			text[i] = ' ';
		text[0] = 'x';
		got = field("X-Long-Header-Name", text);
		check_lines(got);
		free(got);
	}
}

static void control_characters_are_refused(void **state)
{
	static const char *const bad[] = {"a\r\nBcc: evil@x", "a\nb", "a\rb", "a\x01", "\x7F",
		"\xC2\x85", "\xE2\x80\xA8", "\xFF"};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(header_text_ok(bad[i], "--subject", &err), ERR_USAGE);
	assert_int_equal(header_text_ok("tab\tis fine \xE4\xB8\xAD", "x", &err), ERR_OK);
}

static void param(const char *value, bool extended, const char *want)
{
	struct header h;
	struct buf b;

	buf_init(&b, 0);
	header_begin(&h, &b, "X");
	header_token(&h, "a/b", 3);
	header_param(&h, "name", value, extended);
	header_end(&h);
	buf_add_u8(&b, 0);
	assert_string_equal((char *)b.ptr, want);
	buf_free(&b);
}

static void file_names_in_both_forms(void **state)
{
	(void)state;
	param("a b.txt", true, "X: a/b; name=\"a b.txt\"\r\n");
	param("q\"u\\o", true, "X: a/b; name=\"q\\\"u\\\\o\"\r\n");
	param("\xE4\xB8\xAD.bin", true, "X: a/b; name*=UTF-8''%E4%B8%AD.bin\r\n");
	param("\xE4\xB8\xAD.bin", false, "X: a/b; name=\"=?UTF-8?B?5LitLmJpbg==?=\"\r\n");
}

static void long_file_names_are_cut_in_pieces(void **state)
{
	char name[301];
	struct header h;
	struct buf b;
	int i;

	(void)state;
	for (i = 0; i < 100; i++)
		memcpy(name + 3 * i, "\xE4\xB8\xAD", 3);
	name[300] = '\0';
	for (i = 0; i < 2; i++) {
		buf_init(&b, 0);
		header_begin(&h, &b, "Content-Type");
		header_token(&h, "application/octet-stream", 24);
		header_param(&h, i == 0 ? "filename" : "name", name, i == 0);
		header_end(&h);
		buf_add_u8(&b, 0);
		check_lines((char *)b.ptr);
		if (i == 0)
			assert_non_null(strstr((char *)b.ptr, "filename*1*=%E4"));
		buf_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ascii_stays),
		cmocka_unit_test(long_word_stands_beside_the_name),
		cmocka_unit_test(chinese_becomes_words),
		cmocka_unit_test(every_length_folds_well),
		cmocka_unit_test(control_characters_are_refused),
		cmocka_unit_test(file_names_in_both_forms),
		cmocka_unit_test(long_file_names_are_cut_in_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
