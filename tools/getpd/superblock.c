/* SPDX-License-Identifier: MIT */
/*
 * Sources: Documentation/filesystems/ext4/super.rst; "XFS Algorithms & Data Structures", 3rd
 * edition, superblocks; "Btrfs on-disk format", superblock; include/linux/f2fs_fs.h;
 * include/linux/swap.h; "LUKS1 On-Disk Format" 1.2.2, figure 1; "LUKS2 On-Disk Format" 1.1.1,
 * section 2.1; Microsoft's "FAT32 File System Specification" 1.03, boot sector; "exFAT file system
 * specification", section 3.1; NTFS boot sector as in Microsoft's "NTFS Technical Reference";
 * ECMA-119, 8.4 and 8.4.26.1; include/uapi/linux/nilfs2_ondisk.h; fs/jfs/jfs_superblock.h;
 * "Reiser4/ReiserFS: on-disk format", struct reiserfs_super_block; fs/erofs/erofs_fs.h;
 * fs/bcachefs/bcachefs_format.h, struct bch_sb.
 */
#include "superblock.h"

#include <stdio.h>
#include <string.h>

#include "label.h"
#include "zfs_label.h"

#define EXT_AT      1024
#define EXT_MAGIC   0xEF53u
#define F2FS_AT     1024
#define F2FS_MAGIC  0xF2F52010u
#define F2FS_NAME   512 /* units of UTF-16 */
#define BTRFS_AT    0x10000
#define ISO_AT      0x8000
#define NILFS_AT    1024
#define EROFS_AT    1024
#define EROFS_MAGIC 0xE0F5E1E2u
#define JFS_AT      0x8000
#define REISER_AT   0x10000
#define BCACHEFS_AT 4096
#define SWAP_MAGIC  4086 /* the last ten bytes of a page of 4 KiB */
#define SWAP_HEADER 1024

static bool has(struct span in, size_t off, const char *magic, size_t len)
{
	struct span part;

	return span_slice(in, off, len, &part) && memcmp(part.ptr, magic, len) == 0;
}

/* 16 bytes as 8-4-4-4-12 hex digits; all zero: none. */
static void take_uuid(struct span in, size_t off, char *out, size_t cap)
{
	struct span u;
	size_t n = 0;
	size_t i;

	if (!span_slice(in, off, 16, &u) || span_is_filled(u, 0))
		return;
	for (i = 0; i < 16 && n + 4 < cap; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			out[n++] = '-';
		n += (size_t)snprintf(out + n, cap - n, "%02x", u.ptr[i]);
	}
}

