/* SPDX-License-Identifier: MIT */
#include "game/entry.h"

#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/tr.h"
#include "board_text.h"
#include "game/words.h"

static const char wanted[] =
	N_("expected [MOVE] CELL [TILE], tile CELL TILE, score N, undo, a board, help or quit");

bool entry_is_row(const char *line)
{
	unsigned words = 0;

	for (; words <= 4; words++) {
		while (*line != '\0' && board_text_is_gap((uint8_t)*line))
			line++;
		if (*line == '\0')
			break;
		if (strchr("0123456789._-", *line) == NULL)
			return false;
		while (*line != '\0' && !board_text_is_gap((uint8_t)*line))
			line++;
	}
	return words == 4;
}

static bool read_cell(const char *word, unsigned *cell)
{
	unsigned column = (unsigned)((word[0] | 32) - 'a'), row;

	if (column > 3 || strlen(word) != 2)
		return false;
	row = (unsigned)(word[1] - '1');
	*cell = 4 * row + column;
	return row <= 3;
}

static bool read_tile(const char *word, unsigned *rank)
{
	uint64_t value;

	*rank = 0;
	if (!num_parse_u64(word, &value) || value == 1)
		return false;
	while (*rank < G2048_RANK_MAX && 1ull << *rank < value)
		++*rank;
	return value == 0 || 1ull << *rank == value;
}

static enum g2048_dir read_move(const char *word)
{
	for (int d = G2048_UP; d <= G2048_RIGHT; d++) {
		const char *name = g2048_dir_name((enum g2048_dir)d);

		if (strcmp(word, name) == 0 || (word[0] == name[0] && word[1] == '\0'))
			return (enum g2048_dir)d;
	}
	return G2048_NONE;
}

/* Reads [TILE]; any: it is required, and may be 0. */
static enum err_code read_rank(char *text, bool any, struct entry *out, struct err *err)
{
	char *more, *tile = word_cut(text, &more);

	out->rank = 1;
	if (*tile == '\0' && !any)
		return ERR_OK;
	if (!read_tile(tile, &out->rank) || (out->rank == 0 && !any))
		return err_set(err, ERR_FORMAT, "expected a tile: a power of two from 2 to 131072");
	return *more == '\0' ? ERR_OK : err_set(err, ERR_FORMAT, "%s", tr(wanted));
}

/* Reads CELL [TILE]. */
static enum err_code read_place(char *text, bool any, struct entry *out, struct err *err)
{
	char *tile, *cell = word_cut(text, &tile);

	if (!read_cell(cell, &out->cell))
		return err_set(err, ERR_FORMAT, "%s", tr(wanted));
	return read_rank(tile, any, out, err);
}

/* Commands without arguments. */
static const struct {
	const char *word;
	enum entry_kind kind;
} alone[] = {{"undo", ENTRY_UNDO}, {"help", ENTRY_HELP}, {"?", ENTRY_HELP}, {"quit", ENTRY_QUIT},
	{"q", ENTRY_QUIT}};

static enum err_code read_words(char *line, struct entry *out, struct err *err)
{
	char *rest, *word = word_cut(line, &rest);

	out->dir = G2048_NONE;
	if (read_cell(word, &out->cell))
		return read_rank(rest, false, out, err);
	out->dir = read_move(word);
	if (out->dir != G2048_NONE)
		return read_place(rest, false, out, err);
	out->kind = ENTRY_TILE;
	if (strcmp(word, "tile") == 0)
		return read_place(rest, true, out, err);
	out->kind = ENTRY_SCORE;
	if (strcmp(word, "score") == 0 && num_parse_u64(rest, &out->score))
		return ERR_OK;
	for (size_t i = 0; i < sizeof(alone) / sizeof(alone[0]); i++) {
		out->kind = alone[i].kind;
		if (strcmp(word, alone[i].word) == 0 && *rest == '\0')
			return ERR_OK;
	}
	return err_set(err, ERR_FORMAT, "%s", tr(wanted));
}

enum err_code entry_parse(char *line, struct entry *out, struct err *err)
{
	struct entry e = {.kind = ENTRY_BOARD};
	struct err board;
	enum err_code rc;

	for (char *c = line; *c != '\0'; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c = (char)(*c + 32);
	rc = g2048_parse_game(line, strlen(line), &e.game, &board);
	if (rc == ERR_OK) {
		*out = e;
		return ERR_OK;
	}
	if ((*line >= '0' && *line <= '9') || strchr("[{.\"", *line) != NULL) {
		*err = board; /* it looks like a board, so report that error */
		return rc;
	}
	e.kind = ENTRY_MOVE;
	rc = read_words(line, &e, err);
	if (rc == ERR_OK)
		*out = e;
	return rc;
}

enum err_code entry_move(const struct entry *e, const struct g2048_tables *t,
	enum g2048_dir advised, struct g2048_game *game, struct err *err)
{
	enum g2048_dir dir = e->dir != G2048_NONE ? e->dir : advised;
	struct g2048_game next = *game;

	if (game->board == 0 && game->high == 0)
		return err_set(err, ERR_FORMAT, "the board is empty: its 16 tiles come first");
	if (dir == G2048_NONE)
		return err_set(err, ERR_FORMAT, "there is no move: the game is over");
	if (!g2048_game_slide(t, &next, dir))
		return err_set(err, ERR_FORMAT, "%s moves nothing", tr(g2048_dir_name(dir)));
	if (g2048_game_rank(&next, e->cell) != 0)
		return err_set(err, ERR_FORMAT, "%c%u is not empty after %s",
			(char)('a' + e->cell % 4), e->cell / 4 + 1, tr(g2048_dir_name(dir)));
	g2048_game_set_rank(&next, e->cell, e->rank);
	*game = next;
	return ERR_OK;
}
