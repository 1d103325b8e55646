/* SPDX-License-Identifier: MIT */
/* Parts whose own header is damaged: recovered, or at least reported, and never given back changed.
 */
#include "test.h"

#include <string.h>

#include "bytgvs.h"
#include "image.h"
#include "sample.h"

static struct report scan(struct span image)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(image, 0, &r, &err), ERR_OK);
	return r;
}

static void cbfs_files_with_damaged_headers(void **state)
{
	static const enum fw_codec codecs[] = {FW_CODEC_NONE, FW_CODEC_LZMA, FW_CODEC_LZ4};
	struct blob vbt = sample_vbt(&(struct sample_vbt){.padding = 0});
	size_t i;

	(void)state;
	for (i = 0; i < 6; i++) {
		enum fw_codec codec = codecs[i % 3];
		struct blob copy, image;
		struct report r;
		struct err err;

		assert_int_equal(blob_copy(blob_span(vbt), &copy, &err), ERR_OK);
		image = image_cbfs_file("vbt.bin", 0x50, codec, copy);
		if (i < 3)
			memset(image.ptr, 0xFF, 8); /* the magic */
		else
			put_u32be(image.ptr + 16, 40); /* where the attributes are: at 44 */
		r = scan(blob_span(image));
		assert_int_equal(report_count(&r, FIND_VBT, true), 1);
		assert_true(r.tree.damage_count > 0);
		assert_memory_equal(r.finds[0].bytes.ptr, vbt.ptr, vbt.len);
		report_free(&r);
		put_u32be(image.ptr + 20, 0); /* and the length of the header */
		memcpy(image.ptr, "LARCHIVE", 8);
		r = scan(blob_span(image));
		assert_true(r.tree.damage_count > 0);
		report_free(&r);
		blob_free(&image);
	}
	blob_free(&vbt);
}

/* cbfstool makes files of no bytes from empty ones; a length that was lost leaves other bytes. */
static void empty_cbfs_files_are_no_damage(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct blob image = image_cbfs_file("empty", 0x50, FW_CODEC_NONE, image_fill(0, 0));
		struct report r;

		if (i == 1)
			image = image_join(image,
				image_cbfs_file("next", 0x50, FW_CODEC_NONE, image_fill(64, 1)), 1,
				0);
		if (i == 2)
			image = image_join(image, image_fill(64, 1), 1, 0);
		r = scan(blob_span(image));
		assert_int_equal(r.tree.damage_count, i == 2);
		report_free(&r);
		blob_free(&image);
	}
}

/* The byte that names the kind of an option ROM image, 0x14 into the PCIR structure. */
static void option_roms_that_name_the_wrong_kind(void **state)
{
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});
	struct blob efi = sample_efi_rom(blob_span(gop), false, true);
	struct blob vbios = sample_vbios(16384, blob_span(vbt), 0xAE0, true);
	size_t pcir = span_find(blob_span(vbios), 0, "PCIR", 4);
	struct report r;

	(void)state;
	efi.ptr[0x40 + 0x14] = 0;
	r = scan(blob_span(efi));
	assert_int_equal(report_count(&r, FIND_VBIOS, false), 0);
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	vbios.ptr[pcir + 0x14] = 3;
	vbios.ptr[pcir + 0x15] = (uint8_t)(vbios.ptr[pcir + 0x15] - 3); /* the sum stays right */
	r = scan(blob_span(vbios));
	assert_int_equal(report_count(&r, FIND_VBIOS, true), 1);
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	blob_free(&efi);
	blob_free(&vbios);
	blob_free(&gop);
	blob_free(&vbt);
}

