/* SPDX-License-Identifier: MIT */
/* Converts the body of a ready message that mail cannot carry. */
#ifndef SCMAIL_READY_BODY_H
#define SCMAIL_READY_BODY_H

#include "biosbelt/err.h"
#include "compose/content.h"

struct ready_body {
	struct content c;
	bool misdeclared; /* the body is not in that charset: it is text in UTF-8 */
	struct blob text; /* then; owned */
};

/* To be freed. */
void ready_body_look(struct span eml, struct ready_body *out);
void ready_body_free(struct ready_body *b);
/* True for a field that ready_body_write replaces. */
bool ready_body_replaces(const struct ready_body *b, const struct fieldscan *field);
/* Appends the fields of the body, the empty line and the body. */
enum err_code ready_body_write(
	const struct ready_body *b, char *warning, struct buf *out, struct err *err);

#endif
