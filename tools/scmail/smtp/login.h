/* SPDX-License-Identifier: MIT */
/* Log-ins that libcurl does not know (RFC 4954). */
#ifndef SCMAIL_LOGIN_H
#define SCMAIL_LOGIN_H

#include "smtp/transaction.h"

/* True when login_do handles the log-in. */
bool login_is_own(const struct smtp_opts *opts);
/* After EHLO and TLS. False: t->d->last is the server's refusal, or t->failure the reason. */
bool login_do(struct talk *t);

#endif
