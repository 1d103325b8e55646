/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_DM_LINUX_H
#define BIOSBELT_GETPD_DM_LINUX_H

#include <stdbool.h>

/* How many legs of a device mapper array are gone; numbers is "253:1". False when the kernel does
 * not tell us (that takes root), and for a made-up root. */
bool dm_failed(const char *root, const char *numbers, unsigned *out);

#endif
