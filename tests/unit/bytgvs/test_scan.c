/* SPDX-License-Identifier: MIT */
/* Whatever the sample firmware is packed in, the same driver and VBT come out, byte for byte. */
#include "test.h"

#include <string.h>

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

static const struct find *only(const struct report *r, enum find_kind kind)
{
	const struct find *found = NULL;
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		if (r->finds[i].kind != kind)
			continue;
		assert_null(found);
		found = &r->finds[i];
	}
	assert_non_null(found);
	return found;
}

static void expect_bytes(const struct find *f, struct blob want)
{
	assert_int_equal(f->bytes.len, want.len);
	assert_memory_equal(f->bytes.ptr, want.ptr, want.len);
	assert_true(f->whole);
	blob_free(&want);
}

static void expect_both(struct blob image, const struct image_sample *o)
{
	struct report r = scan(image);

	expect_bytes(only(&r, FIND_GOP), image_sample_gop(o));
	expect_bytes(only(&r, FIND_VBT), image_sample_vbt(o));
	assert_string_equal(only(&r, FIND_GOP)->gop.version, "7.2.1011");
	assert_int_equal(r.tree.damage_count, 0);
	assert_false(r.tree.limited);
	report_free(&r);
}

static void every_packing_gives_both(void **state)
{
	enum fw_codec codec;

	(void)state;
	for (codec = FW_CODEC_NONE; codec <= FW_CODEC_BROTLI; codec++) {
		struct image_sample o = {.codec = codec, .descriptor = true};

		expect_both(image_sample(&o), &o);
	}
}

static void every_layout_gives_both(void **state)
{
	static const struct image_sample layouts[] = {
		{.codec = FW_CODEC_LZMA, .nesting = 2},
		{.codec = FW_CODEC_LZMA_F86, .nesting = 3, .crc32 = true},
		{.codec = FW_CODEC_TIANO, .nesting = 1, .ffs3 = true},
		{.codec = FW_CODEC_LZMA, .ffs3 = true, .checksums = true},
		{.codec = FW_CODEC_LZMA, .ia32 = true, .no_names = true},
		{.codec = FW_CODEC_NONE, .te = true, .raw_vbt = true},
		{.codec = FW_CODEC_EFI, .te = true, .no_names = true, .checksums = true},
		{.codec = FW_CODEC_BROTLI, .raw_vbt = true, .descriptor = true, .ia32 = true},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
		expect_both(image_sample(&layouts[i]), &layouts[i]);
}

static void capsules_are_seen_through(void **state)
{
	struct image_sample o = {.codec = FW_CODEC_LZMA};

	(void)state;
	expect_both(image_capsule(image_sample(&o), false), &o);
	expect_both(image_capsule(image_sample(&o), true), &o);
}

static void two_firmwares_are_two_and_copies_fold(void **state)
{
	struct image_sample a = {.codec = FW_CODEC_LZMA, .descriptor = true};
	struct image_sample b = {.codec = FW_CODEC_TIANO, .descriptor = true, .ia32 = true};
	struct report r;

	(void)state;
	b.panel = "OTHER";
	r = scan(image_join(image_sample(&a), image_sample(&b), 4096, 0xFF));
	assert_int_equal(report_count(&r, FIND_GOP, true), 2);
	assert_int_equal(report_count(&r, FIND_VBT, true), 2);
	assert_string_equal(r.finds[2].differs, "another machine type");
	assert_string_not_equal(r.finds[1].name, r.finds[3].name);
	report_free(&r);
	r = scan(image_join(image_sample(&a), image_sample(&a), 4096, 0xFF));
	assert_int_equal(r.count, 4);
	assert_int_equal(report_count(&r, FIND_GOP, true), 1);
	assert_int_equal(r.finds[2].same_as, 0);
	assert_string_equal(r.finds[3].name, r.finds[1].name);
	report_free(&r);
}

static void option_roms_of_every_kind(void **state)
{
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});
	struct blob packed, copy;
	struct report r;
	struct err err;

	(void)state;
	assert_int_equal(blob_copy(blob_span(gop), &copy, &err), ERR_OK);
	packed = image_pack(FW_CODEC_EFI, copy);
	r = scan(sample_efi_rom(blob_span(packed), true, true));
	assert_memory_equal(only(&r, FIND_GOP)->bytes.ptr, gop.ptr, gop.len);
	report_free(&r);
	r = scan(sample_join(sample_vbios(65536, blob_span(vbt), 0xAE0, false),
		sample_efi_rom(blob_span(gop), false, true)));
	assert_int_equal(r.count, 3);
	assert_int_equal(only(&r, FIND_VBIOS)->len, 65536);
	assert_int_equal(only(&r, FIND_VBIOS)->device, 0x0F31);
	assert_true(only(&r, FIND_VBT)->in_vbios);
	assert_memory_equal(only(&r, FIND_VBT)->bytes.ptr, vbt.ptr, vbt.len);
	assert_memory_equal(only(&r, FIND_GOP)->bytes.ptr, gop.ptr, gop.len);
	report_free(&r);
	blob_free(&gop);
	blob_free(&vbt);
	blob_free(&packed);
}

