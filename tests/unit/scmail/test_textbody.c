/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "message/textbody.h"

static void expect(const char *text, size_t len, enum text_transfer transfer, const char *want)
{
	enum text_transfer got;
	struct buf b;
	bool ascii;

	buf_init(&b, 0);
	got = textbody_look(span_of(text, len), &ascii);
	textbody_write(&b, span_of(text, len), got);
	buf_add_u8(&b, 0);
	assert_int_equal(got, transfer);
	assert_string_equal((char *)b.ptr, want);
	buf_free(&b);
}

#define EXPECT(text, transfer, want) expect(text, sizeof(text) - 1, transfer, want)

static void line_ends_become_crlf(void **state)
{
	(void)state;
	EXPECT("a\nb\r\nc\rd", TRANSFER_7BIT, "a\r\nb\r\nc\r\nd\r\n");
	EXPECT("", TRANSFER_7BIT, "");
	EXPECT("\n", TRANSFER_7BIT, "\r\n");
	EXPECT("\r\n\r\na", TRANSFER_7BIT, "\r\n\r\na\r\n");
	EXPECT("\r\r\n\n\r", TRANSFER_7BIT, "\r\n\r\n\r\n\r\n");
	EXPECT("a\rb\rc", TRANSFER_7BIT, "a\r\nb\r\nc\r\n");
}

static void a_second_mail_cannot_be_smuggled(void **state)
{
	(void)state;
	EXPECT("x\n.\nMAIL FROM:<e@x>\n", TRANSFER_7BIT, "x\r\n.\r\nMAIL FROM:<e@x>\r\n");
	EXPECT("x\r.\rMAIL", TRANSFER_7BIT, "x\r\n.\r\nMAIL\r\n");
}

static void quoted_printable_where_needed(void **state)
{
	(void)state;
	EXPECT("na\xC3\xAFve text with one letter\n", TRANSFER_QP,
		"na=C3=AFve text with one letter\r\n");
	EXPECT("From me\n.x\n", TRANSFER_QP, "=46rom me\r\n=2Ex\r\n");
	EXPECT("end \n", TRANSFER_QP, "end=20\r\n");
	EXPECT("1=2\tx \n", TRANSFER_QP, "1=3D2\tx=20\r\n");
}

static void chinese_and_zero_bytes_in_base64(void **state)
{
	(void)state;
	EXPECT("\xE4\xBD\xA0\xE5\xA5\xBD", TRANSFER_BASE64, "5L2g5aW9DQo=\r\n");
	EXPECT("a\0b", TRANSFER_BASE64, "YQBiDQo=\r\n");
}

static void long_lines_are_broken(void **state)
{
	char *text = malloc(5001);
	enum text_transfer transfer;
	struct buf b;
	const char *p;
	bool ascii;

	(void)state;
	assert_non_null(text);
	memset(text, 'x', 5000);
	text[5000] = '\0';
	buf_init(&b, 0);
	transfer = textbody_look(span_of(text, 5000), &ascii);
	textbody_write(&b, span_of(text, 5000), transfer);
	buf_add_u8(&b, 0);
	assert_int_equal(transfer, TRANSFER_QP);
	assert_true(ascii);
	for (p = (char *)b.ptr; *p != '\0';) {
		const char *end = strstr(p, "\r\n");

		assert_non_null(end);
		assert_true(end - p <= 76);
		p = end + 2;
	}
	buf_free(&b);
	free(text);
}

/* Bytes are looked at eight at a time: one odd byte is seen wherever it is, and all of many. */
static void odd_bytes_are_seen_at_every_place(void **state)
{
	static const uint8_t odd[] = {0, 1, 0x1F, 0x7F, 0x80, 0xFF};
	char text[800];
	bool ascii;
	size_t len;
	size_t i;
	size_t k;

	(void)state;
	for (len = 1; len < 40; len++) {
		memset(text, ' ', len);
		for (i = 0; i < len; i++)
			text[i] = (char)(0x20 +
					 i * 2); /* the lowest and the highest that are plain */
		text[len - 1] = '~';
		assert_int_equal(textbody_look(span_of(text, len), &ascii), TRANSFER_7BIT);
		assert_true(ascii);
		for (i = 0; i < len; i++) {
			for (k = 0; k < sizeof odd; k++) {
				char before = text[i];

				text[i] = (char)odd[k];
				assert_int_not_equal(
					textbody_look(span_of(text, len), &ascii), TRANSFER_7BIT);
				assert_int_equal(ascii, odd[k] > 0 && odd[k] < 0x80);
				text[i] = before;
			}
		}
	}
	memset(text, 0xE4, sizeof text);
	for (i = 254; i < 800; i++)
		assert_int_equal(textbody_look(span_of(text, i), &ascii), TRANSFER_BASE64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line_ends_become_crlf),
		cmocka_unit_test(a_second_mail_cannot_be_smuggled),
		cmocka_unit_test(quoted_printable_where_needed),
		cmocka_unit_test(chinese_and_zero_bytes_in_base64),
		cmocka_unit_test(long_lines_are_broken),
		cmocka_unit_test(odd_bytes_are_seen_at_every_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
