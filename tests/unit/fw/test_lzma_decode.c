/* SPDX-License-Identifier: MIT */
/* The decoder of LZMA streams in memory against liblzma: sound streams of every shape, cut and
 * damaged ones. */
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/fwcodec.h"
#include "test.h"

#define DATA_LEN 40000u
#define LONG_LEN 2500000u /* of several pieces and pages of every size */
#define ROOM     (2u * DATA_LEN)
#define HEAD_LEN 13u

static uint32_t random_next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Runs, near and far repeats, numbers that count up, noise: every kind of match and literal. */
static struct blob some_data(uint32_t seed, size_t len)
{
	struct blob b;
	struct err err;
	size_t i = 0, k;

	assert_int_equal(blob_alloc(len, &b, &err), ERR_OK);
	while (i < b.len) {
		uint32_t r = random_next(&seed);
		size_t n = r % 300 + 1, back = i != 0 ? random_next(&seed) % i + 1 : 0;

		for (k = 0; k < n && i < b.len; k++, i++) {
			switch (r >> 10 & 3) {
			case 0:
				b.ptr[i] = (uint8_t)random_next(&seed);
				break;
			case 1:
				b.ptr[i] = (uint8_t)(i % 4 == 0 ? i / 4 : 0);
				break;
			default:
				b.ptr[i] = back != 0 ? b.ptr[i - back] : 0;
				break;
			}
		}
	}
	return b;
}

/* A .lzma with the size in its header, with an end marker or not, by that chain of filters. */
static struct blob encode_by(lzma_filter *chain, lzma_filter *lzma, struct span in, unsigned lc,
	unsigned lp, unsigned pb, bool marker)
{
	lzma_options_lzma opt;
	size_t len = HEAD_LEN, room = 2 * in.len + 64;
	struct blob b;
	struct err err;

	assert_int_equal(blob_alloc(room, &b, &err), ERR_OK);
	assert_false(lzma_lzma_preset(&opt, 6));
	opt.lc = lc;
	opt.lp = lp;
	opt.pb = pb;
	opt.dict_size = 1u << 16;
	opt.ext_flags = marker ? LZMA_LZMA1EXT_ALLOW_EOPM : 0;
	lzma_set_ext_size(opt, marker ? UINT64_MAX : in.len);
	lzma->options = &opt;
	b.ptr[0] = (uint8_t)((pb * 5 + lp) * 9 + lc);
	put_u32le(b.ptr + 1, opt.dict_size);
	put_u64le(b.ptr + 5, in.len);
	assert_int_equal(
		lzma_raw_buffer_encode(chain, NULL, in.ptr, in.len, b.ptr, &len, room), LZMA_OK);
	b.len = len;
	return b;
}

static struct blob encode(struct span in, unsigned lc, unsigned lp, unsigned pb, bool marker)
{
	lzma_filter chain[] = {{LZMA_FILTER_LZMA1EXT, NULL}, {LZMA_VLI_UNKNOWN, NULL}};

	return encode_by(chain, &chain[0], in, lc, lp, pb, marker);
}

static struct blob encode_f86(struct span in, bool marker)
{
	lzma_filter chain[] = {
		{LZMA_FILTER_X86, NULL}, {LZMA_FILTER_LZMA1EXT, NULL}, {LZMA_VLI_UNKNOWN, NULL}};

	return encode_by(chain, &chain[1], in, 3, 0, 2, marker);
}

static void expect_unpacked(enum fw_codec codec, struct span packed, size_t len, struct span data)
{
	struct fw_unpacked u;
	struct err err;

	assert_int_equal(fw_unpack(codec, packed, LONG_LEN, &u, &err), ERR_OK);
	assert_int_equal(u.end, FW_END_WHOLE);
	assert_int_equal(u.used, len);
	assert_int_equal(u.bytes.len, data.len);
	assert_memory_equal(u.bytes.ptr, data.ptr, data.len);
	blob_free(&u.bytes);
}

static void expect_whole(struct span packed, size_t len, struct span data)
{
	expect_unpacked(FW_CODEC_LZMA, packed, len, data);
}

static void every_shape_decodes_to_its_last_byte(void **state)
{
	static const unsigned shapes[][3] = {
		{3, 0, 2}, {0, 0, 0}, {4, 0, 4}, {0, 4, 4}, {1, 3, 1}, {2, 2, 0}};
	size_t i;
	unsigned marker;

	(void)state;
	for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
		for (marker = 0; marker < 2; marker++) {
			struct blob data = some_data((uint32_t)i + 1, DATA_LEN);
			struct blob packed = encode(blob_span(data), shapes[i][0], shapes[i][1],
				shapes[i][2], marker != 0);
			size_t len = packed.len;

			expect_whole(blob_span(packed), len, blob_span(data));
			packed.ptr = realloc(packed.ptr, len + 500); /* bytes after the stream */
			assert_non_null(packed.ptr);
			memset(packed.ptr + len, 0xA5, 500);
			expect_whole(span_of(packed.ptr, len + 500), len, blob_span(data));
			blob_free(&packed);
			blob_free(&data);
		}
}

static void short_ones_too(void **state)
{
	size_t len;

	(void)state;
	for (len = 64; len < 400; len += 7) {
		struct blob data = some_data((uint32_t)len, DATA_LEN);
		struct span in = {data.ptr, len};
		struct blob packed = encode(in, 3, 0, 2, false);

		expect_whole(blob_span(packed), packed.len, in);
		blob_free(&packed);
		blob_free(&data);
	}
}

