/* SPDX-License-Identifier: MIT */
/*
 * Folders of an IMAP server: saves a copy of each sent mail (--save-sent), and searches for mails
 * that the server never confirmed (--settle).
 */
#ifndef SCMAIL_SENT_H
#define SCMAIL_SENT_H

#include "sending/sending.h"

/* opts: the log-in and all other settings that both connections share. */
enum err_code sent_open(struct sending *s, const struct smtp_opts *opts, struct err *err);
void sent_close(struct sending *s);
/* Saves a copy of a mail that some recipients have. A failure is only a warning, as the mail is
 * sent. */
void sent_save(struct sending *s);
/* After an unconfirmed try: changes r if the folder has the answer. */
void sent_settle(struct sending *s, struct smtp_result *r);
/* Mails of earlier runs in unconfirmed/: those in the folder are done, the others wait again. */
enum err_code sent_settle_left(struct sending *s, struct err *err);

#endif
