/* SPDX-License-Identifier: MIT */
/*
 * The digests and checksums that firmware is checked with, behind one interface: SHA-1, SHA-384 and
 * SHA-512 (FIPS 180-4), SHA-256, SM3 (GB/T 32905-2016), CRC-32 and the 8-bit sum that makes a total
 * of 0. Nothing is allocated.
 */
#ifndef BIOSBELT_DIGEST_H
#define BIOSBELT_DIGEST_H

#include "biosbelt/hash.h"

#define DIGEST_LEN_MAX 64

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
	uint32_t word; /* SUM8, CRC32 */
	struct sha256 sha256;
	uint32_t h32[8]; /* SHA-1, SM3 */
	uint64_t h64[8]; /* SHA-384, SHA-512 */
	uint64_t count;  /* bytes so far */
	uint8_t block[128];
};

/* Bytes of a digest; 0 for DIGEST_NONE. */
size_t digest_len(enum digest_alg alg);

/* "SHA-256" ...; "none" for DIGEST_NONE. */
const char *digest_name(enum digest_alg alg);

void digest_init(struct digest *d, enum digest_alg alg);
void digest_update(struct digest *d, struct span in);
/* Writes digest_len(alg) bytes and returns that. */
size_t digest_final(struct digest *d, uint8_t out[DIGEST_LEN_MAX]);

/* The compression functions, one block of 64 (SHA-1, SM3) or 128 bytes each. */
void digest_sha1_block(uint32_t h[5], const uint8_t block[64]);
void digest_sm3_block(uint32_t h[8], const uint8_t block[64]);
void digest_sha512_block(uint64_t h[8], const uint8_t block[128]);

#endif
