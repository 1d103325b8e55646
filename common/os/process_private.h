/* SPDX-License-Identifier: MIT */
/* Shared by the files of common/os that run programs. */
#ifndef BIOSBELT_PROCESS_PRIVATE_H
#define BIOSBELT_PROCESS_PRIVATE_H

#include "biosbelt/process.h"

/* The system's half of process_find. */
extern const char process_separator;    /* between folder and name */
extern const char process_path_marks[]; /* a name with one of them is a path */
extern const char process_list_mark[];  /* between the folders of PATH */
bool process_is_program(const char *path);
const char *process_ending(const char *name); /* added to a name without an ending */

#if !defined(_WIN32)
#include <sys/types.h>
#include <termios.h>

/* 127: its status is lost, since the parent of this program ignores SIGCHLD. */
int process_wait(pid_t pid);
/* The same; false: it has not ended at that time of os_time_ms. */
bool process_wait_until(pid_t pid, uint64_t until, int *status);
/* As process_wait, calling opts->watch meanwhile. */
int process_wait_watched(pid_t pid, const struct process_opts *opts);
/* Ends it, with a hang-up first; returns its status. */
int process_end(pid_t pid);
/* Restores the terminal after a killed program: settings, colours, the cursor. */
void process_reset_terminal(const struct termios *before);

/* process_run with opts->tee set: the program gets a pty, its output is copied. */
enum err_code process_run_tee(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err);
#else
#include <windows.h>

/* CreateProcess of argv in folder (NULL: here), handles are inherited when startup names some; the
 * caller closes both handles of info. */
enum err_code process_create(char *const *argv, const char *folder, STARTUPINFOW *startup,
	DWORD flags, PROCESS_INFORMATION *info, struct err *err);
#endif

#endif
