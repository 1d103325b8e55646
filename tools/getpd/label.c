/* SPDX-License-Identifier: MIT */
/*
 * Labels that the superblock does not have itself. Sources: Microsoft's "FAT32 File System
 * Specification" 1.03, sections "Boot Sector and BPB" and "FAT Directory Structure"; "exFAT file
 * system specification", sections 3.1 and 7.3; NTFS as in Microsoft's "NTFS Technical Reference"
 * and Documentation/filesystems/ntfs3.rst: record 3 of the master file table is $Volume, attribute
 * 0x60 its name, the last two bytes of each sector of a record stand in its update sequence.
 */
#include "label.h"

#include <string.h>

#include "biosbelt/utf.h"

#define ENTRY       32 /* bytes of an entry of a folder, FAT and exFAT */
#define NTFS_SECTOR 512
#define NTFS_NAME   0x60
#define NTFS_END    0xFFFFFFFFu
#define NTFS_ATTRS  64 /* looked at */

static void read_from(struct superblock *sb, uint64_t sector, uint64_t bytes, uint64_t len)
{
	if (sector > UINT64_MAX / 2 / bytes || len == 0)
		return;
	sb->label_at = sector * bytes;
	sb->label_len = (uint32_t)(len < LABEL_SPACE_MAX ? len : LABEL_SPACE_MAX);
}

/* The root folder: behind the tables, or for FAT32 a cluster of its own. */
static void place_fat(struct span in, struct superblock *sb)
{
	uint16_t bytes;
	uint8_t cluster;
	uint16_t reserved;
	uint8_t fats;
	uint16_t entries;
	uint16_t fat16;
	uint32_t fat32;
	uint32_t root;
	uint64_t first;

	if (!span_u16le(in, 11, &bytes) || !span_u8(in, 13, &cluster) ||
		!span_u16le(in, 14, &reserved) || !span_u8(in, 16, &fats) ||
		!span_u16le(in, 17, &entries) || !span_u16le(in, 22, &fat16) ||
		!span_u32le(in, 36, &fat32) || !span_u32le(in, 44, &root) || bytes == 0)
		return;
	if (fat16 != 0) {
		first = reserved + (uint64_t)fats * fat16;
		read_from(sb, first, bytes, (uint64_t)entries * ENTRY);
	} else if (root >= 2) {
		first = reserved + (uint64_t)fats * fat32 + (uint64_t)(root - 2) * cluster;
		read_from(sb, first, bytes, (uint64_t)bytes * cluster);
	}
}

static void place_exfat(struct span in, struct superblock *sb)
{
	uint32_t heap;
	uint32_t root;
	uint8_t bytes_shift;
	uint8_t sectors_shift;

	if (!span_u32le(in, 88, &heap) || !span_u32le(in, 96, &root) ||
		!span_u8(in, 108, &bytes_shift) || !span_u8(in, 109, &sectors_shift) ||
		bytes_shift < 9 || bytes_shift > 12 || sectors_shift > 25 - bytes_shift || root < 2)
		return;
	read_from(sb, heap + ((uint64_t)(root - 2) << sectors_shift), 1u << bytes_shift,
		(uint64_t)1 << (bytes_shift + sectors_shift));
}

/* Sizes above 128 are powers of two, written as 256 less the exponent. */
static uint64_t ntfs_size(uint8_t value, uint64_t unit)
{
	if (value <= 0x80)
		return value * unit;
	return 256 - value < 32 ? (uint64_t)1 << (256 - value) : 0;
}

static void place_ntfs(struct span in, struct superblock *sb)
{
	uint16_t bytes;
	uint8_t sectors;
	uint8_t record;
	uint64_t table;
	uint64_t cluster;
	uint64_t size;

	if (!span_u16le(in, 11, &bytes) || !span_u8(in, 13, &sectors) ||
		!span_u64le(in, 48, &table) || !span_u8(in, 64, &record))
		return;
	cluster = ntfs_size(sectors, 1) * bytes;
	size = ntfs_size(record, cluster);
	if (cluster == 0 || size < NTFS_SECTOR || size > LABEL_SPACE_MAX ||
		table > (UINT64_MAX / 4 - 3 * size) / cluster)
		return;
	sb->label_at = table * cluster + 3 * size;
	sb->label_len = (uint32_t)size;
}

