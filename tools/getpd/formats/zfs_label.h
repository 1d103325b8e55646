/* SPDX-License-Identifier: MIT */
/* The label of a device of a ZFS pool. Pure. */
#ifndef BIOSBELT_GETPD_ZFS_LABEL_H
#define BIOSBELT_GETPD_ZFS_LABEL_H

#include "formats/member.h"

#define ZFS_LABEL_HEAD 0x11000 /* bytes from the front that are looked at */

/* The pool's name as label, its number as uuid. out is empty before. */
bool zfs_label_read(struct span head, struct member *out);

#endif
