/* SPDX-License-Identifier: MIT */
/*
 * Starting other programs. Arguments are an array and arrive as they are: no shell on Linux, the
 * quoting rules of CommandLineToArgvW on Windows. Text is UTF-8 (Linux: any bytes).
 */
#ifndef BIOSBELT_PROCESS_H
#define BIOSBELT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define PROCESS_END_MS 1000

struct process_opts {
	bool detach;         /* not waited for; survives this program and its terminal */
	const char *tee;     /* the program's terminal output also goes to this new file (Linux) */
	bool tee_timestamps; /* each line of it with the local time before it */
	struct err *tee_failure; /* with tee: why that file is not whole, or code ERR_OK */
	/*
	 * Called while a program that is waited for runs: when watch_handle (a descriptor or
	 * event; -1: none) has something, and at least every watch_ms (0: only then). True ends
	 * the program: SIGHUP and after PROCESS_END_MS a kill; TerminateProcess on Windows.
	 */
	bool (*watch)(void *user);
	void *watch_user;
	intptr_t watch_handle;
	unsigned watch_ms;
};

/*
 * Looks for a program: a name with a path in it as it is; else in the folder of our own program,
 * then along PATH. On Windows ".exe" is added when there is no ending. out is a NUL-terminated
 * path. ERR_NOTFOUND when there is none.
 */
enum err_code process_find(const char *name, struct blob *out, struct err *err);

/*
 * Looks for a program where an installer put it on Windows: the path that the registry's App Paths
 * have for name, else name in a folder below Program Files. folders: these, ended by NULL; NULL:
 * none. ERR_NOTFOUND when there is none, and on other systems.
 */
enum err_code process_find_installed(
	const char *name, const char *const *folders, struct blob *out, struct err *err);

/* Runs argv[0] (a path; argv ends with NULL) and waits; *status is its exit status, 128 + N when
 * a signal ended it. Fails only when it cannot be started. Meanwhile
 * Ctrl-C ends that program, not this one. */
enum err_code process_run(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err);

/*
 * Runs argv[0] and keeps what it writes to standard output, of which there may be max bytes
 * (ERR_LIMIT) within timeout_ms (ERR_BUSY); the program is then ended. Its other streams are
 * ours. *status as for process_run.
 */
enum err_code process_capture(char *const *argv, size_t max, unsigned timeout_ms, struct blob *out,
	int *status, struct err *err);

/* Replaces this program by argv[0] (Linux); on Windows starts it, waits and exits with its status.
 * Returns only on failure. */
enum err_code process_replace(char *const *argv, struct err *err);

/*
 * The words of a command line that a person wrote in a file or an option. Blanks separate them,
 * except within "..." and '...'; \" and \\ within "..." are '"' and '\'. Nothing else is special:
 * there is no shell. *argv ends with NULL; process_words_free it. ERR_USAGE: a quotation mark
 * without its partner, or no word at all.
 */
#define PROCESS_WORDS_MAX 128
enum err_code process_words(const char *line, char ***argv, struct err *err);
void process_words_free(char **argv); /* NULL is fine */

/*
 * One command line from which CommandLineToArgvW and the C run time get the same arguments back.
 * Refused (ERR_USAGE): a first word with '"' in it, and for a batch file (.bat, .cmd), which cmd
 * runs, words with a character that cmd interprets. Pure; used on Windows, tested everywhere.
 */
enum err_code process_quote(char *const *argv, struct blob *out, struct err *err);

/* The argument as a POSIX shell would need it, for showing a command line; on Windows a backslash
 * is an ordinary character. */
void process_show_word(const char *word, struct buf *out);

#endif
