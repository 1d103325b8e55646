/* SPDX-License-Identifier: MIT */
/*
 * Mail addresses as users type them: "a@b", "Name <a@b>", "\"Last, First\" <a@b>", several with
 * ',' or ';' (also the full-width forms) between them. RFC 5322 section 3.4 with the additions of
 * RFC 6531 (UTF-8 local parts); domains become ASCII (domain.h).
 */
#ifndef SCMAIL_ADDR_H
#define SCMAIL_ADDR_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "message/expand.h"
#include "message/header.h"

#define ADDR_MAX      1000 /* addresses of one mail */
#define ADDR_SPEC_MAX 320  /* bytes of local@domain: 64 + 1 + 255, RFC 5321 section 4.5.3.1 */

struct addr {
	char *name;      /* display name, UTF-8; NULL: none */
	char *spec;      /* local@domain, the domain in ASCII */
	bool utf8_local; /* the local part is not ASCII: needs SMTPUTF8 */
};

struct addr_list {
	struct addr *items;
	size_t count;
};

/* Adds the addresses of text. what ("--to") is for the message. ERR_USAGE names the address. */
enum err_code addr_parse(
	struct addr_list *list, const char *text, const char *what, struct err *err);
/* The same, with values inserted into names and addresses after parsing (e NULL: none). Addresses
 * that are empty then are dropped. */
enum err_code addr_parse_filled(struct addr_list *list, const char *text, const char *what,
	const struct expander *e, struct err *err);
/* Adds the empty address, the sender of reports (RFC 5321, section 4.5.5). */
enum err_code addr_add_empty(struct addr_list *list, struct err *err);
void addr_free(struct addr_list *list);

/* Appends "To: ..." with all of list; nothing when it is empty. */
void addr_field(struct buf *out, const char *name, const struct addr_list *list);

#endif
