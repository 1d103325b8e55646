/* SPDX-License-Identifier: MIT */
/* Devices by what stands on them: LABEL=, UUID=, PARTLABEL=, PARTUUID=. */
#ifndef BIOSBELT_GETPD_TAG_LINUX_H
#define BIOSBELT_GETPD_TAG_LINUX_H

#include "linux/block_linux.h"

/* True when what begins with such a word. */
bool tag_is(const char *what);

/*
 * Looks among udev's links, in what the kernel itself tells, then at what stands on devices
 * that may be read. ERR_DENIED: not found, but some could not be read.
 */
enum err_code walk_tag(struct walk *w, size_t above, const char *what);

/* The devices of a ZFS pool in use, by their labels; ERR_DENIED as above. */
enum err_code walk_pool(struct walk *w, size_t above, const char *pool, bool *found);

/* True when another device stands on it: device mapper, MD. */
bool device_is_held(const char *root, const char *name);

#endif
