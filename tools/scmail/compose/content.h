/* SPDX-License-Identifier: MIT */
/*
 * The content fields of a message, or of one of its parts (RFC 2045, RFC 2046), and the body in a
 * form that mail can carry.
 */
#ifndef SCMAIL_CONTENT_H
#define SCMAIL_CONTENT_H

#include "biosbelt/text.h"
#include "message/fieldscan.h"

enum content_coding { CODING_NONE, CODING_QP, CODING_BASE64, CODING_OTHER };

struct content {
	struct span body;
	struct span boundary; /* of its parts; empty: none, or signed or encrypted ones */
	bool mime;            /* MIME-Version is there */
	bool declared;        /* Content-Type is there */
	bool text;            /* a text, or without a type */
	bool plain;           /* text/plain */
	bool html;            /* text/html */
	bool composite; /* multipart or message: no base64 around it (RFC 2045, section 6.4) */
	enum text_enc charset; /* declared; TEXT_NONE: not known here */
	enum content_coding coding;
	bool zero;   /* zero bytes: a text with some is in UTF-16 or the like, or none */
	bool breaks; /* those, or lines of more than 998 characters */
	bool eight_bit;
};

void content_read(struct span eml, struct content *out);

/* The body is not valid in a mail (breaks), and content_write repairs it. A body without a coding
 * is then sent in base64, which the caller declares. */
bool content_is_repaired(const struct content *c);
/* The same bytes: a text without zero bytes gets CR LF, lines that are coded are folded. What goes
 * in base64 ends with a line end. */
void content_write(const struct content *c, struct buf *out);

#endif
