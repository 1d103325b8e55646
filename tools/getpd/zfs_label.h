/* SPDX-License-Identifier: MIT */
/* The label of a device of a ZFS pool. Pure. */
#ifndef BIOSBELT_GETPD_ZFS_LABEL_H
#define BIOSBELT_GETPD_ZFS_LABEL_H

#include "superblock.h"

/* The pool's name as label, its number as uuid. out is empty before. */
bool zfs_label_read(struct span head, struct superblock *out);

#endif
