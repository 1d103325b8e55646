/* SPDX-License-Identifier: MIT */
/* Inputs made to cost time or memory stay within bounds, and the limit is reported. */
#include "test.h"

#include <string.h>

#include "bytgvs.h"
#include "image.h"
#include "sample.h"

static struct report scan(struct blob image, size_t max_output)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), max_output, &r, &err), ERR_OK);
	blob_free(&image);
	return r;
}

/* A stream that claims 4 GiB - 1 and holds zeros for as long as one likes. */
static void claims_of_4_gib(void **state)
{
	enum fw_codec codec;

	(void)state;
	for (codec = FW_CODEC_LZMA; codec <= FW_CODEC_BROTLI; codec++) {
		struct blob stream = image_pack(codec, image_fill(2u << 20, 0));
		struct fw_unpacked u;
		struct err err;

		if (codec == FW_CODEC_TIANO || codec == FW_CODEC_EFI)
			put_u32le(stream.ptr + 4, 0xFFFFFFFF);
		else
			put_u64le(stream.ptr + (codec == FW_CODEC_BROTLI ? 0 : 5), 0xFFFFFFFF);
		assert_int_equal(fw_unpack(codec, blob_span(stream), 1u << 20, &u, &err), ERR_OK);
		assert_true(u.bytes.len <= 1u << 20);
		assert_true(u.end != FW_END_WHOLE);
		blob_free(&u.bytes);
		blob_free(&stream);
	}
}

#define HEAD_LEN 32u /* of a stream of coreboot's LZMA, and noise */

static void heads_of_noise_hide_nothing(void **state)
{
	static const uint8_t head[] = {0x01, 0, 0, 0x80, 0, 0, 0x10};
	struct blob noise = image_noise((size_t)400 * HEAD_LEN, 3);
	struct report r;
	size_t i;

	(void)state;
	for (i = 0; i < noise.len; i += HEAD_LEN) {
		memset(noise.ptr + i, 0, 14);
		memcpy(noise.ptr + i, head, sizeof head);
	}
	r = scan(image_join(noise,
			 image_pack(FW_CODEC_EFI,
				 image_add_section(
					 image_section(SECTION_RAW,
						 sample_vbt(&(struct sample_vbt){0}), false),
					 image_section(SECTION_RAW, image_code(9000, 3), false))),
			 16, 0xFF),
		0);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_false(r.tree.limited);
	report_free(&r);
}

/* What came before may have used up all that is allowed. */
static void little_output_is_allowed(void **state)
{
	static const enum fw_codec codecs[] = {FW_CODEC_LZMA, FW_CODEC_TIANO, FW_CODEC_EFI,
		FW_CODEC_BROTLI, FW_CODEC_LZ4, FW_CODEC_GZIP, FW_CODEC_ZLIB, FW_CODEC_XZ,
		FW_CODEC_ZSTD, FW_CODEC_SBL};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof codecs / sizeof codecs[0]; i++) {
		struct blob stream = image_pack(codecs[i], image_code(9000, 3));
		size_t most;

		for (most = 0; most < 9000; most = most * 5 + 1) {
			struct fw_unpacked u = {.end = FW_END_WHOLE};
			struct err err;

			assert_int_equal(
				fw_unpack(codecs[i], blob_span(stream), most, &u, &err), ERR_OK);
			assert_true(u.bytes.len <= most);
			assert_int_equal(u.end, FW_END_LIMIT);
			blob_free(&u.bytes);
		}
		blob_free(&stream);
	}
}

static void output_is_bounded_altogether(void **state)
{
	struct blob row = image_fill(0, 0);
	struct report r;
	unsigned i;

	(void)state;
	for (i = 0; i < 20; i++)
		row = image_add_section(
			row, image_packed_section(FW_CODEC_LZMA, image_fill(1u << 20, 0x19)));
	r = scan(image_volume(&(struct image_volume){.size = 0},
			 image_file(&(struct image_file){.type = FFS_DRIVER}, row)),
		4u << 20);
	assert_true(r.tree.limited);
	report_free(&r);
}

/* Nothing says whether a stream was filtered, so each is walked on trial, and unpacks to much. */
static void trials_unpack_little(void **state)
{
	struct blob row = image_fill(0, 0), image;
	struct report r;
	unsigned i;

	(void)state;
	for (i = 0; i < 20; i++)
		row = image_add_section(
			row, image_packed_section(FW_CODEC_LZMA, image_fill(1u << 20, 0x19)));
	for (i = 0, image = image_fill(0, 0); i < 4; i++) {
		struct blob copy = image_fill(row.len, 0);
		uint32_t size = (uint32_t)row.len;

		memcpy(copy.ptr, row.ptr, row.len);
		image = image_add_section(
			image, image_compressed(2, size, image_pack(FW_CODEC_LZMA, copy)));
	}
	blob_free(&row);
	image = image_volume(&(struct image_volume){.size = 0},
		image_file(&(struct image_file){.type = FFS_DRIVER}, image));
	assert_true(image.len < 16384);
	r = scan(image, 0);
	assert_true(r.tree.unpacked <= (65u << 20));
	report_free(&r);
}

