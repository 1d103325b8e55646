/* SPDX-License-Identifier: MIT */
/* Delivery reports requested in RCPT (RFC 3461, section 4.1). */
#ifndef SCMAIL_DSN_H
#define SCMAIL_DSN_H

#include "biosbelt/err.h"

#define DSN_WORDS_MAX 48

/* " NOTIFY=SUCCESS,FAILURE" of "success,failure". ERR_USAGE: never, or some of success, failure and
 * delay, each once. */
enum err_code dsn_words(const char *when, char out[DSN_WORDS_MAX], struct err *err);

#endif
