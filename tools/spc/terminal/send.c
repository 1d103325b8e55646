/* SPDX-License-Identifier: MIT */
/* A file on its way to the board: as text with pace, or by a protocol. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "terminal/session.h"

#define FILE_MAX  (256u << 20)
#define TEXT_STEP 1024  /* bytes of a text handed over at a time, if it has no pace */
#define WAIT_MS   60000 /* for --line-wait */
#define TELL_MS   2000  /* between words about progress */

static const char *const protocols[] = {"text", "xmodem", "xmodem-1k", "ymodem"};

bool send_begin(struct session *s, const char *path)
{
	struct sending *f = &s->sending;
	struct err err;

	if (!wire_is_open(&s->line)) {
		view_say(&s->view, "%s: not sent: the port is away", path);
		return false;
	}
	if (file_read(path, FILE_MAX, &f->data, &err) != ERR_OK) {
		view_say(&s->view, "%s: %s", path, err.text);
		return false;
	}
	snprintf(f->name, sizeof f->name, "%s", path_base(path));
	f->on = true;
	f->protocol = s->opts.protocol;
	f->at = 0;
	f->waits = false;
	f->next_ms = 0;
	f->told_ms = s->now.ms;
	if (s->opts.line_wait != NULL)
		match_parse(s->opts.line_wait, &f->prompt, &err);
	if (f->protocol != PROTOCOL_TEXT)
		xmodem_begin(&f->xmodem,
			f->protocol == PROTOCOL_YMODEM      ? YMODEM
			: f->protocol == PROTOCOL_XMODEM_1K ? XMODEM_1K
							    : XMODEM_128,
			f->name, blob_span(f->data), s->now.ms);
	view_say(&s->view, "sending %s, %llu bytes, as %s", f->name,
		(unsigned long long)f->data.len, protocols[f->protocol]);
	return true;
}

static void over(struct session *s, bool good, const char *words)
{
	struct buf send;

	view_say(&s->view, "%s %s", s->sending.name, words);
	s->sending.on = false;
	blob_free(&s->sending.data);
	if (script_path(&s->script) == NULL || s->ended)
		return;
	if (!good) {
		session_end(s, EXIT_FAILED);
		return;
	}
	buf_init(&send, 0);
	session_take_state(s, script_sent(&s->script, s->now.ms, &send), &send);
	buf_free(&send);
}

void send_stop(struct session *s)
{
	struct buf bytes;

	if (!s->sending.on)
		return;
	buf_init(&bytes, 0);
	if (s->sending.protocol != PROTOCOL_TEXT)
		xmodem_cancel(&bytes);
	line_send(s, span_of(bytes.ptr, bytes.len));
	buf_free(&bytes);
	over(s, false, "not sent: stopped");
}

/* What it leaves of in is the board's. */
static void run_protocol(struct session *s, struct span *in)
{
	struct buf send;
	enum xmodem_state state;

	buf_init(&send, 0);
	state = xmodem_take(&s->sending.xmodem, in, s->now.ms, &send);
	line_send(s, span_of(send.ptr, send.len));
	buf_free(&send);
	if (!s->sending.on) /* the port went */
		return;
	if (state == XMODEM_DONE)
		over(s, true, "sent");
	else if (state == XMODEM_UNCONFIRMED)
		over(s, true, "sent; the receiver took every block and did not confirm the end");
	else if (state == XMODEM_CANCELLED)
		over(s, false, "not sent: the receiver stopped it");
	else if (state == XMODEM_FAILED)
		over(s, false, "not sent: no answer, or the same block refused again and again");
}

void send_received(struct session *s, struct span *in)
{
	const struct sending *f = &s->sending;

	if (f->on && f->protocol != PROTOCOL_TEXT)
		run_protocol(s, in);
}

void send_watch(struct session *s, struct span text)
{
	struct sending *f = &s->sending;
	size_t used;

	if (f->on && f->waits && match_feed(&f->prompt, text, &used)) {
		f->waits = false;
		f->next_ms = s->now.ms;
	}
}

/* Bytes of the text up to a line's end or to size, with line ends as Enter sends them. */
static bool text_step(struct session *s, size_t size, struct buf *out)
{
	static const char *const enter[] = {"\r", "\n", "\r\n"};
	struct sending *f = &s->sending;

	while (f->at < f->data.len && size-- > 0) {
		uint8_t byte = f->data.ptr[f->at++];

		if (byte == '\r' && f->at < f->data.len && f->data.ptr[f->at] == '\n')
			byte = f->data.ptr[f->at++];
		if (byte == '\n' || byte == '\r') {
			buf_str(out, enter[s->opts.enter]);
			return true;
		}
		buf_add_u8(out, byte);
	}
	return false;
}

static void send_text(struct session *s)
{
	struct sending *f = &s->sending;
	struct buf out;
	bool line;

	if (f->waits && s->now.ms >= f->next_ms) {
		over(s, false, "not sent: the prompt did not come");
		return;
	}
	if (f->waits || s->sent < s->queue.len || s->now.ms < f->next_ms)
		return;
	if (f->at == f->data.len) {
		over(s, true, "sent");
		return;
	}
	buf_init(&out, 0);
	line = text_step(s, s->opts.char_ms != 0 ? 1 : TEXT_STEP, &out);
	f->next_ms = s->now.ms + (line && s->opts.line_ms > s->opts.char_ms ? s->opts.line_ms
									    : s->opts.char_ms);
	if (line && s->opts.line_wait != NULL) {
		f->waits = true;
		f->next_ms = s->now.ms + WAIT_MS;
		match_reset(&f->prompt);
	}
	line_send(s, span_of(out.ptr, out.len));
	log_typed(s->log, 0, span_of(out.ptr, out.len), &s->now);
	buf_free(&out);
}

static void tell(struct session *s)
{
	struct sending *f = &s->sending;
	size_t at = f->protocol == PROTOCOL_TEXT ? f->at : f->xmodem.at;

	if (!f->on || s->now.ms - f->told_ms < TELL_MS || !console_has_keys(s->console))
		return;
	f->told_ms = s->now.ms;
	view_say(&s->view, "%s: %llu of %llu bytes", f->name, (unsigned long long)at,
		(unsigned long long)f->data.len);
}

void send_work(struct session *s)
{
	struct span nothing = {NULL, 0};

	if (!s->sending.on)
		return;
	if (!wire_is_open(&s->line))
		over(s, false, "not sent: the port is gone");
	else if (s->sending.protocol == PROTOCOL_TEXT)
		send_text(s);
	else
		run_protocol(s, &nothing);
	tell(s);
}

int send_due(const struct session *s)
{
	const struct sending *f = &s->sending;

	if (!f->on)
		return -1;
	if (f->protocol != PROTOCOL_TEXT || f->waits)
		return 500;
	if (s->sent < s->queue.len) /* the line's room ends the wait */
		return 100;
	return f->next_ms <= s->now.ms ? 0 : (int)(f->next_ms - s->now.ms);
}
