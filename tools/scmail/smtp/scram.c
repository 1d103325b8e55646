/* SPDX-License-Identifier: MIT */
#include "smtp/scram.h"

#include <stdlib.h>
#include <string.h>

#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/pbkdf2.h>
#include <nettle/sha2.h>

#include "biosbelt/os.h"

#define SALT_MAX 512

/* Encodes "=" and "," in a name (RFC 5802, section 5.1). */
static void add_name(struct buf *out, const char *name)
{
	for (; *name != '\0'; name++) {
		if (*name == '=')
			buf_str(out, "=3D");
		else if (*name == ',')
			buf_str(out, "=2C");
		else
			buf_add_u8(out, (uint8_t)*name);
	}
}

enum err_code scram_first(struct scram *s, const char *user, const char *password,
	const char *nonce, struct buf *out, struct err *err)
{
	uint8_t random[24];
	enum err_code rc = ERR_OK;

	*s = (struct scram){.user = user, .password = password};
	if (nonce != NULL) {
		strncpy(s->nonce, nonce, sizeof s->nonce - 1);
	} else {
		rc = os_random(random, sizeof random, err);
		if (rc == ERR_OK)
			base64_encode_raw(s->nonce, sizeof random, random);
	}
	buf_str(out, "n,,n=");
	add_name(out, user);
	buf_printf(out, ",r=%s", s->nonce);
	return rc == ERR_OK && out->failed != ERR_OK ? err_set(err, ERR_NOMEM, "out of memory")
						     : rc;
}

/* The value of "x=..." in a list separated by commas. */
static bool find(struct span text, char name, struct span *out)
{
	size_t at = 0;

	while (at < text.len) {
		size_t end = span_find(text, at, ",", 1);

		if (end == SIZE_MAX)
			end = text.len;
		if (end - at > 2 && text.ptr[at] == (uint8_t)name && text.ptr[at + 1] == '=')
			return span_slice(text, at + 2, end - at - 2, out);
		at = end + 1;
	}
	return false;
}

static bool number(struct span text, unsigned *out)
{
	size_t i;

	*out = 0;
	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9' || *out > SCRAM_ROUNDS_MAX)
			return false;
		*out = *out * 10 + (text.ptr[i] - '0');
	}
	return text.len > 0;
}

static bool decode(struct span text, uint8_t *out, size_t *len)
{
	struct base64_decode_ctx ctx;

	if (BASE64_DECODE_LENGTH(text.len) > *len)
		return false;
	base64_decode_init(&ctx);
	return base64_decode_update(&ctx, len, out, text.len, (const char *)text.ptr) &&
	       base64_decode_final(&ctx);
}

static void hmac(const uint8_t key[SCRAM_KEY_LEN], struct span text, uint8_t out[SCRAM_KEY_LEN])
{
	struct hmac_sha256_ctx ctx;

	hmac_sha256_set_key(&ctx, SCRAM_KEY_LEN, key);
	hmac_sha256_update(&ctx, text.len, text.ptr);
	hmac_sha256_digest(&ctx, SCRAM_KEY_LEN, out);
}

/* ClientProof and ServerSignature of RFC 5802, section 3. */
static void prove(struct scram *s, struct span salt, unsigned rounds, struct span message,
	uint8_t proof[SCRAM_KEY_LEN])
{
	uint8_t salted[SCRAM_KEY_LEN];
	uint8_t key[SCRAM_KEY_LEN];
	uint8_t stored[SCRAM_KEY_LEN];
	uint8_t signature[SCRAM_KEY_LEN];
	struct sha256_ctx sha;
	size_t i;

	pbkdf2_hmac_sha256(strlen(s->password), (const uint8_t *)s->password, rounds, salt.len,
		salt.ptr, sizeof salted, salted);
	hmac(salted, span_of("Client Key", 10), key);
	sha256_init(&sha);
	sha256_update(&sha, sizeof key, key);
	sha256_digest(&sha, sizeof stored, stored);
	hmac(stored, message, signature);
	for (i = 0; i < SCRAM_KEY_LEN; i++)
		proof[i] = key[i] ^ signature[i];
	hmac(salted, span_of("Server Key", 10), key);
	hmac(key, message, s->server_signature);
	memset(salted, 0, sizeof salted);
}

enum err_code scram_final(
	struct scram *s, struct span server_first, struct buf *out, struct err *err)
{
	uint8_t salt[SALT_MAX];
	uint8_t proof[SCRAM_KEY_LEN];
	char text[BASE64_ENCODE_RAW_LENGTH(SCRAM_KEY_LEN) + 1];
	size_t salt_len = sizeof salt;
	struct span nonce;
	struct span salt_text;
	struct span rounds_text;
	unsigned rounds;
	struct buf message;

	if (!find(server_first, 'r', &nonce) || !find(server_first, 's', &salt_text) ||
		!find(server_first, 'i', &rounds_text) || !number(rounds_text, &rounds) ||
		!decode(salt_text, salt, &salt_len))
		return err_set(err, ERR_FORMAT, "the server's challenge is not one of SCRAM");
	if (!span_starts(nonce, s->nonce, strlen(s->nonce)) || nonce.len == strlen(s->nonce))
		return err_set(err, ERR_FORMAT, "the server's nonce does not go on with ours");
	if (rounds < SCRAM_ROUNDS_MIN || rounds > SCRAM_ROUNDS_MAX)
		return err_set(err, ERR_FORMAT, "the server asks for %u rounds of SCRAM", rounds);
	buf_init(&message, 0);
	buf_str(&message, "n=");
	add_name(&message, s->user);
	buf_printf(&message, ",r=%s,", s->nonce);
	buf_add(&message, server_first.ptr, server_first.len);
	buf_str(&message, ",c=biws,r=");
	buf_add(&message, nonce.ptr, nonce.len);
	if (message.failed == ERR_OK) {
		prove(s, span_of(salt, salt_len), rounds, span_of(message.ptr, message.len), proof);
		base64_encode_raw(text, sizeof proof, proof);
		buf_str(out, "c=biws,r=");
		buf_add(out, nonce.ptr, nonce.len);
		buf_str(out, ",p=");
		buf_add(out, text, BASE64_ENCODE_RAW_LENGTH(SCRAM_KEY_LEN));
	}
	buf_free(&message);
	return message.failed == ERR_OK && out->failed == ERR_OK
		       ? ERR_OK
		       : err_set(err, ERR_NOMEM, "out of memory");
}

bool scram_verify(const struct scram *s, struct span server_final)
{
	uint8_t signature[64];
	size_t len = sizeof signature;
	struct span text;

	return find(server_final, 'v', &text) && decode(text, signature, &len) &&
	       len == SCRAM_KEY_LEN && memeql_sec(signature, s->server_signature, SCRAM_KEY_LEN);
}
