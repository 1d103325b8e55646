/* SPDX-License-Identifier: MIT */
/*
 * The connection of a session: an open port, or one that another window shares. Settings and
 * control lines of a shared port belong to that window: ERR_UNSUPPORTED.
 */
#ifndef BIOSBELT_SPC_WIRE_H
#define BIOSBELT_SPC_WIRE_H

#include "biosbelt/serial.h"
#include "biosbelt/socket.h"

struct wire {
	struct serial *serial;
	struct socket *shared; /* both NULL: absent */
};

enum err_code wire_open(
	struct wire *w, const char *device, const struct serial_opts *opts, struct err *err);
enum err_code wire_attach(struct wire *w, const char *path, struct err *err);
void wire_close(struct wire *w);
bool wire_is_open(const struct wire *w);

/* As the calls of serial.h, but reading does not wait. */
enum err_code wire_read(struct wire *w, void *ptr, size_t cap, size_t *got, struct err *err);
enum err_code wire_write(struct wire *w, const void *ptr, size_t len, unsigned timeout_ms,
	size_t *done, struct err *err);
enum err_code wire_drain(struct wire *w, unsigned timeout_ms, struct err *err);
intptr_t wire_handle(const struct wire *w); /* -1: absent */
bool wire_arm(struct wire *w);
enum err_code wire_lines(struct wire *w, struct serial_lines *out, struct err *err);
enum err_code wire_set_dtr(struct wire *w, bool on, struct err *err);
enum err_code wire_set_rts(struct wire *w, bool on, struct err *err);
enum err_code wire_break(struct wire *w, bool on, struct err *err);

#endif
