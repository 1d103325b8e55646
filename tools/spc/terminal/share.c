/* SPDX-License-Identifier: MIT */
#include "terminal/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/socket.h"

#define READ_SIZE 4096

struct peer {
	struct socket *socket; /* NULL: a free place */
	unsigned number;
	struct buf out;
	size_t sent; /* of out */
};

struct share {
	struct share_ends ends;
	struct socket *door;
	struct peer peers[SHARE_PEERS];
	unsigned numbers; /* given to peers so far */
	char path[512];
};

static void say(struct share *s, unsigned number, const char *words)
{
	char text[160];

	snprintf(text, sizeof text, "window %u %s", number, words);
	s->ends.say(s->ends.user, text);
}

static void let_go(struct share *s, struct peer *p, const char *words)
{
	unsigned number = p->number;

	socket_close(p->socket);
	buf_free(&p->out);
	memset(p, 0, sizeof *p);
	say(s, number, words);
}

enum err_code share_open(
	const char *path, const struct share_ends *ends, struct share **out, struct err *err)
{
	struct share *s = calloc(1, sizeof *s);

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->ends = *ends;
	snprintf(s->path, sizeof s->path, "%s", path);
	if (socket_serve(path, &s->door, err) != ERR_OK) {
		free(s);
		return err_prefix(err, "%.200s", path);
	}
	*out = s;
	return ERR_OK;
}

void share_close(struct share *s)
{
	size_t i;

	if (s == NULL)
		return;
	for (i = 0; i < SHARE_PEERS; i++) {
		socket_close(s->peers[i].socket);
		buf_free(&s->peers[i].out);
	}
	socket_close(s->door);
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
		count += s->peers[i].socket != NULL;
	return count;
}

static bool may_read(const struct share *s, const struct peer *p)
{
	return !socket_is_trusted(p->socket) || s->ends.has_room(s->ends.user);
}

void share_wait(struct share *s, struct os_wait *items, size_t *count)
{
	size_t i;

	if (s == NULL)
		return;
	items[(*count)++] = (struct os_wait){socket_handle(s->door), false, false};
	for (i = 0; i < SHARE_PEERS; i++) {
		const struct peer *p = &s->peers[i];

		if (p->socket != NULL && (may_read(s, p) || p->sent < p->out.len))
			items[(*count)++] = (struct os_wait){
				socket_handle(p->socket), p->sent < p->out.len, false};
	}
}

static void welcome(struct share *s)
{
	struct socket *socket;
	struct err err;
	size_t i;

	while (socket_accept(s->door, &socket, &err) == ERR_OK && socket != NULL) {
		for (i = 0; i < SHARE_PEERS && s->peers[i].socket != NULL;)
			i++;
		if (i == SHARE_PEERS) {
			socket_close(socket);
			s->ends.say(s->ends.user, "one more window: too many, not let in");
			continue;
		}
		s->peers[i].socket = socket;
		s->peers[i].number = ++s->numbers;
		buf_init(&s->peers[i].out, SHARE_BEHIND);
		say(s, s->numbers, "is attached");
	}
}

static void read_peer(struct share *s, struct peer *p)
{
	uint8_t bytes[READ_SIZE];
	struct err err;
	size_t got;

	if (!may_read(s, p))
		return;
	if (socket_read(p->socket, bytes, sizeof bytes, &got, &err) != ERR_OK)
		let_go(s, p, err.code == ERR_DENIED ? "has a wrong token, not let in" : "is gone");
	else if (got > 0)
		s->ends.typed(s->ends.user, p->number, span_of(bytes, got));
}

static void write_peer(struct share *s, struct peer *p)
{
	struct err err;
	size_t done;

	if (p->sent == p->out.len)
		return;
	if (socket_write(p->socket, p->out.ptr + p->sent, p->out.len - p->sent, &done, &err) !=
		ERR_OK) {
		let_go(s, p, "is gone");
		return;
	}
	p->sent += done;
	if (p->sent == p->out.len)
		p->out.len = p->sent = 0;
}

void share_work(struct share *s)
{
	size_t i;

	if (s == NULL)
		return;
	welcome(s);
	for (i = 0; i < SHARE_PEERS; i++) {
		if (s->peers[i].socket != NULL)
			read_peer(s, &s->peers[i]);
		if (s->peers[i].socket != NULL)
			write_peer(s, &s->peers[i]);
	}
}

void share_received(struct share *s, struct span in)
{
	size_t i;

	for (i = 0; s != NULL && i < SHARE_PEERS; i++) {
		struct peer *p = &s->peers[i];

		if (p->socket == NULL || !socket_is_trusted(p->socket))
			continue;
		if (p->sent > 0 && p->sent >= p->out.len / 2) { /* what is sent gives its room */
			memmove(p->out.ptr, p->out.ptr + p->sent, p->out.len - p->sent);
			p->out.len -= p->sent;
			p->sent = 0;
		}
		buf_add(&p->out, in.ptr, in.len);
		if (p->out.failed != ERR_OK)
			let_go(s, p, "reads too slowly: let go");
		else
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
