/* SPDX-License-Identifier: MIT */
/* Shared by process_posix.c and process_tee_linux.c only. */
#ifndef BIOSBELT_PROCESS_PRIVATE_H
#define BIOSBELT_PROCESS_PRIVATE_H

#include <sys/types.h>
#include <termios.h>

#include "biosbelt/process.h"

int process_wait(pid_t pid);
/* What a program left in the terminal that was killed: its settings, colours, the hidden cursor. */
void process_mend_terminal(const struct termios *before);

/* process_run with opts->tee set: the program gets a pty, its output is copied. */
enum err_code process_run_tee(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err);

#endif
