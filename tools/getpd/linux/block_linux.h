/* SPDX-License-Identifier: MIT */
/* From a block device down to its disks; recursion is bounded by GRAPH_DEPTH_MAX. */
#ifndef BIOSBELT_GETPD_BLOCK_LINUX_H
#define BIOSBELT_GETPD_BLOCK_LINUX_H

#include "linux/walk_linux.h"

/* Adds below node `above` the block device with this name in /sys/class/block. */
enum err_code walk_block(struct walk *w, size_t above, const char *name);
enum err_code walk_numbers(struct walk *w, size_t above, unsigned major, unsigned minor);
/* path: a device node, or any path whose last part is the name of a block device. */
enum err_code walk_device(struct walk *w, size_t above, const char *path);
/* After an err about a device that was not found: changes it to ERR_IO with another text when /sys
 * lists no devices at all. Returns err's code. */
enum err_code block_absent(const char *root, struct err *err);
/* The kernel's name of a device node; "" when there is none. */
void block_name(const struct walk *w, const char *device, char *out, size_t cap);
/* Follows the disk's partition with this number; ERR_NOTFOUND: there is none. */
enum err_code walk_numbered(struct walk *w, size_t above, const char *disk, unsigned number);
/* The same for a leg of a larger device: a leg that cannot be followed becomes a leaf. */
enum err_code walk_leg(struct walk *w, size_t above, const char *name);
/*
 * Turns a failure below `above` into a leaf with the reason, so that the other legs still count:
 * "missing" when a device (its path given) is gone, else "unknown". Out of memory, and a system
 * that hides all devices, remain failures.
 */
enum err_code walk_soft(
	struct walk *w, size_t above, enum err_code rc, const char *name, const char *device);

#endif
