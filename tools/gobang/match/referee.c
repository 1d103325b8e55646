/* SPDX-License-Identifier: MIT */
#include "match/referee.h"

#include "biosbelt/tr.h"

/* The side with this index loses because of an error. */
static void fault(struct match_game *game, unsigned at_fault, const struct err *why)
{
	game->result = at_fault == 0 ? -1 : 1;
	game->reason = *why;
}

/* Index of the side to move: 0 is A. */
static unsigned mover(const struct match *m, const struct match_game *game)
{
	bool black = game_turn(&m->board) == GOBANG_BLACK;

	return black == game->a_black ? 0 : 1;
}

static enum err_code one_move(struct match *m, struct match_game *game, struct err *err)
{
	unsigned side = mover(m, game);
	struct game_point at;
	enum game_answer answer;
	enum err_code rc = contestant_move(&m->side[side], &m->board, &m->limits, &at, err);

	if (rc == ERR_CANCELLED)
		return rc;
	if (rc == ERR_OK) {
		answer = game_play(&m->board, at);
		if (answer == GAME_DONE)
			return ERR_OK;
		(void)err_set(err, ERR_FORMAT, "a move that is not allowed: %u,%u, %s",
			(unsigned)at.x, (unsigned)at.y, tr(game_answer_text(answer)));
		contestant_kill(&m->side[side]);
	}
	fault(game, side, err);
	return ERR_OK;
}

static void set_opening(struct match *m, const struct opening *o)
{
	game_new(&m->board, m->board_side, m->rule);
	for (unsigned i = 0; i < o->count; i++)
		(void)game_play(&m->board, o->stones[i]);
}

static void count_result(struct match *m, const struct match_game *game)
{
	m->score.won += game->result > 0;
	m->score.lost += game->result < 0;
	m->score.drawn += game->result == 0;
}

enum err_code referee_play(struct match *m, struct err *err)
{
	struct match_game *game = &m->games[m->count];

	*game = (struct match_game){
		.opening = m->count / 2 % m->openings.count, .a_black = m->count % 2 == 0};
	set_opening(m, &m->openings.items[game->opening]);
	for (unsigned i = 0; i < 2; i++) {
		enum err_code rc = contestant_start(&m->side[i], err);

		if (rc != ERR_OK)
			return rc;
		rc = contestant_new_game(&m->side[i], &m->board, &m->limits, err);
		if (rc == ERR_CANCELLED)
			return rc;
		if (rc != ERR_OK && game->reason.code == ERR_OK)
			fault(game, i, err);
	}
	while (m->board.state == GAME_OPEN && game->reason.code == ERR_OK)
		if (one_move(m, game, err) != ERR_OK)
			return err->code;
	if (game->reason.code == ERR_OK && m->board.state != GAME_DRAWN)
		game->result = (m->board.state == GAME_BLACK_WON) == game->a_black ? 1 : -1;
	game->plies = m->board.count;
	m->count++;
	count_result(m, game);
	return ERR_OK;
}
