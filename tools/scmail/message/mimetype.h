/* SPDX-License-Identifier: MIT */
#ifndef SCMAIL_MIMETYPE_H
#define SCMAIL_MIMETYPE_H

#include <stdbool.h>

#include "biosbelt/span.h"

#define MIMETYPE_HEAD 4096 /* bytes of a file that are looked at */

/* Media type by a file's first bytes and the end of its name; *charset: of a text that is seen
 * whole, else NULL.
 * application/octet-stream when both say nothing. Where they contradict each other the bytes are
 * right; where they fit (a .docx is a zip) the name says more. whole: head is all of the file.
 * A text type only for what is UTF-8 up to there. Never freed. */
const char *mimetype_of(const char *path, struct span head, bool whole, const char **charset);

#endif
