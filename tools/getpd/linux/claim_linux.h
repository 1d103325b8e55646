/* SPDX-License-Identifier: MIT */
/* Signs that a device is in use although no mount, swap or stack that can be seen says so. */
#ifndef BIOSBELT_GETPD_CLAIM_LINUX_H
#define BIOSBELT_GETPD_CLAIM_LINUX_H

/* Words for the use; NULL: no such sign. A constant. */
const char *claim_of(const char *root, const char *name);

#endif
