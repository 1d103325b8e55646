/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, nftw */
#include "browser/child.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"

#define PIPE_IN  3 /* of a Chromium with --remote-debugging-pipe: it reads here */
#define PIPE_OUT 4 /* and writes here */

#define NAMES      5 /* of folders in the environment */
#define TMPDIR_MAX 50

struct child {
	pid_t pid;
	bool ended;
};

struct link {
	int in, out; /* the same for a socket */
	bool socket;
};

bool child_has_pipes(void)
{
	return true;
}

bool link_is_root(void)
{
	return geteuid() == 0;
}

static enum err_code fail(struct err *err, const char *what)
{
	return err_set_os(err, ERR_IO, errno, "%s", tr(what));
}

static struct link *link_new(int in, int out, bool is_socket)
{
	struct link *l = malloc(sizeof(*l));

	if (l != NULL)
		*l = (struct link){in, out, is_socket};
	return l;
}

/* In the child, between fork and exec: only signal-safe calls. to and from are above 4. */
static void become(char *const *argv, char *const *envp, int to, int from)
{
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	setpgid(0, 0); /* so that it ends with all its children */
	for (int sig = 1; sig < 32; sig++)
		signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (int fd = 0; fd < 3; fd++)
		dup2(null, fd);
	if (to >= 0) {
		dup2(to, PIPE_IN);
		dup2(from, PIPE_OUT);
	}
	execve(argv[0], argv, envp);
	_exit(127);
}

/* The environment with home in place of the user's folders; entries own are freed by the caller. */
static char **make_environment(const char *home)
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

static void free_environment(char **envp)
{
	for (size_t i = 0; envp != NULL && i < NAMES && envp[i] != NULL; i++)
		free(envp[i]);
	free(envp);
}

/* Two pipes whose descriptors are all above 4, so that dup2 to 3 and 4 cannot meet them. */
static bool make_pipes(int to[2], int from[2])
{
	int raw[4] = {-1, -1, -1, -1}, high[4] = {-1, -1, -1, -1};
	bool good = pipe2(raw, O_CLOEXEC) == 0 && pipe2(raw + 2, O_CLOEXEC) == 0;

	for (unsigned i = 0; i < 4; i++) {
		if (good)
			high[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, PIPE_OUT + 1);
		good = good && high[i] >= 0;
		if (raw[i] >= 0)
			close(raw[i]);
	}
	for (unsigned i = 0; i < 4 && !good; i++)
		if (high[i] >= 0)
			close(high[i]);
	memcpy(to, high, sizeof(high) / 2);
	memcpy(from, high + 2, sizeof(high) / 2);
	return good;
}

enum err_code child_start(char *const *argv, const char *home, bool pipes, struct child **out,
	struct link **out_link, struct err *err)
{
	int to[2] = {-1, -1}, from[2] = {-1, -1};
	struct child *c = malloc(sizeof(*c));
	char **envp = make_environment(home);
	struct link *l = NULL;
	enum err_code rc = ERR_OK;

