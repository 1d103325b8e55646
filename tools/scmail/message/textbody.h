/* SPDX-License-Identifier: MIT */
/* A text as a MIME body: line ends made CR LF, and the transfer encoding that suits it best. */
#ifndef SCMAIL_TEXTBODY_H
#define SCMAIL_TEXTBODY_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum text_transfer { TRANSFER_7BIT, TRANSFER_QP, TRANSFER_BASE64 };

/* The best transfer encoding of a text (UTF-8); *ascii: the text is ASCII. */
enum text_transfer textbody_look(struct span text, bool *ascii);
/* Appends the text in that encoding. */
void textbody_write(struct buf *out, struct span text, enum text_transfer transfer);
/* Appends a MIME part: its fields, with kind as subtype, an empty line, the text. */
void textbody_part(struct buf *out, const char *kind, struct span text);

#endif
