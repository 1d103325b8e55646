/* SPDX-License-Identifier: MIT */
/* Standard input as an attachment: its size must be known before sending, so it is stored in a
 * file.
 */
#ifndef SCMAIL_SPOOL_H
#define SCMAIL_SPOOL_H

#include "options.h"

/* When an attachment is "-": writes standard input to a temporary file that only this user may
 * read, and sets o->spool to its path. spool_remove removes it, as does a signal that ends the
 * program. */
enum err_code spool_stdin(struct options *o, struct err *err);
void spool_remove(struct options *o);

#endif
