/* SPDX-License-Identifier: MIT */
/*
 * Windows before 10 has no Unix sockets, and loopback has no access rights. So a file that only the
 * owner of its folder can read holds the port's number and a token of 128 bits, which a peer sends
 * first.
 */
#include "biosbelt/socket.h"

#include <winsock2.h>

#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "os_private.h"

#define WAITING   8
#define TOKEN_LEN 32 /* characters */
#define LINE_MAX  64 /* of the file */

struct socket {
	SOCKET fd;
	WSAEVENT event;
	int cleanup;
	char *path; /* to remove; NULL: none */
	char token[TOKEN_LEN + 1];
	size_t shown; /* characters of the token that the peer has sent */
	bool asks;    /* it waits for the token */
};

static enum err_code fail(struct err *err, const char *what)
{
	int e = WSAGetLastError();

	switch (e) {
	case WSAECONNRESET:
	case WSAECONNABORTED:
	case WSAETIMEDOUT:
	case WSAESHUTDOWN:
	case WSAENOTCONN:
		return err_set_os(err, ERR_NOTFOUND, e, "the other end is gone");
	case WSAECONNREFUSED:
		return err_set_os(err, ERR_NOTFOUND, e, "no program serves there");
	default:
		return os_fail(err, e, what);
	}
}

static bool start(void)
{
	static bool started;
	WSADATA data;

	if (!started)
		started = WSAStartup(MAKEWORD(2, 2), &data) == 0;
	return started;
}

static enum err_code make(SOCKET fd, long events, struct socket **out, struct err *err)
{
	struct socket *s;
	BOOL one = TRUE;

	if (fd == INVALID_SOCKET)
		return fail(err, "cannot make a socket");
	s = calloc(1, sizeof *s);
	if (s == NULL) {
		closesocket(fd);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	s->fd = fd;
	s->cleanup = -1;
	s->event = WSACreateEvent();
	SetHandleInformation((HANDLE)fd, HANDLE_FLAG_INHERIT, 0);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, (const char *)&one, sizeof one);
	if (s->event == WSA_INVALID_EVENT || WSAEventSelect(fd, s->event, events) != 0) {
		fail(err, "cannot wait for a socket");
		socket_close(s);
		return err->code;
	}
	*out = s;
	return ERR_OK;
}

static enum err_code serve(struct socket **out, struct err *err)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	struct socket *s;
	BOOL one = TRUE;

	if (!start())
		return err_set(err, ERR_IO, "the system has no sockets");
	if (make(socket(AF_INET, SOCK_STREAM, 0), FD_ACCEPT, &s, err) != ERR_OK)
		return err->code;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	setsockopt(s->fd, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&one, sizeof one);
	if (bind(s->fd, (struct sockaddr *)&address, sizeof address) != 0 ||
		listen(s->fd, WAITING) != 0) {
		fail(err, "cannot serve");
		socket_close(s);
		return err->code;
	}
	*out = s;
	return ERR_OK;
}

/* Reads the port's number and the token from the file. */
static bool read_file(const char *path, unsigned *port, char token[TOKEN_LEN + 1])
{
	struct blob text;
	struct err err;
	bool good;

	if (file_read(path, LINE_MAX, &text, &err) != ERR_OK)
		return false;
	good = text.len > 0 && memchr(text.ptr, 0, text.len) == NULL && text.len < LINE_MAX;
	if (good) {
		char line[LINE_MAX] = "";

		memcpy(line, text.ptr, text.len);
		good = sscanf(line, "%5u %32[0-9a-f]", port, token) == 2 && *port < 65536 &&
		       strlen(token) == TOKEN_LEN;
	}
	blob_free(&text);
	return good;
}

enum err_code socket_connect(const char *path, struct socket **out, struct err *err)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	struct file_info info;
	struct socket *s;
	char token[TOKEN_LEN + 1];
	unsigned port;
	SOCKET fd;

	if (file_info(path, false, &info, err) != ERR_OK)
		return err->code;
	if (!start() || !read_file(path, &port, token))
		return err_set(err, ERR_NOTFOUND, "no program serves there");
	address.sin_port = htons((u_short)port);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd != INVALID_SOCKET &&
		(connect(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
			send(fd, token, TOKEN_LEN, 0) != TOKEN_LEN)) {
		fail(err, "cannot connect");
		closesocket(fd);
		return err->code;
	}
	if (make(fd, FD_READ | FD_WRITE | FD_CLOSE, &s, err) != ERR_OK)
		return err->code;
	*out = s;
	return ERR_OK;
}

static enum err_code write_file(struct socket *s, const char *path, struct err *err)
{
	struct sockaddr_in address;
	int len = sizeof address;
	uint8_t random[TOKEN_LEN / 2];
	char line[LINE_MAX];
	size_t i;