/* All its data may be there, but not its end. */
static void a_missing_end_is_no_limit(void **state)
{
	size_t len, cut;

	(void)state;
	for (len = 64; len < 400; len += 7)
		for (cut = 1; cut <= 5; cut++) {
			struct blob data = some_data((uint32_t)len, len);
			struct blob packed = encode(blob_span(data), 3, 0, 2, cut % 2 != 0);
			struct fw_unpacked u;
			struct err err;

			assert_int_equal(
				fw_unpack(FW_CODEC_LZMA, span_of(packed.ptr, packed.len - cut),
					ROOM, &u, &err),
				ERR_OK);
			assert_int_equal(u.end, FW_END_CUT);
			blob_free(&u.bytes);
			blob_free(&packed);
			blob_free(&data);
		}
}

/* Decoded on, zeros are thousands of bytes, which were taken for the stream's own. */
static void those_of_few_bytes_end_where_zeros_follow(void **state)
{
	size_t len;

	(void)state;
	for (len = 1; len < 64; len++) {
		struct blob data = some_data((uint32_t)len, DATA_LEN);
		struct span in = {data.ptr, len};
		struct blob packed = encode(in, 3, 0, 2, len % 2 != 0);
		size_t used = packed.len;

		packed.ptr = realloc(packed.ptr, used + DATA_LEN);
		assert_non_null(packed.ptr);
		memset(packed.ptr + used, 0, DATA_LEN);
		expect_whole(span_of(packed.ptr, used + DATA_LEN), used, in);
		blob_free(&packed);
		blob_free(&data);
	}
}

static void long_ones_too(void **state)
{
	struct blob data = some_data(9, LONG_LEN), packed = encode(blob_span(data), 3, 0, 2, false);

	(void)state;
	expect_whole(blob_span(packed), packed.len, blob_span(data));
	blob_free(&packed);
	blob_free(&data);
}

/* Calls and jumps, near and far, also one in another's distance and at the end. */
static struct blob some_calls(uint32_t seed, size_t len)
{
	static const uint8_t bytes[] = {0xE8, 0xE9, 0x00, 0xFF, 0x01, 0xFE, 0x0F, 0x84};
	struct blob b;
	struct err err;
	size_t i;

	assert_int_equal(blob_alloc(len, &b, &err), ERR_OK);
	for (i = 0; i < len; i++) {
		uint32_t r = random_next(&seed);

		b.ptr[i] = r % 8 == 0 ? (uint8_t)(r >> 8) : bytes[r >> 16 & 7];
	}
	return b;
}

/* liblzma's filter and the one that runs over the whole output give the same bytes. */
static void f86_too(void **state)
{
	size_t len;
	unsigned marker;

	(void)state;
	for (marker = 0; marker < 2; marker++)
		for (len = 64; len < 5 * DATA_LEN; len += len / 4 + 1) {
			struct blob data = some_calls((uint32_t)len, len),
				    packed = encode_f86(blob_span(data), marker != 0);

			expect_unpacked(
				FW_CODEC_LZMA_F86, blob_span(packed), packed.len, blob_span(data));
			blob_free(&packed);
			blob_free(&data);
		}
}

/* liblzma over the same bytes; true: whole. */
static bool reference(struct span packed, uint8_t *out, size_t *len)
{
	lzma_stream s = LZMA_STREAM_INIT;
	lzma_ret ret;

	assert_int_equal(lzma_alone_decoder(&s, UINT64_MAX), LZMA_OK);
	s.next_in = packed.ptr;
	s.avail_in = packed.len;
	s.next_out = out;
	s.avail_out = ROOM;
	ret = lzma_code(&s, LZMA_FINISH);
	*len = (size_t)s.total_out;
	lzma_end(&s);
	return ret == LZMA_STREAM_END;
}

/* A changed bit or a missing end is found exactly where liblzma finds it. */
static void damage_is_what_liblzma_says(void **state)
{
	static uint8_t out[ROOM];
	struct blob data = some_data(77, DATA_LEN),
		    packed = encode(blob_span(data), 3, 0, 2, false);
	uint32_t seed = 5;
	unsigned i;

	(void)state;
	for (i = 0; i < 400; i++) {
		size_t at = HEAD_LEN + random_next(&seed) % (packed.len - HEAD_LEN), len;
		uint8_t bit = (uint8_t)(1u << random_next(&seed) % 8);
		struct span in = {packed.ptr, i % 4 == 0 ? at : packed.len};
		struct fw_unpacked u;
		struct err err;
		bool whole;

		if (i % 4 != 0)
			packed.ptr[at] ^= bit;
		whole = reference(in, out, &len);
		if (fw_unpack(FW_CODEC_LZMA, in, ROOM, &u, &err) == ERR_OK) {
			assert_int_equal(u.end == FW_END_WHOLE, whole);
			assert_int_not_equal(u.end, FW_END_LIMIT);
			assert_int_equal(u.bytes.len, len);
			assert_memory_equal(u.bytes.ptr, out, len);
			blob_free(&u.bytes);
		} else {
			assert_false(whole);
		}
		if (i % 4 != 0)
			packed.ptr[at] ^= bit;
	}
	blob_free(&packed);
	blob_free(&data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_shape_decodes_to_its_last_byte),
		cmocka_unit_test(short_ones_too),
		cmocka_unit_test(a_missing_end_is_no_limit),
		cmocka_unit_test(those_of_few_bytes_end_where_zeros_follow),
		cmocka_unit_test(long_ones_too),
		cmocka_unit_test(f86_too),
		cmocka_unit_test(damage_is_what_liblzma_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
