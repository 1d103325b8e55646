/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "zip_names.h"

static const char repair[] = "\xD0\xDE\xB8\xC4.txt"; /* U+4FEE U+6539 in GBK */
#define REPAIR "\xE4\xBF\xAE\xE6\x94\xB9.txt"

static void add_central(struct buf *b, const char *name, unsigned made_by, unsigned flags,
	const char *extra, size_t extra_len)
{
	buf_add(b, "PK\1\2", 4);
	buf_add_u16le(b, (uint16_t)(made_by << 8));
	buf_add_u16le(b, 20);
	buf_add_u16le(b, (uint16_t)flags);
	buf_fill(b, 0, 18);
	buf_add_u16le(b, (uint16_t)strlen(name));
	buf_add_u16le(b, (uint16_t)extra_len);
	buf_fill(b, 0, 14);
	buf_str(b, name);
	buf_add(b, extra, extra_len);
}

static void add_end(struct buf *b, uint32_t len, uint32_t off)
{
	buf_add(b, "PK\5\6", 4);
	buf_fill(b, 0, 8);
	buf_add_u32le(b, len);
	buf_add_u32le(b, off);
	buf_add_u16le(b, 0);
}

static void add_end64(struct buf *b, uint64_t len, uint64_t off)
{
	uint64_t at = b->len;

	buf_add(b, "PK\6\6", 4);
	buf_fill(b, 0, 36);
	buf_add_u64le(b, len);
	buf_add_u64le(b, off);
	buf_add(b, "PK\6\7\0\0\0\0", 8);
	buf_add_u64le(b, at);
	buf_add_u32le(b, 1);
}

static void expect_repair(struct span zip, struct name_rule rule, bool guessed)
{
	struct zip_names z;
	struct buf room;
	struct err err;
	const char *name;

	buf_init(&room, 0);
	assert_int_equal(zip_names_read(zip, &rule, &z, &err), ERR_OK);
	assert_int_equal(z.guessed, guessed);
	name = zip_names_decoded(&z, span_of(repair, strlen(repair)), &room);
	assert_non_null(name);
	assert_string_equal(name, REPAIR);
	assert_null(zip_names_decoded(&z, span_of("other", 5), &room));
	buf_free(&room);
	zip_names_free(&z);
}

static void names_are_found_in_short_long_and_moved_directories(void **state)
{
	struct name_rule said = {.enc = TEXT_GBK}, none = {.enc = TEXT_NONE};
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	add_central(&b, repair, 0, 0, NULL, 0);
	add_end(&b, (uint32_t)b.len, 0);
	expect_repair(span_of(b.ptr, b.len), said, false);
	expect_repair(span_of(b.ptr, b.len), none, true);
	b.len = 0;
	buf_str(&b, "MZ a program before it");
	add_central(&b, repair, 0, 0, NULL, 0);
	add_end(&b, (uint32_t)b.len - 22, 0);
	expect_repair(span_of(b.ptr, b.len), said, false);
	b.len = 0;
	add_central(&b, repair, 0, 0, NULL, 0);
	add_end64(&b, b.len, 0);
	add_end(&b, 0xFFFFFFFF, 0xFFFFFFFF);
	expect_repair(span_of(b.ptr, b.len), said, false);
	buf_free(&b);
}

static void a_marked_name_and_one_with_a_unicode_field_are_left_alone(void **state)
{
	static const char unicode[] = "\x75\x70\x05\x00\x01\0\0\0\0";
	struct name_rule said = {.enc = TEXT_GBK};
	struct zip_names z;
	struct err err;
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	add_central(&b, repair, 0, 0x800, NULL, 0);
	add_central(&b, repair, 0, 0, unicode, sizeof(unicode) - 1);
	add_central(&b, "ascii", 0, 0, NULL, 0);
	add_end(&b, (uint32_t)b.len, 0);
	assert_int_equal(zip_names_read(span_of(b.ptr, b.len), &said, &z, &err), ERR_OK);
	assert_int_equal(z.count, 0);
	zip_names_free(&z);
	buf_free(&b);
}

static void a_directory_cut_anywhere_is_read_as_far_as_it_goes(void **state)
{
	struct name_rule none = {.enc = TEXT_NONE};
	struct zip_names z;
	struct err err;
	struct buf b;
	size_t cut;

	(void)state;
	buf_init(&b, 0);
	add_central(&b, repair, 0, 0, NULL, 0);
	add_end64(&b, b.len, 0);
	add_end(&b, 0xFFFFFFFF, 0xFFFFFFFF);
	for (cut = 0; cut <= b.len; cut++) {
		/* of its own, so that a sanitizer sees what reads past the end */
		struct blob piece;

		assert_int_equal(
			blob_copy(span_of(b.ptr + cut, b.len - cut), &piece, &err), ERR_OK);
		assert_int_equal(zip_names_read(blob_span(piece), &none, &z, &err), ERR_OK);
		assert_int_equal(z.count, cut == 0);
		zip_names_free(&z);
		blob_free(&piece);
	}
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_found_in_short_long_and_moved_directories),
		cmocka_unit_test(a_marked_name_and_one_with_a_unicode_field_are_left_alone),
		cmocka_unit_test(a_directory_cut_anywhere_is_read_as_far_as_it_goes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
