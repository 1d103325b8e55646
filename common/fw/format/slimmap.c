/* SPDX-License-Identifier: MIT */
#include "biosbelt/slimmap.h"

#include <string.h>

#define MAP_SIGN    "FLMP"
#define MAP_LEN_OFF 6u
#define MAP_ROM_OFF 12u
#define MAP_ENTRY   16u
#define MAP_MOST    128u

bool slim_map_read(struct span image, size_t at, size_t end, struct slim_map *out)
{
	uint32_t rom = 0;
	uint16_t len = 0;
	struct span sign;

	if (!span_slice(image, at, 4, &sign) || !span_starts(sign, MAP_SIGN, 4) ||
		!span_u16le(image, at + MAP_LEN_OFF, &len) || len < SLIM_MAP_HEAD ||
		!span_u32le(image, at + MAP_ROM_OFF, &rom) || rom == 0 || rom > end)
		return false;
	*out = (struct slim_map){
		.at = at, .base = end - rom, .count = (len - SLIM_MAP_HEAD) / MAP_ENTRY};
	if (out->count > MAP_MOST)
		out->count = MAP_MOST;
	return true;
}

bool slim_part_read(
	struct span image, const struct slim_map *map, unsigned i, struct slim_part *out)
{
	struct cursor c = {.in = image, .pos = map->at + SLIM_MAP_HEAD + (size_t)i * MAP_ENTRY};
	struct span sign = cursor_take(&c, 4), bytes;
	uint32_t off, len;

	*out = (struct slim_part){.flags = cursor_u32le(&c)};
	off = cursor_u32le(&c);
	len = cursor_u32le(&c);
	if (c.bad || len == 0 || off > image.len ||
		!span_slice(image, map->base + off, len, &bytes))
		return false;
	memcpy(out->sign, sign.ptr, 4);
	out->off = map->base + off;
	out->len = len;
	return true;
}
