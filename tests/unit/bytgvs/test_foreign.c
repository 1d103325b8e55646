/* SPDX-License-Identifier: MIT */
/* Sound parts that are packed in some maker's way, or only look like something, are not damage; a
 * find of one kind does not end the search for another. */
#include "test.h"

#include <string.h>

#include "biosbelt/fv.h"
#include "biosbelt/hash.h"
#include "biosbelt/lzma_alone.h"
#include "biosbelt/optrom.h"
#include "biosbelt/protect.h"
#include "bytgvs.h"
#include "image.h"
#include "sample.h"

static const struct guid vendor_guid =
	GUID_INIT(0x12345678, 0x9ABC, 0x4DEF, 0x81, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF);

static struct report scan(struct blob image)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	blob_free(&image);
	return r;
}

static struct blob vbt_row(void)
{
	return image_section(SECTION_RAW, sample_vbt(&(struct sample_vbt){.padding = 100}), false);
}

/* A volume whose one file holds the section. */
static struct blob in_volume(struct blob section)
{
	struct image_file f = {.guid = vendor_guid, .type = FFS_FREEFORM};

	return image_volume(&(struct image_volume){.size = 0}, image_file(&f, section));
}

static void expect_vbt(struct blob image)
{
	struct report r = scan(image);

	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

static void vendors_packings_are_opened(void **state)
{
	static const struct {
		const struct guid *guid;
		enum fw_codec codec;
	} ways[] = {{&FW_GUID_LZMA_HP, FW_CODEC_LZMA}, {&FW_GUID_LZMA_MS, FW_CODEC_LZMA},
		{&FW_GUID_GZIP, FW_CODEC_GZIP}, {&FW_GUID_ZLIB_AMD2, FW_CODEC_ZLIB},
		{&vendor_guid, FW_CODEC_ZSTD}, {&vendor_guid, FW_CODEC_XZ},
		{&vendor_guid, FW_CODEC_GZIP}, {&vendor_guid, FW_CODEC_LZMA},
		{&vendor_guid, FW_CODEC_TIANO}, {&FW_GUID_LZMA_HP, FW_CODEC_GZIP}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++)
		expect_vbt(in_volume(image_guided(ways[i].guid, SECTION_PROCESSING_REQUIRED,
			image_pack(ways[i].codec, vbt_row()))));
}

/* AMD's zlib sections: 256 bytes of header, the packed size at 20. */
static void amds_zlib_header_is_known(void **state)
{
	struct blob packed = image_pack(FW_CODEC_ZLIB, vbt_row());
	struct blob head = image_fill(256, 0);

	(void)state;
	put_u32le(head.ptr + 20, (uint32_t)packed.len);
	expect_vbt(in_volume(image_guided(
		&FW_GUID_ZLIB_AMD, SECTION_PROCESSING_REQUIRED, image_join(head, packed, 1, 0))));
}

static void customised_compression_is_opened(void **state)
{
	struct blob row = vbt_row();
	uint32_t size = (uint32_t)row.len;

	(void)state;
	expect_vbt(in_volume(image_compressed(2, size, image_pack(FW_CODEC_LZMA, row))));
	expect_vbt(in_volume(image_compressed(2, size, image_pack(FW_CODEC_ZLIB, vbt_row()))));
}

static void slim_bootloaders_components_are_opened(void **state)
{
	struct blob body = image_join(
		image_fill(3000, 0x11), sample_vbt(&(struct sample_vbt){.padding = 0}), 16, 0x22);

	(void)state;
	expect_vbt(image_join(image_noise(5000, 3), image_pack(FW_CODEC_SBL, body), 16, 0xFF));
}

/* The component is larger than its stream. */
static void what_is_after_a_components_stream_is_found(void **state)
{
	struct blob head = image_fill(FW_SBL_HEAD, 0), image;

	(void)state;
	memcpy(head.ptr, "LZMA", 4);
	put_u32le(head.ptr + FW_SBL_SIZE, 9000);
	image = image_join(head, image_pack(FW_CODEC_LZMA, image_code(9000, 3)), 1, 0);
	image = image_join(image, vbt_row(), 16, 0);
	put_u32le(image.ptr + FW_SBL_PACKED, (uint32_t)(image.len - FW_SBL_HEAD));
	expect_vbt(image);
}

/* The other of the two forms decodes some of these streams too, but to nothing. */
static void the_form_that_gives_firmware_is_taken(void **state)
{
	static const enum fw_codec forms[] = {FW_CODEC_EFI, FW_CODEC_TIANO};
	uint32_t seed;
	size_t i;

	(void)state;
	for (seed = 0; seed < 200; seed++) {
		for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
			struct blob row = image_add_section(vbt_row(),
				image_section(SECTION_RAW,
					image_noise(100 + 40 * (seed % 50), seed), false));
			uint32_t size = (uint32_t)row.len;

			row = image_compressed(2, size, image_pack(FW_CODEC_XZ, row));
			size = (uint32_t)row.len;
			expect_vbt(in_volume(image_compressed(1, size, image_pack(forms[i], row))));
		}
	}
}

