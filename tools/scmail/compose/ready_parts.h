/* SPDX-License-Identifier: MIT */
/*
 * The body of a ready message with all its parts. Content that mail cannot carry, such as the
 * endless line of "base64 -w0" and names of files in raw bytes, is repaired in each. All else keeps
 * its bytes, and so do signed and encrypted parts.
 */
#ifndef SCMAIL_READY_PARTS_H
#define SCMAIL_READY_PARTS_H

#include "biosbelt/err.h"
#include "compose/content.h"

enum err_code ready_parts_write(
	const struct content *c, char *warning, struct buf *out, struct err *err);

#endif
