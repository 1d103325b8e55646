/* SPDX-License-Identifier: MIT */
/* What U-Boot's images hold packed. */
#include "test.h"

#include <string.h>

#include "biosbelt/hash.h"
#include "bytgvs.h"
#include "image.h"
#include "sample.h"

static struct blob vbt_row(void)
{
	return image_section(SECTION_RAW, sample_vbt(&(struct sample_vbt){0}), false);
}

static struct report scan(struct blob image)
{
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	blob_free(&image);
	return r;
}

static void expect_vbt(struct blob image)
{
	struct report r = scan(image);

	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* u-boot include/image.h, struct legacy_img_hdr. */
static struct blob in_uboot_image(uint8_t packing, struct blob data)
{
	struct blob head = image_fill(64, 0);

	put_u32be(head.ptr, 0x27051956);
	put_u32be(head.ptr + 12, (uint32_t)data.len);
	put_u32be(head.ptr + 24, crc32_update(0, blob_span(data)));
	head.ptr[31] = packing;
	put_u32be(head.ptr + 4, crc32_update(0, blob_span(head)));
	return image_join(head, data, 1, 0);
}

static void packed_data_of_uboots_images_are_opened(void **state)
{
	static const struct {
		uint8_t packing;
		enum fw_codec codec;
	} ways[] = {{0, FW_CODEC_GZIP}, {1, FW_CODEC_GZIP}, {3, FW_CODEC_LZMA}, {5, FW_CODEC_LZ4},
		{6, FW_CODEC_ZSTD}};
	struct report r;
	struct blob image;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		image = in_uboot_image(ways[i].packing,
			image_pack(ways[i].codec,
				image_volume(&(struct image_volume){.size = 0},
					image_file(&(struct image_file){.type = FFS_FREEFORM},
						vbt_row()))));
		expect_vbt(image_join(image_noise(5000, 3), image, 4, 0xFF));
	}
	image = image_join(image_noise(5000, 3), in_uboot_image(2, image_fill(4000, 'B')), 4, 0xFF);
	r = scan(image);
	assert_int_equal(r.tree.note_count, 1);
	assert_int_equal(r.tree.damage_count, 0);
	report_free(&r);
}

/* A FIT of one image (Flat Image Tree Specification 1.0): its tree, and where the data are. */
enum fit_data { FIT_INSIDE, FIT_AFTER, FIT_AT };

static void fit_token(struct buf *b, uint32_t token)
{
	uint8_t p[4];

	put_u32be(p, token);
	buf_add(b, p, sizeof p);
}

static void fit_fill(struct buf *b)
{
	while (b->len % 4 != 0)
		buf_add(b, "", 1);
}

static void fit_node(struct buf *b, const char *name)
{
	fit_token(b, 1);
	buf_add(b, name, strlen(name) + 1);
	fit_fill(b);
}

static const char fit_names[] = "data\0compression\0data-size\0data-offset\0data-position";

static void fit_property(struct buf *b, const char *name, const void *value, size_t len)
{
	const char *at = fit_names;

	while (strcmp(at, name) != 0)
		at += strlen(at) + 1;
	fit_token(b, 3);
	fit_token(b, (uint32_t)len);
	fit_token(b, (uint32_t)(at - fit_names));
	buf_add(b, value, len);
	fit_fill(b);
}

static void fit_number(struct buf *b, const char *name, uint32_t value)
{
	uint8_t p[4];

	put_u32be(p, value);
	fit_property(b, name, p, sizeof p);
}

static struct blob fit_finish(struct buf *nodes)
{
	struct blob head = image_fill(56, 0), names = image_fill(sizeof fit_names, 0), tree;
	struct err err;

	memcpy(names.ptr, fit_names, sizeof fit_names);
	assert_int_equal(buf_finish(nodes, &tree, &err), ERR_OK);
	put_u32be(head.ptr, 0xD00DFEED);
	put_u32be(head.ptr + 4, (uint32_t)(head.len + tree.len + names.len));
	put_u32be(head.ptr + 8, (uint32_t)head.len);
	put_u32be(head.ptr + 12, (uint32_t)(head.len + tree.len));
	put_u32be(head.ptr + 16, 40);
	put_u32be(head.ptr + 20, 17);
	put_u32be(head.ptr + 24, 16);
	put_u32be(head.ptr + 32, (uint32_t)names.len);
	put_u32be(head.ptr + 36, (uint32_t)tree.len);
	return image_join(image_join(head, tree, 1, 0), names, 1, 0);
}

#define FIT_PLACE 8192u /* of data whose position is given */

static struct blob fit_end(struct buf *b)
{
	fit_token(b, 2);
	fit_token(b, 2);
	fit_token(b, 9);
	return fit_finish(b);
}

