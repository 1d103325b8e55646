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
 * Recomputes the checksums of node and of all nodes around it in the same space, from the inside
 * out: file header and body, CRC32 section, option ROM. In a decoded stream also Apple's CRC of a
 * volume, if it was right; in the image protect_follow does that. node may be FW_NONE. bytes: of
 * that space. log gets a line for each change beyond a checksum field.
 */
void fw_checksums_redo(
	const struct fw_tree *tree, uint32_t node, struct blob *bytes, struct buf *log);

/*
 * Makes node need bytes longer. A section must be the last of its file, names, versions and
 * dependencies aside, with free space or a pad file after the file, which a file without sections
 * needs too. Or a section ends the sections packed in another one; then bytes gets longer. A CBFS
 * file or its stream needs room before the next file. In a volume, files after it that may move
 * make room, up to the next pad file that is large enough or the free space; their alignment is
 * kept. These do not move: fixed files, files that run in place or hold a volume with code that
 * does, and files of which the image or the firmware interface table holds an address. *moved:
 * number of moved files. A volume without free space at the end of packed sections becomes longer
 * itself. False: no room; nothing that matters is changed then.
 */
bool fw_section_grow(const struct fw_tree *tree, uint32_t node, size_t need, struct blob *bytes,
	uint32_t *moved);

/*
 * Makes node less bytes shorter: the last section of its file, or the stream of a CBFS file or of a
 * payload's last segment. No other file moves. The room becomes free space at the end of the
 * volume, else part of a pad file, or an empty CBFS file. Returns the bytes that became free. 0:
 * nothing is changed, as node is not the last, or the room before the next file is less than a pad
 * file or CBFS_ALIGN.
 */
size_t fw_section_shrink(
	const struct fw_tree *tree, uint32_t node, size_t less, struct blob *bytes);

#endif
