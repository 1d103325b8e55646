/* SPDX-License-Identifier: MIT */
/* The queries of getpd; query_linux.c and query_windows.c. */
#ifndef BIOSBELT_GETPD_QUERY_H
#define BIOSBELT_GETPD_QUERY_H

#include "core/graph.h"

struct query_opts {
	const char *root;   /* prefix of /sys, /proc and /dev, else ""; Linux only */
	bool path_only;     /* "c:" is a file name, not a drive */
	bool strict;        /* two answers for a drive letter are an error */
	bool without_disks; /* query_all also lists volumes in memory or on a network */
	bool is_part;       /* the caller says what could not be read (sysfs_whole); Linux only */
	const char *map; /* only this rule for drive letters: wsl, wine, mtools, own; NULL: all */
};

/*
 * Finds the disks below `what`. ERR_NOTFOUND: no such drive, path or device; ERR_UNSUPPORTED: not
 * on a local disk (err names the place); ERR_BUSY, ERR_DENIED: refused for now. *out is valid after
 * ERR_UNSUPPORTED too: free it in any case. If the label of node 0 is "wsl" then, it is a drive of
 * the Windows that runs this Linux, which getpd.exe can query.
 */
enum err_code query_run(
	const struct query_opts *opts, const char *what, struct graph *out, struct err *err);

/* True when the graph is the answer, even if there is no local disk. */
static inline bool query_answered(enum err_code rc)
{
	return rc == ERR_OK || rc == ERR_UNSUPPORTED;
}

/* Every mounted volume on local disks; each has its own graph (node 0: its mount). */
enum err_code query_all(const struct query_opts *opts,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err);

/* The name of a disk as in NODE_NAME ("sda", "PhysicalDrive0") from the user's text. */
enum err_code query_disk_name(
	const struct query_opts *opts, const char *what, char *out, size_t cap, struct err *err);

#endif
