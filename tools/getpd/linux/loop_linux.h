/* SPDX-License-Identifier: MIT */
/* What a loop device writes to: by name for everybody, by number for whoever may open it. */
#ifndef BIOSBELT_GETPD_LOOP_LINUX_H
#define BIOSBELT_GETPD_LOOP_LINUX_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/sysfs.h"

struct loop {
	char file[SYSFS_PATH_MAX]; /* as the mount namespace of whoever made it had it */
	bool known;                /* the kernel told the numbers below */
	uint64_t device;           /* st_dev of the file */
	uint64_t inode;
	uint64_t node; /* st_rdev when it is a block device, else 0 */
};

/* name: loop0; folder: its folder in /sys. False when it has no file. */
bool loop_read(const char *root, const char *name, const char *folder, struct loop *out);
/* Whether that path leads to the very file; false too when the kernel told no numbers. */
bool loop_is_file(const struct loop *loop, const char *path);
/* Two loops of one file. */
bool loop_same(const struct loop *a, const struct loop *b);

#endif
