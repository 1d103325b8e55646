/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/branch.h"
#include "look.h"

#define CODE_LEN ((size_t)192 << 10)

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Something like code: a call of one of 300 functions every 40 bytes or so. */
static void write_code(uint8_t *code)
{
	uint32_t state = 7;

	for (size_t i = 0; i < CODE_LEN; i++)
		code[i] = (uint8_t)(next(&state) % 0xE8);
	for (size_t i = 20; i + 60 < CODE_LEN; i += 30 + next(&state) % 20) {
		code[i] = 0xE8;
		put_u32le(code + i + 1, (next(&state) % 300) * 640 - (uint32_t)(i + 5));
	}
}

static bool looks(const uint8_t *data, size_t len, size_t piece)
{
	static struct f86_look l;

	f86_look_init(&l);
	for (size_t at = 0; at < len; at += piece)
		f86_look_add(&l, span_of(data + at, len - at < piece ? len - at : piece));
	return f86_looks_filtered(&l);
}

static void filtered_code_is_seen(void **state)
{
	uint8_t *code = malloc(CODE_LEN);

	(void)state;
	assert_non_null(code);
	write_code(code);
	assert_false(looks(code, CODE_LEN, CODE_LEN));
	assert_false(looks(code, 0, 1));
	branch_all(BRANCH_X86, true, code, CODE_LEN);
	assert_true(looks(code, CODE_LEN, CODE_LEN));
	assert_true(looks(code, CODE_LEN, 4096));
	branch_all(BRANCH_X86, false, code, CODE_LEN);
	assert_false(looks(code, CODE_LEN, 4096));
	memset(code, 0xE8, CODE_LEN);
	assert_false(looks(code, CODE_LEN, 4096));
	for (size_t i = 0; i + 5 <= CODE_LEN; i += 5) /* a table of small constants */
		memcpy(code + i, "\xE8\x03\x00\x00\x00", 5);
	assert_false(looks(code, CODE_LEN, 4096));
	free(code);
}

static void the_first_block_of_an_xz_file_is_told(void **state)
{
	/* stream header, check SHA-256; block header of 12 bytes with both sizes, x86 and LZMA2
	 * with 1 MiB; a stored chunk of two bytes; a chunk with lc1 lp2 pb0 */
	static const uint8_t file[] = {0xFD, '7', 'z', 'X', 'Z', 0, 0, 10, 1, 2, 3, 4, /**/
		4, 0xC1, 0x85, 0x01, 0x20, 0x04, 0x00, 0x21, 0x01, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0,
		0, /**/
		1, 0, 1, 'h', 'i', 0xE0, 0, 9, 0, 9, 19};
	struct xz_look x;

	(void)state;
	assert_true(xz_look(span_of(file, sizeof(file)), &x));
	assert_string_equal(x.method, "x86 LZMA2");
	assert_string_equal(x.check, "SHA-256");
	assert_true(x.has_dict && x.dict == (1u << 20));
	/* 19 = (pb * 5 + lp) * 9 + lc */
	assert_false(x.has_prop && (x.prop.lc != 1 || x.prop.lp != 2 || x.prop.pb != 0));
	assert_true(x.has_prop);
	for (size_t len = 0; len < sizeof(file); len++) {
		if (!xz_look(span_of(file, len), &x))
			continue;
		assert_true(len >= 32);
		assert_false(x.has_prop);
	}
}

/* A piece of 32 KiB in every 64 that is noise, or none. */
static void noise_is_seen_among_other_data(void **state)
{
	size_t piece = (size_t)64 << 10, len = 40 * piece, i; /* 80 pieces */
	uint8_t *p = calloc(1, len);
	uint32_t rnd = 3;

	(void)state;
	assert_non_null(p);
	for (i = 0; i < len; i++)
		p[i] = (uint8_t)(next(&rnd) % 200);
	assert_false(look_has_noise(span_of(p, len)));
	for (i = 7 * piece; i < 7 * piece + piece / 2; i++)
		p[i] = (uint8_t)next(&rnd);
	assert_true(look_has_noise(span_of(p, len)));
	assert_true(look_has_noise(span_of(p + 7 * piece, piece)));
	assert_false(look_has_noise(span_of(p + 7 * piece, piece / 2 - 1))); /* too short */
	free(p);
}

#define RECORD 13

static void tables_of_numbers_are_seen(void **state)
{
	uint8_t offsets[4096], text[4096], padding[4096] = {0}, records[RECORD * 400];
	uint32_t rnd = 9, at = 7000;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(offsets); i += 4, at += next(&rnd) % 60) {
		offsets[i] = (uint8_t)at;
		offsets[i + 1] = (uint8_t)(at >> 8);
		offsets[i + 2] = offsets[i + 3] = 0;
	}
	for (i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)("etaoin shrdlu"[next(&rnd) % 13]);
	assert_true(look_has_numbers(span_of(offsets, sizeof(offsets))));
	for (i = 0; i + RECORD <= sizeof(records); i += RECORD) { /* mostly as the one before */
		memcpy(records + i, "\1\0RECORD\0\0\7\0\x40", RECORD);
		records[i + 4] = (uint8_t)next(&rnd);
		records[i + 9] = (uint8_t)next(&rnd);
		records[i + 12] = (uint8_t)next(&rnd);
	}
	assert_true(look_has_numbers(span_of(records, sizeof(records))));
	assert_false(look_has_numbers(span_of(text, sizeof(text))));
	assert_false(look_has_numbers(span_of(padding, sizeof(padding))));
	assert_false(look_has_numbers(span_of(offsets, 3)));
}

