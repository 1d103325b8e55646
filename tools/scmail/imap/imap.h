/* SPDX-License-Identifier: MIT */
/*
 * A folder of an IMAP server (RFC 9051), by libcurl: a copy of a mail into it, and whether a mail
 * is in it. One connection serves all calls.
 */
#ifndef SCMAIL_IMAP_H
#define SCMAIL_IMAP_H

#include <stdbool.h>

#include "message/message.h"
#include "smtp/session.h"

struct imap;

/*
 * url: imap://HOST[:PORT]/FOLDER or imaps://...; FOLDER in UTF-8, %XX as in every URL. Log-in,
 * certificates and times are those of o; imap:// is secured by STARTTLS unless o->tls is
 * SMTP_PLAIN. ERR_USAGE: no such address.
 */
enum err_code imap_open(
	const char *url, const struct smtp_opts *o, struct imap **out, struct err *err);
void imap_close(struct imap *i); /* NULL is fine */

/* Adds the message, marked as read. */
enum err_code imap_append(struct imap *i, struct message *m, struct err *err);
/* Is a mail with that Message-ID in the folder? ERR_UNSUPPORTED: an id that cannot be asked for. */
enum err_code imap_find(struct imap *i, const char *id, bool *found, struct err *err);

#endif
