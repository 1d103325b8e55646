/* SPDX-License-Identifier: MIT */
#include "terminal/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/socket.h"
#include "biosbelt/tr.h"
#include "terminal/rfc2217.h"

#define READ_SIZE 4096

#define LINES_MS 100 /* between checks of the modem lines for peers that watch them */

struct peer {
	struct socket *socket; /* one of these; both NULL: a free slot */
	struct tcp *tcp;
	unsigned number;
	struct rfc2217 net; /* of tcp */
	struct buf out;
	size_t sent; /* of out */
};

struct share {
	struct share_ends ends;
	struct socket *door; /* the listening socket; NULL: none */
	struct tcp *net_door;
	struct peer peers[SHARE_PEERS];
	unsigned numbers;  /* given to peers so far */
	uint64_t lines_ms; /* time of the last check of the modem lines */
	char path[512];
};

static bool is_used(const struct peer *p)
{
	return p->socket != NULL || p->tcp != NULL;
}

static void say(struct share *s, unsigned number, const char *words)
{
	char text[160];

	snprintf(text, sizeof text, tr("window %u %s"), number, tr(words));
	s->ends.say(s->ends.user, text);
}

static void let_go(struct share *s, struct peer *p, const char *words)
{
	unsigned number = p->number;

	if (p->tcp != NULL)
		rfc2217_end(&p->net);
	socket_close(p->socket);
	tcp_close(p->tcp);
	buf_free(&p->out);
	memset(p, 0, sizeof *p);
	say(s, number, words);
}

enum err_code share_read_net(
	const char *where, char address[TCP_ADDRESS_MAX], unsigned *port, struct err *err)
{
	*port = 0;
	snprintf(address, TCP_ADDRESS_MAX, "127.0.0.1");
	if (!tcp_address(where, address, port) || *port == 0)
		return err_set(err, ERR_USAGE, "'%.60s' is not [ADDRESS:]PORT", where);
	return ERR_OK;
}

static enum err_code open_net(struct share *s, const char *where, struct err *err)
{
	char address[TCP_ADDRESS_MAX];
	unsigned port = 0;

	if (share_read_net(where, address, &port, err) != ERR_OK)
		return err->code;
	return tcp_listen(address, port, &s->net_door, err);
}

enum err_code share_open(const char *path, const char *net, const struct share_ends *ends,
	struct share **out, struct err *err)
{
	struct share *s = calloc(1, sizeof *s);
	enum err_code rc = ERR_OK;

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->ends = *ends;
	snprintf(s->path, sizeof s->path, "%s", path != NULL ? path : net);
	if (path != NULL && socket_serve(path, &s->door, err) != ERR_OK)
		rc = err_prefix(err, "%.200s", path);
	if (rc == ERR_OK && net != NULL && open_net(s, net, err) != ERR_OK)
		rc = err_prefix(err, "--rfc2217");
	if (rc == ERR_OK)
		*out = s;
	else
		share_close(s);
	return rc;
}

void share_close(struct share *s)
{
	size_t i;

	if (s == NULL)
		return;
	for (i = 0; i < SHARE_PEERS; i++) {
		socket_close(s->peers[i].socket);
		tcp_close(s->peers[i].tcp);
		buf_free(&s->peers[i].out);
	}
	socket_close(s->door);
	tcp_close(s->net_door);
	free(s);
}

const char *share_path(const struct share *s)
{
	return s->path;
}

unsigned share_peers(const struct share *s)
{
	unsigned count = 0;
	size_t i;

	for (i = 0; s != NULL && i < SHARE_PEERS; i++)
		count += is_used(&s->peers[i]);
	return count;
}

/* RFC 2217 has no log-in: TCP peers are accepted as they are. */
static bool is_trusted(const struct peer *p)
{
	return p->tcp != NULL || socket_is_trusted(p->socket);
}

static bool may_read(const struct share *s, const struct peer *p)
{
	return !is_trusted(p) || s->ends.has_room(s->ends.user);
}

static bool may_write(const struct peer *p)
{
	return p->sent < p->out.len && !(p->tcp != NULL && p->net.held);
}

void share_wait(struct share *s, struct os_wait *items, size_t *count)
{
	size_t i;

	if (s == NULL)
		return;
	if (s->door != NULL)
		items[(*count)++] = (struct os_wait){socket_handle(s->door), false, false};
	if (s->net_door != NULL)
		items[(*count)++] = (struct os_wait){tcp_handle(s->net_door), false, false};
	for (i = 0; i < SHARE_PEERS; i++) {
		const struct peer *p = &s->peers[i];

		if (is_used(p) && (may_read(s, p) || may_write(p)))
			items[(*count)++] = (struct os_wait){
				p->tcp != NULL ? tcp_handle(p->tcp) : socket_handle(p->socket),
				may_write(p), false};
	}
}

int share_due(const struct share *s)
{
	size_t i;

	for (i = 0; s != NULL && i < SHARE_PEERS; i++)
		if (s->peers[i].tcp != NULL && s->peers[i].net.mask != 0)
			return LINES_MS;
	return -1;
}

