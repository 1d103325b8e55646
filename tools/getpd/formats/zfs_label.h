/* SPDX-License-Identifier: MIT */
/* The label of a device of a ZFS pool. Pure. */
#ifndef BIOSBELT_GETPD_ZFS_LABEL_H
#define BIOSBELT_GETPD_ZFS_LABEL_H

#include "formats/member.h"

#define ZFS_LABEL_HEAD 0x11000 /* bytes from the front that are looked at */

/* Sets label to the pool's name and uuid to its number. *out must be empty. */
bool zfs_label_read(struct span head, struct member *out);

#endif
