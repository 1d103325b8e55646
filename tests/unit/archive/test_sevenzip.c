/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/hash.h"
#include "biosbelt/sevenzip.h"

#define MEMLIMIT ((uint64_t)64 << 20)

static enum err_code mem_write(void *user, const void *ptr, size_t len, struct err *err)
{
	(void)err;
	buf_add(user, ptr, len);
	return ERR_OK;
}

static enum err_code mem_patch(void *user, const void *ptr, size_t len, struct err *err)
{
	(void)err;
	memcpy(((struct buf *)user)->ptr, ptr, len);
	return ERR_OK;
}

/* Bytes with x86 calls to a few targets among text. */
static void fill(uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = (uint8_t)((size_t) "some code and text "[i % 19] + i / 300 % 3);
	for (i = 0; i + 5 < len; i += 37) {
		p[i] = i % 2 != 0 ? 0xE8 : 0xE9;
		put_u32le(p + i + 1, (uint32_t)(5000 - i));
	}
}

static const struct sz_method lzma1 = {
	.how = {.prop = {3, 0, 2, 1 << 16}, .effort = {LZMA_BT4, false, 64, 0}}};

struct want {
	const char *name;
	enum sz_type type;
	size_t len;
};

static const struct want wants[] = {
	{"空目录", SZ_FOLDER, 0},
	{"empty", SZ_FILE, 0},
	{"a/file.bin", SZ_FILE, 4000},
	{"a/\xF0\x9F\x92\xBE.txt", SZ_FILE, 1},
	{"a/link", SZ_LINK, 8},
};
#define WANTS (sizeof(wants) / sizeof(wants[0]))

static void add_entries(struct sz_writer *w, const uint8_t *data, size_t *total)
{
	struct err err;
	size_t i;

	*total = 0;
	for (i = 0; i < WANTS; i++) {
		struct sz_entry e = {.name = wants[i].name,
			.type = wants[i].type,
			.size = wants[i].len,
			.has_mtime = i != 1,
			.mtime_ns = 981158400123456700LL - (int64_t)i,
			.has_mode = true,
			.mode = 0640};

		assert_int_equal(
			sz_writer_entry(
				w, &e, crc32_update(0, span_of(data + *total, wants[i].len)), &err),
			ERR_OK);
		*total += wants[i].len;
	}
}

static void make(const struct sz_method *m, const uint8_t *data, struct buf *out)
{
	struct sz_sink sink = {mem_write, mem_patch, out};
	struct sz_writer *w;
	struct err err;
	uint64_t total;
	size_t len;

	buf_init(out, 0);
	assert_int_equal(sz_writer_open(&sink, &w, &err), ERR_OK);
	add_entries(w, data, &len);
	assert_int_equal(sz_writer_block(w, span_of(data, len), m, &err), ERR_OK);
	assert_int_equal(sz_writer_finish(w, &total, &err), ERR_OK);
	assert_int_equal(total, out->len);
	sz_writer_close(w);
}

/* All contents; the caller frees. */
static enum err_code contents(struct span file, struct blob *out, struct err *err)
{
	struct sz_archive *a;
	struct reader *r;
	enum err_code rc = sz_open(file, MEMLIMIT, &a, err);

	if (rc != ERR_OK)
		return rc;
	rc = sz_block_count(a) == 1 ? sz_block_reader(a, 0, MEMLIMIT, &r, err)
				    : err_set(err, ERR_FORMAT, "not one block");
	if (rc == ERR_OK) {
		rc = reader_all(r, 1 << 20, out, err);
		reader_close(r);
	}
	sz_close(a);
	return rc;
}

static void check_entry(const struct sz_entry *e, const struct want *want, size_t i)
{
	assert_string_equal(e->name, want->name);
	assert_int_equal(e->type, want->type);
	assert_int_equal(e->size, want->len);
	assert_int_equal(e->has_mtime, i != 1);
	if (i != 1) /* 100 ns are the format's unit */
		assert_int_equal(e->mtime_ns, (981158400123456700LL - (int64_t)i) / 100 * 100);
	assert_true(e->has_mode);
	assert_int_equal(e->mode, 0640);
	assert_int_equal(e->block, want->len != 0 ? 0 : SZ_NO_BLOCK);
}