/* Accepts a peer; one of socket and tcp is given. */
static void let_in(struct share *s, struct socket *socket, struct tcp *tcp)
{
	size_t i = 0;
	struct peer *p;

	while (i < SHARE_PEERS && is_used(&s->peers[i]))
		i++;
	if (i == SHARE_PEERS) {
		socket_close(socket);
		tcp_close(tcp);
		s->ends.say(s->ends.user, tr("one more window: too many, not let in"));
		return;
	}
	p = &s->peers[i];
	p->socket = socket;
	p->tcp = tcp;
	p->number = ++s->numbers;
	buf_init(&p->out, SHARE_BEHIND);
	if (tcp != NULL)
		rfc2217_begin(&p->net, s->ends.set, s->ends.user, &p->out);
	say(s, p->number, tcp != NULL ? N_("is attached by RFC 2217") : N_("is attached"));
}

static void welcome(struct share *s)
{
	struct socket *socket = NULL;
	struct tcp *tcp = NULL;
	struct err err;

	while (s->door != NULL && socket_accept(s->door, &socket, &err) == ERR_OK && socket != NULL)
		let_in(s, socket, NULL);
	while (s->net_door != NULL && tcp_accept(s->net_door, &tcp, &err) == ERR_OK && tcp != NULL)
		let_in(s, NULL, tcp);
}

static void read_peer(struct share *s, struct peer *p)
{
	uint8_t bytes[READ_SIZE];
	struct buf data;
	struct err err;
	size_t got;
	enum err_code rc;

	if (!may_read(s, p))
		return;
	rc = p->tcp != NULL ? tcp_read(p->tcp, bytes, sizeof bytes, &got, &err)
			    : socket_read(p->socket, bytes, sizeof bytes, &got, &err);
	if (rc != ERR_OK) {
		let_go(s, p,
			err.code == ERR_DENIED ? N_("has a wrong token, not let in")
					       : N_("is gone"));
		return;
	}
	if (got == 0)
		return;
	if (p->tcp == NULL) {
		s->ends.typed(s->ends.user, p->number, span_of(bytes, got));
		return;
	}
	buf_init(&data, 0);
	rfc2217_feed(&p->net, span_of(bytes, got), &data, &p->out);
	if (data.len > 0)
		s->ends.typed(s->ends.user, p->number, span_of(data.ptr, data.len));
	buf_free(&data);
}

static void write_peer(struct share *s, struct peer *p)
{
	const uint8_t *from = p->out.ptr + p->sent;
	size_t len = p->out.len - p->sent;
	struct err err;
	size_t done;

	if (p->out.failed != ERR_OK) {
		let_go(s, p, N_("reads too slowly: let go"));
		return;
	}
	if (!may_write(p))
		return;
	if ((p->tcp != NULL ? tcp_write(p->tcp, from, len, &done, &err)
			    : socket_write(p->socket, from, len, &done, &err)) != ERR_OK)
		done = len; /* read_peer finds its end, after the bytes that it sent before */
	p->sent += done;
	if (p->sent == p->out.len)
		p->out.len = p->sent = 0;
}

void share_work(struct share *s, uint64_t now_ms)
{
	bool lines;
	size_t i;

	if (s == NULL)
		return;
	lines = now_ms - s->lines_ms >= LINES_MS;
	if (lines)
		s->lines_ms = now_ms;
	welcome(s);
	for (i = 0; i < SHARE_PEERS; i++) {
		struct peer *p = &s->peers[i];

		if (is_used(p))
			read_peer(s, p);
		if (lines && p->tcp != NULL)
			rfc2217_notice(&p->net, &p->out);
		if (is_used(p))
			write_peer(s, p);
	}
}

/* Drops the sent part of the output. */
static void make_room(struct peer *p)
{
	if (p->sent == 0 || p->sent < p->out.len / 2)
		return;
	memmove(p->out.ptr, p->out.ptr + p->sent, p->out.len - p->sent);
	p->out.len -= p->sent;
	p->sent = 0;
}

void share_received(struct share *s, struct span in)
{
	size_t i;

	for (i = 0; s != NULL && i < SHARE_PEERS; i++) {
		struct peer *p = &s->peers[i];

		if (!is_used(p) || !is_trusted(p))
			continue;
		make_room(p);
		if (p->tcp != NULL)
			rfc2217_wrap(in, &p->out);
		else
			buf_add(&p->out, in.ptr, in.len);
		write_peer(s, p);
	}
}

static enum err_code folder(struct blob *out, struct err *err)
{
	const char *runtime = os_getenv("XDG_RUNTIME_DIR");

	if (runtime == NULL || runtime[0] != '/')
		return os_settings_folder(out, err);
	return path_join(runtime, "biosbelt", out, err);
}

enum err_code share_find_path(const char *port, struct blob *out, struct err *err)
{
	char name[80];
	struct blob in;
	enum err_code rc;
	char *p;

	snprintf(name, sizeof name, "spc-%.70s", port);
	for (p = name; *p != '\0'; p++)
		if (strchr("/\\:*?\"<>|", *p) != NULL || (unsigned char)*p < 0x20)
			*p = '_';
	rc = folder(&in, err);
	if (rc != ERR_OK)
		return rc;
	rc = file_mkdirs((const char *)in.ptr, err);
	if (rc == ERR_OK)
		rc = path_join((const char *)in.ptr, name, out, err);
	blob_free(&in);
	return rc;
}
