/* SPDX-License-Identifier: MIT */
/*
 * Why a mail went the way it did, in words: English for logs and JSON, and the language of the run
 * for people.
 */
#ifndef SCMAIL_REASON_H
#define SCMAIL_REASON_H

#include "smtp/transaction.h"

void reason_say(struct smtp_result *out, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Behind what was said. */
void reason_add(struct smtp_result *out, const char *text);
/* What failed on our side: t->failure. */
void reason_of_talk(struct smtp_result *out, const struct talk *t);

#endif
