/* SPDX-License-Identifier: MIT */
/* Attachments and inline images: files, patterns, standard input. Small files, and those whose size
 * the system does not know (/proc, /sys, pipes below /dev), are read at once; what they held then
 * is what is sent. */
#ifndef SCMAIL_ATTACH_H
#define SCMAIL_ATTACH_H

#include "compose/compose.h"

#define ATTACH_SMALL ((size_t)64 << 10) /* bytes: a file that is read at once */

/* All of --atta and --inline. */
enum err_code attach_all(const struct options *o, struct composed *c, struct err *err);
/* Bytes in memory, which c owns from then on (also after a failure). */
enum err_code attach_bytes(struct composed *c, struct blob *bytes, const char *name,
	const char *type, struct err *err);

#endif
