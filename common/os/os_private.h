/* SPDX-License-Identifier: MIT */
/* Shared by the files of common/os only. */
#ifndef BIOSBELT_OS_PRIVATE_H
#define BIOSBELT_OS_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"

/* "what: words of the system", with the code that the number stands for. */
enum err_code os_fail(struct err *err, long os_error, const char *what);

/* Lets signals, or Ctrl-C, remove what os_cleanup_add named. */
void os_catch_signals(void);

/* One folder's entries, unsorted. Names are UTF-8 (Windows) or raw bytes. */
struct folder;
enum err_code folder_open(const char *path, struct folder **out, struct err *err);
/* NULL at the end. *type may be FILE_NONE: not known without a look. */
const char *folder_next(struct folder *f, enum file_type *type, struct err *err);
/* Of an entry, links not followed; path is its whole path. A missing one is ERR_OK and FILE_NONE.
 */
enum err_code folder_info(struct folder *f, const char *name, const char *path,
	struct file_info *out, struct err *err);
void folder_close(struct folder *f);

#if !defined(_WIN32)
unsigned os_umask(void);
#else
#include <wchar.h>
/* UTF-8 path to a wide one fit for long names; free() it. NULL when out of memory or no UTF-8. */
wchar_t *os_wide_path(const char *path);
wchar_t *os_wide(const char *text);
char *os_narrow(const wchar_t *text); /* lone surrogates become U+FFFD; free() it */
void os_init_console(void);
int64_t os_filetime_ns(uint64_t filetime);
#endif

#endif
