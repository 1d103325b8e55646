/* SPDX-License-Identifier: MIT */
/* Ready messages that scripts put together by hand: what mail cannot carry is repaired in each
 * part.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "compose/ready_parts.h"
#include "compose/textin.h"

#define LONG 3000 /* characters of a line: 998 are allowed */

static char *repeated(const char *text, size_t len)
{
	char *out = calloc(1, len + 1);
	size_t i;

	assert_non_null(out);
	for (i = 0; i < len; i++)
		out[i] = text[i % strlen(text)];
	return out;
}

/* The body of a message, written; to be freed. */
static char *written(struct span message)
{
	char warning[TEXTIN_WARNING] = "";
	struct content c;
	struct buf out;
	struct err err;

	buf_init(&out, 0);
	content_read(message, &c);
	assert_int_equal(ready_parts_write(&c, warning, &out, &err), ERR_OK);
	buf_add_u8(&out, 0);
	assert_int_equal(out.failed, ERR_OK);
	return (char *)out.ptr;
}

static char *joined(const char *const *texts, size_t count)
{
	struct buf b;
	size_t i;

	buf_init(&b, 0);
	for (i = 0; i < count; i++)
		buf_str(&b, texts[i]);
	buf_add_u8(&b, 0);
	return (char *)b.ptr;
}

#define JOINED(...)                                                                                \
	joined((const char *[]){__VA_ARGS__},                                                      \
		sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

/* A message of head and body comes out with the body want; NULL: with its own. */
static void expect(const char *head, const char *body, const char *want)
{
	char *message = JOINED(head, "\n\n", body);
	char *got = written(span_of(message, strlen(message)));

	assert_string_equal(got, want != NULL ? want : body);
	free(got);
	free(message);
}

/* As expect, with a part of head and body between two others that stay. */
static void expect_part(const char *head, const char *body, const char *want)
{
	static const char before[] = "before\n--b c\n\nfirst\n--b c \t\n";
	static const char after[] = "--b c\n--bc\n--b c--\nafter\n";
	char *in = JOINED(before, head, "\n\n", body, "\n", after);
	char *out = JOINED(before, want, after);

	expect("Content-Type: Multipart/Mixed; boundary=\"b c\"", in, out);
	free(out);
	free(in);
}

/* Lines of 76 of that character, as many as LONG needs. */
static char *folded(const char *head, char c)
{
	struct buf out;
	size_t i;

	buf_init(&out, 0);
	buf_str(&out, head);
	for (i = 0; i < LONG; i++) {
		if (i > 0 && i % 76 == 0)
			buf_str(&out, "\r\n");
		buf_add_u8(&out, (uint8_t)c);
	}
	buf_printf(&out, "\r\n%c", 0);
	return (char *)out.ptr;
}

static void an_endless_line_of_base64_is_folded(void **state)
{
	static const char head[] = "Content-Transfer-Encoding: BASE64";
	char *line = repeated("A", LONG);
	char *lines = folded("", 'A');
	char *part = folded("Content-Transfer-Encoding: BASE64\n\n", 'A');

	(void)state;
	expect(head, line, lines);
	expect_part(head, line, part);
	free(part);
	free(lines);
	free(line);
}

static void a_soft_break_cuts_no_character(void **state)
{
	char *line = repeated("=4A", LONG);
	char *message = JOINED("Content-Transfer-Encoding: quoted-printable\n\n", line);
	char *got = written(span_of(message, strlen(message)));
	const char *p = got;
	size_t count = 0;

	(void)state;
	while (*p != '\0') {
		assert_true(strcspn(p, "\r") <= 76);
		for (; strncmp(p, "=4A", 3) == 0; p += 3)
			count++;
		if (strncmp(p, "=\r\n", 3) == 0)
			p += 3;
		else
			assert_string_equal(p, "");
	}
	assert_int_equal(count, LONG / 3);
	free(got);
	free(message);
	free(line);
}

/* The line end before a delimiter is none of the part's, the one before that is. */
static void a_part_keeps_its_last_line_end(void **state)
{
	static const char head[] = "Content-Type: multipart/mixed; boundary=b\n\n"
				   "--b\nContent-Transfer-Encoding: quoted-printable\n\n";
	static const char *const ends[] = {"=4A\n--b--\n", "=4A\n\n--b--\n", "=4A\n\n\n--b--\n"};
	char *line = repeated("=4A", LONG);
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		char *message = JOINED(head, line, ends[i]);
		char *got = written(span_of(message, strlen(message)));

		assert_string_equal(got + strlen(got) - strlen(ends[i]), ends[i]);
		free(got);
		free(message);
	}
	free(line);
}

/* A string literal with zero bytes. */
#define MESSAGE(text) span_of(text, sizeof(text) - 1)

static void a_body_that_breaks_gets_base64(void **state)
{
	static const char head[] = "Content-Type: multipart/mixed; boundary=b";
	char *got = written(MESSAGE("Content-Type: multipart/mixed; boundary=b\n\n"
				    "--b\nContent-Transfer-Encoding: 8bit\nContent-Type: x/y\n\n"
				    "\0\n\1\n--b--\n"));

	(void)state;
	assert_string_equal(got, "--b\nContent-Type: x/y\r\n"
				 "Content-Transfer-Encoding: base64\r\n\nAAoB\r\n--b--\n");
	free(got);
	/* UTF-16, whose line ends have zero bytes too */
	got = written(MESSAGE("Content-Type: multipart/mixed; boundary=b\n\n"
			      "--b\nContent-Type: text/plain\n\na\0\r\0\n\0\n--b--\n"));
	assert_string_equal(got, "--b\nContent-Type: text/plain\r\n"
				 "Content-Transfer-Encoding: base64\r\n\nYQANAAoA\r\n--b--\n");
	free(got);
	expect(head, "--b\nContent-Transfer-Encoding: 8bit\n\nshort\n--b--\n", NULL);
}

