/* SPDX-License-Identifier: MIT */
#include "game/level.h"

static struct game_point point_of(gobang_at at)
{
	return (struct game_point){GOBANG_X(at), GOBANG_Y(at)};
}

bool level_move(const struct game *g, unsigned level, struct game_point *out)
{
	struct gobang_tiny board = g->board;
	gobang_at at;

	if (g->state != GAME_OPEN)
		return false;
	at = gobang_tiny_move(&board, game_turn(g), level <= 1 ? 1 : 2,
		level <= 2 ? GOBANG_TINY_WORK : LEVEL_3_WORK);
	if (at == GOBANG_TINY_NONE)
		return false;
	*out = point_of(at);
	return true;
}

/* The points where colour completes a five: their count, and one of them. */
static unsigned five_points(const struct game *g, uint8_t colour, struct game_point *out)
{
	struct gobang_tiny board = g->board;
	unsigned count = 0;

	for (uint8_t y = 0; y < board.side; y++) {
		for (uint8_t x = 0; x < board.side; x++) {
			gobang_at at = GOBANG_AT(x, y);
			bool five = false;

			if (gobang_tiny_colour(&board, at) != GOBANG_EMPTY)
				continue;
			for (uint8_t d = 0; d < 4; d++)
				five = five ||
				       gobang_tiny_shape(&board, at, d, colour) == GOBANG_FIVE;
			if (five) {
				*out = (struct game_point){x, y};
				count++;
			}
		}
	}
	return count;
}

/* The next move of the winning side. */
static bool next_attack(const struct game *g, struct game_point *out)
{
	uint8_t colour = game_turn(g);
	struct gobang_tiny board = g->board;
	struct game_point must = {0, 0};
	gobang_at at;
	unsigned threats;

	if (five_points(g, colour, out) > 0)
		return true;
	threats = five_points(g, (uint8_t)(3 - colour), &must);
	if (threats > 1)
		return false;
	board.work = LEVEL_3_WORK;
	at = gobang_tiny_fours(
		&board, colour, threats == 1 ? GOBANG_AT(must.x, must.y) : GOBANG_TINY_NONE);
	if (at == GOBANG_TINY_NONE)
		return false;
	*out = point_of(at);
	return true;
}

unsigned level_forced_line(const struct game *g, struct game_point line[LEVEL_LINE_MAX])
{
	struct game play = *g;
	unsigned count = 0;

	while (count + 2 < LEVEL_LINE_MAX) {
		struct game_point at;

		if (play.state != GAME_OPEN || !next_attack(&play, &at) ||
			game_play(&play, at) != GAME_DONE)
			return 0;
		line[count++] = at;
		if (play.state != GAME_OPEN)
			return count;
		/* what stops a five; a second one is completed in the next round */
		if (five_points(&play, (uint8_t)(3 - game_turn(&play)), &at) == 0)
			return 0;
		if (game_play(&play, at) != GAME_DONE)
			return count; /* black may not stop it */
		line[count++] = at;
	}
	return 0;
}
