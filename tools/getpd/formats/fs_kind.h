/* SPDX-License-Identifier: MIT */
/* File systems that are not on a disk of this machine. Pure. */
#ifndef BIOSBELT_GETPD_FS_KIND_H
#define BIOSBELT_GETPD_FS_KIND_H

/* Where its data is instead, such as "memory"; NULL: probably on a disk. */
const char *fs_kind_words(const char *fstype);

#endif
