/* SPDX-License-Identifier: MIT */
/* Keys pressed here: for the board, for a question, or for a command. */
#include <string.h>

#include "biosbelt/diag.h"
#include "terminal/session.h"

/* Converts line ends as the line requires. */
static void map_keys(const struct session *s, struct span in, struct buf *out)
{
	size_t i;

	for (i = 0; i < in.len; i++) {
		uint8_t byte = in.ptr[i];

		if (byte == '\r' && s->opts.enter != ENTER_CR)
			buf_str(out, s->opts.enter == ENTER_LF ? "\n" : "\r\n");
		else if (byte == 0x7F && s->opts.backspace == BACKSPACE_BS)
			buf_add_u8(out, '\b');
		else
			buf_add_u8(out, byte);
	}
}

static void type(struct session *s, struct span in)
{
	struct buf mapped;
	struct err ignored; /* a persistent error recurs with the next byte */

	if (s->wants_sysrq && in.len > 0) {
		s->wants_sysrq = false;
		line_break(s, in.ptr[0]);
		in = span_of(in.ptr + 1, in.len - 1);
	}
	if (in.len > 0 &&
		transfer_is_on(s)) { /* only Ctrl-C; other bytes would disturb the transfer */
		if (memchr(in.ptr, 3, in.len) != NULL && console_has_keys(s->console))
			transfer_stop(s);
		return;
	}
	if (in.len == 0)
		return;
	buf_init(&mapped, 0);
	if (console_has_keys(s->console)) {
		map_keys(s, in, &mapped);
		session_send_text(s, span_of(mapped.ptr, mapped.len));
	} else { /* byte for byte */
		buf_add(&mapped, in.ptr, in.len);
		line_send(s, in);
		log_typed(s->log, 0, in, &s->now);
	}
	if (s->opts.echo)
		view_received(&s->view, span_of(mapped.ptr, mapped.len), &s->now, &ignored);
	buf_free(&mapped);
}

void session_read_keys(struct session *s)
{
	uint8_t bytes[KEYS_SIZE];
	struct span in;
	struct span send;
	struct err err;
	size_t got;

	if (console_read(s->console, bytes, sizeof bytes, &got, &err) != ERR_OK) {
		diag_err(NULL, &err);
		session_end(s, EXIT_FAILED);
		return;
	}
	if (console_handle(s->console) == -1 && console_has_keys(s->console))
		session_end(s, EXIT_FAILED); /* the terminal was closed */
	in = span_of(bytes, got);
	while (in.len > 0 && !s->ended) {
		char key = 0;

		if (s->asked != NULL) {
			session_answer(s, in);
			return;
		}
		if (console_has_keys(s->console)) {
			key = keys_next(&s->keys, &in, &send);
		} else {
			send = in;
			in = span_of(in.ptr + in.len, 0);
		}
		type(s, send);
		if (key != 0)
			command_run(s, key);
	}
}
