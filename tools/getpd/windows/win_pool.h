/* SPDX-License-Identifier: MIT */
/* Storage Spaces: the disks that a disk of a storage pool is put together from. */
#ifndef BIOSBELT_GETPD_WIN_POOL_H
#define BIOSBELT_GETPD_WIN_POOL_H

#include "core/graph.h"
#include "windows/win_api.h"

/* Puts the pool's disks below the node, which is disk number of Windows. What the system does not
 * tell is unknown. */
enum err_code win_pool_follow(
	const struct win_api *api, struct graph *g, size_t node, unsigned number, struct err *err);

#endif
