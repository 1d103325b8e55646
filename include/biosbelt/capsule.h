/* SPDX-License-Identifier: MIT */
/*
 * Capsules: firmware after a header that an update program hands to the firmware. Sources: UEFI
 * 2.10, 8.5.3 (header) and 23.3 (FMP); LongSoft/UEFITool common/ffs.h (the others). AMI puts the
 * offset of the image after the common header. All but the plain ones are signed.
 */
#ifndef BIOSBELT_CAPSULE_H
#define BIOSBELT_CAPSULE_H

#include "biosbelt/guid.h"
#include "biosbelt/span.h"

#define CAPSULE_HEAD_MIN 28u

struct capsule {
	struct guid guid;
	const char *name; /* static */
	bool is_signed;
	uint32_t head; /* bytes before the image, as the header says */
	uint32_t size; /* of the whole, as the header says */
};

/* False: no GUID of a capsule at off, or no room for its header. The numbers may be wrong. */
bool capsule_read(struct span in, size_t off, struct capsule *out);

/* The first signed capsule from an offset on that is whole and holds 64 KiB or more. */
bool capsule_find_signed(struct span in, size_t from, size_t *off, struct capsule *out);

#endif