void label_place(struct span head, struct superblock *sb)
{
	if (strcmp(sb->type, "vfat") == 0)
		place_fat(head, sb);
	else if (strcmp(sb->type, "exfat") == 0)
		place_exfat(head, sb);
	else if (strcmp(sb->type, "ntfs") == 0)
		place_ntfs(head, sb);
}

static void take_utf16(struct span units, struct superblock *sb)
{
	size_t replaced;
	struct buf text;
	struct err err;

	buf_init(&text, sizeof sb->label);
	if (utf16le_to_utf8(units, &text, &replaced, &err) == ERR_OK) {
		buf_add_u8(&text, 0);
		if (text.failed == ERR_OK && strlen((const char *)text.ptr) + 1 == text.len)
			memcpy(sb->label, text.ptr, text.len);
	}
	buf_free(&text);
}

/* The entry with the attribute "volume"; a part of a long name has it together with three others.
 */
static void read_fat(struct span folder, struct superblock *sb)
{
	struct span entry;
	size_t at;
	size_t n;

	for (at = 0; span_slice(folder, at, ENTRY, &entry) && entry.ptr[0] != 0; at += ENTRY) {
		if (entry.ptr[0] == 0xE5 || (entry.ptr[11] & 0x3F) == 0x0F ||
			(entry.ptr[11] & 0x18) != 0x08)
			continue;
		for (n = 11; n > 0 && entry.ptr[n - 1] == ' '; n--)
			;
		if (memchr(entry.ptr, '\0', n) != NULL)
			return;
		memcpy(sb->label, entry.ptr, n);
		sb->label[n] = '\0';
		return;
	}
}

static void read_exfat(struct span folder, struct superblock *sb)
{
	struct span entry;
	size_t at;

	for (at = 0; span_slice(folder, at, ENTRY, &entry) && entry.ptr[0] != 0; at += ENTRY) {
		if (entry.ptr[0] != 0x83 || entry.ptr[1] > 11)
			continue;
		take_utf16(span_of(entry.ptr + 2, 2u * entry.ptr[1]), sb);
		return;
	}
}

/* Two bytes of a record as they are meant. */
static bool ntfs_u16(struct span record, size_t off, uint16_t *out)
{
	uint16_t sequence;

	if (off % NTFS_SECTOR != NTFS_SECTOR - 2)
		return span_u16le(record, off, out);
	return span_u16le(record, 4, &sequence) &&
	       span_u16le(record, sequence + 2 * (off / NTFS_SECTOR + 1), out);
}

static void read_ntfs_name(struct span record, size_t off, uint32_t len, struct superblock *sb)
{
	uint8_t units[2 * 128]; /* a name has 32, or what the record can hold */
	uint16_t unit;
	uint32_t i;

	if (len > sizeof units)
		return;
	for (i = 0; i + 1 < len; i += 2) {
		if (!ntfs_u16(record, off + i, &unit))
			return;
		units[i] = (uint8_t)unit;
		units[i + 1] = (uint8_t)(unit >> 8);
	}
	take_utf16(span_of(units, i), sb);
}

static void read_ntfs(struct span record, struct superblock *sb)
{
	uint16_t first;
	size_t at;
	int i;

	if (!span_starts(record, "FILE", 4) || !span_u16le(record, 20, &first))
		return;
	at = first;
	for (i = 0; i < NTFS_ATTRS; i++) {
		uint32_t type;
		uint32_t len;
		uint32_t value_len;
		uint16_t value;

		if (!span_u32le(record, at, &type) || type == NTFS_END ||
			!span_u32le(record, at + 4, &len) || len < 24 ||
			!span_u32le(record, at + 16, &value_len) ||
			!span_u16le(record, at + 20, &value))
			return;
		if (type == NTFS_NAME) {
			read_ntfs_name(record, at + value, value_len, sb);
			return;
		}
		at += len;
	}
}

void label_read(struct span text, struct superblock *sb)
{
	if (strcmp(sb->type, "vfat") == 0)
		read_fat(text, sb);
	else if (strcmp(sb->type, "exfat") == 0)
		read_exfat(text, sb);
	else if (strcmp(sb->type, "ntfs") == 0)
		read_ntfs(text, sb);
}
