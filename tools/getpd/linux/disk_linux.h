/* SPDX-License-Identifier: MIT */
/* Describes a disk, from its folder in /sys/devices. */
#ifndef BIOSBELT_GETPD_DISK_LINUX_H
#define BIOSBELT_GETPD_DISK_LINUX_H

#include "linux/walk_linux.h"

/* Sets the node's text to that of folder/name unless it already has one. */
void disk_set_attr(
	struct walk *w, size_t node, enum node_text which, const char *folder, const char *name);
/* Sets model, serial, WWID, bus and kind of the disk. */
enum err_code disk_describe(struct walk *w, size_t node, const char *folder);
/* True when the kernel still lists the disk but has lost it. */
bool disk_is_offline(const char *folder);

#endif
