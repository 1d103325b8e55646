/* SPDX-License-Identifier: MIT */
/* The key of an encrypted block: 7-Zip's CPP/7zip/Crypto/7zAes.cpp. */
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/digest.h"
#include "biosbelt/utf.h"
#include "codec/codec.h"
#include "sevenzip/sz_private.h"

#define CYCLES_MASK 0x3F
#define CYCLES_NONE 0x3F /* no hashing: the key is salt and password */
#define CYCLES_MOST 24   /* 2^24 rounds, 7-Zip's limit; more would only cost time */
#define HAS_SALT    0x80
#define HAS_IV      0x40

/* The properties of the coder. */
struct crypt {
	unsigned cycles;
	struct span salt;
	uint8_t iv[AES_BLOCK];
};

static enum err_code get_props(const struct sz_coder *c, struct crypt *out, struct err *err)
{
	struct cursor in = {.in = span_of(c->props, c->props_len)};
	uint8_t first = cursor_u8(&in), second = 0;
	struct span iv;
	size_t salt_len, iv_len;

	if ((first & (HAS_SALT | HAS_IV)) != 0)
		second = cursor_u8(&in);
	salt_len = (size_t)((first & HAS_SALT) != 0) + (second >> 4);
	iv_len = (size_t)((first & HAS_IV) != 0) + (second & 0x0F);
	out->cycles = first & CYCLES_MASK;
	out->salt = cursor_take(&in, salt_len);
	iv = cursor_take(&in, iv_len);
	if (in.bad || c->props_len > SZ_PROPS_MAX)
		return err_set(err, ERR_FORMAT, "properties of the encryption are damaged");
	if (out->cycles > CYCLES_MOST && out->cycles != CYCLES_NONE)
		return err_set(err, ERR_LIMIT, "a key of 2^%u rounds", out->cycles);
	memset(out->iv, 0, sizeof(out->iv));
	if (iv.len != 0)
		memcpy(out->iv, iv.ptr, iv.len);
	return ERR_OK;
}

static void short_key(const struct crypt *c, struct span password, uint8_t key[AES_KEY])
{
	size_t n = password.len < AES_KEY - c->salt.len ? password.len : AES_KEY - c->salt.len;

	memset(key, 0, AES_KEY);
	if (c->salt.len != 0)
		memcpy(key, c->salt.ptr, c->salt.len);
	if (n != 0)
		memcpy(key + c->salt.len, password.ptr, n);
}

static void make_key(const struct crypt *c, struct span password, uint8_t key[AES_KEY])
{
	struct digest hash;
	uint8_t number[8];
	uint64_t i;

	digest_init(&hash, DIGEST_SHA256);
	for (i = 0; i < (uint64_t)1 << c->cycles; i++) {
		put_u64le(number, i);
		digest_update(&hash, c->salt);
		digest_update(&hash, password);
		digest_update(&hash, span_of(number, sizeof(number)));
	}
	(void)digest_final(&hash, key);
}

enum err_code sz_secret_ask(struct sz_secret *s, struct err *err)
{
	enum err_code rc;
	struct blob text;
	struct buf wide;

	if (s == NULL || s->ask == NULL)
		return err_set(err, ERR_UNSUPPORTED, "encrypted; a password is needed");
	if (s->known)
		return ERR_OK;
	rc = s->ask(s->user, &text, err);
	if (rc != ERR_OK)
		return rc;
	buf_init(&wide, 0);
	rc = utf8_to_utf16le(blob_span(text), &wide, err);
	blob_wipe(&text);
	if (rc == ERR_OK)
		rc = buf_finish(&wide, &s->utf16, err);
	else
		buf_free(&wide);
	s->known = rc == ERR_OK;
	return rc;
}

void sz_secret_free(struct sz_secret *s)
{
	blob_wipe(&s->utf16);
	alloc_wipe(s->key, sizeof(s->key));
	s->known = s->has_key = false;
}

/* The previous block's key is used again if the properties are the same. */
static void find_key(struct sz_secret *s, const struct crypt *c)
{
	if (s->has_key && s->cycles == c->cycles && s->salt_len == c->salt.len &&
		span_equal(span_of(s->salt, s->salt_len), c->salt))
		return;
	if (c->cycles == CYCLES_NONE)
		short_key(c, blob_span(s->utf16), s->key);
	else
		make_key(c, blob_span(s->utf16), s->key);
	s->cycles = c->cycles;
	s->salt_len = c->salt.len;
	if (c->salt.len != 0)
		memcpy(s->salt, c->salt.ptr, c->salt.len);
	s->has_key = true;
}

enum err_code sz_crypt_open(const struct sz_coder *coder, uint64_t size, struct sz_secret *s,
	struct reader *in, struct reader **out, struct err *err)
{
	struct crypt c;
	enum err_code rc = get_props(coder, &c, err);

	if (rc == ERR_OK)
		rc = sz_secret_ask(s, err);
	if (rc != ERR_OK)
		return rc;
	find_key(s, &c);
	return aes_reader(in, s->key, c.iv, size, out, err);
}
