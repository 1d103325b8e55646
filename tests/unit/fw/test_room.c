/* SPDX-License-Identifier: MIT */
/* Room for a section that grew: what may move makes it, with its alignment, and nothing else does.
 */
#include "test.h"

#include <string.h>

#include "biosbelt/fwedit.h"
#include "biosbelt/fwguid.h"
#include "image.h"

#define BODY 100u /* bytes of each file's section */

static struct blob file_of(unsigned n, uint8_t type, uint8_t attributes)
{
	struct image_file opts = {.guid = {{(uint8_t)n, 1, 2, 3}}, .type = type};
	struct blob file = image_file(
		&opts, image_section(SECTION_RAW, image_fill(BODY + n, (uint8_t)n), false));

	file.ptr[19] = attributes;
	image_file_fix_sum(file.ptr);
	return file;
}

/* Three files at 0x48, 0xD0, 0x158 in 4096 bytes; types and attributes are those of the last two.
 */
static struct blob volume_of(uint8_t second, uint8_t third, uint8_t attributes)
{
	struct image_volume opts = {.size = 4096};
	struct blob row = file_of(1, FFS_FREEFORM, 0);

	row = image_join(row, file_of(2, second, 0), FFS_ALIGN, 0xFF);
	row = image_join(row, file_of(3, third, attributes), FFS_ALIGN, 0xFF);
	return image_volume(&opts, row);
}

static uint32_t find_node(const struct fw_tree *t, enum fw_kind kind, unsigned n)
{
	uint32_t i;

	for (i = 0; i < t->count; i++) {
		uint32_t file = kind == FW_FILE ? i : t->nodes[i].parent;

		if (t->nodes[i].kind == kind && file != FW_NONE && t->nodes[file].has_guid &&
			t->nodes[file].guid.b[0] == n && t->nodes[file].guid.b[1] == 1)
			return i;
	}
	return FW_NONE;
}

static bool grow(struct blob *image, size_t need, uint32_t *moved)
{
	struct fw_opts opts = {.deep = false};
	struct fw_tree t;
	struct err err;
	struct buf log;
	uint32_t node;
	bool done;

	assert_int_equal(fw_walk(blob_span(*image), &opts, &t, &err), ERR_OK);
	node = find_node(&t, FW_SECTION, 1);
	assert_true(node != FW_NONE);
	done = fw_section_grow(&t, node, need, image, moved);
	buf_init(&log, 0);
	if (done)
		fw_checksums_redo(&t, node, image, &log);
	buf_free(&log);
	fw_tree_free(&t);
	return done;
}

/* All files are there, whole and in order; the bodies of the others are as they were. */
static void check_files(struct blob image, size_t need, size_t align, unsigned which)
{
	struct fw_opts opts = {.deep = false};
	struct fw_tree t;
	struct err err;
	unsigned n;

	assert_int_equal(fw_walk(blob_span(image), &opts, &t, &err), ERR_OK);
	assert_int_equal(t.damage_count, 0);
	for (n = 1; n <= 3; n++) {
		uint32_t at = find_node(&t, FW_FILE, n);
		const struct fw_node *f = &t.nodes[at];
		struct span body;

		assert_true(at != FW_NONE);
		assert_int_equal(f->len, 24 + 4 + BODY + n + (n == 1 ? need : 0));
		assert_true(span_slice(blob_span(image), f->off + 28, BODY + n, &body));
		assert_true(span_is_filled(body, (uint8_t)n));
		if (n == which)
			assert_int_equal((f->off + 24) % align, 0);
	}
	fw_tree_free(&t);
}

static void files_move_up_into_free_space(void **state)
{
	size_t need;

	(void)state;
	for (need = 1; need < 400; need += 7) {
		struct blob image = volume_of(FFS_DRIVER, FFS_FV_IMAGE, 0);
		uint32_t moved = 9;

		assert_true(grow(&image, need, &moved));
		assert_int_equal(moved, need <= 7 ? 0 : 2);
		check_files(image, need, 8, 3);
		blob_free(&image);
	}
}

