/* SPDX-License-Identifier: MIT */
/* The kernel's name of a block device, from its numbers. */
#ifndef BIOSBELT_GETPD_NUMBERS_LINUX_H
#define BIOSBELT_GETPD_NUMBERS_LINUX_H

#include <stdbool.h>
#include <stddef.h>

/* False when no such device is visible. */
bool numbers_name(const char *root, unsigned major, unsigned minor, char *out, size_t cap);

#endif
