/* SPDX-License-Identifier: MIT */
/* SHA-256 as FIPS 180-4 section 6.2 writes it. Own code: 100 lines here against a whole
 * cryptographic library in every static Windows binary. */
#include <string.h>

#include "biosbelt/hash.h"

/* FIPS 180-4, section 4.2.2. */
static const uint32_t round_constant[64] = {
	0x428a2f98,
	0x71374491,
	0xb5c0fbcf,
	0xe9b5dba5,
	0x3956c25b,
	0x59f111f1,
	0x923f82a4,
	0xab1c5ed5,
	0xd807aa98,
	0x12835b01,
	0x243185be,
	0x550c7dc3,
	0x72be5d74,
	0x80deb1fe,
	0x9bdc06a7,
	0xc19bf174,
	0xe49b69c1,
	0xefbe4786,
	0x0fc19dc6,
	0x240ca1cc,
	0x2de92c6f,
	0x4a7484aa,
	0x5cb0a9dc,
	0x76f988da,
	0x983e5152,
	0xa831c66d,
	0xb00327c8,
	0xbf597fc7,
	0xc6e00bf3,
	0xd5a79147,
	0x06ca6351,
	0x14292967,
	0x27b70a85,
	0x2e1b2138,
	0x4d2c6dfc,
	0x53380d13,
	0x650a7354,
	0x766a0abb,
	0x81c2c92e,
	0x92722c85,
	0xa2bfe8a1,
	0xa81a664b,
	0xc24b8b70,
	0xc76c51a3,
	0xd192e819,
	0xd6990624,
	0xf40e3585,
	0x106aa070,
	0x19a4c116,
	0x1e376c08,
	0x2748774c,
	0x34b0bcb5,
	0x391c0cb3,
	0x4ed8aa4a,
	0x5b9cca4f,
	0x682e6ff3,
	0x748f82ee,
	0x78a5636f,
	0x84c87814,
	0x8cc70208,
	0x90befffa,
	0xa4506ceb,
	0xbef9a3f7,
	0xc67178f2,
};

static uint32_t rotr(uint32_t v, unsigned n)
{
	return v >> n | v << (32 - n);
}

static void transform(uint32_t state[8], const uint8_t block[64])
{
	uint32_t w[64];
	uint32_t v[8];
	int i;

	for (i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (i = 16; i < 64; i++) {
		uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
		uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;

		w[i] = w[i - 16] + s0 + w[i - 7] + s1;
	}
	memcpy(v, state, sizeof v);
	for (i = 0; i < 64; i++) {
		uint32_t e = v[4];
		uint32_t a = v[0];
		uint32_t t1 = v[7] + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) +
			      ((e & v[5]) ^ (~e & v[6])) + round_constant[i] + w[i];
		uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) +
			      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof v[0]);
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (i = 0; i < 8; i++)
		state[i] += v[i];
}

void sha256_init(struct sha256 *s)
{
	static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

	memcpy(s->state, initial, sizeof initial);
	s->count = 0;
}

void sha256_update(struct sha256 *s, struct span in)
{
	const uint8_t *p = in.ptr;
	size_t left = in.len;

	while (left > 0) {
		size_t fill = (size_t)(s->count % 64);
		size_t take = 64 - fill < left ? 64 - fill : left;

		if (take == 64) {
			transform(s->state, p);
		} else {
			memcpy(s->block + fill, p, take);
			if (fill + take == 64)
				transform(s->state, s->block);
		}
		s->count += take;
		p += take;
		left -= take;
	}
}

void sha256_final(struct sha256 *s, uint8_t out[SHA256_LEN])
{
	static const uint8_t pad[64] = {0x80};
	uint64_t bits = s->count * 8;
	uint8_t length[8];
	size_t fill = (size_t)(s->count % 64);
	int i;

	sha256_update(s, span_of(pad, fill < 56 ? 56 - fill : 120 - fill));
	for (i = 0; i < 8; i++)
		length[i] = (uint8_t)(bits >> (56 - 8 * i));
	sha256_update(s, span_of(length, sizeof length));
	for (i = 0; i < 8; i++)
		put_u32be(out + 4 * i, s->state[i]);
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

void sha256_hex(struct span in, char out[SHA256_HEX_LEN])
{
	struct sha256 s;
	uint8_t digest[SHA256_LEN];

	sha256_init(&s);
	sha256_update(&s, in);
	sha256_final(&s, digest);
	sha256_to_hex(digest, out);
}
