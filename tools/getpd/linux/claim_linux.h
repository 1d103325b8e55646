/* SPDX-License-Identifier: MIT */
/* Signs that a device is in use although no mount, swap or stack that can be seen says so. */
#ifndef BIOSBELT_GETPD_CLAIM_LINUX_H
#define BIOSBELT_GETPD_CLAIM_LINUX_H

#include <stdbool.h>

#include "linux/elsewhere_linux.h"

/* Which kinds of signs this system has at all: asked once, not for each device. */
struct claims {
	const char *root;
	unsigned mounted; /* bits of the folders that are there */
	bool journals;
	bool btrfs;
	bool looked; /* at other namespaces: not before the first device without another sign */
	struct elsewhere elsewhere;
};

void claims_open(struct claims *c, const char *root);
/* Words for the use; NULL: no such sign. A constant. */
const char *claims_find(struct claims *c, const char *name);
void claims_close(struct claims *c);

#endif
