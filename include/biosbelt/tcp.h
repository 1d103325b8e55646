/* SPDX-License-Identifier: MIT */
/*
 * TCP for programs that must not wait: every call but the look-up of a name returns at once, and
 * the caller asks again later. One thread at a time uses a socket.
 */
#ifndef BIOSBELT_TCP_H
#define BIOSBELT_TCP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct tcp;

#define TCP_ADDRESS_MAX 256 /* bytes of an address or a name, with the NUL */

/* Splits PORT, ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT; one of IPv6 needs the brackets before a
 * port. What the text has not stays as it is. False: not such a text, nothing changed but *port. */
bool tcp_address(const char *text, char address[TCP_ADDRESS_MAX], unsigned *port);

/* Listens at an address of this machine ("127.0.0.1", "::", a name). Port 0: any free one. */
enum err_code tcp_listen(const char *address, unsigned port, struct tcp **out, struct err *err);
/* The port it listens at. */
unsigned tcp_port(const struct tcp *listener);
/* The next peer that has connected; NULL: none yet. */
enum err_code tcp_accept(struct tcp *listener, struct tcp **out, struct err *err);

/* Begins to connect; tcp_ready reports the result. Looking up a name may take seconds. */
enum err_code tcp_connect(const char *host, unsigned port, struct tcp **out, struct err *err);
/* Is it connected? One address of the host after the other is tried; the failure is the last's. */
enum err_code tcp_ready(struct tcp *t, bool *ready, struct err *err);

/* Received bytes; *got 0: none now. ERR_NOTFOUND: the other side has closed. */
enum err_code tcp_read(struct tcp *t, void *ptr, size_t cap, size_t *got, struct err *err);
/* Takes as much as there is room for now. */
enum err_code tcp_write(struct tcp *t, const void *ptr, size_t len, size_t *done, struct err *err);

/* For os_wait (console.h): ready when there is something to read, or to accept, or the end. */
intptr_t tcp_handle(struct tcp *t);

void tcp_close(struct tcp *t); /* NULL is fine */

#endif
