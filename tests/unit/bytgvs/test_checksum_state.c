/* SPDX-License-Identifier: MIT */
/* What is known about a find when the bytes or the checksums around it are damaged. */
#include "test.h"

#include <string.h>

#include "bytgvs.h"
#include "image.h"
#include "sample.h"

static const struct guid file_guid =
	GUID_INIT(0xFF0C8745, 0x3270, 0x4439, 0xB7, 0x4F, 0x3E, 0x45, 0xF8, 0xC7, 0x70, 0x64);

struct box {
	struct blob image;
	size_t driver; /* where it lies */
	size_t crc;    /* the stored CRC32 */
};

/* A volume with one file: a driver in a PE32 section in a CRC32 section. */
static struct box make_box(void)
{
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	struct image_file file = {.guid = file_guid, .type = 7};
	struct image_volume volume = {0};
	struct box box;
	struct blob copy;
	struct err err;

	assert_int_equal(blob_copy(blob_span(gop), &copy, &err), ERR_OK);
	box.image = image_volume(
		&volume, image_file(&file, image_crc32_section(image_section(0x10, copy, false))));
	box.driver = span_find(blob_span(box.image), 0, gop.ptr, gop.len);
	box.crc = span_find(blob_span(box.image), 0, FW_GUID_CRC32.b, GUID_LEN) + GUID_LEN + 4;
	assert_true(box.driver != SIZE_MAX);
	blob_free(&gop);
	return box;
}

static struct report scan(struct blob image)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	return r;
}

static void a_crc32_proves_damage(void **state)
{
	struct box box = make_box();
	struct report r = scan(box.image);
	unsigned bit;

	(void)state;
	assert_int_equal(r.count, 1);
	assert_true(r.finds[0].whole);
	assert_string_equal(r.finds[0].problem, "");
	report_free(&r);
	/* any bit of the driver's tail, which no structure of its own guards */
	for (bit = 0; bit < 8; bit++) {
		box.image.ptr[box.driver + 700] ^= (uint8_t)(1u << bit);
		r = scan(box.image);
		assert_int_equal(r.count, 1);
		assert_false(r.finds[0].whole);
		assert_non_null(strstr(r.finds[0].problem, "CRC32"));
		assert_int_equal(r.tree.damage_count, 1);
		report_free(&r);
		box.image.ptr[box.driver + 700] ^= (uint8_t)(1u << bit);
	}
	blob_free(&box.image);
}

static void damage_to_the_crc32_itself_is_only_told(void **state)
{
	struct box box = make_box();
	unsigned i;

	(void)state;
	for (i = 0; i < 6; i++) {
		uint8_t old[4];
		struct report r;

		memcpy(old, box.image.ptr + box.crc, 4);
		if (i < 4)
			box.image.ptr[box.crc + i] ^= 0x5A;
		else
			memset(box.image.ptr + box.crc, i == 4 ? 0 : 0xFF, 4);
		r = scan(box.image);
		assert_int_equal(r.count, 1);
		assert_true(r.finds[0].whole);
		assert_non_null(strstr(r.finds[0].problem, "may be damaged"));
		assert_int_equal(r.tree.damage_count, 1);
		report_free(&r);
		memcpy(box.image.ptr + box.crc, old, 4);
	}
	blob_free(&box.image);
}

/* A right CRC32 nearer to the driver proves it, whatever a wrong one around says. */
static void an_inner_crc32_proves_it_sound(void **state)
{
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	struct image_file file = {.guid = file_guid, .type = 7};
	struct blob image;
	struct report r;
	size_t crc;

	(void)state;
	image = image_crc32_section(image_crc32_section(image_section(0x10, gop, false)));
	image = image_volume(&(struct image_volume){.size = 0}, image_file(&file, image));
	crc = span_find(blob_span(image), 0, FW_GUID_CRC32.b, GUID_LEN) + GUID_LEN + 4;
	put_u32le(image.ptr + crc, 0x12345678);
	r = scan(image);
	assert_int_equal(r.count, 1);
	assert_true(r.finds[0].whole);
	assert_int_equal(r.tree.damage_count, 1);
	report_free(&r);
	blob_free(&image);
}

/* A VBT whose own sum holds is proved by it, whatever is wrong around. */
static void its_own_sum_proves_a_vbt(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_NONE, .checksums = true};
	struct blob image = image_sample(&o);
	size_t vbt = span_find(blob_span(image), 0, "$VBT", 4);
	struct report r;

	(void)state;
	assert_true(vbt != SIZE_MAX);
	/* the file's own checksum of its body, 17 bytes into its header of 24, a section's 4 later
	 */
	image.ptr[vbt - 4 - 24 + 17] ^= 0x3C;
	r = scan(image);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	blob_free(&image);
}

/* The head of an option ROM is damaged: its driver is found all the same, or the damage is
 * reported. */
