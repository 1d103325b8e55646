/* SPDX-License-Identifier: MIT */
/* The partition that the firmware started the system from. */
#ifndef BIOSBELT_GETPD_BOOTED_LINUX_H
#define BIOSBELT_GETPD_BOOTED_LINUX_H

#include <stdbool.h>
#include <stdint.h>

struct booted {
	char option[16]; /* "Boot0001" */
	uint64_t start;  /* in logical blocks */
	uint64_t blocks;
};

/* False: no UEFI, or unknown. */
bool booted_find(const char *root, struct booted *out);
/* True when this partition (a name in /sys/class/block) is the one. */
bool booted_is(const struct booted *b, const char *root, const char *name);

#endif
