/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/zip_dir.h"
#include "zip_data.h"

/* A stored block: last, 3 bytes, their complement. */
static const uint8_t stored[] = {0x01, 3, 0, 0xFC, 0xFF, 'x', 'y', 'z'};
#define LOCAL_LEN 31u /* with a name of one byte */

struct entry {
	char name;
	uint16_t method, flags;
	uint32_t packed, size, header;
	bool wide; /* sizes and offset in the ZIP64 field */
};

static void add_local(struct buf *b, const struct entry *e)
{
	buf_add(b, "PK\3\4\24\0", 6);
	buf_add_u16le(b, e->flags);
	buf_add_u16le(b, e->method);
	buf_fill(b, 0, 16);
	buf_add_u16le(b, 1);
	buf_add_u16le(b, 0);
	buf_add_u8(b, (uint8_t)e->name);
	buf_add(b, stored, sizeof(stored));
}

static void add_central(struct buf *b, const struct entry *e)
{
	buf_add(b, "PK\1\2\24\0\24\0", 8);
	buf_add_u16le(b, e->flags);
	buf_add_u16le(b, e->method);
	buf_add_u32le(b, 0);
	buf_add_u32le(b, crc32_update(0, span_of("xyz", 3)));
	buf_add_u32le(b, e->wide ? UINT32_MAX : e->packed);
	buf_add_u32le(b, e->wide ? UINT32_MAX : e->size);
	buf_add_u16le(b, 1);
	buf_add_u16le(b, e->wide ? 28 : 0);
	buf_fill(b, 0, 10);
	buf_add_u32le(b, e->wide ? UINT32_MAX : e->header);
	buf_add_u8(b, (uint8_t)e->name);
	if (!e->wide)
		return;
	buf_add_u16le(b, 1);
	buf_add_u16le(b, 24);
	buf_add_u64le(b, e->size);
	buf_add_u64le(b, e->packed);
	buf_add_u64le(b, e->header);
}

/* All local entries, then the directory in reverse order: it need not be that of the contents. */
static void make(struct buf *b, const struct entry *list, size_t count)
{
	size_t i, at, begin = b->len;

	for (i = 0; i < count; i++)
		add_local(b, &list[i]);
	at = b->len;
	for (i = count; i-- > 0;)
		add_central(b, &list[i]);
	i = b->len - at;
	buf_add(b, "PK\5\6", 4);
	buf_fill(b, 0, 8);
	buf_add_u32le(b, (uint32_t)i);
	buf_add_u32le(b, (uint32_t)(at - begin));
	buf_add_u16le(b, 0);
}

static void expect_xyz(const struct zip_data *z, uint64_t at)
{
	struct reader *r;
	struct blob all;
	struct err err;

	assert_int_equal(zip_data_open(z, at, 3, &r, &err), ERR_OK);
	assert_non_null(r);
	assert_int_equal(reader_all(r, 9, &all, &err), ERR_OK);
	assert_true(span_equal(blob_span(all), span_of("xyz", 3)));
	blob_free(&all);
	reader_close(r);
}

static void expect_none(const struct zip_data *z, uint64_t at)
{
	struct reader *r;
	struct err err;

	assert_int_equal(zip_data_open(z, at, 3, &r, &err), ERR_OK);
	assert_null(r);
}

#define STEP (LOCAL_LEN + sizeof(stored))

static void contents_are_found_by_their_place(void **state)
{
	static const struct entry list[] = {{'a', 9, 0, 8, 3, 0, false},
		{'b', 9, 0, 8, 3, STEP, true}, {'c', 8, 0, 8, 3, 2 * STEP, false},
		{'d', 9, 1, 8, 3, 3 * STEP, false}};
	struct reader *r;
	struct zip_data z;
	struct err err;
	struct buf b;
	size_t before;

	(void)state;
	for (before = 0; before < 20; before += 19) {
		buf_init(&b, 0);
		buf_fill(&b, 'M', before);
		make(&b, list, 4);
		assert_int_equal(zip_data_read(span_of(b.ptr, b.len), &z, &err), ERR_OK);
		expect_xyz(&z, before + LOCAL_LEN);
		expect_xyz(&z, before + STEP + LOCAL_LEN);
		expect_none(&z, before + 2 * STEP + LOCAL_LEN); /* libarchive decodes it */
		assert_int_equal(zip_data_open(&z, before + 3 * STEP + LOCAL_LEN, 3, &r, &err),
			ERR_UNSUPPORTED); /* encrypted */
		expect_none(&z, before + LOCAL_LEN + 1);
		expect_none(&z, 0);
		expect_none(&z, UINT64_MAX);
		zip_data_free(&z);
		buf_free(&b);
	}
}