/* Of a gzip stream no size is known before. */
static void a_size_that_nobody_claims_is_not_told(void **state)
{
	struct image_volume opts = {.size = 2u << 20};
	struct image_file f = {.type = FFS_DRIVER};
	struct blob file = image_file(&f, image_section(SECTION_RAW, image_fill(64, 7), false));
	struct report r = scan(image_pack(FW_CODEC_GZIP, image_volume(&opts, file)), 1u << 20);

	(void)state;
	assert_true(r.tree.damage_count > 0);
	assert_string_equal(r.tree.damages[0].text,
		"gzip stream is larger than the limit; 1048576 bytes came out of it");
	report_free(&r);
}

static void nesting_of_1000(void **state)
{
	struct blob section = image_section(SECTION_RAW, image_fill(64, 7), false);
	struct report r;
	unsigned i;

	(void)state;
	for (i = 0; i < 1000; i++)
		section = image_compressed(0, (uint32_t)section.len, section);
	r = scan(image_volume(&(struct image_volume){.size = 0},
			 image_file(&(struct image_file){.type = FFS_FREEFORM}, section)),
		0);
	assert_true(r.tree.limited);
	assert_true(r.tree.count < 3000);
	report_free(&r);
	section = image_section(SECTION_RAW, image_fill(64, 7), false);
	for (i = 0; i < 150; i++) /* packing a thousand takes a minute, the limit is below 100 */
		section = image_packed_section(FW_CODEC_LZMA, section);
	r = scan(image_volume(&(struct image_volume){.size = 0},
			 image_file(&(struct image_file){.type = FFS_FREEFORM}, section)),
		0);
	assert_true(r.tree.limited);
	report_free(&r);
}

#define OVERLAPS 40000u

/* Each header claims as much as there is in all, its checksum is right. */
static void thousands_of_overlapping_volumes(void **state)
{
	struct blob image = image_fill(0, 0);
	struct blob one = image_volume(&(struct image_volume){.size = 0}, image_fill(64, 0xFF));
	struct buf b;
	struct report r;
	struct err err;
	unsigned i;

	(void)state;
	buf_init(&b, 0);
	for (i = 0; i < OVERLAPS; i++) {
		put_u64le(one.ptr + 32, OVERLAPS * 72u);
		image_volume_fix_sum(one.ptr);
		buf_add(&b, one.ptr, 72);
	}
	blob_free(&one);
	blob_free(&image);
	assert_int_equal(buf_finish(&b, &image, &err), ERR_OK);
	r = scan(image, 0);
	assert_int_equal(r.count, 0);
	assert_true(r.tree.damage_count <= FW_DAMAGE_MAX);
	/* without a bound this would be the square of their number */
	assert_true(r.tree.spaces[0].looked >= FW_LOOK_MAX);
	assert_true(r.tree.spaces[0].looked <= FW_LOOK_MAX + r.tree.count);
	report_free(&r);
}

static void thousands_of_small_finds(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_NONE};
	struct blob all = image_fill(0, 0);
	struct report r;
	unsigned i;

	(void)state;
	for (i = 0; i < FIND_MAX + 100; i++) {
		struct blob vbt = image_sample_vbt(&o);

		vbt.len = 2400;
		all = image_join(all, vbt, 1, 0);
	}
	r = scan(all, 0);
	assert_int_equal(r.count, FIND_MAX);
	assert_true(r.limited);
	report_free(&r);
}

/* Headers of VBTs whose blocks are none: each would cost the sum of all that it claims. */
static void thousands_of_decoys(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_NONE};
	struct blob vbt = image_sample_vbt(&o);
	struct blob image = image_fill(5000u * 128u + 65536u, 0x5A);
	struct report r;
	unsigned i;

	(void)state;
	for (i = 0; i < 5000; i++)
		memcpy(image.ptr + 64 + (size_t)i * 128, vbt.ptr, 70);
	blob_free(&vbt);
	r = scan(image, 0);
	assert_int_equal(report_count(&r, FIND_VBT, true), 0);
	assert_true(r.limited);
	report_free(&r);
}

#define HEADERS 40000u

/* Heads of a version that only a right sum would prove, each of the same 64 KiB: they are not added
 * up for each, which took a second a megabyte. */
static void thousands_of_heads_of_the_same_bytes(void **state)
{
	static const size_t len = 32, count = 1u << 18;
	struct blob image = image_fill(len * count, 0);
	struct report r;
	size_t i;

	(void)state;
	for (i = 0; i < count; i++) {
		uint8_t *p = image.ptr + i * len;

		memcpy(p, "$VBT SAME BYTES     ", 20);
		put_u16le(p + 20, 101);
		put_u16le(p + 22, 48);
		put_u16le(p + 24, 0xFFFF);
		p[28] = 48;
	}
	r = scan(image, 0);
	assert_int_equal(r.count, 0);
	report_free(&r);
}

