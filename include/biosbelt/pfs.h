/* SPDX-License-Identifier: MIT */
/*
 * Dell's update format, PFS: packed sections in an update program, and volumes of entries, in a
 * section or bare. Entries may consist of BIOS Guard blocks, each of which names the place of its
 * data. Sizes and offsets are bytes of the span given. Nothing is allocated.
 *
 * Source: platomav/BIOSUtilities, dell_pfs_extract.py and ami_pfat_extract.py.
 */
#ifndef BIOSBELT_PFS_H
#define BIOSBELT_PFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/guid.h"
#include "biosbelt/span.h"

#define PFS_TAG     "PFS.HDR."
#define PFS_TAG_LEN 8u

/* Of a section: u32 size and u8 type before it, u8 XOR of the 15 bytes and a zlib stream after. */
#define PFS_SECTION_MARK_LEN 10u
#define PFS_SECTION_BEFORE   5u
extern const uint8_t pfs_section_mark[PFS_SECTION_MARK_LEN];

struct pfs_section {
	size_t stream, stream_len;
	size_t len;   /* with header, and footer when there is one */
	uint8_t type; /* 0xAA firmware, 0xBB utilities */
	bool footer;  /* it has the footer that it should have */
};
/* The section that begins at off; false: none, or neither header nor footer is right. */
bool pfs_section_parse(struct span in, size_t off, struct pfs_section *out);

struct pfs_volume {
	size_t payload, payload_end; /* the entries */
	size_t len;                  /* with header, and footer when there is one */
	bool footer;
	bool sum_ok; /* CRC-32 of the footer; meaningless without one */
};
/* The volume that begins at off with at least one entry; false: none. */
bool pfs_volume_parse(struct span in, size_t off, struct pfs_volume *out);

struct pfs_entry {
	struct guid guid;
	size_t data, data_len;
	size_t meta, meta_len;
	size_t next; /* of the entry after it */
};
/* The entry at pos; false: none that ends at or before end. */
bool pfs_entry_parse(struct span in, size_t pos, size_t end, struct pfs_entry *out);

struct pfs_block {
	size_t data, data_len;
	uint32_t place;   /* offset in the firmware */
	uint32_t address; /* orders blocks of one place */
};
/* The BIOS Guard block that an entry is; false: it is something else. */
bool pfs_block_parse(struct span in, const struct pfs_entry *entry, struct pfs_block *out);

#endif
