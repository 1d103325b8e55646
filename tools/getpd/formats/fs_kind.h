/* SPDX-License-Identifier: MIT */
/* File systems that lie on no disk of this machine. Pure. */
#ifndef BIOSBELT_GETPD_FS_KIND_H
#define BIOSBELT_GETPD_FS_KIND_H

/* Words for what it is in place of a disk: "memory"; NULL: not known to be off the disks. */
const char *fs_kind_words(const char *fstype);

#endif
