/* SPDX-License-Identifier: MIT */
/* --ca: which certificates are trusted. */
#ifndef SCMAIL_CA_H
#define SCMAIL_CA_H

#include <curl/curl.h>

#include "biosbelt/err.h"

/* Has curl trust the certificates (PEM) of the file of that name, in UTF-8, and no others. */
enum err_code ca_set(CURL *curl, const char *name, struct err *err);

#endif
