/* SPDX-License-Identifier: MIT */
/*
 * What was sent, in folders of an IMAP server: a copy of each mail (--save-sent), and whether a
 * mail that the server never confirmed is among those it took (--settle).
 */
#ifndef SCMAIL_SENT_H
#define SCMAIL_SENT_H

#include "sending/sending.h"

/* opts: the log-in and all else that both connections share. */
enum err_code sent_open(struct sending *s, const struct smtp_opts *opts, struct err *err);
void sent_close(struct sending *s);
/* Some recipients have the mail: a copy is saved. A failure is warned of, for the mail is sent. */
void sent_save(struct sending *s);
/* The try ended unconfirmed: r becomes what the folder says, or stays. */
void sent_settle(struct sending *s, struct smtp_result *r);
/* Mails of former runs in unconfirmed/: those in the folder are done, the others wait again. */
enum err_code sent_settle_left(struct sending *s, struct err *err);

#endif
