/* SPDX-License-Identifier: MIT */
/*
 * Expectimax over a heuristic that is a sum of row values. The design is that of nneonneo/2048-ai:
 * adaptive depth, probability cut-off, a table of chance nodes with the depth they were searched
 * to. It computes in integers, so near-ties fall the same way in every build.
 *
 * Every root move has a quarter of the table to itself, so the result depends on the board and
 * the limits only, not on the number of threads. Tables are never cleared: entries carry the
 * number of the search that made them.
 */
#ifndef BIOSBELT_2048AI_SEARCH_H
#define BIOSBELT_2048AI_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/game2048.h"

#define SEARCH_SCALE     64 /* values are points of the heuristic times this */
#define SEARCH_DEPTH_MAX 24

/* The value of a board is base + the sum over its rows and columns. */
struct search_heuristic {
	int32_t base;
	int32_t line[65536];
};

/* nneonneo's evaluation: empty cells, merges, monotonicity, sum of powers of ranks. */
void search_heuristic_init(struct search_heuristic *h);
/* The first evaluation of the documents: bonuses of 10000, 20000 and 1000. */
void search_classic_init(struct search_heuristic *h);
int32_t search_evaluate(const struct search_heuristic *h, uint64_t board);

struct search_limits {
	unsigned depth; /* plies; 0: max(3, different tiles - 2), less when nodes or stop end it */
	uint64_t nodes; /* evaluated moves; 0: no limit. No deeper iteration is begun that is
			   expected to pass it */
	/* Asked now and then; true ends the search with what the last whole iteration found. May be
	 * NULL. Makes results depend on time. */
	bool (*stop)(void *user);
	/* May another iteration begin that is expected to take `factor` times the last? */
	bool (*more)(void *user, double factor);
	void *user;
};

struct search_result {
	enum g2048_dir best; /* G2048_NONE: no legal move */
	unsigned legal;      /* bit d */
	double value[4];     /* points; 0 where not legal */
	unsigned depth;
	uint64_t nodes;         /* evaluated moves, as nneonneo counts: four for every maximum */
	uint64_t hits;          /* of the table */
	uint64_t move_nodes[4]; /* the same for each root move, last iteration only */
	uint64_t move_hits[4];
	uint64_t move_ms[4]; /* 0 without search.clock_ms */
};

typedef void search_parallel(
	size_t count, unsigned threads, void (*work)(void *user, size_t i), void *user);

struct search {
	const struct g2048_tables *tables;
	const struct search_heuristic *heuristic;
	float prob_min;       /* 0.0001 */
	unsigned cache_depth; /* chance nodes this deep are not kept; 15 */
	bool any_depth;       /* entries serve at every depth, as the documents' first program */
	bool plain;           /* without instructions only some processors have: as slow as there */
	unsigned threads;
	search_parallel *parallel;  /* NULL: one after the other */
	uint64_t (*clock_ms)(void); /* may be NULL */
	void *memory;
	size_t entries; /* of each root move, a power of two */
	uint16_t generation;
};

/* Bytes of memory a search can use at most of `bytes`: a power of two, at least 1 MB. */
size_t search_memory_size(size_t bytes);

/* memory: search_memory_size(bytes) zeroed bytes, aligned to 64, the caller's. */
void search_init(struct search *s, const struct g2048_tables *tables,
	const struct search_heuristic *heuristic, void *memory, size_t bytes);

/* limits->depth 0 and no other limit: the adaptive rule. */
void search_run(struct search *s, uint64_t board, const struct search_limits *limits,
	struct search_result *out);

#endif
