/* SPDX-License-Identifier: MIT */
/* Shared by the files of edit/. */
#ifndef BIOSBELT_EDIT_PRIVATE_H
#define BIOSBELT_EDIT_PRIVATE_H

#include "biosbelt/fv.h"
#include "biosbelt/fwedit.h"

/* PI 1.7, volume 3, 3.2.3 "EFI_FFS_FILE_HEADER". */
#define FFS_SUM_HEAD    16u
#define FFS_SUM_BODY    17u
#define FFS_ATTRIBUTES  19u
#define FFS_SIZE        20u
#define FFS_STATE       23u
#define FFS_SIZE_LARGE  24u
#define FFS_CHECKSUMMED 0x40u
#define FFS_SIZE_MAX    0xFFFFFFu

/* 3.2.1 "EFI_FIRMWARE_VOLUME_HEADER". */
#define FV_LENGTH 32u
#define FV_SUM    50u /* 16-bit words sum to 0 */
#define FV_MAP    56u /* u32 blocks, u32 bytes of one; ended by zeros */

/* Recomputes the checksum of a file's header, of head_len bytes at p. */
void ffs_header_sum_redo(uint8_t *p, size_t head_len);

struct room {
	size_t volume; /* its start and end */
	size_t volume_end;
	uint8_t erase;
	enum fv_fs fs;
};

/* Writes a pad file of size bytes, at least FFS_HEADER_LEN, at p, where flash is erased. */
void make_pad_file(uint8_t *p, size_t size, uint8_t erase, enum fv_fs fs);

/*
 * Makes count bytes free at off of the volume, where a file begins or the free space, by moving
 * files up; off and count are multiples of FFS_ALIGN. False: no space, or a file that must not move
 * is in the way; nothing is changed then. space: the volume's; files of space 0, the image, have
 * addresses. *moved: number of moved files.
 */
bool move_files(const struct fw_tree *tree, uint32_t space, struct blob *bytes,
	const struct room *room, size_t off, size_t count, uint32_t *moved);

/* Gives the bytes by which the volume is too short for that; 0: none, or a file must stay. */
size_t move_lack(const struct fw_tree *tree, uint32_t space, struct span bytes,
	const struct room *room, size_t off, size_t count);

/* fw_section_grow and fw_section_shrink for a CBFS file n, or for a stream n at the end of its CBFS
 * file. */
bool cbfs_grow(
	const struct fw_tree *tree, const struct fw_node *n, size_t need, struct blob *bytes);
size_t cbfs_shrink(
	const struct fw_tree *tree, const struct fw_node *n, size_t less, struct blob *bytes);

/* fw_section_grow for a component of Slim Bootloader: whether need bytes after it are its own, and
 * blank. */
bool slim_grow(const struct fw_node *n, size_t need, struct span image);

#endif
