/* SPDX-License-Identifier: MIT */
/*
 * Containers with sums of their own around firmware: update containers of vendors, and archives
 * after something else, such as a program that unpacks them; and what was packed itself. Sources:
 * 7-Zip DOC/7zFormat.txt; [MS-CAB] 2; RARLAB "RAR 5.0 archive format" and technote.txt of RAR 4;
 * Linux Documentation/driver-api/early-userspace/buffer-format.rst (cpio).
 */
#include <string.h>

#include "biosbelt/fwcodec.h"
#include "biosbelt/fwupdate.h"
#include "biosbelt/hash.h"
#include "biosbelt/tr.h"
#include "biosbelt/zip.h"
#include "protect/protect_private.h"

#define IFLASH_CERT "$_IFLASH_BIOSCER"

#define SEVENZIP_CRC  8u
#define SEVENZIP_NEXT 12u /* offset and size of the header at the end, and its CRC */
#define SEVENZIP_HEAD 32u

#define CAB_SIZE    8u
#define CAB_FILES   16u
#define CAB_VERSION 24u
#define CAB_HEAD    36u

#define RAR5_CRC  8u
#define RAR5_SIZE 12u
#define RAR4_CRC  7u
#define RAR4_TYPE 9u
#define RAR4_SIZE 12u

#define CPIO_HEAD   110u
#define CPIO_SIZE   54u
#define CPIO_NAME   94u
#define CPIO_DIGITS 8u

/* The lengths of archives whose mark is at the start of in; 0: it is none. */
static size_t sevenzip_len(struct span in)
{
	uint32_t crc = 0;
	uint64_t next = 0, size = 0;
	struct span head;

	if (!span_slice(in, SEVENZIP_NEXT, SEVENZIP_HEAD - SEVENZIP_NEXT, &head) ||
		!span_u32le(in, SEVENZIP_CRC, &crc) || crc != crc32_update(0, head))
		return 0;
	(void)span_u64le(head, 0, &next);
	(void)span_u64le(head, 8, &size);
	return next <= in.len - SEVENZIP_HEAD && size <= in.len - SEVENZIP_HEAD - next
		       ? SEVENZIP_HEAD + (size_t)(next + size)
		       : in.len;
}

static size_t cab_len(struct span in)
{
	uint32_t zero = 0, size = 0, files = 0;
	uint16_t version = 0;

	return span_u32le(in, 4, &zero) && zero == 0 && span_u32le(in, CAB_SIZE, &size) &&
			       span_u32le(in, CAB_FILES, &files) && files >= CAB_HEAD &&
			       files < size && span_u16le(in, CAB_VERSION, &version) &&
			       version == 0x0103
		       ? (size < in.len ? size : in.len)
		       : 0;
}

/* To the end: where a .rar ends is said only at its own end. */
static size_t rar_len(struct span in)
{
	uint32_t crc = 0;
	uint16_t crc16 = 0, len = 0;
	uint8_t size = 0;
	struct span head;

	if (span_starts(in, "Rar!\x1A\x07\1", 8))
		return span_u32le(in, RAR5_CRC, &crc) && span_u8(in, RAR5_SIZE, &size) &&
				       span_slice(in, RAR5_SIZE, 1 + (size_t)size, &head) &&
				       crc == crc32_update(0, head)
			       ? in.len
			       : 0;
	return span_u16le(in, RAR4_CRC, &crc16) && span_u16le(in, RAR4_SIZE, &len) && len > 2 &&
			       span_slice(in, RAR4_TYPE, len - 2u, &head) &&
			       crc16 == (uint16_t)crc32_update(0, head)
		       ? in.len
		       : 0;
}

static bool hex_at(struct span in, size_t off, uint32_t *out)
{
	struct span digits;
	size_t i;

	if (!span_slice(in, off, CPIO_DIGITS, &digits))
		return false;
	for (i = 0, *out = 0; i < CPIO_DIGITS; i++) {
		unsigned c = digits.ptr[i], d = c - '0';

		if (d > 9)
			d = (c | 0x20) - 'a' < 6 ? (c | 0x20) - 'a' + 10 : 16;
		if (d > 15)
			return false;
		*out = *out << 4 | d;
	}
	return true;
}