static void round_trip(const struct sz_method *m)
{
	static uint8_t data[8000];
	struct sz_archive *a;
	struct blob back;
	struct buf file;
	struct err err;
	size_t i;

	fill(data, sizeof(data));
	make(m, data, &file);
	assert_int_equal(sz_open(span_of(file.ptr, file.len), MEMLIMIT, &a, &err), ERR_OK);
	assert_int_equal(sz_count(a), WANTS);
	for (i = 0; i < WANTS; i++)
		check_entry(sz_entry_at(a, i), &wants[i], i);
	assert_int_equal(sz_trailing(a), 0);
	sz_close(a);
	assert_int_equal(contents(span_of(file.ptr, file.len), &back, &err), ERR_OK);
	assert_int_equal(back.len, 4009);
	assert_memory_equal(back.ptr, data, back.len);
	blob_free(&back);
	buf_free(&file);
}

static void every_method_comes_back(void **state)
{
	struct sz_method m = lzma1;
	int kind;

	(void)state;
	for (kind = BRANCH_NONE; kind < BRANCH_COUNT; kind += kind < BRANCH_DELTA + 3 ? 1 : 126) {
		m.filter = (enum branch_kind)kind;
		m.lzma2 = false;
		round_trip(&m);
		m.lzma2 = true;
		round_trip(&m);
	}
	m.bcj2 = true;
	round_trip(&m);
	m.lzma2 = false;
	round_trip(&m);
}

static void empty_archive_is_readable(void **state)
{
	struct buf file;
	struct sz_sink sink = {mem_write, mem_patch, &file};
	struct sz_archive *a;
	struct sz_writer *w;
	struct err err;
	uint64_t total;

	(void)state;
	buf_init(&file, 0);
	assert_int_equal(sz_writer_open(&sink, &w, &err), ERR_OK);
	assert_int_equal(sz_writer_finish(w, &total, &err), ERR_OK);
	sz_writer_close(w);
	assert_int_equal(total, 32);
	assert_int_equal(sz_open(span_of(file.ptr, file.len), MEMLIMIT, &a, &err), ERR_OK);
	assert_int_equal(sz_count(a), 0);
	sz_close(a);
	buf_free(&file);
}

static void every_truncation_is_damage(void **state)
{
	static uint8_t data[8000];
	struct blob back;
	struct buf file;
	struct err err;
	size_t cut;

	(void)state;
	fill(data, sizeof(data));
	make(&lzma1, data, &file);
	for (cut = 0; cut < file.len; cut++)
		assert_int_equal(contents(span_of(file.ptr, cut), &back, &err), ERR_FORMAT);
	buf_free(&file);
}

