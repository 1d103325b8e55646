/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/inflate.h"
#include "biosbelt/lzma_alone.h"
#include "codec/codec.h"

/* All of r, a few bytes at a time, and closes it. */
static void expect(struct reader *r, const void *want, size_t len)
{
	uint8_t all[4096];
	struct err err;
	size_t at = 0, got = 5;

	for (; got == 5; at += got) {
		assert_int_equal(r->read(r, all + at, 5, &got, &err), ERR_OK);
		assert_true(at + got <= len);
	}
	assert_int_equal(at, len);
	assert_memory_equal(all, want, len);
	reader_close(r);
}

static struct reader *bytes(const void *ptr, size_t len)
{
	struct reader *r;
	struct err err;

	assert_int_equal(reader_span(span_of(ptr, len), &r, &err), ERR_OK);
	return r;
}

static const char text[] = "abcabcabcabc lc8 lp4 pb4: a stream that liblzma refuses, abcabcabc\n";
#define TEXT_LEN (sizeof(text) - 1)

/* FIPS 197, appendix C.3: the key is 00 01 .. 1F, the plain block 00 11 .. FF. */
static void aes_gives_the_standards_example(void **state)
{
	static const uint8_t cipher[AES_BLOCK] = {0x8E, 0xA2, 0xB7, 0xCA, 0x51, 0x67, 0x45, 0xBF,
		0xEA, 0xFC, 0x49, 0x90, 0x4B, 0x49, 0x60, 0x89};
	uint8_t key[AES_KEY], iv[AES_BLOCK] = {0}, two[2 * AES_BLOCK], want[2 * AES_BLOCK];
	struct reader *r;
	struct err err;
	unsigned i;

	(void)state;
	for (i = 0; i < AES_KEY; i++)
		key[i] = (uint8_t)i;
	for (i = 0; i < AES_BLOCK; i++) {
		want[i] = (uint8_t)(i * 0x11);
		want[AES_BLOCK + i] = want[i] ^ cipher[i]; /* CBC */
	}
	memcpy(two, cipher, AES_BLOCK);
	memcpy(two + AES_BLOCK, cipher, AES_BLOCK);
	assert_int_equal(aes_reader(bytes(two, 32), key, iv, 32, &r, &err), ERR_OK);
	expect(r, want, 32);
	assert_int_equal(aes_reader(bytes(two, 32), key, iv, 19, &r, &err), ERR_OK);
	expect(r, want, 19);
}

static void aes_refuses_half_a_block(void **state)
{
	uint8_t key[AES_KEY] = {0}, iv[AES_BLOCK] = {0}, some[24] = {0};
	struct reader *r;
	struct err err;
	size_t got;

	(void)state;
	assert_int_equal(aes_reader(bytes(some, 24), key, iv, 24, &r, &err), ERR_OK);
	assert_int_equal(r->read(r, some, 24, &got, &err), ERR_FORMAT);
	reader_close(r);
}

static void swap_leaves_the_rest(void **state)
{
	struct reader *r;
	struct err err;

	(void)state;
	assert_int_equal(swap_reader(bytes("abcdefghi", 9), 4, &r, &err), ERR_OK);
	expect(r, "dcbahgfei", 9);
	assert_int_equal(swap_reader(bytes("abcde", 5), 2, &r, &err), ERR_OK);
	expect(r, "badce", 5);
}

/* By 7-Zip 26.02: 7zz a -tzip -mm=deflate64 -mx9. */
static const uint8_t deflate64[] = {0x4B, 0x4C, 0x4A, 0x86, 0x23, 0x85, 0x9C, 0x64, 0x0B, 0x85,
	0x9C, 0x02, 0x13, 0x85, 0x82, 0x24, 0x13, 0x2B, 0x85, 0x44, 0x85, 0xE2, 0x92, 0xA2, 0xD4,
	0xC4, 0x5C, 0x85, 0x92, 0x8C, 0xC4, 0x12, 0x85, 0x9C, 0xCC, 0xA4, 0x9C, 0xAA, 0xDC, 0x44,
	0x85, 0xA2, 0xD4, 0xB4, 0xD2, 0xE2, 0xD4, 0x62, 0x1D, 0x05, 0xB8, 0x2E, 0x2E, 0x00};

/* By zlib: 105 bytes. */
static const uint8_t deflate[] = {0x2B, 0x2E, 0x4F, 0x2C, 0x50, 0x48, 0xCC, 0x4B, 0x51, 0x48, 0x49,
	0x4D, 0xCB, 0x49, 0x2C, 0x49, 0xD5, 0x81, 0x31, 0xC0, 0x82, 0xC5, 0x40, 0x59, 0xAE, 0x62,
	0xAA, 0x28, 0x01, 0x00};

static void inflate_reads_both_forms(void **state)
{
	/* a stored block: last, 3 bytes, their complement */
	static const uint8_t stored[] = {0x01, 3, 0, 0xFC, 0xFF, 'x', 'y', 'z'};
	struct reader *r;
	struct err err;

	(void)state;
	assert_int_equal(
		inflate_reader(bytes(deflate64, sizeof(deflate64)), true, TEXT_LEN, &r, &err),
		ERR_OK);
	expect(r, text, TEXT_LEN);
	assert_int_equal(inflate_reader(bytes(stored, sizeof(stored)), false, 3, &r, &err), ERR_OK);
	expect(r, "xyz", 3);
}

/* Reads to the end or the first error. */
static enum err_code drain(struct reader *r, struct err *err)
{
	uint8_t some[64];
	size_t got = sizeof(some);
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && got == sizeof(some))
		rc = r->read(r, some, sizeof(some), &got, err);
	reader_close(r);
	return rc;
}

