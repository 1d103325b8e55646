/* SPDX-License-Identifier: MIT */
/* CRC-32 (IEEE 802.3, reflected 0xEDB88320, as zlib, EDK2 and 7z use it). */
#ifndef BIOSBELT_HASH_H
#define BIOSBELT_HASH_H

#include <stdint.h>

#include "biosbelt/span.h"

/* CRC of in, continuing from crc (0 to begin). */
uint32_t crc32_update(uint32_t crc, struct span in);

#endif