/* The method is unknown, so a note names the form. */
static void the_form_is_noted_that_is_taken(void **state)
{
	static const enum fw_codec forms[] = {FW_CODEC_EFI, FW_CODEC_TIANO};
	static const char *const words[] = {"with efi", "with tiano"};
	const struct guid unknown = {{0xFF, 2, 3}};
	uint32_t seed;
	size_t i;

	(void)state;
	for (seed = 0; seed < 50; seed++) {
		for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
			struct blob row = image_add_section(
				vbt_row(), image_section(SECTION_RAW,
						   image_noise(100 + 40 * seed, seed), false));
			struct report r = scan(
				in_volume(image_guided(&unknown, 1, image_pack(forms[i], row))));

			assert_int_equal(r.tree.note_count, 1);
			assert_non_null(strstr(r.tree.notes[0].text, words[i]));
			report_free(&r);
		}
	}
}

/* There is no code whose calls would show the filter, only a stream that it changed. */
static void the_x86_filter_is_undone_where_little_code_is(void **state)
{
	uint32_t seed;

	(void)state;
	for (seed = 0; seed < 4; seed++) {
		struct blob noise = image_section(SECTION_RAW, image_noise(0x80000, seed), false);
		struct blob row =
			image_packed_section(FW_CODEC_EFI, image_add_section(noise, vbt_row()));
		uint32_t size = (uint32_t)row.len;

		expect_vbt(
			in_volume(image_compressed(2, size, image_pack(FW_CODEC_LZMA_F86, row))));
	}
}

/* As tools make and take them: a file of a volume, sections. */
static void parts_on_their_own_are_whole(void **state)
{
	struct image_file f = {.guid = vendor_guid, .type = FFS_FREEFORM};

	(void)state;
	expect_vbt(image_file(&f, vbt_row()));
	expect_vbt(image_file(&f, image_packed_section(FW_CODEC_LZMA, vbt_row())));
	expect_vbt(vbt_row());
	expect_vbt(image_add_section(image_ui("name"), vbt_row()));
	expect_vbt(image_packed_section(FW_CODEC_LZMA, vbt_row()));
	expect_vbt(image_packed_section(FW_CODEC_EFI, vbt_row()));
}

/* Both forms, also where a trial does not reach their end. */
static void streams_without_a_header_are_found(void **state)
{
	static const enum fw_codec forms[] = {FW_CODEC_EFI, FW_CODEC_TIANO};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		struct blob row = image_add_section(
			vbt_row(), image_section(SECTION_RAW, image_code(9000, 3), false));
		struct blob stream = image_pack(forms[i], row);
		struct report r = scan(image_join(image_noise(5000, 3), stream, 16, 0xFF));

		assert_int_equal(report_count(&r, FIND_VBT, true), 1);
		report_free(&r);
	}
}

static void of_a_damaged_stream_what_is_before_is_read(void **state)
{
	static const enum fw_codec forms[] = {FW_CODEC_EFI, FW_CODEC_TIANO};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		struct blob stream = image_pack(
			forms[i], image_add_section(vbt_row(),
					  image_section(SECTION_RAW, image_code(90000, 3), false)));
		struct report r;

		memset(stream.ptr + stream.len - 3000, 0x5A, 700);
		r = scan(stream);
		assert_int_equal(report_count(&r, FIND_VBT, false), 1);
		assert_true(r.tree.damage_count > 0);
		report_free(&r);
	}
}

static void packed_images_are_opened(void **state)
{
	static const enum fw_codec ways[] = {
		FW_CODEC_XZ, FW_CODEC_GZIP, FW_CODEC_ZSTD, FW_CODEC_LZ4};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++)
		expect_vbt(image_pack(ways[i], in_volume(vbt_row())));
}