static struct blob skippable(void)
{
	struct blob b = image_fill(12, 0);

	put_u32le(b.ptr, 0x184D2A50);
	put_u32le(b.ptr + 4, 4);
	return b;
}

/* As pzstd writes them, and as cat joins them: the rest of the image was not looked at. */
static void streams_one_after_the_other_are_one_image(void **state)
{
	static const enum fw_codec codecs[] = {
		FW_CODEC_GZIP, FW_CODEC_XZ, FW_CODEC_ZSTD, FW_CODEC_LZ4};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof codecs / sizeof codecs[0]; i++) {
		struct blob image = image_sample(&(struct image_sample){.codec = FW_CODEC_LZMA});
		struct blob first, second;
		struct report r;
		struct err err;

		assert_int_equal(
			blob_copy(span_of(image.ptr, image.len / 2), &first, &err), ERR_OK);
		assert_int_equal(blob_copy(span_of(image.ptr + first.len, image.len - first.len),
					 &second, &err),
			ERR_OK);
		blob_free(&image);
		first = image_pack(codecs[i], first);
		second = image_pack(codecs[i], second);
		/* pzstd begins each frame with a skippable one; so may lz4 */
		if (codecs[i] == FW_CODEC_ZSTD || codecs[i] == FW_CODEC_LZ4) {
			first = image_join(skippable(), first, 1, 0);
			second = image_join(
				image_join(skippable(), skippable(), 1, 0), second, 1, 0);
		}
		r = scan(image_join(first, second, 1, 0));
		assert_int_equal(report_count(&r, FIND_GOP, true), 1);
		assert_int_equal(report_count(&r, FIND_VBT, true), 1);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
}

/* FSP's module in a volume; an option ROM whose driver is not known, as those of cards. */
static void what_shows_the_first_picture_without_a_gop_is_found(void **state)
{
	struct sample_gop ia32 = {.machine = PE_MACHINE_IA32};
	struct blob module = sample_gop_pei(&ia32, 0x80000010), copy;
	struct blob driver = sample_gop(&(struct sample_gop){.no_name = true});
	struct image_file file = {.guid = FW_GUID_CRC32, .type = FFS_PEIM};
	struct report r;
	struct err err;

	(void)state;
	assert_int_equal(blob_copy(blob_span(module), &copy, &err), ERR_OK);
	r = scan(image_volume(&(struct image_volume){.size = 0x40000},
		image_file(&file, image_section(SECTION_PE32, copy, false))));
	assert_int_equal(r.count, 1);
	assert_memory_equal(only(&r, FIND_GOP_PEI)->bytes.ptr, module.ptr, module.len);
	assert_string_equal(r.finds[0].name, "gop-pei-ia32.efi");
	report_free(&r);
	r = scan(sample_efi_rom(blob_span(driver), false, true));
	assert_int_equal(r.count, 1);
	assert_true(only(&r, FIND_EFI_ROM)->whole);
	assert_int_equal(r.finds[0].len % 512, 0);
	assert_int_equal(strncmp(r.finds[0].name, "efirom-8086-", 12), 0);
	report_free(&r);
	blob_free(&module);
	blob_free(&driver);
}

static void cbfs_files_plain_and_packed(void **state)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.padding = 0});
	static const enum fw_codec codecs[] = {FW_CODEC_NONE, FW_CODEC_LZMA, FW_CODEC_LZ4};
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct blob copy;
		struct report r;
		struct err err;

		assert_int_equal(blob_copy(blob_span(vbt), &copy, &err), ERR_OK);
		r = scan(image_join(image_fill(4096, 0xFF),
			image_cbfs_file("vbt.bin", 0x50, codecs[i], copy), 64, 0xFF));
		assert_int_equal(r.count, 1);
		assert_int_equal(r.tree.damage_count, 0);
		assert_memory_equal(r.finds[0].bytes.ptr, vbt.ptr, vbt.len);
		assert_non_null(strstr(r.finds[0].path, "vbt.bin"));
		report_free(&r);
	}
	blob_free(&vbt);
}

