/* SPDX-License-Identifier: MIT */
/* What a conversion writes, whatever pieces it is fed in. */
#include "biosbelt/text.h"
#include "test.h"

static enum err_code take(void *user, struct span out, struct err *err)
{
	(void)err;
	buf_add(user, out.ptr, out.len);
	return ERR_OK;
}

static void expect(struct text_conv_opts opts, struct span in, struct span wanted)
{
	for (size_t step = 1; step <= in.len; step++) {
		struct text_conv_stats stats;
		struct text_conv *c;
		struct buf out;
		struct err err;

		buf_init(&out, 0);
		opts.write = take;
		opts.user = &out;
		assert_int_equal(text_conv_open(&opts, &c, &err), ERR_OK);
		for (size_t pos = 0; pos < in.len; pos += step) {
			size_t n = in.len - pos < step ? in.len - pos : step;

			assert_int_equal(text_conv_feed(c, span_of(in.ptr + pos, n), &err), ERR_OK);
		}
		assert_int_equal(text_conv_finish(c, &stats, &err), ERR_OK);
		text_conv_close(c);
		assert_int_equal(out.len, wanted.len);
		assert_memory_equal(out.ptr, wanted.ptr, wanted.len);
		buf_free(&out);
	}
}

#define BYTES(text) span_of(text, sizeof(text) - 1)

/* Bad bytes may come before the first character. */
static void the_mark_is_before_everything(void **state)
{
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = TEXT_UTF8,
		.bom = TEXT_BOM_ADD,
		.lossy = TEXT_LOSSY_ESCAPE};

	(void)state;
	expect(opts,
		BYTES("\xFF\xFE"
		      "abcdefgh"),
		BYTES("\xEF\xBB\xBF\\xFF\\xFE"
		      "abcdefgh"));
	expect(opts, BYTES("\xFF"), BYTES("\xEF\xBB\xBF\\xFF"));
	opts.to = TEXT_UTF16LE;
	expect(opts,
		BYTES("\xFF"
		      "abcdefgh"),
		BYTES("\xFF\xFE\\\0x\0F\0F\0a\0b\0c\0d\0e\0f\0g\0h\0"));
}

/* Behind bad bytes U+FEFF is a character like others: it stays, and no other mark is written. */
static void a_mark_behind_bad_bytes_is_a_character(void **state)
{
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = TEXT_UTF8,
		.bom = TEXT_BOM_REMOVE,
		.lossy = TEXT_LOSSY_TRANSLIT};

	(void)state;
	expect(opts, BYTES("\xEF\xBB\xBFtext text"), BYTES("text text"));
	expect(opts, BYTES("\xFF\xEF\xBB\xBFtext text"), BYTES("?\xEF\xBB\xBFtext text"));
	opts.bom = TEXT_BOM_KEEP;
	expect(opts, BYTES("\xFF\xEF\xBB\xBFtext text"), BYTES("?\xEF\xBB\xBFtext text"));
}

static enum err_code drop(void *user, struct span out, struct err *err)
{
	(void)user;
	(void)out;
	(void)err;
	return ERR_OK;
}

/* Big5 has one code for a letter with a mark after it: the letter waits for that, not for more. */
static void a_letter_that_may_get_a_mark_is_not_lost(void **state)
{
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = TEXT_BIG5,
		.eol = TEXT_EOL_LF,
		.lossy = TEXT_LOSSY_TRANSLIT};

	(void)state;
	expect(opts, BYTES("caf\xC3\xAA\r\n\xC3\x8A\xCC\x84\n"), BYTES("caf\x88\xA7\n\x88\x62\n"));
	expect(opts, BYTES("caf\xC3\xAA\xFF\n\xC3\xAA"), BYTES("caf\x88\xA7?\n\x88\xA7"));
	opts.eol = TEXT_EOL_KEEP;
	expect(opts, BYTES("caf\xC3\xAA\xFF\n\xC3\xAA"), BYTES("caf\x88\xA7?\n\x88\xA7"));
}

static void a_line_end_behind_bad_bytes_is_one(void **state)
{
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = TEXT_GBK,
		.eol = TEXT_EOL_LF,
		.lossy = TEXT_LOSSY_TRANSLIT};

	(void)state;
	expect(opts, BYTES("a\r\xFF\nb\r\nc"), BYTES("a\n?\nb\nc"));
}

/* RFC 1468: the next line starts in the set that the line before it ended in. */
static void lines_of_iso_2022_jp_go_on_in_their_set(void **state)
{
	struct text_conv_opts opts = {
		.from = TEXT_ISO_2022_JP, .to = TEXT_UTF8, .lossy = TEXT_LOSSY_TRANSLIT};

	(void)state;
	expect(opts, BYTES("\x1B(J\\\n\\\x1B$B$3$l\n$3\x1B(B\\"),
		BYTES("\xC2\xA5\n\xC2\xA5\xE3\x81\x93\xE3\x82\x8C\n\xE3\x81\x93\\"));
}

