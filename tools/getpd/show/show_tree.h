/* SPDX-License-Identifier: MIT */
/* The layers between what was asked for and its disks, as one line or as a tree. */
#ifndef BIOSBELT_GETPD_SHOW_TREE_H
#define BIOSBELT_GETPD_SHOW_TREE_H

#include "core/graph.h"

/* " -> /dev/dm-0 (crypt home) -> file /x.img -> ": every layer on the way to the disk that is no
 * mount and no partition. */
void chain_add(struct buf *out, const struct graph *g, const struct found_disk *d);
/* The same layers alone: "/dev/dm-0 /dev/loop0". */
void layers_add(struct buf *out, const struct graph *g, const struct found_disk *d);
/* Every layer below node 0 on a line of its own; what was shown before is not repeated. */
void tree_add(struct buf *out, const struct graph *g);
/* Powers of 1000, as disks are sold: "512 GB". */
void size_add(struct buf *out, uint64_t size);
/* Control characters of hostile names escaped. */
void text_add(struct buf *out, const char *text);

#endif
