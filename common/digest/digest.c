/* SPDX-License-Identifier: MIT */
#include "biosbelt/digest.h"

#include <string.h>

#include <nettle/nettle-meta.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sm3.h>

#include "biosbelt/hash.h"

static const struct {
	const char *name;
	size_t len;
	const struct nettle_hash *hash; /* NULL: a sum computed in this file */
} kinds[] = {
	[DIGEST_NONE] = {"none", 0, NULL},
	[DIGEST_SUM8] = {"8-bit sum", 1, NULL},
	[DIGEST_CRC32] = {"CRC-32", 4, NULL},
	[DIGEST_SHA1] = {"SHA-1", SHA1_DIGEST_SIZE, &nettle_sha1},
	[DIGEST_SHA256] = {"SHA-256", SHA256_LEN, &nettle_sha256},
	[DIGEST_SHA384] = {"SHA-384", SHA384_DIGEST_SIZE, &nettle_sha384},
	[DIGEST_SHA512] = {"SHA-512", SHA512_DIGEST_SIZE, &nettle_sha512},
	[DIGEST_SM3] = {"SM3", SM3_DIGEST_SIZE, &nettle_sm3},
};

/* The contexts and results of nettle fit struct digest. */
_Static_assert(sizeof(struct sha512_ctx) <= sizeof(((struct digest *)0)->state), "SHA-512");
_Static_assert(sizeof(struct sha256_ctx) <= sizeof(((struct digest *)0)->state), "SHA-256");
_Static_assert(sizeof(struct sha1_ctx) <= sizeof(((struct digest *)0)->state), "SHA-1");
_Static_assert(sizeof(struct sm3_ctx) <= sizeof(((struct digest *)0)->state), "SM3");
_Static_assert(SHA512_DIGEST_SIZE <= DIGEST_LEN_MAX, "the longest digest");

size_t digest_len(enum digest_alg alg)
{
	return kinds[alg].len;
}

const char *digest_name(enum digest_alg alg)
{
	return kinds[alg].name;
}

void digest_init(struct digest *d, enum digest_alg alg)
{
	memset(d, 0, sizeof *d);
	d->alg = alg;
	if (kinds[alg].hash != NULL)
		kinds[alg].hash->init(d->state);
}

void digest_update(struct digest *d, struct span in)
{
	size_t i;

	if (d->alg == DIGEST_SUM8) {
		for (i = 0; i < in.len; i++)
			d->word += in.ptr[i];
	} else if (d->alg == DIGEST_CRC32) {
		d->word = crc32_update(d->word, in);
	} else if (d->alg != DIGEST_NONE && in.len > 0) {
		kinds[d->alg].hash->update(d->state, in.len, in.ptr);
	}
}

size_t digest_final(struct digest *d, uint8_t *out)
{
	size_t len = kinds[d->alg].len;

	if (d->alg == DIGEST_SUM8)
		out[0] = (uint8_t)(0 - d->word);
	else if (d->alg == DIGEST_CRC32)
		put_u32le(out, d->word);
	else if (d->alg != DIGEST_NONE)
		kinds[d->alg].hash->digest(d->state, len, out);
	return len;
}

void sha256_to_hex(const uint8_t digest[SHA256_LEN], char out[SHA256_HEX_LEN])
{
	static const char digits[] = "0123456789abcdef";
	int i;

	for (i = 0; i < SHA256_LEN; i++) {
		out[2 * i] = digits[digest[i] >> 4];
		out[2 * i + 1] = digits[digest[i] & 15];
	}
	out[2 * SHA256_LEN] = '\0';
}

void sha256_of(struct span in, uint8_t out[SHA256_LEN])
{
	struct sha256_ctx sha;

	sha256_init(&sha);
	if (in.len > 0)
		sha256_update(&sha, in.len, in.ptr);
	sha256_digest(&sha, SHA256_LEN, out);
}

void sha256_hex(struct span in, char out[SHA256_HEX_LEN])
{
	uint8_t digest[SHA256_LEN];

	sha256_of(in, digest);
	sha256_to_hex(digest, out);
}
