/* SPDX-License-Identifier: MIT */
/*
 * The system: environment, clock, consoles, standard streams, child processes, clean-up on
 * signals. Text is UTF-8 everywhere; the wide forms of Windows exist only behind this header.
 */
#ifndef BIOSBELT_OS_H
#define BIOSBELT_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* The words of a system error number, UTF-8, no final newline or full stop. Returns out. */
const char *os_error_text(long os_error, char *out, size_t cap);
/* Does the number say that there is no room on the disk, or no more for this user? */
bool os_error_is_full(long os_error);

/* Value of an environment variable, or NULL; valid until the next call with the same name. */
const char *os_getenv(const char *name);

uint64_t os_time_ms(void);        /* monotonic */
uint64_t os_cpu_time_us(void);    /* CPU time of this process */
uint64_t os_thread_time_us(void); /* CPU time of the thread that asks */
int64_t os_wall_time_ns(void);    /* since 1970-01-01 UTC */
void os_sleep_ms(unsigned ms);
/* A hint before memory is used for the first time: it will be, here and there, so let its pages be
 * large. */
void os_prefer_large_pages(void *ptr, size_t len);
/* Bytes that the program can have without others being pushed out, as far as the system tells: what
 * is free, and limits set to the program. 0: not known. */
uint64_t os_memory_free(void);
enum err_code os_random(void *ptr, size_t len, struct err *err); /* from the system's generator */

/* Folder for settings of the suite: $XDG_CONFIG_HOME/biosbelt, ~/.config/biosbelt,
 * %APPDATA%\biosbelt. Not created. ERR_NOTFOUND when the system names none. */
enum err_code os_settings_folder(struct blob *out, struct err *err);
enum err_code os_cache_folder(struct blob *out, struct err *err);
/* The same for all users: /etc/biosbelt, %PROGRAMDATA%\biosbelt. */
enum err_code os_system_settings_folder(struct blob *out, struct err *err);
/* Name of the user that the program runs as, and of this machine in the network as far as the
 * system knows it; NUL-terminated UTF-8. ERR_NOTFOUND: there is none. */
enum err_code os_user_name(struct blob *out, struct err *err);
enum err_code os_host_name(struct blob *out, struct err *err);
/* Folder of the running program. */
enum err_code os_program_folder(struct blob *out, struct err *err);

enum os_stream { OS_STDIN, OS_STDOUT, OS_STDERR };
bool os_is_terminal(enum os_stream which);
/* Columns of the terminal behind stderr or stdout; 80 when unknown. */
unsigned os_terminal_columns(void);

/*
 * Asks the person at the terminal for a word that does not show. Never standard input as such: what
 * a script pipes in is not an answer. ERR_NOTFOUND when there is no terminal or standard input is
 * not one; ERR_LIMIT beyond OS_ANSWER_MAX bytes. out is NUL-terminated UTF-8 (Linux: bytes as
 * typed).
 */
#define OS_ANSWER_MAX 1024
enum err_code os_ask_secret(const char *prompt, struct blob *out, struct err *err);

/* How text goes to a stream that is not a console: UTF-8 (default) or the ANSI code page (Windows).
 */
enum os_encoding { OS_UTF8, OS_ANSI };
void os_set_output_encoding(enum os_encoding encoding);

/* Whether the user's system is set to (simplified) Chinese and what reads our text can show it:
 * LC_ALL, LC_MESSAGES, LANG and LANGUAGE with a locale in UTF-8, TERM not "linux"; the language of
 * Windows' own display. */
bool os_speaks_chinese(void);
bool os_ansi_has_chinese(void); /* whether OS_ANSI can hold it */

/* Text (UTF-8) to a console as such, to a pipe or file in the output encoding. */
enum err_code os_write_text(enum os_stream which, const void *ptr, size_t len, struct err *err);
/* Bytes as they are. */
enum err_code os_write_bytes(enum os_stream which, const void *ptr, size_t len, struct err *err);

/*
 * Files to remove when a signal or Ctrl-C ends the program. At most OS_CLEANUP_MAX at a time; -1
 * when full (the file then stays behind, nothing else happens). The handler exits as the signal
 * would have (128+N seen by a shell; 3221225786 on Windows).
 */
#define OS_CLEANUP_MAX 320
int os_cleanup_add(const char *path);
void os_cleanup_drop(int id); /* -1 is fine */
/* Also called on such an end, before the files go: for restoring a terminal. Signal-safe only. */
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
