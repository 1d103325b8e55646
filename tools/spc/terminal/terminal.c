/* SPDX-License-Identifier: MIT */
/* Starts the terminal, waits for input from either side, and ends it. */
#include "spc.h"
#include "terminal/session.h"

#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"

#define WAITS     4            /* console, line, news of ports, program of a transfer */
#define TICK_MS   50           /* while something waits to be shown or logged */
#define DRAIN_MS  5000         /* for the last output of a script, while the line accepts bytes */
#define HELD_BITS (4096u * 12) /* that a driver may buffer, in the longest frames */

static int timeout(struct session *s)
{
	unsigned interval = port_watch_interval_ms(s->watch);
	int due = line_due(s);

	int sends = transfer_due(s);
	int shares = share_due(s->share);

	if (interval != 0 && (due < 0 || (int)interval < due))
		due = (int)interval;
	if (sends >= 0 && (due < 0 || sends < due))
		due = sends;
	if (shares >= 0 && (due < 0 || shares < due))
		due = shares;
	if (!line_takes_keys(s) && (due < 0 || due > STALLED_MS))
		due = STALLED_MS;
	if ((view_is_waiting(&s->view) || log_is_waiting(s->log)) && (due < 0 || due > TICK_MS))
		due = TICK_MS;
	if (s->script.deadline != 0) {
		int left = s->script.deadline > s->now.ms + 1000 ? 1000
			   : s->script.deadline > s->now.ms ? (int)(s->script.deadline - s->now.ms)
							    : 0;

		due = due < 0 || left < due ? left : due;
	}
	return due;
}

static void check_time(struct session *s)
{
	if (s->ended || script_look(&s->script, s->now.ms) != SCRIPT_LATE)
		return;
	view_say(&s->view, "not seen in time: %s", script_pattern(&s->script));
	session_end(s, EXIT_TEMPORARY);
}

static void work(struct session *s)
{
	unsigned interval = port_watch_interval_ms(s->watch);
	uint64_t looked = s->now.ms;

	while (!s->ended) {
		bool queued = wire_is_open(&s->line) && s->sent < s->queue.len && s->break_end == 0;
		bool keys = console_has_keys(s->console) ? line_takes_keys(s)
							 : line_has_room(s) && !transfer_is_on(s);
		struct os_wait waits[WAITS + SHARE_WAITS] = {
			{keys ? console_handle(s->console) : -1, false, false},
			{wire_handle(&s->line), queued, false},
			{port_watch_handle(s->watch), false, false},
			{transfer_handle(s), false, false}};
		size_t count = WAITS;
		struct port_news news;
		bool armed = wire_arm(&s->line);

		share_wait(s->share, waits, &count);
		os_wait(waits, count, armed ? 0 : timeout(s));
		session_clock(s);
		if (armed || waits[1].ready)
			session_read_line(s);
		if (waits[0].ready && !s->ended)
			session_read_keys(s);
		share_work(s->share, s->now.ms);
		line_work(s);
		transfer_work(s);
		if (waits[2].ready || !wire_is_open(&s->line) ||
			(interval != 0 && s->now.ms - looked >= interval)) {
			while (port_watch_next(s->watch, &news)) {
				s->retry_ms = 0;
				s->news_ms = waits[2].ready ? s->now.ms : s->news_ms;
			}
			looked = s->now.ms;
			line_look(s);
		}
		view_tick(&s->view, &s->now);
		log_tick(s->log, &s->now);
		check_time(s);
	}
}

static enum err_code start_log(struct session *s, struct err *err)
{
	const struct terminal_opts *o = &s->opts;
	struct log_opts opts = {.path = s->job->log_path,
		.append = o->append,
		.each_boot = o->each_boot,
		.each_day = o->each_day,
		.max = o->max,
		.form = o->form,
		.stamps = o->stamps,
		.typed = o->typed};

	return s->job->log ? session_open_log(s, &opts, err) : ERR_OK;
}