/* LZ4 has no checksum here: a size that does not fit and a cut are what shows damage. */
static void damaged_lz4_is_told(void **state)
{
	struct blob file = image_cbfs_file(
		"vbt.bin", 0x50, FW_CODEC_LZ4, sample_vbt(&(struct sample_vbt){.padding = 0}));
	struct report r;
	struct err err;
	int cut;

	(void)state;
	for (cut = 0; cut < 2; cut++) {
		if (cut == 0)
			file.ptr[59] ^= 1; /* the size unpacked of its attribute */
		assert_int_equal(
			bytgvs_scan(span_of(file.ptr, file.len - (cut != 0 ? 40 : 0)), 0, &r, &err),
			ERR_OK);
		assert_int_equal(report_count(&r, FIND_VBT, true), 0);
		assert_true(r.tree.damage_count > 0);
		report_free(&r);
		file.ptr[59] ^= (uint8_t)(1 - cut);
	}
	blob_free(&file);
}

static void bare_parts_are_images_too(void **state)
{
	struct report r;

	(void)state;
	r = scan(sample_vbt(&(struct sample_vbt){.padding = 100}));
	assert_int_equal(r.count, 1);
	report_free(&r);
	r = scan(sample_gop(&(struct sample_gop){.te = true}));
	assert_int_equal(r.count, 1);
	assert_string_equal(r.finds[0].name, "gop-7.2.1011-x64.te");
	report_free(&r);
}

static struct blob code_with(const char *text, size_t len)
{
	struct blob b = image_code(9000, 5);

	memcpy(b.ptr + 4001, text, len);
	return b;
}

static void decoys_are_no_finds(void **state)
{
	struct image_volume v = {.size = 0};
	struct image_file f = {.type = FFS_DRIVER};
	struct blob row =
		image_section(SECTION_PE32, code_with("$VBT VALLEYVIEW     d\0000\0", 24), false);
	struct report r;

	(void)state;
	row = image_add_section(
		row, image_section(SECTION_RAW, code_with("$VBT %s BIOS_DATA_BLOCK ", 24), false));
	row = image_add_section(
		row, image_section(SECTION_PE32, sample_gop(&(struct sample_gop){.no_name = true}),
			     false));
	r = scan(image_volume(&v, image_file(&f, row)));
	assert_int_equal(r.count, 0);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
	r = scan(image_noise(300000, 9));
	assert_int_equal(r.count, 0);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

static void empty_and_tiny_inputs(void **state)
{
	size_t len;

	(void)state;
	for (len = 0; len < 70; len++) {
		struct report r = scan(image_fill(len, 0x55));

		assert_int_equal(r.count, 0);
		report_free(&r);
	}
}

static void count_space(void *user, const struct fw_tree *tree, uint32_t space, struct span bytes)
{
	(void)tree;
	(void)space;
	(void)bytes;
	++*(unsigned *)user;
}

/* Erased flash may be large: the scan reports that nothing is in it. */
static void blank_inputs_are_not_searched(void **state)
{
	static const uint8_t fillings[] = {0x00, 0xFF, 0x55};

	(void)state;
	for (unsigned i = 0; i < sizeof fillings; i++) {
		unsigned searched = 0;
		struct fw_opts opts = {.deep = true, .user = &searched, .on_layer = count_space};
		struct blob image = image_fill(1u << 20, fillings[i]);
		struct fw_tree tree;
		struct err err;

		assert_int_equal(fw_walk(blob_span(image), &opts, &tree, &err), ERR_OK);
		assert_int_equal(tree.count, 0);
		assert_int_equal(tree.damage_count, 0);
		assert_false(tree.limited);
		assert_int_equal(searched, fillings[i] == 0x55);
		fw_tree_free(&tree);
		blob_free(&image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_packing_gives_both),
		cmocka_unit_test(every_layout_gives_both),
		cmocka_unit_test(capsules_are_seen_through),
		cmocka_unit_test(two_firmwares_are_two_and_copies_fold),
		cmocka_unit_test(option_roms_of_every_kind),
		cmocka_unit_test(streams_one_after_the_other_are_one_image),
		cmocka_unit_test(what_shows_the_first_picture_without_a_gop_is_found),
		cmocka_unit_test(cbfs_files_plain_and_packed),
		cmocka_unit_test(damaged_lz4_is_told),
		cmocka_unit_test(bare_parts_are_images_too),
		cmocka_unit_test(decoys_are_no_finds),
		cmocka_unit_test(empty_and_tiny_inputs),
		cmocka_unit_test(blank_inputs_are_not_searched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