	if (c == NULL || envp == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (pipes && !make_pipes(to, from))
		rc = fail(err, N_("cannot make a pipe"));
	else if (pipes && (l = link_new(from[0], to[1], false)) == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK) {
		*c = (struct child){fork(), false};
		if (c->pid == 0)
			become(argv, envp, to[0], from[1]);
		if (c->pid < 0)
			rc = fail(err, N_("cannot start the browser"));
	}
	if (pipes && to[0] >= 0) {
		close(to[0]);
		close(from[1]);
	}
	free_environment(envp);
	if (rc != ERR_OK) {
		link_close(l);
		free(c);
		return rc;
	}
	*out = c;
	*out_link = l;
	return ERR_OK;
}

bool child_alive(struct child *c)
{
	if (!c->ended)
		c->ended = waitpid(c->pid, NULL, WNOHANG) == c->pid;
	return !c->ended;
}

void child_end(struct child *c, unsigned grace_ms)
{
	uint64_t until = os_time_ms() + grace_ms;

	if (c == NULL)
		return;
	while (child_alive(c) && os_time_ms() < until)
		os_sleep_ms(10);
	kill(-c->pid, SIGTERM);
	until = os_time_ms() + 1000;
	while (child_alive(c) && os_time_ms() < until)
		os_sleep_ms(10);
	kill(-c->pid, SIGKILL);
	if (!c->ended)
		waitpid(c->pid, NULL, 0);
	/* its own children are gone when nobody is left in the group */
	until = os_time_ms() + 2000;
	while (kill(-c->pid, 0) == 0 && os_time_ms() < until)
		os_sleep_ms(10);
	free(c);
}

enum err_code link_connect(const char *host, unsigned port, struct link **out, struct err *err)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC}, *list, *a;
	char service[16];
	int fd = -1, rc;

	snprintf(service, sizeof(service), "%u", port);
	rc = getaddrinfo(host, service, &hints, &list);
	if (rc != 0)
		return err_set(err, ERR_IO, "%.100s: %.100s", host, gai_strerror(rc));
	for (a = list; a != NULL && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
		if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
			rc = errno;
			close(fd);
			errno = rc;
			fd = -1;
		}
	}
	freeaddrinfo(list);
	if (fd < 0)
		return err_set_os(
			err, ERR_IO, errno, "no browser answers at %.100s port %u", host, port);
	*out = link_new(fd, fd, true);
	if (*out != NULL)
		return ERR_OK;
	close(fd);
	return err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code link_write(struct link *l, struct span bytes, struct err *err)
{
	size_t done = 0;

	while (done < bytes.len) {
		ssize_t n = l->socket
				    ? send(l->out, bytes.ptr + done, bytes.len - done, MSG_NOSIGNAL)
				    : write(l->out, bytes.ptr + done, bytes.len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return fail(err, N_("the browser does not listen any more"));
		done += (size_t)n;
	}
	return ERR_OK;
}

enum err_code link_read(
	struct link *l, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err)
{
	struct pollfd p = {.fd = l->in, .events = POLLIN};
	ssize_t n;
	int ready;

	do /* a signal that asks us to stop does not end a question half way */
		ready = poll(&p, 1, (int)timeout_ms);
	while (ready < 0 && errno == EINTR);
	if (ready == 0)
		return err_set(err, ERR_BUSY, "the browser does not answer");
	n = ready < 0 ? -1 : read(l->in, ptr, cap);
	if (n < 0 && errno == ECONNRESET)
		n = 0;
	if (n < 0)
		return fail(err, N_("cannot read from the browser"));
	*got = (size_t)n;
	return ERR_OK;
}

void link_close(struct link *l)
{
	if (l == NULL)
		return;
	close(l->in);
	if (l->out != l->in)
		close(l->out);
	free(l);
}

enum err_code profile_make(struct blob *path, struct err *err)
{
	const char *base = os_getenv("TMPDIR");
	struct buf b;

	buf_init(&b, 0);
	buf_printf(&b, "%s/biosbelt-browser-XXXXXX", base != NULL && *base != '\0' ? base : "/tmp");
	buf_add_u8(&b, 0);
	if (buf_finish(&b, path, err) != ERR_OK)
		return err->code;
	if (mkdtemp((char *)path->ptr) != NULL)
		return ERR_OK;
	err_set_os(err, ERR_IO, errno, "cannot make the folder %.150s", (char *)path->ptr);
	blob_free(path);
	return ERR_IO;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
	(void)info, (void)type, (void)place;
	(void)remove(path);
	return 0;
}

void profile_remove(const char *path)
{
	/* a browser's last writes may come after its end was seen: once more then */
	for (unsigned i = 0; i < 20 && access(path, F_OK) == 0; i++) {
		if (i > 0)
			os_sleep_ms(50);
		(void)nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	}
}