static void start_view(struct session *s)
{
	view_init(&s->view, s->console, s->opts.trusted, &s->now);
	s->view.newline = s->opts.newline;
	s->view.hex = s->opts.hex;
	s->view.stamped = s->opts.times;
	s->view.clean.controls = s->opts.controls;
	if (s->opts.controls)
		s->view.raw = false;
	if (s->opts.times && s->opts.stamps != STAMP_NONE)
		s->view.stamp.kind = s->opts.stamps;
	s->keys.escape = s->opts.escape;
}

static enum err_code read_escape(struct session *s, struct err *err)
{
	const char *key = settings_get(&s->job->app->config, "escape");

	if (key == NULL || s->opts.escape_given || keys_parse(key, &s->opts.escape))
		return ERR_OK;
	return err_set(err, ERR_USAGE, "settings: escape: '%.20s' is not a key", key);
}

static enum err_code read_milestones(struct session *s, struct err *err)
{
	const char *path = s->opts.milestones;
	struct settings file;
	enum err_code rc;
	size_t i;

	if (path == NULL)
		return ERR_OK;
	s->has_milestones = true;
	milestones_init(&s->milestones);
	milestones_begin(&s->milestones, s->now.ms);
	if (path[0] == '\0')
		return ERR_OK;
	rc = settings_read_named(path, &file, err);
	for (i = 0; rc == ERR_OK && i < file.count; i++)
		rc = milestones_add(&s->milestones, file.items[i].key, file.items[i].value, err);
	if (rc == ERR_OK && file.count == 0)
		rc = err_set(err, ERR_USAGE, "no lines of the form NAME = PATTERN");
	settings_free(&file);
	return rc == ERR_OK ? rc : err_prefix(err, "%.100s", path);
}

static enum err_code start_share(struct session *s, struct err *err)
{
	const struct share_ends ends = {.typed = session_typed_by,
		.has_room = session_peers_may_write,
		.say = session_say,
		.set = line_set,
		.user = s};
	const struct terminal_job *job = s->job;

	if (job->share_path == NULL && job->share_net == NULL)
		return ERR_OK;
	if (share_open(job->share_path, job->share_net, &ends, &s->share, err) != ERR_OK)
		return err->code;
	if (job->share_path != NULL)
		view_say(&s->view, "shared as %s", job->share_path);
	if (job->share_net != NULL)
		view_say(&s->view, "shared by RFC 2217 at %s", job->share_net);
	return ERR_OK;
}

static enum err_code open_port(struct session *s, struct err *err)
{
	const struct terminal_job *job = s->job;
	struct err why;

	if (line_open(s, true, err) != ERR_OK)
		return err_prefix(err, "%.100s", port_get(job->port, PORT_NAME));
	/* a read-only home must not prevent the use of a port */
	if (job->opened != NULL && job->opened(job->user, &why) != ERR_OK)
		view_say(&s->view, "not remembered: %s", why.text);
	return ERR_OK;
}

static enum err_code start(struct session *s, struct err *err)
{
	enum err_code rc = port_watch_open(s->job->app->opt.root, &s->watch, err);

	if (rc == ERR_OK)
		rc = follow_open(&s->follow, s->job->app, s->job->port, err);
	if (rc == ERR_OK)
		rc = read_escape(s, err);
	if (rc == ERR_OK)
		rc = read_milestones(s, err);
	if (rc == ERR_OK)
		rc = charset_open(&s->charset, s->opts.encoding, err);
	if (rc == ERR_OK)
		rc = console_open(&s->console, err);
	if (rc != ERR_OK)
		return rc;
	start_view(s);
	s->follow.say = session_say;
	s->follow.say_user = s;
	if (s->opts.boot != NULL && match_parse(s->opts.boot, &s->boot, err) == ERR_OK)
		s->has_boot = true;
	rc = start_log(s, err);
	if (rc == ERR_OK)
		rc = open_port(s, err);
	return rc == ERR_OK ? start_share(s, err) : rc;
}

/* mintty passes on a line only when Enter is pressed. Input from a pipe is intended. */
static void warn_of_lines(void)
{
	struct err err;

	err_set(&err, ERR_UNSUPPORTED, "keys reach the board a line at a time here");
	if (os_add_winpty(&err))
		diag_warn("%s", err.text);
}

