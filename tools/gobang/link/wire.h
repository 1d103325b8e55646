/* SPDX-License-Identifier: MIT */
/*
 * The connection of a session: TCP, or a serial line. No call blocks. A connection that breaks,
 * sends no valid line for some seconds or does not read is closed and made again; a serial port
 * that was unplugged is searched for again.
 */
#ifndef BIOSBELT_GOBANG_WIRE_H
#define BIOSBELT_GOBANG_WIRE_H

#include "link/session.h"

#define WIRE_PORT 5315 /* of TCP when none is named */

struct wire;

/*
 * where: tcp, tcp:ADDRESS, tcp:PORT, tcp:ADDRESS:PORT ([ADDRESS] when it has colons), or
 * serial:NAME or serial:NAME,SETTINGS: a port as ports_choose finds it, settings as
 * serial_cfg_parse reads them. The default address is 127.0.0.1. ERR_USAGE: none of these.
 */
enum err_code wire_open(const char *where, bool host, struct wire **out, struct err *err);
void wire_close(struct wire *w); /* first sends what can be sent at once; NULL is fine */
/* Receives and sends without waiting, and makes connections. */
void wire_run(struct wire *w, struct session *s, uint64_t now_ms);
bool wire_is_connected(const struct wire *w);
/* "127.0.0.1 port 5315" or the serial port; valid as long as w. */
const char *wire_place(const struct wire *w);
/* The reason why there is no connection; NULL: unknown. */
const char *wire_trouble(const struct wire *w);

#endif
