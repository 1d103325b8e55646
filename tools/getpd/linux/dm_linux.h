/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_DM_LINUX_H
#define BIOSBELT_GETPD_DM_LINUX_H

#include <stdbool.h>

/* *out: the number of missing legs of a device mapper array; numbers is "253:1". False when the
 * kernel refuses (it takes root), and for a made-up root. */
bool dm_failed(const char *root, const char *numbers, unsigned *out);

#endif
