/* SPDX-License-Identifier: MIT */
/*
 * A whole game. The board has four bits per cell; the fifth, needed from tile 65536 on, is in
 * `high`. The row tables are used while no two tiles of rank 15 could meet and `high` is 0;
 * otherwise cells are moved one by one.
 */
#include "biosbelt/game2048.h"
#include "biosbelt/tr.h"

#include <string.h>

unsigned g2048_game_rank(const struct g2048_game *g, unsigned cell)
{
	return g2048_rank(g->board, cell) | ((g->high >> cell) & 1u) << 4;
}

unsigned g2048_game_max_rank(const struct g2048_game *g)
{
	unsigned max = 0;

	for (unsigned i = 0; i < 16; i++) {
		unsigned r = g2048_game_rank(g, i);

		if (r > max)
			max = r;
	}
	return max;
}

void g2048_game_set_rank(struct g2048_game *g, unsigned cell, unsigned rank)
{
	g->board &= ~(15ull << (4 * cell));
	g->board |= (uint64_t)(rank & 15u) << (4 * cell);
	g->high = (uint16_t)((g->high & ~(1u << cell)) | ((rank >> 4) << cell));
}

/* True when the row tables cover every merge that this board can make. */
static bool is_plain(const struct g2048_game *g)
{
	uint64_t top = g->board & (g->board >> 1);

	top &= (top >> 2) & 0x1111111111111111ull; /* a bit for each cell of rank 15 */
	return g->high == 0 && (top & (top - 1)) == 0;
}

/* Cell number `at` (0: where tiles slide to) of line `line` for a direction. */
static unsigned line_cell(enum g2048_dir dir, unsigned line, unsigned at)
{
	switch (dir) {
	case G2048_UP:
		return 4 * at + line;
	case G2048_DOWN:
		return 4 * (3 - at) + line;
	case G2048_LEFT:
		return 4 * line + at;
	default:
		return 4 * line + 3 - at;
	}
}

static uint64_t slide_line(struct g2048_game *g, enum g2048_dir dir, unsigned line)
{
	unsigned out[4] = {0, 0, 0, 0}, used = 0;
	uint64_t points = 0;
	bool open = false;

	for (unsigned at = 0; at < 4; at++) {
		unsigned r = g2048_game_rank(g, line_cell(dir, line, at));

		if (r == 0)
			continue;
		if (open && out[used - 1] == r && r < G2048_RANK_MAX) {
			points += 1ull << ++out[used - 1];
			open = false;
		} else {
			out[used++] = r;
			open = true;
		}
	}
	for (unsigned at = 0; at < 4; at++)
		g2048_game_set_rank(g, line_cell(dir, line, at), out[at]);
	return points;
}

/* Computes the board after a move, and its points; g is unchanged. */
static bool try_slide(const struct g2048_tables *t, const struct g2048_game *g, enum g2048_dir dir,
	struct g2048_game *out)
{
	*out = *g;
	if (dir < G2048_UP || dir > G2048_RIGHT)
		return false;
	if (is_plain(g)) {
		struct g2048_moves m;

		g2048_all_moves(t, g->board, &m);
		out->board = m.after[dir];
		out->score += m.reward[dir];
	} else {
		for (unsigned line = 0; line < 4; line++)
			out->score += slide_line(out, dir, line);
	}
	return out->board != g->board || out->high != g->high;
}

bool g2048_game_slide(const struct g2048_tables *t, struct g2048_game *g, enum g2048_dir dir)
{
	struct g2048_game next;

	if (!try_slide(t, g, dir, &next))
		return false;
	next.moves++;
	*g = next;
	return true;
}

unsigned g2048_game_legal(const struct g2048_tables *t, const struct g2048_game *g)
{
	struct g2048_game next;
	unsigned legal = 0;

	if (is_plain(g)) {
		struct g2048_moves m;

		g2048_all_moves(t, g->board, &m);
		for (unsigned d = 0; d < 4; d++)
			legal |= (unsigned)(m.after[d] != g->board) << d;
		return legal;
	}
	for (int d = G2048_UP; d <= G2048_RIGHT; d++)
		if (try_slide(t, g, (enum g2048_dir)d, &next))
			legal |= 1u << d;
	return legal;
}

void g2048_game_spawn(struct g2048_game *g)
{
	/* A cell of rank 16 has nibble 0: it is filled for the draw, so that it does not look
	 * empty. */
	uint64_t hidden = 0, board;
	unsigned rank;

	for (unsigned i = 0; g->high != 0 && i < 16; i++)
		if (((g->high >> i) & 1) != 0 && g2048_rank(g->board, i) == 0)
			hidden |= 1ull << (4 * i);
	board = g2048_spawn(g->board | hidden, &g->rng, &rank);
	g->board = board & ~hidden;
	if (rank == 2)
		g->four_penalty += 4;
}

void g2048_game_new(struct g2048_game *g, uint64_t seed, uint64_t number)
{
	memset(g, 0, sizeof(*g));
	g2048_rng_init(&g->rng, seed, number);
	g2048_game_spawn(g);
	g2048_game_spawn(g);
}

bool g2048_game_step(const struct g2048_tables *t, struct g2048_game *g, enum g2048_dir dir)
{
	if (!g2048_game_slide(t, g, dir))
		return false;
	g2048_game_spawn(g);
	return true;
}

uint64_t g2048_game_check_score(const struct g2048_game *g)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < 16; i++) {
		unsigned r = g2048_game_rank(g, i);

		if (r >= 2)
			sum += (uint64_t)(r - 1) << r;
	}
	return sum - g->four_penalty;
}

/* True when the row tables cover every merge of these ranks. */
static bool fits_tables(const unsigned *rank)
{
	unsigned top = 0;

	for (unsigned i = 0; i < 16; i++) {
		if (rank[i] > 15)
			return false;
		top += rank[i] == 15;
	}
	return top < 2;
}

uint64_t g2048_game_narrow(const struct g2048_game *g)
{
	unsigned rank[16];
	uint64_t board = 0;

	for (unsigned i = 0; i < 16; i++)
		rank[i] = g2048_game_rank(g, i);
	while (!fits_tables(rank)) {
		unsigned set = 0, gap = 0;

		for (unsigned i = 0; i < 16; i++) {
			set |= 1u << rank[i];
			if (rank[i] > gap)
				gap = rank[i];
		}
		while (gap > 0 && ((set >> gap) & 1) != 0)
			gap--;
		for (unsigned i = 0; i < 16; i++) {
			/* without a gap (all ranks up to 17 in use) the lowest two ranks become
			 * one */
			if (rank[i] > gap && rank[i] > 1)
				rank[i]--;
		}
	}
	for (unsigned i = 0; i < 16; i++)
		board |= (uint64_t)rank[i] << (4 * i);
	return board;
}

const char *g2048_dir_name(enum g2048_dir dir)
{
	static const char *const name[] = {N_("up"), N_("down"), N_("left"), N_("right"), "none"};

	return name[dir >= G2048_UP && dir <= G2048_RIGHT ? dir : G2048_NONE];
}
