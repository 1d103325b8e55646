/* SPDX-License-Identifier: MIT */
/* What a mounted file system stands on, by its type. */
#ifndef BIOSBELT_GETPD_FS_LINUX_H
#define BIOSBELT_GETPD_FS_LINUX_H

#include "linux/walk_linux.h"

/* Below the node of the mount; what cannot be followed becomes a leaf of the graph. */
enum err_code fs_walk(struct walk *w, size_t node, const struct mount *m);

#endif
