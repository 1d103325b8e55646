/* SPDX-License-Identifier: MIT */
/* Attachments and inline images: files, patterns, standard input. Small files, and files of unknown
 * size (/proc, /sys, pipes in /dev), are read at once; their content then is sent. */
#ifndef SCMAIL_ATTACH_H
#define SCMAIL_ATTACH_H

#include "compose/compose.h"

#define ATTACH_SMALL ((size_t)64 << 10) /* bytes: a file that is read at once */

/* Adds all of --atta and --inline. */
enum err_code attach_all(const struct options *o, struct composed *c, struct err *err);
/* Adds bytes in memory, which c owns from then on (also after a failure). */
enum err_code attach_bytes(struct composed *c, struct blob *bytes, const char *name,
	const char *type, struct err *err);

#endif
