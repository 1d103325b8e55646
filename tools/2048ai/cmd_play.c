/* SPDX-License-Identifier: MIT */
/* 2048ai --play on 4x4: with a coach, a table of scores and replays. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "cmd.h"
#include "term/play_game.h"
#include "term/texts.h"

#define THINK_MS 60 /* for a hint of players other than net, without a limit */

static void ranks_of(const struct g2048_game *g, uint8_t ranks[16])
{
	for (unsigned i = 0; i < 16; i++)
		ranks[i] = (uint8_t)g2048_game_rank(g, i);
}

static void fill(void *game, struct view *v)
{
	const struct play *p = game;

	v->side = 4;
	ranks_of(&p->game, v->ranks);
	v->score = p->game.score;
	v->moves = p->game.moves;
}

/* The cell that was empty after the slide and has a tile now. */
static int fresh_cell(const struct play *p, struct g2048_game before, enum g2048_dir dir)
{
	int fresh = -1;

	(void)g2048_game_slide(p->tables, &before, dir);
	for (unsigned i = 0; i < 16; i++)
		if (g2048_game_rank(&before, i) == 0 && g2048_game_rank(&p->game, i) != 0)
			fresh = (int)i;
	return fresh;
}

static void step(void *game, enum g2048_dir dir)
{
	struct play *p = game;
	struct view *v = &p->desk.view;
	struct g2048_game before = p->game;
	uint8_t ranks[16];

	if (!play_step(p, dir))
		return;
	ranks_of(&before, ranks);
	desk_animate(&p->desk, ranks, G2048_RANK_MAX, dir, fresh_cell(p, before, dir));
	if (!p->announced && g2048_game_max_rank(&p->game) >= G2048_WIN_RANK) {
		p->announced = true;
		if (!v->autoplay && v->notice == NOTICE_NONE)
			v->notice = NOTICE_WON;
	}
}

static enum g2048_dir advise(void *game)
{
	return play_advise(game);
}

static void key(void *game, uint32_t key)
{
	struct play *p = game;

	switch (key) {
	case 'n':
		play_new(p, NULL);
		break;
	case 'u':
		play_undo(p);
		break;
	case 'x':
		play_stop(p);
		break;
	case 'c':
		p->coach = p->has_coach && !p->coach;
		p->desk.remark = p->coach ? text(TEXT_COACH_ON) : NULL;
		break;
	default:
		p->replay.helped = true;
		break;
	}
}

static void settle(void *game)
{
	play_settle(game);
}

static const struct desk_game calls = {fill, step, advise, key, settle};

static enum err_code open_all(struct play *p, const struct cmd *cmd, struct err *err)
{
	struct player_settings set = cmd->player;

	if (set.kind != PLAYER_NET && set.ms == 0 && set.depth == 0 && set.nodes == 0)
		set.ms = THINK_MS;
	if (player_open(p->tables, &set, &p->player, err) != ERR_OK)
		return err->code;
	return desk_open(&p->desk, cmd->seed_given ? &cmd->seed : NULL, err);
}

static int play(struct play *p, const struct cmd *cmd)
{
	struct err err;

	if (open_all(p, cmd, &err) != ERR_OK) {
		diag_err("--play", &err);
		return diag_status(&err);
	}
	play_begin(p, cmd->another || cmd->seed_given || cmd->board != NULL,
		cmd->board != NULL ? &cmd->position : NULL);
	desk_loop(&p->desk);
	play_save(p);
	return EXIT_DONE;
}

int cmd_play(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct play *p = calloc(1, sizeof(*p));
	int status, closed;

	if (p != NULL)
		p->undo = calloc(UNDO_MAX, sizeof(*p->undo));
	if (p == NULL || p->undo == NULL) {
		free(p);
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	p->desk.calls = &calls;
	p->desk.game = p;
	p->tables = tables;
	p->coach = cmd->coach;
	p->has_coach = cmd->player.kind == PLAYER_NET;
	status = play(p, cmd);
	closed = desk_close(&p->desk);
	kept_close(p->kept);
	replay_free(&p->replay);
	player_close(p->player);
	free(p->undo);
	free(p);
	return closed != EXIT_DONE ? closed : status;
}
