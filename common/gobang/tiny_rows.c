/* SPDX-License-Identifier: MIT */
#include "tiny_rows.h"

/* A line through the points of LANES rows, seen by one side. */
struct line {
	const uint16_t *own, *its, *board; /* the first of the rows */
	int8_t dy, dx;                     /* 0 or 1; -1, 0 or 1 */
};

static inline int8_t times(int8_t steps, int8_t sign)
{
	return (int8_t)(sign == 0 ? 0 : sign < 0 ? -steps : steps); /* no multiplier is needed */
}

TINY_FLAT lanes moved(lanes points, int8_t dx)
{
	return dx >= 0 ? (lanes)(points >> dx) : (lanes)(points << -dx);
}

/* The points that have an own stone so many steps away. */
TINY_PART lanes own_at(const struct line *l, int8_t steps)
{
	return moved(tiny_row(l->own + times(steps, l->dy)), times(steps, l->dx));
}

/* Those that have no stone of the other side and no border there. */
TINY_PART lanes free_at(const struct line *l, int8_t steps)
{
	int8_t row = times(steps, l->dy);

	return moved(tiny_row(l->board + row) & ~tiny_row(l->its + row), times(steps, l->dx));
}

TINY_FLAT lanes empty_at(const struct line *l, int8_t steps)
{
	return free_at(l, steps) & ~own_at(l, steps);
}

/* By the own stones beside the point: [n] points with at least n + 1. */
struct counts {
	lanes five[4], six[3];
};

/* Four neighbours that make a row of five with the point. */
TINY_PART void add_five(
	struct counts *c, const struct line *l, int8_t i, int8_t j, int8_t m, int8_t n)
{
	lanes free = free_at(l, i) & free_at(l, j) & free_at(l, m) & free_at(l, n);
	lanes any_a = own_at(l, i) | own_at(l, j), any_b = own_at(l, m) | own_at(l, n);
	lanes both_a = own_at(l, i) & own_at(l, j), both_b = own_at(l, m) & own_at(l, n);

	c->five[0] |= free & (any_a | any_b);
	c->five[1] |= free & (both_a | both_b | (any_a & any_b));
	c->five[2] |= free & ((both_a & any_b) | (any_a & both_b));
	c->five[3] |= free & both_a & both_b;
}

/* Three neighbours that make a row of four with the point, between empty ends, the first of them
 * end steps away. */
TINY_PART void add_six(
	struct counts *c, const struct line *l, int8_t i, int8_t j, int8_t m, int8_t end)
{
	lanes free = free_at(l, i) & free_at(l, j) & free_at(l, m) & empty_at(l, end) &
		     empty_at(l, (int8_t)(end + 5));
	lanes any = own_at(l, i) | own_at(l, j), both = own_at(l, i) & own_at(l, j);

	c->six[0] |= free & (any | own_at(l, m));
	c->six[1] |= free & (both | (any & own_at(l, m)));
	c->six[2] |= free & both & own_at(l, m);
}

TINY_FLAT void count_line(struct counts *c, const struct line *l)
{
	add_five(c, l, 1, 2, 3, 4);
	add_five(c, l, 1, 2, -1, 3);
	add_five(c, l, 1, 2, -1, -2);
	add_five(c, l, 1, -3, -1, -2);
	add_five(c, l, -3, -4, -1, -2);
	add_six(c, l, 1, 2, 3, -1);
	add_six(c, l, 1, 2, -1, -2);
	add_six(c, l, -1, -2, 1, -3);
	add_six(c, l, -1, -2, -3, -4);
}

TINY_FLAT void add_rank(struct ranks *r, unsigned rank, lanes points)
{
	r->twice[rank] |= r->once[rank] & points;
	r->once[rank] |= points;
}

TINY_FLAT void rank_line(
	struct gobang_tiny_rows *rows, struct line *l, int8_t dy, int8_t dx, struct ranks *r)
{
	TINY_LOCAL(counts, c, rows->counts);

	(void)rows;
	*c = (struct counts)TINY_NO_LANES;
	l->dy = dy;
	l->dx = dx;
	count_line(c, l);
	add_rank(r, RANK_TWO, c->five[0]);
	add_rank(r, RANK_TWO_OPEN, c->five[1] | c->six[0]);
	add_rank(r, RANK_THREE, c->five[1]);
	add_rank(r, RANK_THREE_OPEN, c->five[2] | c->six[1]);
	add_rank(r, RANK_FOUR, c->five[2]);
	add_rank(r, RANK_FOUR_OPEN, c->five[3] | c->six[2]);
	add_rank(r, RANK_FIVE, c->five[3]);
}

