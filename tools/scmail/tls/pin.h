/* SPDX-License-Identifier: MIT */
/*
 * The key or certificate that a server must have, whatever else is checked. It is "sha256//" and
 * the SHA-256 of its public key in base64, as in curl. Or it is that of its whole certificate as 64
 * hexadecimal digits, with or without colons, as openssl x509 -fingerprint -sha256 prints it.
 */
#ifndef SCMAIL_PIN_H
#define SCMAIL_PIN_H

#include <curl/curl.h>
#include <stdbool.h>

#include "biosbelt/span.h"

#define PIN_TEXT 53 /* "sha256//", 44 characters and the NUL */

bool pin_ok(const char *pin);

/* The pin of the key in a certificate (PEM) with this fingerprint. False: another fingerprint. */
bool pin_of_certificate(const char *fingerprint, struct span pem, char out[PIN_TEXT]);

/*
 * Makes curl connect only to the server of the pin. For a fingerprint it first gets the server's
 * certificate on a separate connection without log-in, and then pins the key in it, as libcurl
 * sends the password before it provides the certificate. On failure error (CURL_ERROR_SIZE bytes)
 * has the text.
 */
CURLcode pin_set(CURL *curl, const char *pin, char *error);

#endif