static void inflate_ends_early_at_every_cut(void **state)
{
	struct reader *r;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i + 2 < sizeof(deflate64); i++) {
		assert_int_equal(
			inflate_reader(bytes(deflate64, i), true, TEXT_LEN, &r, &err), ERR_OK);
		assert_int_equal(drain(r, &err), ERR_FORMAT);
	}
	/* block type 3; a distance before the beginning; more bytes than the stream has */
	assert_int_equal(inflate_reader(bytes("\7", 1), false, 1, &r, &err), ERR_OK);
	assert_int_equal(drain(r, &err), ERR_FORMAT);
	assert_int_equal(inflate_reader(bytes("\3\2\0\0", 4), false, 9, &r, &err), ERR_OK);
	assert_int_equal(drain(r, &err), ERR_FORMAT);
	assert_int_equal(
		inflate_reader(bytes(deflate, sizeof(deflate)), false, 1000, &r, &err), ERR_OK);
	assert_int_equal(drain(r, &err), ERR_FORMAT);
}

static enum err_code end_after(const void *in, size_t len, uint64_t size)
{
	uint8_t some[TEXT_LEN];
	enum err_code rc;
	struct reader *r;
	struct err err;
	size_t got;

	assert_int_equal(inflate_reader(bytes(in, len), true, size, &r, &err), ERR_OK);
	assert_int_equal(r->read(r, some, sizeof(some), &got, &err), ERR_OK);
	assert_int_equal(got, size);
	rc = inflate_end(r, &err);
	reader_close(r);
	return rc;
}

static void inflate_ends_where_the_stream_does(void **state)
{
	/* two empty blocks, of fixed codes and stored, after the last byte */
	static const uint8_t empty[] = {0x00, 1, 0, 0xFE, 0xFF, 'x', 0x02, 0x04, 0, 0, 0xFF, 0xFF};
	size_t i;

	(void)state;
	assert_int_equal(end_after(deflate64, sizeof(deflate64), TEXT_LEN), ERR_OK);
	for (i = 0; i < TEXT_LEN; i++)
		assert_int_equal(end_after(deflate64, sizeof(deflate64), i), ERR_FORMAT);
	assert_int_equal(end_after(deflate64, sizeof(deflate64) - 1, TEXT_LEN), ERR_FORMAT);
	assert_int_equal(end_after("\3\0", 2, 0), ERR_OK);
	assert_int_equal(end_after("\3\0\0", 3, 0), ERR_FORMAT); /* a byte more */
	assert_int_equal(end_after("", 0, 0), ERR_FORMAT);
	assert_int_equal(end_after(empty, sizeof(empty), 1), ERR_OK);
	assert_int_equal(end_after(empty, 6, 1), ERR_FORMAT); /* the last block is missing */
	assert_int_equal(end_after(empty, sizeof(empty), 0), ERR_FORMAT);
}

/* By 7-Zip 26.02, -m0=lzma:lc=8:lp=4:pb=4, with the head of a .lzma before it. */
static const uint8_t wide[] = {0xE0, 0, 0, 1, 0, TEXT_LEN, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x30, 0x98,
	0x88, 0x73, 0x84, 0x20, 0x36, 0x60, 0xE2, 0x00, 0xD4, 0x73, 0x66, 0x7C, 0x85, 0x13, 0x83,
	0x5A, 0x4D, 0x39, 0x35, 0xCB, 0xBF, 0x59, 0xE7, 0xEA, 0xE7, 0x6E, 0xD8, 0xC5, 0xDC, 0x51,
	0xF2, 0xD3, 0xAB, 0x12, 0x73, 0xC7, 0xE8, 0x2F, 0xA4, 0x83, 0x6F, 0xE2, 0xB5, 0x76, 0x86,
	0x44, 0x3C, 0x77, 0xC6, 0x19, 0x02, 0xC3, 0x22, 0x0F, 0x80, 0x00, 0xFF, 0xFF};
#define WIDE_LEN (sizeof(wide) - 2) /* two bytes of padding follow */

static void lzma_of_more_literal_contexts_is_read(void **state)
{
	struct lzma_alone_end end;
	struct reader *r;
	struct err err;
	uint8_t back[128];
	size_t got, i;

	(void)state;
	assert_int_equal(lzma_alone_reader(span_of(wide, sizeof(wide)), BRANCH_NONE, true,
				 (uint64_t)64 << 20, &r, &err),
		ERR_OK);
	assert_int_equal(r->read(r, back, sizeof(back), &got, &err), ERR_OK);
	assert_int_equal(got, TEXT_LEN);
	assert_memory_equal(back, text, TEXT_LEN);
	lzma_alone_ended(r, span_of(wide, sizeof(wide)), got, &end);
	assert_int_equal(end.used, WIDE_LEN);
	assert_int_equal(end.trailing, 2);
	reader_close(r);
	for (i = 13; i < WIDE_LEN - 1; i++) {
		assert_int_equal(lzma_alone_reader(span_of(wide, i), BRANCH_NONE, true,
					 (uint64_t)64 << 20, &r, &err),
			ERR_OK);
		assert_int_equal(drain(r, &err), ERR_FORMAT);
	}
	assert_int_equal(
		lzma_alone_reader(span_of(wide, WIDE_LEN), BRANCH_NONE, true, 1 << 20, &r, &err),
		ERR_LIMIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aes_gives_the_standards_example),
		cmocka_unit_test(aes_refuses_half_a_block),
		cmocka_unit_test(swap_leaves_the_rest),
		cmocka_unit_test(inflate_reads_both_forms),
		cmocka_unit_test(inflate_ends_early_at_every_cut),
		cmocka_unit_test(inflate_ends_where_the_stream_does),
		cmocka_unit_test(lzma_of_more_literal_contexts_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
