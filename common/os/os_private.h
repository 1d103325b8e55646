/* SPDX-License-Identifier: MIT */
/* Shared by the files of common/os only. */
#ifndef BIOSBELT_OS_PRIVATE_H
#define BIOSBELT_OS_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"
#include "biosbelt/folder.h"

/* Sets "what: the system's message", with the code of the error number. */
enum err_code os_fail(struct err *err, long os_error, const char *what);

enum err_code os_make_folder(const char *path, struct err *err); /* one; existing is fine */

/* Removes what os_cleanup_add named on signals, or Ctrl-C. tool: its name; must stay valid. */
void os_catch_signals(const char *tool);

/* console_out.c; text: standard output is a terminal. False: the output is stuck (console_flush).
 */
enum err_code os_console_out_open(bool text, struct err *err);
bool os_console_out_close(void);

/* hook is asked for bytes of a mapped file that cannot be read: true when they can be now, else it
 * sets the file's name, if it knows that. It runs in the handler of a signal, or exception.
 * unmap_all is called at the program's end where a mapped file cannot be removed. */
void os_set_lost_hook(bool (*hook)(void *address, const char **name), void (*unmap_all)(void));
void os_map_named(const struct file_map *map, const char *path); /* for the hook */
void os_map_forget(const struct file_map *map);
/* Puts zeros into the place of a mapping's bytes, to its end. False: the system cannot. */
bool os_map_zeros(void *from, size_t len);
void os_map_drop(void *ptr, size_t len);
/* False: the mapped file is shorter by now. */
bool os_map_is_whole(const struct file_map *map);

#if !defined(_WIN32)
/* The part of file_peek after opening fd, or after the error of that; does not close it. */
enum err_code os_peek(int fd, void *ptr, size_t cap, size_t *got, struct err *err);
unsigned os_umask(void);
/* After a failed read (POLLIN) or write (POLLOUT): whether to try it again. Waits for a descriptor
 * in non-blocking mode: another program may have set that on a shared terminal or pipe. */
bool os_again(int fd, short events);
#else
#include "biosbelt/span.h"
#include <wchar.h>
/* A wide path that may be long, from UTF-8, of which invalid bytes become U+FFFD, except those that
 * os_narrow makes of half a surrogate pair; free() it. NULL: out of memory. */
wchar_t *os_wide_path(const char *path);
wchar_t *os_wide(const char *text);
wchar_t *os_wide_span(struct span in, size_t *count); /* NULs in it do not end it */
/* Half a surrogate pair becomes the bytes of utf16le_to_bytes; free() it. */
char *os_narrow(const wchar_t *text);
/* The full path; before: characters of room before it. NULL: out of memory, or none. */
wchar_t *os_full_path(const wchar_t *path, size_t before);
/* \\?\C:\x to C:\x, \\?\UNC\server\share to \\server\share, within path, which it may change. */
wchar_t *os_plain_path(wchar_t *path);
char *os_tool_name(const wchar_t *program); /* "C:\tools\bytgvs.exe" to "bytgvs"; free() it */
void os_init_console(void);
/* From now on libraries are loaded from the system's folder only. */
void os_load_from_system_only(void);
int64_t os_filetime_ns(uint64_t filetime);
#endif

#endif
