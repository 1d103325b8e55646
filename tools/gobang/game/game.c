/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/tr.h"

const char *const game_rule_names[GOBANG_RULES] = {
	"freestyle", "exact", "renju", "caro", "caro-exact"};

void game_new(struct game *g, unsigned side, enum gobang_rule rule)
{
	memset(g, 0, sizeof(*g));
	gobang_tiny_clear(&g->board, (uint8_t)side, (uint8_t)rule);
}

uint8_t game_turn(const struct game *g)
{
	return g->count % 2 == 0 ? GOBANG_BLACK : GOBANG_WHITE;
}

enum game_answer game_play(struct game *g, struct game_point p)
{
	gobang_at at = GOBANG_AT(p.x, p.y);
	uint8_t turn = game_turn(g);

	if (g->state != GAME_OPEN)
		return GAME_OVER;
	if (p.x >= g->board.side || p.y >= g->board.side)
		return GAME_OUTSIDE;
	if (gobang_tiny_colour(&g->board, at) != GOBANG_EMPTY)
		return GAME_TAKEN;
	if (turn == GOBANG_BLACK && gobang_tiny_forbidden(&g->board, at, true))
		return GAME_FORBIDDEN;
	(void)gobang_tiny_set(&g->board, p.x, p.y, turn);
	g->moves[g->count++] = p;
	if (gobang_tiny_wins(&g->board, at))
		g->state = turn == GOBANG_BLACK ? GAME_BLACK_WON : GAME_WHITE_WON;
	else if (g->count == (unsigned)g->board.side * g->board.side)
		g->state = GAME_DRAWN;
	return GAME_DONE;
}

void game_resign(struct game *g)
{
	if (g->state == GAME_OPEN)
		g->state = game_turn(g) == GOBANG_BLACK ? GAME_WHITE_WON : GAME_BLACK_WON;
}

void game_draw(struct game *g)
{
	if (g->state == GAME_OPEN)
		g->state = GAME_DRAWN;
}

bool game_is_five(const struct game *g)
{
	struct gobang_tiny board = g->board;
	struct game_point last;

	if (g->count == 0)
		return false;
	last = g->moves[g->count - 1];
	return gobang_tiny_wins(&board, GOBANG_AT(last.x, last.y));
}

bool game_undo(struct game *g)
{
	struct game_point last;

	if (g->count == 0)
		return false;
	last = g->moves[--g->count];
	(void)gobang_tiny_set(&g->board, last.x, last.y, GOBANG_EMPTY);
	g->state = GAME_OPEN;
	return true;
}

unsigned game_number(const struct game *g, struct game_point at)
{
	for (unsigned i = 0; i < g->count; i++)
		if (g->moves[i].x == at.x && g->moves[i].y == at.y)
			return i + 1;
	return 0;
}

void game_point_name(const struct game *g, struct game_point at, char name[GAME_NAME_MAX])
{
	(void)snprintf(
		name, GAME_NAME_MAX, "%c%u", 'A' + at.x, (unsigned)(uint8_t)(g->board.side - at.y));
}

bool game_point_read(const struct game *g, const char *name, struct game_point *out)
{
	unsigned column = name[0] >= 'a' ? (unsigned)name[0] - 'a' : (unsigned)name[0] - 'A';
	unsigned row = 0;
	size_t len = strlen(name);

	if (len < 2 || len > 3 || column >= g->board.side)
		return false;
	for (size_t i = 1; i < len; i++) {
		if (name[i] < '0' || name[i] > '9')
			return false;
		row = row * 10 + (unsigned)(name[i] - '0');
	}
	if (row < 1 || row > g->board.side)
		return false;
	*out = (struct game_point){(uint8_t)column, (uint8_t)(g->board.side - row)};
	return true;
}

const char *game_rule_text(const struct game *g)
{
	static const char *const texts[GOBANG_RULES] = {
		N_("freestyle"), N_("exact"), N_("renju"), N_("caro"), N_("caro, exact")};

	return texts[g->board.rule];
}

const char *game_state_text(enum game_state state)
{
	static const char *const texts[] = {
		N_("not finished"), N_("black wins"), N_("white wins"), N_("draw")};

	return texts[state];
}

const char *game_answer_text(enum game_answer answer)
{
	static const char *const texts[] = {N_("played"), N_("the game is over"),
		N_("outside the board"), N_("there is a stone already"), N_("forbidden for black")};

	return texts[answer];
}
