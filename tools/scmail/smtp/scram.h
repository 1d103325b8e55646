/* SPDX-License-Identifier: MIT */
/*
 * SCRAM-SHA-256 (RFC 5802, RFC 7677), the client's side: the password is never sent, and the server
 * proves that it knows it too. Names and passwords are taken as they are (no SASLprep).
 */
#ifndef SCMAIL_SCRAM_H
#define SCMAIL_SCRAM_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define SCRAM_NONCE      33 /* 24 random bytes in base64, and its end */
#define SCRAM_KEY_LEN    32
/* RFC 7677, section 4 wants 4096 at least; the other bound keeps a server from holding us up */
#define SCRAM_ROUNDS_MIN 4096
#define SCRAM_ROUNDS_MAX 10000000

struct scram {
	const char *user;
	const char *password;
	char nonce[SCRAM_NONCE];
	uint8_t server_signature[SCRAM_KEY_LEN]; /* that scram_verify wants to see */
};

/* The first message, without base64. nonce: printable ASCII without commas; a test names its own,
 * NULL is a random one. */
enum err_code scram_first(struct scram *s, const char *user, const char *password,
	const char *nonce, struct buf *out, struct err *err);
/* The answer to the server's first message. ERR_FORMAT: it is none, or asks for too little or too
 * much. */
enum err_code scram_final(
	struct scram *s, struct span server_first, struct buf *out, struct err *err);
/* Does the server's last message prove that it knows the password? */
bool scram_verify(const struct scram *s, struct span server_final);

#endif
