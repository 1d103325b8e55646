/* SPDX-License-Identifier: MIT */
/*
 * Expectimax over a network: a move is worth its points plus the mean over new tiles of the best
 * move after each. One ply asks the network about the four moves; each further ply adds a layer of
 * new tiles and one of moves. Every root move has a table of its own, so results do not depend on
 * the number of threads.
 */
#ifndef BIOSBELT_2048AI_NET_SEARCH_H
#define BIOSBELT_2048AI_NET_SEARCH_H

#include "endgame.h"
#include "net.h"
#include "search.h"

struct net_search {
	const struct g2048_tables *tables;
	const struct net *net;
	const struct endgame_set *endgame; /* may be NULL */
	float prob_min; /* lines less likely than this end in the network at once; 0.0005 */
	unsigned threads;
	search_parallel *parallel;
	void *memory; /* search_memory_size(bytes), zeroed, aligned to 64 */
	size_t entries;
	uint32_t generation;
};

void net_search_init(struct net_search *s, const struct g2048_tables *tables, const struct net *net,
	void *memory, size_t bytes);

/*
 * Without limits the depth is chosen by danger: 2 plies, one more with fewer than 7 empty cells,
 * another one with fewer than 4. A board with 32768 is looked at in its downgraded form; `nodes`
 * are boards that the network valued.
 *
 * Where an endgame table fits, the network chooses only among the moves whose chance of failure is
 * at most NET_FAIL_FACTOR times the smallest one, plus NET_FAIL_MORE; unless even the best move
 * succeeds with less than NET_CHANCE_MIN. Values stay those of the network.
 */
#define NET_FAIL_FACTOR 1.25f
#define NET_FAIL_MORE   0.002f
#define NET_CHANCE_MIN  0.1f

void net_search_run(struct net_search *s, uint64_t board, const struct search_limits *limits,
	struct search_result *out);

#endif
