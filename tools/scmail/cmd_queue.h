/* SPDX-License-Identifier: MIT */
/* Mails of a queue: putting one in and sending it, sending all that wait, taking one out. */
#ifndef SCMAIL_WAITING_H
#define SCMAIL_WAITING_H

#include "biosbelt/file.h"
#include "sending/sending.h"

/*
 * The lock of the folder is held while mails of it are sent; *lock is NULL when another scmail has
 * it. With the lock, what a killed run left behind is put where it belongs.
 */
enum err_code waiting_lock(const struct options *o, struct file_lock **lock, struct err *err);
/* The same for mails that just came in: waits a few seconds for it, and warns when that was not
 * enough. */
enum err_code waiting_lock_soon(const struct options *o, struct file_lock **lock, struct err *err);
/* Puts a mail into the queue, then sends it. */
enum err_code waiting_take_in(
	const struct options *o, struct composed *c, int *status, struct err *err);
/* --flush */
enum err_code waiting_flush(const struct options *o, int *status, struct err *err);
/* --resend and --drop */
enum err_code waiting_take_out(const struct options *o, struct err *err);

#endif
