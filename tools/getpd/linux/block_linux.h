/* SPDX-License-Identifier: MIT */
/* Down from a block device to the disks; recursion bounded by GRAPH_DEPTH_MAX. */
#ifndef BIOSBELT_GETPD_BLOCK_LINUX_H
#define BIOSBELT_GETPD_BLOCK_LINUX_H

#include "linux/walk_linux.h"

/* Below node `above`: block device by its name in /sys/class/block. */
enum err_code walk_block(struct walk *w, size_t above, const char *name);
enum err_code walk_numbers(struct walk *w, size_t above, unsigned major, unsigned minor);
/* Device node, or anything whose last part is a block device's name. */
enum err_code walk_device(struct walk *w, size_t above, const char *path);
/* Behind an err that says what was not found: ERR_IO and other words where /sys has no devices to
 * find at all, else err's code. */
enum err_code block_absent(const char *root, struct err *err);
/* The kernel's name of a device node; "" when there is none. */
void block_name(const struct walk *w, const char *device, char *out, size_t cap);
/* Its partition of that number; ERR_NOTFOUND: it has none such. */
enum err_code walk_numbered(struct walk *w, size_t above, const char *disk, unsigned number);
/* The same for a leg that something stands on: when it cannot be followed it becomes a leaf. */
enum err_code walk_leg(struct walk *w, size_t above, const char *name);
/*
 * Turns a failure below `above` into a leaf with the reason, so that the other legs still count:
 * "missing" when a device (its path given) is gone, else "unknown". Out of memory stays a failure,
 * and so does a system whose devices are all hidden.
 */
enum err_code walk_soft(
	struct walk *w, size_t above, enum err_code rc, const char *name, const char *device);

#endif
