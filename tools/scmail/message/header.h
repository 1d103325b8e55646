/* SPDX-License-Identifier: MIT */
/*
 * Header fields (RFC 5322 section 2.2): folded so that no line passes 76 characters where a blank
 * allows it and 998 never, 7-bit always. Other characters than ASCII go into encoded words (RFC
 * 2047) or extended parameters (RFC 2231). Texts must be UTF-8 without control characters:
 * header_text_ok checks that, no other function does.
 */
#ifndef SCMAIL_HEADER_H
#define SCMAIL_HEADER_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define HEADER_LINE     76    /* characters we aim at */
#define HEADER_WORD_MAX 75    /* RFC 2047, section 2: length of an encoded word */
#define HEADER_TEXT_MAX 65536 /* bytes of a header text we take */

/* UTF-8, no CR, LF, NUL or other control character, not too long. what: for messages. */
enum err_code header_text_ok(const char *text, const char *what, struct err *err);

/* One field under construction. */
struct header {
	struct buf *out;
	size_t column;
};

void header_begin(struct header *h, struct buf *out, const char *name);
void header_end(struct header *h);

/* Adds text that must not be broken, after a blank where a line may end. */
void header_token(struct header *h, const char *text, size_t len);
/* Adds text without a blank before it. */
void header_glue(struct header *h, const char *text, size_t len);

/* Adds unstructured text: unchanged, or as encoded words. */
void header_text(struct header *h, const char *text);
/* Adds a display name: atoms, a quoted string, or encoded words. */
void header_phrase(struct header *h, const char *text);
/*
 * A parameter "; name=value". Not ASCII: with extended as name*=UTF-8''... (in pieces when long),
 * else as encoded words in quotes, the form that QQ Mail and Outlook read.
 */
void header_param(struct header *h, const char *name, const char *value, bool extended);

/* A whole "Name: text" field. */
void header_field(struct buf *out, const char *name, const char *text);

#endif
