/* SPDX-License-Identifier: MIT */
/* --ca, or the system's list: which certificates are trusted. */
#ifndef SCMAIL_CA_H
#define SCMAIL_CA_H

#include <curl/curl.h>

#include "biosbelt/err.h"

/* Has curl trust the certificates (PEM) of the file of that name, in UTF-8, and no others; NULL:
 * those that the system trusts. A curl that is built into a program for any Linux knows no place of
 * theirs: then it is $SSL_CERT_FILE, or the first of the files that distributions keep. */
enum err_code ca_set(CURL *curl, const char *name, struct err *err);

#endif
