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

#define IFD_LEN        0x1000u
#define IFD_REGION_MAX 16

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
