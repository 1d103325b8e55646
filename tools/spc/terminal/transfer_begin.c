/* SPDX-License-Identifier: MIT */
/* Starts a transfer by a key or a step of the script, which continues after it. */
#include <string.h>

#include "terminal/session.h"

void transfer_take_step(struct session *s, enum script_state state, struct buf *send)
{
	bool sent = session_send_text(s, span_of(send->ptr, send->len));

	send->len = 0;
	if (s->ended || s->script.count == 0)
		return;
	if (!sent) {
		session_end(s, EXIT_FAILED);
		return;
	}
	if ((state == SCRIPT_FILE || state == SCRIPT_RECEIVE) && !transfer_is_on(s) &&
		!(state == SCRIPT_FILE ? transfer_send : transfer_receive)(
			s, script_path(&s->script)))
		session_end(s, EXIT_FAILED);
	if (state == SCRIPT_DONE && !s->opts.stay)
		session_end(s, EXIT_DONE);
}

static void over(struct session *s, bool good)
{
	struct buf send;

	if (script_path(&s->script) == NULL || s->ended)
		return;
	if (!good) {
		session_end(s, EXIT_FAILED);
		return;
	}
	buf_init(&send, 0);
	transfer_take_step(s, script_carried(&s->script, s->now.ms, &send), &send);
	buf_free(&send);
}

/* Protocols need all byte values. */
static bool line_carries_bytes(struct session *s)
{
	if (s->job->attached || (s->cfg.data == 8 && s->cfg.flow != 'X'))
		return true;
	view_say(&s->view, "files go by a protocol only over 8 data bits without XON/XOFF");
	return false;
}

static bool begin(struct session *s, const char *path, enum transfer_way way, unsigned protocol)
{
	struct transfer *t = &s->transfer;

	if (!wire_is_open(&s->line)) {
		view_say(&s->view, "%s: not begun: the port is away", path);
		return false;
	}
	if (strlen(path) >= sizeof t->path) {
		view_say(&s->view, "the name is too long");
		return false;
	}
	if (protocol != PROTOCOL_TEXT && !line_carries_bytes(s))
		return false;
	memset(t, 0, sizeof *t);
	strcpy(t->path, path);
	t->protocol = protocol;
	t->progress_ms = s->now.ms;
	t->then = over;
	t->way = protocol == PROTOCOL_ZMODEM ? TRANSFER_ZMODEM : way;
	return true;
}

bool transfer_send(struct session *s, const char *path)
{
	if (!begin(s, path, TRANSFER_SEND, s->opts.protocol))
		return false;
	if (s->transfer.way == TRANSFER_ZMODEM ? zmodem_begin(s, false) : send_begin(s))
		return true;
	s->transfer.way = TRANSFER_NONE;
	return false;
}

bool transfer_receive(struct session *s, const char *path)
{
	unsigned protocol = s->opts.protocol;

	if (!begin(s, path, TRANSFER_RECEIVE,
		    protocol == PROTOCOL_TEXT ? PROTOCOL_YMODEM : protocol))
		return false;
	if (s->transfer.way == TRANSFER_ZMODEM ? zmodem_begin(s, true) : receive_begin(s))
		return true;
	s->transfer.way = TRANSFER_NONE;
	return false;
}
