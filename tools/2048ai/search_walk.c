/* SPDX-License-Identifier: MIT */
/* The inner part of the search. Compiled more than once, under the names WALK_RUN gives it. */
#include "search_walk.h"

#ifndef WALK_RUN
#define WALK_RUN search_walk_portable
#endif

static inline size_t hash_board(uint64_t board)
{
	board *= HASH_FACTOR;
	return (size_t)(board ^ (board >> 29)) ^ (size_t)(board >> 47);
}

static inline struct leaf_entry *leaf_of(const struct walk *w, uint64_t board)
{
	return &w->leaf[hash_board(board) & w->leaf_slots];
}

static inline struct entry *bucket_of(const struct walk *w, uint64_t board)
{
	return &w->table[(hash_board(board) & w->buckets) * BUCKET];
}

/* What a move leaves behind and how it is valued, before a tile is added. */
struct side {
	uint64_t cross;    /* lines across the move's direction, 16 bits each */
	int32_t along;     /* value of the lines along the direction */
	int32_t line[4];   /* of each line along */
	uint16_t moved[4]; /* each line along, after the move */
	unsigned changed;  /* bit i: line i moves */
};

/* All four sides of a board. */
struct fan {
	uint64_t lines[2]; /* rows, columns */
	struct side side[2][2];
};

static inline int32_t lines_value(const struct walk *w, uint64_t lines)
{
	const int32_t *value = w->h->line;

	return value[lines & 0xFFFF] + value[(lines >> 16) & 0xFFFF] +
	       value[(lines >> 32) & 0xFFFF] + value[lines >> 48];
}

static inline int32_t evaluate(const struct walk *w, uint64_t board)
{
	return w->h->base + lines_value(w, board) + lines_value(w, g2048_transpose(board));
}

/* Both ways along the lines of `lines`: toward nibble 0 and away. */
static inline void side_init(const struct walk *w, uint64_t lines, struct side *a, struct side *b)
{
	uint64_t la = 0, lb = 0;

	a->along = b->along = w->h->base;
	a->changed = b->changed = 0;
	for (unsigned i = 0; i < 4; i++) {
		uint16_t old = (uint16_t)(lines >> (16 * i));
		const struct g2048_row *r = &w->tables->row[old];

		a->moved[i] = r->left;
		b->moved[i] = r->right;
		a->line[i] = w->h->line[r->left];
		b->line[i] = w->h->line[r->right];
		a->along += a->line[i];
		b->along += b->line[i];
		a->changed |= (unsigned)(r->left != old) << i;
		b->changed |= (unsigned)(r->right != old) << i;
		la |= (uint64_t)r->left << (16 * i);
		lb |= (uint64_t)r->right << (16 * i);
	}
	a->cross = g2048_transpose(la);
	b->cross = g2048_transpose(lb);
}

static inline void fan_init(const struct walk *w, uint64_t board, struct fan *f)
{
	f->lines[0] = board;
	f->lines[1] = g2048_transpose(board);
	side_init(w, f->lines[0], &f->side[0][0], &f->side[0][1]);
	side_init(w, f->lines[1], &f->side[1][0], &f->side[1][1]);
}

/* Value after the move when line i of those along becomes `moved`; 0 unless legal.
 * Without branches: their mistakes would cost more than values nobody needs. */
static inline int32_t side_value(
	const struct walk *w, const struct side *s, unsigned i, unsigned line, unsigned moved)
{
	unsigned legal = (moved ^ line) | (s->changed & ~(1u << i));
	uint64_t d = moved ^ s->moved[i];
	int32_t value;

	/* nibble j of the change goes to nibble i of line j across */
	d = (d | d << 24) & 0x000000FF000000FFull;
	d = (d | d << 12) & 0x000F000F000F000Full;
	value = s->along - s->line[i] + w->h->line[moved] +
		lines_value(w, s->cross ^ (d << (4 * i)));
	return value & -(int32_t)(legal != 0);
}

