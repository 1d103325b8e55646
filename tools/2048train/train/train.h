/* SPDX-License-Identifier: MIT */
/*
 * Temporal-coherence learning (Beal and Smith 1999; Jaskowski 2016 for 2048) of afterstate values
 * by self-play. Any number of threads may play at once on the same tables without locks: lost
 * updates are rare and harmless. With one thread the result depends on the settings only.
 *
 * Memory comes from the caller, zeroed, so that it may use large pages: three floats an entry of
 * the shape's size for each stage.
 */
#ifndef BIOSBELT_2048AI_TRAIN_H
#define BIOSBELT_2048AI_TRAIN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "net/ntuple.h"

#define TRAIN_POOL  (1u << 15) /* boards kept of each stage's beginning, newest over oldest */
#define TRAIN_STEPS 8          /* longest trace */
#define TRAIN_PLIES 2          /* deepest look of a player that learns */
#define TRAIN_NEAR  0.01f      /* share of the best move's value that another may be below it */

/* Points of each error, with random signs, that a weight taken over has learned from. */
#define TRAIN_BEGIN_ERROR 1000.0f

#define TRAIN_STARTS_MAX 8 /* sets of ranks beside the stages */
#define TRAIN_POOLS_MAX  (NTUPLE_STAGE_MAX + TRAIN_STARTS_MAX)

/* Beyond this the float sums would stop counting small errors: both are halved, their ratio,
 * which is all that matters, stays. */
#define TRAIN_TRACE_LIMIT 1073741824.0f

/* Coherence learning's memory of a weight: sum of errors, sum of their sizes. */
struct train_trace {
	_Atomic float sum;
	_Atomic float size;
};

struct train_settings {
	uint64_t seed;
	float alpha;       /* 1 */
	float lambda;      /* 0: plain one-step; else a trace of `steps` moves */
	unsigned steps;    /* 1 to TRAIN_STEPS */
	unsigned plies;    /* 2: near moves are looked at a ply further; 0 and 1: none is */
	float init;        /* optimistic start: value of an untouched board */
	unsigned carousel; /* percent of games that start where another reached a stage or start */
	unsigned starts;   /* places to start from that are not stages */
	uint32_t start_ranks[TRAIN_STARTS_MAX]; /* bit r: rank r must be there */
};

/* Counts of a stretch of training; games are those that started at the beginning. */
struct train_stats {
	uint64_t moves; /* of all games */
	uint64_t games;
	uint64_t starts; /* games that began later */
	uint64_t score;
	uint64_t best;
	uint64_t reached[G2048_RANK_MAX + 1]; /* games whose largest tile was this or more */
};

struct train_pool {
	_Atomic uint64_t board[TRAIN_POOL];
	_Atomic uint32_t count; /* ever put in */
};

struct trainer {
	const struct g2048_tables *tables;
	struct ntuple_shape shape;
	struct train_settings set;
	/* Owned by the caller; entries in the order of ntuple_near. */
	_Atomic float *value[NTUPLE_STAGE_MAX];
	struct train_trace *trace[NTUPLE_STAGE_MAX];
	/* One a stage ([0] is not used), then one a start. */
	struct train_pool *pool[TRAIN_POOLS_MAX];
	_Atomic uint64_t next_game;
	uint64_t moves; /* of finished stretches */
	uint64_t games;
};

/*
 * Sizes in bytes of the three pieces of one stage that the caller provides, zeroed: value, trace,
 * pool. A start has a pool only.
 */
void train_sizes(const struct ntuple_shape *shape, size_t *value, size_t *trace, size_t *pool);

/* Sets the optimistic start; once, before the first game. */
void train_begin(struct trainer *t);

/*
 * Plays whole games until `moves` training moves have been made by this call or *stop is set.
 * Adds to stats (the caller's own for each thread).
 */
void train_run(
	struct trainer *t, uint64_t moves, const atomic_bool *stop, struct train_stats *stats);

/*
 * Entry i of a stage's table, in its order. One that was never learned (exactly 0) is worth what
 * the stage before knows, so that the first boards of a stage do not look like nothing.
 */
float train_weight(const struct trainer *t, unsigned stage, uint32_t i);

/* Sum of the weights a board selects. The board has no rank 15. */
float train_value(const struct trainer *t, uint64_t board);

/*
 * The value, one ply deeper, of a board after a move with an empty cell: the mean over its new
 * tiles of the best move's points and value, each 0 at least. For tests.
 */
float train_mean_after(const struct trainer *t, uint64_t after);

/* A board of a pool, all equally likely; 0 when it is empty. Putting one in may drop an older. */
uint64_t train_pool_pick(struct train_pool *p, struct g2048_rng *rng);
void train_pool_put(struct train_pool *p, uint64_t board);

/* The memory of coherence for a weight whose errors had these sizes in all, from elsewhere. */
void train_begin_trace(struct train_trace *trace, float size);

/*
 * One learning step on the table positions index[0..count) of index_near: moves each weight by its
 * share of alpha * error, scaled by coherence. For tests.
 */
void train_update(struct trainer *t, unsigned stage, const uint32_t *index, float error);

#endif
