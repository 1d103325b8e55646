/* SPDX-License-Identifier: MIT */
/* The engine of a manager of games: lines on standard input and output. */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "brain/brain.h"
#include "cmd.h"

struct session {
	struct brain brain;
	struct buf out;
	char line[BRAIN_LINE_MAX];
	size_t len;
	bool too_long;
};

/* A line is whole; false: it was the last one. */
static bool take_line(struct session *s)
{
	bool more = true;

	while (s->len > 0 && s->line[s->len - 1] == ' ')
		s->len--;
	s->line[s->len] = '\0';
	if (s->too_long)
		buf_printf(&s->out, "ERROR the line is too long\n");
	else if (strlen(s->line) != s->len)
		buf_printf(&s->out, "ERROR a zero byte in the line\n");
	else
		more = brain_line(&s->brain, s->line, &s->out);
	out_text(span_of(s->out.ptr, s->out.len));
	out_flush();
	s->out.len = 0;
	s->len = 0;
	s->too_long = false;
	return more && !out_failed() && s->out.failed == ERR_OK;
}

/* Ends of lines are CR, LF or both: empty lines mean nothing. */
static enum err_code serve(struct session *s, struct file_in *in, struct err *err)
{
	for (;;) {
		size_t got;
		char c;

		/* byte by byte: an answer is due as soon as a line is whole */
		if (file_in_read(in, &c, 1, &got, err) != ERR_OK)
			return err->code;
		if (got != 0 && c != '\n' && c != '\r') {
			if (s->len + 1 < sizeof(s->line))
				s->line[s->len++] = c;
			else
				s->too_long = true;
			continue;
		}
		if ((s->len > 0 && !take_line(s)) || got == 0)
			return ERR_OK;
	}
}

int cmd_engine(const struct options *o, struct engine *engine)
{
	static struct session s;
	struct file_in *in = NULL;
	struct err err;
	int status = EXIT_DONE;

	brain_init(&s.brain, engine, (size_t)o->memory, o->level, o->nodes);
	buf_init(&s.out, 0);
	if (file_in_stdin(&in, &err) != ERR_OK || serve(&s, in, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	file_in_close(in);
	buf_free(&s.out);
	return status;
}
