/* SPDX-License-Identifier: MIT */
/* Names of folders in IMAP: modified UTF-7 (RFC 3501, section 5.1.3). */
#ifndef SCMAIL_FOLDER_NAME_H
#define SCMAIL_FOLDER_NAME_H

#include <stdbool.h>

#include "biosbelt/span.h"

/* An encoded name ("&XfJT0ZAB-") is not changed. False: not UTF-8. */
bool folder_name(struct span utf8, struct buf *out);

#endif
