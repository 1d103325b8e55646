/* SPDX-License-Identifier: MIT */
/*
 * The fan of a board that waits for a tile: the boards after the four moves. A new tile changes one
 * row and one column only, so the other lines of the four moved boards are prepared once.
 *
 * fan_v3.h is the same for AVX2. Both give, for any board and empty cell, the same results.
 */
#ifndef BIOSBELT_2048AI_SEARCH_FAN_H
#define BIOSBELT_2048AI_SEARCH_FAN_H

#include "search/search_walk.h"

/* The board after a move and its value, before a tile is added. */
struct side {
	uint64_t along;    /* lines along the move's direction, 16 bits each */
	uint64_t cross;    /* lines across it */
	int32_t value;     /* of the lines along */
	int32_t line[4];   /* of each of them */
	uint16_t moved[4]; /* each line along, after the move */
	unsigned changed;  /* bit i: line i moves */
};

/* All four sides of a board. */
struct fan {
	uint64_t lines[2]; /* rows, columns */
	struct side side[2][2];
};

/* Both ways along the lines of `lines`: toward nibble 0 and away. */
static inline void side_init(const struct walk *w, uint64_t lines, struct side *a, struct side *b)
{
	a->value = b->value = w->h->base;
	a->changed = b->changed = 0;
	a->along = b->along = 0;
	for (unsigned i = 0; i < 4; i++) {
		uint16_t old = (uint16_t)(lines >> (16 * i));
		const struct g2048_row *r = &w->tables->row[old];

		a->moved[i] = r->left;
		b->moved[i] = r->right;
		a->line[i] = w->h->line[r->left];
		b->line[i] = w->h->line[r->right];
		a->value += a->line[i];
		b->value += b->line[i];
		a->changed |= (unsigned)(r->left != old) << i;
		b->changed |= (unsigned)(r->right != old) << i;
		a->along |= (uint64_t)r->left << (16 * i);
		b->along |= (uint64_t)r->right << (16 * i);
	}
	a->cross = g2048_transpose(a->along);
	b->cross = g2048_transpose(b->along);
}

static inline void fan_init(const struct walk *w, uint64_t board, struct fan *f)
{
	f->lines[0] = board;
	f->lines[1] = g2048_transpose(board);
	side_init(w, f->lines[0], &f->side[0][0], &f->side[0][1]);
	side_init(w, f->lines[1], &f->side[1][0], &f->side[1][1]);
}

/* The lines across when line i of those along becomes `moved`. */
static inline uint64_t side_cross(const struct side *s, unsigned i, unsigned moved)
{
	uint64_t d = moved ^ s->moved[i];

	/* nibble j of the change goes to nibble i of line j across */
	d = (d | d << 24) & 0x000000FF000000FFull;
	d = (d | d << 12) & 0x000F000F000F000Full;
	return s->cross ^ (d << (4 * i));
}

static inline uint64_t side_along(const struct side *s, unsigned i, unsigned moved)
{
	return s->along ^ ((uint64_t)(moved ^ s->moved[i]) << (16 * i));
}

/* Value after the move when line i of those along becomes `moved`; 0 unless legal.
 * Without branches: mispredictions would cost more than computing unused values. */
static inline int32_t side_value(
	const struct walk *w, const struct side *s, unsigned i, unsigned line, unsigned moved)
{
	unsigned legal = (moved ^ line) | (s->changed & ~(1u << i));
	uint64_t cross = side_cross(s, i, moved);
	const int32_t *value = w->h->line;
	int32_t sum = s->value - s->line[i] + value[moved];

	for (unsigned j = 0; j < 64; j += 16)
		sum += value[(cross >> j) & 0xFFFF];
	return sum & -(int32_t)(legal != 0);
}

/* Line i along the axis once `tile` is in its cell k. */
static inline unsigned fan_line(
	const struct fan *f, unsigned axis, unsigned i, unsigned k, unsigned tile)
{
	return ((unsigned)(f->lines[axis] >> (16 * i)) & 0xFFFF) | tile << (4 * k);
}

/* The best of both ways along one axis when `tile` is put into cell k of line i. */
static inline int32_t axis_best(const struct walk *w, const struct fan *f, unsigned axis,
	unsigned i, unsigned k, unsigned tile)
{
	unsigned line = fan_line(f, axis, i, k, tile);
	const struct g2048_row *r = &w->tables->row[line];
	int32_t a = side_value(w, &f->side[axis][0], i, line, r->left);
	int32_t b = side_value(w, &f->side[axis][1], i, line, r->right);

	return a > b ? a : b;
}

static inline int32_t fan_best(
	const struct walk *w, const struct fan *f, unsigned cell, unsigned tile)
{
	int32_t a = axis_best(w, f, 0, cell / 4, cell % 4, tile);
	int32_t b = axis_best(w, f, 1, cell % 4, cell / 4, tile);

	a = a > b ? a : b;
	return a > 0 ? a : 0;
}

/* The best move when every move leads to a leaf and a 4 is put into the cell. */
static inline int32_t fan_four(const struct walk *w, const struct fan *f, unsigned cell)
{
	return fan_best(w, f, cell, 2);
}

/* Nine times that of a 2, and that of a 4. */
static inline int64_t fan_pair(const struct walk *w, const struct fan *f, unsigned cell)
{
	return 9 * (int64_t)fan_best(w, f, cell, 1) + fan_best(w, f, cell, 2);
}

/* The boards the four moves make once `tile` is in the cell. */
static inline void fan_moves(
	const struct walk *w, const struct fan *f, unsigned cell, unsigned tile, uint64_t after[4])
{
	unsigned i = cell / 4, k = cell % 4;
	const struct g2048_row *row = &w->tables->row[fan_line(f, 0, i, k, tile)];
	const struct g2048_row *col = &w->tables->row[fan_line(f, 1, k, i, tile)];

	after[G2048_UP] = side_cross(&f->side[1][0], k, col->left);
	after[G2048_DOWN] = side_cross(&f->side[1][1], k, col->right);
	after[G2048_LEFT] = side_along(&f->side[0][0], i, row->left);
	after[G2048_RIGHT] = side_along(&f->side[0][1], i, row->right);
}

#endif
