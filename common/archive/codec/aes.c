/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/nettle-meta.h>

#include "biosbelt/alloc.h"
#include "codec/codec.h"

#define STEP ((size_t)16 << 10)

struct aes {
	struct reader base;
	struct reader *from;
	size_t at, have; /* plain[at, have) is not returned yet */
	uint64_t left;   /* bytes still to return */
	bool last;
	struct err failed;
	struct aes256_ctx key;
	uint8_t before[AES_BLOCK]; /* the previous cipher block */
	uint8_t plain[STEP];
};

static enum err_code fill(struct aes *a, struct err *err)
{
	size_t got = 0;
	enum err_code rc = ERR_OK;

	a->at = a->have = 0;
	if (!a->last)
		rc = a->from->read(a->from, a->plain, STEP, &got, err);
	if (rc != ERR_OK)
		return rc;
	a->last = got < STEP;
	if (got % AES_BLOCK != 0)
		return err_set(err, ERR_FORMAT, "encrypted data are cut short");
	cbc_decrypt(&a->key, nettle_aes256.decrypt, AES_BLOCK, a->before, got, a->plain, a->plain);
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

	reader_close(a->from);
	alloc_wipe(&a->key, sizeof(a->key));
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
	aes256_set_decrypt_key(&a->key, key);
	memcpy(a->before, iv, AES_BLOCK);
	*out = &a->base;
	return ERR_OK;
}
