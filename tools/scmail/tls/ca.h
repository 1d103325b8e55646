/* SPDX-License-Identifier: MIT */
/* Trusted certificates: --ca, or the system's list. */
#ifndef SCMAIL_CA_H
#define SCMAIL_CA_H

#include <curl/curl.h>

#include "biosbelt/err.h"

/* Makes curl trust only the certificates (PEM) of this file; NULL: those of the system. A curl
 * inside a program for any Linux has no default place for them: then $SSL_CERT_FILE, or the first
 * of the usual files of distributions. */
enum err_code ca_set(CURL *curl, const char *name, struct err *err);

#endif
