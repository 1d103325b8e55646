/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "process_private.h"

/* The status as a shell reports it. */
static int status_of(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int process_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 127;
	return status_of(status);
}

bool process_wait_until(pid_t pid, uint64_t until, int *out)
{
	int status;

	do {
		pid_t ended = waitpid(pid, &status, WNOHANG);

		if (ended != 0) {
			*out = ended == pid ? status_of(status) : 127;
			return true;
		}
		os_sleep_ms(5);
	} while (os_time_ms() < until);
	return false;
}

int process_end(pid_t pid)
{
	int status;

	kill(pid, SIGHUP);
	kill(pid, SIGCONT);
	if (process_wait_until(pid, os_time_ms() + PROCESS_END_MS, &status))
		return status;
	kill(pid, SIGKILL);
	return process_wait(pid);
}

/* A descriptor that becomes readable when the process ends (Linux 5.3); -1: not supported. */
static int pid_handle(pid_t pid)
{
#ifdef SYS_pidfd_open
	return (int)syscall(SYS_pidfd_open, pid, 0);
#else
	(void)pid;
	return -1;
#endif
}

#define LOOK_MS 20 /* polling interval without such a descriptor */

int process_wait_watched(pid_t pid, const struct process_opts *opts)
{
	int handle = pid_handle(pid);
	uint64_t next = os_time_ms() + opts->watch_ms;
	int status = 0;
	bool end = false;

	while (!end) {
		struct pollfd fds[2] = {{handle, POLLIN, 0}, {(int)opts->watch_handle, POLLIN, 0}};
		uint64_t now = os_time_ms();
		int wait = opts->watch_ms == 0 ? -1 : next > now ? (int)(next - now) : 0;

		if (handle < 0 && (wait < 0 || wait > LOOK_MS))
			wait = LOOK_MS;
		poll(fds, 2, wait);
		if (waitpid(pid, &status, WNOHANG) == pid) {
			if (handle >= 0)
				close(handle);
			return status_of(status);
		}
		now = os_time_ms();
		if (fds[1].revents != 0 || (opts->watch_ms != 0 && now >= next)) {
			end = opts->watch(opts->watch_user);
			next = now + opts->watch_ms;
		}
	}
	if (handle >= 0)
		close(handle);
	return process_end(pid);
}

/* A terminal program that was killed could not reset the terminal: raw mode, colours, cursor. */
void process_reset_terminal(const struct termios *before)
{
	static const char plain[] = "\033[0m\033[?25h";
	ssize_t n = 0;

	if (tcgetpgrp(STDIN_FILENO) != getpgrp()) /* we are in the background: not ours to touch */
		return;
	tcsetattr(STDIN_FILENO, TCSADRAIN, before);
	if (isatty(STDOUT_FILENO))
		n = write(STDOUT_FILENO, plain, sizeof plain - 1);
	(void)n;
}
