/* SPDX-License-Identifier: MIT */
/* From a path to its mount and to the devices below that. */
#ifndef BIOSBELT_GETPD_MOUNT_LINUX_H
#define BIOSBELT_GETPD_MOUNT_LINUX_H

#include "linux/walk_linux.h"

/* A path in a file system. ERR_NOTFOUND: no such path; ERR_DENIED: no access. */
enum err_code walk_path(struct walk *w, size_t above, const char *path);
enum err_code walk_mount(struct walk *w, size_t above, const struct mount *m);
/* Every device of /sys/fs/btrfs/UUID. */
enum err_code walk_btrfs_folder(struct walk *w, size_t node, const char *folder);

#endif
