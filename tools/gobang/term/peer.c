/* SPDX-License-Identifier: MIT */
/* The other machine of a game on the terminal. */
#include <stdio.h>

#include "biosbelt/os.h"
#include "options.h"
#include "term/play.h"
#include "term/texts.h"

#define NEWS_MS 3000 /* how long a message about the other machine is shown */

/* Sets who plays which colour, as in the session. */
static void set_players(struct play *p)
{
	bool black = p->session.own == GOBANG_BLACK;

	p->view.black = black ? p->here : PEER;
	p->view.white = black ? PEER : p->here;
}

static void show_clocks(struct play *p)
{
	for (unsigned i = 0; i < 2; i++) {
		int64_t left = p->session.left_ms[i] / 1000;

		left = left < 0 ? 0 : left;
		(void)snprintf(p->clocks[i], sizeof(p->clocks[i]), "%u:%02u", (unsigned)(left / 60),
			(unsigned)(left % 60));
		p->view.clocks[i] = p->session.limit_ms > 0 ? p->clocks[i] : NULL;
	}
}

/* The default text of the last row. */
static void show_state(struct play *p)
{
	const struct session *s = &p->session;
	const char *trouble = wire_trouble(p->wire);

	if (p->news_end_ms != 0 && os_time_ms() >= p->news_end_ms) {
		p->view.message = NULL;
		p->news_end_ms = 0;
	}
	p->view.notice = NULL;
	if (s->asked != ASK_NOTHING) {
		p->view.notice = text(s->asked == ASK_UNDO ? TEXT_ASKS_UNDO : TEXT_ASKS_NEW);
	} else if (s->ask != ASK_NOTHING) {
		p->view.notice = text(TEXT_ASKING);
	} else if (s->phase != SESSION_ON) {
		/* errors first: visible even if the row is truncated */
		(void)snprintf(p->place, sizeof(p->place), "%s%s%s %s",
			trouble != NULL ? trouble : "", trouble != NULL ? "  " : "",
			text(TEXT_WAITING), wire_place(p->wire));
		p->view.notice = p->place;
	}
}

static void take_events(struct play *p, unsigned events)
{
	if (events != 0) {
		play_forget_advice(p);
		p->news_end_ms = os_time_ms() + NEWS_MS;
	}
	if ((events & SESSION_MOVED) != 0) {
		set_players(p);
		p->kept.begins = p->kept.begins || (events & SESSION_NEW) != 0;
		if (p->game.count > 0)
			p->view.cursor = p->game.moves[p->game.count - 1];
		/* a new game without a move does not replace a saved one; a guest may still be
		 * receiving moves */
		if (p->game.count > 0 || !p->kept.begins)
			play_keep(p);
	}
	if ((events & SESSION_JOINED) != 0) {
		set_players(p);
		p->view.message = text(TEXT_JOINED);
	}
	if ((events & SESSION_LEFT) != 0)
		p->view.message = text(TEXT_LEFT);
	if ((events & (SESSION_YES | SESSION_NO)) != 0)
		p->view.message = text((events & SESSION_YES) != 0 ? TEXT_AGREED : TEXT_REFUSED);
	if (p->session.asked != ASK_NOTHING && p->here != PERSON)
		(void)peer_answer(p, true); /* a computer agrees */
}

void peer_run(struct play *p)
{
	wire_run(p->wire, &p->session, os_time_ms());
	take_events(p, session_events(&p->session));
	show_clocks(p);
	show_state(p);
}

bool peer_answer(struct play *p, bool yes)
{
	if (p->wire == NULL || p->session.asked == ASK_NOTHING)
		return false;
	session_answer(&p->session, yes);
	take_events(p, session_events(&p->session));
	return true;
}

enum err_code peer_open(struct play *p, const struct options *o, struct err *err)
{
	bool host = o->host != NULL;
	uint64_t token = 0;
	enum err_code rc = wire_open(host ? o->host : o->join, host, &p->wire, err);

	if (rc == ERR_OK)
		rc = os_random(&token, sizeof(token), err);
	if (rc != ERR_OK)
		return rc;
	p->here = o->here;
	p->run_peer = peer_run;
	session_init(&p->session, &p->game, host, host ? (uint8_t)o->colour : (uint8_t)GOBANG_WHITE,
		token | 1, (uint64_t)o->clock * 60000, &p->out);
	set_players(p);
	return ERR_OK;
}

void peer_close(struct play *p)
{
	if (p->wire != NULL)
		session_bye(&p->session);
	wire_close(p->wire);
	buf_free(&p->out);
}
