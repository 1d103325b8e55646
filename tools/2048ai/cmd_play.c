/* SPDX-License-Identifier: MIT */
/* 2048ai --play: keys, time, and the computer as adviser or stand-in. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "cmd.h"
#include "term/input.h"
#include "term/play_game.h"
#include "term/texts.h"

#define THINK_MS 60 /* of a hint of other players than net, when no limit was given */

static void show(struct play *p, const struct view_motion *motion)
{
	struct err err;

	p->view.side = 4;
	for (unsigned i = 0; i < 16; i++)
		p->view.ranks[i] = (uint8_t)g2048_game_rank(&p->game, i);
	p->view.score = p->game.score;
	p->view.moves = p->game.moves;
	p->view.speed = input_speeds[p->speed];
	p->view.hint = p->hint_fresh ? &p->hint : NULL;
	p->view.spots = &p->spots;
	p->view.message = p->trouble != NULL ? p->trouble : p->remark;
	if (p->view.message != p->told || p->game.moves != p->told_at) {
		p->told = p->view.message;
		p->told_at = p->game.moves;
		p->told_since = os_time_ms();
	}
	p->view.message_ms = os_time_ms() - p->told_since;
	if (!p->stopped && p->view.notice != NOTICE_OVER)
		p->view.elapsed_ms = os_time_ms() - p->started;
	view_draw(p->screen, &p->view, motion);
	if (screen_show(p->screen, &err) != ERR_OK)
		p->quit = true;
}

/* Time for one frame; false: something happened that ends the animation, it is kept for loop. */
static bool frame(struct play *p, int ms)
{
	screen_event(p->screen, ms, &p->waiting);
	return p->waiting.type == TERM_NONE;
}

/* The slide, then the new tile growing, at the frame rate, until the next key. */
static void animate(struct play *p, const struct g2048_game *before, enum g2048_dir dir)
{
	struct view_motion m = {.fresh = -1, .whole = INPUT_SLIDE_FRAMES};
	unsigned speed = input_speeds[p->speed];
	uint8_t ranks[16];

	if (p->view.autoplay && (speed == 0 || speed > INPUT_ANIMATED))
		return;
	for (unsigned i = 0; i < 16; i++)
		ranks[i] = (uint8_t)g2048_game_rank(before, i);
	view_tracks(ranks, 4, G2048_RANK_MAX, dir, m.track);
	for (m.part = 1; m.part <= INPUT_SLIDE_FRAMES; m.part++) {
		show(p, &m);
		if (p->quit || !frame(p, INPUT_FRAME_MS))
			return;
	}
	m.whole = 0;
	for (unsigned i = 0; i < 16; i++) {
		struct g2048_game slid = *before;

		(void)g2048_game_slide(p->tables, &slid, dir);
		if (g2048_game_rank(&slid, i) == 0 && g2048_game_rank(&p->game, i) != 0)
			m.fresh = (int)i;
	}
	show(p, &m);
	(void)frame(p, INPUT_FRAME_MS * 2);
}

static void step(struct play *p, enum g2048_dir dir)
{
	struct g2048_game before = p->game;

	if (!play_step(p, dir))
		return;
	animate(p, &before, dir);
	if (!p->announced && g2048_game_max_rank(&p->game) >= G2048_WIN_RANK) {
		p->announced = true;
		if (!p->view.autoplay && p->view.notice == NOTICE_NONE)
			p->view.notice = NOTICE_WON;
	}
}

static void other_key(struct play *p, uint32_t key)
{
	switch (key) {
	case 'n':
	case 'r':
		play_new(p, NULL);
		break;
	case 'u':
	case TERM_KEY_BACKSPACE:
		play_undo(p);
		break;
	case 'x':
		play_stop(p);
		break;
	case 'c':
		p->coach = p->has_coach && !p->coach;
		p->remark = p->coach ? text(TEXT_COACH_ON) : NULL;
		break;
	case 'i':
		p->view.show_hint = !p->view.show_hint;
		break;
	case ' ':
	case '\r':
		p->replay.helped = true;
		step(p, play_advise(p));
		break;
	case 'p':
		p->view.autoplay =
			!p->view.autoplay && !p->stopped && p->view.notice != NOTICE_OVER;
		p->next_auto = 0;
		break;
	case '+':
	case '=':
		p->speed += p->speed + 1 < INPUT_SPEEDS;
		break;
	case '-':
		p->speed -= p->speed > 0;
		break;
	case '?':
		p->view.notice = NOTICE_HELP;
		break;
	default:
		break;
	}
}

