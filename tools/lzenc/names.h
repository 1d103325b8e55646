/* SPDX-License-Identifier: MIT */
/* Checks names of an archive before extraction. */
#ifndef LZENC_NAMES_H
#define LZENC_NAMES_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/*
 * The name for extraction, ended by NUL: without "." and empty parts, which other archivers write
 * ("./a", "a//b", "a/"). It is empty for the folder of extraction itself; a leading '/' and ".."
 * are kept, to be refused.
 */
void name_tidy(const char *name, struct buf *out);

/*
 * ERR_OK or ERR_DENIED with the reason: absolute, "..", empty part, control bytes; with windows
 * also drive letters, backslashes, characters and device names that Windows treats specially.
 */
enum err_code name_check(const char *name, bool windows, struct err *err);

/* ERR_OK when a link with this name and target stays in the root; checks both. */
enum err_code name_check_link(const char *name, const char *target, bool windows, struct err *err);

#endif
