/* SPDX-License-Identifier: MIT */
/*
 * A mail of RFC 5322 and MIME, produced in pieces. Headers and texts are in memory; attachments are
 * read and encoded while they are sent, so memory does not grow with them. The length is known
 * beforehand (SMTP's SIZE). Everything but addresses in UTF-8 is 7-bit, every line ends in CR LF
 * and has at most 998 characters, and no input can end a header or the mail early.
 */
#ifndef SCMAIL_MESSAGE_H
#define SCMAIL_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "message/addr.h"

#define MESSAGE_ATTACH_MAX 1000

enum mail_priority { PRIORITY_NONE, PRIORITY_LOW, PRIORITY_NORMAL, PRIORITY_HIGH };

struct mail_attach {
	const char *path; /* NULL: data is the content */
	struct span data;
	const char *name;    /* for display; UTF-8 */
	const char *type;    /* "application/pdf" */
	const char *charset; /* of a text; NULL: not stated */
	const char *cid;     /* Content-ID of an inline image, or NULL */
	uint64_t size;       /* bytes to be sent; fewer at sending time are an error */
	int64_t mtime_ns;    /* so is another time then, unless it is longer; 0: unknown */
};

struct mail_header {
	const char *name;
	const char *value;
};

struct mail {
	struct addr_list from; /* exactly one */
	struct addr_list to;
	struct addr_list cc;
	struct addr_list bcc; /* in the envelope only */
	struct addr_list reply_to;
	const char *subject; /* UTF-8; NULL: no field */
	enum mail_priority priority;
	const struct mail_header *headers; /* own ones */
	size_t header_count;
	const struct expander *expander; /* of their values; NULL: none */
	bool has_text;
	bool has_html;
	bool has_calendar;
	struct span text; /* UTF-8, any line ends */
	struct span html;
	struct span calendar; /* iCalendar (RFC 5545) */
	const struct mail_attach *attach;
	size_t attach_count;
	int64_t time_s;     /* Date, since 1970 UTC */
	int zone_min;       /* minutes east of UTC */
	uint8_t random[16]; /* for Message-ID and boundaries */
};

struct message; /* a message ready to be read */

/* Checks everything and builds the parts in memory. *mail must outlive *out. */
enum err_code message_open(const struct mail *mail, struct message **out, struct err *err);
/* A ready message (RFC 5322) from memory: line ends become CR LF, Bcc fields are left out. */
enum err_code message_from_eml(struct span eml, struct message **out, struct err *err);
void message_close(struct message *m); /* NULL is fine */

uint64_t message_len(const struct message *m);
const char *message_id(const struct message *m); /* "<...>"; "" for a ready message without one */

/* It has a byte above 127: possible in a ready message, in ours only by addresses in UTF-8. */
bool message_is_8bit(const struct message *m);
/* Its header has addresses in UTF-8, which needs a server with SMTPUTF8 (RFC 6531). Always false
 * for a ready message. */
bool message_needs_utf8(const struct message *m);
bool message_in_memory(const struct message *m); /* no attachment has to be read */

/* Sends attachments unencoded instead of in base64, for a server with BINARYMIME (RFC 3030): a
 * quarter fewer bytes. Without effect when no attachment is read from a file, or the message is
 * signed. Returns the state; call message_rewind next. */
bool message_set_binary(struct message *m, bool binary);
/* Adds header fields before all others; empties text. */
enum err_code message_prepend(struct message *m, struct buf *text, struct err *err);

/* Restarts at the first byte. */
enum err_code message_rewind(struct message *m, struct err *err);
/* The next bytes; *got is 0 at the end only. A failure (such as an attachment that became shorter)
 * is permanent. */
enum err_code message_read(struct message *m, void *ptr, size_t cap, size_t *got, struct err *err);

/* "Fri, 13 Nov 2015 13:14:15 +0800" */
void message_date(int64_t time_s, int zone_min, char out[40]);

#endif
