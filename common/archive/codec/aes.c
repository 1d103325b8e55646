/* SPDX-License-Identifier: MIT */
/* AES-256 backwards (FIPS 197, section 5.3), on bytes; S-boxes and products are computed. */
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"

#define ROUNDS 14 /* of 256-bit keys */
#define WORD   4
#define STEP   ((size_t)4 << 10)

struct aes {
	struct reader base;
	struct reader *from;
	size_t at, have; /* of plain */
	uint64_t left;   /* bytes to give */
	bool last;
	struct err failed;
	uint8_t round[ROUNDS + 1][AES_BLOCK];
	uint8_t sbox[256], inverse[256];
	uint8_t by9[256], by11[256], by13[256], by14[256]; /* products of InvMixColumns */
	uint8_t before[AES_BLOCK];                         /* the cipher block before */
	uint8_t plain[STEP];
};

static uint8_t twice(uint8_t a)
{
	return (uint8_t)(a << 1 ^ ((a & 0x80) != 0 ? 0x1B : 0));
}

static uint8_t times(uint8_t a, unsigned b)
{
	uint8_t sum = 0;

	for (; b != 0; b >>= 1, a = twice(a))
		sum ^= (b & 1) != 0 ? a : 0;
	return sum;
}

static uint8_t rotated(uint8_t a, unsigned by)
{
	return (uint8_t)(a << by | a >> (8 - by));
}

/* p runs through all numbers but 0 and q is its inverse (3 generates the field). */
static void make_tables(struct aes *a)
{
	uint8_t p = 1, q = 1;
	unsigned i;

	do {
		p = (uint8_t)(p ^ twice(p));
		q ^= (uint8_t)(q << 1);
		q ^= (uint8_t)(q << 2);
		q ^= (uint8_t)(q << 4);
		q ^= (q & 0x80) != 0 ? 0x09 : 0;
		a->sbox[p] = (uint8_t)(q ^ rotated(q, 1) ^ rotated(q, 2) ^ rotated(q, 3) ^
				       rotated(q, 4) ^ 0x63);
	} while (p != 1);
	a->sbox[0] = 0x63;
	for (i = 0; i < 256; i++) {
		a->inverse[a->sbox[i]] = (uint8_t)i;
		a->by9[i] = times((uint8_t)i, 9);
		a->by11[i] = times((uint8_t)i, 11);
		a->by13[i] = times((uint8_t)i, 13);
		a->by14[i] = times((uint8_t)i, 14);
	}
}

/* FIPS 197, section 5.2. */
static void expand(struct aes *a, const uint8_t key[AES_KEY])
{
	uint8_t *w = a->round[0], constant = 1, t[WORD];
	size_t i, j;

	memcpy(w, key, AES_KEY);
	for (i = AES_KEY; i < sizeof(a->round); i += WORD) {
		memcpy(t, w + i - WORD, WORD);
		if (i % AES_KEY == 0) {
			uint8_t first = t[0];

			t[0] = a->sbox[t[1]] ^ constant;
			t[1] = a->sbox[t[2]];
			t[2] = a->sbox[t[3]];
			t[3] = a->sbox[first];
			constant = twice(constant);
		} else if (i % AES_KEY == AES_BLOCK) {
			for (j = 0; j < WORD; j++)
				t[j] = a->sbox[t[j]];
		}
		for (j = 0; j < WORD; j++)
			w[i + j] = w[i + j - AES_KEY] ^ t[j];
	}
}

/* InvShiftRows and InvSubBytes: byte (row r, column c) comes from column c - r. */
static void unshift(const struct aes *a, uint8_t s[AES_BLOCK])
{
	uint8_t t[AES_BLOCK];
	unsigned i;

	for (i = 0; i < AES_BLOCK; i++)
		t[i] = a->inverse[s[(i + AES_BLOCK - (i % WORD) * WORD) % AES_BLOCK]];
	memcpy(s, t, AES_BLOCK);
}

static void unmix(const struct aes *a, uint8_t s[AES_BLOCK])
{
	unsigned i;

	for (i = 0; i < AES_BLOCK; i += WORD) {
		uint8_t w = s[i], x = s[i + 1], y = s[i + 2], z = s[i + 3];

		s[i] = a->by14[w] ^ a->by11[x] ^ a->by13[y] ^ a->by9[z];
		s[i + 1] = a->by9[w] ^ a->by14[x] ^ a->by11[y] ^ a->by13[z];
		s[i + 2] = a->by13[w] ^ a->by9[x] ^ a->by14[y] ^ a->by11[z];
		s[i + 3] = a->by11[w] ^ a->by13[x] ^ a->by9[y] ^ a->by14[z];
	}
}

static void add_key(uint8_t s[AES_BLOCK], const uint8_t k[AES_BLOCK])
{
	unsigned i;

	for (i = 0; i < AES_BLOCK; i++)
		s[i] ^= k[i];
}

static void decrypt(struct aes *a, uint8_t s[AES_BLOCK])
{
	uint8_t cipher[AES_BLOCK];
	unsigned round;

	memcpy(cipher, s, AES_BLOCK);
	add_key(s, a->round[ROUNDS]);
	for (round = ROUNDS; round-- != 0;) {
		unshift(a, s);
		add_key(s, a->round[round]);
		if (round != 0)
			unmix(a, s);
	}
	add_key(s, a->before);
	memcpy(a->before, cipher, AES_BLOCK);
}

static enum err_code fill(struct aes *a, struct err *err)
{
	size_t got = 0, i;
	enum err_code rc = ERR_OK;

	a->at = a->have = 0;
	if (!a->last)
		rc = a->from->read(a->from, a->plain, STEP, &got, err);
	if (rc != ERR_OK)
		return rc;
	a->last = got < STEP;
	if (got % AES_BLOCK != 0)
		return err_set(err, ERR_FORMAT, "encrypted data are cut short");
	for (i = 0; i < got; i += AES_BLOCK)
		decrypt(a, a->plain + i);
	a->have = got;
	return ERR_OK;
}

static enum err_code aes_read(struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct aes *a = (struct aes *)r;
	uint8_t *to = ptr;

	*got = 0;
	if (cap > a->left)
		cap = (size_t)a->left;
	while (*got < cap && a->failed.code == ERR_OK) {
		size_t n;

		if (a->at == a->have && fill(a, err) != ERR_OK)
			a->failed = *err;
		n = a->have - a->at < cap - *got ? a->have - a->at : cap - *got;
		if (n == 0)
			break;
		memcpy(to + *got, a->plain + a->at, n);
		a->at += n;
		*got += n;
	}
	a->left -= *got;
	if (a->failed.code != ERR_OK)
		*err = a->failed;
	return a->failed.code;
}

static void aes_close(struct reader *r)
{
	struct aes *a = (struct aes *)r;
	volatile uint8_t *p = a->round[0]; /* so that the compiler keeps the writes */
	size_t i;

	reader_close(a->from);
	for (i = 0; i < sizeof(a->round); i++)
		p[i] = 0;
	free(a);
}

enum err_code aes_reader(struct reader *from, const uint8_t key[AES_KEY],
	const uint8_t iv[AES_BLOCK], uint64_t size, struct reader **out, struct err *err)
{
	struct aes *a = calloc(1, sizeof(*a));

	if (a == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	a->base.read = aes_read;
	a->base.close = aes_close;
	a->from = from;
	a->left = size;
	make_tables(a);
	expand(a, key);
	memcpy(a->before, iv, AES_BLOCK);
	*out = &a->base;
	return ERR_OK;
}
