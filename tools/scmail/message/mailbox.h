/* SPDX-License-Identifier: MIT */
/*
 * Address fields as they stand in mails of any program: comments, groups, quoted strings, source
 * routes, names of local users without a domain (RFC 5322, sections 3.4 and 4.4). Nothing is
 * refused here: who sends a mail to an address checks it with addr_parse.
 */
#ifndef SCMAIL_MAILBOX_H
#define SCMAIL_MAILBOX_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define MAILBOX_MAX 10000 /* of one field */

struct mailbox {
	char *name; /* as it stands, quotes and all; "" when there is none */
	char *spec; /* what an address stands for: "a@b", "root" */
};

struct mailbox_list {
	struct mailbox *items;
	size_t count;
	bool semicolons; /* stand between addresses, as Outlook writes them and no header may */
};

/* Adds those of text. ERR_NOMEM or ERR_LIMIT; the list is the caller's in any case. */
enum err_code mailbox_parse(struct mailbox_list *list, struct span text, struct err *err);
void mailbox_free(struct mailbox_list *list);

/* A name without quotes and backslashes, in place. */
void mailbox_unquote(char *name);

#endif