/* Up to len bytes, to the first NUL; blanks at the end go. */
static void take_text(struct span in, size_t off, size_t len, char *out, size_t cap)
{
	struct span text;
	size_t n = 0;

	if (len >= cap || !span_slice(in, off, len, &text))
		return;
	while (n < len && text.ptr[n] != 0) {
		out[n] = (char)text.ptr[n];
		n++;
	}
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

static bool read_ext(struct span in, struct superblock *out)
{
	uint16_t magic;

	if (!span_u16le(in, EXT_AT + 0x38, &magic) || magic != EXT_MAGIC)
		return false;
	out->type = "ext";
	take_uuid(in, EXT_AT + 0x68, out->uuid, sizeof out->uuid);
	take_text(in, EXT_AT + 0x78, 16, out->label, sizeof out->label);
	return true;
}

static bool read_xfs(struct span in, struct superblock *out)
{
	if (!has(in, 0, "XFSB", 4))
		return false;
	out->type = "xfs";
	take_uuid(in, 32, out->uuid, sizeof out->uuid);
	take_text(in, 108, 12, out->label, sizeof out->label);
	return true;
}

static bool read_btrfs(struct span in, struct superblock *out)
{
	if (!has(in, BTRFS_AT + 0x40, "_BHRfS_M", 8))
		return false;
	out->type = "btrfs";
	take_uuid(in, BTRFS_AT + 0x20, out->uuid, sizeof out->uuid);
	take_text(in, BTRFS_AT + 0x12B, 256, out->label, sizeof out->label);
	return true;
}

/* UTF-16 of the basic plane to UTF-8; others become '?'. */
static size_t put_unit(uint16_t unit, char *out)
{
	if (unit < 0x80) {
		out[0] = (char)unit;
		return 1;
	}
	if (unit >= 0xD800 && unit < 0xE000) {
		out[0] = '?';
		return 1;
	}
	if (unit < 0x800) {
		out[0] = (char)(0xC0 | unit >> 6);
		out[1] = (char)(0x80 | (unit & 0x3F));
		return 2;
	}
	out[0] = (char)(0xE0 | unit >> 12);
	out[1] = (char)(0x80 | (unit >> 6 & 0x3F));
	out[2] = (char)(0x80 | (unit & 0x3F));
	return 3;
}

static bool read_f2fs(struct span in, struct superblock *out)
{
	uint32_t magic;
	uint16_t unit;
	size_t n = 0;
	size_t i;

	if (!span_u32le(in, F2FS_AT, &magic) || magic != F2FS_MAGIC)
		return false;
	out->type = "f2fs";
	take_uuid(in, F2FS_AT + 108, out->uuid, sizeof out->uuid);
	for (i = 0; i < F2FS_NAME && n + 4 < sizeof out->label; i++) {
		if (!span_u16le(in, F2FS_AT + 124 + 2 * i, &unit) || unit == 0)
			break;
		n += put_unit(unit, out->label + n);
	}
	out->label[n] = '\0';
	return true;
}

static bool read_swap(struct span in, struct superblock *out)
{
	if (!has(in, SWAP_MAGIC, "SWAPSPACE2", 10))
		return false;
	out->type = "swap";
	take_uuid(in, SWAP_HEADER + 12, out->uuid, sizeof out->uuid);
	take_text(in, SWAP_HEADER + 28, 16, out->label, sizeof out->label);
	return true;
}

static bool read_luks(struct span in, struct superblock *out)
{
	uint8_t version;

	if (!has(in, 0, "LUKS\xBA\xBE", 6) || !span_u8(in, 7, &version))
		return false;
	out->type = "luks";
	take_text(in, 168, 40, out->uuid, sizeof out->uuid);
	if (version == 2)
		take_text(in, 24, 48, out->label, sizeof out->label);
	return true;
}

static void take_dos(struct span in, size_t id, size_t label, struct superblock *out)
{
	uint32_t serial;

	if (span_u32le(in, id, &serial))
		snprintf(out->uuid, sizeof out->uuid, "%04X-%04X", (unsigned)(serial >> 16),
			(unsigned)(serial & 0xFFFF));
	if (label != 0)
		take_text(in, label, 11, out->label, sizeof out->label);
	if (strcmp(out->label, "NO NAME") == 0)
		out->label[0] = '\0';
}

static bool read_vfat(struct span in, struct superblock *out)
{
	if (!has(in, 510, "\x55\xAA", 2))
		return false;
	out->type = "vfat";
	if (has(in, 82, "FAT32   ", 8))
		take_dos(in, 67, 71, out);
	else if (has(in, 54, "FAT12   ", 8) || has(in, 54, "FAT16   ", 8))
		take_dos(in, 39, 43, out);
	else
		return false;
	return true;
}

static bool read_exfat(struct span in, struct superblock *out)
{
	if (!has(in, 3, "EXFAT   ", 8))
		return false;
	out->type = "exfat"; /* its label stands in the root folder: see label.c */
	take_dos(in, 100, 0, out);
	return true;
}

static bool read_ntfs(struct span in, struct superblock *out)
{
	uint64_t serial;

	if (!has(in, 3, "NTFS    ", 8) || !span_u64le(in, 72, &serial))
		return false;
	out->type = "ntfs"; /* its label stands in $Volume: see label.c */
	snprintf(out->uuid, sizeof out->uuid, "%016llX", (unsigned long long)serial);
	return true;
}

/* The date of the last change, else that of making, is what serves as UUID: 2026-01-31-23-59-59-00
 */
static bool take_date(struct span in, size_t off, struct superblock *out)
{
	struct span d;
	size_t i;

	if (!span_slice(in, off, 16, &d) || span_is_filled(d, '0'))
		return false;
	for (i = 0; i < 16; i++)
		if (d.ptr[i] < '0' || d.ptr[i] > '9')
			return false;
	snprintf(out->uuid, sizeof out->uuid, "%.4s-%.2s-%.2s-%.2s-%.2s-%.2s-%.2s",
		(const char *)d.ptr, (const char *)d.ptr + 4, (const char *)d.ptr + 6,
		(const char *)d.ptr + 8, (const char *)d.ptr + 10, (const char *)d.ptr + 12,
		(const char *)d.ptr + 14);
	return true;
}

static bool read_iso(struct span in, struct superblock *out)
{
	if (!has(in, ISO_AT + 1, "CD001", 5))
		return false;
	out->type = "iso9660";
	if (!take_date(in, ISO_AT + 830, out))
		take_date(in, ISO_AT + 813, out);
	take_text(in, ISO_AT + 40, 32, out->label, sizeof out->label);
	return true;
}

static bool read_nilfs(struct span in, struct superblock *out)
{
	uint16_t magic;

	if (!span_u16le(in, NILFS_AT + 6, &magic) || magic != 0x3434)
		return false;
	out->type = "nilfs2";
	take_uuid(in, NILFS_AT + 152, out->uuid, sizeof out->uuid);
	take_text(in, NILFS_AT + 168, 80, out->label, sizeof out->label);
	return true;
}

static bool read_erofs(struct span in, struct superblock *out)
{
	uint32_t magic;

	if (!span_u32le(in, EROFS_AT, &magic) || magic != EROFS_MAGIC)
		return false;
	out->type = "erofs";
	take_uuid(in, EROFS_AT + 48, out->uuid, sizeof out->uuid);
	take_text(in, EROFS_AT + 64, 16, out->label, sizeof out->label);
	return true;
}

static bool read_jfs(struct span in, struct superblock *out)
{
	if (!has(in, JFS_AT, "JFS1", 4))
		return false;
	out->type = "jfs";
	take_uuid(in, JFS_AT + 136, out->uuid, sizeof out->uuid);
	take_text(in, JFS_AT + 152, 16, out->label, sizeof out->label);
	return true;
}

static bool read_reiser(struct span in, struct superblock *out)
{
	if (!has(in, REISER_AT + 52, "ReIsErFs", 8) && !has(in, REISER_AT + 52, "ReIsEr2Fs", 9) &&
		!has(in, REISER_AT + 52, "ReIsEr3Fs", 9))
		return false;
	out->type = "reiserfs";
	take_uuid(in, REISER_AT + 84, out->uuid, sizeof out->uuid);
	take_text(in, REISER_AT + 100, 16, out->label, sizeof out->label);
	return true;
}

static bool read_bcachefs(struct span in, struct superblock *out)
{
	static const char magic[] = "\xC6\x85\x73\xF6\x66\xCE\x90\xA9"
				    "\xD9\x6A\x60\xCF\x80\x3D\xF7\xEF";

	if (!has(in, BCACHEFS_AT + 24, magic, 16))
		return false;
	out->type = "bcachefs";
	take_uuid(in, BCACHEFS_AT + 56, out->uuid, sizeof out->uuid);
	take_text(in, BCACHEFS_AT + 72, 32, out->label, sizeof out->label);
	return true;
}

bool superblock_read(struct span head, struct superblock *out)
{
	static bool (*const readers[])(struct span, struct superblock *) = {read_luks, read_xfs,
		read_ntfs, read_exfat, read_vfat, read_ext, read_f2fs, read_nilfs, read_erofs,
		read_swap, read_bcachefs, read_jfs, read_iso, read_reiser, read_btrfs,
		zfs_label_read};
	size_t i;

	for (i = 0; i < sizeof readers / sizeof readers[0]; i++) {
		memset(out, 0, sizeof *out);
		if (readers[i](head, out)) {
			label_place(head, out);
			return true;
		}
	}
	return false;
}