/* 3 << 3: 512 bytes; 2 << 3: 128. A pad file is between, or no gap. */
static void alignment_is_kept(void **state)
{
	static const struct {
		uint8_t attributes;
		size_t align;
	} cases[] = {{1 << 3, 16}, {2 << 3, 128}, {3 << 3, 512}, {4 << 3, 1024}};
	size_t i, need;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		for (need = 8; need < 300; need += 11) {
			struct blob image = volume_of(FFS_DRIVER, FFS_DRIVER, cases[i].attributes);
			uint32_t moved;

			assert_true(grow(&image, need, &moved));
			check_files(image, need, cases[i].align, 3);
			blob_free(&image);
		}
	}
}

static void check_refused(struct blob image)
{
	struct blob before;
	struct err err;
	uint32_t moved;

	assert_int_equal(blob_copy(blob_span(image), &before, &err), ERR_OK);
	assert_false(grow(&image, 40, &moved));
	assert_memory_equal(image.ptr, before.ptr, image.len);
	blob_free(&before);
	blob_free(&image);
}

/* 4096 bytes after the volume, and in them the address of the byte at off. */
static struct blob named_at(struct blob volume, size_t off)
{
	struct blob image = image_join(volume, image_fill(4096, 0x11), 1, 0);

	put_u32le(image.ptr + 5000, (uint32_t)(off - image.len));
	return image;
}

static void what_has_an_address_stays(void **state)
{
	static const uint8_t types[] = {FFS_RAW, FFS_SEC, FFS_PEI_CORE, FFS_PEIM, 0x08, 0x0C, 0xC0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof types; i++)
		check_refused(volume_of(FFS_DRIVER, types[i], 0));
	check_refused(volume_of(FFS_DRIVER, FFS_DRIVER, 0x04));              /* fixed */
	check_refused(named_at(volume_of(FFS_DRIVER, FFS_DRIVER, 0), 0xD0)); /* the second file */
}

/* The same in a flash that something follows in the file: its BIOS region ends below 4 GiB. */
static void what_has_an_address_below_its_region_s_end_stays(void **state)
{
	static const struct image_region regions[] = {{0, 4096}, {4096, 8192}};
	struct blob bios =
		image_join(volume_of(FFS_DRIVER, FFS_DRIVER, 0), image_fill(4096, 0x11), 1, 0);
	struct blob flash = image_join(image_descriptor(regions, 2), bios, 1, 0);

	(void)state;
	put_u32le(flash.ptr + 10000, (uint32_t)(4096 + 0xD0 - flash.len));
	check_refused(image_join(flash, image_fill(4096, 0xFF), 1, 0));
}

/* A table at the end of the flash names microcode in the middle of the second file. */
static void what_the_interface_table_names_stays(void **state)
{
	struct blob image =
		image_join(volume_of(FFS_DRIVER, FFS_DRIVER, 0), image_fill(4096, 0x11), 1, 0);
	static const uint8_t mark[] = {'_', 'F', 'I', 'T', '_', ' ', ' ', ' '};
	uint8_t *fit = image.ptr + 5000;

	(void)state;
	memcpy(fit, mark, sizeof mark);
	put_u32le(fit + 8, 2);
	put_u32le(fit + 16, 0xFFFFE000u + 0xD0 + 60);
	put_u32le(image.ptr + 8192 - 0x40, 0xFFFFE000u + 5000);
	check_refused(image);
}

/* A section with a volume of one file. */
static struct blob stored_volume(uint8_t type)
{
	struct image_file inner = {.guid = {{9}}, .type = type};
	struct image_volume small = {.size = 256};
	struct blob file =
		image_file(&inner, image_section(SECTION_TE, image_fill(40, 0x90), false));

	return image_section(SECTION_FV_IMAGE, image_volume(&small, file), false);
}

