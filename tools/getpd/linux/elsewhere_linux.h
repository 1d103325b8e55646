/* SPDX-License-Identifier: MIT */
/* Devices mounted in other mount namespaces, as far as their processes may be inspected. */
#ifndef BIOSBELT_GETPD_ELSEWHERE_LINUX_H
#define BIOSBELT_GETPD_ELSEWHERE_LINUX_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/mountinfo.h"

struct elsewhere {
	char (*spaces)[64]; /* links of the namespaces that were read */
	size_t space_count;
	struct mounts *mounts; /* of each */
	bool failed;           /* out of memory */
};

void elsewhere_open(struct elsewhere *e, const char *root);
/* True when a device, by its name in /sys/class/block, is mounted there or named by a mount. */
bool elsewhere_has(const struct elsewhere *e, const char *root, const char *name);
void elsewhere_free(struct elsewhere *e);

#endif
