/* SPDX-License-Identifier: MIT */
/*
 * DKIM (RFC 6376): a field that proves the domain of a mail to its receiver. The whole message is
 * read once for it, with attachments; exactly the same bytes must be sent afterwards.
 * Canonicalization is relaxed/relaxed.
 */
#ifndef SCMAIL_DKIM_H
#define SCMAIL_DKIM_H

#include "message/dkim_key.h"
#include "message/message.h"

struct dkim_signer {
	const struct dkim_key *key;
	const char *selector;
	const char *domain;
};

/* Checks for letters, digits, '-' and '.' as in a domain; what: for messages. */
enum err_code dkim_name_ok(const char *name, const char *what, struct err *err);

/* Adds a "DKIM-Signature: ..." of each signer, with its line end, to fields. ERR_FORMAT: a header
 * without From or of more than a megabyte. */
enum err_code dkim_sign(struct message *m, const struct dkim_signer *signers, size_t count,
	int64_t time_s, struct buf *fields, struct err *err);

#endif
