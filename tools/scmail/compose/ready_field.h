/* SPDX-License-Identifier: MIT */
/* The fields of a ready message: unchanged, or in a form that a header may have. */
#ifndef SCMAIL_READY_FIELD_H
#define SCMAIL_READY_FIELD_H

#include "biosbelt/err.h"
#include "message/fieldscan.h"

/* Bytes that no header may hold, a line too long, or one with nothing but blanks. */
bool ready_field_is_odd(const struct fieldscan *s);
/* The value on one line in UTF-8, without control characters. warning: TEXTIN_WARNING bytes. */
enum err_code ready_field_text(
	const struct fieldscan *s, char *warning, struct buf *out, struct err *err);
/* Unchanged, but for line ends and blanks before the colon. */
void ready_field_copy(const struct fieldscan *s, struct buf *out);

/* Content-Type and Content-Disposition: no place for encoded words. */
bool ready_field_has_parameters(const struct fieldscan *s);
/* Such a field, with the values in other bytes than ASCII as RFC 2231 has them. */
enum err_code ready_field_parameters(
	const struct fieldscan *s, char *warning, struct buf *out, struct err *err);

#endif
