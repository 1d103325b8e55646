/* SPDX-License-Identifier: MIT */
/* The port of a session: opening, absence, return; its output, BREAK and pulses. */
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "terminal/session.h"

#define BREAK_MS 250
#define PULSE_MS 100
#define RETRY_MS 5   /* while the port exists but cannot be opened yet */
#define AWAY_MS  100 /* between checks for an absent port, without news */
#define SAVE_MS  200 /* the first bytes are more important than saving the choice */
#define NEWS_MS  300 /* after news, as the port may not be complete yet */

static enum serial_level level(unsigned wanted, bool first)
{
	if (wanted == LEVEL_OFF)
		return SERIAL_OFF;
	/* a pulse is off, then on, on start; not when the port comes back */
	return wanted == LEVEL_PULSE && first ? SERIAL_OFF
	       : wanted == LEVEL_KEEP         ? SERIAL_KEEP
					      : SERIAL_ON;
}

enum err_code line_open(struct session *s, bool first, struct err *err)
{
	const char *device = port_get(follow_port(&s->follow), PORT_DEVICE);
	struct serial_opts opts = {
		.cfg = s->cfg, .dtr = level(s->opts.dtr, first), .rts = level(s->opts.rts, first)};
	enum err_code rc = s->job->attached ? wire_attach(&s->line, device, err)
					    : wire_open(&s->line, device, &opts, err);

	if (rc != ERR_OK)
		return rc;
	if (first && (s->opts.dtr == LEVEL_PULSE || s->opts.rts == LEVEL_PULSE))
		s->pulse_end = s->now.ms + PULSE_MS;
	return ERR_OK;
}

static const char *name(const struct session *s)
{
	return port_get(follow_port(&s->follow), PORT_NAME);
}

void line_lost(struct session *s)
{
	wire_close(&s->line);
	if (s->job->attached) {
		view_say(&s->view, "%s is not shared any more", name(s));
		session_end(s, EXIT_FAILED);
		return;
	}
	follow_look(&s->follow); /* a port present at this moment is not the one that went away */
	s->queue.len = s->sent = 0;
	s->break_end = s->pulse_end = 0;
	s->peer_break = false;
	s->retry_ms = 0;
	session_end_text(s);
	if (s->ended || (s->script.count > 0 && !s->job->app->opt.relaunch)) {
		view_say(&s->view, "%s is gone", name(s));
		session_end(s, EXIT_FAILED);
		return;
	}
	view_say(&s->view, "%s is gone; waiting for it", name(s));
}

static void came_back(struct session *s)
{
	struct err err;

	if (s->job->moved(s->job->user, follow_port(&s->follow), &err) != ERR_OK)
		view_say(&s->view, "not remembered: %s", err.text);
	s->save_due = s->now.ms + SAVE_MS;
	session_boot(s);
	view_say(&s->view, "%s is back", name(s));
}

void line_look(struct session *s)
{
	enum follow_state state;
	struct err err;

	if (s->ended || wire_is_open(&s->line) || s->now.ms < s->retry_ms)
		return;
	state = follow_look(&s->follow);
	if (state != FOLLOW_HERE && state != FOLLOW_MOVED) {
		s->retry_ms = s->now.ms + (s->now.ms - s->news_ms < NEWS_MS ? RETRY_MS : AWAY_MS);
		return;
	}
	s->retry_ms = s->now.ms + RETRY_MS;
	if (line_open(s, false, &err) != ERR_OK)
		return;
	/* another board may have taken the name before the opening */
	if (follow_look(&s->follow) != FOLLOW_HERE) {
		wire_close(&s->line);
		return;
	}
	came_back(s);
}

bool line_send(struct session *s, struct span bytes)
{
	if (bytes.len == 0)
		return true;
	if (!wire_is_open(&s->line)) {
		view_say(&s->view, "%s is away: not sent", name(s));
		return false;
	}
	/* drop the sent part */
	if (s->sent > 0 && (s->sent >= s->queue.len / 2 || s->queue.len + bytes.len > QUEUE_MAX)) {
		memmove(s->queue.ptr, s->queue.ptr + s->sent, s->queue.len - s->sent);
		s->queue.len -= s->sent;
		s->sent = 0;
	}
	buf_add(&s->queue, bytes.ptr, bytes.len);
	if (s->queue.failed != ERR_OK) {
		s->queue.failed = ERR_OK;
		view_say(&s->view, "the line takes nothing: not sent");
		return false;
	}
	line_work(s);
	return wire_is_open(&s->line);
}

bool line_has_room(const struct session *s)
{
	return wire_is_open(&s->line) && s->queue.len - s->sent < QUEUE_FULL;
}

bool line_takes_keys(const struct session *s)
{
	return !wire_is_open(&s->line) || s->queue.len - s->sent <= QUEUE_MAX - 2 * KEYS_SIZE ||
	       s->now.ms - s->took_ms >= STALLED_MS;
}

