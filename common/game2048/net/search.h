/* SPDX-License-Identifier: MIT */
/*
 * Expectimax over a network: a move is worth its points plus the mean over new tiles of the best
 * move after each.
 *
 * A search goes so many plies deep, or it spends an effort: that of a board after a move is shared
 * out among its new tiles by their probability, and that of a board with a new tile among the
 * moves by how near their values at first sight come to the best: NET_SHARE_POINTS below it gets
 * half as much. A board that gets less than 1 for each of its empty cells is valued by the network.
 * So likely lines, and those with few empty cells, are followed deep.
 *
 * Results depend on the board and the limits only, not on the number of threads nor on what was
 * searched before: of other searches only the network's own values are kept.
 */
#ifndef BIOSBELT_2048AI_NET_SEARCH_H
#define BIOSBELT_2048AI_NET_SEARCH_H

#include "net/net.h"
#include "search/search.h"

struct net_search {
	const struct g2048_tables *tables;
	const struct net *net;
	float prob_min; /* lines less likely than this end in the network at once; 0.0005 */
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
 * Without limits it is as if nodes were NET_NODES. A board with 32768 is looked at in its
 * downgraded form; `nodes` of the result are boards whose value was asked for, known or not.
 */
#define NET_NODES        3500.0f
#define NET_SHARE_POINTS 1000.0f

void net_search_run(struct net_search *s, uint64_t board, const struct search_limits *limits,
	struct search_result *out);

#endif
