/* SPDX-License-Identifier: MIT */
/* winsock2.h has to precede windows.h, which other headers include. */
#include <winsock2.h>
#include <ws2tcpip.h>

#include <stdio.h>
#include <stdlib.h>

#include "biosbelt/tcp.h"
#include "biosbelt/tr.h"
#include "os_private.h"

struct tcp {
	SOCKET socket;
	WSAEVENT event;               /* NULL: tcp_handle was never called */
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
	return rc == 0 ? ERR_OK : os_fail(err, rc, host);
}

/* Takes over the socket; each struct tcp counts as one start of Winsock. */
static struct tcp *tcp_new(SOCKET s, struct err *err)
{
	struct tcp *t = calloc(1, sizeof(*t));
	WSADATA data;

	if (t != NULL && WSAStartup(MAKEWORD(2, 2), &data) == 0) {
		t->socket = s;
		return t;
	}
	(void)err_set(err, t == NULL ? ERR_NOMEM : ERR_IO,
		t == NULL ? "out of memory" : N_("no network"));
	free(t);
	if (s != INVALID_SOCKET)
		closesocket(s);
	return NULL;
}

static SOCKET open_socket(const struct addrinfo *a)
{
	SOCKET s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
	u_long on = 1;

	if (s != INVALID_SOCKET)
		(void)ioctlsocket(s, (long)FIONBIO, &on);
	return s;
}

static SOCKET listen_at(const struct addrinfo *a)
{
	SOCKET s = open_socket(a);
	BOOL on = TRUE;
	int rc;

	if (s == INVALID_SOCKET)
		return s;
	/* here SO_REUSEADDR would let two programs share a port */
	(void)setsockopt(s, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&on, sizeof(on));
	if (bind(s, a->ai_addr, (int)a->ai_addrlen) == 0 && listen(s, 4) == 0)
		return s;
	rc = WSAGetLastError();
	closesocket(s);
	WSASetLastError(rc);
	return INVALID_SOCKET;
}

static enum err_code cannot_listen(struct err *err, int code, const char *address, unsigned port)
{
	char what[160];

	(void)snprintf(what, sizeof(what), "cannot listen at %.100s port %u", address, port);
	return os_fail(err, code, what);
}

enum err_code tcp_listen(const char *address, unsigned port, struct tcp **out, struct err *err)
{
	struct tcp *t = tcp_new(INVALID_SOCKET, err);
	enum err_code rc;

	if (t == NULL)
		return err->code;
	rc = look_up(address, port, AI_PASSIVE, &t->list, err);
	for (const struct addrinfo *a = t->list; a != NULL && t->socket == INVALID_SOCKET;
		a = a->ai_next)
		t->socket = listen_at(a);
	if (rc == ERR_OK && t->socket == INVALID_SOCKET)
		rc = cannot_listen(err, WSAGetLastError(), address, port);
	if (rc == ERR_OK)
		*out = t;
	else
		tcp_close(t);
	return rc;
}

unsigned tcp_port(const struct tcp *listener)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} at;
	int len = sizeof(at);

	if (getsockname(listener->socket, &at.any, &len) != 0)
		return 0;
	return ntohs(at.any.sa_family == AF_INET6 ? at.v6.sin6_port : at.v4.sin_port);
}

/* The event stays set while there may be more data. It is reset when there is none; then the socket
 * is checked once more, as data may have arrived in between. */
static bool look_again(struct tcp *t)
{
	if (t->event == NULL || WSAGetLastError() != WSAEWOULDBLOCK)
		return false;
	WSAResetEvent(t->event);
	return true;
}

enum err_code tcp_accept(struct tcp *listener, struct tcp **out, struct err *err)
{
	SOCKET s = accept(listener->socket, NULL, NULL);
	u_long on = 1;

