/* SPDX-License-Identifier: MIT */
/* Input typed for the board, here or in an attached window. */
#include "terminal/session.h"

bool session_send_text(struct session *s, struct span text)
{
	struct buf bytes;
	bool sent;

	log_typed(s->log, 0, text, &s->now);
	if (!s->charset.on)
		return line_send(s, text);
	buf_init(&bytes, 0);
	charset_encode(&s->charset, text, &bytes);
	sent = line_send(s, span_of(bytes.ptr, bytes.len));
	buf_free(&bytes);
	return sent;
}

void session_typed_by(void *user, unsigned peer, struct span in)
{
	struct session *s = user;

	if (transfer_is_on(s)) /* would disturb the transfer */
		return;
	line_send(s, in);
	log_typed(s->log, peer, in, &s->now);
}

bool session_peers_may_write(void *user)
{
	const struct session *s = user;

	/* bytes typed while the port is away are not meant for the next board */
	return !wire_is_open(&s->line) || line_has_room(s);
}
