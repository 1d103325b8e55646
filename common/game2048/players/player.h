/* SPDX-License-Identifier: MIT */
/*
 * Players behind one interface. A player looks at a board and gives the value of each move. Unless
 * a time limit is set, its answer depends only on the board, its settings and, for random, its own
 * counter.
 */
#ifndef BIOSBELT_2048AI_PLAYER_H
#define BIOSBELT_2048AI_PLAYER_H

#include "net/lazy.h"
#include "search/search.h"

enum player_kind {
	PLAYER_EXPECTIMAX,
	PLAYER_CLASSIC,
	PLAYER_MINIMAX,
	PLAYER_GREEDY,
	PLAYER_RANDOM,
	PLAYER_NET,
	PLAYER_COUNT
};

extern const char *const player_names[PLAYER_COUNT];

struct player_settings {
	enum player_kind kind;
	unsigned depth;
	uint64_t nodes;
	unsigned ms;          /* a move; 0: no limit */
	unsigned threads;     /* 1: only the caller's */
	size_t hash;          /* bytes of table at most */
	uint64_t seed;        /* of the random player */
	struct net_lazy *net; /* of the net player; outlives it */
};

struct player;

/* tables must outlive the player. */
enum err_code player_open(const struct g2048_tables *tables, const struct player_settings *set,
	struct player **out, struct err *err);
void player_close(struct player *p); /* NULL is fine */
/*
 * Tiles larger than a board can hold are taken as smaller ones (g2048_game_narrow); out lists legal
 * moves only. Players that share a net need it whole (net_lazy_whole).
 */
void player_choose(struct player *p, const struct g2048_game *game, struct search_result *out);

#endif
