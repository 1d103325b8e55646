/* SPDX-License-Identifier: MIT */
/* The meaning of a transaction's replies for the mail and its recipients. */
#ifndef SCMAIL_VERDICT_H
#define SCMAIL_VERDICT_H

#include "smtp/transaction.h"

/* Of a code from 400 on. */
enum smtp_outcome verdict_of_code(const struct smtp_opts *opts, int code);
/* Sets outcome, decisive reply and reason after talk_send, or without it where nothing was sent;
 * t->failure is the reason then. out->rcpt holds the replies to the recipients. */
void verdict_of_talk(const struct talk *t, struct smtp_result *out);

#endif
