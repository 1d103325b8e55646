/* SPDX-License-Identifier: MIT */
/* Signs that a device is in use without a visible mount, swap or stack. */
#ifndef BIOSBELT_GETPD_CLAIM_LINUX_H
#define BIOSBELT_GETPD_CLAIM_LINUX_H

#include <stdbool.h>

#include "linux/elsewhere_linux.h"

/* The kinds of signs that this system has: determined once, not for each device. */
struct claims {
	const char *root;
	unsigned mounted; /* bits of the folders that exist */
	bool journals;
	bool btrfs;
	bool looked; /* at other namespaces; only after a device without any other sign */
	struct elsewhere elsewhere;
};

void claims_open(struct claims *c, const char *root);
/* The use in words, a constant; NULL: no sign. */
const char *claims_find(struct claims *c, const char *name);
void claims_close(struct claims *c);

#endif
