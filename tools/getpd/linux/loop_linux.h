/* SPDX-License-Identifier: MIT */
/* The file of a loop device: by name for every user, by number for users who may open the device.
 */
#ifndef BIOSBELT_GETPD_LOOP_LINUX_H
#define BIOSBELT_GETPD_LOOP_LINUX_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/sysfs.h"

struct loop {
	char file[SYSFS_PATH_MAX]; /* its path in the mount namespace of its creator */
	bool known;                /* the numbers below are set */
	uint64_t device;           /* st_dev of the file */
	uint64_t inode;
	uint64_t node; /* st_rdev when it is a block device, else 0 */
};

/* name: loop0; folder: its folder in /sys. False when it has no file. */
bool loop_read(const char *root, const char *name, const char *folder, struct loop *out);
/* True when path is this file; false as well when the numbers are unknown. */
bool loop_is_file(const struct loop *loop, const char *path);
/* True for two loops of one file. */
bool loop_same(const struct loop *a, const struct loop *b);

#endif
