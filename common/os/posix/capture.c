/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, environ */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "os_private.h"
#include "process_private.h"

static enum err_code start(char *const *argv, int out, pid_t *pid, struct err *err)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t fresh;
	int failure;

	sigemptyset(&fresh);
	sigaddset(&fresh, SIGPIPE);
	failure = posix_spawn_file_actions_init(&actions);
	if (failure != 0)
		return os_fail(err, failure, argv[0]);
	failure = posix_spawnattr_init(&attr);
	if (failure == 0) {
		posix_spawnattr_setsigdefault(&attr, &fresh);
		posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
		failure = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
		if (failure == 0)
			failure = posix_spawn(pid, argv[0], &actions, &attr, argv, environ);
		posix_spawnattr_destroy(&attr);
	}
	posix_spawn_file_actions_destroy(&actions);
	return failure != 0 ? os_fail(err, failure, argv[0]) : ERR_OK;
}

/* Reads until the end of the stream; out has room for max bytes and one more, which shows that
 * there are too many. */
static enum err_code collect(int fd, size_t max, uint64_t until, struct blob *out, struct err *err)
{
	for (;;) {
		struct pollfd wait = {.fd = fd, .events = POLLIN};
		uint64_t now = os_time_ms();
		ssize_t n;

		if (now >= until)
			return ERR_BUSY;
		if (poll(&wait, 1, (int)(until - now)) <= 0)
			continue;
		n = read(fd, out->ptr + out->len, max + 1 - out->len);
		if (n < 0 && errno != EINTR)
			return os_fail(err, errno, "cannot read");
		if (n == 0)
			return ERR_OK;
		if (n > 0)
			out->len += (size_t)n;
		if (out->len > max)
			return err_set(err, ERR_LIMIT, "more than %zu bytes", max);
	}
}

enum err_code process_capture(char *const *argv, size_t max, unsigned timeout_ms, struct blob *out,
	int *status, struct err *err)
{
	uint64_t until = os_time_ms() + timeout_ms;
	struct blob got;
	pid_t pid = 0;
	int fds[2];
	/* a password may come: in one place, so that none of it is left behind */
	enum err_code rc = blob_alloc(max + 1, &got, err);

	if (rc != ERR_OK)
		return rc;
	got.len = 0;
	if (pipe2(fds, O_CLOEXEC) != 0) {
		blob_free(&got);
		return os_fail(err, errno, "no pipe");
	}
	rc = start(argv, fds[1], &pid, err);
	close(fds[1]);
	if (rc == ERR_OK) {
		rc = collect(fds[0], max, until, &got, err);
		if (rc == ERR_OK && !process_wait_until(pid, until, status))
			rc = ERR_BUSY;
		if (rc != ERR_OK) {
			kill(pid, SIGKILL);
			*status = process_wait(pid);
		}
		if (rc == ERR_BUSY)
			err_set(err, rc, "no end within %u s", timeout_ms / 1000);
	}
	close(fds[0]);
	if (rc == ERR_OK)
		*out = got;
	else
		blob_wipe(&got);
	return rc;
}
