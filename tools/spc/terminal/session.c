/* SPDX-License-Identifier: MIT */
#include "terminal/session.h"

#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "spc.h"

void session_clock(struct session *s)
{
	s->now.ms = os_time_ms();
	s->now.wall_ns = os_wall_time_ns();
}

void session_end(struct session *s, int status)
{
	s->ended = true;
	s->status = status;
}

void session_say(void *user, const char *text)
{
	struct session *s = user;

	view_say(&s->view, "%s", text);
}

/* A file that the session reads, or saves for the next one: a log appended to it would damage it.
 * NULL: path is not such a file. */
static const char *own_file(const struct session *s, const char *path)
{
	const struct app *app = s->job->app;
	const char *const own[] = {s->opts.milestones, (const char *)app->config_path.ptr,
		(const char *)app->last_path.ptr};
	size_t i;

	for (i = 0; i < sizeof own / sizeof own[0]; i++)
		if (own[i] != NULL && own[i][0] != '\0' && file_same(path, own[i]))
			return own[i];
	for (i = 0; i < s->script.count; i++) {
		const char *file = s->script.steps[i].file;

		if (file != NULL && file_same(path, file))
			return file;
	}
	return NULL;
}

enum err_code session_open_log(struct session *s, const struct log_opts *opts, struct err *err)
{
	const char *own = opts->path != NULL ? own_file(s, opts->path) : NULL;
	enum err_code rc;

	if (own != NULL)
		return err_set(
			err, ERR_USAGE, "the log would be written into %.200s, which is read", own);
	rc = log_open(opts, port_get(follow_port(&s->follow), PORT_NAME), &s->now, session_say, s,
		&s->log, err);
	if (rc == ERR_OK)
		view_say(&s->view, "log %s", log_path(s->log));
	return rc;
}

void session_tell_milestones(struct session *s)
{
	struct buf out;
	const char *line;

	if (!s->has_milestones || !milestones_any(&s->milestones))
		return;
	buf_init(&out, 0);
	milestones_write(&s->milestones, &out);
	buf_add_u8(&out, 0);
	view_say(&s->view, "seconds since the boot began:");
	for (line = (const char *)out.ptr; line != NULL && line[0] != '\0';
		line += strcspn(line, "\n") + 1)
		view_say(&s->view, "%.*s", (int)strcspn(line, "\n"), line);
	buf_free(&out);
}

void session_boot(struct session *s)
{
	if (!s->milestones_told)
		session_tell_milestones(s);
	s->milestones_told = false;
	milestones_begin(&s->milestones, s->now.ms);
	log_boot(s->log, &s->now);
}

void session_end_text(struct session *s)
{
	struct err ignored; /* of the screen: told with the next byte */
	struct buf rest;

	buf_init(&rest, 0);
	charset_end(&s->charset, &rest);
	view_received(&s->view, span_of(rest.ptr, rest.len), &s->now, &ignored);
	if (s->opts.form == LOG_TEXT)
		log_received(s->log, span_of(rest.ptr, rest.len), &s->now);
	log_end_text(s->log, &s->now);
	clean_end(&s->view.clean, &rest);
	clean_end(&s->plain, &rest);
	buf_free(&rest);
}

void session_ask(struct session *s, const char *question,
	void (*asked)(struct session *s, const char *answer))
{
	view_say(&s->view, "%s", tr(question));
	s->answer.len = 0;
	s->asked = asked;
}

/* Shows the answer typed so far. */
static void show_answer(struct session *s)
{
	struct buf line;

	buf_init(&line, 0);
	buf_str(&line, "\r> ");
	utf8_escape(span_of(s->answer.ptr, s->answer.len), &line);
	buf_str(&line, " \b");
	console_say(s->console, span_of(line.ptr, line.len));
	buf_free(&line);
}

static void answered(struct session *s, bool taken)
{
	void (*asked)(struct session * s, const char *answer) = s->asked;

	s->asked = NULL;
	console_say(s->console, span_of("\r\n", 2));
	buf_add_u8(&s->answer, 0);
	if (taken && s->answer.failed == ERR_OK && s->answer.len > 1)
		asked(s, (const char *)s->answer.ptr);
	s->answer.len = 0;
	s->answer.failed = ERR_OK;
}

void session_answer(struct session *s, struct span keys)
{
	size_t i;

	for (i = 0; i < keys.len && s->asked != NULL; i++) {
		uint8_t key = keys.ptr[i];

		if (key == '\r' || key == '\n' || key == 0x1B || key == 3) {
			answered(s, key == '\r' || key == '\n');
			return; /* drop the rest of the key's sequence */
		}
		if (key == 0x7F || key == '\b') {
			while (s->answer.len > 0 && (s->answer.ptr[--s->answer.len] & 0xC0) == 0x80)
				;
		} else if (key >= 0x20) {
			buf_add_u8(&s->answer, key);
		}
	}
	show_answer(s);
}
