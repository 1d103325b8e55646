/* SPDX-License-Identifier: MIT */
#include "link/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/ports.h"
#include "biosbelt/serial.h"
#include "biosbelt/tcp.h"
#include "biosbelt/tr.h"

#define RETRY_MS   1000  /* between two tries to connect */
#define UNSENT_MAX 65536 /* limit of unread bytes on the other side */
#define READ_MAX   4096  /* bytes per read */
/* Consecutive reads: the end of a connection is detected with its last bytes. */
#define READS_MAX  4
#define LAST_MS    500 /* for sending the rest at the end */

struct wire {
	bool host, is_serial;
	char address[TCP_ADDRESS_MAX]; /* or the name of the serial port, as given */
	unsigned port;
	struct serial_cfg cfg;
	struct tcp *listener;
	struct tcp *tcp; /* the connection */
	bool ready;      /* it is established */
	struct serial *serial;
	uint64_t since_ms, tried_ms;
	struct buf *out; /* output of the session */
	char place[TCP_ADDRESS_MAX + 32];
	struct err trouble; /* code ERR_OK: none */
};

static enum err_code bad_place(const char *where, struct err *err)
{
	return err_set(err, ERR_USAGE,
		"'%.60s' is not tcp, tcp:ADDRESS:PORT, serial:PORT or serial:PORT,SETTINGS", where);
}

static enum err_code read_serial(struct wire *w, const char *text, struct err *err)
{
	const char *comma = strchr(text, ',');
	size_t len = comma != NULL ? (size_t)(comma - text) : strlen(text);

	w->is_serial = true;
	w->cfg = SERIAL_CFG_DEFAULT;
	if (len == 0 || len >= sizeof(w->address))
		return err_set(err, ERR_USAGE, "serial: without the name of a port");
	memcpy(w->address, text, len);
	w->address[len] = '\0';
	return comma != NULL ? serial_cfg_parse(comma + 1, &w->cfg, err) : ERR_OK;
}

static enum err_code read_where(struct wire *w, const char *where, struct err *err)
{
	(void)snprintf(w->address, sizeof(w->address), "127.0.0.1");
	w->port = WIRE_PORT;
	if (strncmp(where, "serial:", 7) == 0)
		return read_serial(w, where + 7, err);
	if (strcmp(where, "tcp") != 0 &&
		(strncmp(where, "tcp:", 4) != 0 || !tcp_address(where + 4, w->address, &w->port)))
		return bad_place(where, err);
	return ERR_OK;
}

/* The port is found by its name each time, as it may change when the adapter is plugged in
 * again. */
static enum err_code open_serial(struct wire *w, struct err *err)
{
	struct serial_opts opts = {.cfg = w->cfg};
	struct port_list list = {0};
	enum err_code rc = ports_choose("", w->address, &list, err);

	if (rc == ERR_OK)
		rc = serial_open(port_get(&list.items[0], PORT_DEVICE), &opts, &w->serial, err);
	ports_free(&list);
	return rc;
}

enum err_code wire_open(const char *where, bool host, struct wire **out, struct err *err)
{
	struct wire *w = calloc(1, sizeof(*w));
	enum err_code rc;

	if (w == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	w->host = host;
	rc = read_where(w, where, err);
	if (rc == ERR_OK && w->is_serial) {
		rc = open_serial(w, err);
		(void)snprintf(w->place, sizeof(w->place), "%s", w->address);
	} else if (rc == ERR_OK) {
		if (host)
			rc = tcp_listen(w->address, w->port, &w->listener, err);
		if (w->listener != NULL)
			w->port = tcp_port(w->listener);
		(void)snprintf(w->place, sizeof(w->place), "%s port %u", w->address, w->port);
	}
	if (rc == ERR_OK)
		*out = w;
	else
		wire_close(w);
	return rc;
}

bool wire_is_connected(const struct wire *w)
{
	return w->is_serial ? w->serial != NULL : w->tcp != NULL && w->ready;
}

const char *wire_place(const struct wire *w)
{
	return w->place;
}

const char *wire_trouble(const struct wire *w)
{
	return w->trouble.code != ERR_OK ? w->trouble.text : NULL;
}

static void drop(struct wire *w)
{
	tcp_close(w->tcp);
	serial_close(w->serial);
	w->tcp = NULL;
	w->serial = NULL;
	w->ready = false;
	if (w->out != NULL)
		w->out->len = 0;
}

static void begin(struct wire *w, struct session *s, uint64_t now_ms)
{
	w->trouble.code = ERR_OK;
	w->since_ms = now_ms;
	w->out->len = 0;
	session_connected(s, now_ms);
}

/* A new connection replaces one that has been silent; otherwise it is refused. */
static void accept_guest(struct wire *w, struct session *s, uint64_t now_ms)
{
	struct tcp *t = NULL;

	if (tcp_accept(w->listener, &t, &w->trouble) != ERR_OK || t == NULL)
		return;
	if (w->tcp != NULL && (session_is_near(s) || now_ms - w->since_ms < SESSION_SILENT_MS)) {
		tcp_close(t);
		return;
	}
	drop(w);
	w->tcp = t;
	w->ready = true;
	begin(w, s, now_ms);
}

static void connect_host(struct wire *w, struct session *s, uint64_t now_ms)
{
	enum err_code rc = ERR_OK;

	if (w->tcp == NULL) {
		if (w->tried_ms != 0 && now_ms - w->tried_ms < RETRY_MS)
			return;
		w->tried_ms = now_ms;
		rc = tcp_connect(w->address, w->port, &w->tcp, &w->trouble);
	}
	if (rc == ERR_OK)
		rc = tcp_ready(w->tcp, &w->ready, &w->trouble);
	if (rc != ERR_OK)
		drop(w);
	else if (w->ready)
		begin(w, s, now_ms);
}

static void reopen_serial(struct wire *w, struct session *s, uint64_t now_ms)
{
	if (w->tried_ms != 0 && now_ms - w->tried_ms < RETRY_MS)
		return;
	w->tried_ms = now_ms;
	if (open_serial(w, &w->trouble) == ERR_OK)
		begin(w, s, now_ms);
}

static enum err_code bring_in(struct wire *w, struct session *s, uint64_t now_ms)
{
	uint8_t bytes[READ_MAX];
	size_t got = 0;
	unsigned reads = 0;
	enum err_code rc;

