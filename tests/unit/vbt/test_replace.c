/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/optrom.h"
#include "image.h"
#include "replace.h"
#include "sample.h"

static const struct replace_opts usual = {.which = NULL};

static struct blob other_vbt(void)
{
	return image_sample_vbt(&(struct image_sample){.panel = "ANOTHER PANEL"});
}

static struct report scan(struct blob image)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	return r;
}

/* The VBT of the image; bytes stay with the report. */
static const struct find *vbt_of(const struct report *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++)
		if (r->finds[i].kind == FIND_VBT)
			return &r->finds[i];
	fail_msg("no VBT");
	return NULL;
}

static void assert_same_finds(struct blob a, struct blob b)
{
	struct report ra = scan(a), rb = scan(b);
	uint32_t i;

	assert_int_equal(ra.count, rb.count);
	assert_int_equal(ra.tree.damage_count, rb.tree.damage_count);
	for (i = 0; i < ra.count; i++) {
		assert_string_equal(ra.finds[i].stored_sha256, rb.finds[i].stored_sha256);
		assert_string_equal(ra.finds[i].path, rb.finds[i].path);
	}
	report_free(&ra);
	report_free(&rb);
}

static void check_round_trip(const struct image_sample *opts)
{
	struct blob image = image_sample(opts), old = image_sample_vbt(opts), vbt = other_vbt();
	struct replaced there, back;
	struct report r;
	struct err err = {.text = ""};

	if (bytgvs_replace(blob_span(image), blob_span(vbt), &usual, &there, &err) != ERR_OK)
		fail_msg("codec %d: %s", (int)opts->codec, err.text);
	assert_int_equal(there.places, 1);
	r = scan(there.image);
	assert_true(vbt_of(&r)->whole);
	assert_true(span_equal(blob_span(vbt_of(&r)->bytes), blob_span(vbt)));
	report_free(&r);
	if (bytgvs_replace(blob_span(there.image), blob_span(old), &usual, &back, &err) != ERR_OK)
		fail_msg("codec %d, back: %s", (int)opts->codec, err.text);
	assert_same_finds(image, back.image);
	replaced_free(&there);
	replaced_free(&back);
	blob_free(&image);
	blob_free(&old);
	blob_free(&vbt);
}

static void every_codec_goes_there_and_back(void **state)
{
	int codec;

	(void)state;
	for (codec = FW_CODEC_NONE; codec <= FW_CODEC_BROTLI; codec++) {
		check_round_trip(&(struct image_sample){.codec = (enum fw_codec)codec});
		check_round_trip(&(struct image_sample){
			.codec = (enum fw_codec)codec, .crc32 = true, .checksums = true});
	}
}

static void every_shape_goes_there_and_back(void **state)
{
	(void)state;
	check_round_trip(&(struct image_sample){.codec = FW_CODEC_LZMA, .ffs3 = true});
	check_round_trip(&(struct image_sample){.codec = FW_CODEC_TIANO, .raw_vbt = true});
	check_round_trip(
		&(struct image_sample){.codec = FW_CODEC_NONE, .ffs3 = true, .checksums = true});
	check_round_trip(&(struct image_sample){.codec = FW_CODEC_EFI, .descriptor = true});
}

/* A volume of revision 1, whose files end with a tail, both sums inverted: it stays right. */
static void tails_of_old_files_stay_right(void **state)
{
	struct blob vbt = image_sample_vbt(&(struct image_sample){.panel = NULL}),
		    other = other_vbt();
	struct image_file f = {.guid = {{1, 2}}, .type = FFS_FREEFORM, .checksum = true};
	struct blob row = image_section(SECTION_RAW, vbt, false), image;
	struct err err = {.text = ""};
	struct replaced done;
	struct report r;
	size_t end, i;
	unsigned sum = 0;

	(void)state;
	image = image_file(&f, row);
	end = image.len;
	image = image_join(image, image_fill(2, 0), 1, 0);
	image.ptr[19] |= 1; /* FFS_ATTRIB_TAIL_PRESENT */
	put_u24le(image.ptr + 20, (uint32_t)image.len);
	for (i = 0; i < 23; i++)
		sum += i != 16 && i != 17 ? image.ptr[i] : 0;
	image.ptr[16] = (uint8_t)(0x100 - (sum & 0xFF));
	put_u16le(image.ptr + end, (uint16_t) ~(image.ptr[16] | (unsigned)image.ptr[17] << 8));
	image = image_volume(&(struct image_volume){.size = 0x2000}, image);
	image.ptr[55] = 1;
	image_volume_fix_sum(image.ptr);
	r = scan(image);
	assert_int_equal(r.tree.damage_count, 0);
	assert_true(vbt_of(&r)->whole);
	assert_string_equal(vbt_of(&r)->problem, "");
	report_free(&r);
	if (bytgvs_replace(blob_span(image), blob_span(other), &usual, &done, &err) != ERR_OK)
		fail_msg("%s", err.text);
	r = scan(done.image);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
	assert_int_equal(done.image.ptr[0x48 + end] ^ done.image.ptr[0x48 + 16], 0xFF);
	assert_int_equal(done.image.ptr[0x48 + end + 1] ^ done.image.ptr[0x48 + 17], 0xFF);
	replaced_free(&done);
	blob_free(&image);
	blob_free(&other);
}

