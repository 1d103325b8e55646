/* SPDX-License-Identifier: MIT */
/* Sends with retries, and reports. */
#ifndef SCMAIL_RUN_H
#define SCMAIL_RUN_H

#include "message/message.h"
#include "options.h"

/* scmail's own exit statuses. */
#define EXIT_PARTLY      5
#define EXIT_UNCONFIRMED 6
#define EXIT_NO_LOGIN    7
#define EXIT_NO_TLS      8

/* Composes, prints or sends, and reports the result. Returns the exit status. */
int scmail_run(struct options *o);
/* Sends one mail; does not report a failure. */
enum err_code scmail_send(struct options *o, int *status, struct err *err);

#endif
