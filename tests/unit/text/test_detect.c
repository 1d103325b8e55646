/* SPDX-License-Identifier: MIT */
/* What the detector promises; texts are built here with the encoders. */
#include <string.h>

#include "biosbelt/text.h"
#include "test.h"

static const char chinese[] =
	"/* \xE4\xBF\xAE\xE6\x94\xB9\xE4\xBA\x86\xE4\xB8\xB2\xE5\x8F\xA3\xE9\xA9\xB1\xE5\x8A\xA8"
	"\xE7\x9A\x84\xE6\xB3\xA8\xE9\x87\x8A */\nint a;\n";
static const char japanese[] =
	"// \xE3\x83\x95\xE3\x82\xA1\xE3\x82\xA4\xE3\x83\xAB\xE3\x82\x92\xE9\x96\x8B\xE3\x81\x8D"
	"\xE3\x81\xBE\xE3\x81\x99\nint a;\n";
static const char russian[] = "; \xD1\x87\xD1\x82\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xB5 "
			      "\xD1\x84\xD0\xB0\xD0\xB9\xD0\xBB\xD0\xB0"
			      " \xD1\x81 \xD0\xB4\xD0\xB8\xD1\x81\xD0\xBA\xD0\xB0\nmov eax, 1\n";

static struct text_guess detect_as(enum text_enc enc, const char *utf8)
{
	struct text_guess guess;
	struct buf bytes;
	struct err err;
	uint64_t replaced;

	buf_init(&bytes, 0);
	assert_int_equal(
		text_from_utf8(enc, span_of(utf8, strlen(utf8)), false, &bytes, &replaced, &err),
		ERR_OK);
	assert_int_equal(text_detect(span_of(bytes.ptr, bytes.len), NULL, &guess, &err), ERR_OK);
	buf_free(&bytes);
	return guess;
}

static void one_comment_is_enough(void **state)
{
	static const struct {
		enum text_enc enc;
		const char *text;
	} list[] = {{TEXT_GB18030, chinese}, {TEXT_SHIFT_JIS, japanese}, {TEXT_EUC_JP, japanese},
		{TEXT_ISO_2022_JP, japanese}, {TEXT_WINDOWS_1251, russian}, {TEXT_KOI8_R, russian},
		{TEXT_IBM866, russian}, {TEXT_UTF8, chinese}, {TEXT_UTF16LE, chinese},
		{TEXT_UTF16BE, japanese}, {TEXT_UTF32LE, russian}, {TEXT_UTF32BE, chinese}};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct text_guess guess = detect_as(list[i].enc, list[i].text);

		if (guess.enc != list[i].enc)
			fail_msg("%s taken for %s", text_enc_name(list[i].enc),
				text_enc_name(guess.enc));
	}
}

static struct text_guess detect(const char *bytes, size_t len, const struct text_hints *hints)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text_detect(span_of(bytes, len), hints, &guess, &err), ERR_OK);
	return guess;
}

