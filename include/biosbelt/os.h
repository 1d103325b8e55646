/* SPDX-License-Identifier: MIT */
/*
 * The system: environment, clocks, memory, the user's folders, terminals, standard streams,
 * clean-up on signals, and main. Text is UTF-8 everywhere; the wide forms of Windows are used only
 * below this header.
 */
#ifndef BIOSBELT_OS_H
#define BIOSBELT_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* Writes the system's text for an error number to out: UTF-8, no final newline or full stop.
 * Returns out. */
const char *os_error_text(long os_error, char *out, size_t cap);
/* Whether the number means a full disk or an exceeded quota. */
bool os_error_is_full(long os_error);

/* Value of an environment variable, or NULL; valid until the next call with the same name. */
const char *os_getenv(const char *name);

uint64_t os_time_ms(void);        /* monotonic */
uint64_t os_cpu_time_us(void);    /* CPU time of this process */
uint64_t os_thread_time_us(void); /* CPU time of the calling thread */
int64_t os_wall_time_ns(void);    /* since 1970-01-01 UTC */
void os_sleep_ms(unsigned ms);
/* Freed memory, up to some MiB, stays with the process: asking for it again costs a fault for every
 * page. */
void os_keep_freed(void);
/* Advises the system that accesses to this memory, which is not used yet, will be random, so that
 * large pages help. */
void os_prefer_large_pages(void *ptr, size_t len);
/* As malloc, for memory that is written from its beginning to its end: placed so that it can have
 * large pages. free frees it. */
void *os_alloc_large(size_t len);
/* All of this memory will be written now: saves a fault for every page. */
void os_will_write(void *ptr, size_t len);
/* Memory that the program can use before the system swaps, within the program's limits, in bytes.
 * 0: unknown. */
uint64_t os_memory_free(void);
enum err_code os_random(void *ptr, size_t len, struct err *err); /* from the system's generator */

/* Folder for settings of the suite: $XDG_CONFIG_HOME/biosbelt, ~/.config/biosbelt,
 * %APPDATA%\biosbelt. Not created. ERR_NOTFOUND: the environment names none. */
enum err_code os_settings_folder(struct blob *out, struct err *err);
/* The same for what can be made again: $XDG_CACHE_HOME/biosbelt, ~/.cache/biosbelt,
 * %LOCALAPPDATA%\biosbelt. */
enum err_code os_cache_folder(struct blob *out, struct err *err);
/* Settings for all users: /etc/biosbelt, %PROGRAMDATA%\biosbelt. */
enum err_code os_system_settings_folder(struct blob *out, struct err *err);
/* For temporary files, where no variable names one: /tmp, or the folder of GetTempPath. */
enum err_code os_temp_folder(struct blob *out, struct err *err);
/* Name of the user that the program runs as, and of this machine in the network as the system has
 * it; NUL-terminated UTF-8. ERR_NOTFOUND: it has no name. */
enum err_code os_user_name(struct blob *out, struct err *err);
enum err_code os_host_name(struct blob *out, struct err *err);
/* Folder of the running program. */
enum err_code os_program_folder(struct blob *out, struct err *err);

enum os_stream { OS_STDIN, OS_STDOUT, OS_STDERR };
bool os_is_terminal(enum os_stream which);
/*
 * Adds "start 'winpty NAME'" to the error of a program that finds no console. Does so when standard
 * input or output is a pipe of mintty or another terminal of msys or Cygwin; returns whether it
 * did. Keys reach only programs that winpty starts there.
 */
bool os_add_winpty(struct err *err);
/* Columns of the terminal on stderr or stdout; 80 when unknown. */
unsigned os_terminal_columns(void);

/*
 * Asks the user at the terminal for a word without echo. Never reads piped standard input.
 * ERR_NOTFOUND when there is no terminal or standard input is not one; ERR_LIMIT from
 * OS_ANSWER_MAX bytes on. out is NUL-terminated UTF-8 (Linux: bytes as typed).
 */
#define OS_ANSWER_MAX 1024
enum err_code os_ask_secret(const char *prompt, struct blob *out, struct err *err);

/* Encoding of text written to a stream that is not a console: UTF-8 (default) or the ANSI code page
 * (Windows).
 */
enum os_encoding { OS_UTF8, OS_ANSI };
void os_set_output_encoding(enum os_encoding encoding);

/* Whether the user's language is simplified Chinese and the terminal can show it. Linux: by
 * LANGUAGE, LC_ALL, LC_MESSAGES and LANG, in a locale with UTF-8, TERM not "linux". Windows: by the
 * language of its display. */
bool os_speaks_chinese(void);
bool os_ansi_has_chinese(void); /* whether OS_ANSI can hold it */
/* The code page in which cmd and old programs write into pipes: the console's, else the OEM one; 0
 * where the locale decides. */
unsigned os_code_page(void);

/* Writes text (UTF-8): to a console as Unicode, to a pipe or file in the output encoding. */
enum err_code os_write_text(enum os_stream which, const void *ptr, size_t len, struct err *err);
/* Writes bytes unchanged. */
enum err_code os_write_bytes(enum os_stream which, const void *ptr, size_t len, struct err *err);

/*
 * Registers a file to remove when a signal or Ctrl-C ends the program, at most OS_CLEANUP_MAX at a
 * time. -1: too many, or no memory; then it is not removed. The handler ends the program
 * as the signal would have (status 128+N in a shell; 3221225786 on Windows).
 */
#define OS_CLEANUP_MAX 2176
int os_cleanup_add(const char *path);
void os_cleanup_drop(int id); /* -1 is fine */
/* hook is called at such an end, before the files are removed, to restore a terminal. It may only
 * do what is signal-safe. */
void os_set_exit_hook(void (*hook)(void));

/*
 * main of every program: main.c defines os_main; argv is UTF-8 (Linux: raw bytes), argv[0] the
 * program's name without folder and .exe. raw_line: the whole command line on Windows, else NULL.
 */
struct os_args {
	int argc;
	char **argv;
	const char *raw_line;
};
int os_main(const struct os_args *args);

#endif
