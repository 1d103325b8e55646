/* SPDX-License-Identifier: MIT */
/* Every character of every encoding goes there and back; known traps of other tables. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "test.h"

struct codec {
	struct text_encoder enc;
	struct text_decoder dec;
};

static void codec_open(struct codec *c, enum text_enc enc)
{
	struct err err;

	assert_int_equal(text_encoder_open(&c->enc, enc, &err), ERR_OK);
}

/* Encodes one character; its length in bytes, 0 when the encoding lacks it. */
static size_t encode_cp(struct codec *c, uint32_t cp, uint8_t out[32])
{
	uint8_t utf8[4];
	size_t len = utf8_put(cp, utf8);
	size_t used;
	size_t made;

	c->enc.state = 0;
	if (text_encode(&c->enc, span_of(utf8, len), true, out, 32, &used, &made) !=
		TEXT_STOP_INPUT)
		return 0;
	assert_int_equal(used, len);
	return made;
}

/* Decodes bytes to exactly one character or fails the test. */
static uint32_t decode_cp(struct codec *c, const uint8_t *bytes, size_t len)
{
	uint8_t out[32];
	size_t used;
	size_t made;
	size_t pos = 0;
	uint32_t cp;

	text_decoder_init(&c->dec, c->enc.enc);
	if (text_decode(&c->dec, span_of(bytes, len), true, out, sizeof(out), &used, &made) !=
		TEXT_STOP_INPUT)
		return UTF_BAD;
	cp = utf8_next(span_of(out, made), &pos);
	return pos == made ? cp : UTF_BAD;
}

static void every_character_round_trips(void **state)
{
	(void)state;
	for (int enc = TEXT_ASCII; enc < TEXT_ENC_COUNT; enc++) {
		struct codec c;
		size_t count = 0;

		codec_open(&c, (enum text_enc)enc);
		for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
			uint8_t bytes[32];
			size_t len;

			if (cp >= 0xD800 && cp < 0xE000)
				continue;
			len = encode_cp(&c, cp, bytes);
			if (len == 0)
				continue;
			count++;
			if (decode_cp(&c, bytes, len) != cp)
				fail_msg("%s: U+%04X does not come back",
					text_enc_name((enum text_enc)enc), (unsigned)cp);
		}
		text_encoder_close(&c.enc);
		if (text_enc_unit((enum text_enc)enc) > 1 || enc == TEXT_UTF8)
			assert_int_equal(count, 0x110000 - 0x800);
		if (enc == TEXT_GB18030) /* U+E5E5 alone has no code (Encoding Standard, 10.2.2) */
			assert_int_equal(count, 0x110000 - 0x800 - 1);
		assert_true(count >= 128 - 3);
	}
}

/* What decodes must also encode, and to bytes that mean the same. */
static void every_code_can_be_written(void **state)
{
	(void)state;
	for (int enc = TEXT_GB18030; enc < TEXT_ENC_COUNT; enc++) {
		struct codec c;
		uint8_t bytes[4];
		uint8_t back[32];
		unsigned other = 0;

		if (!text_enc_ascii((enum text_enc)enc))
			continue;
		codec_open(&c, (enum text_enc)enc);
		for (unsigned code = 0x80; code <= 0xFFFF; code++) {
			size_t len = code < 0x100 ? 1 : 2;
			uint32_t cp;
			size_t made;

			bytes[0] = (uint8_t)(len == 1 ? code : code >> 8);
			bytes[1] = (uint8_t)code;
			if (bytes[0] < 0x80)
				continue;
			cp = decode_cp(&c, bytes, len);
			if (cp == UTF_BAD)
				continue;
			made = encode_cp(&c, cp, back);
			if (made == 0 && enc == TEXT_GBK)
				continue; /* counted below */
			if (made == 0 || decode_cp(&c, back, made) != cp)
				fail_msg("%s: %04X does not encode",
					text_enc_name((enum text_enc)enc), code);
			other += made != len || memcmp(back, bytes, len) != 0;
		}
		text_encoder_close(&c.enc);
		/* Doubles by standard: IBM's and NEC's in Shift_JIS, compatibility ones elsewhere.
		 */
		if (enc >= TEXT_SINGLE_FIRST)
			assert_int_equal(other, 0);
		if (enc == TEXT_SHIFT_JIS)
			assert_int_equal(other, 398);
	}
}

struct known {
	enum text_enc enc;
	const char *bytes;
	uint32_t cp;
};

