/* SPDX-License-Identifier: MIT */
/* A game on the terminal: people and levels of the computer on either side. */
#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "cmd.h"
#include "term/kept.h"
#include "term/texts.h"
#include "term/view.h"

#define WATCH_MS 400 /* between moves when the computer plays both sides */

struct play {
	struct engine *engine;
	struct engine_limits limits;
	struct screen *screen;
	struct game game;
	struct view view;
	struct kept kept;
	bool keeps; /* the file is ours to write */
	bool quit, paused;
	uint64_t next_move; /* time of the computer's, when nobody else plays */
	struct game_point line[ENGINE_LINE_MAX];
};

static unsigned who(const struct play *p, uint8_t colour)
{
	return colour == GOBANG_BLACK ? p->view.black : p->view.white;
}

static bool persons_turn(const struct play *p)
{
	return who(p, game_turn(&p->game)) == PERSON;
}

static bool only_watched(const struct play *p)
{
	return p->view.black != PERSON && p->view.white != PERSON;
}

static void show(struct play *p)
{
	struct err err;

	view_draw(p->screen, &p->view);
	if (screen_show(p->screen, &err) != ERR_OK)
		p->quit = true;
}

static const char *player_name(unsigned player)
{
	static const char *const names[LEVEL_MAX + 1] = {
		"person", "level 1", "level 2", "level 3", "level 4"};

	return names[player];
}

/* After every change: whatever ends the program, the game is kept. */
static void keep(struct play *p)
{
	struct err err;

	if (p->keeps && kept_save(&p->kept, &p->game, player_name(p->view.black),
				player_name(p->view.white), &err) != ERR_OK)
		p->keeps = false;
	if (!p->keeps)
		p->view.message = text(TEXT_NOT_SAVED);
}

static void forget_advice(struct play *p)
{
	p->view.line_count = 0;
	p->view.message = NULL;
}

static void put_stone(struct play *p)
{
	enum game_answer answer;

	forget_advice(p);
	if (p->game.state != GAME_OPEN)
		return;
	if (!persons_turn(p)) {
		p->view.message = text(TEXT_NOT_YOUR_TURN);
		return;
	}
	answer = game_play(&p->game, p->view.cursor);
	if (answer == GAME_DONE)
		keep(p);
	else
		p->view.message = text(answer == GAME_FORBIDDEN ? TEXT_FORBIDDEN : TEXT_TAKEN);
}

static void computer_move(struct play *p)
{
	struct game_point at;

	p->view.message = text(TEXT_THINKING);
	show(p);
	forget_advice(p);
	if (level_move(p->engine, &p->game.board, game_turn(&p->game), who(p, game_turn(&p->game)),
		    &p->limits, &at) &&
		game_play(&p->game, at) == GAME_DONE)
		p->view.cursor = at;
	else
		game_draw(&p->game);
	keep(p);
}

/* Takes back to the turn of a person, if one plays. */
static void undo(struct play *p)
{
	forget_advice(p);
	if (!game_undo(&p->game))
		return;
	while (!only_watched(p) && !persons_turn(p) && game_undo(&p->game))
		continue;
	p->paused = only_watched(p);
	if (p->paused)
		p->view.message = text(TEXT_PAUSED);
	keep(p);
}

/* A move, or the whole line when it wins by force. */
static void advise(struct play *p)
{
	struct engine_result result;

	if (p->game.state != GAME_OPEN)
		return;
	p->view.message = text(TEXT_THINKING);
	show(p);
	forget_advice(p);
	if (!engine_think(p->engine, &p->game.board, game_turn(&p->game), &p->limits, &result))
		return;
	p->view.forced = engine_wins(&result);
	p->view.line_count = p->view.forced ? result.line_count : 1;
	for (unsigned i = 0; i < p->view.line_count; i++)
		p->line[i] = result.line[i];
	p->view.cursor = p->line[0];
}

static void new_game(struct play *p)
{
	unsigned side = p->game.board.side;

	game_new(&p->game, side, (enum gobang_rule)p->game.board.rule);
	p->view.cursor = (struct game_point){(uint8_t)(side / 2), (uint8_t)(side / 2)};
	p->paused = false;
	forget_advice(p);
}

static void change_sides(struct play *p)
{
	unsigned black = p->view.black;

	forget_advice(p);
	p->view.black = p->view.white;
	p->view.white = black;
}

static void change_level(struct play *p, int by)
{
	unsigned *players[2] = {&p->view.black, &p->view.white};

	for (unsigned i = 0; i < 2; i++)
		if (*players[i] != PERSON && *players[i] + (unsigned)by >= 1 &&
			*players[i] + (unsigned)by <= LEVEL_MAX)
			*players[i] += (unsigned)by;
}

static void go(struct play *p, int across, int down)
{
	int side = p->game.board.side, x = p->view.cursor.x + across, y = p->view.cursor.y + down;

	forget_advice(p);
	p->view.cursor.x = (uint8_t)(x < 0 ? 0 : x >= side ? side - 1 : x);
	p->view.cursor.y = (uint8_t)(y < 0 ? 0 : y >= side ? side - 1 : y);
}