/* A table in a section that is packed in a packed section, in a volume with free space. */
static struct blob packed_twice(enum fw_codec inner, enum fw_codec outer, struct blob vbt)
{
	struct image_file f = {.guid = {{7, 7}}, .type = FFS_FREEFORM};
	struct blob row = image_section(SECTION_RAW, vbt, false);

	row = image_packed_section(outer, image_packed_section(inner, row));
	return image_volume(&(struct image_volume){.size = 0x4000}, image_file(&f, row));
}

/* What a compression section says of its content is so: size unpacked. */
static void check_sizes(struct span image, const struct fw_tree *t)
{
	struct section_head h;
	uint32_t i;

	for (i = 0; i < t->count; i++)
		if (t->nodes[i].space == 0 && t->nodes[i].type == SECTION_COMPRESSION &&
			t->nodes[i].kind == FW_SECTION) {
			assert_true(section_parse(image, t->nodes[i].off, &h));
			assert_int_equal(h.unpacked,
				h.method != 0 ? t->nodes[i].unpacked : h.claimed - h.head_len);
		}
}

/* The padding of the new table packs worse than that of the old one. */
static void check_packed_twice(enum fw_codec inner, enum fw_codec outer)
{
	struct blob old = image_sample_vbt(&(struct image_sample){.panel = NULL});
	struct blob vbt = sample_vbt(&(struct sample_vbt){.panel = "ANOTHER PANEL"}), image;
	struct err err = {.text = ""};
	struct replaced done;
	struct report r;
	size_t len = vbt.len;

	vbt = image_join(vbt, image_noise(old.len - vbt.len, 9), 1, 0);
	image = packed_twice(inner, outer, old);
	if (bytgvs_replace(blob_span(image), blob_span(vbt), &usual, &done, &err) != ERR_OK)
		fail_msg("codecs %d, %d: %s", (int)inner, (int)outer, err.text);
	r = scan(done.image);
	assert_int_equal(r.tree.damage_count, 0);
	assert_true(span_starts(blob_span(vbt_of(&r)->bytes), vbt.ptr, len));
	check_sizes(blob_span(done.image), &r.tree);
	report_free(&r);
	replaced_free(&done);
	blob_free(&image);
	blob_free(&vbt);
}

static void sections_packed_in_sections_grow(void **state)
{
	static const enum fw_codec ways[] = {FW_CODEC_NONE, FW_CODEC_LZMA, FW_CODEC_EFI};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++)
		for (k = 0; k < sizeof ways / sizeof ways[0]; k++)
			check_packed_twice(ways[i], ways[k]);
}

