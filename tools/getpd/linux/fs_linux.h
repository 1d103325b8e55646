/* SPDX-License-Identifier: MIT */
/* Follows a mounted file system to its devices, by its type. */
#ifndef BIOSBELT_GETPD_FS_LINUX_H
#define BIOSBELT_GETPD_FS_LINUX_H

#include "linux/walk_linux.h"

/* node: of the mount. Anything that cannot be followed becomes a leaf. */
enum err_code fs_walk(struct walk *w, size_t node, const struct mount *m);

#endif
