/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/utf.h"

static void every_code_point_round_trips(void **state)
{
	uint32_t cp;

	(void)state;
	for (cp = 0; cp <= 0x110000; cp++) {
		uint8_t out[4];
		size_t len = utf8_put(cp, out);
		size_t pos = 0;

		if ((cp >= 0xD800 && cp < 0xE000) || cp > 0x10FFFF) {
			assert_int_equal(len, 0);
			continue;
		}
		assert_int_equal(utf8_next(span_of(out, len), &pos), cp);
		assert_int_equal(pos, len);
	}
}

static void tail_begins_with_a_character(void **state)
{
	(void)state;
	assert_string_equal(utf8_tail("abc", 3), "abc");
	assert_string_equal(utf8_tail("abc", 2), "bc");
	assert_string_equal(utf8_tail("\xE4\xB8\xAD\xE6\x96\x87", 5), "\xE6\x96\x87");
	assert_string_equal(utf8_tail("\xE4\xB8\xAD", 2), "");
}

/* The ill-formed sequences of Unicode 15, section 3.9, tables 3-8 and 3-9. */
static void ill_formed_is_refused(void **state)
{
	static const char *const bad[] = {"\xC0\xAF", "\xE0\x9F\xBF", "\xED\xA0\x80",
		"\xF4\x90\x80\x80", "\xF0\x8F\xBF\xBF", "\x80", "\xFF", "\xC2", "\xE4\xB8",
		"\xF0\x9F\x98", "\xC2\x41", "\xF5\x80\x80\x80"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		size_t pos = 0;

		assert_int_equal(utf8_next(span_of(bad[i], strlen(bad[i])), &pos), UTF_BAD);
		assert_int_equal(pos, 1);
		assert_int_equal(utf8_valid_len(span_of(bad[i], strlen(bad[i]))), 0);
	}
	assert_int_equal(utf8_valid_len(span_of("ab\xE4\xB8\xAD\xE4", 6)), 5);
}

static void utf16_goes_both_ways(void **state)
{
	static const char text[] = "a\xE4\xB8\xAD\xF0\x9F\x98\x80";
	static const uint8_t wide[] = {'a', 0, 0x2D, 0x4E, 0x3D, 0xD8, 0x00, 0xDE};
	struct buf b;
	struct err err;
	size_t replaced = 9;

	(void)state;
	buf_init(&b, 0);
	assert_int_equal(utf8_to_utf16le(span_of(text, sizeof text - 1), &b, &err), ERR_OK);
	assert_int_equal(b.len, sizeof wide);
	assert_memory_equal(b.ptr, wide, sizeof wide);
	buf_free(&b);
	assert_int_equal(utf16le_to_utf8(span_of(wide, sizeof wide), &b, &replaced, &err), ERR_OK);
	assert_int_equal(b.len, sizeof text - 1);
	assert_memory_equal(b.ptr, text, sizeof text - 1);
	assert_int_equal(replaced, 0);
	buf_free(&b);
}

static void lone_surrogates_are_counted(void **state)
{
	static const uint8_t wide[] = {0x00, 0xD8, 'x', 0, 0x00, 0xDC, 0x41};
	struct buf b;
	struct err err;
	size_t replaced = 0;

	(void)state;
	buf_init(&b, 0);
	assert_int_equal(utf16le_to_utf8(span_of(wide, sizeof wide), &b, &replaced, &err), ERR_OK);
	assert_int_equal(replaced, 3); /* high, low, odd byte */
	assert_int_equal(b.len, 3 + 1 + 3 + 3);
	buf_free(&b);
	assert_int_equal(utf8_to_utf16le(span_of("a\xFF", 2), &b, &err), ERR_FORMAT);
	buf_free(&b);
}

