/* SPDX-License-Identifier: MIT */
/* Base64 of mail bodies (RFC 2045, section 6.8): lines of 76 characters, CR LF. */
#ifndef SCMAIL_BASE64_H
#define SCMAIL_BASE64_H

#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define BASE64_LINE_IN  57 /* bytes that make a line of 76 characters */
#define BASE64_LINE_OUT 78 /* the line with its CR LF */
#define BASE64_SLACK    16 /* readable bytes that must follow the input (their value is unused) */

/* Characters for len bytes, with line ends. */
uint64_t base64_len(uint64_t len);

/*
 * Encodes len bytes to out, which has room for base64_len(len); returns that number. All but the
 * last call of a body must give a multiple of BASE64_LINE_IN. Uses AVX2 or SSSE3 if available.
 */
size_t base64_lines(const uint8_t *in, size_t len, uint8_t *out);

/* Appends data as a body. */
void base64_body(struct buf *out, struct span data);

/* Without line ends, for header words; out has room for 4 * ((len + 2) / 3). */
size_t base64_word(const uint8_t *in, size_t len, uint8_t *out);

#endif