/* A table in each block of the others: a chain of 256 blocks is not walked again from each block.
 */
static void thousands_of_chains_of_the_same_blocks(void **state)
{
	static const size_t len = 25, count = 200000;
	struct blob image = image_fill(len * count, 0);
	struct report r;
	size_t i;

	(void)state;
	for (i = 0; i < count; i++) {
		uint8_t *p = image.ptr + i * len;

		p[0] = 1;
		put_u16le(p + 1, 22);
		memcpy(p + 3, "BIOS_DATA_BLOCK ", 16);
		put_u16le(p + 19, 200);
		put_u16le(p + 21, 22);
		put_u16le(p + 23, 60000);
	}
	r = scan(image, 0);
	assert_int_equal(report_count(&r, FIND_VBT, true), 0);
	report_free(&r);
}

/* Headers of files whose sum is right, each of which has a checksum over all that follows. */
static void thousands_of_overlapping_files(void **state)
{
	struct blob one = image_file(
		&(struct image_file){.type = FFS_RAW, .checksum = true}, image_fill(64, 0));
	struct blob image = image_fill(HEADERS * FFS_HEADER_LEN, 0x5A);
	struct report r;
	unsigned i;

	(void)state;
	one.ptr[17] = 0x33;
	for (i = 0; i < HEADERS; i++) {
		put_u24le(one.ptr + 20, (HEADERS - i) * FFS_HEADER_LEN);
		image_file_fix_sum(one.ptr);
		memcpy(image.ptr + (size_t)i * FFS_HEADER_LEN, one.ptr, FFS_HEADER_LEN);
	}
	blob_free(&one);
	r = scan(image, 0);
	assert_true(r.tree.limited);
	report_free(&r);
}

/* Each unpacks to a lot before it turns out to be nothing. */
static void streams_that_do_not_hold(void **state)
{
	struct blob row = image_fill(0, 0);
	struct guid unknown = {{1, 2, 3}};
	struct report r;
	unsigned i;

	(void)state;
	for (i = 0; i < 20; i++) {
		struct blob stream = image_pack(FW_CODEC_GZIP, image_fill(16u << 20, 0));

		stream.ptr[stream.len - 8] ^= 1; /* its CRC32 */
		row = image_add_section(row, image_guided(&unknown, 1, stream));
	}
	r = scan(image_volume(&(struct image_volume){.size = 0},
			 image_file(&(struct image_file){.type = FFS_DRIVER}, row)),
		0);
	assert_true(r.tree.limited);
	report_free(&r);
}

#define PROGRAM_HEADERS 20000u

/* Each program claims the text that is after them all, and says that it is a part of its header. */
static void thousands_of_programs_around_a_text(void **state)
{
	static const char text[] = "Intel(R) GOP Driver";
	struct blob image = image_fill(4u << 20, 0x5A);
	const size_t pe = PROGRAM_HEADERS * 8u + 64, at = pe + 1024;
	struct report r;
	unsigned i;

	(void)state;
	memset(image.ptr + pe, 0, 512);
	memcpy(image.ptr + pe, "PE\0\0\x64\x86\1\0", 8);
	put_u16le(image.ptr + pe + 20, 112);                 /* optional header */
	put_u16le(image.ptr + pe + 24, 0x20B);               /* PE32+ */
	put_u32le(image.ptr + pe + 24 + 60, 2u << 20);       /* bytes of headers */
	put_u32le(image.ptr + pe + 24 + 112 + 16, 1u << 20); /* a section's bytes, */
	put_u32le(image.ptr + pe + 24 + 112 + 20, 2u << 20); /* and where */
	for (i = 0; i < PROGRAM_HEADERS; i++) {
		memcpy(image.ptr + (size_t)i * 8, "MZ", 2);
		put_u32le(image.ptr + (size_t)i * 8 + 60, (uint32_t)(pe - (size_t)i * 8));
	}
	for (i = 0; i < sizeof text; i++)
		put_u16le(image.ptr + at + 2 * (size_t)i, (uint8_t)text[i]);
	r = scan(image, 0);
	assert_true(r.limited);
	report_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(claims_of_4_gib),
		cmocka_unit_test(heads_of_noise_hide_nothing),
		cmocka_unit_test(little_output_is_allowed),
		cmocka_unit_test(output_is_bounded_altogether),
		cmocka_unit_test(trials_unpack_little),
		cmocka_unit_test(a_size_that_nobody_claims_is_not_told),
		cmocka_unit_test(nesting_of_1000),
		cmocka_unit_test(thousands_of_overlapping_volumes),
		cmocka_unit_test(thousands_of_small_finds),
		cmocka_unit_test(thousands_of_decoys),
		cmocka_unit_test(thousands_of_heads_of_the_same_bytes),
		cmocka_unit_test(thousands_of_chains_of_the_same_blocks),
		cmocka_unit_test(thousands_of_overlapping_files),
		cmocka_unit_test(streams_that_do_not_hold),
		cmocka_unit_test(thousands_of_programs_around_a_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