/* Two equal tables in one packed volume are at one offset of the image: it names both. */
static void copies_of_one_place_are_replaced_together(void **state)
{
	struct image_file f = {.guid = {{7, 7}}, .type = FFS_FREEFORM};
	struct image_file g = {.guid = {{8, 8}}, .type = FFS_FV_IMAGE};
	struct image_sample plain = {.panel = NULL};
	struct blob vbt = other_vbt(), row, image;
	struct err err = {.text = ""};
	struct replaced done;
	struct report r;
	char where[32];

	(void)state;
	row = image_file(&f, image_section(SECTION_RAW, image_sample_vbt(&plain), false));
	f.guid.b[0] = 9;
	row = image_join(row,
		image_file(&f, image_section(SECTION_RAW, image_sample_vbt(&plain), false)), 8,
		0xFF);
	row = image_volume(&(struct image_volume){.size = 0}, row);
	row = image_packed_section(FW_CODEC_LZMA, image_section(SECTION_FV_IMAGE, row, false));
	image = image_volume(&(struct image_volume){.size = 0x4000}, image_file(&g, row));
	r = scan(image);
	assert_int_equal(report_count(&r, FIND_VBT, false), 1); /* copies count once */
	assert_int_equal(r.count, 2);
	assert_int_equal(r.finds[0].image_off, r.finds[1].image_off);
	(void)snprintf(where, sizeof where, "0x%zx", vbt_of(&r)->image_off);
	report_free(&r);
	if (bytgvs_replace(blob_span(image), blob_span(vbt), &(struct replace_opts){.which = where},
		    &done, &err) != ERR_OK)
		fail_msg("%s", err.text);
	assert_int_equal(done.places, 2);
	r = scan(done.image);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	report_free(&r);
	replaced_free(&done);
	blob_free(&image);
	blob_free(&vbt);
}

/* A table of more bytes than any sample's section has. */
static struct blob big_vbt(void)
{
	struct blob big = sample_vbt(&(struct sample_vbt){.panel = "ANOTHER PANEL"});
	unsigned sum = 0;
	size_t i;

	big = sample_join(big, image_fill(6000 - big.len, 0x5A));
	put_u16le(big.ptr + 24, (uint16_t)big.len); /* all of it is the table now */
	big.ptr[26] = 0;
	for (i = 0; i < big.len; i++)
		sum += big.ptr[i];
	big.ptr[26] = (uint8_t)(0x100 - (sum & 0xFF));
	return big;
}

static void check_larger(struct blob image, enum err_code want)
{
	struct blob big = big_vbt();
	struct err err = {.text = ""};
	struct replaced done;
	struct report r;

	if (bytgvs_replace(blob_span(image), blob_span(big), &usual, &done, &err) != want)
		fail_msg("%s", err.text);
	if (want == ERR_OK) {
		r = scan(done.image);
		assert_int_equal(r.tree.damage_count, 0);
		assert_true(span_equal(blob_span(vbt_of(&r)->bytes), blob_span(big)));
		report_free(&r);
		replaced_free(&done);
	} else {
		assert_non_null(strstr(err.text, "room for 4096"));
	}
	blob_free(&image);
	blob_free(&big);
}

/* The inner volume's free space is too small for it: a packed one becomes longer itself. */
static void larger_one_makes_its_section_longer(void **state)
{
	struct image_file f = {.guid = {{7, 7}}, .type = FFS_FREEFORM};
	struct image_sample plain = {.panel = NULL};
	struct blob row;
	int codec, large;

	(void)state;
	for (codec = FW_CODEC_LZMA; codec <= FW_CODEC_BROTLI; codec++) {
		check_larger(image_sample(&(struct image_sample){
				     .codec = (enum fw_codec)codec, .noise = 2000}),
			ERR_OK);
		check_larger(image_sample(&(struct image_sample){.codec = (enum fw_codec)codec,
				     .crc32 = true,
				     .checksums = true,
				     .nesting = 1}),
			ERR_OK);
		/* the table is the whole body of a file before others */
		check_larger(image_sample(&(struct image_sample){.codec = (enum fw_codec)codec,
				     .raw_vbt = true,
				     .checksums = true,
				     .ffs3 = true}),
			ERR_OK);
	}
	row = image_section(SECTION_RAW, image_sample_vbt(&plain), false);
	row = image_file(&f, image_add_section(row, image_ui("Table")));
	check_larger(image_volume(&(struct image_volume){.size = 0x4000}, row), ERR_OK);
	f.type = FFS_RAW;
	for (large = 0; large < 2; large++) {
		f.large = f.checksum = large != 0;
		row = image_file(&f, image_sample_vbt(&plain));
		check_larger(
			image_volume(&(struct image_volume){.size = 0x4000, .ffs3 = f.large}, row),
			ERR_OK);
	}
}

/* coreboot's vbt.bin, packed or not, before free space: a file without content, type -1. */
static void larger_one_makes_its_cbfs_file_longer(void **state)
{
	static const enum fw_codec ways[] = {FW_CODEC_NONE, FW_CODEC_LZMA, FW_CODEC_LZ4};
	struct image_sample plain = {.panel = NULL};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		struct blob rom =
			image_cbfs_file("vbt.bin", 0x50, ways[i], image_sample_vbt(&plain));
		struct blob after =
			image_cbfs_file("", UINT32_MAX, FW_CODEC_NONE, image_fill(0x4000, 0xFF));

		check_larger(image_join(rom, after, 64, 0xFF), ERR_OK);
	}
}

