/* SPDX-License-Identifier: MIT */
/*
 * Intel flash descriptor: the first 4 KiB of a flash image, saying which part of the flash belongs
 * to whom (Intel "SPI Programming Guide" of each chipset, chapter "Flash Descriptor").
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
	bool signature_ok; /* false: the signature is gone, the rest looks right */
	unsigned region_count;
	struct ifd_region regions[IFD_REGION_MAX];
};

/* Reads the descriptor at off. Without the signature it must look right in every other way. */
bool ifd_parse(struct span in, size_t off, struct ifd *out);

/* "descriptor", "bios", "me", "gbe", "pd", ...; never NULL. */
const char *ifd_region_name(unsigned index);

#endif
