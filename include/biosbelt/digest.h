/* SPDX-License-Identifier: MIT */
/*
 * The digests and checksums of files and firmware with one interface. Nettle computes SHA-1,
 * SHA-256, SHA-384, SHA-512 (FIPS 180-4) and SM3 (GB/T 32905-2016), with the processor's own
 * instructions where there are any. The others are CRC-32 and the 8-bit sum that makes a total of
 * 0. Nothing is allocated.
 */
#ifndef BIOSBELT_DIGEST_H
#define BIOSBELT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define DIGEST_LEN_MAX 64
#define SHA256_LEN     32
#define SHA256_HEX_LEN 65 /* 64 digits and the NUL */

enum digest_alg {
	DIGEST_NONE, /* no digest, or one of an unknown kind: its length is 0 */
	DIGEST_SUM8,
	DIGEST_CRC32, /* stored little-endian */
	DIGEST_SHA1,
	DIGEST_SHA256,
	DIGEST_SHA384,
	DIGEST_SHA512,
	DIGEST_SM3
};

struct digest {
	enum digest_alg alg;
	uint32_t word;      /* SUM8, CRC32 */
	uint64_t state[32]; /* of nettle */
};

/* Bytes of a digest; 0 for DIGEST_NONE. */
size_t digest_len(enum digest_alg alg);

/* "SHA-256" ...; "none" for DIGEST_NONE. */
const char *digest_name(enum digest_alg alg);

void digest_init(struct digest *d, enum digest_alg alg);
void digest_update(struct digest *d, struct span in);
/* Writes digest_len(alg) bytes, not more, and returns that. */
size_t digest_final(struct digest *d, uint8_t *out);

void sha256_of(struct span in, uint8_t out[SHA256_LEN]);
void sha256_hex(struct span in, char out[SHA256_HEX_LEN]);
void sha256_to_hex(const uint8_t digest[SHA256_LEN], char out[SHA256_HEX_LEN]);

#endif
