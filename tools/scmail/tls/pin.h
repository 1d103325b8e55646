/* SPDX-License-Identifier: MIT */
/*
 * What a server has to show, whatever its certificate says: "sha256//" and the SHA-256 of its
 * public key in base64, as curl has it, or that of its whole certificate as 64 hexadecimal digits,
 * with or without colons, as openssl x509 -fingerprint -sha256 prints it.
 */
#ifndef SCMAIL_PIN_H
#define SCMAIL_PIN_H

#include <curl/curl.h>
#include <stdbool.h>

#include "biosbelt/span.h"

#define PIN_TEXT 53 /* "sha256//", 44 characters and the NUL */

bool pin_ok(const char *pin);

/* The pin of the key in a certificate (PEM) that has that fingerprint. False: it has another. */
bool pin_of_certificate(const char *fingerprint, struct span pem, char out[PIN_TEXT]);

/*
 * Has curl connect only to the server that the pin names. For a fingerprint it first asks the
 * server for its certificate, on a connection of its own without log-in, and then insists on the
 * key in it: libcurl sends the password before it gives a certificate away. Any error but CURLE_OK:
 * error, of CURL_ERROR_SIZE bytes, says it.
 */
CURLcode pin_set(CURL *curl, const char *pin, char *error);

#endif
