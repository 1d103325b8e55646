/* SPDX-License-Identifier: MIT */
/* Parts and streams that no header leads to, and bytes of streams and archives that only look so.
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/lzma_alone.h"
#include "bytgvs.h"
#include "image.h"
#include "sample.h"

static struct report scan(struct blob image)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	blob_free(&image);
	return r;
}

static struct blob gop(void)
{
	return sample_gop(&(struct sample_gop){.machine = 0});
}

static struct blob vbt(void)
{
	return sample_vbt(&(struct sample_vbt){.padding = 100});
}

static struct blob vbios(void)
{
	struct blob table = vbt();
	struct blob rom = sample_vbios(8192, blob_span(table), 0x200, true);

	blob_free(&table);
	return rom;
}

static struct blob efi_rom(bool compressed)
{
	struct blob driver = compressed ? image_pack(FW_CODEC_EFI, gop()) : gop();
	struct blob rom = sample_efi_rom(blob_span(driver), compressed, true);

	blob_free(&driver);
	return rom;
}

/* A video BIOS, and the head of an OpRegion, that do not compress. */
static struct blob noisy_parts(void)
{
	static const char pcir[] =
		"PCIR\x86\x80\x06\x04\xB1\xB2\x18\0\x03\0\0\x03\x10\0\xB3\xB4\0\x80";
	struct blob in = image_noise(20000, 11);

	memcpy(in.ptr + 5000, "\x55\xAA\x10", 3);
	put_u16le(in.ptr + 5000 + 0x18, 0x40);
	memcpy(in.ptr + 5000 + 0x40, pcir, sizeof pcir - 1);
	memcpy(in.ptr + 16000, "IntelGraphicsMem\x08\0\0\0", 20);
	return in;
}

static unsigned count_nodes(const struct report *r, enum fw_kind kind)
{
	unsigned n = 0;
	uint32_t i;

	for (i = 0; i < r->tree.count; i++)
		n += r->tree.nodes[i].kind == kind;
	return n;
}

/* Packers leave bytes as they are that do not compress. */
static void a_part_in_a_stream_is_found_once(void **state)
{
	static const enum fw_codec ways[] = {
		FW_CODEC_LZ4, FW_CODEC_GZIP, FW_CODEC_ZLIB, FW_CODEC_ZSTD};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		struct blob row = image_section(SECTION_RAW, noisy_parts(), false);
		uint32_t size = (uint32_t)row.len;
		struct report r = scan(image_compressed(2, size, image_pack(ways[i], row)));

		assert_int_equal(report_count(&r, FIND_VBIOS, true), 1);
		assert_int_equal(r.count, 1);
		assert_int_equal(count_nodes(&r, FW_ROM_IMAGE), 1);
		assert_int_equal(count_nodes(&r, FW_OPREGION), 1);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
}

static struct blob in_one_file(struct blob section)
{
	return image_volume(&(struct image_volume){.size = 0},
		image_file(&(struct image_file){.type = FFS_FREEFORM}, section));
}

/* LZ4 leaves the mark readable, but nothing interrupts the image. */
static void a_mark_in_a_stream_hides_no_damage(void **state)
{
	static const char *const marks[] = {
		"PFS.HDR.\1\0\0\0\x10\0\0", "\xEE\xAA\x76\x1B\xEC\xBB\x20\xF1\xE6\x51\0\x78\x9C"};
	unsigned i;

	(void)state;
	for (i = 0; i < 4; i++) {
		struct blob noise = image_noise(20000, 11), marked, damaged;
		struct report r;
		uint32_t size;

		memcpy(noise.ptr + 9000, marks[i / 2], 16 - 3 * (i / 2));
		noise = image_section(SECTION_RAW, noise, false);
		size = (uint32_t)noise.len;
		marked = in_one_file(image_compressed(2, size, image_pack(FW_CODEC_LZ4, noise)));
		damaged = image_packed_section(
			FW_CODEC_LZMA, image_section(SECTION_RAW, image_noise(9000, 4), false));
		damaged.ptr[damaged.len / 2] ^= 0x55;
		damaged = in_one_file(damaged);
		r = scan(i % 2 == 0 ? image_join(marked, damaged, 4096, 0xFF)
				    : image_join(damaged, marked, 4096, 0xFF));
		assert_int_equal(r.tree.damage_count, 1);
		assert_int_equal(r.tree.note_count, 0);
		report_free(&r);
	}
}

