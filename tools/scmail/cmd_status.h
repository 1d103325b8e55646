/* SPDX-License-Identifier: MIT */
/* What lies in the queue, for people (--status, mailq) and for programs. */
#ifndef SCMAIL_CMD_STATUS_H
#define SCMAIL_CMD_STATUS_H

#include "options.h"

/* Prints a line a mail, oldest first, and how many there are; with o->json a list. */
enum err_code status_print(const struct options *o, struct err *err);

#endif
