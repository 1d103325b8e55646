/* SPDX-License-Identifier: MIT */
/* The content of a device: a file system, or a member of something larger. Pure. */
#ifndef BIOSBELT_GETPD_MEMBER_H
#define BIOSBELT_GETPD_MEMBER_H

#include <stdbool.h>

#include "biosbelt/span.h"

struct member {
	char type[64];    /* in libblkid's words: ext4, swap, LVM2_member; "": unknown */
	char uuid[80];    /* "": none */
	char label[1056]; /* "": none */
	bool idle;        /* of a ZFS pool that was exported or destroyed */
};

/* From a file of /run/udev/data ("E:ID_FS_TYPE=..."). False: udev reports no type. */
bool member_from_udev(struct span text, struct member *out);
/* True for a member of something larger: LVM, RAID, LUKS, ZFS, bcache, an external journal. */
bool member_is_part(const char *type);
/* True for file systems on several devices, all with the same label and UUID. */
bool member_has_several(const char *type);

#endif
