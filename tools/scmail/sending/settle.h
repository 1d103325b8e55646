/* SPDX-License-Identifier: MIT */
/* Moves the file of a queued mail while it is sent: recipients to be tried again have a waiting
 * file before the old file is removed. */
#ifndef SCMAIL_SETTLE_H
#define SCMAIL_SETTLE_H

#include "sending/sending.h"

/* The results of one try. */
struct round {
	size_t count[RCPT_STATES];
	bool too_many; /* a recipient got 452 */
};

/* Called just before the last bytes are sent. */
enum err_code settle_before_end(struct sending *s, struct err *err);
/* Called after a try; s->pending are the waiting recipients. May change s->id, s->place and the
 * file that s->c is read from. */
enum err_code settle(
	struct sending *s, const struct round *round, const struct smtp_result *r, struct err *err);

#endif
