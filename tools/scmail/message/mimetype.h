/* SPDX-License-Identifier: MIT */
#ifndef SCMAIL_MIMETYPE_H
#define SCMAIL_MIMETYPE_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define MIMETYPE_HEAD 4096 /* bytes of a file that are looked at */

/* The media type from a file's first bytes and the end of its name, else application/octet-stream.
 * If they contradict each other the bytes decide; if they agree (a .docx is a zip) the name is more
 * exact. whole: head is the whole file; *charset is then a text's, else NULL. A text type only if
 * head is UTF-8. Never freed. */
const char *mimetype_of(const char *path, struct span head, bool whole, const char **charset);

#endif
