/* SPDX-License-Identifier: MIT */
/* The layers between the query and its disks, as a line or as a tree. */
#ifndef BIOSBELT_GETPD_SHOW_TREE_H
#define BIOSBELT_GETPD_SHOW_TREE_H

#include "core/graph.h"

/* " -> /dev/dm-0 (crypt home) -> file /x.img -> ": every layer above the disk except mounts and
 * partitions. */
void chain_add(struct buf *out, const struct graph *g, const struct found_disk *d);
/* The same layers alone: "/dev/dm-0 /dev/loop0". */
void layers_add(struct buf *out, const struct graph *g, const struct found_disk *d);
/* Every layer below node 0, one a line; repeated parts are shown once. */
void tree_add(struct buf *out, const struct graph *g);
/* Adds a size in powers of 1000, as on the labels of disks: "512 GB". */
void size_add(struct buf *out, uint64_t size);
/* Escapes control characters of hostile names. */
void text_add(struct buf *out, const char *text);

#endif