/* Names and contents are padded to 4 bytes. */
static size_t cpio_len(struct span in)
{
	size_t end = 0;
	uint32_t size = 0, name = 0;
	struct span at;

	while (span_from(in, end, &at) && span_starts(at, "070702", 6) &&
		hex_at(at, CPIO_SIZE, &size) && hex_at(at, CPIO_NAME, &name)) {
		uint64_t len = (((uint64_t)CPIO_HEAD + name + 3) & ~(uint64_t)3) +
			       (((uint64_t)size + 3) & ~(uint64_t)3);

		if (len >= at.len)
			return in.len;
		end += (size_t)len;
	}
	return end;
}

static void add_archive(struct gather *g, size_t off, size_t len, const char *name)
{
	struct protect_check *c;
	struct span all;

	if (!span_slice(g->image, off, len, &all) || !hash_budget(g, len) ||
		(c = check_add(g, PROTECT_UPDATE, PROTECT_SIGNED)) == NULL)
		return;
	check_source(c, "container at 0x%zx", off);
	check_range(g, c, off, len);
	note_content(c, all);
	check_note(c, "%s archive: it has a checksum of each file; unpack it first", name);
}

/* Moves *start to the first file: the directory may have them in another order. */
static bool stores_a_file(struct span in, struct zip z, size_t *start)
{
	struct zip_file f;
	bool stored = false;

	while (zip_next(in, &z, &f)) {
		stored = stored || (f.stored && f.len != 0);
		if (f.head < *start)
			*start = f.head;
	}
	return stored;
}

/* With files that can be changed in it. */
static void read_zips(struct gather *g)
{
	struct zip z = {.end = 0};
	size_t hit;

	while ((hit = image_find(g, z.end, ZIP_END_MARK, 4)) != SIZE_MAX &&
		zip_find(g->image, hit, &z) && hash_budget(g, z.dir_end - z.dir))
		if (stores_a_file(g->image, z, &z.start))
			add_archive(g, z.start, z.end - z.start, ".zip");
}

void read_archives(struct gather *g)
{
	static const struct {
		const char *mark, *name;
		size_t mark_len;
		size_t (*len)(struct span in);
	} kinds[] = {{"7z\xBC\xAF\x27\x1C", ".7z", 6, sevenzip_len}, {"MSCF", ".cab", 4, cab_len},
		{"Rar!\x1A\x07", ".rar", 6, rar_len}, {"070702", ".cpio", 6, cpio_len}};
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t hit = 0;

		while ((hit = image_find(g, hit, kinds[i].mark, kinds[i].mark_len)) != SIZE_MAX) {
			struct span at = {g->image.ptr + hit, g->image.len - hit};
			size_t len = kinds[i].len(at);

			if (len != 0)
				add_archive(g, hit, len, kinds[i].name);
			hit += len != 0 ? len : 1;
		}
	}
	read_zips(g);
}

void read_update(struct gather *g)
{
	size_t off = 0;
	enum fw_update kind = fw_update_find(g->tree, g->image, &off);
	struct protect_check *c;
	struct span at;

	if (fw_archive_name(g->image) == NULL) /* else nothing in it is changed */
		read_archives(g);
	if (kind == FW_UPDATE_NONE)
		return;
	c = check_add(g, PROTECT_UPDATE, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "container at 0x%zx", off);
	if (span_from(g->image, off, &at) && span_starts(at, IFLASH_CERT, 16))
		off = 0; /* it is for what is before it */
	check_range(g, c, off, g->image.len - off);
	check_note(c, "%s: checked when it is flashed; unpack it first", fw_update_name(kind));
}

/* A check of bytes in the image becomes one of the same in a packed space. */
static void fold(struct gather *g, struct protect_check *c)
{
	const struct protect_range *r = g->list->ranges;
	struct span bytes;

	if (c->count != 1 || !span_slice(g->image, r[c->first].off, r[c->first].len, &bytes))
		bytes = g->image;
	note_content(c, bytes);
	c->space = g->space;
	c->image_off = g->tree->spaces[g->space].image_off;
	c->count = 0;
	c->placed = true;
	c->stored = false;
	if (c->act == PROTECT_RECOMPUTE)
		c->act = PROTECT_UNKNOWN;
}

void read_packed(struct gather *g, uint32_t space, struct span bytes)
{
	struct span image = g->image;
	uint32_t first = g->list->count, range = g->list->range_count;

	g->image = bytes;
	g->space = space;
	read_later_capsules(g, 0);
	read_archives(g);
	read_uboot(g);
	for (; g->rc == ERR_OK && first < g->list->count; first++)
		fold(g, &g->list->checks[first]);
	g->list->range_count = range;
	g->image = image;
	g->space = 0;
}
