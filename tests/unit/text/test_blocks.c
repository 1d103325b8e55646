/* SPDX-License-Identifier: MIT */
/* Searches that go over a text in blocks find what they look for wherever it is. */
#include <stdlib.h>
#include <string.h>

#include "detect/detect_single.h"
#include "detect/window.h"
#include "test.h"

#define TEXT_MOST 400

static uint32_t seed;

static unsigned below(unsigned limit)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % limit;
}

/* Characters of GBK, of windows-1252 and of ASCII, so many bytes in all. */
static size_t make_text(uint8_t text[TEXT_MOST], size_t len)
{
	static const char *const words[] = {"\xD6\xD0", "\xCE\xC4\xD7\xD6", "a", " ", "M\xFCller",
		"25 \xB5s", "r\xF6\xDFt", "\n", "\xE4", "word", "\xE1\xE9"};
	size_t made = 0;

	while (made < len) {
		const char *word = words[below(1 + below(sizeof(words) / sizeof(words[0])))];

		for (; *word != 0 && made < len; word++)
			text[made++] = (uint8_t)*word;
	}
	return made;
}

static bool has_western_plainly(unsigned engine, struct span in)
{
	for (size_t pos = 0; pos < in.len; pos++) {
		if (is_western(engine, in, pos))
			return true;
	}
	return false;
}

static void western_is_found_everywhere(void **state)
{
	unsigned found = 0;

	(void)state;
	seed = 7;
	for (unsigned i = 0; i < 20000; i++) {
		uint8_t text[TEXT_MOST];
		size_t len = make_text(text, below(i % 2 != 0 ? 90 : TEXT_MOST));
		unsigned engine = 1 + below(MULTI_INFOS);
		bool expected = has_western_plainly(engine, span_of(text, len));

		assert_int_equal(has_western(engine, span_of(text, len)), expected);
		found += expected;
	}
	assert_in_range(found, 1000, 19000);
}

static void windows_have_a_bit_for_each_byte(void **state)
{
	static const uint8_t near[] = {'\n', '\r', '\t', 0x0B, 0x7F, 0x80, 0x8A, 0x8D, 0xFF};
	uint8_t text[WINDOW + 1];

	(void)state;
	seed = 5;
	for (unsigned n = 0; n < 2000; n++) {
		const uint8_t *p = text + n % 2;
		uint64_t high = 0;
		uint64_t ends = 0;

		for (size_t i = 0; i < sizeof(text); i++)
			text[i] = near[below(sizeof(near))];
		for (unsigned i = 0; i < WINDOW; i++) {
			high |= (uint64_t)(p[i] >= 0x80) << i;
			ends |= (uint64_t)(p[i] == '\n' || p[i] == '\r') << i;
		}
		assert_true(window_high(p) == high);
		assert_true(window_ends(p) == ends);
	}
}

static void stretch_is_found_everywhere(void **state)
{
	static const char stretch[] = "\xE4\xB8\xAD\xE6\x96\x87\xE5\xAD\x97\xE7\xAC\xA6";
	uint8_t text[200];

	(void)state;
	for (size_t len = sizeof(stretch) - 1; len < sizeof(text); len++) {
		for (size_t at = 0; at + sizeof(stretch) - 1 <= len; at++) {
			memset(text, 0x90, len); /* like second and third bytes */
			memcpy(text + at, stretch, sizeof(stretch) - 1);
			assert_true(has_stretch(span_of(text, len)));
			text[at + 9] = 0x90;
			assert_false(has_stretch(span_of(text, len)));
		}
	}
}

static bool is_binary(struct span in)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text_detect(in, NULL, &guess, &err), ERR_OK);
	return guess.verdict == TEXT_BINARY;
}

/* Samples of 8 bits swing around 0x80: letters of code pages 866 and 850, or characters of GBK. */
static void sounds_are_binary(void **state)
{
	uint8_t bytes[400];

	(void)state;
	for (int i = 0; i < (int)sizeof(bytes); i++) {
		int wave = i % 14 < 7 ? i % 14 : 14 - i % 14;
		int loud = 1 + i / 20 % 5;

		bytes[i] = (uint8_t)(0x80 + (2 * wave - 7) * loud);
	}
	assert_true(is_binary(span_of(bytes, sizeof(bytes))));
	assert_true(is_binary(span_of(bytes, 53)));
}

static void fill(uint8_t *bytes, size_t size, struct span with)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = with.ptr[i % with.len];
}