/* The next file may be found by its address. */
static void larger_one_is_refused(void **state)
{
	struct image_file f = {.guid = {{7, 7}}, .type = FFS_RAW};
	struct image_sample plain = {.panel = NULL};
	struct blob row = image_file(&f, image_sample_vbt(&plain));

	(void)state;
	f.guid.b[0] = 8;
	row = image_join(row, image_file(&f, image_fill(100, 1)), FFS_ALIGN, 0xFF);
	check_larger(image_volume(&(struct image_volume){.size = 0x4000}, row), ERR_LIMIT);
}

static struct blob signed_image(void)
{
	struct image_file f = {.guid = FW_GUID_CRC32, .type = FFS_FREEFORM};
	struct blob raw = image_section(
		SECTION_RAW, image_sample_vbt(&(struct image_sample){.panel = NULL}), false);
	struct blob file = image_file(&f, image_guided(&FW_GUID_RSA2048_SHA256, 3, raw));

	return image_volume(&(struct image_volume){.size = 65536}, file);
}

static void signed_section_needs_a_word(void **state)
{
	struct blob image = signed_image(), vbt = other_vbt();
	struct replaced r;
	struct err err;

	(void)state;
	assert_int_equal(
		bytgvs_replace(blob_span(image), blob_span(vbt), &usual, &r, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, "signed section"));
	assert_int_equal(bytgvs_replace(blob_span(image), blob_span(vbt),
				 &(struct replace_opts){.ignore_signature = true}, &r, &err),
		ERR_OK);
	replaced_free(&r);
	blob_free(&image);
	blob_free(&vbt);
}

/* It would write past the module: there the packed size includes its own 8 bytes. */
static void a_module_of_an_old_bios_is_refused(void **state)
{
	static const char *const marks[] = {"AMIBIOSC0210", "BCPSEGMENT"};
	struct blob vbt = other_vbt();
	struct replaced r;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct blob old = image_sample_vbt(&(struct image_sample){.panel = NULL});
		struct blob image =
			image_join(image_noise(5000, 3), image_pack(FW_CODEC_EFI, old), 16, 0xFF);

		memcpy(image.ptr + 0x123, marks[i], strlen(marks[i]));
		assert_int_equal(bytgvs_replace(blob_span(image), blob_span(vbt), &usual, &r, &err),
			ERR_UNSUPPORTED);
		assert_non_null(strstr(err.text, "before UEFI"));
		blob_free(&image);
	}
	blob_free(&vbt);
}

static void a_mark_of_amibios_does_not_matter_to_coreboot(void **state)
{
	struct image_sample plain = {.panel = NULL};
	struct blob rom = image_cbfs_file("vbt.bin", 0x50, FW_CODEC_LZMA, image_sample_vbt(&plain));
	struct blob after =
		image_cbfs_file("", UINT32_MAX, FW_CODEC_NONE, image_fill(0x4000, 0xFF));

	(void)state;
	rom = image_join(image_join(rom, after, 64, 0xFF), image_noise(5000, 3), 1, 0xFF);
	memcpy(rom.ptr + rom.len - 100, "AMIBIOSC0210", 12);
	check_larger(rom, ERR_OK);
}

static void another_boards_table_needs_a_word(void **state)
{
	struct blob image = image_sample(&(struct image_sample){.codec = FW_CODEC_LZMA});
	struct blob vbt = other_vbt(), cut = other_vbt();
	struct vbt_info info;
	struct replaced r;
	struct err err;

	(void)state;
	memcpy(vbt.ptr + 5, "SKYLAKE   ", 10);
	assert_int_equal(vbt_probe(blob_span(vbt), 0, &info), VBT_WHOLE);
	vbt_fix_sum(vbt.ptr, &info);
	assert_int_equal(
		bytgvs_replace(blob_span(image), blob_span(vbt), &usual, &r, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, "is for SKYLAKE"));
	assert_non_null(strstr(err.text, "--other-board"));
	assert_int_equal(bytgvs_replace(blob_span(image), blob_span(vbt),
				 &(struct replace_opts){.other_board = true}, &r, &err),
		ERR_OK);
	assert_non_null(strstr((const char *)r.warnings.ptr, "SKYLAKE"));
	replaced_free(&r);
	/* A wrong checksum is reported, and accepted only where the old one is no better. */
	cut.ptr[26] ^= 1;
	assert_int_equal(
		bytgvs_replace(blob_span(image), blob_span(cut), &usual, &r, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, "checksum is bad"));
	blob_free(&image);
	blob_free(&vbt);
	blob_free(&cut);
}

