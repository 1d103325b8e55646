/* SPDX-License-Identifier: MIT */
#include "message/dkim_key.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nettle/eddsa.h>
#include <nettle/rsa.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "message/der.h"

#define RSA_BITS_MIN 1024 /* RFC 8301, section 3.2 */
#define RSA_BITS_MAX (DKIM_SIGNATURE_MAX * 8)
#define SEED_LEN     32

struct dkim_key {
	bool is_rsa;
	struct rsa_public_key pub;
	struct rsa_private_key rsa;
	uint8_t seed[SEED_LEN];
	uint8_t seed_pub[SEED_LEN];
};

static enum err_code take_rsa(struct dkim_key *k, struct span der, struct err *err)
{
	k->is_rsa = true;
	rsa_public_key_init(&k->pub);
	rsa_private_key_init(&k->rsa);
	if (!rsa_keypair_from_der(&k->pub, &k->rsa, RSA_BITS_MAX, der.len, der.ptr))
		return err_set(err, ERR_FORMAT, "the RSA key is damaged");
	if (k->pub.size * 8 < RSA_BITS_MIN)
		return err_set(err, ERR_FORMAT,
			"an RSA key of %zu bits: receivers require at least %d", k->pub.size * 8,
			RSA_BITS_MIN);
	return ERR_OK;
}

static enum err_code take_seed(struct dkim_key *k, struct span seed, struct err *err)
{
	if (seed.len != SEED_LEN)
		return err_set(err, ERR_FORMAT, "the Ed25519 key is damaged");
	memcpy(k->seed, seed.ptr, SEED_LEN);
	ed25519_sha512_public_key(k->seed_pub, k->seed);
	return ERR_OK;
}

/* PrivateKeyInfo (RFC 5208, section 5; for Ed25519 RFC 8410, section 7). */
static enum err_code take_pkcs8(struct dkim_key *k, struct span der, struct err *err)
{
	static const uint8_t rsa[] = {0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1};
	static const uint8_t ed25519[] = {0x2B, 0x65, 0x70};
	struct span all;
	struct span version;
	struct span algorithm;
	struct span oid;
	struct span key;

	if (!der_take(&der, DER_SEQUENCE, &all) || !der_take(&all, DER_INTEGER, &version) ||
		!der_take(&all, DER_SEQUENCE, &algorithm) || !der_take(&algorithm, DER_OID, &oid) ||
		!der_take(&all, DER_OCTETS, &key))
		return err_set(err, ERR_FORMAT, "the key is damaged");
	if (span_equal(oid, span_of(rsa, sizeof rsa)))
		return take_rsa(k, key, err);
	if (!span_equal(oid, span_of(ed25519, sizeof ed25519)))
		return err_set(err, ERR_UNSUPPORTED, "a key that is neither RSA nor Ed25519");
	return der_take(&key, DER_OCTETS, &version)
		       ? take_seed(k, version, err)
		       : err_set(err, ERR_FORMAT, "the Ed25519 key is damaged");
}

static enum err_code take_file(struct dkim_key *k, struct span file, struct err *err)
{
	struct span text = file;
	struct blob der;
	bool pkcs8;
	bool pkcs1;
	enum err_code rc;

	if (span_find(file, 0, "ENCRYPTED", 9) != SIZE_MAX)
		return err_set(err, ERR_UNSUPPORTED,
			"the key is encrypted: openssl pkey -in FILE -out OTHER decrypts it");
	if (span_find(file, 0, "-----BEGIN PUBLIC", 17) != SIZE_MAX)
		return err_set(err, ERR_FORMAT, "this is the public key; the private one signs");
	pkcs8 = pem_part(file, "PRIVATE KEY", &text);
	pkcs1 = !pkcs8 && pem_part(file, "RSA PRIVATE KEY", &text);
	if (!pkcs8 && !pkcs1 && span_find(file, 0, "-----", 5) != SIZE_MAX)
		return err_set(err, ERR_UNSUPPORTED, "no private key of RSA or Ed25519 in it");
	rc = pem_decode(text, &der, err);
	if (rc == ERR_FORMAT)
		return err_set(err, ERR_FORMAT, "the key is not base64");
	if (rc != ERR_OK)
		return rc;
	rc = pkcs8   ? take_pkcs8(k, blob_span(der), err)
	     : pkcs1 ? take_rsa(k, blob_span(der), err)
		     : take_seed(k, blob_span(der), err);
	alloc_wipe(der.ptr, der.len);
	blob_free(&der);
	return rc;
}

enum err_code dkim_key_open(struct span file, struct dkim_key **out, struct err *err)
{
	struct dkim_key *k = calloc(1, sizeof *k);
	enum err_code rc;

	if (k == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = take_file(k, file, err);
	if (rc != ERR_OK) {
		dkim_key_close(k);
		return rc;
	}
	*out = k;
	return ERR_OK;
}

void dkim_key_close(struct dkim_key *k)
{
	if (k == NULL)
		return;
	if (k->is_rsa) {
		rsa_private_key_clear(&k->rsa);
		rsa_public_key_clear(&k->pub);
	}
	alloc_wipe(k, sizeof *k);
	free(k);
}

const char *dkim_key_algorithm(const struct dkim_key *k)
{
	return k->is_rsa ? "rsa-sha256" : "ed25519-sha256";
}

/* For the blinding of RSA; without random bytes signing fails. */
static void random_bytes(void *user, size_t len, uint8_t *out)
{
	enum err_code *failed = user;
	struct err err;

	if (os_random(out, len, &err) != ERR_OK)
		*failed = err.code;
}

static enum err_code sign_rsa(const struct dkim_key *k, const uint8_t *hash,
	uint8_t out[DKIM_SIGNATURE_MAX], size_t *len, struct err *err)
{
	enum err_code failed = ERR_OK;
	bool good;
	mpz_t s;

	mpz_init(s);
	good = rsa_sha256_sign_digest_tr(&k->pub, &k->rsa, &failed, random_bytes, hash, s);
	if (good && failed == ERR_OK) {
		*len = k->pub.size;
		nettle_mpz_get_str_256(*len, out, s);
	}
	mpz_clear(s);
	return good && failed == ERR_OK ? ERR_OK
					: err_set(err, ERR_FORMAT, "the RSA key does not sign");
}

enum err_code dkim_key_sign(const struct dkim_key *k, const uint8_t hash[DKIM_HASH_LEN],
	uint8_t out[DKIM_SIGNATURE_MAX], size_t *len, struct err *err)
{
	if (k->is_rsa)
		return sign_rsa(k, hash, out, len, err);
	ed25519_sha512_sign(k->seed_pub, k->seed, DKIM_HASH_LEN, hash, out); /* RFC 8463, 3 */
	*len = ED25519_SIGNATURE_SIZE;
	return ERR_OK;
}
