/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_BTRFS_LINUX_H
#define BIOSBELT_GETPD_BTRFS_LINUX_H

#include "linux/walk_linux.h"

/* Follows a mounted btrfs to its devices, below the node of the mount. */
enum err_code btrfs_walk(struct walk *w, size_t node, const struct mount *m);
/* Every device of a folder /sys/fs/btrfs/UUID. */
enum err_code btrfs_walk_folder(struct walk *w, size_t node, const char *folder);

#endif
