/* SPDX-License-Identifier: MIT */
/* The questions getpd answers; query_linux.c and query_windows.c. */
#ifndef BIOSBELT_GETPD_QUERY_H
#define BIOSBELT_GETPD_QUERY_H

#include "core/graph.h"

struct query_opts {
	const char *root;   /* before /sys, /proc and /dev; "" for the real ones; Linux only */
	bool path_only;     /* "c:" is a file name, not a drive */
	bool strict;        /* two answers for a drive letter are an error */
	bool without_disks; /* query_all tells also of volumes in memory or on a network */
	const char *map; /* only this rule for drive letters: wsl, wine, mtools, own; NULL: all */
};

/*
 * What `what` stands on. ERR_NOTFOUND: no such drive, path or device; ERR_UNSUPPORTED: not on a
 * local disk (err says on what instead); ERR_BUSY, ERR_DENIED: refused for now. A graph that was
 * begun is handed out with ERR_UNSUPPORTED too: free it in any case. When the label of node 0 is
 * "wsl" then, it is a drive of the Windows around us, which getpd.exe can tell about.
 */
enum err_code query_run(
	const struct query_opts *opts, const char *what, struct graph *out, struct err *err);

/* The graph says what it stands on, be it no local disk in the end. */
static inline bool query_answered(enum err_code rc)
{
	return rc == ERR_OK || rc == ERR_UNSUPPORTED;
}

/* Every mounted volume on local disks; each gets a graph of its own (node 0: its mount). */
enum err_code query_all(const struct query_opts *opts,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err);

/* Name of a disk as NODE_NAME has it ("sda", "PhysicalDrive0") from what the user typed. */
enum err_code query_disk_name(
	const struct query_opts *opts, const char *what, char *out, size_t cap, struct err *err);

#endif
