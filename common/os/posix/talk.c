/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "biosbelt/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"

#define LOOK_MS    5    /* polling interval until it has ended */
#define GROUP_MS   2000 /* time for the processes that it started to end */
#define FREE_FROM  5    /* our descriptors are above those that the program gets */
#define NAMES      5    /* variables that name folders */
#define TMPDIR_MAX 50

struct talk {
	pid_t pid;
	int in, out; /* our ends: of its output, of its input; -1: none */
	unsigned term_ms;
	bool ended;
};

bool talk_can(enum talk_way way)
{
	(void)way;
	return true;
}

/* The environment with the user's folders replaced by home; the first *own entries are
 * allocated. */
static char **make_environment(const char *home, size_t *own)
{
	static const char *const names[NAMES] = {
		"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TMPDIR"};
	/* Chromium makes a socket in a folder of TMPDIR, and its path has 107 bytes at most
	 * (unix(7)) */
	size_t names_used = strlen(home) < TMPDIR_MAX ? NAMES : NAMES - 1, count = 0, used = 0;
	char **envp;

	while (environ[count] != NULL)
		count++;
	envp = calloc(count + NAMES + 1, sizeof(*envp));
	for (size_t i = 0; envp != NULL && i < names_used; i++) {
		size_t len = strlen(names[i]) + strlen(home) + 2;

		envp[used] = malloc(len);
		if (envp[used] == NULL)
			break;
		snprintf(envp[used++], len, "%s=%s", names[i], home);
	}
	*own = used;
	for (size_t i = 0; envp != NULL && i < count; i++) {
		bool ours = false;

		for (size_t k = 0; k < names_used; k++)
			ours = ours || (strncmp(environ[i], names[k], strlen(names[k])) == 0 &&
					       environ[i][strlen(names[k])] == '=');
		if (!ours)
			envp[used++] = environ[i];
	}
	return envp;
}

static void free_environment(char **envp, size_t own)
{
	for (size_t i = 0; envp != NULL && i < own; i++)
		free(envp[i]);
	free(envp);
}

/* Makes a pipe whose ends are above the numbers that dup2 assigns in the child. */
static bool make_pipe(int fds[2])
{
	int raw[2];

	if (pipe2(raw, O_CLOEXEC) != 0)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		fds[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, FREE_FROM);
		close(raw[i]);
	}
	return fds[0] >= 0 && fds[1] >= 0;
}

static void close_pipe(const int fds[2])
{
	for (unsigned i = 0; i < 2; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* For the child. */
struct start {
	char *const *argv;
	char *const *envp;
	const struct talk_opts *opts;
	int in, out; /* the child's ends */
	int failed;  /* a pipe that takes the errno of a failure */
};

/* In the child: only signal-safe calls. */
static void child(const struct start *s)
{
	int none = open("/dev/null", O_RDWR), failure;
	int first = s->opts->way == TALK_STANDARD ? STDIN_FILENO : 3;
	sigset_t empty;
	ssize_t n;

	for (int sig = 1; sig < 32; sig++)
		signal(sig, SIG_DFL);
	sigemptyset(&empty);
	sigprocmask(SIG_SETMASK, &empty, NULL);
	setpgid(0, 0);
	for (int fd = 0; fd < 3; fd++)
		dup2(none, fd);
	if (s->opts->way != TALK_NOTHING) {
		dup2(s->in, first);
		dup2(s->out, first + 1);
	}
	if (s->opts->folder == NULL || chdir(s->opts->folder) == 0)
		execve(s->argv[0], s->argv, s->envp);
	failure = errno;
	n = write(s->failed, &failure, sizeof(failure));
	(void)n;
	_exit(127);
}

static enum err_code spawn(struct start *s, pid_t *pid, struct err *err)
{
	int fds[2] = {-1, -1}, failure = 0;
	ssize_t n;

	if (!make_pipe(fds)) {
		close_pipe(fds);
		return os_fail(err, errno, "no pipe");
	}
	s->failed = fds[1];
	*pid = fork();
	if (*pid == 0)
		child(s);
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
	return os_fail(err, failure, s->argv[0]);
}

enum err_code talk_start(
	char *const *argv, const struct talk_opts *opts, struct talk **out, struct err *err)
{
	struct talk *t = calloc(1, sizeof(*t));
	size_t own = 0;
	char **envp = opts->home != NULL ? make_environment(opts->home, &own) : environ;
	int to[2] = {-1, -1}, from[2] = {-1, -1};
	enum err_code rc = ERR_OK;

	if (t == NULL || envp == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (opts->way != TALK_NOTHING && (!make_pipe(to) || !make_pipe(from)))
		rc = os_fail(err, errno, "no pipe");
	if (rc == ERR_OK)
		rc = spawn(&(struct start){argv, envp, opts, to[0], from[1], -1}, &t->pid, err);
	if (opts->home != NULL)
		free_environment(envp, own);
	if (rc != ERR_OK) {
		close_pipe(to);
		close_pipe(from);
		free(t);
		return rc;
	}
	if (to[0] >= 0) {
		close(to[0]);
		close(from[1]);
		(void)fcntl(to[1], F_SETFL, O_NONBLOCK);
	}
	t->out = to[1];
	t->in = from[0];
	t->term_ms = opts->term_ms;
	*out = t;
	return ERR_OK;
}

bool talk_is_alive(struct talk *t)
{
	siginfo_t info = {0};

	/* WNOWAIT: its number, also the number of the group, stays reserved until talk_end */
	if (!t->ended)
		t->ended = waitid(P_PID, (id_t)t->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
			   info.si_pid == t->pid;
	return !t->ended;
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

static bool wait_end(struct talk *t, unsigned ms)
{
	uint64_t until = os_time_ms() + ms;

	while (talk_is_alive(t) && os_time_ms() < until)
		os_sleep_ms(LOOK_MS);
	return t->ended;
}

int talk_end(struct talk *t, unsigned grace_ms)
{
	uint64_t until;
	int status = 0;
	bool by_itself;

	if (t == NULL)
		return -1;
	if (t->out >= 0)
		close(t->out);
	by_itself = wait_end(t, grace_ms);
	if (t->term_ms > 0) {
		(void)kill(-t->pid, SIGTERM);
		(void)wait_end(t, t->term_ms);
	}
	(void)kill(-t->pid, SIGKILL); /* processes that it started may remain */
	(void)waitpid(t->pid, &status, 0);
	until = os_time_ms() + (t->term_ms > 0 ? GROUP_MS : 0);
	while (kill(-t->pid, 0) == 0 && os_time_ms() < until)
		os_sleep_ms(LOOK_MS);
	if (t->in >= 0)
		close(t->in);
	free(t);
	return by_itself && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
