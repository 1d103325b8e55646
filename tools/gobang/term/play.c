/* SPDX-License-Identifier: MIT */
#include "term/play.h"

#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "options.h"
#include "term/texts.h"

unsigned play_who(const struct play *p, uint8_t colour)
{
	return colour == GOBANG_BLACK ? p->view.black : p->view.white;
}

bool play_is_persons_turn(const struct play *p)
{
	return play_who(p, game_turn(&p->game)) == PERSON;
}

bool play_is_watched(const struct play *p)
{
	return p->view.black != PERSON && p->view.white != PERSON;
}

void play_show(struct play *p)
{
	struct err err;

	view_draw(p->screen, &p->view);
	if (screen_show(p->screen, &err) != ERR_OK)
		p->quit = true;
}

static const char *player_name(unsigned player)
{
	static const char *const names[PEER + 1] = {
		"person", "level 1", "level 2", "level 3", "level 4", "other machine"};

	return names[player];
}

void play_keep(struct play *p)
{
	if (!p->keeps)
		p->not_saved = p->no_place;
	/* tried again after every change: a full disk may get space again */
	else if (kept_save(&p->kept, &p->game, player_name(p->view.black),
			 player_name(p->view.white), &p->not_saved) == ERR_OK)
		p->not_saved.code = ERR_OK;
	if (!p->keeps || p->not_saved.code != ERR_OK)
		p->view.message = text(TEXT_NOT_SAVED);
}

void play_forget_advice(struct play *p)
{
	p->view.line_count = 0;
	p->view.message = NULL;
}

static enum game_answer put(struct play *p, struct game_point at)
{
	return p->wire != NULL ? session_play(&p->session, at) : game_play(&p->game, at);
}

static enum text why_not(enum game_answer answer)
{
	return answer == GAME_FORBIDDEN ? TEXT_FORBIDDEN
	       : answer == GAME_OVER    ? TEXT_NOT_NOW
					: TEXT_TAKEN;
}

void play_put(struct play *p)
{
	enum game_answer answer;

	play_forget_advice(p);
	if (p->game.state != GAME_OPEN)
		return;
	if (!play_is_persons_turn(p)) {
		p->view.message = text(p->wire != NULL ? TEXT_NOT_NOW : TEXT_NOT_YOUR_TURN);
		return;
	}
	answer = put(p, p->view.cursor);
	if (answer == GAME_DONE)
		play_keep(p);
	else
		p->view.message = text(why_not(answer));
}

/* Called while an engine thinks: serves the connection, and checks keys that end it. */
static bool interrupts(void *user)
{
	struct play *p = user;
	struct term_event e = {0};
	uint32_t key;

	if (p->wire != NULL) {
		unsigned count = p->game.count;

		p->run_peer(p);
		if (p->game.count != count || p->game.state != GAME_OPEN)
			return true;
	}
	screen_event(p->screen, 0, &e);
	key = e.key >= 'A' && e.key <= 'Z' ? e.key + 32 : e.key;
	if (e.type == TERM_RESIZE)
		play_show(p);
	if (e.type == TERM_CLOSED ||
		(e.type == TERM_KEY && (key == 'q' || key == 'c' || key == 'u' || key == 'p' ||
					       key == 'g' || key == 'n' || key == '\x1b')))
		p->event = e;
	return p->event.type != TERM_NONE || os_stop_requested();
}

/* Lets the engine think while the player watches. False: interrupted. */
static bool think(
	struct play *p, unsigned level, struct game_point *at, struct engine_result *result)
{
	struct engine_limits limits = p->limits;
	bool found;

	limits.stop = interrupts;
	limits.user = p;
	p->event = (struct term_event){0};
	p->view.message = text(TEXT_THINKING);
	play_show(p);
	play_forget_advice(p);
	found = result != NULL ? engine_think(p->engine, &p->game.board, game_turn(&p->game),
					 &limits, result)
			       : level_move(p->engine, &p->game.board, game_turn(&p->game), level,
					 &limits, at);
	if (p->event.type != TERM_NONE || os_stop_requested())
		return false;
	if (!found && result == NULL)
		game_draw(&p->game);
	return found;
}