static void copies_are_replaced_together_and_others_must_be_named(void **state)
{
	struct blob one = image_sample(&(struct image_sample){.codec = FW_CODEC_NONE});
	struct blob two = image_sample(&(struct image_sample){.codec = FW_CODEC_LZMA});
	struct blob odd =
		image_sample(&(struct image_sample){.codec = FW_CODEC_NONE, .panel = "ODD"});
	struct blob pair = image_join(one, two, 4096, 0xFF), all, vbt = other_vbt();
	struct replaced r;
	struct err err;

	(void)state;
	assert_int_equal(bytgvs_replace(blob_span(pair), blob_span(vbt), &usual, &r, &err), ERR_OK);
	assert_int_equal(r.places, 2);
	replaced_free(&r);
	all = image_join(pair, odd, 4096, 0xFF);
	assert_int_equal(
		bytgvs_replace(blob_span(all), blob_span(vbt), &usual, &r, &err), ERR_USAGE);
	assert_int_equal(bytgvs_replace(blob_span(all), blob_span(vbt),
				 &(struct replace_opts){.which = "vbt-VALLEYVIEW-2.bin"}, &r, &err),
		ERR_OK);
	assert_int_equal(r.places, 1);
	replaced_free(&r);
	assert_int_equal(bytgvs_replace(blob_span(all), blob_span(vbt),
				 &(struct replace_opts){.which = "vbt-NONE.bin"}, &r, &err),
		ERR_NOTFOUND);
	blob_free(&all);
	blob_free(&vbt);
}

static void what_is_no_vbt_is_refused(void **state)
{
	struct blob image = image_sample(&(struct image_sample){.codec = FW_CODEC_NONE});
	struct blob vbt = other_vbt();
	struct replaced r;
	struct err err;

	(void)state;
	assert_int_equal(bytgvs_replace(blob_span(image), span_of(vbt.ptr, 500), &usual, &r, &err),
		ERR_USAGE);
	assert_int_equal(
		bytgvs_replace(blob_span(image), span_of("", 0), &usual, &r, &err), ERR_USAGE);
	blob_free(&vbt);
	vbt = other_vbt();
	assert_int_equal(bytgvs_replace(span_of(vbt.ptr, 60), blob_span(vbt), &usual, &r, &err),
		ERR_NOTFOUND);
	blob_free(&image);
	blob_free(&vbt);
}

static void check_cbfs(enum fw_codec codec)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});
	struct blob rom = sample_vbios(16384, blob_span(vbt), 0xAE0, true);
	struct blob new_vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155, .panel = "NEW"});
	struct blob image = image_cbfs_file("pci8086,0f31.rom", 0x30, codec, rom);
	struct replaced r, back;
	struct report got;
	struct err err;

	image = image_join(image, image_fill(1024, 0xFF), 64, 0xFF);
	assert_int_equal(
		bytgvs_replace(blob_span(image), blob_span(new_vbt), &usual, &r, &err), ERR_OK);
	got = scan(r.image);
	assert_int_equal(got.tree.damage_count, 0);
	assert_memory_equal(vbt_of(&got)->bytes.ptr, new_vbt.ptr, new_vbt.len);
	report_free(&got);
	assert_int_equal(
		bytgvs_replace(blob_span(r.image), blob_span(vbt), &usual, &back, &err), ERR_OK);
	assert_same_finds(image, back.image);
	if (codec == FW_CODEC_NONE)
		assert_true(span_equal(blob_span(back.image), blob_span(image)));
	replaced_free(&r);
	replaced_free(&back);
	blob_free(&image);
	blob_free(&new_vbt);
	blob_free(&vbt);
}

static void cbfs_option_roms_of_every_packing(void **state)
{
	(void)state;
	check_cbfs(FW_CODEC_NONE);
	check_cbfs(FW_CODEC_LZMA);
	check_cbfs(FW_CODEC_LZ4);
}

