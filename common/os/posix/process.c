/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "biosbelt/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"
#include "process_private.h"

const char process_separator = '/';
const char process_path_marks[] = "/";
const char process_list_mark[] = ":";

bool process_is_program(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

const char *process_ending(const char *name)
{
	(void)name;
	return "";
}

enum err_code process_find_installed(
	const char *name, const char *const *folders, struct blob *out, struct err *err)
{
	(void)folders;
	(void)out;
	return err_set(err, ERR_NOTFOUND, "%.200s: no such program", name);
}

/* Resets the signals for a fresh program. Only signal-safe calls: we are between fork and exec. */
static void reset_signals(void)
{
	static const int mine[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGXCPU, SIGXFSZ, SIGPIPE};
	sigset_t none;
	size_t i;

	for (i = 0; i < sizeof mine / sizeof mine[0]; i++) {
		struct sigaction old;

		if (sigaction(mine[i], NULL, &old) == 0 &&
			(old.sa_handler != SIG_IGN || mine[i] == SIGPIPE))
			signal(mine[i], SIG_DFL);
	}
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

enum err_code process_replace(char *const *argv, struct err *err)
{
	signal(SIGPIPE,
		SIG_DFL); /* exec resets handlers, but an ignored signal would be inherited */
	execv(argv[0], argv);
	return os_fail(err, errno, argv[0]);
}

static void detach(void)
{
	int fd = open("/dev/null", O_RDWR);

	setsid();
	if (fd >= 0) {
		dup2(fd, STDIN_FILENO);
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		if (fd > 2)
			close(fd);
	}
}

/* Runs in the child; sends errno through fd when it fails. */
static void child(char *const *argv, const struct process_opts *opts, int fd)
{
	int failure;
	ssize_t n;

	reset_signals();
	if (opts->detach) {
		detach();
		if (fork() > 0) /* init becomes its parent and waits for it */
			_exit(0);
	}
	execv(argv[0], argv);
	failure = errno;
	n = write(fd, &failure, sizeof failure);
	(void)n;
	_exit(127);
}

/* Ctrl-C in the terminal reaches us too, but is meant for the program. */
static void hold_signals(struct sigaction old[2], bool on)
{
	struct sigaction ignore;

	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigaction(SIGINT, on ? &ignore : &old[0], on ? &old[0] : NULL);
	sigaction(SIGQUIT, on ? &ignore : &old[1], on ? &old[1] : NULL);
}

static enum err_code start(
	char *const *argv, const struct process_opts *opts, pid_t *out, struct err *err)
{
	int fds[2];
	int failure = 0;
	ssize_t n;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) != 0)
		return os_fail(err, errno, "no pipe");
	pid = fork();
	if (pid == 0)
		child(argv, opts, fds[1]);
	close(fds[1]);
	if (pid < 0) {
		close(fds[0]);
		return os_fail(err, errno, "no new process");
	}
	do {
		n = read(fds[0], &failure, sizeof failure);
	} while (n < 0 && errno == EINTR);
	close(fds[0]);
	if (n == (ssize_t)sizeof failure) {
		process_wait(pid);
		return os_fail(err, failure, argv[0]);
	}
	*out = pid;
	return ERR_OK;
}

enum err_code process_run(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err)
{
	struct termios before;
	bool terminal = !opts->detach && tcgetattr(STDIN_FILENO, &before) == 0;
	struct sigaction old[2];
	enum err_code rc;
	pid_t pid = 0;

	if (opts->tee != NULL)
		return process_run_tee(argv, opts, status, err);
	rc = start(argv, opts, &pid, err);
	if (rc != ERR_OK)
		return rc;
	hold_signals(old, true);
	*status = opts->watch != NULL ? process_wait_watched(pid, opts) : process_wait(pid);
	hold_signals(old, false);
	if (terminal && *status > 128)
		process_reset_terminal(&before);
	return ERR_OK;
}
