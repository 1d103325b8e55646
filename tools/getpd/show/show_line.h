/* SPDX-License-Identifier: MIT */
/* Disks, and leaves in place of disks, as text. */
#ifndef BIOSBELT_GETPD_SHOW_LINE_H
#define BIOSBELT_GETPD_SHOW_LINE_H

#include "core/graph.h"

/* "/dev/sda (partition 2), MODEL, SERIAL, usb, 32 GB" */
void disk_add(struct buf *out, const struct graph *g, const struct found_disk *d);
/* A missing disk, or an unknown one. */
void leaf_add(struct buf *out, const struct graph *g, size_t node);
/* Prints a warning for every node with a note; leaves: includes leaves. */
void notes_print(const struct graph *g, bool leaves);

#endif