static inline int32_t larger(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* The best of both ways along one axis when `tile` is put into cell k of line i. */
static inline int32_t axis_best(const struct walk *w, const struct fan *f, unsigned axis,
	unsigned i, unsigned k, unsigned tile)
{
	unsigned line = ((unsigned)(f->lines[axis] >> (16 * i)) & 0xFFFF) | tile << (4 * k);
	const struct g2048_row *r = &w->tables->row[line];

	return larger(side_value(w, &f->side[axis][0], i, line, r->left),
		side_value(w, &f->side[axis][1], i, line, r->right));
}

/* The best move when every move leads to a leaf and `tile` is put into the cell. */
static inline int32_t fan_best(
	const struct walk *w, const struct fan *f, unsigned cell, unsigned tile)
{
	int32_t best = larger(axis_best(w, f, 0, cell / 4, cell % 4, tile),
		axis_best(w, f, 1, cell % 4, cell / 4, tile));

	return larger(best, 0);
}

static inline int32_t mean(int64_t sum, unsigned open)
{
	int64_t n = 10 * (int64_t)open;

	return n > 0 ? (int32_t)((sum + n / 2) / n) : 0; /* a legal move leaves an empty cell */
}

/*
 * A chance node whose moves lead to leaves. A new tile changes one row and one column only, so
 * the lines of the four moved boards are prepared once.
 */
static int32_t last_chance(struct walk *w, uint64_t board)
{
	struct leaf_entry *e = leaf_of(w, board);
	unsigned open = 0;
	struct fan fan;
	int64_t sum = 0;

	if (e->board == board && e->generation == w->generation) {
		w->hits++;
		return e->value;
	}
	fan_init(w, board, &fan);
	for (uint64_t empty = g2048_empty_mask(board); empty != 0; empty &= empty - 1, open++) {
		unsigned cell = (unsigned)__builtin_ctzll(empty) / 4;

		sum += 9 * (int64_t)fan_best(w, &fan, cell, 1);
		sum += fan_best(w, &fan, cell, 2);
	}
	w->nodes += 8ull * open;
	*e = (struct leaf_entry){board, mean(sum, open), w->generation};
	return e->value;
}

static void store(struct walk *w, uint64_t board, unsigned depth, int32_t value)
{
	struct entry *b = bucket_of(w, board), *victim = b;

	for (unsigned i = 0; i < BUCKET; i++) {
		if (b[i].generation != w->generation || b[i].board == board) {
			victim = &b[i];
			break;
		}
		if (b[i].depth > victim->depth) /* the least work to find again */
			victim = &b[i];
	}
	*victim = (struct entry){board, value, w->generation, (uint8_t)depth, 0};
}

static inline bool find(struct walk *w, uint64_t board, unsigned depth, int32_t *value)
{
	const struct entry *b = bucket_of(w, board);

	for (unsigned i = 0; i < BUCKET; i++) {
		if (b[i].board == board && b[i].generation == w->generation) {
			if (b[i].depth > depth && !w->any_depth)
				return false;
			w->hits++;
			*value = b[i].value;
			return true;
		}
	}
	return false;
}

static int32_t chance(struct walk *w, uint64_t board, unsigned depth, float prob);

/* The boards the four moves make. */
static inline void all_moves(const struct walk *w, uint64_t board, uint64_t after[4])
{
	uint64_t col = g2048_transpose(board);
	uint64_t up = 0, down = 0, left = 0, right = 0;

	for (unsigned i = 0; i < 64; i += 16) {
		const struct g2048_row *r = &w->tables->row[(board >> i) & 0xFFFF];
		const struct g2048_row *c = &w->tables->row[(col >> i) & 0xFFFF];

		left |= (uint64_t)r->left << i;
		right |= (uint64_t)r->right << i;
		up |= (uint64_t)c->left << i;
		down |= (uint64_t)c->right << i;
	}
	after[G2048_UP] = g2048_transpose(up);
	after[G2048_DOWN] = g2048_transpose(down);
	after[G2048_LEFT] = left;
	after[G2048_RIGHT] = right;
	for (unsigned d = 0; d < 4; d++) {
		__builtin_prefetch(bucket_of(w, after[d]));
		__builtin_prefetch(leaf_of(w, after[d]));
	}
}

static int32_t best_move(
	struct walk *w, uint64_t board, const uint64_t after[4], unsigned depth, float prob)
{
	int32_t best = 0;

	w->nodes += 4;
	for (unsigned d = 0; d < 4; d++)
		if (after[d] != board)
			best = larger(best, chance(w, after[d], depth, prob));
	return best;
}

static bool is_stopped(struct walk *w)
{
	if (!w->stopped && w->limits->stop != NULL && ++w->ask % ASK_EVERY == 0)
		w->stopped = w->limits->stop(w->limits->user);
	return w->stopped;
}

/* Sum over the placements, a ply deeper; prob is that of each cell. The moves after a placement are
 * made, and their table lines asked for, while the one before is searched. */
static int64_t placements(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	uint64_t after[2][4], empty = g2048_empty_mask(board), tile = empty & (0ull - empty);
	int64_t sum = 0;

	all_moves(w, board | tile, after[0]);
	while (empty != 0) {
		uint64_t two = board | tile, four = board | tile << 1;

		all_moves(w, four, after[1]);
		sum += 9 * (int64_t)best_move(w, two, after[0], depth, prob * 0.9f);
		empty &= empty - 1;
		tile = empty & (0ull - empty);
		if (empty != 0)
			all_moves(w, board | tile, after[0]);
		sum += best_move(w, four, after[1], depth, prob * 0.1f);
	}
	return sum;
}

/* The same when the moves after a 4 are cut off by their probability. */
static int64_t cut_placements(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	uint64_t after[2][4], empty = g2048_empty_mask(board), tile = empty & (0ull - empty);
	struct fan fan;
	int64_t sum = 0;

	all_moves(w, board | tile, after[0]);
	fan_init(w, board, &fan);
	for (unsigned k = 0; empty != 0; k ^= 1) {
		uint64_t now = tile;

		empty &= empty - 1;
		tile = empty & (0ull - empty);
		if (empty != 0)
			all_moves(w, board | tile, after[k ^ 1]);
		sum += 9 * (int64_t)best_move(w, board | now, after[k], depth, prob * 0.9f);
		sum += fan_best(w, &fan, (unsigned)__builtin_ctzll(now) / 4, 2);
		w->nodes += 4;
	}
	return sum;
}

static int32_t chance(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	int32_t value;
	unsigned open;

	if (prob < w->prob_min || depth >= w->limit)
		return evaluate(w, board);
	if (depth < w->cache_depth && find(w, board, depth, &value))
		return value;
	if (depth + 1 == w->limit && !w->any_depth)
		return last_chance(w, board);
	if (is_stopped(w))
		return 0;
	open = g2048_count_empty(board);
	prob /= (float)open;
	if (prob * 0.9f < w->prob_min && !w->any_depth) {
		value = last_chance(w, board); /* every move below is cut off */
	} else if (prob * 0.1f < w->prob_min && !w->any_depth) {
		value = mean(cut_placements(w, board, depth + 1, prob), open);
	} else {
		value = mean(placements(w, board, depth + 1, prob), open);
	}
	if (depth < w->cache_depth && !w->stopped)
		store(w, board, depth, value);
	return value;
}

int32_t WALK_RUN(struct walk *w, uint64_t after)
{
	return chance(w, after, 0, 1.0f);
}
