/* SPDX-License-Identifier: MIT */
/* A text as a MIME body: line ends made CR LF, and the transfer encoding that suits it best. */
#ifndef SCMAIL_TEXTBODY_H
#define SCMAIL_TEXTBODY_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum text_transfer { TRANSFER_7BIT, TRANSFER_QP, TRANSFER_BASE64 };

/* "7bit", "quoted-printable", "base64" */
const char *text_transfer_name(enum text_transfer t);

/* Appends the body of text (UTF-8) to out and tells how it is encoded and whether it is ASCII. */
void textbody_write(struct buf *out, struct span text, enum text_transfer *transfer, bool *ascii);

#endif
