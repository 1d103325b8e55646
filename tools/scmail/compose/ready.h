/* SPDX-License-Identifier: MIT */
/*
 * Messages from other programs, as for sendmail(8): header fields, an empty line, the text; or a
 * text alone. Recipients may be in the fields. Adds what a mail needs and they lack, as they come
 * from old programs, shell scripts and cron.
 */
#ifndef SCMAIL_READY_H
#define SCMAIL_READY_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "message/mailbox.h"

struct ready_fill {
	const char *from;   /* address such as "a@b" for a message without From */
	const char *name;   /* its display name; NULL: none */
	const char *domain; /* of names without one, and of the Message-ID */
	/* sender in place of names without a domain; NULL: name@domain */
	const char *local_from;
};

/* True for a text whose first lines only look like fields ("Error: disk full") or like the
 * separator line of a mailbox ("From Monday on"): none has a name that mails, or mails of programs,
 * always have. Such a text needs an empty line first. */
bool ready_is_text(struct span eml);
/* Recipients of To, Cc and Bcc or, in a message that was resent, of Resent-To, -Cc and -Bcc. */
enum err_code ready_recipients(struct span eml, struct mailbox_list *out, struct err *err);
/* The address of From, unchanged; "": none. The caller frees it. */
enum err_code ready_sender(struct span eml, char **out, struct err *err);

/*
 * Completes the message: adds Date, From and Message-ID, and encodes 8-bit text of fields. A text
 * with zero bytes or overlong lines becomes base64. Where no field names the encoding, or US-ASCII
 * or UTF-8 is wrong for the bytes, the right one is declared. All else stays as it is.
 * message_from_eml takes the result. warning: TEXTIN_WARNING bytes for a warning.
 */
enum err_code ready_complete(struct span eml, const struct ready_fill *fill, char *warning,
	struct buf *out, struct err *err);

#endif