enum around { BARE, SECOND, SUMMED, SIGNED };

/* In the second file, not packed, a volume with a file of the type: in its own section, in the
 * second one of two, in a checksum's, after a certificate. */
static struct blob volume_in_file(uint8_t type, enum around around)
{
	static const uint8_t cert[16] = {16, 0, 0, 0, 0x00, 0x02, 0xF1, 0x0E};
	struct image_file outer = {.guid = {{2, 1, 2, 3}}, .type = FFS_FV_IMAGE};
	struct image_volume opts = {.size = 4096};
	struct blob row = file_of(1, FFS_FREEFORM, 0), body = stored_volume(type), signature;

	if (around == SECOND) {
		body = image_add_section(stored_volume(FFS_DRIVER), body);
	} else if (around == SUMMED) {
		body = image_crc32_section(body);
	} else if (around == SIGNED) {
		signature = image_fill(sizeof cert, 0);
		memcpy(signature.ptr, cert, sizeof cert);
		body = image_guided(&FW_GUID_SIGNED, 3, image_join(signature, body, 1, 0));
	}
	row = image_join(row, image_file(&outer, body), FFS_ALIGN, 0xFF);
	return image_volume(&opts, row);
}

static void code_in_a_stored_volume_stays(void **state)
{
	enum around around;

	(void)state;
	for (around = BARE; around <= SIGNED; around++) {
		struct blob image = volume_in_file(FFS_DRIVER, around);
		uint32_t moved;

		assert_true(grow(&image, 40, &moved));
		assert_int_equal(moved, 1);
		blob_free(&image);
		check_refused(volume_in_file(FFS_PEIM, around));
		check_refused(volume_in_file(FFS_SEC, around));
	}
}

/* The address of the volume in it, not of the file. */
static void a_stored_volume_that_is_named_stays(void **state)
{
	struct blob image = volume_in_file(FFS_DRIVER, SIGNED);
	size_t mark = span_find(blob_span(image), 0x100, "_FVH", 4);

	(void)state;
	assert_true(mark != SIZE_MAX);
	check_refused(named_at(image, mark - 40));
}

/* An OpRegion's header in the last file, of which the volume's end leaves only the beginning. */
static void a_part_may_extend_past_the_volume(void **state)
{
	static const char header[] = "IntelGraphicsMem\x08\0\0";
	struct image_file opts = {.guid = {{2, 1, 2, 3}}, .type = FFS_FREEFORM};
	struct image_volume volume = {.size = 0x48 + 0x88 + 0x80 + 0x30};
	struct blob row = file_of(1, FFS_FREEFORM, 0), body = image_fill(BODY, 2), image;
	uint32_t moved;

	(void)state;
	memcpy(body.ptr + BODY - sizeof header, header, sizeof header);
	row = image_join(
		row, image_file(&opts, image_section(SECTION_RAW, body, false)), FFS_ALIGN, 0xFF);
	image = image_join(image_volume(&volume, row), image_fill(4096, 0x11), 1, 0);
	assert_true(grow(&image, 40, &moved));
	assert_int_equal(moved, 1);
	blob_free(&image);
}

/* What is left of a pad file that keeps a checksum of its body has a right one. */
static void a_pad_file_with_a_checksum_stays_sound(void **state)
{
	struct image_volume opts = {.size = 4096};
	struct image_file pad = {.type = FFS_PAD, .checksum = true};
	struct blob row = file_of(1, FFS_FREEFORM, 0), image;
	uint32_t moved;

	(void)state;
	memset(pad.guid.b, 0xFF, GUID_LEN);
	row = image_join(row, image_file(&pad, image_fill(200, 0xFF)), FFS_ALIGN, 0xFF);
	row = image_join(row, file_of(2, FFS_DRIVER, 0), FFS_ALIGN, 0xFF);
	row = image_join(row, file_of(3, FFS_PEIM, 0), FFS_ALIGN, 0xFF);
	image = image_volume(&opts, row);
	assert_true(grow(&image, 100, &moved));
	assert_int_equal(moved, 0);
	check_files(image, 100, 8, 3);
	blob_free(&image);
}

