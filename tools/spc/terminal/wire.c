/* SPDX-License-Identifier: MIT */
#include "terminal/wire.h"

enum err_code wire_open(
	struct wire *w, const char *device, const struct serial_opts *opts, struct err *err)
{
	enum err_code rc = serial_open(device, opts, &w->serial, err);

	if (rc != ERR_OK)
		w->serial = NULL;
	return rc;
}

enum err_code wire_attach(struct wire *w, const char *path, struct err *err)
{
	enum err_code rc = socket_connect(path, &w->shared, err);

	if (rc != ERR_OK)
		w->shared = NULL;
	return rc;
}

void wire_close(struct wire *w)
{
	serial_close(w->serial);
	socket_close(w->shared);
	w->serial = NULL;
	w->shared = NULL;
}

bool wire_is_open(const struct wire *w)
{
	return w->serial != NULL || w->shared != NULL;
}

enum err_code wire_read(struct wire *w, void *ptr, size_t cap, size_t *got, struct err *err)
{
	return w->serial != NULL ? serial_read(w->serial, ptr, cap, 0, got, err)
				 : socket_read(w->shared, ptr, cap, got, err);
}

enum err_code wire_write(struct wire *w, const void *ptr, size_t len, unsigned timeout_ms,
	size_t *done, struct err *err)
{
	return w->serial != NULL ? serial_write(w->serial, ptr, len, timeout_ms, done, err)
				 : socket_write(w->shared, ptr, len, done, err);
}

enum err_code wire_drain(struct wire *w, unsigned timeout_ms, struct err *err)
{
	return w->serial != NULL ? serial_drain(w->serial, timeout_ms, err) : ERR_OK;
}

intptr_t wire_handle(const struct wire *w)
{
	return w->serial != NULL   ? serial_handle(w->serial)
	       : w->shared != NULL ? socket_handle(w->shared)
				   : -1;
}

bool wire_arm(struct wire *w)
{
	return w->serial != NULL && serial_arm(w->serial);
}

static enum err_code not_here(struct err *err)
{
	return err_set(err, ERR_UNSUPPORTED, "only the window that shares the port can do that");
}

enum err_code wire_lines(struct wire *w, struct serial_lines *out, struct err *err)
{
	return w->serial != NULL ? serial_lines(w->serial, out, err) : not_here(err);
}

enum err_code wire_set_dtr(struct wire *w, bool on, struct err *err)
{
	return w->serial != NULL ? serial_set_dtr(w->serial, on, err) : not_here(err);
}

enum err_code wire_set_rts(struct wire *w, bool on, struct err *err)
{
	return w->serial != NULL ? serial_set_rts(w->serial, on, err) : not_here(err);
}

enum err_code wire_break(struct wire *w, bool on, struct err *err)
{
	return w->serial != NULL ? serial_break(w->serial, on, err) : not_here(err);
}
