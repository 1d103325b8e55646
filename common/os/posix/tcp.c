/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* accept4 */
#include "biosbelt/tcp.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "os_private.h"

struct tcp {
	int fd;
	struct addrinfo *list, *next; /* addresses of a host that is being connected to */
};

static enum err_code look_up(
	const char *host, unsigned port, int flags, struct addrinfo **list, struct err *err)
{
	struct addrinfo hints = {
		.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC, .ai_flags = flags};
	char service[16];
	int rc;

	(void)snprintf(service, sizeof(service), "%u", port);
	rc = getaddrinfo(host, service, &hints, list);
	if (rc == 0)
		return ERR_OK;
	return err_set(err, ERR_NOTFOUND, "%.100s: %.100s", host, gai_strerror(rc));
}

static struct tcp *tcp_new(int fd, struct err *err)
{
	struct tcp *t = calloc(1, sizeof(*t));
	int on = 1;

	if (t == NULL) {
		(void)err_set(err, ERR_NOMEM, "out of memory");
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	t->fd = fd;
	if (fd >= 0)
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	return t;
}

static int open_socket(const struct addrinfo *a)
{
	return socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
}

static int listen_at(const struct addrinfo *a)
{
	int fd = open_socket(a), on = 1, rc;

	if (fd < 0)
		return -1;
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 4) == 0)
		return fd;
	rc = errno;
	close(fd);
	errno = rc;
	return -1;
}

static enum err_code cannot_listen(struct err *err, int code, const char *address, unsigned port)
{
	char what[160];

	(void)snprintf(what, sizeof(what), "cannot listen at %.100s port %u", address, port);
	return os_fail(err, code, what);
}

enum err_code tcp_listen(const char *address, unsigned port, struct tcp **out, struct err *err)
{
	struct addrinfo *list;
	int fd = -1;
	enum err_code rc = look_up(address, port, AI_PASSIVE, &list, err);

	if (rc != ERR_OK)
		return rc;
	for (const struct addrinfo *a = list; a != NULL && fd < 0; a = a->ai_next)
		fd = listen_at(a);
	if (fd < 0)
		rc = cannot_listen(err, errno, address, port);
	freeaddrinfo(list);
	if (rc != ERR_OK)
		return rc;
	*out = tcp_new(fd, err);
	return *out != NULL ? ERR_OK : err->code;
}

unsigned tcp_port(const struct tcp *listener)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} at = {.v6 = {0}};
	socklen_t len = sizeof(at);

	if (getsockname(listener->fd, &at.any, &len) != 0)
		return 0;
	return ntohs(at.any.sa_family == AF_INET6 ? at.v6.sin6_port : at.v4.sin_port);
}

enum err_code tcp_accept(struct tcp *listener, struct tcp **out, struct err *err)
{
	int fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	*out = NULL;
	if (fd < 0) /* the peer may have left already */
		return errno == EMFILE || errno == ENFILE || errno == EBADF
			       ? os_fail(err, errno, "cannot accept a connection")
			       : ERR_OK;
	*out = tcp_new(fd, err);
	return *out != NULL ? ERR_OK : err->code;
}

/* Starts connecting to the next address; ERR_IO: no address left. */
static enum err_code try_next(struct tcp *t, int before, struct err *err)
{
	int error = before;

	while (t->next != NULL) {
		const struct addrinfo *a = t->next;
		int fd = open_socket(a);

		t->next = a->ai_next;
		if (fd >= 0 &&
			(connect(fd, a->ai_addr, a->ai_addrlen) == 0 || errno == EINPROGRESS)) {
			t->fd = fd;
			return ERR_OK;
		}
		error = errno;
		if (fd >= 0)
			close(fd);
	}
	return os_fail(err, error, "cannot connect");
}

enum err_code tcp_connect(const char *host, unsigned port, struct tcp **out, struct err *err)
{
	struct tcp *t = tcp_new(-1, err);
	enum err_code rc = t != NULL ? look_up(host, port, 0, &t->list, err) : err->code;

	if (rc == ERR_OK) {
		t->next = t->list;
		rc = try_next(t, 0, err);
	}
	if (rc == ERR_OK)
		*out = t;
	else
		tcp_close(t);
	return rc;
}

enum err_code tcp_ready(struct tcp *t, bool *ready, struct err *err)
{
	struct pollfd p = {.fd = t->fd, .events = POLLOUT};
	int error = 0, on = 1;
	socklen_t len = sizeof(error);

	*ready = false;
	if (poll(&p, 1, 0) <= 0)
		return ERR_OK;
	if (getsockopt(t->fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0)
		error = errno;
	if (error != 0) {
		close(t->fd);
		t->fd = -1;
		return try_next(t, error, err);
	}
	(void)setsockopt(t->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	*ready = true;
	return ERR_OK;
}

enum err_code tcp_read(struct tcp *t, void *ptr, size_t cap, size_t *got, struct err *err)
{
	ssize_t n = recv(t->fd, ptr, cap, 0);

	*got = n > 0 ? (size_t)n : 0;
	if (n == 0)
		return err_set(err, ERR_NOTFOUND, "the connection was closed");
	if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
		return os_fail(err, errno, "the connection broke");
	return ERR_OK;
}

enum err_code tcp_write(struct tcp *t, const void *ptr, size_t len, size_t *done, struct err *err)
{
	ssize_t n = send(t->fd, ptr, len, MSG_NOSIGNAL);

	*done = n > 0 ? (size_t)n : 0;
	if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
		return os_fail(err, errno, "the connection broke");
	return ERR_OK;
}

intptr_t tcp_handle(struct tcp *t)
{
	return t->fd;
}

void tcp_close(struct tcp *t)
{
	if (t == NULL)
		return;
	if (t->fd >= 0)
		close(t->fd);
	if (t->list != NULL)
		freeaddrinfo(t->list);
	free(t);
}
