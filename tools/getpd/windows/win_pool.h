/* SPDX-License-Identifier: MIT */
/* Storage Spaces: the physical disks of a storage pool's disk. */
#ifndef BIOSBELT_GETPD_WIN_POOL_H
#define BIOSBELT_GETPD_WIN_POOL_H

#include "core/graph.h"
#include "windows/win_api.h"

/* Adds the pool's disks below the node, which is the disk `number` of Windows. Disks that the
 * system does not report become a leaf "unknown". */
enum err_code win_pool_follow(
	const struct win_api *api, struct graph *g, size_t node, unsigned number, struct err *err);

#endif
