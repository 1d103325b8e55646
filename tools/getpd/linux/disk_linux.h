/* SPDX-License-Identifier: MIT */
/* What a disk is, by its folder in /sys/devices. */
#ifndef BIOSBELT_GETPD_DISK_LINUX_H
#define BIOSBELT_GETPD_DISK_LINUX_H

#include "linux/walk_linux.h"

/* Takes the text of folder/name when the node has none of that kind yet. */
void disk_set_attr(
	struct walk *w, size_t node, enum node_text which, const char *folder, const char *name);
/* Model, serial, WWID, bus and kind of the disk. */
enum err_code disk_describe(struct walk *w, size_t node, const char *folder);
/* True when the kernel has lost it although it is still listed. */
bool disk_is_offline(const char *folder);

#endif
