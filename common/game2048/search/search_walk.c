/* SPDX-License-Identifier: MIT */
/* The inner part of the search. Compiled more than once, under the names that WALK_RUN gives it. */
#ifdef __AVX2__
#include "search/fan_v3.h"
#else
#include "search/fan.h"
#endif

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

static inline int32_t larger(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static inline int32_t mean(int64_t sum, unsigned open)
{
	int64_t n = 10 * (int64_t)open;

	return n > 0 ? (int32_t)((sum + n / 2) / n) : 0; /* a legal move leaves an empty cell */
}

static inline unsigned first_cell(uint64_t empty)
{
	return (unsigned)__builtin_ctzll(empty) / 4;
}

/* A chance node whose moves lead to leaves. */
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
	for (uint64_t empty = g2048_empty_mask(board); empty != 0; empty &= empty - 1, open++)
		sum += fan_pair(w, &fan, first_cell(empty));
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
		if (b[i].depth > victim->depth) /* replace the entry with the least work */
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

/* The boards after the four moves once a tile is placed; prefetches their lines of the tables. */
static inline void moves_after(const struct walk *w, const struct fan *fan, uint64_t empty,
	unsigned tile, uint64_t after[4])
{
	fan_moves(w, fan, first_cell(empty), tile, after);
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

/* Sums over the placements, a ply deeper; prob is that of each cell. All moves are made, and their
 * table lines prefetched, before the first is searched. */
static int64_t placements(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	uint64_t after[2 * 16][4], (*next)[4] = after;
	uint64_t empty = g2048_empty_mask(board);
	struct fan fan;
	int64_t sum = 0;

	fan_init(w, board, &fan);
	for (uint64_t e = empty; e != 0; e &= e - 1) {
		moves_after(w, &fan, e, 1, *next++);
		moves_after(w, &fan, e, 2, *next++);
	}
	next = after;
	for (uint64_t e = empty; e != 0; e &= e - 1, next += 2) {
		uint64_t tile = e & (0ull - e);

		sum += 9 * (int64_t)best_move(w, board | tile, next[0], depth, prob * 0.9f);
		sum += best_move(w, board | tile << 1, next[1], depth, prob * 0.1f);
	}
	return sum;
}

/* The same when the moves after a 4 are pruned by their probability. */
static int64_t cut_placements(struct walk *w, uint64_t board, unsigned depth, float prob)
{
	uint64_t after[16][4], (*next)[4] = after;
	uint64_t empty = g2048_empty_mask(board);
	struct fan fan;
	int64_t sum = 0;

	fan_init(w, board, &fan);
	for (uint64_t e = empty; e != 0; e &= e - 1)
		moves_after(w, &fan, e, 1, *next++);
	for (uint64_t e = empty; e != 0; e &= e - 1)
		sum += fan_four(w, &fan, first_cell(e));
	w->nodes += 4 * (uint64_t)(next - after);
	next = after;
	for (uint64_t e = empty; e != 0; e &= e - 1)
		sum += 9 *
		       (int64_t)best_move(w, board | (e & (0ull - e)), *next++, depth, prob * 0.9f);
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
		value = last_chance(w, board); /* every move below is pruned */
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
