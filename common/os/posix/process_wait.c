/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/process.h"
#include "process_private.h"

int process_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 127;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* A terminal program that was killed had no time to put the terminal back: raw, colours, cursor. */
void process_mend_terminal(const struct termios *before)
{
	static const char plain[] = "\033[0m\033[?25h";
	ssize_t n = 0;

	if (tcgetpgrp(STDIN_FILENO) != getpgrp()) /* not ours to touch now */
		return;
	tcsetattr(STDIN_FILENO, TCSADRAIN, before);
	if (isatty(STDOUT_FILENO))
		n = write(STDOUT_FILENO, plain, sizeof plain - 1);
	(void)n;
}
