/* SPDX-License-Identifier: MIT */
/*
 * Expectimax over a network: the value of a move is its points plus the mean, over the new tiles,
 * of the best next move.
 *
 * A search has a fixed depth in plies, or an effort (a number of boards). The effort of a board
 * after a move is divided among its new tiles by their probability. That of a board with a new tile
 * is divided among the moves by their first values: one NET_SHARE_POINTS below the best gets half
 * as much. A board with an effort below 1 for each empty cell is valued by the network. So likely
 * lines, and those with few empty cells, are searched deeper.
 *
 * Results depend on the board and the limits only, not on the number of threads nor on earlier
 * searches: of these only values of the network itself are kept.
 */
#ifndef BIOSBELT_2048AI_NET_SEARCH_H
#define BIOSBELT_2048AI_NET_SEARCH_H

#include "net/net.h"
#include "search/search.h"

struct net_search {
	const struct g2048_tables *tables;
	const struct net *net;
	float prob_min; /* lines less likely than this are not searched but valued; 0.0005 */
	unsigned threads;
	search_parallel *parallel;
	void *memory;   /* search_memory_size(bytes), zeroed, aligned to 64 */
	size_t entries; /* of each table, at most */
	size_t used;
	uint16_t generation;
};

void net_search_init(struct net_search *s, const struct g2048_tables *tables, const struct net *net,
	void *memory, size_t bytes);

/*
 * limits->nodes is a mean over the boards of a game: the effort is the same for each, but some have
 * fewer moves or empty cells. With a time limit the effort grows threefold from search to search.
 * Without limits nodes is NET_NODES. A board with 32768 is searched in its downgraded form. `nodes`
 * of the result counts the boards whose value was needed, also those found in the table.
 */
#define NET_NODES        3500.0f
#define NET_SHARE_POINTS 1000.0f

void net_search_run(struct net_search *s, uint64_t board, const struct search_limits *limits,
	struct search_result *out);

#endif