/* After the image there is more erased flash, which is no room for its table. */
static void video_bios_ends_where_its_header_says(void **state)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});
	const size_t longer = 64, len = 16384, init = 4096, at = len - vbt.len - 16;
	struct blob rom = sample_vbios(len, blob_span(vbt), (uint16_t)at, true);
	struct blob more = image_join(vbt, image_fill(longer, 0), 1, 0), image;
	struct vbt_info info;
	struct replaced r;
	struct err err;

	(void)state;
	memset(rom.ptr + len - 16, 0xFF, 16);
	rom.ptr[2] = (uint8_t)(init / 512);
	rom.ptr[init - 1] = (uint8_t)(0 - optrom_sum(span_of(rom.ptr, init - 1)));
	put_u16le(more.ptr + 24, (uint16_t)more.len);
	assert_int_equal(vbt_probe(blob_span(more), 0, &info), VBT_WHOLE);
	vbt_fix_sum(more.ptr, &info);
	image = image_join(rom, image_fill(4096, 0xFF), 1, 0);
	assert_int_equal(
		bytgvs_replace(blob_span(image), blob_span(more), &usual, &r, &err), ERR_LIMIT);
	blob_free(&image);
	blob_free(&more);
}

/* Firmware with the VBT in one section of method 2, which does not say if its LZMA is x86-filtered.
 * Its code looks filtered. */
static struct blob like_filtered(bool filtered, bool checksum)
{
	struct image_file file = {.guid = {{1, 2}}, .type = FFS_FREEFORM, .checksum = checksum};
	struct blob row = image_calls(!filtered);
	size_t len;

	row = image_file(
		&file, image_add_section(image_section(SECTION_RAW, row, false),
			       image_section(SECTION_RAW,
				       image_sample_vbt(&(struct image_sample){0}), false)));
	row = image_section(
		SECTION_FV_IMAGE, image_volume(&(struct image_volume){.size = 0}, row), false);
	len = row.len;
	row = image_compressed(
		2, (uint32_t)len, image_pack(filtered ? FW_CODEC_LZMA_F86 : FW_CODEC_LZMA, row));
	file.checksum = false;
	return image_volume(&(struct image_volume){.size = 0}, image_file(&file, row));
}

/* Where no checksum proves whether the stream is filtered, a table is written only if all would be
 * the same after a wrong guess. */
static void a_filter_that_is_guessed_garbles_no_table(void **state)
{
	static const char *const panels[] = {"ANOTHER PANEL", "A \xE8\x11\x12\x13\xFF PANEL"};
	unsigned i;

	(void)state;
	for (i = 0; i < 8; i++) {
		struct blob vbt = image_sample_vbt(&(struct image_sample){.panel = panels[i & 1]});
		bool filtered = (i & 2) != 0, checksum = (i & 4) != 0;
		struct blob image = like_filtered(filtered, checksum);
		bool writes = checksum || (i & 1) == 0;
		struct replaced r;
		struct err err;

		print_message("%u\n", i);
		assert_int_equal(bytgvs_replace(blob_span(image), blob_span(vbt), &usual, &r, &err),
			writes ? ERR_OK : ERR_UNSUPPORTED);
		if (writes)
			replaced_free(&r);
		blob_free(&image);
		blob_free(&vbt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_codec_goes_there_and_back),
		cmocka_unit_test(every_shape_goes_there_and_back),
		cmocka_unit_test(tails_of_old_files_stay_right),
		cmocka_unit_test(sections_packed_in_sections_grow),
		cmocka_unit_test(copies_of_one_place_are_replaced_together),
		cmocka_unit_test(larger_one_makes_its_section_longer),
		cmocka_unit_test(larger_one_makes_its_cbfs_file_longer),
		cmocka_unit_test(larger_one_is_refused),
		cmocka_unit_test(signed_section_needs_a_word),
		cmocka_unit_test(a_module_of_an_old_bios_is_refused),
		cmocka_unit_test(a_mark_of_amibios_does_not_matter_to_coreboot),
		cmocka_unit_test(another_boards_table_needs_a_word),
		cmocka_unit_test(copies_are_replaced_together_and_others_must_be_named),
		cmocka_unit_test(what_is_no_vbt_is_refused),
		cmocka_unit_test(cbfs_option_roms_of_every_packing),
		cmocka_unit_test(video_bios_ends_where_its_header_says),
		cmocka_unit_test(a_filter_that_is_guessed_garbles_no_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
