/* SPDX-License-Identifier: MIT */
/* --log: the result of each recipient, a line each. */
#ifndef SCMAIL_LOG_H
#define SCMAIL_LOG_H

#include "compose/compose.h"
#include "smtp/route.h"

/*
 * Adds the lines of a mail that was tried, "TIME to=<a@b> from=<c@d> state=... code=... host=...
 * port=... size=... id=<...> queue=... text='...'", in one step. Text of the server and of the mail
 * is escaped. A log that cannot be written is an error for the caller to report: the mail is sent.
 */
enum err_code log_mail(const struct options *o, const struct composed *c, const struct route *route,
	const struct smtp_result *r, const char *queue_id, struct err *err);

#endif