void play_computer(struct play *p)
{
	unsigned count = p->game.count;
	struct game_point at;

	if (think(p, play_who(p, game_turn(&p->game)), &at, NULL) && p->game.count == count &&
		p->game.state == GAME_OPEN && put(p, at) == GAME_DONE)
		p->view.cursor = at;
	play_keep(p);
}

/* Sends a request to the other machine. */
static void ask(struct play *p, enum session_ask what)
{
	if (!session_ask_for(&p->session, what))
		p->view.message = text(TEXT_NOT_NOW);
}

void play_undo(struct play *p)
{
	play_forget_advice(p);
	if (p->wire != NULL) {
		ask(p, ASK_UNDO);
		return;
	}
	if (!game_undo(&p->game))
		return;
	while (!play_is_watched(p) && !play_is_persons_turn(p) && game_undo(&p->game))
		continue;
	p->paused = play_is_watched(p);
	if (p->paused)
		p->view.message = text(TEXT_PAUSED);
	play_keep(p);
}

void play_advise(struct play *p)
{
	unsigned count = p->game.count;
	struct engine_result result;

	if (p->game.state != GAME_OPEN || !think(p, LEVEL_MAX, NULL, &result) ||
		p->game.count != count)
		return;
	p->view.forced = engine_wins(&result);
	p->view.line_count = p->view.forced ? result.line_count : 1;
	for (unsigned i = 0; i < p->view.line_count; i++)
		p->line[i] = result.line[i];
	p->view.cursor = p->line[0];
}

void play_new(struct play *p)
{
	unsigned side = p->game.board.side;

	play_forget_advice(p);
	if (p->wire != NULL) {
		ask(p, ASK_NEW);
		return;
	}
	game_new(&p->game, side, (enum gobang_rule)p->game.board.rule);
	p->view.cursor = (struct game_point){(uint8_t)(side / 2), (uint8_t)(side / 2)};
	p->paused = false;
	p->kept.begins = true;
}

void play_resign(struct play *p)
{
	play_forget_advice(p);
	if (p->game.state != GAME_OPEN)
		return;
	if (p->wire != NULL && game_turn(&p->game) != p->session.own) {
		p->view.message = text(TEXT_NOT_NOW);
		return;
	}
	if (p->sure != 'g') {
		p->sure = 'g';
		p->view.message = text(TEXT_SURE);
		return;
	}
	if (p->wire == NULL) {
		game_resign(&p->game);
	} else if (!session_resign(&p->session)) {
		p->view.message = text(TEXT_NOT_NOW);
		return;
	}
	play_keep(p);
}

void play_change_sides(struct play *p)
{
	unsigned black = p->view.black;

	play_forget_advice(p);
	if (p->wire != NULL)
		return;
	p->view.black = p->view.white;
	p->view.white = black;
}

void play_change_level(struct play *p, int by)
{
	unsigned *players[2] = {&p->view.black, &p->view.white};

	for (unsigned i = 0; i < 2; i++)
		if (*players[i] != PERSON && *players[i] != PEER &&
			*players[i] + (unsigned)by >= 1 && *players[i] + (unsigned)by <= LEVEL_MAX)
			p->here = *players[i] += (unsigned)by;
}

void play_pause(struct play *p)
{
	if (p->wire != NULL)
		return;
	p->paused = !p->paused;
	p->view.message = p->paused ? text(TEXT_PAUSED) : NULL;
}

void play_go(struct play *p, int across, int down)
{
	int side = p->game.board.side, x = p->view.cursor.x + across, y = p->view.cursor.y + down;

	play_forget_advice(p);
	p->view.cursor.x = (uint8_t)(x < 0 ? 0 : x >= side ? side - 1 : x);
	p->view.cursor.y = (uint8_t)(y < 0 ? 0 : y >= side ? side - 1 : y);
}
