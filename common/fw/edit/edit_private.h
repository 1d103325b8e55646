/* SPDX-License-Identifier: MIT */
/* Between the files of edit/. */
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

#define FV_SUM 50u /* 3.2.1 "EFI_FIRMWARE_VOLUME_HEADER": 16-bit words sum to 0 */

/* The checksum of a file's header, of head_len bytes at p. */
void ffs_header_sum_redo(uint8_t *p, size_t head_len);

/* fw_section_grow and fw_section_shrink of a stream n that ends where its CBFS file does. */
bool cbfs_grow(
	const struct fw_tree *tree, const struct fw_node *n, size_t need, struct blob *bytes);
size_t cbfs_shrink(
	const struct fw_tree *tree, const struct fw_node *n, size_t less, struct blob *bytes);

#endif
