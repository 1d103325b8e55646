/* SPDX-License-Identifier: MIT */
/* Sends a file to the board: as text with pacing, or by a protocol. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "terminal/session.h"

#define FILE_MAX  (256u << 20)
#define TEXT_STEP 1024  /* bytes of a text per step without pacing */
#define WAIT_MS   60000 /* for --line-wait, and for a line that accepts nothing */
#define PIPE_MS   1000  /* for a program that writes the pipe to be sent: keys wait, too */

static const char *const protocols[] = {"text", "xmodem", "xmodem-1k", "ymodem"};

/* Bytes that it leaves in `in` are the board's output. */
static void run_protocol(struct session *s, struct span *in)
{
	struct buf send;
	enum xmodem_state state;

	buf_init(&send, 0);
	state = xmodem_take(&s->transfer.sending.xmodem, in, s->now.ms, &send);
	line_send(s, span_of(send.ptr, send.len));
	buf_free(&send);
	if (!transfer_is_on(s)) /* the port went away */
		return;
	if (state == XMODEM_DONE)
		transfer_over(s, true, "%s", "");
	else if (state == XMODEM_UNCONFIRMED)
		transfer_over(s, true, "the receiver took every block and did not confirm the end");
	else if (state == XMODEM_CANCELLED)
		transfer_over(s, false, "the receiver stopped it");
	else if (state == XMODEM_FAILED)
		transfer_over(s, false, "no answer, or the same block refused again and again");
}

static void send_received(struct session *s, struct span *in)
{
	if (s->transfer.protocol != PROTOCOL_TEXT)
		run_protocol(s, in);
}

bool send_watches(const struct session *s)
{
	return s->transfer.way == TRANSFER_SEND && s->transfer.sending.waits;
}

void send_watch(struct session *s, struct span text)
{
	struct sending *f = &s->transfer.sending;
	size_t used;

	if (send_watches(s) && match_feed(&f->prompt, text, &used)) {
		f->waits = false;
		f->next_ms = s->now.ms;
	}
}

/* Takes text up to a line's end or to size, with line ends as Enter sends them. */
static bool text_step(struct session *s, size_t size, struct buf *out)
{
	static const char *const enter[] = {"\r", "\n", "\r\n"};
	struct sending *f = &s->transfer.sending;

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

/* Whether the line has accepted nothing for WAIT_MS. */
static bool is_stalled(struct session *s)
{
	struct sending *f = &s->transfer.sending;
	size_t left = s->queue.len - s->sent;

	if (left == 0 || left != f->left)
		f->took_ms = s->now.ms;
	f->left = left;
	return s->now.ms - f->took_ms >= WAIT_MS;
}

static void send_text(struct session *s)
{
	struct sending *f = &s->transfer.sending;
	struct buf out;
	bool line;

	if (is_stalled(s)) {
		transfer_over(s, false, "the line takes nothing");
		return;
	}
	if (f->waits && s->now.ms >= f->next_ms) {
		transfer_over(s, false, "the prompt did not come");
		return;
	}
	if (f->waits || s->sent < s->queue.len || s->now.ms < f->next_ms)
		return;
	if (f->at == f->data.len) {
		transfer_over(s, true, "%s", "");
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

static void send_work(struct session *s)
{
	const struct transfer *t = &s->transfer;
	struct span nothing = {NULL, 0};

	if (t->protocol == PROTOCOL_TEXT)
		send_text(s);
	else
		run_protocol(s, &nothing);
	transfer_tell(s, t->protocol == PROTOCOL_TEXT ? t->sending.at : t->sending.xmodem.at,
		t->sending.data.len);
}

static int send_due(const struct session *s)
{
	const struct sending *f = &s->transfer.sending;

	if (s->transfer.protocol != PROTOCOL_TEXT || f->waits)
		return 500;
	if (s->sent < s->queue.len) /* the line's room ends the wait */
		return 100;
	return f->next_ms <= s->now.ms ? 0 : (int)(f->next_ms - s->now.ms);
}

static void send_close(struct session *s)
{
	blob_free(&s->transfer.sending.data);
}

bool send_begin(struct session *s)
{
	struct transfer *t = &s->transfer;
	struct sending *f = &t->sending;
	static const struct transfer_ops ops = {
		send_received, send_work, send_due, NULL, send_close};
	struct err err;

	if (file_read_soon(t->path, FILE_MAX, PIPE_MS, &f->data, &err) != ERR_OK) {
		view_say(&s->view, "%s: %s", t->path, err.text);
		return false;
	}
	snprintf(t->name, sizeof t->name, "%s", path_base(t->path));
	if (s->opts.line_wait != NULL)
		match_parse(s->opts.line_wait, &f->prompt, &err);
	if (t->protocol != PROTOCOL_TEXT)
		xmodem_begin(&f->xmodem,
			t->protocol == PROTOCOL_YMODEM      ? YMODEM
			: t->protocol == PROTOCOL_XMODEM_1K ? XMODEM_1K
							    : XMODEM_128,
			t->name, blob_span(f->data), s->now.ms);
	f->took_ms = s->now.ms;
	t->ops = &ops;
	view_say(&s->view, "sending %s, %llu bytes, as %s", t->name,
		(unsigned long long)f->data.len, protocols[t->protocol]);
	return true;
}
