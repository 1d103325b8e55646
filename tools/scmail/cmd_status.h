/* SPDX-License-Identifier: MIT */
/* Shows the queue, as text (--status, mailq) or as JSON. */
#ifndef SCMAIL_CMD_STATUS_H
#define SCMAIL_CMD_STATUS_H

#include "options.h"

/* Prints a line for each mail, oldest first, and their number; with o->json a list. */
enum err_code status_print(const struct options *o, int *status, struct err *err);

#endif
