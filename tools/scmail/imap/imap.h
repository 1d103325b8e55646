/* SPDX-License-Identifier: MIT */
/*
 * A folder of an IMAP server (RFC 9051), by libcurl: adds a copy of a mail, and searches for a
 * mail. All calls share one connection.
 */
#ifndef SCMAIL_IMAP_H
#define SCMAIL_IMAP_H

#include <stdbool.h>

#include "message/message.h"
#include "smtp/session.h"

struct imap;

/*
 * url: imap://HOST[:PORT]/FOLDER or imaps://...; FOLDER in UTF-8, %XX as in every URL. Log-in,
 * certificates and timeouts are those of o; imap:// is secured by STARTTLS unless o->tls is
 * SMTP_PLAIN. ERR_USAGE: invalid URL.
 */
enum err_code imap_open(
	const char *url, const struct smtp_opts *o, struct imap **out, struct err *err);
void imap_close(struct imap *i); /* NULL is fine */

/* Adds the message, marked as read. */
enum err_code imap_append(struct imap *i, struct message *m, struct err *err);
/* *found: a mail with this Message-ID is in the folder. ERR_UNSUPPORTED: the id cannot be searched.
 */
enum err_code imap_find(struct imap *i, const char *id, bool *found, struct err *err);

#endif
