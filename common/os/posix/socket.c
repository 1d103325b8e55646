/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* accept4 */
#include "biosbelt/socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"

#define WAITING 8 /* length of the queue of waiting peers */

struct socket {
	int fd;
	int cleanup;
	char path[sizeof((struct sockaddr_un *)NULL)->sun_path]; /* to remove; "": none */
};

/* Takes over fd; NULL: error in err. */
static struct socket *make(int fd, struct err *err)
{
	struct socket *s = fd >= 0 ? calloc(1, sizeof *s) : NULL;

	if (s != NULL) {
		s->fd = fd;
		s->cleanup = -1;
	} else if (fd >= 0) {
		close(fd);
		err_set(err, ERR_NOMEM, "out of memory");
	} else {
		os_fail(err, errno, "cannot make a socket");
	}
	return s;
}

static enum err_code path_address(const char *path, struct sockaddr_un *out, struct err *err)
{
	memset(out, 0, sizeof *out);
	out->sun_family = AF_UNIX;
	if (strlen(path) >= sizeof out->sun_path)
		return err_set(err, ERR_LIMIT, "the path of a socket has at most %zu bytes",
			sizeof out->sun_path - 1);
	memcpy(out->sun_path, path, strlen(path) + 1);
	return ERR_OK;
}

static struct socket *open_path(const char *path, struct sockaddr_un *address, struct err *err)
{
	if (path_address(path, address, err) != ERR_OK)
		return NULL;
	return make(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), err);
}

enum err_code socket_connect(const char *path, struct socket **out, struct err *err)
{
	struct sockaddr_un address;
	struct socket *s = open_path(path, &address, err);

	if (s == NULL)
		return err->code;
	if (connect(s->fd, (struct sockaddr *)&address, sizeof address) != 0) {
		int e = errno;

		socket_close(s);
		return e == ECONNREFUSED || e == ENOTSOCK
			       ? err_set_os(err, ERR_NOTFOUND, e, "no program serves there")
			       : os_fail(err, e, "cannot connect");
	}
	*out = s;
	return ERR_OK;
}

/* True for a socket of ours without a server: a killed program left it. */
static bool is_left_over(const char *path)
{
	struct stat info;
	struct socket *peer = NULL;
	struct err err;

	if (lstat(path, &info) != 0 || !S_ISSOCK(info.st_mode) || info.st_uid != geteuid())
		return false;
	if (socket_connect(path, &peer, &err) == ERR_OK) {
		socket_close(peer);
		return false;
	}
	return err.code == ERR_NOTFOUND;
}

/* The mode is set before anybody can connect: bind makes the file, listen accepts peers. */
static int listen_private(int fd, const struct sockaddr_un *address)
{
	if (bind(fd, (const struct sockaddr *)address, sizeof *address) != 0)
		return errno;
	if (chmod(address->sun_path, 0600) != 0 || listen(fd, WAITING) != 0) {
		int e = errno;

		unlink(address->sun_path);
		return e;
	}
	return 0;
}

enum err_code socket_serve(const char *path, struct socket **out, struct err *err)
{
	struct sockaddr_un address;
	struct socket *s = open_path(path, &address, err);
	int e;

	if (s == NULL)
		return err->code;
	e = listen_private(s->fd, &address);
	if (e == EADDRINUSE && is_left_over(path) && unlink(path) == 0)
		e = listen_private(s->fd, &address);
	if (e != 0) {
		socket_close(s);
		return e == EADDRINUSE ? err_set_os(err, ERR_EXISTS, e, "is there already")
				       : os_fail(err, e, "cannot serve");
	}
	memcpy(s->path, address.sun_path, sizeof s->path);
	s->cleanup = os_cleanup_add(path);
	*out = s;
	return ERR_OK;
}

enum err_code socket_accept(struct socket *s, struct socket **out, struct err *err)
{
	int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	*out = NULL;
	if (fd < 0)
		return errno == EAGAIN || errno == EINTR || errno == ECONNABORTED
			       ? ERR_OK
			       : os_fail(err, errno, "cannot take a connection");
	*out = make(fd, err);
	return *out != NULL ? ERR_OK : err->code;
}

void socket_close(struct socket *s)
{
	if (s == NULL)
		return;
	if (s->path[0] != '\0') {
		unlink(s->path);
		os_cleanup_drop(s->cleanup);
	}
	close(s->fd);
	free(s);
}

bool socket_is_trusted(const struct socket *s)
{
	(void)s; /* the file's mode has checked the peer */
	return true;
}

static enum err_code fail(struct err *err, const char *what)
{
	switch (errno) {
	case EPIPE:
	case ECONNRESET:
	case ETIMEDOUT:
		return err_set_os(err, ERR_NOTFOUND, errno, "the other end is gone");
	default:
		return os_fail(err, errno, what);
	}
}

enum err_code socket_read(struct socket *s, void *ptr, size_t cap, size_t *got, struct err *err)
{
	ssize_t n = recv(s->fd, ptr, cap, 0);

	*got = n > 0 ? (size_t)n : 0;
	if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
		return ERR_OK;
	return n == 0 ? err_set(err, ERR_NOTFOUND, "the other end is gone")
		      : fail(err, "cannot read");
}

enum err_code socket_write(
	struct socket *s, const void *ptr, size_t len, size_t *done, struct err *err)
{
	ssize_t n = send(s->fd, ptr, len, MSG_NOSIGNAL);

	*done = n > 0 ? (size_t)n : 0;
	if (n >= 0 || errno == EAGAIN || errno == EINTR)
		return ERR_OK;
	return fail(err, "cannot write");
}

intptr_t socket_handle(const struct socket *s)
{
	return s->fd;
}
