/* SPDX-License-Identifier: MIT */
/*
 * The header fields of a ready message, one after the other. A header ends at an empty line or at
 * the first line that is not a field: a text without a header is all body, as in sendmail.
 */
#ifndef SCMAIL_FIELDSCAN_H
#define SCMAIL_FIELDSCAN_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define FIELD_NAME_MAX 100

struct fieldscan {
	struct span in;
	size_t at;         /* the next line */
	struct span whole; /* the field with its line ends */
	struct span name;  /* without blanks before the colon */
	struct span value; /* after the colon */
};

void fieldscan_init(struct fieldscan *s, struct span eml);
/* False: end of the header. */
bool fieldscan_next(struct fieldscan *s);
/* True when the field has this name. lower: in lower case. */
bool fieldscan_is(const struct fieldscan *s, const char *lower);
void fieldscan_name(const struct fieldscan *s, char out[FIELD_NAME_MAX + 1]);
/* The body: valid after fieldscan_next returned false. */
struct span fieldscan_body(const struct fieldscan *s);

#endif