/* Less than what firmware is known by was unpacked: it was a sound input without finds. */
static void a_packed_image_that_is_cut_short_is_damaged(void **state)
{
	static const enum fw_codec ways[] = {
		FW_CODEC_XZ, FW_CODEC_GZIP, FW_CODEC_ZSTD, FW_CODEC_LZ4};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		struct blob image = image_pack(
			ways[i], image_join(image_noise(30000, 7), in_volume(vbt_row()), 1, 0));
		struct report r;

		image.len = 20000;
		r = scan(image);
		assert_int_equal(r.tree.damage_count, 1);
		assert_int_equal(report_count(&r, FIND_VBT, true), 0);
		report_free(&r);
	}
}

/* Not those of firmware: lzenc takes the ones that pack best. */
static void packed_image_may_have_any_lzma_parameters(void **state)
{
	static const struct lzma_prop props[] = {
		{3, 0, 2, 1u << 16}, {0, 0, 0, 1u << 16}, {0, 2, 0, 1u << 23}, {4, 0, 4, 1u << 20}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof props / sizeof props[0]; i++) {
		struct lzma_encode how = {
			.threads = 1, .prop = props[i], .effort = {LZMA_BT4, false, 64, 100}};
		struct blob image = in_volume(vbt_row()), packed;
		struct err err;

		assert_int_equal(
			lzma_alone_encode(blob_span(image), &how, i % 2 != 0, &packed, &err),
			ERR_OK);
		blob_free(&image);
		expect_vbt(packed);
	}
}

