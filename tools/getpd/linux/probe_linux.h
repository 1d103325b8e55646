/* SPDX-License-Identifier: MIT */
/* The content of a device: from libblkid if it is readable, else from udev's database. */
#ifndef BIOSBELT_GETPD_PROBE_LINUX_H
#define BIOSBELT_GETPD_PROBE_LINUX_H

#include "formats/member.h"

enum probe {
	PROBE_FOUND,
	PROBE_EMPTY,  /* was read, and has no known content */
	PROBE_DENIED, /* not readable for us, and unknown to udev */
	PROBE_BLIND,  /* cannot be read, or libblkid is missing */
	PROBE_NO_MEMORY
};

/* name: as in /sys/class/block; root: prefix of /sys, /dev and /run. */
enum probe probe_device(const char *root, const char *name, struct member *out);
/* Path of the device node: '!' of a kernel's name is '/'. False when it does not fit. */
bool probe_path(const char *root, const char *name, char *out, size_t cap);

#endif