static void known_traps(void **state)
{
	static const struct known list[] = {
		{TEXT_GB18030, "\xA6\xD9", 0xFE10},
		{TEXT_GB18030, "\x84\x31\x82\x36", 0xE78D},
		{TEXT_GB18030, "\xFE\x59", 0x9FB4},
		{TEXT_GB18030, "\xA8\xBC", 0x1E3F},
		{TEXT_GB18030, "\x81\x35\xF4\x37", 0xE7C7},
		{TEXT_GB18030, "\x90\x30\x81\x30", 0x10000},
		{TEXT_GB18030, "\xE3\x32\x9A\x35", 0x10FFFF},
		{TEXT_SHIFT_JIS, "\x81\x60", 0xFF5E},
		{TEXT_SHIFT_JIS, "\x5C", 0x5C},
		{TEXT_SHIFT_JIS, "\x87\x90", 0x2252},
		{TEXT_EUC_JP, "\x8F\xB0\xA1", 0x4E02},
		{TEXT_EUC_JP, "\x8E\xB1", 0xFF71},
		{TEXT_BIG5, "\xA4\x51", 0x5341},
		{TEXT_BIG5, "\x87\x40", 0x43F0},
		{TEXT_BIG5, "\x95\x7B", 0x23D8F},
		{TEXT_BIG5, "\xF9\xFE", 0xFFED},
		{TEXT_CP950, "\xF9\xFE", 0x2593},
		{TEXT_CP950, "\xA1\x45", 0x2027},
		{TEXT_CP950, "\xF9\xD6", 0x7881},
		{TEXT_CP950, "\x88\x6D", UTF_BAD},
		{TEXT_CP950, "\xC6\xA1", UTF_BAD},
		{TEXT_CP949, "\x81\x41", 0xAC02},
		{TEXT_JOHAB, "\x88\x61", 0xAC00},
		{TEXT_WINDOWS_1252, "\x80", 0x20AC},
		{TEXT_KOI8_U, "\xA4", 0x454},
		{TEXT_IBM866, "\x80", 0x410},
		{TEXT_IBM437, "\xDB", 0x2588},
		{TEXT_EUC_TW, "\x8E\xA2\xA1\xA1", 0x4E42},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct codec c;
		uint32_t cp;

		codec_open(&c, list[i].enc);
		cp = decode_cp(&c, (const uint8_t *)list[i].bytes, strlen(list[i].bytes));
		text_encoder_close(&c.enc);
		if (cp != list[i].cp)
			fail_msg("%s entry %zu: U+%04X instead of U+%04X",
				text_enc_name(list[i].enc), i, (unsigned)cp, (unsigned)list[i].cp);
	}
}

/* As many characters as the tables CP936.TXT and CP950.TXT of the Unicode consortium have beyond
 * ASCII, each of which reads back; what only GB 18030 or HKSCS has is refused. */
static void code_pages_write_what_windows_has(void **state)
{
	static const struct {
		enum text_enc enc;
		unsigned count;
		uint32_t lacks[6];
	} list[] = {{TEXT_GBK, 21792, {0x2E81, 0x1F9, 0xE000, 0x3473, 0x2FF0, 0x9FB4}},
		{TEXT_CP950, 13493, {0xE9, 0x2460, 0x43F0, 0xFFED, 0x23D8F, 0xE000}}};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		uint8_t bytes[32];
		unsigned count = 0;
		struct codec c;

		codec_open(&c, list[i].enc);
		for (uint32_t cp = 0x80; cp < 0x10000; cp++) {
			size_t len = cp >= 0xD800 && cp < 0xE000 ? 0 : encode_cp(&c, cp, bytes);

			count += len != 0;
			if (len != 0 && decode_cp(&c, bytes, len) != cp)
				fail_msg("U+%04X reads back as another", (unsigned)cp);
		}
		for (size_t k = 0; k < 6; k++)
			assert_int_equal(encode_cp(&c, list[i].lacks[k], bytes), 0);
		text_encoder_close(&c.enc);
		assert_int_equal(count, list[i].count);
	}
}

static void bad_bytes_leave_ascii_alone(void **state)
{
	static const enum text_enc list[] = {TEXT_GB18030, TEXT_BIG5, TEXT_SHIFT_JIS, TEXT_EUC_JP,
		TEXT_CP949, TEXT_JOHAB, TEXT_EUC_TW, TEXT_UTF8};

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		for (unsigned lead = 0x81; lead < 0xFF; lead++) {
			uint8_t bytes[2] = {(uint8_t)lead, '\n'};
			uint8_t out[16];
			struct text_decoder d;
			size_t used;
			size_t made;

			if (list[i] == TEXT_SHIFT_JIS && lead >= 0xA1 && lead <= 0xDF)
				continue;
			text_decoder_init(&d, list[i]);
			assert_int_equal(text_decode(&d, span_of(bytes, 2), true, out, sizeof(out),
						 &used, &made),
				TEXT_STOP_BAD);
			assert_int_equal(used, 0);
			assert_int_equal(d.bad_len, 1);
		}
	}
}

static void labels_are_found(void **state)
{
	(void)state;
	for (int enc = TEXT_ASCII; enc < TEXT_ENC_COUNT; enc++) {
		const char *name = text_enc_name((enum text_enc)enc);

		assert_int_equal(text_enc_find(name, strlen(name)), enc);
	}
	assert_int_equal(text_enc_find("CP_936", 6), TEXT_GBK);
	assert_int_equal(text_enc_find("cp950", 5), TEXT_CP950);
	assert_int_equal(text_enc_find("euc-kr", 6), TEXT_CP949);
	assert_int_equal(text_enc_find("UTF 8", 5), TEXT_UTF8);
	assert_int_equal(text_enc_find("--Windows_31J-", 14), TEXT_SHIFT_JIS);
	assert_int_equal(text_enc_find("iso88592", 8), TEXT_ISO_8859_2);
	assert_int_equal(text_enc_find("cp95", 4), TEXT_NONE);
	assert_int_equal(text_enc_find("cp9500", 6), TEXT_NONE);
	assert_int_equal(text_enc_find("cp950 950", 9), TEXT_NONE);
	assert_int_equal(text_enc_find("50225\0", 6), TEXT_NONE); /* the last word of its list */
	assert_int_equal(text_enc_find("--", 2), TEXT_NONE);
	assert_int_equal(text_enc_find("nonsense", 8), TEXT_NONE);
	assert_int_equal(text_enc_find("", 0), TEXT_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_character_round_trips),
		cmocka_unit_test(every_code_can_be_written),
		cmocka_unit_test(known_traps),
		cmocka_unit_test(code_pages_write_what_windows_has),
		cmocka_unit_test(bad_bytes_leave_ascii_alone),
		cmocka_unit_test(labels_are_found),
	};

	return cmocka_run_group_tests_name("text_tables", tests, NULL, NULL);
}
