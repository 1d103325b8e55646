/* SPDX-License-Identifier: MIT */
/* Shared by query_linux.c and volumes_linux.c. */
#ifndef BIOSBELT_GETPD_QUERY_LINUX_H
#define BIOSBELT_GETPD_QUERY_LINUX_H

#include "core/query.h"
#include "linux/block_linux.h"

/* Reads the mounts; free them with mounts_free(&w->mounts). */
enum err_code walk_open(
	struct walk *w, const struct query_opts *opts, struct graph *g, struct err *err);
#define NAME_SIZE 256 /* of a device, the NUL included */

/* All disks in the order of their numbers. */
struct disks {
	const char *parts; /* private */
	char (*names)[NAME_SIZE];
	size_t count, cap;
	bool failed;
};

/* False when out of memory. Free names in any case. */
bool disks_list(const char *root, struct disks *out);
/* Sets the second field of --raw: the rank of the disk in the natural order of names. */
void number_disks(const struct disks *disks, struct graph *g);
/* As query_run, for a name of /sys/class/block. */
enum err_code query_block(
	const struct query_opts *opts, const char *name, struct graph *out, struct err *err);

#endif
