/* SPDX-License-Identifier: MIT */
/* --merge: a mail for each row of a table, over one connection. */
#ifndef SCMAIL_ROWS_H
#define SCMAIL_ROWS_H

#include "options.h"

/* Checks all rows, then prints or sends the mails; with --queue all are stored first. */
enum err_code rows_run(struct options *o, int *status, struct err *err);

#endif
