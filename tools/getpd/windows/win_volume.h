/* SPDX-License-Identifier: MIT */
/*
 * Windows' volumes: the rules, over a table of the few system calls they need. Pure, so spanned
 * volumes, folder mounts, SUBST and refusals are tested everywhere with a made-up table. Handles
 * are opened with access 0: no administrator is needed.
 */
#ifndef BIOSBELT_GETPD_WIN_VOLUME_H
#define BIOSBELT_GETPD_WIN_VOLUME_H

#include "biosbelt/span.h"
#include "core/graph.h"
#include "windows/win_api.h"

#define WIN_EXTENTS_MAX 4096 /* pieces of one volume */

/* Numbers of the disks in an answer VOLUME_DISK_EXTENTS, the first cap of them, with
 * repetitions. False when it is truncated or has more pieces than cap. Pure. */
bool win_extents_parse(struct span answer, unsigned *disks, size_t cap, size_t *count);

/* The pieces as text, "0:1048576+536870912 1:0+4096": disk, offset, length in bytes. Pure. */
void win_extents_text(struct span answer, struct buf *out);

enum err_code win_query(
	const struct win_api *api, const char *what, struct graph *out, struct err *err);
/* A volume counts once for each folder it is mounted on. */
enum err_code win_all(const struct win_api *api,
	bool (*each)(void *user, const char *volume, const struct graph *g), void *user,
	struct err *err);

#endif
