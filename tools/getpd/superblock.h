/* SPDX-License-Identifier: MIT */
/*
 * What a file system, swap area or LUKS volume is called, from its first bytes: for systems where
 * no udev keeps links by label and UUID. Pure. The forms are those blkid(8) prints.
 */
#ifndef BIOSBELT_GETPD_SUPERBLOCK_H
#define BIOSBELT_GETPD_SUPERBLOCK_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define SUPERBLOCK_HEAD 0x11000 /* bytes from the front that are looked at */

struct superblock {
	const char *type;   /* a constant: ext, xfs, btrfs, vfat ... */
	char uuid[64];      /* "" when it has none */
	char label[1056];   /* "" the same; UTF-8 when the format says so, else as it is */
	bool idle;          /* of a ZFS pool that was exported or destroyed */
	uint64_t label_at;  /* where on the device the label stands; see label.h */
	uint32_t label_len; /* bytes to read there; 0: label is all there is */
};

/* False when it is none of those known. head may be shorter than SUPERBLOCK_HEAD. */
bool superblock_read(struct span head, struct superblock *out);

#endif
