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

static inline struct entry *bucket_of(const struct walk *w, uint64_t board)
{
	return &w->table[(hash_board(board) & w->buckets) * BUCKET];
}

/* What a move leaves behind and how its columns (or rows) are valued, before a tile is added. */
struct side {
	uint64_t cross;    /* lines across the move's direction, 16 bits each */
	int32_t along;     /* value of the lines along the direction */
	int32_t line[4];   /* of each line along */
	uint16_t moved[4]; /* each line along, after the move */
	unsigned changed;  /* bit i: line i moves */
};

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

/* Value after the move when line i of those along becomes `moved`. */
static inline int32_t side_value(
	const struct walk *w, const struct side *s, unsigned i, uint16_t moved)
{
	const int32_t *line = w->h->line;
	uint64_t d = (uint64_t)(moved ^ s->moved[i]);
	uint64_t cross;

	/* nibble j of the change goes to nibble i of line j across */
	d = (d | d << 24) & 0x000000FF000000FFull;
	d = (d | d << 12) & 0x000F000F000F000Full;
	cross = s->cross ^ (d << (4 * i));
	return s->along - s->line[i] + line[moved] + line[cross & 0xFFFF] +
	       line[(cross >> 16) & 0xFFFF] + line[(cross >> 32) & 0xFFFF] + line[cross >> 48];
}

static inline int32_t larger(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* The best of both ways along one axis when line i becomes `line`. */
static inline int32_t axis_best(const struct walk *w, const struct side *a, const struct side *b,
	unsigned i, uint16_t line, int32_t best)
{
	const struct g2048_row *r = &w->tables->row[line];

	if (r->left != line || (a->changed & ~(1u << i)) != 0)
		best = larger(best, side_value(w, a, i, r->left));
	if (r->right != line || (b->changed & ~(1u << i)) != 0)
		best = larger(best, side_value(w, b, i, r->right));
	return best;
}

static inline int32_t mean(int64_t sum, unsigned open)
{
	int64_t n = 10 * (int64_t)open;

	return (int32_t)((sum + n / 2) / n);
}

/*
 * A chance node whose moves lead to leaves. A new tile changes one row and one column only, so
 * the lines of the four moved boards are prepared once.
 */
static int32_t last_chance(struct walk *w, uint64_t board)
{
	struct leaf_entry *e = &w->leaf[hash_board(board) & (LEAF_SLOTS - 1)];
	struct side left, right, up, down;
	uint64_t col, empty;
	unsigned open = 0;
	int64_t sum = 0;

	if (e->board == board && e->generation == w->generation) {
		w->hits++;
		return e->value;
	}
	col = g2048_transpose(board);
	side_init(w, board, &left, &right);
	side_init(w, col, &up, &down);
	for (empty = g2048_empty_mask(board); empty != 0; empty &= empty - 1, open++) {
		unsigned cell = (unsigned)__builtin_ctzll(empty) / 4, r = cell / 4, c = cell % 4;
		uint16_t row = (uint16_t)(board >> (16 * r));
		uint16_t line = (uint16_t)(col >> (16 * c));

		for (unsigned tile = 1; tile <= 2; tile++) {
			int32_t best = axis_best(
				w, &left, &right, r, (uint16_t)(row | tile << (4 * c)), 0);

			best = axis_best(
				w, &up, &down, c, (uint16_t)(line | tile << (4 * r)), best);
			sum += tile == 1 ? 9 * (int64_t)best : best;
		}
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

static int32_t best_move(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	struct g2048_moves m;
	int32_t best = 0;

	g2048_all_moves(w->tables, board, &m);
	w->nodes += 4;
	if (depth < w->limit && prob >= w->prob_min)
		for (unsigned d = 0; d < 4; d++)
			__builtin_prefetch(bucket_of(w, m.after[d]));
	for (unsigned d = 0; d < 4; d++)
		if (m.after[d] != board)
			best = larger(best, chance(w, m.after[d], depth, prob));
	return best;
}

static bool is_stopped(struct walk *w)
{
	if (!w->stopped && w->limits->stop != NULL && ++w->ask % ASK_EVERY == 0)
		w->stopped = w->limits->stop(w->limits->user);
	return w->stopped;
}

static int32_t chance(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	int64_t sum = 0;
	int32_t value;
	uint64_t empty;
	unsigned open;

	if (prob < w->prob_min || depth >= w->limit)
		return search_evaluate(w->h, board);
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
		if (depth < w->cache_depth)
			store(w, board, depth, value);
		return value;
	}
	for (empty = g2048_empty_mask(board); empty != 0; empty &= empty - 1) {
		uint64_t tile = empty & (0ull - empty);

		sum += 9 * (int64_t)best_move(w, board | tile, depth + 1, prob * 0.9f);
		sum += best_move(w, board | tile << 1, depth + 1, prob * 0.1f);
	}
	value = mean(sum, open);
	if (depth < w->cache_depth && !w->stopped)
		store(w, board, depth, value);
	return value;
}

int32_t WALK_RUN(struct walk *w, uint64_t after)
{
	return chance(w, after, 0, 1.0f);
}
