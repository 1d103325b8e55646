/* SPDX-License-Identifier: MIT */
/*
 * Private keys for signing mails (DKIM): RSA (RFC 8301) and Ed25519 (RFC 8463). They are PEM of
 * PKCS #8 or PKCS #1, or the 32 bytes of an Ed25519 seed in base64. Hostile input: any bytes.
 */
#ifndef SCMAIL_DKIM_KEY_H
#define SCMAIL_DKIM_KEY_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define DKIM_KEY_FILE_MAX  65536
#define DKIM_HASH_LEN      32
#define DKIM_SIGNATURE_MAX 1024 /* bytes: of RSA with 8192 bits */

struct dkim_key;

/* ERR_FORMAT: invalid, err has the fault; ERR_UNSUPPORTED: valid, but of another kind. */
enum err_code dkim_key_open(struct span file, struct dkim_key **out, struct err *err);
void dkim_key_close(struct dkim_key *k); /* overwrites it; NULL is fine */
/* "rsa-sha256", "ed25519-sha256" */
const char *dkim_key_algorithm(const struct dkim_key *k);
/* Signs a SHA-256. *len: bytes of the signature. */
enum err_code dkim_key_sign(const struct dkim_key *k, const uint8_t hash[DKIM_HASH_LEN],
	uint8_t out[DKIM_SIGNATURE_MAX], size_t *len, struct err *err);

#endif