/* Keys that move the cursor; false: none of them. */
static bool cursor_key(struct play *p, uint32_t key)
{
	switch (key) {
	case TERM_KEY_LEFT:
	case 'h':
		go(p, -1, 0);
		return true;
	case TERM_KEY_RIGHT:
	case 'l':
		go(p, 1, 0);
		return true;
	case TERM_KEY_UP:
	case 'k':
		go(p, 0, -1);
		return true;
	case TERM_KEY_DOWN:
	case 'j':
		go(p, 0, 1);
		return true;
	default:
		return false;
	}
}

static void other_key(struct play *p, uint32_t key)
{
	switch (key) {
	case ' ':
	case '\r':
		put_stone(p);
		break;
	case 'u':
	case TERM_KEY_BACKSPACE:
		undo(p);
		break;
	case 'i':
		advise(p);
		break;
	case '#':
		p->view.numbers = !p->view.numbers;
		break;
	case 'c':
		change_sides(p);
		break;
	case '+':
	case '=':
		change_level(p, 1);
		break;
	case '-':
		change_level(p, -1);
		break;
	case 'p':
		p->paused = !p->paused;
		p->view.message = p->paused ? text(TEXT_PAUSED) : NULL;
		break;
	case 'g':
		game_resign(&p->game);
		keep(p);
		break;
	case 'n':
		new_game(p);
		break;
	default:
		break;
	}
}

static void on_key(struct play *p, const struct term_event *e)
{
	uint32_t key = e->key >= 'A' && e->key <= 'Z' ? e->key + 32 : e->key;

	if (key == '?') {
		p->view.keys = view_next_keys(p->screen, &p->view);
		return;
	}
	p->view.keys = 0;
	if (key == 'q' || (key == 'c' && (e->mods & TERM_CTRL) != 0))
		p->quit = true;
	else if (!cursor_key(p, key))
		other_key(p, key);
}

static void on_mouse(struct play *p, const struct term_event *e)
{
	struct game_point at;

	if (e->mouse != TERM_PRESS || e->button != 1 ||
		!view_point(p->screen, &p->view, e->x, e->y, &at))
		return;
	p->view.cursor = at;
	put_stone(p);
}

/* Whether the computer moves now; when not, how long to wait for it (-1: for a person). */
static bool computers_turn(const struct play *p, int *wait)
{
	uint64_t now = os_time_ms();

	*wait = -1;
	if (p->game.state != GAME_OPEN || persons_turn(p) || p->paused)
		return false;
	if (!only_watched(p) || now >= p->next_move)
		return true;
	*wait = (int)(p->next_move - now);
	return false;
}

static void loop(struct play *p)
{
	while (!p->quit && !os_stop_requested()) {
		struct term_event e = {0};
		int wait;

		if (computers_turn(p, &wait)) {
			computer_move(p);
			p->next_move = os_time_ms() + WATCH_MS;
			wait = 0;
		}
		show(p);
		screen_event(p->screen, wait, &e);
		if (e.type == TERM_CLOSED)
			p->quit = true;
		else if (e.type == TERM_KEY)
			on_key(p, &e);
		else if (e.type == TERM_MOUSE)
			on_mouse(p, &e);
	}
}

/* The place of the game, and the game itself when it goes on. A place that was named has to work;
 * without one the game is played all the same. */
static enum err_code open_game(struct play *p, const struct options *o, struct err *err)
{
	struct file_info info;
	enum err_code rc = kept_open(&p->kept, o->file, err);
	const char *path = (const char *)p->kept.path.ptr;

	p->keeps = rc == ERR_OK;
	game_new(&p->game, o->size, (enum gobang_rule)o->rule);
	new_game(p);
	if (o->go_on && rc == ERR_OK)
		rc = kept_load(path, &p->game, err);
	else if (o->file != NULL && rc == ERR_OK && file_info(path, false, &info, err) == ERR_OK &&
		 info.type != FILE_NONE)
		rc = err_set(
			err, ERR_EXISTS, "there is a file already; --continue goes on with it");
	if (rc != ERR_OK && (o->go_on || o->file != NULL))
		return rc;
	if (p->game.count > 0)
		p->view.cursor = p->game.moves[p->game.count - 1];
	if (!p->keeps)
		p->view.message = text(TEXT_NOT_SAVED);
	return ERR_OK;
}

int cmd_play(const struct options *o, struct engine *engine)
{
	struct screen_opts opts = {.mouse = true, .colours = TERM_COLOURS_AUTO};
	struct play *p = calloc(1, sizeof(*p));
	struct err err;
	int status = EXIT_DONE;

	if (p == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	p->engine = engine;
	p->limits = (struct engine_limits){.ms = o->nodes != 0 ? 0 : o->ms, .nodes = o->nodes};
	p->view = (struct view){
		.game = &p->game, .black = o->black, .white = o->white, .line = p->line};
	if (open_game(p, o, &err) != ERR_OK) {
		diag_err(o->file, &err);
		status = diag_status(&err);
	} else if (screen_open(&opts, &p->screen, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	} else {
		os_stop_watch();
		loop(p);
	}
	screen_close(p->screen);
	kept_close(&p->kept);
	free(p);
	return status;
}