/* CRCs guard everything but the packed data, and the entries' CRCs those. */
static void every_bit_flip_is_noticed(void **state)
{
	static uint8_t data[8000];
	struct buf file;
	size_t bit;

	(void)state;
	fill(data, sizeof(data));
	make(&lzma1, data, &file);
	for (bit = 0; bit < file.len * 8; bit++) {
		struct blob back;
		struct err err;

		if (bit / 8 == 7) /* the minor version: any is fine */
			continue;
		file.ptr[bit / 8] ^= (uint8_t)(1u << bit % 8);
		if (contents(span_of(file.ptr, file.len), &back, &err) == ERR_OK) {
			assert_false(back.len == 4009 && memcmp(back.ptr, data, 4009) == 0);
			blob_free(&back);
		}
		file.ptr[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	buf_free(&file);
}

static void memory_limit_is_checked(void **state)
{
	static uint8_t data[8000];
	struct sz_archive *a;
	struct reader *r;
	struct buf file;
	struct err err;

	(void)state;
	fill(data, sizeof(data));
	make(&lzma1, data, &file);
	assert_int_equal(sz_open(span_of(file.ptr, file.len), MEMLIMIT, &a, &err), ERR_OK);
	assert_int_equal(sz_block_reader(a, 0, 1000, &r, &err), ERR_LIMIT);
	sz_close(a);
	buf_free(&file);
}

/* A packed header of a hundred bytes describes thousands of entries. */
static void memory_limit_is_of_the_list_of_entries_too(void **state)
{
	struct buf file;
	struct sz_sink sink = {mem_write, mem_patch, &file};
	struct sz_entry e = {.name = "x"};
	struct sz_writer *w;
	struct sz_archive *a;
	struct err err;
	uint64_t total;
	int i;

	(void)state;
	buf_init(&file, 0);
	assert_int_equal(sz_writer_open(&sink, &w, &err), ERR_OK);
	for (i = 0; i < 3000; i++)
		assert_int_equal(sz_writer_entry(w, &e, 0, &err), ERR_OK);
	assert_int_equal(sz_writer_finish(w, &total, &err), ERR_OK);
	sz_writer_close(w);
	assert_true(total < 400);
	assert_int_equal(
		sz_open(span_of(file.ptr, file.len), 3000 * sizeof(e) - 1, &a, &err), ERR_LIMIT);
	assert_int_equal(sz_open(span_of(file.ptr, file.len), 3000 * sizeof(e), &a, &err), ERR_OK);
	sz_close(a);
	buf_free(&file);
}

static void block_must_match_its_entries(void **state)
{
	static uint8_t data[100];
	struct buf file;
	struct sz_sink sink = {mem_write, mem_patch, &file};
	struct sz_entry e = {.name = "x", .size = 99};
	struct sz_writer *w;
	struct err err;
	uint64_t total;

	(void)state;
	buf_init(&file, 0);
	assert_int_equal(sz_writer_open(&sink, &w, &err), ERR_OK);
	assert_int_equal(sz_writer_entry(w, &e, 0, &err), ERR_OK);
	assert_int_equal(sz_writer_block(w, span_of(data, 100), &lzma1, &err), ERR_USAGE);
	assert_int_equal(sz_writer_finish(w, &total, &err), ERR_USAGE);
	sz_writer_close(w);
	buf_free(&file);
}

static void bcj2_comes_back(const uint8_t *code, size_t len)
{
	struct blob made[BCJ2_STREAMS], back;
	struct reader *from[BCJ2_STREAMS], *r;
	struct err err;
	size_t i;

	assert_int_equal(bcj2_encode(span_of(code, len), BCJ2_LIMIT, true, made, &err), ERR_OK);
	for (i = 0; i < BCJ2_STREAMS; i++)
		assert_int_equal(reader_span(blob_span(made[i]), &from[i], &err), ERR_OK);
	assert_int_equal(made[BCJ2_MAIN].len + made[BCJ2_CALL].len + made[BCJ2_JUMP].len, len);
	assert_int_equal(bcj2_reader(from, len, &r, &err), ERR_OK);
	assert_int_equal(reader_all(r, len, &back, &err), ERR_OK);
	assert_int_equal(back.len, len);
	assert_memory_equal(back.ptr, code, len);
	reader_close(r);
	blob_free(&back);
	for (i = 0; i < BCJ2_STREAMS; i++)
		blob_free(&made[i]);
}

static void bcj2_of_every_length_comes_back(void **state)
{
	static uint8_t code[3000];
	uint32_t seed = 1;
	size_t len, i;

	(void)state;
	for (len = 0; len < 60; len++) {
		memset(code, 0xE8, len);
		bcj2_comes_back(code, len);
		for (i = 0; i < len; i++)
			code[i] = i % 2 != 0 ? 0x84 : 0x0F;
		bcj2_comes_back(code, len);
	}
	for (i = 0; i < sizeof(code); i++) {
		static const uint8_t often[] = {0xE8, 0xE9, 0x0F, 0x85, 0, 0, 0xFF, 1};

		seed = seed * 1664525u + 1013904223u;
		code[i] = often[seed >> 29];
	}
	bcj2_comes_back(code, sizeof(code));
	fill(code, sizeof(code));
	bcj2_comes_back(code, sizeof(code));
}

/* An archive of a header alone. */
static enum err_code open_header(
	const uint8_t *header, size_t len, struct buf *file, struct sz_archive **a, struct err *err)
{
	static const uint8_t signature[] = {'7', 'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4};
	uint8_t start[20] = {0}, crc[4];

	put_u32le(start + 8, (uint32_t)len);
	put_u32le(start + 16, crc32_update(0, span_of(header, len)));
	put_u32le(crc, crc32_update(0, span_of(start, sizeof(start))));
	buf_init(file, 0);
	buf_add(file, signature, sizeof(signature));
	buf_add(file, crc, sizeof(crc));
	buf_add(file, start, sizeof(start));
	buf_add(file, header, len);
	return sz_open(span_of(file->ptr, file->len), MEMLIMIT, a, err);
}

/* FilesInfo of two empty files, "a" and "b"; the second is one that an update deletes. */
static const uint8_t two_files[] = {0x01, 0x05, 0x02, 0x0E, 0x01, 0xC0, 0x0F, 0x01, 0xC0, 0x10,
	0x01, 0x40, 0x11, 0x09, 0x00, 'a', 0, 0, 0, 'b', 0, 0, 0, 0x00, 0x00};
/* One file, and the names of two. */
static const uint8_t two_names[] = {0x01, 0x05, 0x01, 0x0E, 0x01, 0x80, 0x0F, 0x01, 0x80, 0x11,
	0x09, 0x00, 'a', 0, 0, 0, 'b', 0, 0, 0, 0x00, 0x00};

static void deletions_are_told_apart(void **state)
{
	struct sz_archive *a;
	struct buf file;
	struct err err;

	(void)state;
	assert_int_equal(open_header(two_files, sizeof(two_files), &file, &a, &err), ERR_OK);
	assert_int_equal(sz_count(a), 2);
	assert_false(sz_entry_at(a, 0)->anti);
	assert_true(sz_entry_at(a, 1)->anti);
	sz_close(a);
	buf_free(&file);
}

/* Streams of one packed stream and one block: two Delta coders, the first of which feeds itself. */
static const uint8_t ring[] = {0x01, 0x04, 0x06, 0x00, 0x01, 0x09, 0x00, 0x00, 0x07, 0x0B, 0x01,
	0x00, 0x02, 0x21, 0x03, 0x01, 0x01, 0x21, 0x03, 0x01, 0x01, 0x00, 0x00, 0x0C, 0x00, 0x00,
	0x00, 0x00, 0x05, 0x01, 0x11, 0x05, 0x00, 'a', 0, 0, 0, 0x00, 0x00};

static void coders_that_feed_nothing_are_refused(void **state)
{
	struct sz_archive *a;
	struct reader *r;
	struct buf file;
	struct err err;

	(void)state;
	assert_int_equal(open_header(ring, sizeof(ring), &file, &a, &err), ERR_OK);
	assert_int_equal(sz_block_reader(a, 0, MEMLIMIT, &r, &err), ERR_FORMAT);
	assert_string_equal(err.text, "coders are not connected to the output");
	sz_close(a);
	buf_free(&file);
}

static void more_names_than_entries_are_refused(void **state)
{
	struct sz_archive *a;
	struct buf file;
	struct err err;

	(void)state;
	assert_int_equal(open_header(two_names, sizeof(two_names), &file, &a, &err), ERR_FORMAT);
	assert_string_equal(err.text, "more names than entries");
	buf_free(&file);
}

/* Cut at multiples of LZMA2_PIECE, with what was before at hand, by both kinds of parse. */
static void put_pieces(
	struct sz_writer *w, const struct sz_method *m, const uint8_t *data, size_t len)
{
	const size_t step = 3 * LZMA2_PIECE;
	struct blob made;
	struct err err;
	size_t from, to;

	for (from = 0; from < len; from = to) {
		to = len - from < step ? len : from + step;
		assert_int_equal(
			lzma2_encode_piece(span_of(data, to), from, &m->how, &made, &err), ERR_OK);
		assert_int_equal(made.ptr[made.len - 1], 0);
		assert_int_equal(
			sz_writer_piece(
				w, span_of(made.ptr, to == len ? made.len : made.len - 1), &err),
			ERR_OK);
		blob_free(&made);
	}
}

static void pieces_are_one_block(void **state)
{
	static const size_t lens[] = {1, 4096, 12288, 12289, 100000};
	static const struct lzma_effort efforts[] = {
		{LZMA_HC4, true, 32, 4}, {LZMA_BT4, false, 32, 0}};
	static uint8_t data[100000];
	size_t i;

	(void)state;
	fill(data, sizeof(data));
	for (i = 0; i < 2 * sizeof(lens) / sizeof(lens[0]); i++) {
		struct sz_method m = {.lzma2 = true,
			.how = {.prop = {3, 0, 2, 1 << 16},
				.verify = true,
				.effort = efforts[i % 2]}};
		struct sz_entry e = {.name = "long", .type = SZ_FILE, .size = lens[i / 2]};
		struct buf out;
		struct sz_sink sink = {mem_write, mem_patch, &out};
		struct sz_writer *w;
		struct blob got;
		struct err err;
		uint64_t total;
		size_t len = lens[i / 2];

		buf_init(&out, 0);
		assert_int_equal(sz_writer_open(&sink, &w, &err), ERR_OK);
		put_pieces(w, &m, data, len);
		assert_int_equal(sz_writer_finish(w, &total, &err), ERR_USAGE);
		assert_int_equal(
			sz_writer_entry(w, &e, crc32_update(0, span_of(data, len)), &err), ERR_OK);
		assert_int_equal(sz_writer_piece(w, span_of(data, 1), &err), ERR_USAGE);
		assert_int_equal(sz_writer_pieces_end(w, &m, &err), ERR_OK);
		assert_int_equal(sz_writer_finish(w, &total, &err), ERR_OK);
		assert_int_equal(contents(span_of(out.ptr, out.len), &got, &err), ERR_OK);
		assert_int_equal(got.len, len);
		assert_memory_equal(got.ptr, data, len);
		blob_free(&got);
		sz_writer_close(w);
		buf_free(&out);
	}
}

static void pieces_begin_on_pages(void **state)
{
	static const struct lzma_encode how = {
		.prop = {3, 0, 2, 1 << 16}, .effort = {LZMA_HC4, true, 32, 4}};
	static const uint8_t data[8192];
	struct blob made;
	struct err err;

	(void)state;
	assert_int_equal(
		lzma2_encode_piece(span_of(data, 8192), 100, &how, &made, &err), ERR_USAGE);
	assert_int_equal(
		lzma2_encode_piece(span_of(data, 4000), 4096, &how, &made, &err), ERR_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_method_comes_back),
		cmocka_unit_test(deletions_are_told_apart),
		cmocka_unit_test(coders_that_feed_nothing_are_refused),
		cmocka_unit_test(more_names_than_entries_are_refused),
		cmocka_unit_test(empty_archive_is_readable),
		cmocka_unit_test(every_truncation_is_damage),
		cmocka_unit_test(every_bit_flip_is_noticed),
		cmocka_unit_test(memory_limit_is_checked),
		cmocka_unit_test(memory_limit_is_of_the_list_of_entries_too),
		cmocka_unit_test(block_must_match_its_entries),
		cmocka_unit_test(bcj2_of_every_length_comes_back),
		cmocka_unit_test(pieces_are_one_block),
		cmocka_unit_test(pieces_begin_on_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