	*out = NULL;
	if (s == INVALID_SOCKET && look_again(listener))
		s = accept(listener->socket, NULL, NULL);
	if (s != INVALID_SOCKET) /* it inherits the listener's event */
		(void)WSAEventSelect(s, NULL, 0);
	if (s == INVALID_SOCKET) /* the peer may have left already */
		return ERR_OK;
	(void)ioctlsocket(s, (long)FIONBIO, &on);
	*out = tcp_new(s, err);
	return *out != NULL ? ERR_OK : err->code;
}

/* Starts connecting to the next address; ERR_IO: no address left. */
static enum err_code try_next(struct tcp *t, int before, struct err *err)
{
	int error = before;

	while (t->next != NULL) {
		const struct addrinfo *a = t->next;
		SOCKET s = open_socket(a);

		t->next = a->ai_next;
		if (s != INVALID_SOCKET && (connect(s, a->ai_addr, (int)a->ai_addrlen) == 0 ||
						   WSAGetLastError() == WSAEWOULDBLOCK)) {
			t->socket = s;
			return ERR_OK;
		}
		error = WSAGetLastError();
		if (s != INVALID_SOCKET)
			closesocket(s);
	}
	return os_fail(err, error, "cannot connect");
}

enum err_code tcp_connect(const char *host, unsigned port, struct tcp **out, struct err *err)
{
	struct tcp *t = tcp_new(INVALID_SOCKET, err);
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
	struct timeval none = {0, 0};
	fd_set writes, fails;
	int error = 0, len = sizeof(error);

	*ready = false;
	FD_ZERO(&writes);
	FD_ZERO(&fails);
	FD_SET(t->socket, &writes);
	FD_SET(t->socket, &fails);
	if (select(0, NULL, &writes, &fails, &none) <= 0)
		return ERR_OK;
	if (getsockopt(t->socket, SOL_SOCKET, SO_ERROR, (char *)&error, &len) != 0)
		error = WSAGetLastError();
	if (error != 0) {
		closesocket(t->socket);
		t->socket = INVALID_SOCKET;
		return try_next(t, error, err);
	}
	*ready = FD_ISSET(t->socket, &writes) != 0;
	return ERR_OK;
}

enum err_code tcp_read(struct tcp *t, void *ptr, size_t cap, size_t *got, struct err *err)
{
	int n = recv(t->socket, ptr, (int)(cap < 65536 ? cap : 65536), 0);

	if (n < 0 && look_again(t))
		n = recv(t->socket, ptr, (int)(cap < 65536 ? cap : 65536), 0);
	*got = n > 0 ? (size_t)n : 0;
	if (n == 0)
		return err_set(err, ERR_NOTFOUND, "the connection was closed");
	if (n < 0 && WSAGetLastError() != WSAEWOULDBLOCK)
		return os_fail(err, WSAGetLastError(), "the connection broke");
	return ERR_OK;
}

enum err_code tcp_write(struct tcp *t, const void *ptr, size_t len, size_t *done, struct err *err)
{
	int n = send(t->socket, ptr, (int)(len < 65536 ? len : 65536), 0);

	*done = n > 0 ? (size_t)n : 0;
	if (n < 0 && WSAGetLastError() != WSAEWOULDBLOCK)
		return os_fail(err, WSAGetLastError(), "the connection broke");
	return ERR_OK;
}

intptr_t tcp_handle(struct tcp *t)
{
	if (t->event == NULL) {
		t->event = WSACreateEvent(); /* NULL: none */
		if (t->event != NULL)
			(void)WSAEventSelect(
				t->socket, t->event, FD_ACCEPT | FD_READ | FD_WRITE | FD_CLOSE);
	}
	return t->event != NULL ? (intptr_t)t->event : -1;
}

void tcp_close(struct tcp *t)
{
	if (t == NULL)
		return;
	if (t->event != NULL)
		WSACloseEvent(t->event);
	if (t->socket != INVALID_SOCKET)
		closesocket(t->socket);
	if (t->list != NULL)
		freeaddrinfo(t->list);
	WSACleanup();
	free(t);
}
