/* SPDX-License-Identifier: MIT */
/*
 * scmail as sendmail(8), for programs that send mail through that: called by its name (a link) or
 * with --sendmail. Unlike a mail server it delivers nothing locally; a mail that cannot be sent is
 * refused with a status of sysexits.h, or stored when the settings name a queue.
 */
#ifndef SCMAIL_CMD_SENDMAIL_H
#define SCMAIL_CMD_SENDMAIL_H

#include <stdbool.h>

#include "biosbelt/os.h"

/* True for such a call. *own: number of words of scmail's own command line, with the program's
 * name. */
bool sendmail_is_called(const struct os_args *args, int *own);
/* Returns the exit status. */
int sendmail_main(const struct os_args *args, int own);

#endif