static void numbers_that_lie_are_errors(void **state)
{
	static const struct entry lies[] = {{'a', 9, 0, 9, 3, 0, false},
		{'a', 9, 0, 7, 3, 0, false}, {'a', 9, 0, 8, 2, 0, false},
		{'a', 9, 0, 8, 4, 0, false}, {'a', 9, 0, UINT32_MAX - 1, 3, 0, false},
		{'a', 9, 0, 8, 0, 0, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct entry list[] = {lies[i], {'b', 9, 0, 8, 3, STEP, false}};
		struct reader *r = NULL;
		struct zip_data z;
		struct blob all;
		struct err err;
		struct buf b;
		enum err_code rc;

		buf_init(&b, 0);
		make(&b, list, 2);
		assert_int_equal(zip_data_read(span_of(b.ptr, b.len), &z, &err), ERR_OK);
		rc = zip_data_open(&z, LOCAL_LEN, lies[i].size, &r, &err);
		if (rc == ERR_OK)
			rc = reader_all(r, 9, &all, &err);
		assert_int_equal(rc, ERR_FORMAT);
		reader_close(r);
		assert_int_equal(zip_data_open(&z, LOCAL_LEN, 5, &r, &err), ERR_FORMAT);
		expect_xyz(&z, STEP + LOCAL_LEN);
		zip_data_free(&z);
		buf_free(&b);
	}
}

static void the_first_of_those_that_share_a_place_is_read(void **state)
{
	/* in the directory the last is the first */
	static const struct entry list[] = {
		{'b', 8, 0, 8, 3, 0, false}, {'a', 9, 0, 8, 3, 0, false}};
	static const struct entry other[] = {
		{'b', 9, 0, 8, 3, STEP, false}, {'a', 8, 0, 8, 3, STEP, false}};
	struct zip_data z;
	struct err err;
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	make(&b, other, 2); /* the local header of the second says method 8 */
	assert_int_equal(zip_data_read(span_of(b.ptr, b.len), &z, &err), ERR_OK);
	expect_none(&z, STEP + LOCAL_LEN);
	zip_data_free(&z);
	buf_free(&b);
	buf_init(&b, 0);
	make(&b, list, 2); /* the local header of the first says method 8 */
	assert_int_equal(zip_data_read(span_of(b.ptr, b.len), &z, &err), ERR_OK);
	expect_none(&z, LOCAL_LEN);
	zip_data_free(&z);
	buf_free(&b);
}

static void an_archive_cut_anywhere_is_read_as_far_as_it_goes(void **state)
{
	static const struct entry list[] = {
		{'a', 9, 0, 8, 3, 0, false}, {'b', 9, 0, 8, 3, STEP, true}};
	struct err err;
	struct buf b;
	size_t cut;

	(void)state;
	buf_init(&b, 0);
	make(&b, list, 2);
	for (cut = 0; cut <= b.len; cut++) {
		struct reader *r = NULL;
		struct zip_data z;
		struct blob piece;

		assert_int_equal(
			blob_copy(span_of(b.ptr + cut, b.len - cut), &piece, &err), ERR_OK);
		assert_int_equal(zip_data_read(blob_span(piece), &z, &err), ERR_OK);
		if (cut == STEP)
			expect_xyz(&z, LOCAL_LEN);
		else
			(void)zip_data_open(&z, LOCAL_LEN, 3, &r, &err);
		reader_close(r);
		zip_data_free(&z);
		blob_free(&piece);
	}
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contents_are_found_by_their_place),
		cmocka_unit_test(numbers_that_lie_are_errors),
		cmocka_unit_test(the_first_of_those_that_share_a_place_is_read),
		cmocka_unit_test(an_archive_cut_anywhere_is_read_as_far_as_it_goes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