static void on_key(struct play *p, const struct term_event *e)
{
	uint32_t key = input_key(e);
	enum g2048_dir dir = input_direction(key);

	if (input_is_quit(e)) {
		p->quit = true;
		return;
	}
	if (dir != G2048_NONE)
		p->view.autoplay =
			false; /* a move by hand takes the game back, whatever is shown */
	if (p->view.notice == NOTICE_WON || p->view.notice == NOTICE_HELP)
		p->view.notice = NOTICE_NONE;
	else if (dir == G2048_NONE)
		other_key(p, key);
	else
		step(p, dir);
}

static void press(struct play *p, uint32_t key)
{
	const struct term_event e = {.type = TERM_KEY, .key = key};

	on_key(p, &e);
}

static void on_mouse(struct play *p, const struct term_event *e)
{
	uint32_t key = input_mouse(&p->swipe, &p->spots, e);

	if (key != 0 && p->view.notice == NOTICE_HELP)
		p->view.notice = NOTICE_NONE; /* its buttons do what they say */
	if (key != 0)
		press(p, key);
}

static int wait_time(const struct play *p)
{
	uint64_t now = os_time_ms();

	if (p->view.autoplay)
		return p->next_auto > now ? (int)(p->next_auto - now) : 0;
	return 1000 - (int)(p->view.elapsed_ms % 1000); /* the clock ticks */
}

static void auto_move(struct play *p)
{
	unsigned speed = input_speeds[p->speed];

	if (os_time_ms() < p->next_auto)
		return;
	p->next_auto = os_time_ms() + (speed > 0 ? 1000 / speed : 0);
	step(p, play_advise(p));
}

static void next_event(struct play *p, struct term_event *e)
{
	*e = p->waiting;
	p->waiting.type = TERM_NONE;
	if (e->type == TERM_NONE)
		screen_event(p->screen, wait_time(p), e);
}

static void loop(struct play *p)
{
	while (!p->quit && !os_stop_requested()) {
		struct term_event e;

		if (p->view.show_hint && !p->view.autoplay && p->view.notice == NOTICE_NONE)
			(void)play_advise(p);
		show(p, NULL);
		next_event(p, &e);
		if (e.type == TERM_CLOSED)
			p->quit = true;
		else if (e.type == TERM_KEY)
			on_key(p, &e);
		else if (e.type == TERM_MOUSE)
			on_mouse(p, &e);
		if (p->view.autoplay && !p->quit)
			auto_move(p);
	}
}

static enum err_code open_all(struct play *p, const struct cmd *cmd, struct err *err)
{
	struct player_settings set = cmd->player;
	struct screen_opts opts = {.mouse = true, .colours = TERM_COLOURS_AUTO};

	if (set.kind != PLAYER_NET && set.ms == 0 && set.depth == 0 && set.nodes == 0)
		set.ms = THINK_MS;
	if (player_open(p->tables, &set, &p->player, err) != ERR_OK)
		return err->code;
	return screen_open(&opts, &p->screen, err);
}

int cmd_play(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct play *p = calloc(1, sizeof(*p));
	struct err err;
	int status = EXIT_DONE;

	if (p != NULL)
		p->undo = calloc(UNDO_MAX, sizeof(*p->undo));
	if (p == NULL || p->undo == NULL) {
		free(p);
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	p->tables = tables;
	p->speed = 3;
	p->seed = cmd->seed;
	p->coach = cmd->coach;
	p->has_coach = cmd->player.kind == PLAYER_NET;
	if ((!cmd->seed_given && os_random(&p->seed, sizeof(p->seed), &err) != ERR_OK) ||
		open_all(p, cmd, &err) != ERR_OK) {
		diag_err("--play", &err);
		status = diag_status(&err);
	} else {
		os_stop_watch();
		play_begin(p, cmd->another || cmd->seed_given || cmd->board != NULL,
			cmd->board != NULL ? &cmd->position : NULL);
		loop(p);
		play_save(p);
	}
	screen_close(p->screen);
	if (p->trouble != NULL) { /* it was on the screen, which is gone */
		diag_error("--play: %s", p->trouble);
		status = EXIT_FAILED;
	}
	kept_close(p->kept);
	replay_free(&p->replay);
	player_close(p->player);
	free(p->undo);
	free(p);
	return status;
}
