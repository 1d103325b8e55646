/* SPDX-License-Identifier: MIT */
/* Lines of /proc/swaps (proc(5)). Pure. */
#ifndef BIOSBELT_GETPD_SWAPS_H
#define BIOSBELT_GETPD_SWAPS_H

#include <stdbool.h>

#include "biosbelt/span.h"

/* Calls each for every swap area; is_file: a file, not a device. each returns false to stop.
 * Returns the number of invalid lines, which are skipped; SIZE_MAX: out of memory. */
size_t swaps_each(
	struct span text, bool (*each)(void *user, const char *path, bool is_file), void *user);

#endif