/* A gzip stream of one stored block (RFC 1951, 3.2.4) with a mark in it. */
static struct blob stored_mark(size_t len, bool sound)
{
	struct blob out = image_fill(15 + len + 8, 0);

	memcpy(out.ptr, "\x1F\x8B\x08\0\0\0\0\0\0\xFF\1", 11);
	put_u16le(out.ptr + 11, (uint16_t)len);
	put_u16le(out.ptr + 13, (uint16_t)~len);
	memcpy(out.ptr + 15 + len / 2, "PFS.HDR.\1\0\0\0\x10\0\0", 16);
	put_u32le(out.ptr + 15 + len, crc32_update(0, span_of(out.ptr + 15, len)) ^ !sound);
	put_u32le(out.ptr + 15 + len + 4, (uint32_t)len);
	return out;
}

/* Each in the data of a U-Boot image (u-boot include/image.h). */
static struct blob in_uboot(uint8_t packing, struct blob data)
{
	struct blob head = image_fill(64, 0);

	put_u32be(head.ptr, 0x27051956);
	put_u32be(head.ptr + 12, (uint32_t)data.len);
	head.ptr[31] = packing;
	put_u32be(head.ptr + 4, crc32_update(0, blob_span(head)));
	return image_join(head, data, 1, 0);
}

static struct blob broken_lzma(void)
{
	struct blob data = image_pack(FW_CODEC_LZMA, image_noise(2000, 4));

	data.ptr[data.len / 2] ^= 0x55;
	return in_uboot(3, data);
}

static void expect_damage(struct blob image, unsigned count)
{
	struct report r = scan(image);

	assert_int_equal(r.tree.damage_count + r.tree.damage_more, count);
	report_free(&r);
}

/* An image from before UEFI has no headers that are known. */
static void a_stream_of_an_old_bios_is_no_damage(void **state)
{
	static const char *const marks[] = {"AMIBIOSC0210", "BCPSEGMENT", "AMIBIOS 0210"};
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct blob image = image_join(
			image_noise(5000, 3), image_pack(FW_CODEC_EFI, vbios()), 16, 0xFF);

		memcpy(image.ptr + 0x123, marks[i], strlen(marks[i]));
		expect_damage(image, i == 2 ? 1 : 0);
	}
}

/* UEFI too may have its mark, in the module for old systems: volumes in streams show what it is. */
static void a_mark_of_amibios_hides_no_damage_of_uefi(void **state)
{
	struct blob image =
		image_join(image_noise(5000, 3), image_pack(FW_CODEC_EFI, vbios()), 16, 0xFF);

	(void)state;
	image = image_join(image,
		image_pack(
			FW_CODEC_EFI, image_sample(&(struct image_sample){.codec = FW_CODEC_EFI})),
		16, 0xFF);
	memcpy(image.ptr + 0x123, "AMIBIOSC0210", 12);
	expect_damage(image, 2);
}

static void a_mark_in_a_stream_of_a_wrong_checksum_hides_no_damage(void **state)
{
	struct blob moved = stored_mark(1000, true);

	(void)state;
	expect_damage(in_uboot(1, stored_mark(1000, false)), 1);
	/* bytes were put into this one */
	put_u32le(moved.ptr + 15 + 1000 + 4, 984);
	moved.ptr[15 + 1000] ^= 1;
	expect_damage(in_uboot(1, moved), 0);
}

static void a_mark_in_a_stream_that_is_cut_short_hides_no_damage(void **state)
{
	struct blob cut = stored_mark(1000, true);

	(void)state;
	cut.len -= 300;
	expect_damage(cut, 1);
	cut = stored_mark(1000, true);
	cut.len -= 300;
	expect_damage(image_join(broken_lzma(), in_uboot(1, cut), 4, 0xFF), 2);
}

static void many_marks_in_streams_hide_no_damage(void **state)
{
	struct blob image = broken_lzma();
	unsigned i;

	(void)state;
	for (i = 0; i < 70; i++)
		image = image_join(image, in_uboot(1, stored_mark(100, true)), 4, 0xFF);
	expect_damage(image, 1);
}

static struct blob tar_file(struct blob data)
{
	struct blob head = image_fill(512, 0);
	unsigned sum = 8 * ' ';
	size_t i;

