/* SPDX-License-Identifier: MIT */
#include "biosbelt/digest.h"

#include <string.h>

static const struct {
	const char *name;
	size_t len;
	size_t block; /* 0: not a block hash of this file */
} kinds[] = {
	[DIGEST_NONE] = {"none", 0, 0},
	[DIGEST_SUM8] = {"8-bit sum", 1, 0},
	[DIGEST_CRC32] = {"CRC-32", 4, 0},
	[DIGEST_SHA1] = {"SHA-1", 20, 64},
	[DIGEST_SHA256] = {"SHA-256", 32, 0},
	[DIGEST_SHA384] = {"SHA-384", 48, 128},
	[DIGEST_SHA512] = {"SHA-512", 64, 128},
	[DIGEST_SM3] = {"SM3", 32, 64},
};

/* FIPS 180-4, 5.3.1, 5.3.4 and 5.3.5; GB/T 32905-2016, 4.1. */
static const uint32_t sha1_start[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
static const uint32_t sm3_start[8] = {0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC,
	0x163138AA, 0xE38DEE4D, 0xB0FB0E4E};
static const uint64_t sha384_start[8] = {0xCBBB9D5DC1059ED8, 0x629A292A367CD507, 0x9159015A3070DD17,
	0x152FECD8F70E5939, 0x67332667FFC00B31, 0x8EB44A8768581511, 0xDB0C2E0D64F98FA7,
	0x47B5481DBEFA4FA4};
static const uint64_t sha512_start[8] = {0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B,
	0xA54FF53A5F1D36F1, 0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B,
	0x5BE0CD19137E2179};

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
	switch (alg) {
	case DIGEST_SHA1:
		memcpy(d->h32, sha1_start, sizeof sha1_start);
		break;
	case DIGEST_SM3:
		memcpy(d->h32, sm3_start, sizeof sm3_start);
		break;
	case DIGEST_SHA384:
		memcpy(d->h64, sha384_start, sizeof sha384_start);
		break;
	case DIGEST_SHA512:
		memcpy(d->h64, sha512_start, sizeof sha512_start);
		break;
	case DIGEST_SHA256:
		sha256_init(&d->sha256);
		break;
	default:
		break;
	}
}

static void one_block(struct digest *d, const uint8_t *block)
{
	if (d->alg == DIGEST_SHA1)
		digest_sha1_block(d->h32, block);
	else if (d->alg == DIGEST_SM3)
		digest_sm3_block(d->h32, block);
	else
		digest_sha512_block(d->h64, block);
}

static void add_blocks(struct digest *d, struct span in)
{
	size_t size = kinds[d->alg].block;
	size_t used = (size_t)(d->count % size);
	size_t take;

	d->count += in.len;
	while (in.len > 0) {
		if (used == 0 && in.len >= size) {
			one_block(d, in.ptr);
			take = size;
		} else {
			take = size - used < in.len ? size - used : in.len;
			memcpy(d->block + used, in.ptr, take);
			used += take;
			if (used == size) {
				one_block(d, d->block);
				used = 0;
			}
		}
		in.ptr += take;
		in.len -= take;
	}
}

void digest_update(struct digest *d, struct span in)
{
	size_t i;

	if (d->alg == DIGEST_SUM8) {
		for (i = 0; i < in.len; i++)
			d->word += in.ptr[i];
	} else if (d->alg == DIGEST_CRC32) {
		d->word = crc32_update(d->word, in);
	} else if (d->alg == DIGEST_SHA256) {
		sha256_update(&d->sha256, in);
	} else if (d->alg != DIGEST_NONE) {
		add_blocks(d, in);
	}
}

static void put_be(uint8_t *p, uint64_t v, unsigned bytes)
{
	while (bytes > 0) {
		p[--bytes] = (uint8_t)v;
		v >>= 8;
	}
}

/* FIPS 180-4, 5.1: a bit, zeros, and the count of bits at the end of a block. */
static void finish_blocks(struct digest *d, uint8_t *out)
{
	static const uint8_t first = 0x80, zero = 0;
	size_t size = kinds[d->alg].block, tail = size / 8, i;
	uint64_t bits = d->count * 8;
	uint8_t end[16] = {0};

	add_blocks(d, span_of(&first, 1));
	while (d->count % size != size - tail)
		add_blocks(d, span_of(&zero, 1));
	put_be(end + tail - 8, bits, 8);
	add_blocks(d, span_of(end, tail));
	for (i = 0; i < kinds[d->alg].len / (size / 16); i++) {
		if (size == 64)
			put_be(out + 4 * i, d->h32[i], 4);
		else
			put_be(out + 8 * i, d->h64[i], 8);
	}
}

size_t digest_final(struct digest *d, uint8_t out[DIGEST_LEN_MAX])
{
	switch (d->alg) {
	case DIGEST_SUM8:
		out[0] = (uint8_t)(0 - d->word);
		break;
	case DIGEST_CRC32:
		put_u32le(out, d->word);
		break;
	case DIGEST_SHA256:
		sha256_final(&d->sha256, out);
		break;
	case DIGEST_NONE:
		break;
	default:
		finish_blocks(d, out);
		break;
	}
	return kinds[d->alg].len;
}
