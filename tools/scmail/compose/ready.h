/* SPDX-License-Identifier: MIT */
/*
 * Messages that other programs hand over as sendmail(8) takes them: header fields, an empty line,
 * the text; or a text alone. Who shall get them stands in their fields, and what mail needs and
 * they lack is added: a program of the nineties, a shell script or cron wrote them.
 */
#ifndef SCMAIL_READY_H
#define SCMAIL_READY_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "message/mailbox.h"

struct ready_fill {
	const char *from;   /* address for a message without From: "a@b" */
	const char *name;   /* its display name; NULL: none */
	const char *domain; /* of names without one, and of the Message-ID */
	/* what names without a domain become when they send; NULL: name@domain */
	const char *local_from;
};

/* Recipients of To, Cc and Bcc or, in a message that was resent, of Resent-To, -Cc and -Bcc. */
enum err_code ready_recipients(struct span eml, struct mailbox_list *out, struct err *err);
/* The address of From, as it stands; "" when there is none. To be freed. */
enum err_code ready_sender(struct span eml, char **out, struct err *err);

/*
 * The message with Date, From and Message-ID, fields of 8-bit text as encoded words, a body without
 * zero bytes and overlong lines: a text with such is sent in base64, a text in an encoding that no
 * field names, or the wrong one (US-ASCII, or UTF-8, for other bytes), is declared. All else stays
 * as it is. message_from_eml takes the result. doubt: TEXTIN_DOUBT bytes for a warning.
 */
enum err_code ready_complete(struct span eml, const struct ready_fill *fill, char *doubt,
	struct buf *out, struct err *err);

#endif
