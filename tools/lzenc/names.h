/* SPDX-License-Identifier: MIT */
/* Which names of an archive may become files below the folder of extraction. */
#ifndef LZENC_NAMES_H
#define LZENC_NAMES_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/*
 * A name as extraction takes it, ended by NUL: without "." and empty parts, which other archivers
 * write ("./a", "a//b", "a/"). A name of nothing else, the folder of extraction itself, is left
 * empty; a leading '/' and ".." are kept, to be refused.
 */
void name_tidy(const char *name, struct buf *out);

/*
 * ERR_OK or ERR_DENIED with the reason: absolute, "..", empty part, control bytes; with windows
 * also drive letters, backslashes, characters and device names that Windows treats specially.
 */
enum err_code name_check(const char *name, bool windows, struct err *err);

/* Whether a link of this name with this target stays below the root; both are checked. */
enum err_code name_check_link(const char *name, const char *target, bool windows, struct err *err);

#endif
