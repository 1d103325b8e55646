/* SPDX-License-Identifier: MIT */
/* The body of a ready message, when it is not a body that mail can carry. */
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
/* A field that ready_body_write writes anew. */
bool ready_body_replaces(const struct ready_body *b, const struct fieldscan *field);
/* The fields that it needs, the empty line and the body. */
enum err_code ready_body_write(
	const struct ready_body *b, char *doubt, struct buf *out, struct err *err);

#endif
