/* SPDX-License-Identifier: MIT */
/* Files of keys and certificates: PEM (RFC 7468) around DER (X.690). */
#ifndef SCMAIL_DER_H
#define SCMAIL_DER_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* Tags (X.690, section 8). */
#define DER_INTEGER  0x02
#define DER_OCTETS   0x04
#define DER_OID      0x06
#define DER_SEQUENCE 0x30
#define DER_FIRST    0xA0 /* [0], constructed */

/* Takes the next element, with that tag, from in. Lengths of up to two bytes are enough
 * for any key or certificate. */
bool der_take(struct span *in, uint8_t tag, struct span *value);

/* The text between the lines "-----BEGIN label-----" and "-----END". False: no such lines. */
bool pem_part(struct span file, const char *label, struct span *out);
/* Decodes Base64 with blanks and line ends. ERR_FORMAT: invalid. */
enum err_code pem_decode(struct span text, struct blob *out, struct err *err);

#endif
