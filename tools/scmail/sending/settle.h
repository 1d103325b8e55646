/* SPDX-License-Identifier: MIT */
/* Keeps the file of a mail of a queue where it belongs while the mail is sent: those recipients
 * that are to be tried again always have a file that waits, before the file they came from goes. */
#ifndef SCMAIL_SETTLE_H
#define SCMAIL_SETTLE_H

#include "sending/sending.h"

/* What one try did. */
struct round {
	size_t count[RCPT_STATES];
	bool too_many; /* somebody was told 452 */
};

/* Just before the last bytes go out. */
enum err_code settle_before_end(struct sending *s, struct err *err);
/* After a try; s->pending are those that wait. May change s->id, s->place and the file that s->c
 * is read from. */
enum err_code settle(
	struct sending *s, const struct round *round, const struct smtp_result *r, struct err *err);

#endif
