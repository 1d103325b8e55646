/* SPDX-License-Identifier: MIT */
/* Insyde's flash device maps. */
#include "test.h"

#include <string.h>

#include "biosbelt/protect.h"
#include "image.h"

static struct protect_list scan(struct blob image)
{
	struct protect_list l;
	struct err err;

	assert_int_equal(protect_scan(blob_span(image), &l, &err), ERR_OK);
	return l;
}

#define MAP_HEAD  28u
#define MAP_ENTRY 84u

/* A map of Insyde of len bytes whose last used entry has a digest of 0x1000 bytes at 0xFFFF8000. */
static struct blob insyde_map(size_t len, size_t last)
{
	struct blob map = image_fill(len, 0xFF);
	uint8_t *entry = map.ptr + MAP_HEAD + last * MAP_ENTRY;
	unsigned i;

	memset(map.ptr, 0, MAP_HEAD);
	memcpy(map.ptr, "HFDM", 4);
	put_u32le(map.ptr + 4, (uint32_t)len);
	put_u32le(map.ptr + 8, MAP_HEAD);
	put_u32le(map.ptr + 12, MAP_ENTRY);
	put_u32le(map.ptr + 20, 0xFFFF0000u);
	for (i = 0; i < MAP_HEAD; i++)
		map.ptr[19] = (uint8_t)(map.ptr[19] - (i == 19 ? 0 : map.ptr[i]));
	memset(entry, 0, MAP_ENTRY - 32);
	put_u32le(entry + 32, 0x8000);
	put_u32le(entry + 40, 0x1000);
	entry[52] = 1;
	return map;
}

static void an_insyde_map_has_any_number_of_entries(void **state)
{
	struct blob image = image_join(insyde_map(0x10000, 600), image_fill(0x10000, 0x11), 1, 0);
	struct protect_list l = scan(image);

	(void)state;
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].state, PROTECT_FAILS);
	protect_free(&l);
	blob_free(&image);
}

static void a_packed_insyde_map_may_be_padded(void **state)
{
	struct blob inner = image_packed_section(
		FW_CODEC_LZMA, image_section(SECTION_RAW, insyde_map(0x20000, 3), false));
	struct image_file f = {.guid = FW_GUID_CRC32, .type = FFS_FREEFORM};
	struct blob image =
		image_volume(&(struct image_volume){.size = 0x10000}, image_file(&f, inner));
	struct protect_list l = scan(image);

	(void)state;
	assert_false(l.limited);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].kind, PROTECT_INSYDE_HASH);
	assert_int_not_equal(l.checks[0].digest_space, 0);
	protect_free(&l);
	blob_free(&image);
}

/* Headers with 4096 bytes to add up, one after the other: the signature is destroyed. */
static void the_search_for_insydes_maps_has_a_limit(void **state)
{
	struct blob image = image_fill(28 * 24000, 0);
	struct protect_list l;
	size_t at;

	(void)state;
	for (at = 0; at < image.len; at += 28) {
		uint8_t *head = image.ptr + at;

		memcpy(head, "XFDM", 4);
		put_u32le(head + 4, 0x2000);
		put_u32le(head + 8, 4096);
		put_u32le(head + 12, 52 + 32);
		head[17] = 3;
		head[19] = 1;
		put_u32le(head + 20, 0xFFC00000u);
	}
	l = scan(image);
	assert_int_equal(l.count, 0);
	assert_true(l.limited);
	protect_free(&l);
	blob_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_insyde_map_has_any_number_of_entries),
		cmocka_unit_test(a_packed_insyde_map_may_be_padded),
		cmocka_unit_test(the_search_for_insydes_maps_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
