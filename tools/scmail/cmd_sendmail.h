/* SPDX-License-Identifier: MIT */
/*
 * scmail in the place of sendmail(8), for programs that know no other way to send mail: called by
 * its name (a link) or with --sendmail. Where things are different from a mail server of one's own:
 * nothing is delivered here, and a mail that cannot be sent is refused with a status of sysexits.h,
 * or kept when the settings name a queue.
 */
#ifndef SCMAIL_CMD_SENDMAIL_H
#define SCMAIL_CMD_SENDMAIL_H

#include <stdbool.h>

#include "biosbelt/os.h"

/* Is it such a call? *own: words of scmail's own command line, the program's name included. */
bool sendmail_is_called(const struct os_args *args, int *own);
/* Returns the exit status. */
int sendmail_main(const struct os_args *args, int own);

#endif
