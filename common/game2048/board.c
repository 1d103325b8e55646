/* SPDX-License-Identifier: MIT */
/* Row tables, moves and measures of the 64-bit board. */
#include "biosbelt/game2048.h"

static uint16_t row_reverse(uint16_t row)
{
	unsigned r = row;

	return (uint16_t)((r >> 12) | ((r >> 4) & 0x00F0u) | ((r << 4) & 0x0F00u) | (r << 12));
}

/* Slides one row to nibble 0. A tile made by a merge does not merge again (2,2,4 gives 4,4). */
static uint16_t row_slide(uint16_t row, uint32_t *points)
{
	unsigned out[4] = {0, 0, 0, 0};
	unsigned used = 0;
	bool open = false; /* the last tile of out may still merge */

	*points = 0;
	for (unsigned i = 0; i < 4; i++) {
		unsigned r = (row >> (4 * i)) & 15u;

		if (r == 0)
			continue;
		if (open && out[used - 1] == r && r < 15) {
			out[used - 1] = r + 1;
			*points += (uint32_t)1 << (r + 1);
			open = false;
		} else {
			out[used++] = r;
			open = true;
		}
	}
	return (uint16_t)(out[0] | (out[1] << 4) | (out[2] << 8) | (out[3] << 12));
}

void g2048_tables_init(struct g2048_tables *t)
{
	for (unsigned i = 0; i < 65536; i++) {
		uint32_t points;
		uint16_t row = (uint16_t)i;
		uint16_t rev = row_reverse(row);

		t->row[row].left = row_slide(row, &points);
		t->reward[row] = (uint16_t)(points / 4);
		t->row[row].right = row_reverse(row_slide(rev, &points));
	}
}

uint64_t g2048_move(const struct g2048_tables *t, uint64_t board, enum g2048_dir dir)
{
	struct g2048_moves m;

	if (dir < G2048_UP || dir > G2048_RIGHT)
		return 0;
	g2048_all_moves(t, board, &m);
	return m.after[dir];
}

bool g2048_can_move(const struct g2048_tables *t, uint64_t board)
{
	struct g2048_moves m;

	g2048_all_moves(t, board, &m);
	return m.after[0] != board || m.after[1] != board || m.after[2] != board ||
	       m.after[3] != board;
}

uint32_t g2048_tile_score(uint64_t board)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < 16; i++) {
		unsigned r = g2048_rank(board, i);

		if (r >= 2)
			sum += (r - 1) << r;
	}
	return sum;
}

static unsigned rank_set(uint64_t board)
{
	unsigned set = 0;

	for (unsigned i = 0; i < 16; i++)
		set |= 1u << g2048_rank(board, i);
	return set;
}

unsigned g2048_max_rank(uint64_t board)
{
	unsigned max = 0;

	for (unsigned i = 0; i < 16; i++) {
		unsigned r = g2048_rank(board, i);

		if (r > max)
			max = r;
	}
	return max;
}

unsigned g2048_distinct(uint64_t board)
{
	unsigned set = rank_set(board) & 0xFFFEu;
	unsigned n = 0;

	for (; set != 0; set &= set - 1)
		n++;
	return n;
}

uint32_t g2048_tile_sum(uint64_t board)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < 16; i++)
		sum += (1u << g2048_rank(board, i)) & ~1u; /* rank 0: no tile */
	return sum;
}

uint64_t g2048_downgrade(uint64_t board)
{
	unsigned set = rank_set(board);
	unsigned gap = 14;

	if ((set & 0x8000u) == 0)
		return board;
	while (gap > 0 && (set & (1u << gap)) != 0)
		gap--;
	if (gap == 0)
		return board;
	for (unsigned i = 0; i < 16; i++)
		if (g2048_rank(board, i) > gap)
			board -= 1ull << (4 * i);
	return board;
}