/* Constant directions save instructions where there are registers for it, a loop saves code. */
#if LANES > 1
#define EACH_DIRECTION(line, rows, l, out)                                                         \
	(line(rows, l, 0, 1, out), line(rows, l, 1, 0, out), line(rows, l, 1, 1, out),             \
		line(rows, l, 1, -1, out))
#else
#define EACH_DIRECTION(line, rows, l, out)                                                         \
	for (uint8_t d = 0; d < 4; d++)                                                            \
	line(rows, l, d != 0, (int8_t)(d == 3 ? -1 : d != 1), out)
#endif

/* False: no own stone is near enough to be seen from LANES rows. */
TINY_FLAT bool begin(struct line *l, const struct gobang_tiny_rows *rows, uint8_t y, uint8_t colour)
{
	y = (uint8_t)(y + GOBANG_ROWS_PAD);
	l->own = (colour == GOBANG_BLACK ? rows->stone[0] : rows->stone[1]) + y;
	l->its = (colour == GOBANG_BLACK ? rows->stone[1] : rows->stone[0]) + y;
	l->board = rows->board + y;
	if (LANES > 1)
		return true;
	for (int8_t i = -GOBANG_ROWS_PAD; i <= GOBANG_ROWS_PAD; i++)
		if (l->own[i] != 0)
			return true;
	return false;
}

void tiny_rank_rows(struct gobang_tiny *t, uint8_t y, uint8_t colour, struct ranks *out)
{
	struct line l;

	*out = (struct ranks)TINY_NO_LANES;
	if (begin(&l, &t->rows, y, colour))
		EACH_DIRECTION(rank_line, &t->rows, &l, out);
}

void tiny_row_fours(struct gobang_tiny *t, uint8_t y, uint8_t colour, struct fours *out)
{
	lanes empty = tiny_empty(t, y);
	TINY_LOCAL(ranks, r, t->rows.ranks[1]);

	tiny_rank_rows(t, y, colour, r);
	out->five = r->once[RANK_FIVE] & empty;
	out->four = r->once[RANK_FOUR] & empty;
	out->more = out->four & (r->twice[RANK_THREE] | r->once[RANK_FOUR_OPEN]);
}

void tiny_to_rows(struct gobang_tiny *t)
{
	uint16_t stone[2][15];

	for (uint8_t y = 0; y < 15; y++) {
		stone[0][y] = stone[1][y] = 0;
		for (uint8_t x = 0; y < t->side && x < t->side; x++) {
			uint8_t colour = gobang_tiny_colour(t, GOBANG_AT(x, y));

			if (colour != GOBANG_EMPTY)
				stone[colour - 1][y] |= (uint16_t)(1u << x);
		}
	}
	for (uint8_t y = 0; y < GOBANG_ROWS; y++)
		t->rows.board[y] = t->rows.stone[0][y] = t->rows.stone[1][y] = 0;
	for (uint8_t y = 0; y < 15; y++) {
		if (y < t->side)
			t->rows.board[GOBANG_ROWS_PAD + y] = (uint16_t)((1u << t->side) - 1u);
		t->rows.stone[0][GOBANG_ROWS_PAD + y] = stone[0][y];
		t->rows.stone[1][GOBANG_ROWS_PAD + y] = stone[1][y];
	}
}

void tiny_to_cells(struct gobang_tiny *t)
{
	uint16_t stone[2][15];

	for (uint8_t y = 0; y < 15; y++) {
		stone[0][y] = t->rows.stone[0][GOBANG_ROWS_PAD + y];
		stone[1][y] = t->rows.stone[1][GOBANG_ROWS_PAD + y];
	}
	tiny_clear_cells(t);
	for (uint8_t y = 0; y < t->side; y++)
		for (uint8_t x = 0; x < t->side; x++)
			t->cell[GOBANG_AT(x, y)] =
				(uint8_t)((stone[0][y] >> x & 1u) | (stone[1][y] >> x & 1u) << 1);
}
