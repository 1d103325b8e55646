/* SPDX-License-Identifier: MIT */
/* The state of one walk down from a path or a device to the disks. */
#ifndef BIOSBELT_GETPD_WALK_LINUX_H
#define BIOSBELT_GETPD_WALK_LINUX_H

#include "core/graph.h"
#include "formats/mountinfo.h"

#define NAMES_MAX (1u << 22) /* of a folder of /sys or /proc: PID_MAX_LIMIT, the maximum */

struct walk {
	const char *root; /* prefix of /sys, /proc and /dev, or "" */
	struct mounts mounts;
	struct graph *graph;
	struct err *err;
	int depth;
	int partition;   /* number of the partition that walk_block came from and consumes */
	bool elsewhere;  /* some part is not on a local disk */
	char where[160]; /* where it is */
	/* A path in a file system: loops lead from devices to paths, and paths to devices. */
	enum err_code (*enter_path)(struct walk *w, size_t above, const char *path);
};

#endif
