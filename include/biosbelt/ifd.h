/* SPDX-License-Identifier: MIT */
/*
 * Intel flash descriptor: the first 4 KiB of a flash image, which divides the flash into regions
 * (Intel "SPI Programming Guide" of each chipset, chapter "Flash Descriptor").
 */
#ifndef BIOSBELT_IFD_H
#define BIOSBELT_IFD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define IFD_LEN           0x1000u
#define IFD_SIGNATURE     0x0FF0A55Au /* at 0x10; at 0 in descriptors of the first generation */
#define IFD_SIGNATURE_OFF 0x10u
#define IFD_REGION_MAX    16
#define IFD_BIOS          1u /* index of the BIOS region */

struct ifd_region {
	bool used;
	size_t off; /* from the start of the flash image */
	size_t len;
};

struct ifd {
	bool signature_ok; /* false: missing, but the rest is valid */
	unsigned region_count;
	struct ifd_region regions[IFD_REGION_MAX];
};

/* Reads the descriptor at off. Without its signature every other field must be valid. */
bool ifd_parse(struct span in, size_t off, struct ifd *out);

/* "descriptor", "bios", "me", "gbe", "pd", ...; never NULL. */
const char *ifd_region_name(unsigned index);

#endif