/* An image of no place after one that has one. */
static void an_image_of_no_place_has_no_data(void **state)
{
	struct blob data = image_pack(FW_CODEC_GZIP, image_noise(4000, 5));
	struct report r;
	struct buf b;

	(void)state;
	buf_init(&b, 0);
	fit_node(&b, "");
	fit_node(&b, "images");
	fit_node(&b, "a");
	fit_number(&b, "data-position", FIT_PLACE);
	fit_token(&b, 2);
	fit_node(&b, "b");
	fit_property(&b, "compression", "lzo", 4);
	fit_number(&b, "data-size", (uint32_t)data.len);
	fit_token(&b, 2);
	r = scan(image_join(fit_end(&b), data, FIT_PLACE, 0));
	assert_int_equal(r.tree.note_count, 0);
	report_free(&r);
}

static struct blob in_fit(enum fit_data place, const char *packing, struct blob data)
{
	struct buf b;
	struct blob tree;

	buf_init(&b, 0);
	fit_node(&b, "");
	fit_node(&b, "images");
	fit_node(&b, "kernel-1");
	fit_property(&b, "compression", packing, strlen(packing) + 1);
	if (place == FIT_INSIDE)
		fit_property(&b, "data", data.ptr, data.len);
	else
		fit_number(&b, "data-size", (uint32_t)data.len);
	if (place == FIT_AFTER)
		fit_number(&b, "data-offset", 16);
	if (place == FIT_AT)
		fit_number(&b, "data-position", FIT_PLACE);
	fit_token(&b, 2);
	tree = fit_end(&b);
	if (place == FIT_AFTER)
		return image_join(image_join(tree, image_fill(16, 0), 4, 0), data, 1, 0);
	if (place == FIT_AT)
		return image_join(tree, data, FIT_PLACE, 0);
	blob_free(&data);
	return tree;
}

static void packed_images_of_a_fit_are_opened(void **state)
{
	static const struct {
		const char *name;
		enum fw_codec codec;
	} ways[] = {{"none", FW_CODEC_GZIP}, {"gzip", FW_CODEC_GZIP}, {"lzma", FW_CODEC_LZMA},
		{"lz4", FW_CODEC_LZ4}, {"zstd", FW_CODEC_ZSTD}};
	unsigned place;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof ways / sizeof ways[0]; i++)
		for (place = FIT_INSIDE; place <= FIT_AT; place++) {
			struct blob volume = image_volume(&(struct image_volume){.size = 0},
				image_file(&(struct image_file){.type = FFS_FREEFORM}, vbt_row()));
			struct blob fit =
				in_fit(place, ways[i].name, image_pack(ways[i].codec, volume));

			expect_vbt(image_join(image_noise(5000, 3), fit, 4, 0xFF));
		}
}

static void images_of_a_fit_that_are_not_unpacked_are_noted(void **state)
{
	static const char *const names[] = {"bzip2", "lzo", "gzip", "zstd"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct report r = scan(in_fit(FIT_INSIDE, names[i], image_noise(4000, 5)));

		assert_int_equal(r.tree.note_count, 1);
		assert_int_equal(r.tree.damage_count, 0);
		report_free(&r);
	}
}

/* mkimage -T multi -C gzip puts the sizes of the parts first; a program is often labelled so. */
static void data_labelled_as_packed_are_no_damage(void **state)
{
	static const uint8_t packings[] = {1, 3, 5, 6};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof packings; i++) {
		struct blob sizes = image_fill(8, 0), part = image_pack(FW_CODEC_GZIP, vbt_row());
		struct blob data[2];
		size_t k;

		put_u32be(sizes.ptr, (uint32_t)part.len);
		data[0] = image_join(sizes, part, 1, 0);
		data[1] = image_noise(4000, 5);
		for (k = 0; k < 2; k++) {
			struct report r = scan(image_join(image_noise(5000, 3),
				in_uboot_image(packings[i], data[k]), 4, 0xFF));

			assert_int_equal(r.tree.damage_count, 0);
			assert_int_equal(r.tree.note_count, 1);
			report_free(&r);
		}
	}
}

/* Each claims much, and has no nodes. */
static void false_heads_cost_little(void **state)
{
	struct blob image = image_noise(3u << 20, 9);
	struct report r;
	size_t at;

	(void)state;
	for (at = 0; at < 1u << 20; at += 2048) {
		put_u32be(image.ptr + at, 0xD00DFEED);
		put_u32be(image.ptr + at + 4, 2u << 20);
		put_u32be(image.ptr + at + 8, 40);
		put_u32be(image.ptr + at + 12, 40);
		put_u32be(image.ptr + at + 32, 100);
		put_u32be(image.ptr + at + 36, (2u << 20) - 40);
	}
	r = scan(image);
	assert_false(r.tree.limited);
	report_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packed_data_of_uboots_images_are_opened),
		cmocka_unit_test(data_labelled_as_packed_are_no_damage),
		cmocka_unit_test(packed_images_of_a_fit_are_opened),
		cmocka_unit_test(images_of_a_fit_that_are_not_unpacked_are_noted),
		cmocka_unit_test(an_image_of_no_place_has_no_data),
		cmocka_unit_test(false_heads_cost_little),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
