/* SPDX-License-Identifier: MIT */
/* FIPS 180-4, 6.1.2 (SHA-1) and 6.4.2 (SHA-512); GB/T 32905-2016, 5.3 (SM3). */
#include "biosbelt/digest.h"

static uint32_t rol(uint32_t v, unsigned n)
{
	return n == 0 ? v : v << n | v >> (32 - n);
}

static uint64_t ror(uint64_t v, unsigned n)
{
	return v >> n | v << (64 - n);
}

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t sha1_f(unsigned t, uint32_t b, uint32_t c, uint32_t d)
{
	if (t < 20)
		return ((b & c) | (~b & d)) + 0x5A827999;
	if (t < 40)
		return (b ^ c ^ d) + 0x6ED9EBA1;
	if (t < 60)
		return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC;
	return (b ^ c ^ d) + 0xCA62C1D6;
}

void digest_sha1_block(uint32_t h[5], const uint8_t block[64])
{
	uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
	unsigned t;

	for (t = 0; t < 16; t++)
		w[t] = be32(block + 4 * t);
	for (; t < 80; t++)
		w[t] = rol(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	for (t = 0; t < 80; t++) {
		uint32_t next = rol(a, 5) + sha1_f(t, b, c, d) + e + w[t];

		e = d;
		d = c;
		c = rol(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

static uint32_t sm3_p1(uint32_t x)
{
	return x ^ rol(x, 15) ^ rol(x, 23);
}

void digest_sm3_block(uint32_t h[8], const uint8_t block[64])
{
	uint32_t w[68], v[8];
	unsigned j;

	for (j = 0; j < 16; j++)
		w[j] = be32(block + 4 * j);
	for (; j < 68; j++)
		w[j] = sm3_p1(w[j - 16] ^ w[j - 9] ^ rol(w[j - 3], 15)) ^ rol(w[j - 13], 7) ^
		       w[j - 6];
	for (j = 0; j < 8; j++)
		v[j] = h[j];
	for (j = 0; j < 64; j++) {
		uint32_t ss1 = rol(
			rol(v[0], 12) + v[4] + rol(j < 16 ? 0x79CC4519 : 0x7A879D8A, j % 32), 7);
		uint32_t ff =
			j < 16 ? v[0] ^ v[1] ^ v[2] : (v[0] & v[1]) | (v[0] & v[2]) | (v[1] & v[2]);
		uint32_t gg = j < 16 ? v[4] ^ v[5] ^ v[6] : (v[4] & v[5]) | (~v[4] & v[6]);
		uint32_t tt1 = ff + v[3] + (ss1 ^ rol(v[0], 12)) + (w[j] ^ w[j + 4]);
		uint32_t tt2 = gg + v[7] + ss1 + w[j];

		v[3] = v[2];
		v[2] = rol(v[1], 9);
		v[1] = v[0];
		v[0] = tt1;
		v[7] = v[6];
		v[6] = rol(v[5], 19);
		v[5] = v[4];
		v[4] = tt2 ^ rol(tt2, 9) ^ rol(tt2, 17);
	}
	for (j = 0; j < 8; j++)
		h[j] ^= v[j];
}

/* FIPS 180-4, 4.2.3. */
static const uint64_t sha512_k[80] = {
	0x428A2F98D728AE22,
	0x7137449123EF65CD,
	0xB5C0FBCFEC4D3B2F,
	0xE9B5DBA58189DBBC,
	0x3956C25BF348B538,
	0x59F111F1B605D019,
	0x923F82A4AF194F9B,
	0xAB1C5ED5DA6D8118,
	0xD807AA98A3030242,
	0x12835B0145706FBE,
	0x243185BE4EE4B28C,
	0x550C7DC3D5FFB4E2,
	0x72BE5D74F27B896F,
	0x80DEB1FE3B1696B1,
	0x9BDC06A725C71235,
	0xC19BF174CF692694,
	0xE49B69C19EF14AD2,
	0xEFBE4786384F25E3,
	0x0FC19DC68B8CD5B5,
	0x240CA1CC77AC9C65,
	0x2DE92C6F592B0275,
	0x4A7484AA6EA6E483,
	0x5CB0A9DCBD41FBD4,
	0x76F988DA831153B5,
	0x983E5152EE66DFAB,
	0xA831C66D2DB43210,
	0xB00327C898FB213F,
	0xBF597FC7BEEF0EE4,
	0xC6E00BF33DA88FC2,
	0xD5A79147930AA725,
	0x06CA6351E003826F,
	0x142929670A0E6E70,
	0x27B70A8546D22FFC,
	0x2E1B21385C26C926,
	0x4D2C6DFC5AC42AED,
	0x53380D139D95B3DF,
	0x650A73548BAF63DE,
	0x766A0ABB3C77B2A8,
	0x81C2C92E47EDAEE6,
	0x92722C851482353B,
	0xA2BFE8A14CF10364,
	0xA81A664BBC423001,
	0xC24B8B70D0F89791,
	0xC76C51A30654BE30,
	0xD192E819D6EF5218,
	0xD69906245565A910,
	0xF40E35855771202A,
	0x106AA07032BBD1B8,
	0x19A4C116B8D2D0C8,
	0x1E376C085141AB53,
	0x2748774CDF8EEB99,
	0x34B0BCB5E19B48A8,
	0x391C0CB3C5C95A63,
	0x4ED8AA4AE3418ACB,
	0x5B9CCA4F7763E373,
	0x682E6FF3D6B2B8A3,
	0x748F82EE5DEFB2FC,
	0x78A5636F43172F60,
	0x84C87814A1F0AB72,
	0x8CC702081A6439EC,
	0x90BEFFFA23631E28,
	0xA4506CEBDE82BDE9,
	0xBEF9A3F7B2C67915,
	0xC67178F2E372532B,
	0xCA273ECEEA26619C,
	0xD186B8C721C0C207,
	0xEADA7DD6CDE0EB1E,
	0xF57D4F7FEE6ED178,
	0x06F067AA72176FBA,
	0x0A637DC5A2C898A6,
	0x113F9804BEF90DAE,
	0x1B710B35131C471B,
	0x28DB77F523047D84,
	0x32CAAB7B40C72493,
	0x3C9EBE0A15C9BEBC,
	0x431D67C49C100D4C,
	0x4CC5D4BECB3E42B6,
	0x597F299CFC657E2A,
	0x5FCB6FAB3AD6FAEC,
	0x6C44198C4A475817,
};

static uint64_t sha512_word(const uint64_t *w)
{
	uint64_t s0 = ror(w[1], 1) ^ ror(w[1], 8) ^ w[1] >> 7;
	uint64_t s1 = ror(w[14], 19) ^ ror(w[14], 61) ^ w[14] >> 6;

	return w[0] + s0 + w[9] + s1;
}

void digest_sha512_block(uint64_t h[8], const uint8_t block[128])
{
	uint64_t w[80], v[8];
	unsigned t, i;

	for (t = 0; t < 16; t++)
		w[t] = (uint64_t)be32(block + 8 * t) << 32 | be32(block + 8 * t + 4);
	for (; t < 80; t++)
		w[t] = sha512_word(w + t - 16);
	for (i = 0; i < 8; i++)
		v[i] = h[i];
	for (t = 0; t < 80; t++) {
		uint64_t t1 = v[7] + (ror(v[4], 14) ^ ror(v[4], 18) ^ ror(v[4], 41)) +
			      ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha512_k[t] + w[t];
		uint64_t t2 = (ror(v[0], 28) ^ ror(v[0], 34) ^ ror(v[0], 39)) +
			      ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));

		for (i = 7; i > 0; i--)
			v[i] = v[i - 1];
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (i = 0; i < 8; i++)
		h[i] += v[i];
}
