/* SPDX-License-Identifier: MIT */
/*
 * The header fields of a ready message, one after the other. A header ends at an empty line or at
 * the first line that is not a field: so a text without any header is all body, as sendmail reads
 * it.
 */
#ifndef SCMAIL_FIELDSCAN_H
#define SCMAIL_FIELDSCAN_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define FIELD_NAME_MAX 100

struct fieldscan {
	struct span in;
	size_t at;         /* the next line */
	struct span whole; /* the field, line ends included */
	struct span name;  /* without blanks before the colon */
	struct span value; /* after the colon */
};

void fieldscan_init(struct fieldscan *s, struct span eml);
/* False: the header is over. */
bool fieldscan_next(struct fieldscan *s);
/* Has the field this name? lower: in small letters. */
bool fieldscan_is(const struct fieldscan *s, const char *lower);
void fieldscan_name(const struct fieldscan *s, char out[FIELD_NAME_MAX + 1]);
/* The body: valid after fieldscan_next said no. */
struct span fieldscan_body(const struct fieldscan *s);

#endif