static void end_break(struct session *s)
{
	struct err err;

	s->break_end = 0;
	if (wire_break(&s->line, false, &err) != ERR_OK)
		view_say(&s->view, "%s", err.text);
	if (s->after_break != 0)
		line_send(s, span_of(&s->after_break, 1));
	s->after_break = 0;
}

static void end_pulse(struct session *s)
{
	struct err ignored; /* a pty has no such lines, as reported at the start */

	s->pulse_end = 0;
	if (s->opts.dtr == LEVEL_PULSE)
		wire_set_dtr(&s->line, true, &ignored);
	if (s->opts.rts == LEVEL_PULSE)
		wire_set_rts(&s->line, true, &ignored);
}

void line_save(struct session *s)
{
	struct err err;

	if (s->save_due != 0 && s->job->save(s->job->user, &err) != ERR_OK)
		view_say(&s->view, "not remembered: %s", err.text);
	s->save_due = 0;
}

void line_work(struct session *s)
{
	struct err err;
	size_t done;

	if (!wire_is_open(&s->line))
		return;
	if (s->break_end != 0 && s->now.ms >= s->break_end)
		end_break(s);
	if (s->pulse_end != 0 && s->now.ms >= s->pulse_end)
		end_pulse(s);
	if (s->save_due != 0 && s->now.ms >= s->save_due)
		line_save(s);
	if (s->sent == s->queue.len || s->break_end != 0)
		return;
	if (wire_write(&s->line, s->queue.ptr + s->sent, s->queue.len - s->sent, LINE_WRITE_MS,
		    &done, &err) != ERR_OK) {
		if (err.code == ERR_NOTFOUND && s->job->attached)
			s->queue.len = s->sent =
				0; /* reading finds its end, after its last bytes */
		else if (err.code == ERR_NOTFOUND)
			line_lost(s);
		else
			view_say(&s->view, "%s", err.text);
		return;
	}
	s->sent += done;
	s->transmitted += done;
	if (done > 0)
		s->took_ms = s->now.ms;
}

static int until(uint64_t when, uint64_t now)
{
	return when <= now ? 0 : when - now > 1000 ? 1000 : (int)(when - now);
}

int line_due(const struct session *s)
{
	const uint64_t times[] = {s->break_end, s->pulse_end, s->save_due};
	int due = -1;
	size_t i;

	if (!wire_is_open(&s->line))
		return until(s->retry_ms, s->now.ms);
	for (i = 0; i < sizeof times / sizeof times[0]; i++) {
		int left = until(times[i], s->now.ms);

		if (times[i] != 0 && (due < 0 || left < due))
			due = left;
	}
	return due;
}

void line_break(struct session *s, uint8_t after)
{
	struct err err;

	if (!wire_is_open(&s->line))
		return;
	if (wire_drain(&s->line, BREAK_MS, &err) != ERR_OK && err.code == ERR_NOTFOUND)
		return;
	if (wire_break(&s->line, true, &err) != ERR_OK) {
		view_say(&s->view, "%s", err.text);
		return;
	}
	s->after_break = after;
	s->break_end = s->now.ms + BREAK_MS;
}

static const char *on_off(bool on)
{
	return on ? tr("on") : tr("off");
}

void line_describe(struct session *s)
{
	char cfg[SERIAL_CFG_MAX];
	struct serial_lines lines;
	struct err err;

	serial_cfg_write(&s->cfg, cfg);
	view_say(&s->view, "%s %s, %llu bytes in, %llu out", name(s),
		s->job->attached ? tr("of another window") : cfg, (unsigned long long)s->received,
		(unsigned long long)s->transmitted);
	if (!wire_is_open(&s->line))
		view_say(&s->view, "the port is away");
	else if (s->line.serial != NULL && serial_rate(s->line.serial) != s->cfg.baud)
		view_say(&s->view, "the driver set %u bits per second",
			(unsigned)serial_rate(s->line.serial));
	if (wire_is_open(&s->line) && wire_lines(&s->line, &lines, &err) == ERR_OK)
		view_say(&s->view, "DTR %s, RTS %s; CTS %s, DSR %s, DCD %s, RI %s",
			on_off(lines.dtr), on_off(lines.rts), on_off(lines.cts), on_off(lines.dsr),
			on_off(lines.dcd), on_off(lines.ring));
	if (s->share != NULL)
		view_say(&s->view, "shared as %s, %u window%s attached", share_path(s->share),
			share_peers(s->share), tr_s(share_peers(s->share)));
	if (s->log != NULL)
		view_say(&s->view, "log %s: %llu bytes, %llu not written", log_path(s->log),
			(unsigned long long)log_size(s->log), (unsigned long long)log_lost(s->log));
}