static void structure_decides_first(void **state)
{
	(void)state;
	assert_int_equal(detect("", 0, NULL).verdict, TEXT_EMPTY);
	assert_int_equal(detect("plain\n", 6, NULL).enc, TEXT_ASCII);
	assert_int_equal(detect("\xEF\xBB\xBFx", 4, NULL).enc, TEXT_UTF8);
	assert_true(detect("\xEF\xBB\xBFx", 4, NULL).bom);
	assert_int_equal(detect("\xFF\xFE\0\0x\0\0\0", 8, NULL).enc, TEXT_UTF32LE);
	assert_int_equal(detect("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16, NULL).verdict, TEXT_BINARY);
	assert_int_equal(detect("\xC3\xA9\n", 3, NULL).enc, TEXT_UTF8);
}

static void few_numbers_are_no_utf16(void **state)
{
	struct text_guess guess = detect("x\0y\1\2\3\xFF\xFE", 8, NULL);

	(void)state;
	assert_int_equal(guess.verdict, TEXT_BINARY);
	/* Four characters that no text has together, and one that is too few to be sure. */
	assert_int_not_equal(detect("x\0y\1\2\3\x41\5", 8, NULL).verdict, TEXT_CERTAIN);
	guess = detect("a\0", 2, NULL);
	assert_int_equal(guess.verdict, TEXT_BINARY);
	assert_int_equal(guess.reason, TEXT_REASON_WIDE);
	guess = detect("i\0n\0t\0 \0x\0 \0=\0 \0o\0n\0e\0\r\0\n\0", 26, NULL);
	assert_int_equal(guess.verdict, TEXT_CERTAIN);
	assert_int_equal(guess.enc, TEXT_UTF16LE);
	guess = detect("\0i\0n\0t\0 \0x\0 \0=\0 \0o\0n\0e\0\r\0\n", 26, NULL);
	assert_int_equal(guess.enc, TEXT_UTF16BE);
}

static void hints_move_a_close_decision_only(void **state)
{
	struct text_hints polish = {.prefer = TEXT_WINDOWS_1250};
	const char *cafe = "// caf\xE9\n";
	const char *valid = "\xE4\xBF\xAE\n";

	(void)state;
	assert_int_equal(detect(cafe, 8, NULL).enc, TEXT_WINDOWS_1252);
	assert_int_equal(detect(cafe, 8, &polish).enc, TEXT_WINDOWS_1250);
	assert_int_equal(detect(valid, 4, &polish).enc, TEXT_UTF8);
}

static void mixed_lines_are_told(void **state)
{
	static const char mixed[] = "// \xD6\xD0\xCE\xC4\xD7\xA2\xCA\xCD\xD0\xDE\xB8\xC4\n"
				    "// \xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A\n";
	struct text_guess guess = detect(mixed, sizeof(mixed) - 1, NULL);

	(void)state;
	assert_int_equal(guess.verdict, TEXT_MIXED);
	assert_int_equal(guess.mixed, 2);
	assert_true(guess.cand[0].enc == TEXT_UTF8 || guess.cand[1].enc == TEXT_UTF8);
	assert_true(guess.cand[0].enc == TEXT_GB18030 || guess.cand[1].enc == TEXT_GB18030);
}

/* UTF-8 and GBK in one line: neither is right for all of it. */
static void a_line_of_two_encodings_is_in_doubt(void **state)
{
	static const char line[] =
		"// \xE4\xB8\xAD\xE6\x96\x87\xE6\xB3\xA8\xE9\x87\x8A "
		"\xD5\xE2\xCA\xC7\xD2\xBB\xB8\xF6\xB9\xFA\xB1\xEA\xD7\xA2\xCA\xCD\n";

	(void)state;
	assert_int_equal(detect(line, sizeof(line) - 1, NULL).verdict, TEXT_AMBIGUOUS);
}

static void declarations_are_found(void **state)
{
	static const char html[] = "<meta http-equiv=x content=\"text/html; charset=Shift_JIS\">";
	static const char vim[] = "# -*- coding: koi8-r -*-\n";

	(void)state;
	assert_int_equal(text_find_declared(span_of(html, sizeof(html) - 1)), TEXT_SHIFT_JIS);
	assert_int_equal(text_find_declared(span_of(vim, sizeof(vim) - 1)), TEXT_KOI8_R);
	assert_int_equal(text_find_declared(span_of("encoding", 8)), TEXT_NONE);
}

struct positions {
	uint64_t line[4];
	uint64_t column[4];
	uint64_t off[4];
	size_t count;
};

static void note(void *user, const struct text_bad *bad)
{
	struct positions *p = user;

	if (p->count < 4) {
		p->line[p->count] = bad->line;
		p->column[p->count] = bad->column;
		p->off[p->count] = bad->off;
	}
	p->count++;
}

static enum err_code drop(void *user, struct span out, struct err *err)
{
	(void)user;
	(void)out;
	(void)err;
	return ERR_OK;
}

static void bad_places_have_their_position(void **state)
{
	static const char gbk[] = "ab\r\n\xD6\xD0x\xCE\xC4\n\xFFz";
	struct positions p = {.count = 0};
	struct text_conv_opts opts = {.from = TEXT_GB18030,
		.to = TEXT_WINDOWS_1252,
		.on_bad = note,
		.write = drop,
		.user = &p};
	struct text_conv_stats stats;
	struct text_conv *c;
	struct err err;

	(void)state;
	assert_int_equal(text_conv_open(&opts, &c, &err), ERR_OK);
	assert_int_equal(text_conv_feed(c, span_of(gbk, sizeof(gbk) - 1), &err), ERR_OK);
	assert_int_equal(text_conv_finish(c, &stats, &err), ERR_OK);
	text_conv_close(c);
	assert_int_equal(p.count, 3);
	assert_int_equal(p.line[0], 2);
	assert_int_equal(p.column[0], 1);
	assert_int_equal(p.off[0], 4);
	assert_int_equal(p.column[1], 3);
	assert_int_equal(p.off[1], 7);
	assert_int_equal(p.line[2], 3);
	assert_int_equal(p.column[2], 1);
	assert_int_equal(p.off[2], 10);
	assert_int_equal(stats.bad_input, 1);
	assert_int_equal(stats.bad_target, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_comment_is_enough),
		cmocka_unit_test(structure_decides_first),
		cmocka_unit_test(few_numbers_are_no_utf16),
		cmocka_unit_test(hints_move_a_close_decision_only),
		cmocka_unit_test(mixed_lines_are_told),
		cmocka_unit_test(a_line_of_two_encodings_is_in_doubt),
		cmocka_unit_test(declarations_are_found),
		cmocka_unit_test(bad_places_have_their_position),
	};

	return cmocka_run_group_tests_name("text_detect", tests, NULL, NULL);
}
