/* SPDX-License-Identifier: MIT */
/* Room of Slim Bootloader's packed components: one may become longer within the part of the flash
 * map that it begins. */
#include "biosbelt/slimmap.h"
#include "edit/edit_private.h"

#define FLASH_TOP UINT64_C(0x100000000)

/* The part that begins at off, in an image that ends where the flash does. */
static bool find_part(struct span image, size_t off, struct slim_part *out)
{
	struct slim_map map;
	uint32_t pointer = 0;
	unsigned i;

	if (image.len < SLIM_MAP_POINTER ||
		!span_u32le(image, image.len - SLIM_MAP_POINTER, &pointer) ||
		FLASH_TOP - pointer > image.len ||
		!slim_map_read(image, image.len - (size_t)(FLASH_TOP - pointer), image.len, &map))
		return false;
	for (i = 0; i < map.count; i++)
		if (slim_part_read(image, &map, i, out) && out->off == off)
			return true;
	return false;
}

bool slim_grow(const struct fw_node *n, size_t need, struct span image)
{
	struct slim_part part;
	struct span rest;
	size_t i;

	if (n->kind != FW_STREAM || n->codec != FW_CODEC_SBL || n->space != 0 ||
		!find_part(image, n->off, &part) || n->len > part.len || need > part.len - n->len ||
		!span_slice(image, n->off + n->len, part.len - n->len, &rest))
		return false;
	for (i = 0; i < rest.len && (rest.ptr[i] == 0 || rest.ptr[i] == 0xFF);)
		i++;
	return i == rest.len;
}