/* With the line ends of texts, and the empty line that the script forgot. */
static void a_text_that_breaks_gets_base64(void **state)
{
	static const char want[] = "--b\nContent-Transfer-Encoding: base64\r\n\r\neHh4";
	char *line = repeated("x", LONG);
	char *message =
		JOINED("Content-Type: multipart/mixed; boundary=b\n\n--b\n", line, "\nx\n--b--\n");
	char *got = written(span_of(message, strlen(message)));
	static const char end[] = "eHh4DQp4DQo=\r\n--b--\n";

	(void)state;
	assert_int_equal(strncmp(got, want, strlen(want)), 0);
	assert_string_equal(got + strlen(got) - strlen(end), end);
	free(got);
	free(message);
	free(line);
}

/* A byte of UTF-16 looks like one. */
static void a_text_of_wide_characters_gets_no_line_ends(void **state)
{
	char *line = repeated("N", LONG);
	char *message = JOINED("Content-Type: text/plain; charset=UTF-16LE\n\n", line, "N\nN");
	char *got = written(span_of(message, strlen(message)));
	static const char end[] = "TgpO\r\n";

	(void)state;
	assert_string_equal(got + strlen(got) - strlen(end), end);
	free(got);
	free(message);
	free(line);
}

static void parts_within_parts_are_reached(void **state)
{
	static const char head[] = "--o\nContent-Type: multipart/related; boundary=i\r\n\n"
				   "--i\nContent-Transfer-Encoding: base64\n\n";
	char *line = repeated("A", LONG);
	char *lines = folded("", 'A');
	char *in = JOINED(head, line); /* the last delimiters are forgotten */
	char *out = JOINED(head, lines);

	(void)state;
	expect("Content-Type: multipart/mixed; boundary=o", in, out);
	free(out);
	free(in);
	free(lines);
	free(line);
}

static void signed_and_foreign_parts_keep_their_bytes(void **state)
{
	char *line = repeated("A", LONG);
	char *in =
		JOINED("--b\nContent-Disposition: x; filename=\xE6\x8A\xA5\n\n", line, "\n--b--\n");

	(void)state;
	expect("Content-Type: multipart/signed; boundary=b", in, NULL);
	expect("Content-Type: multipart/encrypted; boundary=b", in, NULL);
	expect("Content-Type: multipart/mixed; boundary=other", in, NULL);
	expect("Content-Type: message/rfc822", in, NULL);
	expect("Content-Transfer-Encoding: x-uuencode", in, NULL);
	/* a text that begins as the first line of a mailbox's mail */
	expect("Content-Type: multipart/mixed; boundary=b", "--b\nFrom me\n\nhi\n--b--\n", NULL);
	expect("Content-Type: multipart/mixed; boundary=b", "--b\n--b\n\n--b\n\n\n--b--", NULL);
	free(in);
	free(line);
}

static void names_in_raw_bytes_are_written_as_rfc_2231_has_them(void **state)
{
	(void)state;
	expect_part("Content-Type: a/b; name=\"\xE6\x8A\xA5.pdf\"; x=\"y;z\"\n"
		    "Content-Disposition: attachment;\n filename=\"\xB1\xA8\xB8\xE6; 1.pdf\"",
		"x",
		"Content-Type: a/b; name=\"=?UTF-8?B?5oqlLnBkZg==?=\"; x=\"y;z\"\r\n"
		"Content-Disposition: attachment;\r\n"
		" filename*=UTF-8''%E6%8A%A5%E5%91%8A%3B%201.pdf\r\n\nx\n");
	expect_part("Content-Disposition: attachment; filename=\xE6\x8A\xA5 1.pdf", "x",
		"Content-Disposition: attachment; filename*=UTF-8''%E6%8A%A5%201.pdf\r\n\nx\n");
	/* no parameter that could be read */
	expect_part("Content-Disposition: \xE6\x8A\xA5; filename=a", "x",
		"Content-Disposition: \xE6\x8A\xA5; filename=a\r\n\nx\n");
	expect_part("Content-Disposition: attachment; \xE6\x8A\xA5", "x",
		"Content-Disposition: attachment; \xE6\x8A\xA5\r\n\nx\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_endless_line_of_base64_is_folded),
		cmocka_unit_test(a_soft_break_cuts_no_character),
		cmocka_unit_test(a_part_keeps_its_last_line_end),
		cmocka_unit_test(a_body_that_breaks_gets_base64),
		cmocka_unit_test(a_text_that_breaks_gets_base64),
		cmocka_unit_test(a_text_of_wide_characters_gets_no_line_ends),
		cmocka_unit_test(parts_within_parts_are_reached),
		cmocka_unit_test(signed_and_foreign_parts_keep_their_bytes),
		cmocka_unit_test(names_in_raw_bytes_are_written_as_rfc_2231_has_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