/* What lies after a section that claims too much is not part of the driver in it. */
static void a_section_that_claims_too_much(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_NONE};
	struct blob image = image_sample(&o);
	struct blob gop = image_sample_gop(&o);
	size_t at = span_find(blob_span(image), 0, gop.ptr, gop.len);
	uint32_t more;

	(void)state;
	assert_true(at != SIZE_MAX);
	for (more = 1; more < 0x800000; more *= 2) {
		struct report r;
		uint32_t i;

		put_u24le(image.ptr + at - 4, (uint32_t)gop.len + 4 + more);
		r = scan(blob_span(image));
		/* Whole sections after the driver may be stored so (TE drivers with a UI section
		 * are): then all is kept and a note says it. Anything else is damage. */
		assert_true(r.tree.damage_count > 0 || r.tree.note_count > 0 || more < 4);
		for (i = 0; i < r.count; i++)
			if (r.finds[i].kind == FIND_GOP && r.finds[i].whole && more >= 4)
				assert_int_equal(r.finds[i].bytes.len,
					gop.len + (r.tree.damage_count > 0 ? 0 : more));
		report_free(&r);
	}
	blob_free(&image);
	blob_free(&gop);
}

static void a_driver_without_its_head_is_told(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_NONE};
	struct blob image = image_sample(&o);
	struct blob gop = image_sample_gop(&o);
	size_t at = span_find(blob_span(image), 0, gop.ptr, gop.len);
	struct report r;

	(void)state;
	r = scan(span_of(gop.ptr + 100, gop.len - 100));
	assert_int_equal(r.count, 0);
	assert_int_equal(r.tree.damage_count, 1);
	report_free(&r);
	memset(image.ptr + at, 0, 2);
	r = scan(blob_span(image));
	assert_int_equal(report_count(&r, FIND_GOP, false), 0);
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	blob_free(&image);
	blob_free(&gop);
}

/* Bytes that are not code are not taken for filtered code, whatever stands after each E8. */
static void a_lost_guid_changes_no_bytes(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_LZMA};
	struct blob vbt = image_sample_vbt(&o);
	struct blob noise = image_noise(200000, 5);
	struct blob stream;
	struct report r;
	size_t i;

	(void)state;
	for (i = 0; i + 5 < noise.len; i += 40) { /* forward, none backward, no two alike */
		noise.ptr[i] = 0xE8;
		noise.ptr[i + 4] = 0;
	}
	noise = image_join(noise, image_sample_gop(&o), 16, 0);
	stream = image_pack(FW_CODEC_LZMA, image_join(noise, image_sample_vbt(&o), 16, 0));
	r = scan(blob_span(stream));
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	for (i = 0; i < r.count; i++)
		if (r.finds[i].kind == FIND_VBT)
			assert_memory_equal(r.finds[i].bytes.ptr, vbt.ptr, r.finds[i].len);
	assert_string_equal(fw_codec_name(r.tree.nodes[0].codec), "lzma");
	report_free(&r);
	blob_free(&stream);
	blob_free(&vbt);
}

static void a_volume_header_cut_or_beyond_reading(void **state)
{
	struct blob image = image_sample(&(struct image_sample){.codec = FW_CODEC_LZMA});
	struct report r = scan(span_of(image.ptr, 62));

	(void)state;
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	memset(image.ptr + 0x2C, 0xFF,
		0x60); /* all but GUID and signature, file and section header */
	memset(image.ptr + 16, 0xFF, GUID_LEN);
	r = scan(blob_span(image)); /* the signature alone is left */
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	memcpy(image.ptr + 16, FW_GUID_FFS2.b, GUID_LEN);
	memset(image.ptr + 40, 0xFF, 4);
	r = scan(blob_span(image)); /* the GUID alone */
	assert_true(r.tree.damage_count > 0);
	report_free(&r);
	blob_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cbfs_files_with_damaged_headers),
		cmocka_unit_test(empty_cbfs_files_are_no_damage),
		cmocka_unit_test(option_roms_that_name_the_wrong_kind),
		cmocka_unit_test(a_section_that_claims_too_much),
		cmocka_unit_test(a_driver_without_its_head_is_told),
		cmocka_unit_test(a_lost_guid_changes_no_bytes),
		cmocka_unit_test(a_volume_header_cut_or_beyond_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