	head.ptr[0] = 'a';
	snprintf((char *)head.ptr + 124, 12, "%011zo", data.len);
	memcpy(head.ptr + 156, "0", 1);
	memcpy(head.ptr + 257, "ustar\00000", 8);
	for (i = 0; i < head.len; i++)
		sum += head.ptr[i];
	snprintf((char *)head.ptr + 148, 8, "%06o", sum);
	return image_join(image_join(head, data, 512, 0), image_fill(0, 0), 512, 0);
}

/* One of them is in a container, and has more damage than is listed. */
static void damage_of_a_file_is_told_beside_others(void **state)
{
	struct blob first = image_fill(16, 0), second = broken_lzma(), image;
	unsigned i;

	(void)state;
	for (i = 0; i < FW_DAMAGE_MAX + 5; i++)
		first = image_join(first, broken_lzma(), 4, 0xFF);
	memcpy(first.ptr, "PFS.HDR.\1\0\0\0\x10\0\0", 16);
	second = image_join(second, in_uboot(1, stored_mark(100, true)), 4, 0xFF);
	image = image_join(tar_file(first), tar_file(second), 512, 0);
	expect_damage(image_join(image, image_fill(1024, 0), 512, 0), 1);
}

/* More than is listed is counted. */
static void all_damage_beside_a_mark_in_a_stream_is_counted(void **state)
{
	struct blob image = in_uboot(1, stored_mark(100, true));
	unsigned i;

	(void)state;
	for (i = 0; i < FW_DAMAGE_MAX + 5; i++)
		image = image_join(image, broken_lzma(), 4, 0xFF);
	expect_damage(image, FW_DAMAGE_MAX + 5);
}

static void a_stream_of_any_part_is_found(void **state)
{
	static const enum fw_codec forms[] = {FW_CODEC_EFI, FW_CODEC_TIANO};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		struct blob parts[] = {vbt(), vbios(), efi_rom(false), efi_rom(true)};
		static const enum find_kind kinds[] = {FIND_VBT, FIND_VBIOS, FIND_GOP, FIND_GOP};
		size_t k;

		for (k = 0; k < sizeof parts / sizeof parts[0]; k++) {
			struct blob stream = image_pack(forms[i], parts[k]);
			struct report r = scan(image_join(image_noise(5000, 3), stream, 16, 0xFF));

			assert_int_equal(report_count(&r, kinds[k], true), 1);
			report_free(&r);
		}
	}
}

/* Properties as cbfstool has them. */
static struct blob cbfs_lzma(struct blob part)
{
	struct lzma_encode how = {
		.threads = 1, .prop = {1, 0, 0, 1u << 16}, .effort = {LZMA_BT4, false, 64, 100}};
	struct blob packed;
	struct err err;

	assert_int_equal(lzma_alone_encode(blob_span(part), &how, false, &packed, &err), ERR_OK);
	blob_free(&part);
	return packed;
}

static void a_stream_of_cbfs_is_found(void **state)
{
	struct report r = scan(image_join(image_noise(5000, 3), cbfs_lzma(gop()), 16, 0xFF));

	(void)state;
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	report_free(&r);
	/* alone it may be anything */
	r = scan(cbfs_lzma(image_join(image_fill(4096, 0xFF), gop(), 16, 0)));
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	report_free(&r);
}

/* Their head, and zeros after it. */
static void numbers_are_no_stream_of_cbfs(void **state)
{
	struct blob image = image_noise(8000, 3);
	struct report r;

	(void)state;
	memset(image.ptr + 1000, 0, 400);
	memcpy(image.ptr + 1000, "\x01\0\0\x01\0\x40\x01", 7);
	r = scan(image);
	assert_int_equal(r.tree.count, 0);
	report_free(&r);
}