	do {
		rc = w->is_serial
			     ? serial_read(w->serial, bytes, sizeof(bytes), 0, &got, &w->trouble)
			     : tcp_read(w->tcp, bytes, sizeof(bytes), &got, &w->trouble);
		if (got > 0)
			session_take(s, span_of(bytes, got), now_ms);
	} while (rc == ERR_OK && got > 0 && ++reads < READS_MAX);
	if (rc != ERR_OK && s->phase == SESSION_FAILED)
		w->trouble = s->fault; /* more specific than the end of the connection */
	return rc;
}

static enum err_code bring_out(struct wire *w)
{
	struct buf *out = w->out;
	size_t done = 0;
	enum err_code rc;

	if (out->len == 0)
		return ERR_OK;
	rc = w->is_serial ? serial_write(w->serial, out->ptr, out->len, 0, &done, &w->trouble)
			  : tcp_write(w->tcp, out->ptr, out->len, &done, &w->trouble);
	memmove(out->ptr, out->ptr + done, out->len - done);
	out->len -= done;
	if (rc == ERR_OK && out->len > UNSENT_MAX)
		rc = err_set(&w->trouble, ERR_IO, "the other side does not read");
	return rc;
}

/* Ends a connection that violates the protocol, or was silent for too long. */
static void drop_bad(struct wire *w, struct session *s, uint64_t now_ms)
{
	if (s->phase == SESSION_FAILED && wire_is_connected(w)) {
		w->trouble = s->fault;
		w->tried_ms = now_ms;
		drop(w);
	} else if (w->tcp != NULL && w->ready && !session_is_near(s) &&
		   now_ms - w->since_ms > SESSION_SILENT_MS) {
		(void)err_set(&w->trouble, ERR_BUSY, "%s",
			s->in.dropped > 0 || s->in.len > 0
				? tr("something else is at the other end")
				: tr("the other side is silent"));
		drop(w);
	}
}

void wire_run(struct wire *w, struct session *s, uint64_t now_ms)
{
	w->out = s->out;
	if (w->is_serial && w->serial != NULL && w->since_ms == 0)
		begin(w, s, now_ms);
	if (wire_is_connected(w) && bring_in(w, s, now_ms) != ERR_OK)
		drop(w);
	if (w->listener != NULL)
		accept_guest(w, s, now_ms);
	else if (!w->is_serial && !wire_is_connected(w))
		connect_host(w, s, now_ms);
	else if (w->is_serial && w->serial == NULL)
		reopen_serial(w, s, now_ms);
	session_tick(s, wire_is_connected(w), now_ms);
	if (wire_is_connected(w) && bring_out(w) != ERR_OK)
		drop(w);
	drop_bad(w, s, now_ms);
}

void wire_close(struct wire *w)
{
	uint64_t end = os_time_ms() + LAST_MS;

	if (w == NULL)
		return;
	while (w->out != NULL && w->out->len > 0 && wire_is_connected(w) && os_time_ms() < end &&
		bring_out(w) == ERR_OK)
		os_sleep_ms(5);
	if (w->serial != NULL)
		(void)serial_drain(w->serial, LAST_MS, &w->trouble);
	drop(w);
	tcp_close(w->listener);
	free(w);
}
