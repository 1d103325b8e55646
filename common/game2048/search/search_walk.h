/* SPDX-License-Identifier: MIT */
/* Shared by search.c and the walk it runs, which is compiled once for each kind of processor. */
#ifndef BIOSBELT_2048AI_SEARCH_WALK_H
#define BIOSBELT_2048AI_SEARCH_WALK_H

#include "search/search.h"

#define BUCKET      4      /* entries in a cache line of 64 bytes */
#define LEAF_SLOTS  32768u /* at most */
#define ASK_EVERY   4096u  /* chance nodes between two questions to limits->stop */
#define HASH_FACTOR 0x9E3779B97F4A7C15ull

/* A chance node. Filled when generation is the search's. */
struct entry {
	uint64_t board;
	int32_t value;
	uint16_t generation;
	uint8_t depth; /* plies from the root: the smaller, the deeper it was searched */
	uint8_t spare;
};

struct leaf_entry {
	uint64_t board;
	int32_t value;
	uint32_t generation;
};

/* The search below one root move. */
struct walk {
	const struct g2048_tables *tables;
	const struct search_heuristic *h;
	const struct search *s;
	const struct search_limits *limits;
	struct entry *table;
	size_t buckets; /* less one: a mask */
	struct leaf_entry *leaf;
	size_t leaf_slots; /* less one: a mask */
	uint16_t generation;
	unsigned limit;
	unsigned cache_depth;
	bool any_depth;
	float prob_min;
	uint64_t nodes;
	uint64_t hits;
	uint32_t ask;
	bool stopped;
};

typedef int32_t search_walk(struct walk *w, uint64_t after);

/* Value of the afterstate of a root move. */
search_walk search_walk_portable;
search_walk search_walk_v3; /* x86-64-v3: AVX2 and BMI2; same results */

#endif
