/* SPDX-License-Identifier: MIT */
/* The partition that the firmware started the system from. */
#ifndef BIOSBELT_GETPD_BOOTED_LINUX_H
#define BIOSBELT_GETPD_BOOTED_LINUX_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct booted {
	char option[16]; /* "Boot0001" */
	uint64_t start;  /* in logical blocks */
	uint64_t blocks;
};

/* ERR_NOTFOUND: no UEFI, or unknown; ERR_NOMEM. */
enum err_code booted_find(const char *root, struct booted *out);
/* True when this partition (a name in /sys/class/block) is the one. */
bool booted_is(const struct booted *b, const char *root, const char *name);

#endif