/* Entries of 12 bits: three bytes for two. */
static void put_fat12(uint8_t *p, size_t entries)
{
	for (size_t i = 0; i + 1 < entries; i += 2) {
		size_t one = i % 64 == 62 ? 0xFFF : i + 3, two = i + 4;

		p[i / 2 * 3] = (uint8_t)one;
		p[i / 2 * 3 + 1] = (uint8_t)(one >> 8 | (two & 15) << 4);
		p[i / 2 * 3 + 2] = (uint8_t)(two >> 4);
	}
}

static void a_program_or_text_is_no_table(void **state)
{
	uint8_t table[12288], code[12288], text[8192];
	uint32_t rnd = 5;
	size_t i;

	(void)state;
	put_fat12(table, sizeof(table) / 3 * 2);
	assert_true(look_is_table(span_of(table, sizeof(table))));
	/* words of 32 bits that have little in common but their upper bytes, then padding */
	memset(code, 0, sizeof(code));
	for (i = 0; i < sizeof(code) / 2; i += 4) {
		code[i] = (uint8_t)next(&rnd);
		code[i + 1] = (uint8_t)next(&rnd);
		code[i + 2] = (uint8_t)next(&rnd);
		code[i + 3] = (uint8_t)(next(&rnd) % 3 + 0x91);
	}
	assert_true(look_has_numbers(span_of(code, sizeof(code))) ||
		    look_has_pairs(span_of(code, sizeof(code))));
	assert_false(look_is_table(span_of(code, sizeof(code))));
	for (i = 0; i < sizeof(text); i++) /* columns */
		text[i] = (uint8_t)(i % 8 == 7   ? '\n'
				    : i % 8 == 3 ? '0' + next(&rnd) % 10
						 : ' ' + i % 8);
	assert_true(look_has_numbers(span_of(text, sizeof(text))));
	assert_false(look_is_table(span_of(text, sizeof(text))));
	assert_false(look_is_table(span_of(table, 1)));
	assert_false(look_is_table(span_of(table, 0)));
}

static void pairs_are_seen(void **state)
{
	uint8_t wide[8192], text[4096];
	uint32_t rnd = 5;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wide); i++)
		wide[i] = (uint8_t)(i % 2 == 0 ? next(&rnd) : 0x30 + next(&rnd) % 0x40);
	for (i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)("etaoin shrdlu"[next(&rnd) % 13]);
	assert_true(look_has_pairs(span_of(wide, sizeof(wide))));
	assert_true(look_has_pairs(span_of(wide + 1, sizeof(wide) - 1)));
	assert_false(look_has_pairs(span_of(text, sizeof(text))));
	assert_false(look_has_pairs(span_of(wide, 3)));
	memset(wide, 0x5A, sizeof(wide));
	assert_false(look_has_pairs(span_of(wide, sizeof(wide))));
}

static void columns_and_digits_are_seen(void **state)
{
	char lines[4000], text[4000];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lines); i++) {
		lines[i] = i % 4 == 3 ? '\t' : (char)(i % 4 == 0 ? 'a' + i % 11 : '0' + i % 7);
		text[i] = "etaoin shrdlu"[i * i % 13];
	}
	assert_true(look_has_columns(span_of(lines, sizeof(lines))));
	assert_false(look_has_columns(span_of(text, sizeof(text))));
	assert_true(look_has_digits(span_of(lines, sizeof(lines))));
	assert_false(look_has_digits(span_of(text, sizeof(text))));
	lines[0] = 0;
	assert_false(look_has_digits(span_of(lines, sizeof(lines))));
	assert_true(look_is_text(span_of(text, sizeof(text))));
}

/* Samples of 24 bits, of which the highest byte changes slowly. */
static void waves_are_seen(void **state)
{
	uint8_t wave[4500];
	uint32_t rnd = 5;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(wave); i++)
		wave[i] = (uint8_t)(i % 3 == 2 ? 2 + next(&rnd) % 4 : next(&rnd));
	assert_true(look_has_waves(span_of(wave, sizeof(wave))));
	assert_false(look_has_pairs(span_of(wave, sizeof(wave))));
	for (i = 0; i < sizeof(wave); i++)
		wave[i] = (uint8_t)("etaoin shrdlu"[next(&rnd) % 13]);
	assert_false(look_has_waves(span_of(wave, sizeof(wave))));
	assert_false(look_has_waves(span_of(wave, 3)));
}

/* A flash image is padding for the most part. */
static void padding_hides_no_noise(void **state)
{
	size_t piece = (size_t)64 << 10, len = 200 * piece, i;
	uint8_t *p = malloc(len);
	uint32_t rnd = 5;

	(void)state;
	assert_non_null(p);
	memset(p, 0xFF, len);
	assert_false(look_has_noise(span_of(p, len)));
	for (i = 0; i < 2 * piece; i++)
		p[i] = (uint8_t)next(&rnd);
	assert_true(look_has_noise(span_of(p, len)));
	free(p);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(filtered_code_is_seen),
		cmocka_unit_test(noise_is_seen_among_other_data),
		cmocka_unit_test(tables_of_numbers_are_seen),
		cmocka_unit_test(pairs_are_seen),
		cmocka_unit_test(columns_and_digits_are_seen),
		cmocka_unit_test(waves_are_seen),
		cmocka_unit_test(a_program_or_text_is_no_table),
		cmocka_unit_test(padding_hides_no_noise),
		cmocka_unit_test(the_first_block_of_an_xz_file_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
