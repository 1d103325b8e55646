/* SPDX-License-Identifier: MIT */
/*
 * The reason of a mail's result as text: in English for logs and JSON, and in the language of the
 * run.
 */
#ifndef SCMAIL_REASON_H
#define SCMAIL_REASON_H

#include "smtp/transaction.h"

void reason_say(struct smtp_result *out, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Appends text to the reason. */
void reason_add(struct smtp_result *out, const char *text);
/* Sets the reason to t->failure. */
void reason_of_talk(struct smtp_result *out, const struct talk *t);

#endif