static void surrogates_stay_bytes(void **state)
{
	static const uint8_t wide[] = {'a', 0, 0x00, 0xD8, 0x2D, 0x4E, 0x3D, 0xD8, 0x00, 0xDE};
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	utf16le_to_bytes(span_of(wide, sizeof wide), &b);
	buf_add_u8(&b, 0);
	assert_string_equal((char *)b.ptr, "a\xED\xA0\x80\xE4\xB8\xAD\xF0\x9F\x98\x80");
	buf_free(&b);
}

static void escape_defuses_terminals(void **state)
{
	static const char in[] = "a\x1B[31m\n\x9B\xC2\x9B\xE2\x80\xAE\xE4\xB8\xAD";
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	utf8_escape(span_of(in, sizeof in - 1), &b);
	buf_add_u8(&b, 0);
	assert_string_equal((char *)b.ptr, "a\\x1B[31m\\x0A\\x9B\\u{009B}\\u{202E}\xE4\xB8\xAD");
	buf_free(&b);
}

static void keeps(const char *bytes, enum utf_keep how, const char *text)
{
	struct buf b, back;

	buf_init(&b, 0);
	buf_init(&back, 0);
	utf8_keep(span_of(bytes, strlen(bytes)), how, &b);
	assert_int_equal(utf8_valid_len(span_of(b.ptr, b.len)), b.len);
	assert_int_equal(b.len, strlen(text));
	assert_memory_equal(b.ptr, text, b.len);
	utf8_unkeep(span_of(b.ptr, b.len), how, &back);
	assert_int_equal(back.len, strlen(bytes));
	assert_memory_equal(back.ptr, bytes, back.len);
	buf_free(&b);
	buf_free(&back);
}

static void bytes_that_are_no_text_come_back(void **state)
{
	(void)state;
	/* what 7zz 26.02 writes for these names: EFD0 07B8... EFC4; EFEE EFBF EF90 */
	keeps("\xD0\xDE\xB8\xC4", UTF_KEEP_7Z, "\xEE\xBF\x90\xDE\xB8\xEE\xBF\x84");
	keeps("\xEE\xBF\x90", UTF_KEEP_7Z, "\xEE\xBF\xAE\xEE\xBE\xBF\xEE\xBE\x90");
	keeps("\xE4\xB8\xAD a\x1B\xEE\xBC\x9B", UTF_KEEP_7Z, "\xE4\xB8\xAD a\x1B\xEE\xBC\x9B");
	keeps("\x1B\xFF", UTF_KEEP_JSON, "\x1B\xEE\xBF\xBF");
	keeps("\xEE\xBC\x9B", UTF_KEEP_JSON, "\xEE\xBF\xAE\xEE\xBE\xBC\xEE\xBE\x9B");
	keeps("a\x1B\t\r\n\x7F", UTF_KEEP_CSV, "a\xEE\xBC\x9B\t\r\n\xEE\xBD\xBF");
	keeps("\xC2\x9B", UTF_KEEP_CSV, "\xEE\xBF\x82\xEE\xBE\x9B"); /* C1 */
}

static void widths(void **state)
{
	(void)state;
	assert_int_equal(utf_width('a'), 1);
	assert_int_equal(utf_width(0x4E2D), 2);
	assert_int_equal(utf_width(0xFF21), 2); /* fullwidth A */
	assert_int_equal(utf_width(0x0301), 0); /* combining acute */
	assert_int_equal(utf_width(0x1F600), 2);
	assert_int_equal(utf_width(0xE9), 1);
	assert_int_equal(utf_width(0x20000), 2);
	assert_int_equal(utf_width(0x10FFFF), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_point_round_trips),
		cmocka_unit_test(tail_begins_with_a_character),
		cmocka_unit_test(ill_formed_is_refused),
		cmocka_unit_test(utf16_goes_both_ways),
		cmocka_unit_test(lone_surrogates_are_counted),
		cmocka_unit_test(escape_defuses_terminals),
		cmocka_unit_test(bytes_that_are_no_text_come_back),
		cmocka_unit_test(surrogates_stay_bytes),
		cmocka_unit_test(widths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
