/* SPDX-License-Identifier: MIT */
/*
 * What carries a session: TCP, or a serial line. Nothing here waits. A connection that breaks, says
 * nothing right for some seconds or does not read is closed and made anew; a serial port that was
 * pulled out is looked for again.
 */
#ifndef BIOSBELT_GOBANG_WIRE_H
#define BIOSBELT_GOBANG_WIRE_H

#include "link/session.h"

#define WIRE_PORT 5315 /* of TCP when none is named */

struct wire;

/*
 * where: tcp, tcp:ADDRESS, tcp:PORT, tcp:ADDRESS:PORT ([ADDRESS] when it has colons), or
 * serial:NAME or serial:NAME,SETTINGS: a port as ports_choose finds it, settings as
 * serial_cfg_parse reads them. Without an address it is 127.0.0.1. ERR_USAGE: it is none of these.
 */
enum err_code wire_open(const char *where, bool host, struct wire **out, struct err *err);
void wire_close(struct wire *w); /* sends what it can first; NULL is fine */
/* Brings in and out what there is, and makes connections. */
void wire_run(struct wire *w, struct session *s, uint64_t now_ms);
bool wire_is_connected(const struct wire *w);
/* "127.0.0.1 port 5315" or the serial port; valid as long as w. */
const char *wire_place(const struct wire *w);
/* Why there is no connection now; NULL: no reason is known. */
const char *wire_trouble(const struct wire *w);

#endif
