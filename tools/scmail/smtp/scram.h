/* SPDX-License-Identifier: MIT */
/*
 * SCRAM-SHA-256 (RFC 5802, RFC 7677), the client's side: the password is never sent, and the server
 * proves that it knows it too. Names and passwords are used unchanged (no SASLprep).
 */
#ifndef SCMAIL_SCRAM_H
#define SCMAIL_SCRAM_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define SCRAM_NONCE      33 /* 24 random bytes in base64, and its end */
#define SCRAM_KEY_LEN    32
/* RFC 7677, section 4 requires at least 4096; the upper bound limits the time a server can cost */
#define SCRAM_ROUNDS_MIN 4096
#define SCRAM_ROUNDS_MAX 10000000

struct scram {
	const char *user;
	const char *password;
	char nonce[SCRAM_NONCE];
	uint8_t server_signature[SCRAM_KEY_LEN]; /* expected by scram_verify */
};

/* The first message, without base64. nonce: printable ASCII without commas, for tests; NULL: a
 * random one. */
enum err_code scram_first(struct scram *s, const char *user, const char *password,
	const char *nonce, struct buf *out, struct err *err);
/* The answer to the server's first message. ERR_FORMAT: invalid, or with too few or too many
 * iterations. */
enum err_code scram_final(
	struct scram *s, struct span server_first, struct buf *out, struct err *err);
/* True when the server's last message proves that it knows the password. */
bool scram_verify(const struct scram *s, struct span server_final);

#endif
