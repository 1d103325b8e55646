/* SPDX-License-Identifier: MIT */
/* Finds devices by LABEL=, UUID=, PARTLABEL= or PARTUUID=. */
#ifndef BIOSBELT_GETPD_TAG_LINUX_H
#define BIOSBELT_GETPD_TAG_LINUX_H

#include "linux/block_linux.h"

/* True when `what` begins with such a word. */
bool tag_is(const char *what);

/*
 * Searches udev's links, the kernel's own data, then the content of readable devices. ERR_DENIED:
 * not found, but some devices were not readable.
 */
enum err_code walk_tag(struct walk *w, size_t above, const char *what);

/* The devices of a ZFS pool in use, by their labels; ERR_DENIED as above. */
enum err_code walk_pool(struct walk *w, size_t above, const char *pool, bool *found);

/* True when another device uses it: device mapper, MD. */
bool device_is_held(const char *root, const char *name);

#endif
