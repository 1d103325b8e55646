/* SPDX-License-Identifier: MIT */
/*
 * Slim Bootloader's flash map: where its parts are. Nothing is allocated.
 *
 * Source: slimbootloader/slimbootloader, BootloaderCommonPkg/Include/Guid/FlashMapInfoGuid.h.
 */
#ifndef BIOSBELT_SLIMMAP_H
#define BIOSBELT_SLIMMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define SLIM_MAP_POINTER 8u /* its address is so far below 4 GiB, where the flash ends */
#define SLIM_MAP_HEAD    16u
#define SLIM_FLAG_BACKUP 0x40u /* of a part */

struct slim_map {
	size_t at;
	size_t base; /* of the flash, in the image */
	unsigned count;
};

struct slim_part {
	char sign[5];
	uint32_t flags;
	size_t off, len; /* with its padding */
};

/* The map at "at", of the flash that ends at end. */
bool slim_map_read(struct span image, size_t at, size_t end, struct slim_map *out);
/* False: not in the image. */
bool slim_part_read(
	struct span image, const struct slim_map *map, unsigned i, struct slim_part *out);

#endif
