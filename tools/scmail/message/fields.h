/* SPDX-License-Identifier: MIT */
/*
 * Header fields that the user names. What may be done to a field's text depends on its class, which
 * its name says: encoded words, for instance, are right in a Subject and destroy an address, a
 * message id or a URL (RFC 2047, section 5). A text that its field cannot have is refused.
 */
#ifndef SCMAIL_FIELDS_H
#define SCMAIL_FIELDS_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "message/expand.h"

enum field_class {
	FIELD_TEXT,      /* unstructured: RFC 5322, section 2.2.1 */
	FIELD_ADDRESS,   /* one address: Sender */
	FIELD_ADDRESSES, /* a list of them */
	FIELD_IDS,       /* message ids in angle brackets: RFC 5322, section 3.6.4 */
	FIELD_URLS,      /* URLs in angle brackets with commas between: RFC 2369 */
	FIELD_LIST_ID,   /* a name and an id in angle brackets: RFC 2919 */
	FIELD_TOKENS     /* words of ASCII that programs read: never encoded */
};

/* By its name, in any case; what is unknown is text. */
enum field_class field_class_of(const char *name);

/* Names of fields are the same in any case. */
bool field_same_name(const char *a, const char *b);
/* Is it a name that a field can have, and none that scmail writes itself? */
enum err_code field_name_ok(const char *name, struct err *err);

/* Adds "Name: value" and folds it, with values put into the parts of value (e; NULL: none).
 * ERR_USAGE: the value cannot stand in such a field; nothing is added. Addresses with UTF-8 local
 * parts come out in UTF-8 (RFC 6532). */
enum err_code field_write(struct buf *out, const char *name, const char *value,
	const struct expander *e, struct err *err);

#endif