/* Memory is set to patterns, which are characters of some encoding. */
static void patterns_are_binary(void **state)
{
	static const char *const patterns[] = {"\xA5\x5A", "\x97\x31", "\x48\x81\x93"};
	/* the last is Chinese in Big5, a word of eight bytes */
	static const char *const texts[] = {"\x83\x41", "\x81\x5B", "n\xE3o\n", "\xC3\xA9,",
		"\xC1\x63\xC5\xE9\xA4\xA4\xA4\xE5"};
	uint8_t bytes[400];

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		fill(bytes, sizeof(bytes), span_of(patterns[i], strlen(patterns[i])));
		assert_true(is_binary(span_of(bytes, sizeof(bytes))));
		assert_true(is_binary(span_of(bytes, 3 * strlen(patterns[i]) + 10)));
	}
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		fill(bytes, sizeof(bytes), span_of(texts[i], strlen(texts[i])));
		assert_false(is_binary(
			span_of(bytes, sizeof(bytes) - sizeof(bytes) % strlen(texts[i]))));
	}
}

/* A few values in any order, one of them a control byte. */
static void few_values_are_binary(void **state)
{
	static const uint8_t values[] = {0x0C, 0x90, 0x9A};
	uint8_t bytes[163];

	(void)state;
	seed = 3;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = values[below(3)];
	assert_true(is_binary(span_of(bytes, sizeof(bytes))));
}

static void blanks_are_counted_by_place(void **state)
{
	(void)state;
	seed = 13;
	for (unsigned i = 0; i < 4000; i++) {
		uint8_t text[TEXT_MOST];
		size_t len = make_text(text, below(TEXT_MOST));
		size_t most = len / 48 > 2 ? len / 48 : 2;
		size_t blanks[2] = {0, 0};

		for (size_t k = 0; k < len; k++) {
			if (below(12) == 0)
				text[k] = k % 2 == i % 3 ? ' ' : '\n';
		}
		for (size_t k = 0; k < len - len % 2; k++)
			blanks[k % 2] += text[k] == ' ' || text[k] == '\n';
		assert_int_equal(
			has_blanks(span_of(text, len)), blanks[0] > most && blanks[1] > most);
	}
}

static void declarations_are_found_everywhere(void **state)
{
	uint8_t text[100];
	static const char word[] = "Coding: koi8-r";

	(void)state;
	for (size_t at = 0; at + sizeof(word) - 1 <= sizeof(text); at++) {
		memset(text, 'c', sizeof(text));
		memcpy(text + at, word, sizeof(word) - 1);
		if (at + sizeof(word) - 1 < sizeof(text))
			text[at + sizeof(word) - 1] = '\n';
		assert_int_equal(text_find_declared(span_of(text, sizeof(text))), TEXT_KOI8_R);
		text[at + 2] = 'b';
		assert_int_equal(text_find_declared(span_of(text, sizeof(text))), TEXT_NONE);
	}
}

/* Every name and label, in any case and with any blanks; and nothing that is only like one. */
static void labels_are_known(void **state)
{
	(void)state;
	for (enum text_enc enc = TEXT_ASCII; enc < TEXT_ENC_COUNT; enc++) {
		const char *list = text_enc_labels(enc);

		assert_int_equal(
			text_enc_find(text_enc_name(enc), strlen(text_enc_name(enc))), enc);
		while (*list != 0) {
			size_t len = strcspn(list, " ");
			char label[64];

			for (size_t i = 0; i < len; i++)
				memcpy(label + 2 * i, (char[2]){list[i], '_'}, 2);
			assert_int_equal(text_enc_find(label, 2 * len), enc);
			label[2 * len] = 'q';
			assert_int_equal(text_enc_find(label, 2 * len + 1), TEXT_NONE);
			list += len + (list[len] == ' ');
		}
	}
}

/* Of UTF-8, of encodings of several bytes in one or two languages, and of those of one byte. */
static void there_is_room_for_all_readings(void **state)
{
	unsigned count = 1;

	(void)state;
	for (unsigned i = 0; i < MULTI_INFOS; i++)
		count += multi_infos[i].languages[0] == multi_infos[i].languages[1] ? 1 : 2;
	for (unsigned i = 0; i < SINGLE_INFOS; i++)
		count += (unsigned)__builtin_popcountll(single_infos[i].languages);
	assert_in_range(count, ENGINES, READINGS);
	assert_int_equal(count, readings_of(single_tables_get())->count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(western_is_found_everywhere),
		cmocka_unit_test(windows_have_a_bit_for_each_byte),
		cmocka_unit_test(stretch_is_found_everywhere),
		cmocka_unit_test(sounds_are_binary),
		cmocka_unit_test(patterns_are_binary),
		cmocka_unit_test(few_values_are_binary),
		cmocka_unit_test(blanks_are_counted_by_place),
		cmocka_unit_test(declarations_are_found_everywhere),
		cmocka_unit_test(labels_are_known),
		cmocka_unit_test(there_is_room_for_all_readings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
