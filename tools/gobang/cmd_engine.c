/* SPDX-License-Identifier: MIT */
/* The engine for tournament managers: lines on standard input and output. */
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "brain/inbox.h"
#include "cmd.h"

struct session {
	struct brain brain;
	struct inbox *inbox;
	struct buf out;
	bool over; /* a new command ends the current thinking */
};

/* Called while the engine thinks. */
static bool is_over(void *user)
{
	struct session *s = user;
	struct inbox_line line;

	while (!s->over && inbox_look(s->inbox, &line))
		s->over = line.kind == INBOX_END ||
			  (line.kind == INBOX_LINE && brain_overhears(&s->brain, line.text));
	return s->over;
}

/* False: it was the last line. */
static bool answer(struct session *s, const struct inbox_line *line)
{
	bool more = true;

	s->over = false;
	if (line->kind == INBOX_TOO_LONG)
		buf_str(&s->out, "ERROR the line is too long\n");
	else if (line->kind == INBOX_ZERO_BYTE)
		buf_str(&s->out, "ERROR a zero byte in the line\n");
	else
		more = brain_line(&s->brain, line->text, &s->out);
	out_text(span_of(s->out.ptr, s->out.len));
	out_flush();
	s->out.len = 0;
	return more && !out_failed() && s->out.failed == ERR_OK;
}

static enum err_code serve(struct session *s, struct err *err)
{
	struct inbox_line line;

	do {
		if (inbox_take(s->inbox, &line, err) != ERR_OK)
			return err->code;
	} while (line.kind != INBOX_END && answer(s, &line));
	return ERR_OK;
}

int cmd_engine(const struct options *o, struct engine *engine)
{
	static struct session s;
	struct err err;
	int status = EXIT_DONE;

	brain_init(&s.brain, engine, (size_t)o->memory, o->level, o->nodes);
	s.brain.stop = is_over;
	s.brain.user = &s;
	buf_init(&s.out, 0);
	if (inbox_open(&s.inbox, &err) != ERR_OK || serve(&s, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	inbox_close(s.inbox);
	buf_free(&s.out);
	return status;
}
