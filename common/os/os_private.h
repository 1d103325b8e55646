/* SPDX-License-Identifier: MIT */
/* Shared by the files of common/os only. */
#ifndef BIOSBELT_OS_PRIVATE_H
#define BIOSBELT_OS_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"
#include "biosbelt/folder.h"

/* "what: words of the system", with the code that the number stands for. */
enum err_code os_fail(struct err *err, long os_error, const char *what);

enum err_code os_make_folder(const char *path, struct err *err); /* one; existing is fine */

/* Lets signals, or Ctrl-C, remove what os_cleanup_add named. tool: its name, which stays. */
void os_catch_signals(const char *tool);

#if !defined(_WIN32)
/* What file_peek does with the opened file, or with the error of its opening; it stays open. */
enum err_code os_peek(int fd, void *ptr, size_t cap, size_t *got, struct err *err);
unsigned os_umask(void);
#else
#include <wchar.h>
/* UTF-8 path to a wide one fit for long names; free() it. NULL when out of memory or no UTF-8. */
wchar_t *os_wide_path(const char *path);
wchar_t *os_wide(const char *text);
char *os_narrow(const wchar_t *text);       /* lone surrogates become U+FFFD; free() it */
char *os_tool_name(const wchar_t *program); /* "C:\tools\bytgvs.exe" to "bytgvs"; free() it */
void os_init_console(void);
/* From here on libraries come from the system's folder, whatever lies beside the program. */
void os_load_from_system_only(void);
int64_t os_filetime_ns(uint64_t filetime);
#endif

#endif
