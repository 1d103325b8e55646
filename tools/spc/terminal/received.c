/* SPDX-License-Identifier: MIT */
/* Distributes received bytes: to screen, log, patterns, attached windows, and a transfer. */
#include <string.h>

#include "biosbelt/diag.h"
#include "terminal/session.h"

#define CHUNK 65536

static void watch_script(struct session *s, struct span text)
{
	struct buf send;
	enum script_state state;

	if (script_pattern(&s->script) == NULL)
		return;
	buf_init(&send, 0);
	state = script_feed(&s->script, text, s->now.ms, &send);
	transfer_take_step(s, state, &send);
	buf_free(&send);
}

/* A boot recognized by its pattern begins with the current line: the bytes of the line so far are
 * moved. */
static void watch_boot(struct session *s, struct span text)
{
	size_t used;

	if (s->has_boot && match_feed(&s->boot, text, &used))
		session_boot(s);
}

static void watch_milestones(struct session *s, struct span text)
{
	size_t used;

	while (s->has_milestones && text.len > 0) {
		switch (milestones_feed(&s->milestones, text, s->now.ms, &used)) {
		case MILESTONES_ALL:
			session_tell_milestones(s);
			s->milestones_told = true;
			break;
		case MILESTONES_AGAIN:
			session_tell_milestones(s);
			s->milestones_told = false;
			milestones_begin_again(&s->milestones, s->now.ms);
			break;
		default:
			break;
		}
		text = span_of(text.ptr + used, text.len - used);
	}
}

/* Passes a piece to log and patterns; with an encoding of the line, its text for the screen goes to
 * shown. */
static void take_piece(struct session *s, struct span raw, bool watched, struct buf *shown)
{
	struct span text = raw;
	struct buf plain;
	size_t at = shown->len;

	if (s->charset.on) {
		charset_decode(&s->charset, raw, shown);
		text = span_of(shown->ptr + at, shown->len - at);
	}
	buf_init(&plain, 0);
	if (watched)
		clean_feed(&s->plain, text, &plain);
	watch_boot(s, span_of(plain.ptr, plain.len));
	log_received(s->log, s->opts.form == LOG_TEXT ? text : raw, &s->now);
	watch_milestones(s, span_of(plain.ptr, plain.len));
	send_watch(s, span_of(plain.ptr, plain.len));
	watch_script(s, span_of(plain.ptr, plain.len));
	buf_free(&plain);
}

/* For screen, log and patterns; with patterns line by line, so that they act where they match. */
static enum err_code take(struct session *s, struct span in, struct err *err)
{
	enum err_code rc;
	struct buf shown;
	bool watched;
	size_t i = 0;

	transfer_received(s, &in);
	share_received(s->share, in);
	watched = s->has_boot || s->has_milestones || send_watches(s) ||
		  script_pattern(&s->script) != NULL;
	buf_init(&shown, 0);
	while (i < in.len) {
		const uint8_t *end = watched ? memchr(in.ptr + i, '\n', in.len - i) : NULL;
		size_t n = end != NULL ? (size_t)(end - in.ptr) + 1 - i : in.len - i;

		take_piece(s, span_of(in.ptr + i, n), watched, &shown);
		i += n;
	}
	rc = view_received(
		&s->view, s->charset.on ? span_of(shown.ptr, shown.len) : in, &s->now, err);
	buf_free(&shown);
	return rc;
}

void session_read_line(struct session *s)
{
	static uint8_t bytes[CHUNK];
	struct err err;
	size_t got;

	if (!wire_is_open(&s->line))
		return;
	if (wire_read(&s->line, bytes, sizeof bytes, &got, &err) != ERR_OK) {
		if (err.code != ERR_NOTFOUND)
			view_say(&s->view, "%s", err.text);
		line_lost(s);
		return;
	}
	if (got == 0)
		return;
	s->received += got;
	if (take(s, span_of(bytes, got), &err) != ERR_OK) { /* the screen was closed */
		diag_err("standard output", &err);
		session_end(s, EXIT_FAILED);
	}
}