/* The volume is cut by the archive's own bytes, and the driver has lost its head. */
static void parts_of_an_archive_are_not_damage(void **state)
{
	static const char *const magics[] = {"PK\3\4", "7z\xBC\xAF\x27\x1C", "\x02\x21\x4C\x18"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof magics / sizeof magics[0]; i++) {
		struct blob volume = image_volume(&(struct image_volume){.size = 65536},
			image_file(&(struct image_file){.type = FFS_RAW}, image_noise(9000, 4)));
		struct blob image = image_join(image_noise(90, 8), gop(), 1, 0);
		struct report r;

		memcpy(image.ptr, magics[i], strlen(magics[i]));
		memset(image.ptr + 90, 0x5A, 64);
		volume.len = 20000;
		r = scan(image_join(image, volume, 1, 0));
		assert_int_equal(r.tree.note_count, 1);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
}

/* A volume with a damaged stream, as it is in an archive that only stores; also an image that only
 * begins like an archive. */
static void damage_in_a_stored_volume_is_told(void **state)
{
	static const char *const magics[] = {"PK\3\4", "BZh"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof magics / sizeof magics[0]; i++) {
		struct blob row = image_packed_section(
			FW_CODEC_LZMA, image_section(SECTION_RAW, image_noise(9000, 4), false));
		struct blob volume, head;
		struct report r;

		row.ptr[row.len / 2] ^= 0x55;
		volume = image_volume(&(struct image_volume){.size = 65536},
			image_file(&(struct image_file){.type = FFS_FREEFORM}, row));
		head = image_fill(43, 0x5A);
		memcpy(head.ptr, magics[i], strlen(magics[i]));
		r = scan(image_join(head, volume, 1, 0));
		assert_int_equal(r.tree.note_count, 1);
		assert_int_equal(r.tree.damage_count, 1);
		report_free(&r);
	}
}

/* A .zip that stores its two files: noise, and a volume without its end. */
static struct blob stored_zip(uint8_t method, const char *name, struct blob volume)
{
	struct blob files[2] = {image_noise(300, 9), volume};
	struct blob zip = image_fill(0, 0);
	size_t i;

	for (i = 0; i < 2; i++) {
		struct blob head = image_fill(30, 0);

		memcpy(head.ptr, "PK\3\4", 4);
		head.ptr[8] = method;
		put_u32le(head.ptr + 18, (uint32_t)files[i].len);
		put_u32le(head.ptr + 22, (uint32_t)files[i].len);
		put_u16le(head.ptr + 26, (uint16_t)strlen(name));
		head = image_join(head, image_fill(strlen(name), 'n'), 1, 0);
		zip = image_join(zip, image_join(head, files[i], 1, 0), 1, 0);
	}
	return image_join(zip, image_fill(300, 'P'), 1, 0);
}

/* A .zip that was written without seeking: the sizes of its stored files are after them. The
 * directory has the second file first. */
static struct blob streamed_zip(struct blob first)
{
	struct blob files[2] = {first, image_noise(300, 9)};
	struct blob zip = image_fill(0, 0), dir = image_fill(0, 0), end = image_fill(22, 0);
	size_t i;

	for (i = 0; i < 2; i++) {
		struct blob head = image_fill(30, 0), after = image_fill(16, 0);
		struct blob entry = image_fill(46, 0);

		memcpy(head.ptr, "PK\3\4", 4);
		memcpy(after.ptr, "PK\7\b", 4);
		memcpy(entry.ptr, "PK\1\2", 4);
		put_u32le(entry.ptr + 20, (uint32_t)files[i].len);
		put_u32le(entry.ptr + 24, (uint32_t)files[i].len);
		put_u32le(entry.ptr + 42, (uint32_t)zip.len);
		dir = image_join(entry, dir, 1, 0);
		head = image_join(head, files[i], 1, 0);
		zip = image_join(zip, image_join(head, after, 1, 0), 1, 0);
	}
	memcpy(end.ptr, "PK\5\6", 4);
	put_u32le(end.ptr + 12, (uint32_t)dir.len);
	put_u32le(end.ptr + 16, (uint32_t)zip.len);
	return image_join(zip, image_join(dir, end, 1, 0), 1, 0);
}

static void damage_in_a_file_of_a_zip_is_told_where_it_is_not_packed(void **state)
{
	struct blob volume;
	uint8_t method;

	(void)state;
	for (method = 0; method < 2; method++) {
		volume = image_volume(&(struct image_volume){.size = 65536},
			image_file(&(struct image_file){.type = FFS_RAW}, image_noise(9000, 4)));

		volume.len = 20000;
		expect_damage(stored_zip(method, "bios.fd", volume), method == 0 ? 1 : 0);
	}
	volume = image_volume(&(struct image_volume){.size = 65536},
		image_file(&(struct image_file){.type = FFS_RAW}, image_noise(9000, 4)));
	volume.len = 20000;
	expect_damage(streamed_zip(volume), 1);
	/* files by themselves are sound */
	expect_damage(stored_zip(0, "a.ffs",
			      image_file(&(struct image_file){.type = FFS_FREEFORM},
				      image_section(SECTION_RAW, image_noise(900, 4), false))),
		0);
}

/* A file of a vendor's type before blanks. */
static struct blob lone_file(size_t at)
{
	struct blob file = image_file(&(struct image_file){.type = 0xD7}, image_noise(300, 6));

	return image_join(image_join(image_noise(at, 3), file, 1, 0), image_fill(90, 0xFF), 1, 0);
}

static void a_file_at_an_odd_place_needs_another(void **state)
{
	struct image_file raw = {.type = FFS_RAW};
	struct report r = scan(lone_file(5001));

	(void)state;
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
	r = scan(lone_file(5000));
	assert_int_not_equal(r.tree.damage_count, 0);
	report_free(&r);
	r = scan(image_join(
		image_join(image_noise(5001, 3), image_file(&raw, image_noise(304, 6)), 1, 0),
		image_join(image_file(&raw, image_noise(304, 7)), image_fill(90, 0xFF), 1, 0), 1,
		0));
	assert_int_not_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* Heads of large files with a sum, followed by nothing like a file: their sums are not computed. */
static void false_heads_cost_little(void **state)
{
	struct blob image = image_noise(3u << 20, 9);
	struct blob head = image_file(
		&(struct image_file){.type = FFS_RAW, .checksum = true}, image_fill(2u << 20, 1));
	struct report r;
	size_t at;

	(void)state;
	for (at = 0; at < 1u << 20; at += 4096)
		memcpy(image.ptr + at, head.ptr, 24);
	blob_free(&head);
	r = scan(image);
	assert_false(r.tree.limited);
	report_free(&r);
}

static void a_bare_vbt_keeps_its_padding(void **state)
{
	struct blob image = vbt();
	size_t len = image.len;
	struct report r = scan(image);

	(void)state;
	assert_int_equal(r.count, 1);
	assert_int_equal(r.finds[0].bytes.len, len);
	report_free(&r);
	image = vbt();
	image.len = 400;
	r = scan(image);
	assert_int_equal(r.count, 1);
	assert_string_equal(r.finds[0].problem, "cut short");
	report_free(&r);
}

/* The blank rest of a chip is not padding. */
static void a_bare_vbt_leaves_a_blank_rest(void **state)
{
	static const uint8_t fills[] = {0xFF, 0x00};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof fills; i++) {
		struct blob table = sample_vbt(&(struct sample_vbt){.padding = 0});
		size_t len = table.len;
		struct report r =
			scan(image_join(table, image_fill((64u << 10) - len, fills[i]), 1, 0));

		assert_int_equal(r.count, 1);
		assert_int_equal(r.finds[0].bytes.len, 64u << 10);
		report_free(&r);
		table = sample_vbt(&(struct sample_vbt){.padding = 0});
		r = scan(image_join(table, image_fill(64u << 10, fills[i]), 1, 0));
		assert_int_equal(r.count, 1);
		assert_int_equal(r.finds[0].len, len);
		assert_int_equal(r.finds[0].bytes.len, len);
		report_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_in_a_stream_is_found_once),
		cmocka_unit_test(a_mark_in_a_stream_hides_no_damage),
		cmocka_unit_test(a_stream_of_an_old_bios_is_no_damage),
		cmocka_unit_test(a_mark_of_amibios_hides_no_damage_of_uefi),
		cmocka_unit_test(a_mark_in_a_stream_of_a_wrong_checksum_hides_no_damage),
		cmocka_unit_test(a_mark_in_a_stream_that_is_cut_short_hides_no_damage),
		cmocka_unit_test(many_marks_in_streams_hide_no_damage),
		cmocka_unit_test(damage_of_a_file_is_told_beside_others),
		cmocka_unit_test(all_damage_beside_a_mark_in_a_stream_is_counted),
		cmocka_unit_test(a_stream_of_any_part_is_found),
		cmocka_unit_test(a_stream_of_cbfs_is_found),
		cmocka_unit_test(numbers_are_no_stream_of_cbfs),
		cmocka_unit_test(parts_of_an_archive_are_not_damage),
		cmocka_unit_test(damage_in_a_stored_volume_is_told),
		cmocka_unit_test(damage_in_a_file_of_a_zip_is_told_where_it_is_not_packed),
		cmocka_unit_test(a_file_at_an_odd_place_needs_another),
		cmocka_unit_test(false_heads_cost_little),
		cmocka_unit_test(a_bare_vbt_keeps_its_padding),
		cmocka_unit_test(a_bare_vbt_leaves_a_blank_rest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
