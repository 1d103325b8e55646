/* SPDX-License-Identifier: MIT */
/*
 * Header fields set by the user. The encoding of a field's text depends on its class, which follows
 * from its name. Encoded words are right in a Subject but destroy an address, a message id or a URL
 * (RFC 2047, section 5). Invalid texts are refused.
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

/* By its name, ignoring case; unknown fields are FIELD_TEXT. */
enum field_class field_class_of(const char *name);

/* Compares names of fields, ignoring case. */
bool field_same_name(const char *a, const char *b);
/* Refuses invalid names, and names of fields that scmail writes itself. */
enum err_code field_name_ok(const char *name, struct err *err);

/* Adds "Name: value" and folds it, with values inserted into the parts of value (e NULL: none).
 * ERR_USAGE: the value is invalid in such a field; nothing is added. Addresses with UTF-8 local
 * parts stay in UTF-8 (RFC 6532). */
enum err_code field_write(struct buf *out, const char *name, const char *value,
	const struct expander *e, struct err *err);

#endif
