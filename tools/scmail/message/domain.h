/* SPDX-License-Identifier: MIT */
/*
 * Domain names for a mail server: ASCII labels of IDNA 2008 (RFC 5891) after the mapping of Unicode
 * TS 46, non-transitional. libidn2 does it on every system, so a name is the same domain
 * everywhere. Capitals, full-width letters, decomposed accents and the full stops of Chinese and
 * Japanese keyboards are mapped; sharp s and final sigma are kept.
 */
#ifndef SCMAIL_DOMAIN_H
#define SCMAIL_DOMAIN_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define DOMAIN_LABEL_MAX 63
#define DOMAIN_MAX       255 /* RFC 5321, section 4.5.3.1.2 */

/* Appends the ASCII form of domain (UTF-8), in lower case. ERR_USAGE when it is not a domain. */
enum err_code domain_ascii(const char *domain, struct buf *out, struct err *err);

#endif
