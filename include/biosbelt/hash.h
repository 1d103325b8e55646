/* SPDX-License-Identifier: MIT */
/* CRC-32 (IEEE 802.3, reflected 0xEDB88320, as zlib, EDK2 and 7z use it) and SHA-256 (FIPS 180-4).
 */
#ifndef BIOSBELT_HASH_H
#define BIOSBELT_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define SHA256_LEN     32
#define SHA256_HEX_LEN 65 /* 64 digits and the NUL */

/* CRC of in, continuing from crc (0 to begin). */
uint32_t crc32_update(uint32_t crc, struct span in);

struct sha256 {
	uint32_t state[8];
	uint64_t count; /* bytes so far */
	uint8_t block[64];
};

void sha256_init(struct sha256 *s);
void sha256_update(struct sha256 *s, struct span in);
void sha256_final(struct sha256 *s, uint8_t out[SHA256_LEN]);
void sha256_hex(struct span in, char out[SHA256_HEX_LEN]);
void sha256_to_hex(const uint8_t digest[SHA256_LEN], char out[SHA256_HEX_LEN]);

#endif
