/* SPDX-License-Identifier: MIT */
/* For long computations: a polite end, and large tables. */
#ifndef BIOSBELT_LONGRUN_H
#define BIOSBELT_LONGRUN_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

/*
 * From now on the first Ctrl-C, SIGTERM or SIGHUP (Windows: Ctrl-C, Ctrl-Break) only sets a flag;
 * the second ends the program at once as usual. Not to be undone.
 */
void os_stop_watch(void);
bool os_stop_requested(void); /* any thread */

/* Zeroed memory, on large pages where the system offers them without asking. */
enum err_code os_large_alloc(size_t len, void **out, struct err *err);
void os_large_free(void *ptr, size_t len); /* NULL is fine; len as allocated */

#endif
