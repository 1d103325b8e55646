/* SPDX-License-Identifier: MIT */
/*
 * Address fields in mails of any program: comments, groups, quoted strings, source
 * routes, names of local users without a domain (RFC 5322, sections 3.4 and 4.4). Refuses
 * nothing: before sending, addresses are checked with addr_parse.
 */
#ifndef SCMAIL_MAILBOX_H
#define SCMAIL_MAILBOX_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define MAILBOX_MAX 10000 /* of one field */

struct mailbox {
	char *name; /* unchanged, with quotes; "": none */
	char *spec; /* the bare address: "a@b", "root" */
};

struct mailbox_list {
	struct mailbox *items;
	size_t count;
	bool semicolons; /* are between addresses, as Outlook writes them and headers must not */
};

/* Adds the addresses of text. ERR_NOMEM or ERR_LIMIT; the caller frees the list in any case. */
enum err_code mailbox_parse(struct mailbox_list *list, struct span text, struct err *err);
void mailbox_free(struct mailbox_list *list);

/* Removes quotes and backslashes, in place. */
void mailbox_unquote(char *name);

#endif
