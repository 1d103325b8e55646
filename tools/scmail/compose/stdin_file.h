/* SPDX-License-Identifier: MIT */
/* Standard input as an attachment: its size must be known before it is sent, so it goes to a file.
 */
#ifndef SCMAIL_SPOOL_H
#define SCMAIL_SPOOL_H

#include "options.h"

/* When an attachment is "-": writes standard input to a temporary file that only we may read, and
 * keeps its path in o->spool. spool_remove it; a signal that ends the program does so too. */
enum err_code spool_stdin(struct options *o, struct err *err);
void spool_remove(struct options *o);

#endif
