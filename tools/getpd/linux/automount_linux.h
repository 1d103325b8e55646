/* SPDX-License-Identifier: MIT */
/* Automounts that nobody has triggered yet, and /etc/fstab. */
#ifndef BIOSBELT_GETPD_AUTOMOUNT_LINUX_H
#define BIOSBELT_GETPD_AUTOMOUNT_LINUX_H

#include "linux/walk_linux.h"

/* Follows the source that would be mounted there according to /etc/fstab or systemd's units; else
 * adds a leaf "unknown". Triggers no mount. */
enum err_code automount_walk(struct walk *w, size_t node, const struct mount *m);
/* The source that /etc/fstab has for a mount point; ERR_NOTFOUND: none. */
enum err_code fstab_find(const char *root, const char *point, char *source, size_t cap);

#endif