static void add_column(void *user, const struct text_bad *bad)
{
	buf_add_u8(user, (uint8_t)(10 * bad->line + bad->column));
}

/* Counted in characters of the input; a bad place is one, whatever is written for it. */
static void columns_are_those_of_the_input(void **state)
{
	static const enum text_lossy lossy[] = {TEXT_LOSSY_REFUSE, TEXT_LOSSY_ESCAPE};
	struct text_conv_opts opts = {
		.from = TEXT_UTF8, .to = TEXT_GBK, .on_bad = add_column, .write = drop};
	struct span in =
		BYTES("a\xFF\xE2\x98\xBAx\xE2\x98\xBA\xFF\r\xFF\n\xE2\x98\xBA\xE2\x98\xBA");
	static const uint8_t wanted[] = {12, 13, 15, 16, 21, 31, 32};

	(void)state;
	for (size_t i = 0; i < sizeof(lossy) / sizeof(lossy[0]); i++) {
		struct text_conv_stats stats;
		struct text_conv *c;
		struct buf columns;
		struct err err;

		buf_init(&columns, 0);
		opts.lossy = lossy[i];
		opts.user = &columns;
		assert_int_equal(text_conv_open(&opts, &c, &err), ERR_OK);
		assert_int_equal(text_conv_feed(c, in, &err), ERR_OK);
		assert_int_equal(text_conv_finish(c, &stats, &err), ERR_OK);
		text_conv_close(c);
		assert_int_equal(columns.len, sizeof(wanted));
		assert_memory_equal(columns.ptr, wanted, sizeof(wanted));
		buf_free(&columns);
	}
}

static void keep_offset(void *user, const struct text_bad *bad)
{
	*(uint64_t *)user = bad->off;
}

/* The place of the only character that the target lacks, however the text comes in pieces. */
static void expect_place(
	enum text_enc from, enum text_enc to, const uint8_t *text, size_t len, uint64_t wanted)
{
	uint64_t off;
	struct text_conv_opts opts = {
		.from = from, .to = to, .on_bad = keep_offset, .write = drop, .user = &off};

	for (size_t step = 1; step <= len; step++) {
		struct text_conv_stats stats;
		struct text_conv *c;
		struct err err;

		off = UINT64_MAX;
		assert_int_equal(text_conv_open(&opts, &c, &err), ERR_OK);
		for (size_t i = 0; i < len; i += step) {
			size_t n = len - i < step ? len - i : step;

			assert_int_equal(text_conv_feed(c, span_of(text + i, n), &err), ERR_OK);
		}
		assert_int_equal(text_conv_finish(c, &stats, &err), ERR_OK);
		text_conv_close(c);
		assert_int_equal(stats.bad_target, 1);
		assert_int_equal(off, wanted);
	}
}

static void a_place_is_where_the_character_is_not_the_shift(void **state)
{
	static const uint8_t korean[] = {0x0E, 0x0E, 'G', '2'};
	/* a tilde may begin a shift, here it does not */
	static const uint8_t chinese[] = {'~', 0x0E, '~', '}', 'a', 'b', 'c', 'd', 'e'};

	(void)state;
	expect_place(TEXT_ISO_2022_KR, TEXT_WINDOWS_1252, korean, sizeof(korean), 2);
	expect_place(TEXT_HZ, TEXT_ISO_2022_KR, chinese, sizeof(chinese), 1);
}

/* After some of them they are converted with a table. */
static void short_texts_are_converted_alike(void **state)
{
	/* a syllable, one beyond KS X 1001, a symbol, a byte that begins none, a cut one */
	static const uint8_t text[] = "a\xB0\xA1\x81\x41 \xA1\xED\xFF.\xB0\xA1\xB0\xA2\n\xB0";
	struct text_conv_opts opts = {
		.from = TEXT_CP949, .to = TEXT_UTF8, .lossy = TEXT_LOSSY_ESCAPE};

	(void)state;
	for (unsigned i = 0; i < 500; i++) /* 160 KB, in pieces of 1 to 18 bytes */
		expect(opts, span_of(text, sizeof(text) - 1),
			BYTES("a\xEA\xB0\x80\xEA\xB0\x82 "
			      "\xE2\x89\xAB\\xFF.\xEA\xB0\x80\xEA\xB0\x81\n\\xB0"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mark_is_before_everything),
		cmocka_unit_test(a_mark_behind_bad_bytes_is_a_character),
		cmocka_unit_test(a_letter_that_may_get_a_mark_is_not_lost),
		cmocka_unit_test(a_line_end_behind_bad_bytes_is_one),
		cmocka_unit_test(lines_of_iso_2022_jp_go_on_in_their_set),
		cmocka_unit_test(columns_are_those_of_the_input),
		cmocka_unit_test(a_place_is_where_the_character_is_not_the_shift),
		cmocka_unit_test(short_texts_are_converted_alike),
	};

	return cmocka_run_group_tests_name("text_conv", tests, NULL, NULL);
}
