/* SPDX-License-Identifier: MIT */
#include "terminal/session.h"

#include "biosbelt/os.h"

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

enum err_code session_open_log(struct session *s, const struct log_opts *opts, struct err *err)
{
	enum err_code rc = log_open(opts, port_get(follow_port(&s->follow), PORT_NAME), &s->now,
		session_say, s, &s->log, err);

	if (rc == ERR_OK)
		view_say(&s->view, "log %s", log_path(s->log));
	return rc;
}
