/* SPDX-License-Identifier: MIT */
/* Disks and what stands in their place, as text for people. */
#ifndef BIOSBELT_GETPD_SHOW_LINE_H
#define BIOSBELT_GETPD_SHOW_LINE_H

#include "core/graph.h"

/* "/dev/sda (partition 2), MODEL, SERIAL, usb, 32 GB" */
void disk_add(struct buf *out, const struct graph *g, const struct found_disk *d);
/* A disk that is gone, or what cannot be found out. */
void leaf_add(struct buf *out, const struct graph *g, size_t node);
/* Warnings for every node that has a note; leaves: for those too. */
void notes_print(const struct graph *g, bool leaves);

#endif
