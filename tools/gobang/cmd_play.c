/* SPDX-License-Identifier: MIT */
/* A game on the terminal: persons, levels of the computer and another machine on either side. */
#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "cmd.h"
#include "term/play.h"
#include "term/texts.h"

#define WATCH_MS 400 /* between moves when the computer plays both sides */
#define LINK_MS  50  /* polling interval for another machine */

/* Keys that move the cursor; false: another key. */
static bool cursor_key(struct play *p, uint32_t key)
{
	switch (key) {
	case TERM_KEY_LEFT:
	case 'h':
		play_go(p, -1, 0);
		return true;
	case TERM_KEY_RIGHT:
	case 'l':
		play_go(p, 1, 0);
		return true;
	case TERM_KEY_UP:
	case 'k':
		play_go(p, 0, -1);
		return true;
	case TERM_KEY_DOWN:
	case 'j':
		play_go(p, 0, 1);
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
		play_put(p);
		break;
	case 'u':
	case TERM_KEY_BACKSPACE:
		play_undo(p);
		break;
	case 'i':
		play_advise(p);
		break;
	case '#':
		p->view.numbers = !p->view.numbers;
		break;
	case 'c':
		play_change_sides(p);
		break;
	case '+':
	case '=':
		play_change_level(p, 1);
		break;
	case '-':
		play_change_level(p, -1);
		break;
	case 'p':
		play_pause(p);
		break;
	case 'g':
		play_resign(p);
		break;
	case 'n':
		play_new(p);
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
	if (key != p->sure)
		p->sure = 0;
	if ((key == 'y' || key == 'n') && peer_answer(p, key == 'y'))
		return;
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
	play_put(p);
}

/* Whether the computer moves now; otherwise how long to wait (-1: for a person). */
static bool computers_turn(const struct play *p, int *wait)
{
	uint64_t now = os_time_ms();

	*wait = -1;
	if (p->game.state != GAME_OPEN || play_is_persons_turn(p) || p->paused ||
		play_who(p, game_turn(&p->game)) == PEER ||
		(p->wire != NULL &&
			(p->session.phase != SESSION_ON || p->session.ask != ASK_NOTHING ||
				p->session.needs_game)))
		return false;
	if (!play_is_watched(p) || now >= p->next_move)
		return true;
	*wait = (int)(p->next_move - now);
	return false;
}

/* Waits for the next event. */
static void next_event(struct play *p, int wait, struct term_event *e)
{
	*e = p->event;
	p->event = (struct term_event){0};
	if (e->type != TERM_NONE)
		return;
	if (p->wire != NULL && (wait < 0 || wait > LINK_MS))
		wait = LINK_MS;
	screen_event(p->screen, wait, e);
}

static void loop(struct play *p)
{
	while (!p->quit && !os_stop_requested()) {
		struct term_event e;
		int wait;

		if (p->wire != NULL)
			peer_run(p);
		if (computers_turn(p, &wait)) {
			play_computer(p);
			p->next_move = os_time_ms() + WATCH_MS;
			wait = 0;
		}
		play_show(p);
		next_event(p, wait, &e);
		if (e.type == TERM_CLOSED)
			p->quit = true;
		else if (e.type == TERM_KEY)
			on_key(p, &e);
		else if (e.type == TERM_MOUSE)
			on_mouse(p, &e);
	}
}

/* Opens the file of the game, and continues a saved game. A file given by the user must work;
 * without one the game is played even if nothing can be saved. */
static enum err_code open_game(struct play *p, const struct options *o, struct err *err)
{
	struct file_info info;
	enum err_code rc = kept_open(&p->kept, o->file, err);
	const char *path = (const char *)p->kept.path.ptr;

	p->keeps = rc == ERR_OK;
	if (rc != ERR_OK && rc != ERR_BUSY)
		p->no_place = *err;
	game_new(&p->game, o->size, (enum gobang_rule)o->rule);
	play_new(p);
	p->kept.begins = !o->go_on;
	p->kept.is_new = o->file != NULL && !o->go_on;
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
	buf_init(&p->out, 0);
	p->limits = (struct engine_limits){.ms = o->nodes != 0 ? 0 : o->ms, .nodes = o->nodes};
	p->view = (struct view){
		.game = &p->game, .black = o->black, .white = o->white, .line = p->line};
	if (open_game(p, o, &err) != ERR_OK) {
		diag_err(o->file != NULL ? o->file : (const char *)p->kept.path.ptr, &err);
		status = diag_status(&err);
	} else if ((o->host != NULL || o->join != NULL) && peer_open(p, o, &err) != ERR_OK) {
		diag_err(o->host != NULL ? o->host : o->join, &err);
		status = diag_status(&err);
	} else if (screen_open(&opts, &p->screen, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	} else {
		os_stop_watch();
		loop(p);
	}
	screen_close(p->screen);
	if (status == EXIT_DONE && p->not_saved.code != ERR_OK) {
		diag_err((const char *)p->kept.path.ptr, &p->not_saved);
		status = EXIT_FAILED;
	}
	peer_close(p);
	kept_close(&p->kept);
	free(p);
	return status;
}
