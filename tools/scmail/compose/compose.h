/* SPDX-License-Identifier: MIT */
/* From the options to a message: files are opened, checked and decoded before any connection. */
#ifndef SCMAIL_COMPOSE_H
#define SCMAIL_COMPOSE_H

#include "options.h"

struct composed {
	struct mail mail;
	struct message *message;
	struct blob text;
	struct blob html;
	struct blob calendar;
	struct mail_attach *attach;
	struct blob *bytes; /* of attachments already read */
	size_t byte_count;
	char **owned; /* names and content ids */
	size_t owned_count;
	struct mail_header *headers;
	const char **to; /* the envelope: to, cc and bcc, each address once */
	size_t to_count;
	/* Other recipients have it, or may get it, by another try: its Message-ID in a folder does
	 * not prove that these do. */
	bool in_parts;
	/* Doubtful encodings, for a warning; "": none. */
	char warning[256];
};

/* A copy of text that c owns; NULL: out of memory. */
const char *composed_own(struct composed *c, const char *text, size_t len);
/* text with the values of the row, or text itself without --merge. what: for messages. */
enum err_code composed_fill(const struct options *o, struct composed *c, const char *text,
	const char *what, const char **out, struct err *err);
/* Free *out with compose_free in any case. */
enum err_code compose(const struct options *o, struct composed *out, struct err *err);
/* Reads o->merge into *m; the caller then sets o->merging to it. */
enum err_code compose_table(const struct options *o, struct merging *m, struct err *err);
void compose_free(struct composed *c);

#endif
