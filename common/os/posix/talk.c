/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "biosbelt/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"

#define LOOK_MS 5 /* between two looks whether it has ended */

struct talk {
	pid_t pid;
	int in, out; /* our ends: of its output, of its input */
};

/* In the child: only signal-safe calls. Tells errno through fd when it fails. */
static void child(char *const *argv, const char *folder, int in, int out, int fd)
{
	static const int mine[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE};
	int none = open("/dev/null", O_WRONLY), failure;
	sigset_t empty;
	ssize_t n;

	for (size_t i = 0; i < sizeof(mine) / sizeof(mine[0]); i++)
		signal(mine[i], SIG_DFL);
	sigemptyset(&empty);
	sigprocmask(SIG_SETMASK, &empty, NULL);
	setpgid(0, 0);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(none, STDERR_FILENO);
	if (folder == NULL || chdir(folder) == 0)
		execv(argv[0], argv);
	failure = errno;
	n = write(fd, &failure, sizeof(failure));
	(void)n;
	_exit(127);
}

static enum err_code spawn(
	char *const *argv, const char *folder, int in, int out, pid_t *pid, struct err *err)
{
	int fds[2], failure = 0;
	ssize_t n;

	if (pipe2(fds, O_CLOEXEC) != 0)
		return os_fail(err, errno, "no pipe");
	*pid = fork();
	if (*pid == 0)
		child(argv, folder, in, out, fds[1]);
	close(fds[1]);
	if (*pid < 0) {
		close(fds[0]);
		return os_fail(err, errno, "cannot start a process");
	}
	do
		n = read(fds[0], &failure, sizeof(failure));
	while (n < 0 && errno == EINTR);
	close(fds[0]);
	if (n != sizeof(failure))
		return ERR_OK;
	(void)waitpid(*pid, NULL, 0);
	return os_fail(err, failure, argv[0]);
}

enum err_code talk_start(char *const *argv, const char *folder, struct talk **out, struct err *err)
{
	struct talk *t = calloc(1, sizeof(*t));
	int to[2] = {-1, -1}, from[2] = {-1, -1};
	enum err_code rc = ERR_OK;

	if (t == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
		rc = os_fail(err, errno, "no pipe");
	if (rc == ERR_OK)
		rc = spawn(argv, folder, to[0], from[1], &t->pid, err);
	if (to[0] >= 0)
		close(to[0]);
	if (from[1] >= 0)
		close(from[1]);
	if (rc == ERR_OK) {
		t->out = to[1];
		t->in = from[0];
		(void)fcntl(t->out, F_SETFL, O_NONBLOCK);
		*out = t;
		return ERR_OK;
	}
	if (to[1] >= 0)
		close(to[1]);
	if (from[0] >= 0)
		close(from[0]);
	free(t);
	return rc;
}

/* ERR_OK: fd has an event; ERR_BUSY: not in time. */
static enum err_code wait_for(int fd, short events, unsigned timeout_ms, struct err *err)
{
	struct pollfd p = {.fd = fd, .events = events};
	int n;

	do
		n = poll(&p, 1, (int)timeout_ms);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return os_fail(err, errno, "cannot wait");
	return n > 0 ? ERR_OK : err_set(err, ERR_BUSY, "no answer within %u ms", timeout_ms);
}

enum err_code talk_write(
	struct talk *t, const void *ptr, size_t len, unsigned timeout_ms, struct err *err)
{
	const char *at = ptr;

	while (len > 0) {
		ssize_t n;
		enum err_code rc = wait_for(t->out, POLLOUT, timeout_ms, err);

		if (rc != ERR_OK)
			return rc;
		n = write(t->out, at, len);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return os_fail(err, errno, "it does not read any more");
		at += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return ERR_OK;
}

enum err_code talk_read(
	struct talk *t, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err)
{
	enum err_code rc = wait_for(t->in, POLLIN, timeout_ms, err);
	ssize_t n;

	*got = 0;
	if (rc != ERR_OK)
		return rc;
	do
		n = read(t->in, ptr, cap);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return os_fail(err, errno, "cannot read");
	*got = (size_t)n;
	return n > 0 ? ERR_OK : err_set(err, ERR_NOTFOUND, "it has ended");
}

intptr_t talk_handle(const struct talk *t)
{
	return t->in;
}

int talk_end(struct talk *t, unsigned grace_ms)
{
	uint64_t until = os_time_ms() + grace_ms;
	pid_t done = 0;
	int status = 0;

	if (t == NULL)
		return -1;
	close(t->out);
	while ((done = waitpid(t->pid, &status, WNOHANG)) == 0 && os_time_ms() < until)
		os_sleep_ms(LOOK_MS);
	(void)kill(-t->pid, SIGKILL); /* what it started may be left */
	if (done == 0)
		(void)waitpid(t->pid, &status, 0);
	close(t->in);
	free(t);
	return done > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