/* A section that stores others without packing them says twice how long they are. */
static void stored_sections_keep_their_content_s_size(void **state)
{
	struct image_file opts = {.guid = {{1, 1, 2, 3}}, .type = FFS_FREEFORM};
	struct image_volume v = {.size = 4096};
	struct fw_opts walk = {.deep = false};
	struct blob image;
	struct fw_tree t;
	struct err err;
	uint32_t node, moved, size = 0;

	(void)state;
	image = image_volume(&v,
		image_file(&opts, image_packed_section(FW_CODEC_NONE,
					  image_section(SECTION_RAW, image_fill(96, 7), false))));
	assert_true(span_u32le(blob_span(image), 0x48 + 24 + 4, &size));
	assert_int_equal(size, 100);
	for (node = 0; node < 2; node++) {
		assert_int_equal(fw_walk(blob_span(image), &walk, &t, &err), ERR_OK);
		assert_int_equal(t.nodes[3].type, SECTION_RAW);
		if (node == 0)
			assert_true(fw_section_grow(&t, 3, 60, &image, &moved));
		else
			assert_int_not_equal(fw_section_shrink(&t, 3, 80, &image), 0);
		fw_tree_free(&t);
		assert_true(span_u32le(blob_span(image), 0x48 + 24 + 4, &size));
		assert_int_equal(size, node == 0 ? 160 : 80);
	}
	blob_free(&image);
}

static void a_full_volume_is_refused(void **state)
{
	struct image_volume opts = {.size = 0x48 + 3 * 0x88};
	struct blob row = file_of(1, FFS_FREEFORM, 0);

	(void)state;
	row = image_join(row, file_of(2, FFS_DRIVER, 0), FFS_ALIGN, 0xFF);
	row = image_join(row, file_of(3, FFS_DRIVER, 0), FFS_ALIGN, 0xFF);
	check_refused(image_volume(&opts, row));
}

/* A pad file behind the second file gives what is needed and stays, smaller; the third one stays.
 */
static void pad_file_gives_room(void **state)
{
	struct image_volume opts = {.size = 4096};
	struct image_file pad = {.type = FFS_PAD};
	struct blob row = file_of(1, FFS_FREEFORM, 0), image;
	uint32_t moved;

	(void)state;
	memset(pad.guid.b, 0xFF, GUID_LEN);
	row = image_join(row, file_of(2, FFS_DRIVER, 0), FFS_ALIGN, 0xFF);
	row = image_join(row, image_file(&pad, image_fill(104, 0xFF)), FFS_ALIGN, 0xFF);
	row = image_join(row, file_of(3, FFS_PEIM, 0), FFS_ALIGN, 0xFF);
	image = image_volume(&opts, row);
	assert_true(grow(&image, 100, &moved));
	assert_int_equal(moved, 1);
	check_files(image, 100, 8, 3);
	/* the rest, 24 bytes, is a header alone; no room for less than one */
	blob_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_move_up_into_free_space),
		cmocka_unit_test(alignment_is_kept),
		cmocka_unit_test(what_has_an_address_stays),
		cmocka_unit_test(what_has_an_address_below_its_region_s_end_stays),
		cmocka_unit_test(what_the_interface_table_names_stays),
		cmocka_unit_test(code_in_a_stored_volume_stays),
		cmocka_unit_test(a_stored_volume_that_is_named_stays),
		cmocka_unit_test(a_part_may_extend_past_the_volume),
		cmocka_unit_test(a_pad_file_with_a_checksum_stays_sound),
		cmocka_unit_test(stored_sections_keep_their_content_s_size),
		cmocka_unit_test(a_full_volume_is_refused),
		cmocka_unit_test(pad_file_gives_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