static void greet(struct session *s)
{
	char cfg[SERIAL_CFG_MAX];
	char name[8];

	if (!console_has_keys(s->console)) {
		warn_of_lines();
		return;
	}
	serial_cfg_write(s->job->cfg, cfg);
	if (s->keys.escape != 0)
		view_say(&s->view, "%s %s; %s q quits, %s ? shows the keys",
			port_get(s->job->port, PORT_NAME),
			s->job->attached ? tr("of another window") : cfg,
			keys_name(s->keys.escape, name), keys_name(s->keys.escape, name));
	if (console_is_shown(s->console) && !console_has_sequences(s->console))
		view_say(&s->view, "this console has no escape sequences: colours and cursor "
				   "movements of the board are left out");
}

/* Waits until the remaining output is sent; a script that reports success has sent everything. */
static void drain(struct session *s)
{
	uint64_t end = s->now.ms + DRAIN_MS;
	struct err err;

	while (s->sent < s->queue.len && wire_is_open(&s->line) && s->now.ms < end) {
		uint64_t before = s->transmitted;

		session_clock(s);
		line_work(s);
		if (s->transmitted > before)
			end = s->now.ms + DRAIN_MS;
		os_sleep_ms(1);
	}
	if (!wire_is_open(&s->line) || s->script.count == 0)
		return;
	if (s->sent == s->queue.len &&
		wire_drain(&s->line, DRAIN_MS + (unsigned)(HELD_BITS * 1000ull / s->cfg.baud),
			&err) == ERR_OK)
		return;
	view_say(&s->view, "the line takes nothing: not all was sent");
	if (s->status == EXIT_DONE)
		s->status = EXIT_FAILED;
}

static void run(struct session *s)
{
	struct buf send;

	greet(s);
	buf_init(&send, 0);
	transfer_take_step(s, script_begin(&s->script, s->now.ms, &send), &send);
	buf_free(&send);
	work(s);
	drain(s);
}

/* ERR_OK: all that was to be shown was. */
static enum err_code close_all(struct session *s, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (s->console != NULL && !s->milestones_told)
		session_tell_milestones(s);
	if (s->console != NULL)
		line_save(s);
	transfer_close(s);
	wire_close(&s->line);
	if (s->console != NULL) {
		session_end_text(s);
		view_close(&s->view);
	}
	s->log_lost += log_close(s->log, &s->now);
	share_close(s->share);
	if (s->console != NULL)
		rc = console_flush(s->console, err);
	console_close(s->console);
	follow_close(&s->follow);
	port_watch_close(s->watch);
	buf_free(&s->queue);
	buf_free(&s->answer);
	charset_close(&s->charset);
	return rc;
}

int terminal_run(const struct terminal_job *job)
{
	struct session *s = calloc(1, sizeof *s);
	struct err err;
	int status;

	if (s == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	s->job = job;
	s->opts = job->app->opt.terminal;
	s->cfg = *job->cfg;
	s->script = s->opts.script;
	buf_init(&s->queue, QUEUE_MAX);
	buf_init(&s->answer, 4096);
	clean_init(&s->plain, CLEAN_TEXT);
	session_clock(s);
	if (start(s, &err) == ERR_OK) {
		run(s);
		if (close_all(s, &err) != ERR_OK && s->status == EXIT_DONE) {
			diag_err("standard output", &err);
			s->status = EXIT_FAILED;
		}
		status = s->status;
		if (s->log_lost > 0) {
			diag_error("the log is not whole; bytes that could not be written: %llu",
				(unsigned long long)s->log_lost);
			status = status == EXIT_DONE ? EXIT_FAILED : status;
		}
	} else {
		struct err ignored;

		(void)close_all(s, &ignored);
		diag_err(NULL, &err);
		status = err.code == ERR_BUSY || err.code == ERR_DENIED ? EXIT_TEMPORARY
			 : err.code == ERR_USAGE                        ? EXIT_USAGE
									: EXIT_FAILED;
	}
	free(s);
	return status;
}
