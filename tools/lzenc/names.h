/* SPDX-License-Identifier: MIT */
/* Which names of an archive may become files below the folder of extraction. */
#ifndef LZENC_NAMES_H
#define LZENC_NAMES_H

#include <stdbool.h>

#include "biosbelt/err.h"

/*
 * ERR_OK or ERR_DENIED with the reason: absolute, "..", empty part, control bytes; with windows
 * also drive letters, backslashes, characters and device names that Windows treats specially.
 */
enum err_code name_check(const char *name, bool windows, struct err *err);

/* Whether a link of this name with this target stays below the root; both are checked. */
enum err_code name_check_link(const char *name, const char *target, bool windows, struct err *err);

#endif
