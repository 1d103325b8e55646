/* SPDX-License-Identifier: MIT */
/* What stands on a device: asked of libblkid where it may be read, else of udev's database. */
#ifndef BIOSBELT_GETPD_PROBE_LINUX_H
#define BIOSBELT_GETPD_PROBE_LINUX_H

#include "formats/member.h"

enum probe {
	PROBE_FOUND,
	PROBE_EMPTY,  /* read, and nothing known is on it */
	PROBE_DENIED, /* not for us to read, and udev does not know */
	PROBE_BLIND   /* cannot be read, or libblkid is not there */
};

/* name as in /sys/class/block; root before /sys, /dev and /run. */
enum probe probe_device(const char *root, const char *name, struct member *out);
/* Path of the device node: '!' of a kernel's name is '/'. False when it does not fit. */
bool probe_path(const char *root, const char *name, char *out, size_t cap);

#endif
