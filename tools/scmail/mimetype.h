/* SPDX-License-Identifier: MIT */
#ifndef SCMAIL_MIMETYPE_H
#define SCMAIL_MIMETYPE_H

/* Media type by the end of a file's name; application/octet-stream when unknown. */
const char *mimetype_of(const char *path);

#endif
