/* SPDX-License-Identifier: MIT */
/* Commands on the queue: add a mail and send it, send all waiting mails, remove one. */
#ifndef SCMAIL_WAITING_H
#define SCMAIL_WAITING_H

#include "biosbelt/file.h"
#include "sending/sending.h"

/*
 * Locks the folder, for sending its mails; *lock is NULL when another scmail has the lock. With the
 * lock, moves files that a killed run left to their right places.
 */
enum err_code waiting_lock(const struct options *o, struct file_lock **lock, struct err *err);
/* The same for new mails: waits a few seconds for the lock, and warns when it did not get it. */
enum err_code waiting_lock_soon(const struct options *o, struct file_lock **lock, struct err *err);
/* Adds a mail to the queue, then sends it. */
enum err_code waiting_take_in(
	const struct options *o, struct composed *c, int *status, struct err *err);
/* --flush */
enum err_code waiting_flush(const struct options *o, int *status, struct err *err);
/* --resend and --drop */
enum err_code waiting_take_out(const struct options *o, struct err *err);

#endif
