/* SPDX-License-Identifier: MIT */
/* LZMA whose section does not name it: checksums and headers of what is packed prove whether it was
 * x86-filtered, else its calls decide, and the tree says that this is a guess. */
#include "test.h"

#include "biosbelt/fwwalk.h"
#include "image.h"

enum proof { NONE, CHECKSUM, HEADER };

/* A volume with code that looks filtered if the stream is read as plain LZMA, which the other form
 * changes. */
static struct blob content(bool filtered, enum proof proof)
{
	struct image_file file = {.guid = {{1, 2}}, .type = FFS_FREEFORM};
	/* The last byte and the next file's GUID are a call, too. */
	struct blob code = image_join(image_calls(!filtered), image_fill(1, 0xE8), 8, 0), files;

	file.checksum = proof == CHECKSUM;
	code = image_join(image_fill(3, 0), code, 1, 0); /* no gap follows it */
	files = image_file(&file, image_section(SECTION_RAW, code, false));
	file.guid = (struct guid){{0x10, 0, 0, proof == HEADER ? 0 : 1}};
	files = image_join(files,
		image_file(&file, image_section(SECTION_RAW, image_noise(50, 1), false)), 8, 0xFF);
	return image_section(
		SECTION_FV_IMAGE, image_volume(&(struct image_volume){.size = 0}, files), false);
}

/* Packs it, for AMI's method 2. */
static struct blob packed(bool filtered, struct blob row)
{
	const struct image_file file = {.guid = {{1, 2, 3}}, .type = FFS_FREEFORM};
	uint32_t len = (uint32_t)row.len;

	row = image_pack(filtered ? FW_CODEC_LZMA_F86 : FW_CODEC_LZMA, row);
	return image_volume(&(struct image_volume){.size = 0},
		image_file(&file, image_compressed(2, len, row)));
}

static void expect(struct blob image, enum fw_codec codec, bool guessed, uint32_t damage)
{
	const struct fw_opts opts = {.max_output = 0};
	const struct fw_node *n;
	struct fw_tree t;
	struct err err;

	assert_int_equal(fw_walk(blob_span(image), &opts, &t, &err), ERR_OK);
	for (n = t.nodes; n < t.nodes + t.count && n->codec == FW_CODEC_NONE; n++)
		continue;
	assert_true(n < t.nodes + t.count);
	assert_int_equal(n->codec, codec);
	assert_int_equal((n->flags & FW_GUESSED) != 0, guessed);
	assert_int_equal(t.damage_count, damage);
	fw_tree_free(&t);
	blob_free(&image);
}

static void what_is_packed_proves_the_form(void **state)
{
	(void)state;
	expect(packed(false, content(false, CHECKSUM)), FW_CODEC_LZMA, false, 0);
	expect(packed(false, content(false, HEADER)), FW_CODEC_LZMA, false, 0);
	expect(packed(true, content(true, CHECKSUM)), FW_CODEC_LZMA_F86, false, 0);
	expect(packed(true, content(true, HEADER)), FW_CODEC_LZMA_F86, false, 0);
}

static void else_the_calls_decide(void **state)
{
	(void)state;
	expect(packed(false, content(false, NONE)), FW_CODEC_LZMA_F86, true, 0);
	expect(packed(true, content(true, NONE)), FW_CODEC_LZMA_F86, true, 0);
}

static void damage_in_both_forms_proves_nothing(void **state)
{
	unsigned filtered;

	(void)state;
	for (filtered = 0; filtered < 2; filtered++) {
		struct blob row = content(filtered, NONE);

		row.ptr[4 + 0x48 + 16] ^= 1; /* the header's sum of the first file */
		expect(packed(filtered, row), FW_CODEC_LZMA_F86, true, 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_proves_the_form),
		cmocka_unit_test(else_the_calls_decide),
		cmocka_unit_test(damage_in_both_forms_proves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
