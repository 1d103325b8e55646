/* SPDX-License-Identifier: MIT */
/*
 * Blocks 3, 13, 16 to 19, 26, 29 to 32 and 253: selection of displays. Layout and versions: Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct bdb_display_toggle, bdb_driver_persistence,
 * bdb_display_select, bdb_display_remove, bdb_tv_options, bdb_prd_table).
 */
#include "vbt/table.h"

#define SELECT_LISTS 4u
#define TOGGLE_HEAD  3u /* features, u16 count */
#define SELECT_HEAD  3u /* u16 count, u8 size */

void vbt_decode_toggle(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {
		VBT_HEX("features", 0, 0, 8, 0, 0), VBT_NUM("entries", 1, 0, 16, 0, 0)};
	static const struct vbt_row entry[] = {VBT_HEX("displays", 0, 0, 16, 0, 0)};
	uint16_t count = 0;
	struct span list;

	vbt_read_rows(d, data, rows, VBT_COUNT(rows), 0);
	if (span_u16le(data, 1, &count) && span_from(data, TOGGLE_HEAD, &list))
		vbt_read_records(d, "list", list, 2, count, entry, VBT_COUNT(entry));
}

void vbt_decode_persistence(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {
		VBT_FLAG("hotkey", 0, 0, 0, 0),
		VBT_FLAG("lid_switch", 0, 1, 0, 0),
		VBT_FLAG("power_management", 0, 2, 0, 0),
		VBT_FLAG("hotkey_on_mds_twin", 0, 3, 0, 0),
		VBT_FLAG("hotkey_on_refresh_rate", 0, 4, 0, 0),
		VBT_FLAG("hotkey_on_restore_pipe", 0, 5, 0, 0),
		VBT_FLAG("hotkey_on_mode", 0, 6, 0, 0),
		VBT_FLAG("edid_on_mode", 0, 7, 0, 0),
		VBT_FLAG("dvo_hotplug_on_mode", 1, 0, 0, 0),
		VBT_FLAG("docking", 1, 1, 0, 0),
		VBT_NUM("max_configurations", 2, 0, 8, 0, 0),
	};

	vbt_read_rows(d, data, rows, VBT_COUNT(rows), 0);
}

/* Entries by size: displays and capabilities of both pipes; displays; wider displays. */
static const struct vbt_row select_old[] = {
	VBT_HEX("pipe_a", 0, 0, 8, 0, 0),
	VBT_HEX("pipe_b", 1, 0, 8, 0, 0),
	VBT_HEX("capabilities", 2, 0, 8, 0, 0),
};
static const struct vbt_row select_byte[] = {VBT_HEX("displays", 0, 0, 8, 0, 0)};
static const struct vbt_row select_word[] = {VBT_HEX("displays", 0, 0, 16, 0, 0)};
static const struct vbt_row select_pair[] = {
	VBT_HEX("pipe_a", 0, 0, 8, 0, 0), VBT_HEX("pipe_b", 1, 0, 8, 0, 0)};

static const struct {
	uint8_t block;
	uint8_t size;
	uint8_t count;
	const struct vbt_row *rows;
} entries[] = {
	{16, 3, VBT_COUNT(select_old), select_old},
	{19, 2, VBT_COUNT(select_pair), select_pair},
	{29, 1, VBT_COUNT(select_byte), select_byte},
	{30, 1, VBT_COUNT(select_byte), select_byte},
	{31, 2, VBT_COUNT(select_word), select_word},
	{32, 2, VBT_COUNT(select_word), select_word},
};

static void read_entries(
	struct vbt_decoder *d, const char *group, struct span data, size_t size, unsigned max)
{
	size_t i;

	for (i = 0; i < VBT_COUNT(entries); i++)
		if (entries[i].block == d->block && entries[i].size == size)
			vbt_read_records(
				d, group, data, size, max, entries[i].rows, entries[i].count);
}

void vbt_decode_select(struct vbt_decoder *d, struct span data)
{
	static const char *const groups[SELECT_LISTS] = {"list_1", "list_2", "list_3", "list_4"};
	static const struct vbt_row head[] = {
		VBT_NUM("entries", 0, 0, 16, 0, 0), VBT_NUM("entry_size", 2, 0, 8, 0, 0)};
	size_t pos = 0, i;

	for (i = 0; i < SELECT_LISTS; i++) {
		uint16_t count = 0;
		uint8_t size = 0;
		struct span rest, list;

		if (!span_slice(data, pos, SELECT_HEAD, &rest) || !span_u16le(rest, 0, &count) ||
			!span_u8(rest, 2, &size) ||
			!span_slice(data, pos + SELECT_HEAD, (size_t)count * size, &list))
			return;
		d->group = groups[i];
		vbt_read_rows(d, rest, head, VBT_COUNT(head), 0);
		read_entries(d, groups[i], list, size, count);
		pos += SELECT_HEAD + list.len;
	}
}

void vbt_decode_tests(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {VBT_HEX("bits", 0, 0, 8, 0, 0)};

	vbt_read_records(d, "functions", data, 1, 8, rows, VBT_COUNT(rows));
}

void vbt_decode_rotation(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {
		VBT_HEX("enable", 0, 0, 8, 0, 0),
		VBT_HEX("flags_1", 1, 0, 8, 0, 0),
		VBT_HEX("flags_2", 2, 0, 16, 0, 0),
		VBT_HEX("flags_3", 4, 0, 32, 0, 0),
		VBT_HEX("flags_4", 8, 0, 32, 0, 0),
	};

	vbt_read_rows(d, data, rows, VBT_COUNT(rows), 0);
}

void vbt_decode_pairs(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {
		VBT_NUM("entries", 0, 0, 8, 0, 0), VBT_NUM("entry_size", 1, 0, 8, 0, 0)};
	uint8_t count = 0, size = 0;
	struct span rest;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (span_u8(data, 0, &count) && span_u8(data, 1, &size) && span_from(data, 2, &rest))
		read_entries(d, "configurations", rest, size, count);
}

void vbt_decode_tv(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {
		VBT_NUM("component_scan", 0, 0, 2, 0, 0),
		VBT_NUM("dvi_scan", 1, 4, 2, 0, 0),
		VBT_FLAG("add_modes_without_overscan", 1, 6, 0, 0),
		VBT_FLAG("d_connector", 1, 7, 0, 0),
	};

	vbt_read_rows(d, data, rows, VBT_COUNT(rows), 0);
}

void vbt_decode_prd(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row old_rows[] = {
		VBT_HEX("attached", 0, 0, 8, 0, 216),
		VBT_HEX("pipe_a", 1, 0, 8, 0, 216),
		VBT_HEX("pipe_b", 2, 0, 8, 0, 216),
	};
	static const struct vbt_row rows[] = {
		VBT_HEX("primary", 0, 0, 16, 217, 0),
		VBT_HEX("secondary", 2, 0, 16, 217, 0),
	};
	static const struct vbt_row head[] = {VBT_NUM("entries", 0, 0, 16, 0, 0)};
	bool old = d->info->bdb_version < 217;
	struct span list, count;

	if (data.len < 2 || !span_slice(data, old ? 0 : 2, data.len - 2, &list) ||
		!span_slice(data, old ? data.len - 2 : 0, 2, &count))
		return;
	vbt_read_rows(d, count, head, VBT_COUNT(head), 0);
	if (old)
		vbt_read_records(d, "displays", list, 3, 256, old_rows, VBT_COUNT(old_rows));
	else
		vbt_read_records(d, "displays", list, 4, 256, rows, VBT_COUNT(rows));
}
