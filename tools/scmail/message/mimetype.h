/* SPDX-License-Identifier: MIT */
#ifndef SCMAIL_MIMETYPE_H
#define SCMAIL_MIMETYPE_H

#include "biosbelt/span.h"

#define MIMETYPE_HEAD 64 /* bytes of a file that are looked at */

/* Media type by a file's first bytes and the end of its name; application/octet-stream when both
 * are unknown. Where they contradict each other the bytes are right; where they fit (a .docx is a
 * zip) the name says more. */
const char *mimetype_of(const char *path, struct span head);

#endif
