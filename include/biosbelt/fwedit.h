/* SPDX-License-Identifier: MIT */
/*
 * Keeping a firmware image whole after bytes of it were changed: the checksums that its structures
 * keep over their contents, and room for a part that grew. Nothing is verified here; see protect.h
 * for what is checked at boot.
 *
 * Sources: PI 1.7 volume 3, chapter 3; coreboot commonlib/bsd/cbfs_serialized.h; PCI Firmware 3.3,
 * 5.1 (option ROMs).
 */
#ifndef BIOSBELT_FWEDIT_H
#define BIOSBELT_FWEDIT_H

#include "biosbelt/fwwalk.h"

/*
 * Recomputes the checksums of node and of all around it in the same space, from the inside out:
 * file header and body, CRC32 section, option ROM, and inside something packed Apple's CRC of a
 * volume that was right (in the image it is protect_follow's). node may be FW_NONE. bytes: of that
 * space. log gets a line for what was not merely a checksum field.
 */
void fw_checksums_redo(
	const struct fw_tree *tree, uint32_t node, struct blob *bytes, struct buf *log);

/*
 * Makes the section node need bytes longer, if it is the last of its file, but for names, versions
 * and dependencies, and free space or a pad file follows that, or if it ends a row of sections that
 * is packed in a section, which makes bytes longer; or the CBFS file or its stream, if the next
 * file leaves room. In a volume, files after it that may move make room, up to the next pad file
 * that is large enough or the free space; their alignment is kept. Files that run in place or hold
 * a volume with code that does, fixed ones and such as the image names by the address of the file
 * or of a part in it, or the firmware interface table by any in it, do not move. *moved: how many
 * did. A volume without free space that ends a row of packed sections becomes longer itself. False:
 * no room; nothing that matters is changed then.
 */
bool fw_section_grow(const struct fw_tree *tree, uint32_t node, size_t need, struct blob *bytes,
	uint32_t *moved);

/*
 * Makes the section node less bytes shorter, if it is the last of its file, or the stream of a CBFS
 * file or of a payload's last segment: no other file moves, and what becomes free after it is free
 * space at the end of the volume, else part of a pad file, or an empty CBFS file. Gives the bytes
 * that became free; 0: nothing is changed, as it is not the last, or as less than a pad file or
 * CBFS_ALIGN would be left before the next file.
 */
size_t fw_section_shrink(
	const struct fw_tree *tree, uint32_t node, size_t less, struct blob *bytes);

#endif