	if (getsockname(s->fd, (struct sockaddr *)&address, &len) != 0)
		return fail(err, "cannot serve");
	if (os_random(random, sizeof random, err) != ERR_OK)
		return err->code;
	for (i = 0; i < sizeof random; i++)
		snprintf(s->token + 2 * i, 3, "%02x", random[i]);
	snprintf(line, sizeof line, "%u %s\n", (unsigned)ntohs(address.sin_port), s->token);
	return file_write(path, span_of(line, strlen(line)), true, err);
}

enum err_code socket_serve(const char *path, struct socket **out, struct err *err)
{
	struct socket *peer;
	struct socket *s = NULL;
	struct file_info info;
	enum err_code rc;
	char token[TOKEN_LEN + 1];
	unsigned port;

	if (socket_connect(path, &peer, err) == ERR_OK) {
		socket_close(peer);
		return err_set(err, ERR_EXISTS, "is there already");
	}
	if (file_info(path, true, &info, err) == ERR_OK && info.type != FILE_NONE &&
		!read_file(path, &port, token))
		return err_set(err, ERR_EXISTS, "is there already");
	if (serve(&s, err) != ERR_OK)
		return err->code;
	s->path = alloc_text(path);
	rc = s->path != NULL ? write_file(s, path, err) : err_set(err, ERR_NOMEM, "out of memory");
	if (rc != ERR_OK) {
		free(s->path); /* not ours: nothing to remove */
		s->path = NULL;
		socket_close(s);
		return rc;
	}
	s->cleanup = os_cleanup_add(path);
	*out = s;
	return ERR_OK;
}

/* The event stays set while there may be more data. It is reset when there is none; then the socket
 * is checked once more, as data may have arrived in between. */
static bool nothing_more(struct socket *s, bool *again)
{
	if (WSAGetLastError() != WSAEWOULDBLOCK)
		return false;
	*again = !*again;
	if (*again)
		WSAResetEvent(s->event);
	return true;
}

enum err_code socket_accept(struct socket *s, struct socket **out, struct err *err)
{
	bool again = false;
	SOCKET fd;

	*out = NULL;
	do {
		fd = accept(s->fd, NULL, NULL);
		if (fd == INVALID_SOCKET && !nothing_more(s, &again))
			return fail(err, "cannot take a connection");
	} while (fd == INVALID_SOCKET && again);
	if (fd == INVALID_SOCKET)
		return ERR_OK;
	if (make(fd, FD_READ | FD_WRITE | FD_CLOSE, out, err) != ERR_OK)
		return err->code;
	memcpy((*out)->token, s->token, sizeof s->token);
	(*out)->asks = s->path != NULL;
	return ERR_OK;
}

void socket_close(struct socket *s)
{
	struct err ignored;

	if (s == NULL)
		return;
	if (s->path != NULL) {
		file_remove(s->path, &ignored);
		os_cleanup_drop(s->cleanup);
		free(s->path);
	}
	closesocket(s->fd);
	if (s->event != WSA_INVALID_EVENT)
		WSACloseEvent(s->event);
	free(s);
}

bool socket_is_trusted(const struct socket *s)
{
	return !s->asks || s->shown == TOKEN_LEN;
}

static enum err_code receive(struct socket *s, void *ptr, size_t cap, size_t *got, struct err *err)
{
	bool again = false;
	int n;

	*got = 0;
	do {
		n = recv(s->fd, ptr, (int)cap, 0);
		if (n == 0)
			return err_set(err, ERR_NOTFOUND, "the other end is gone");
		if (n < 0 && !nothing_more(s, &again))
			return fail(err, "cannot read");
	} while (n < 0 && again);
	*got = n > 0 ? (size_t)n : 0;
	return ERR_OK;
}

enum err_code socket_read(struct socket *s, void *ptr, size_t cap, size_t *got, struct err *err)
{
	char bytes[TOKEN_LEN];

	if (!socket_is_trusted(s)) {
		if (receive(s, bytes, TOKEN_LEN - s->shown, got, err) != ERR_OK)
			return err->code;
		if (memcmp(bytes, s->token + s->shown, *got) != 0)
			return err_set(err, ERR_DENIED, "a wrong token");
		s->shown += *got;
		*got = 0;
		return ERR_OK;
	}
	return receive(s, ptr, cap, got, err);
}

enum err_code socket_write(
	struct socket *s, const void *ptr, size_t len, size_t *done, struct err *err)
{
	int n = send(s->fd, ptr, len < 65536 ? (int)len : 65536, 0);

	*done = n > 0 ? (size_t)n : 0;
	if (n >= 0 || WSAGetLastError() == WSAEWOULDBLOCK)
		return ERR_OK;
	return fail(err, "cannot write");
}

intptr_t socket_handle(const struct socket *s)
{
	return (intptr_t)s->event;
}
