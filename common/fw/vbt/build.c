/* SPDX-License-Identifier: MIT */
/*
 * Blocks of the video BIOS that Linux names but does not read. 252 and 254: Slim Bootloader
 * Silicon/AlderlakePkg/Library/IgdOpRegionLib/GopConfigLib.h (BLOCK252_SBIOS_Hook,
 * BLOCK254_BMP_Structure). The longer and shorter forms of 252, and 14 and 55, are as found in 209,
 * 62 and 13 of 222 tables.
 */
#include "vbt/table.h"

#define OUTER_FIRST 1u
#define POINTER_LEN 4u
#define HEAD_BYTES  6u /* of block 254, before the build's number */
#define COPYRIGHT   165u
#define GENERAL     226u /* after the texts */
#define GENERAL_LEN 7u   /* a byte more in newer tables */
#define DSC_MAX     64u

/* From the start of the BDB; the size is that of one entry. */
static const struct vbt_row pointer_rows[] = {
	VBT_NUM("table_offset", 0, 0, 16, 0, 0), VBT_NUM("entry_size", 2, 0, 16, 0, 0)};

void vbt_decode_outer_tables(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_HEX("byte_0", 0, 0, 8, 0, 0)};
	struct span list;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (span_from(data, OUTER_FIRST, &list))
		vbt_read_records(d, "tables", list, POINTER_LEN, (unsigned)(list.len / POINTER_LEN),
			pointer_rows, VBT_COUNT(pointer_rows));
}

/* The content of an entry is unpublished: shown as bytes. */
void vbt_decode_old_dsc(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("entry_size", 0, 0, 16, 198, 212)};
	uint16_t size = 0;
	struct span list, entry;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (d->info->bdb_version < 198 || d->info->bdb_version > 212 ||
		!span_u16le(data, 0, &size) || size == 0 || !span_from(data, 2, &list))
		return;
	d->group = "entries";
	for (d->index = 0;
		d->index < DSC_MAX && span_slice(list, (size_t)d->index * size, size, &entry);
		d->index++)
		vbt_add_bytes(d, "entry", entry);
	d->group = NULL;
	d->index = 0;
}

/* The number of hooks before the pointers; 0: unknown length. */
static size_t hooks_of(size_t len)
{
	static const struct {
		uint8_t len, hooks;
	} forms[] = {{120, 16}, {122, 18}, {142, 6}, {144, 8}, {174, 18}, {194, 18}};
	size_t i;

	for (i = 0; i < VBT_COUNT(forms); i++)
		if (forms[i].len == len)
			return forms[i].hooks;
	return 0;
}

/* Whether the video BIOS calls functions of INT 15h, and where its tables are. */
void vbt_decode_hooks(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row hook[] = {VBT_NUM("called", 0, 0, 8, 0, 0)};
	size_t count = hooks_of(data.len);
	struct span hooks, list;

	if (count == 0 || !span_slice(data, 0, count, &hooks) || !span_from(data, count, &list))
		return;
	vbt_read_records(d, "hooks", hooks, 1, (unsigned)count, hook, VBT_COUNT(hook));
	vbt_read_records(d, "tables", list, POINTER_LEN, (unsigned)(list.len / POINTER_LEN),
		pointer_rows, VBT_COUNT(pointer_rows));
}

static void add_line(struct vbt_decoder *d, struct span line)
{
	while (line.len > 0 && line.ptr[0] == ' ')
		span_from(line, 1, &line);
	if (line.len == 0)
		return;
	vbt_add_text(d, "text", line);
	d->index++;
}

/*
 * Texts of the build, ended by NUL or control bytes. The first one follows a four-digit number
 * directly: "1001Intel(R) ...".
 */
static void read_texts(struct vbt_decoder *d, struct span data)
{
	static const char maker[] = "Intel(R)";
	size_t i = 0;

	d->group = "texts";
	while (i < data.len && d->index < 32) {
		size_t start = i, cut;
		struct span line;

		while (i < data.len && data.ptr[i] >= 0x20 && data.ptr[i] <= 0x7E)
			i++;
		span_slice(data, start, i - start, &line);
		cut = span_find(line, 0, maker, sizeof maker - 1);
		if (cut != SIZE_MAX && cut > 0) {
			add_line(d, (struct span){line.ptr, cut});
			span_from(line, cut, &line);
		}
		if (line.len >= 4) /* shorter runs are chance */
			add_line(d, line);
		i++;
	}
	d->group = NULL;
	d->index = 0;
}

static const struct vbt_row build_rows[] = {
	VBT_HEX("bios_size", 0, 0, 16, 0, 0),
	VBT_NUM("bios_type", 2, 0, 8, 0, 0),
	VBT_NUM("release_status", 3, 0, 8, 0, 0),
	VBT_NUM("hardware", 4, 0, 8, 0, 0),
	VBT_HEX("integrated_displays", 5, 0, 8, 0, 0),
};

static const struct vbt_row general_rows[] = {
	VBT_HEX("bios_code_segment", 0, 0, 16, 0, 0),
	VBT_NUM("dos_boot_mode", 2, 0, 8, 0, 0),
	VBT_NUM("bandwidth_percent", 3, 0, 8, 0, 0),
	VBT_NUM("popup_memory_kb", 4, 0, 8, 0, 0),
	VBT_NUM("bios_size_step", 5, 0, 8, 0, 0),
	VBT_NUM("crt_on_ddc2", 6, 0, 8, 0, 0),
	VBT_FLAG("boot_to_detached_dvi", 7, 0, 0, 0),
	VBT_FLAG("dos_aspect_ratio", 7, 1, 0, 0),
};

/* Block 254: texts at offsets stored in it, and numbers before and after them. */
void vbt_decode_build(struct vbt_decoder *d, struct span data)
{
	static const char copyright[] = "Copyright";
	struct span head, text, general;

	read_texts(d, data);
	if (!span_slice(data, 0, HEAD_BYTES, &head) || !span_from(data, COPYRIGHT, &text) ||
		!span_starts(text, copyright, sizeof copyright - 1) ||
		!span_from(data, GENERAL, &general) || general.len < GENERAL_LEN)
		return;
	vbt_read_rows(d, head, build_rows, VBT_COUNT(build_rows), 0);
	vbt_read_rows(d, general, general_rows, VBT_COUNT(general_rows), 0);
}