static void archives_are_named(void **state)
{
	static const char *const magics[] = {
		"PK\3\4", "7z\xBC\xAF\x27\x1C", "Rar!\x1A\x07", "BZh9"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof magics / sizeof magics[0]; i++) {
		struct blob image = image_noise(3000, 8);
		struct report r;

		memcpy(image.ptr, magics[i], strlen(magics[i]));
		r = scan(image);
		assert_int_equal(r.tree.note_count, 1);
		assert_non_null(strstr(r.tree.notes[0].text, "archive, not opened"));
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
}

/* Slim Bootloader patches the zero vector of a volume whose sum was made before. */
static void a_patched_zero_vector_is_no_damage(void **state)
{
	struct blob image = in_volume(vbt_row());
	struct report r;

	(void)state;
	put_u64le(image.ptr, 0x03FE01F003FE02D0u);
	r = scan(image);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
	image = in_volume(vbt_row());
	put_u64le(image.ptr, 0x03FE01F003FE02D0u);
	image.ptr[45] ^= 1; /* the sum of the rest is wrong */
	r = scan(image);
	assert_int_not_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* HiSilicon's custom data begin with zeros, a GUID, their length and _FVH; a volume so wiped is
 * damage. */
static void stores_like_volumes_are_nothing(void **state)
{
	struct blob image = image_fill(4096, 0);
	struct report r;

	(void)state;
	memcpy(image.ptr + 16, vendor_guid.b, GUID_LEN);
	put_u64le(image.ptr + 32, 4096);
	put_u32le(image.ptr + 40, 0x4856465F);
	memcpy(image.ptr + 64, vendor_guid.b, GUID_LEN);
	r = scan(image_join(image, image_fill(0, 0), 1, 0));
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
	image = in_volume(vbt_row());
	memset(image.ptr + 44, 0, 20);
	memset(image.ptr + 16, 0x77, 8);
	put_u64le(image.ptr + 32, 0x10000000);
	r = scan(image);
	assert_int_not_equal(r.tree.damage_count, 0);
	report_free(&r);
}

static void a_descriptor_alone_is_a_note(void **state)
{
	static const struct image_region regions[] = {
		{0, 0x1000}, {0x200000, 0x600000}, {0x1000, 0x1FF000}};
	struct report r = scan(image_descriptor(regions, 3));

	(void)state;
	assert_int_equal(r.tree.damage_count, 0);
	assert_int_equal(r.tree.note_count, 1);
	report_free(&r);
	/* cut in the middle of a region */
	r = scan(image_join(image_descriptor(regions, 3), image_noise(0x3000, 3), 1, 0));
	assert_int_not_equal(r.tree.damage_count, 0);
	report_free(&r);
}

static void unknown_packing_is_named_not_damage(void **state)
{
	struct report r = scan(in_volume(
		image_guided(&vendor_guid, SECTION_PROCESSING_REQUIRED, image_noise(3000, 7))));

	(void)state;
	assert_int_equal(r.count, 0);
	assert_int_equal(r.tree.damage_count, 0);
	assert_int_equal(r.tree.note_count, 1);
	assert_non_null(strstr(r.tree.notes[0].text, "12345678-9ABC-4DEF-8123-456789ABCDEF"));
	report_free(&r);
	r = scan(in_volume(image_compressed(2, 9000, image_noise(3000, 8))));
	assert_int_equal(r.tree.damage_count, 0);
	assert_int_equal(r.tree.note_count, 1);
	report_free(&r);
	r = scan(in_volume(
		image_guided(&FW_GUID_LZMA_HP, SECTION_PROCESSING_REQUIRED, image_noise(3000, 9))));
	assert_int_equal(r.tree.damage_count, 0);
	assert_non_null(strstr(r.tree.notes[0].text, "LZMA (HP)"));
	report_free(&r);
}

static void a_section_that_begins_as_its_guid_says_is_damaged_when_cut(void **state)
{
	static const struct {
		const struct guid *guid;
		enum fw_codec codec;
	} kinds[] = {{&FW_GUID_LZMA_HP, FW_CODEC_LZMA}, {&FW_GUID_GZIP, FW_CODEC_GZIP},
		{&FW_GUID_ZLIB_AMD, FW_CODEC_ZLIB}};
	size_t i;

	(void)state;
	for (i = 0; i < 2 * sizeof kinds / sizeof kinds[0]; i++) {
		struct blob packed = image_pack(kinds[i / 2].codec,
			image_section(SECTION_RAW, image_noise(9000, 4), false));
		struct report r;

		if (i % 2 == 1)
			packed.len = 3000;
		r = scan(in_volume(
			image_guided(kinds[i / 2].guid, SECTION_PROCESSING_REQUIRED, packed)));
		assert_int_equal(r.tree.damage_count, i % 2);
		assert_int_equal(r.tree.note_count, 0);
		report_free(&r);
	}
}

/* A compression section's numbers twice, then noise: programs hold such bytes by chance. */
static void a_look_alike_is_a_note(void **state)
{
	struct blob image = image_noise(4096, 11);
	struct report r;
	unsigned seed;

	(void)state;
	blob_free(&image);
	for (seed = 0; seed < 50; seed++) {
		image = image_noise(4096, 100 + seed);
		put_u24le(image.ptr + 256, 0x400);
		image.ptr[256 + 3] = 1;
		put_u32le(image.ptr + 260, 4096);
		image.ptr[264] = 1;
		put_u32le(image.ptr + 265, 1024);
		put_u32le(image.ptr + 269, 4096);
		r = scan(image);
		assert_int_equal(r.count, 0);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
}

/* The same numbers in a table of small ones: no block of a stream begins with 0 symbols. */
static void a_table_of_numbers_is_nothing(void **state)
{
	struct blob image = in_volume(image_section(SECTION_RAW, image_fill(0x800, 0), false));
	uint8_t *table = image.ptr + 0x400;
	struct report r;

	(void)state;
	put_u32le(table, 0x480);
	put_u32le(table + 4, 0x500);
	table[8] = 1;
	put_u32le(table + 9, 0x400);
	put_u32le(table + 13, 0x500);
	r = scan(image);
	assert_int_equal(r.tree.note_count, 0);
	report_free(&r);
}

/* A table of numbers whose head is as that of an LZMA stream of unusual properties, and whose zeros
 * decode to zeros until they end: so AMI's file 365C62BA-... begins. What follows is searched. */
static void a_table_like_a_stream_hides_nothing(void **state)
{
	static const uint32_t sizes[] = {0x29AB00, 0x1000, 64};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct blob table = image_fill(0x1000, 0);

		table.ptr[0] = 1;
		table.ptr[4] = 1;
		put_u32le(table.ptr + 5, sizes[i]);
		table = image_join(table, image_noise(0x2000, 3), 1, 0);
		table = image_join(table, sample_vbt(&(struct sample_vbt){.padding = 0}), 16, 0);
		expect_vbt(in_volume(image_section(SECTION_RAW, table, false)));
	}
}

/* A VBT in a real one of such properties, which ends too early or is broken; between paddings, the
 * usual properties would give more bytes. */
static void a_damaged_stream_of_unusual_properties_is_damage(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < 16; i++) {
		struct blob body = image_fill(i < 2 ? 0 : 60000 + i * 1000, 0xFF);
		size_t end;
		struct report r;

		body = image_join(body, sample_vbt(&(struct sample_vbt){.padding = 0}), 16, 0);
		body = image_join(body, i < 2 ? image_noise(0x4000, 3) : image_fill(9000, 0), 1, 0);
		body = image_pack_unusual(body);
		end = i < 2 ? body.len - 0x2000 : body.len * 9 / 10;
		if (i != 0)
			body.len = end;
		else
			memset(body.ptr + end, 0xFF, body.len - end);
		r = scan(in_volume(image_section(SECTION_RAW, body, false)));
		assert_int_equal(r.tree.damage_count, 1);
		assert_int_equal(report_count(&r, FIND_VBT, false), 1);
		report_free(&r);
	}
}

/* Programs that unpack firmware hold the GUIDs of its sections. */
static void guids_in_programs_are_nothing(void **state)
{
	static const struct guid *const guids[] = {
		&FW_GUID_LZMA, &FW_GUID_LZMA_F86, &FW_GUID_TIANO, &FW_GUID_BROTLI, &FW_GUID_FFS2};
	struct blob image = image_code(20000, 5);
	struct report r;
	size_t i;

	(void)state;
	for (i = 0; i < 5; i++)
		memcpy(image.ptr + 4000 + i * 16, guids[i]->b, GUID_LEN);
	r = scan(image);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* GenFv has them in its data, after zeros: the file systems of volumes, one after the other, or
 * one before a text. AFUWIN has the signature between texts. */
static void marks_of_volumes_in_data_are_nothing(void **state)
{
	struct blob image = image_join(image_code(4096, 5), image_fill(4096, 0), 1, 0);
	struct report r;

	(void)state;
	memcpy(image.ptr + 5120, FW_GUID_FFS2.b, GUID_LEN);
	memcpy(image.ptr + 5136, FW_GUID_FFS3.b, GUID_LEN);
	memcpy(image.ptr + 6144, FW_GUID_FFS2.b, GUID_LEN);
	memcpy(image.ptr + 6160, " of 2008/11/21", 15);
	memcpy(image.ptr + 7168 + 32, "UCPIMG\0\0_FVH\0\0\0\0$FID", 20);
	r = scan(image);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* Insyde's factory copy of variables begins with the header of a longer volume: what is after the
 * copy is not in it. */
static void a_copy_of_variables_ends_where_it_says(void **state)
{
	struct blob copy = image_volume(
		&(struct image_volume){.size = 0x10000, .other_guid = true}, image_fill(0, 0));
	struct blob head = image_fill(8, 0), image;
	struct report r;
	uint32_t i, volumes = 0;

	(void)state;
	copy.len = 0x1000 - 8;
	memcpy(head.ptr, "_FDC", 4);
	put_u32le(head.ptr + 4, 0x1000);
	image = image_join(image_join(head, copy, 1, 0), in_volume(vbt_row()), 1, 0);
	r = scan(image);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_int_equal(r.tree.damage_count, 0);
	for (i = 0; i < r.tree.count; i++) {
		const struct fw_node *n = &r.tree.nodes[i];

		if (n->kind != FW_VOLUME)
			continue;
		volumes++;
		assert_int_equal(n->parent, FW_NONE);
	}
	assert_int_equal(volumes, 2);
	report_free(&r);
}

/* A build's part: the padding up to the ROM's length, less than a unit, is not in the file. A
 * module of AMIBIOS leaves out more: the bytes that are there add up to 0. */
static void a_rom_without_its_padding_is_sound(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct blob rom = image_code(1000, 3);
		struct report r;

		memcpy(rom.ptr, "\x55\xAA", 2);
		rom.ptr[2] = i == 0 ? 2 : 8;
		put_u16le(rom.ptr + 0x18, 0x40);
		memset(rom.ptr + 0x40, 0, 24);
		memcpy(rom.ptr + 0x40, "PCIR", 4);
		rom.ptr[0x50] = rom.ptr[2];
		rom.ptr[0x55] = 0x80;
		rom.ptr[999] = (uint8_t)(rom.ptr[999] - optrom_sum(blob_span(rom)) + (i != 1));
		r = scan(rom);
		assert_int_equal(r.tree.damage_count, i == 2);
		report_free(&r);
	}
}

static struct blob driver_in(enum fw_codec codec)
{
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	struct image_file f = {.guid = vendor_guid, .type = FFS_DRIVER};
	struct blob row = image_section(SECTION_PE32, gop, false);

	if (codec != FW_CODEC_NONE)
		row = image_packed_section(codec, row);
	return image_volume(&(struct image_volume){.size = 0}, image_file(&f, row));
}

/* As in Lenovo's ThinkPad X220: code's addresses stand between the block map and the files. */
static void a_header_longer_than_its_block_map_is_sound(void **state)
{
	struct blob image = driver_in(FW_CODEC_NONE);
	struct span head = {image.ptr, 0x50};
	struct report r;

	(void)state;
	memmove(image.ptr + 0x50, image.ptr + 0x48, image.len - 0x50);
	memset(image.ptr + 0x48, 0x77, 8);
	put_u16le(image.ptr + 0x30, 0x50);
	put_u16le(image.ptr + 0x32, 0);
	put_u16le(image.ptr + 0x32, (uint16_t)-fv_sum16(head));
	r = scan(image);
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* EDK II writes a block of variables to a spare one first, the one with the header too. */
static void a_header_in_the_spare_block_is_sound(void **state)
{
	static const uint8_t variables[] = {0x8D, 0x2B, 0xF1, 0xFF, 0x96, 0x76, 0x8B, 0x4C, 0xA9,
		0x85, 0x27, 0x47, 0x07, 0x5B, 0x4F, 0x50};
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct blob image =
			image_volume(&(struct image_volume){.size = 0x20000}, image_fill(8, 0xFF));
		struct report r;

		memcpy(image.ptr + 16, variables, sizeof variables);
		image_volume_fix_sum(image.ptr);
		memcpy(image.ptr + 0x10000, image.ptr, 0x1000);
		if (i == 1) { /* another store's */
			put_u64le(image.ptr + 0x10020, 0x30000);
			image_volume_fix_sum(image.ptr + 0x10000);
		}
		r = scan(image);
		assert_int_equal(r.tree.damage_count, i);
		report_free(&r);
	}
}

/* cbfstool compares with the magic: it is an operand of its code, in one place of 64 where a file's
 * header could be. */
static void the_magic_of_cbfs_in_code_is_nothing(void **state)
{
	static const uint8_t code[] = {0x48, 0x8B, 0x57, 0x08, 0x48, 0x39, 0x02, 0x0F, 0x94, 0xC0,
		0x0F, 0xB6, 0xC0, 0xC3, 0x66, 0x0F, 0x1F, 0x44, 0x00, 0x00};
	struct blob image = image_fill(512, 0x90);
	struct report r;

	(void)state;
	memcpy(image.ptr + 128, "LARCHIVE", 8);
	memcpy(image.ptr + 136, code, sizeof code);
	r = scan(image);
	assert_int_equal(r.count, 0);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

static void one_find_does_not_end_the_search_for_another(void **state)
{
	struct blob vbt = image_pack(
		FW_CODEC_LZMA, image_join(image_code(20000, 9),
				       sample_vbt(&(struct sample_vbt){.padding = 0}), 16, 0));
	struct report r = scan(image_join(driver_in(FW_CODEC_LZMA), vbt, 4096, 0xFF));

	(void)state;
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* Whatever a section or a file stores after the driver is written with it. */
static void a_drivers_tail_of_any_size_is_kept(void **state)
{
	static const size_t tails[] = {1, 24, 4096, 70000};
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	size_t i;

	(void)state;
	for (i = 0; i < sizeof tails / sizeof tails[0]; i++) {
		struct blob stored = image_fill(gop.len + tails[i], 0x5A), copy;
		struct image_file f = {.guid = vendor_guid, .type = FFS_DRIVER};
		struct report r;
		struct err err;

		memcpy(stored.ptr, gop.ptr, gop.len);
		assert_int_equal(blob_copy(blob_span(stored), &copy, &err), ERR_OK);
		r = scan(copy);
		assert_int_equal(r.count, 1);
		assert_int_equal(r.finds[0].bytes.len, stored.len);
		assert_int_equal(r.finds[0].len, gop.len);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
		r = scan(image_volume(&(struct image_volume){.size = 0},
			image_file(&f, image_section(SECTION_PE32, stored, false))));
		assert_int_equal(r.count, 1);
		assert_int_equal(r.finds[0].bytes.len, gop.len + tails[i]);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
	blob_free(&gop);
}

/* MrChromebox's Ivy Bridge driver: a TE image, then a UI section, in one file. */
static void a_te_driver_with_a_ui_section_is_sound(void **state)
{
	struct blob te = sample_gop(&(struct sample_gop){.te = true});
	size_t len = te.len;
	struct report r = scan(image_join(te, image_ui("IntelGopDriver"), 4, 0));

	(void)state;
	assert_int_equal(r.count, 1);
	assert_int_equal(r.finds[0].len, len);
	assert_true(r.finds[0].bytes.len > len);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* A driver by itself, with the header of a volume whose checksum it computes when it runs. */
static void a_template_of_a_volume_in_a_driver_is_a_note(void **state)
{
	struct blob driver = sample_gop(&(struct sample_gop){0});
	struct blob volume = image_volume(&(struct image_volume){.size = 0x1000}, image_fill(0, 0));
	size_t at = (driver.len / 2 + 7) & ~(size_t)7;
	struct protect_list list;
	struct report r;
	struct err err;

	(void)state;
	assert_true(driver.len - at >= 0x48);
	volume.ptr[50] ^= 0x55;
	memcpy(driver.ptr + at, volume.ptr, 0x48);
	assert_int_equal(protect_scan(blob_span(driver), &list, &err), ERR_OK);
	assert_int_equal(list.count, 0);
	assert_int_equal(list.damaged, 0);
	protect_free(&list);
	r = scan(driver);
	assert_int_equal(r.tree.damage_count, 0);
	assert_int_equal(r.tree.note_count, 1);
	report_free(&r);
	/* after the driver it is a volume that is damaged */
	driver = sample_gop(&(struct sample_gop){0});
	r = scan(image_join(driver, volume, 8, 0));
	assert_int_equal(r.tree.damage_count, 1);
	report_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vendors_packings_are_opened),
		cmocka_unit_test(amds_zlib_header_is_known),
		cmocka_unit_test(customised_compression_is_opened),
		cmocka_unit_test(slim_bootloaders_components_are_opened),
		cmocka_unit_test(what_is_after_a_components_stream_is_found),
		cmocka_unit_test(the_form_that_gives_firmware_is_taken),
		cmocka_unit_test(the_form_is_noted_that_is_taken),
		cmocka_unit_test(the_x86_filter_is_undone_where_little_code_is),
		cmocka_unit_test(parts_on_their_own_are_whole),
		cmocka_unit_test(streams_without_a_header_are_found),
		cmocka_unit_test(of_a_damaged_stream_what_is_before_is_read),
		cmocka_unit_test(packed_images_are_opened),
		cmocka_unit_test(a_packed_image_that_is_cut_short_is_damaged),
		cmocka_unit_test(packed_image_may_have_any_lzma_parameters),
		cmocka_unit_test(archives_are_named),
		cmocka_unit_test(a_patched_zero_vector_is_no_damage),
		cmocka_unit_test(stores_like_volumes_are_nothing),
		cmocka_unit_test(a_descriptor_alone_is_a_note),
		cmocka_unit_test(unknown_packing_is_named_not_damage),
		cmocka_unit_test(a_section_that_begins_as_its_guid_says_is_damaged_when_cut),
		cmocka_unit_test(a_look_alike_is_a_note),
		cmocka_unit_test(a_table_of_numbers_is_nothing),
		cmocka_unit_test(a_table_like_a_stream_hides_nothing),
		cmocka_unit_test(a_damaged_stream_of_unusual_properties_is_damage),
		cmocka_unit_test(guids_in_programs_are_nothing),
		cmocka_unit_test(marks_of_volumes_in_data_are_nothing),
		cmocka_unit_test(a_template_of_a_volume_in_a_driver_is_a_note),
		cmocka_unit_test(a_copy_of_variables_ends_where_it_says),
		cmocka_unit_test(a_header_longer_than_its_block_map_is_sound),
		cmocka_unit_test(a_header_in_the_spare_block_is_sound),
		cmocka_unit_test(a_rom_without_its_padding_is_sound),
		cmocka_unit_test(the_magic_of_cbfs_in_code_is_nothing),
		cmocka_unit_test(one_find_does_not_end_the_search_for_another),
		cmocka_unit_test(a_drivers_tail_of_any_size_is_kept),
		cmocka_unit_test(a_te_driver_with_a_ui_section_is_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