static void option_roms_with_damaged_heads(void **state)
{
	static const struct {
		size_t off;
		size_t len;
	} wipes[] = {{0, 2}, {0x40, 24}, {0, 28}, {0x18, 2}, {0, 0x58}};
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	unsigned packed;
	size_t i;

	(void)state;
	for (i = 0; i < 2 * sizeof wipes / sizeof wipes[0]; i++) {
		size_t k = i / 2;
		struct blob copy, rom;
		struct report r;
		struct err err;

		packed = i % 2;
		assert_int_equal(blob_copy(blob_span(gop), &copy, &err), ERR_OK);
		if (packed)
			copy = image_pack(FW_CODEC_EFI, copy);
		rom = image_join(image_fill(4096, 0xFF),
			sample_efi_rom(blob_span(copy), packed, true), 1, 0);
		memset(rom.ptr + 4096 + wipes[k].off, 0, wipes[k].len);
		r = scan(rom);
		/* A driver with nothing around it may as well be meant so. */
		assert_true(r.tree.damage_count > 0 || (!packed && wipes[k].len == 0x58));
		assert_int_equal(r.count, 1);
		assert_true(r.finds[0].whole);
		assert_memory_equal(r.finds[0].bytes.ptr, gop.ptr, gop.len);
		report_free(&r);
		blob_free(&rom);
		blob_free(&copy);
	}
	blob_free(&gop);
}

/* Length, block map and header length of a volume: one is wrong though the checksum is right. A
 * header may go on after its block map: there only the missing file shows it. */
static void contradictions_in_a_volume_header_are_told(void **state)
{
	static const struct {
		size_t off;
		uint32_t value;
		size_t told_at;
	} changes[] = {{32, 0x8000, 0}, {32, 0x1000, 0}, {32, 0x80000, 0}, {56, 1, 0}, {56, 900, 0},
		{60, 0x200, 0}, {48, 0x50, 0x50}, {64, 1, 0}};
	struct image_sample o = {.codec = FW_CODEC_NONE};
	struct blob image = image_sample(&o);
	struct blob gop = image_sample_gop(&o);
	struct blob vbt = image_sample_vbt(&o);
	size_t i;

	(void)state;
	for (i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		struct blob copy;
		struct report r;
		struct err err;
		uint32_t k;

		assert_int_equal(blob_copy(blob_span(image), &copy, &err), ERR_OK);
		put_u32le(copy.ptr + changes[i].off, changes[i].value);
		image_volume_fix_sum(copy.ptr);
		r = scan(copy);
		assert_true(r.tree.damage_count > 0);
		assert_int_equal(r.tree.damages[0].off, changes[i].told_at);
		assert_int_equal(r.count, 2);
		for (k = 0; k < 2; k++) {
			struct blob want = r.finds[k].kind == FIND_GOP ? gop : vbt;

			assert_true(r.finds[k].whole);
			assert_int_equal(r.finds[k].bytes.len, want.len);
			assert_memory_equal(r.finds[k].bytes.ptr, want.ptr, want.len);
		}
		report_free(&r);
		blob_free(&copy);
	}
	blob_free(&image);
	blob_free(&gop);
	blob_free(&vbt);
}

/* Wherever a bit of the 48 bytes is wrong: the table begins there, and its end stays known. */
static void a_damaged_header_still_belongs_to_its_vbt(void **state)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 191});
	struct blob image = image_join(image_fill(512, 0xFF), vbt, 1, 0);
	struct report gone;
	size_t bit;

	(void)state;
	image = image_join(image, image_fill(70000, 0xFF), 1, 0);
	for (bit = 0; bit < 48 * 8; bit++) {
		uint8_t *p = image.ptr + 512 + bit / 8;
		struct report r;

		*p ^= (uint8_t)(1u << bit % 8);
		r = scan(image);
		assert_int_equal(r.count, 1);
		assert_int_equal(r.finds[0].off, 512);
		assert_false(r.finds[0].vbt.headerless);
		if (r.finds[0].whole)
			assert_int_not_equal(r.finds[0].vbt.sum, VBT_SUM_OK);
		report_free(&r);
		*p ^= (uint8_t)(1u << bit % 8);
	}
	memset(image.ptr + 512, 0xFF, 48);
	gone = scan(image);
	assert_int_equal(gone.count, 1);
	assert_false(gone.finds[0].whole);
	report_free(&gone);
	blob_free(&image);
}

/* One find that is not whole, wherever it was cut. */
static void a_cut_vbt_is_one_find(void **state)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 191});
	size_t len;

	(void)state;
	for (len = 120; len < 1200; len += 97) {
		struct report r;
		struct err err;

		assert_true(len < vbt.len);
		assert_int_equal(bytgvs_scan(span_of(vbt.ptr, len), 0, &r, &err), ERR_OK);
		assert_int_equal(r.count, 1);
		assert_int_equal(r.finds[0].kind, FIND_VBT);
		assert_false(r.finds[0].whole);
		report_free(&r);
	}
	blob_free(&vbt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crc32_proves_damage),
		cmocka_unit_test(damage_to_the_crc32_itself_is_only_told),
		cmocka_unit_test(an_inner_crc32_proves_it_sound),
		cmocka_unit_test(its_own_sum_proves_a_vbt),
		cmocka_unit_test(option_roms_with_damaged_heads),
		cmocka_unit_test(contradictions_in_a_volume_header_are_told),
		cmocka_unit_test(a_damaged_header_still_belongs_to_its_vbt),
		cmocka_unit_test(a_cut_vbt_is_one_find),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
