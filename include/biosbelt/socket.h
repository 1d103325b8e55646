/* SPDX-License-Identifier: MIT */
/*
 * Connections between programs of one user on one machine, under the path of a file; tcp.h is
 * for others. None of the calls waits. Linux: a Unix socket with the rights 0600. Windows: a port
 * of loopback; the file holds the number and a random token, which a peer must send first, and has
 * the permissions of its folder.
 */
#ifndef BIOSBELT_SOCKET_H
#define BIOSBELT_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct socket;

/* Replaces a path that an ended program left. ERR_EXISTS: another program serves there, or the path
 * is not a socket. socket_close and an end by a signal remove the path. */
enum err_code socket_serve(const char *path, struct socket **out, struct err *err);
/* *out NULL: no peer is waiting. */
enum err_code socket_accept(struct socket *s, struct socket **out, struct err *err);
/* ERR_NOTFOUND: no program serves there. */
enum err_code socket_connect(const char *path, struct socket **out, struct err *err);
void socket_close(struct socket *s); /* NULL is fine */

/* False: the peer has not sent its token yet; do not write to it. */
bool socket_is_trusted(const struct socket *s);
/* *got 0: nothing to read now. ERR_NOTFOUND: the peer is gone; ERR_DENIED: its token is wrong. */
enum err_code socket_read(struct socket *s, void *ptr, size_t cap, size_t *got, struct err *err);
/* *done: bytes taken, as many as there is room for. */
enum err_code socket_write(
	struct socket *s, const void *ptr, size_t len, size_t *done, struct err *err);
/* For os_wait. */
intptr_t socket_handle(const struct socket *s);

#endif
