/* SPDX-License-Identifier: MIT */
/* Down from a block device or a path to the disks; recursion bounded by GRAPH_DEPTH_MAX. */
#ifndef BIOSBELT_GETPD_BLOCK_LINUX_H
#define BIOSBELT_GETPD_BLOCK_LINUX_H

#include "graph.h"
#include "mountinfo.h"

struct walk {
	const char *root;
	struct mounts mounts;
	struct graph *graph;
	struct err *err;
	int depth;
	int partition;   /* number of the partition walk_block comes from; it takes it */
	bool elsewhere;  /* some part is not on a local disk */
	char where[160]; /* words for that */
};

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
/* A path in a file system. */
enum err_code walk_path(struct walk *w, size_t above, const char *path);
enum err_code walk_mount(struct walk *w, size_t above, const struct mount *m);
/* Every device of /sys/fs/btrfs/UUID. */
enum err_code walk_btrfs_folder(struct walk *w, size_t node, const char *folder);

#endif
