/* SPDX-License-Identifier: MIT */
#include "browser/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/console.h"
#include "biosbelt/os.h"
#include "biosbelt/tcp.h"

#define CONNECT_MS 30000
#define WRITE_MS   15000
#define LOOK_MS    5 /* polling interval while connecting */

struct link {
	struct tcp *tcp; /* one of these is set */
	struct talk *talk;
};

static enum err_code make(struct tcp *tcp, struct talk *talk, struct link **out, struct err *err)
{
	*out = malloc(sizeof(**out));
	if (*out == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	**out = (struct link){tcp, talk};
	return ERR_OK;
}

enum err_code link_pipes(struct talk *talk, struct link **out, struct err *err)
{
	return make(NULL, talk, out, err);
}

static enum err_code wait_connected(struct tcp *t, struct err *err)
{
	uint64_t until = os_time_ms() + CONNECT_MS;
	bool ready = false;
	enum err_code rc = tcp_ready(t, &ready, err);

	while (rc == ERR_OK && !ready) {
		if (os_time_ms() >= until)
			return err_set(err, ERR_BUSY, "the browser does not answer");
		os_sleep_ms(LOOK_MS);
		rc = tcp_ready(t, &ready, err);
	}
	return rc;
}

enum err_code link_connect(const char *host, unsigned port, struct link **out, struct err *err)
{
	char bare[256];
	struct tcp *t = NULL;
	size_t len = strlen(host);
	enum err_code rc;

	if (len > 2 && host[0] == '[' && host[len - 1] == ']') { /* IPv6, as in a URL */
		snprintf(bare, sizeof(bare), "%.*s", (int)len - 2, host + 1);
		host = bare;
	}
	rc = tcp_connect(host, port, &t, err);

	if (rc == ERR_NOTFOUND || rc == ERR_NOMEM) /* an unknown host name */
		return rc;
	if (rc == ERR_OK)
		rc = wait_connected(t, err);
	if (rc == ERR_OK) {
		rc = make(t, NULL, out, err);
	} else {
		long os_error = err->os_error;

		err_set_os(
			err, ERR_IO, os_error, "no browser answers at %.100s port %u", host, port);
	}
	if (rc != ERR_OK)
		tcp_close(t);
	return rc;
}

static enum err_code write_tcp(struct tcp *t, struct span bytes, struct err *err)
{
	uint64_t until = os_time_ms() + WRITE_MS;
	enum err_code rc = ERR_OK;

	while (bytes.len > 0 && rc == ERR_OK) {
		struct os_wait room = {.handle = tcp_handle(t), .room = true};
		size_t done = 0;

		rc = tcp_write(t, bytes.ptr, bytes.len, &done, err);
		span_from(bytes, done, &bytes);
		if (rc == ERR_OK && done == 0 && os_time_ms() >= until)
			rc = err_set(err, ERR_BUSY, "the browser does not answer");
		else if (rc == ERR_OK && done == 0)
			os_wait(&room, 1, LOOK_MS);
	}
	return rc;
}

enum err_code link_write(struct link *l, struct span bytes, struct err *err)
{
	enum err_code rc = l->tcp != NULL
				   ? write_tcp(l->tcp, bytes, err)
				   : talk_write(l->talk, bytes.ptr, bytes.len, WRITE_MS, err);
	long os_error = err->os_error;

	return rc == ERR_OK
		       ? ERR_OK
		       : err_set_os(err, ERR_IO, os_error, "the browser does not listen any more");
}

/* A stop signal does not interrupt a request. */
static enum err_code read_tcp(
	struct tcp *t, void *ptr, size_t cap, uint64_t until, size_t *got, struct err *err)
{
	enum err_code rc = tcp_read(t, ptr, cap, got, err);

	while (rc == ERR_OK && *got == 0) {
		struct os_wait item = {.handle = tcp_handle(t)};
		uint64_t now = os_time_ms();

		if (now >= until)
			return ERR_BUSY;
		os_wait(&item, 1, (int)(until - now));
		rc = tcp_read(t, ptr, cap, got, err);
	}
	return rc;
}

enum err_code link_read(
	struct link *l, void *ptr, size_t cap, uint64_t until, size_t *got, struct err *err)
{
	uint64_t now = os_time_ms();
	enum err_code rc =
		now >= until     ? ERR_BUSY
		: l->tcp != NULL ? read_tcp(l->tcp, ptr, cap, until, got, err)
				 : talk_read(l->talk, ptr, cap, (unsigned)(until - now), got, err);

	if (rc == ERR_BUSY)
		return err_set(err, ERR_BUSY, "the browser does not answer");
	if (rc != ERR_OK) /* closed or broken: the end in both cases */
		*got = 0;
	return ERR_OK;
}

void link_close(struct link *l)
{
	if (l == NULL)
		return;
	tcp_close(l->tcp);
	free(l);
}
