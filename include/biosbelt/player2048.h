/* SPDX-License-Identifier: MIT */
/*
 * Players of the game 2048 for other programs: the values that 2048ai's players give to moves. Part
 * of the library biosbelt-2048, see biosbelt/game2048.h and docs/2048-library.md.
 *
 * A player takes about 70 MB with the network's first stage (all boards up to 16384) and 145 MB
 * with all; opts.hash of it is its search table. It belongs to one thread at a time; each has its
 * own network and table, so several may be asked at once. Answers depend on board and settings only
 * (of "random" also on how often it was asked), unless a time limit is set.
 */
#ifndef BIOSBELT_PLAYER2048_H
#define BIOSBELT_PLAYER2048_H

#include "biosbelt/game2048.h"

struct g2048_player;

/* All zero: the network's player with its own settings, on one thread. */
struct g2048_player_opts {
	const char *name; /* NULL: "net"; "expectimax", "classic", "minimax", "greedy", "random" */
	const char *net;  /* the bytes of a file that 2048train wrote, for "net"; NULL: the one in
			     the  library. They must outlive the player */
	size_t net_len;
	uint64_t nodes;   /* boards valued for a move, about; 0: no limit */
	uint64_t seed;    /* of "random" */
	size_t hash;      /* bytes of the search table at most, 1 MB at least; 0: 32 MB */
	unsigned depth;   /* plies, at most 24; 0: by the position */
	unsigned ms;      /* for a move; 0: no limit */
	unsigned threads; /* of one search; 0: 1 */
};

/* ERR_USAGE: no such player, or too deep. tables must outlive it. g2048_player_close it. */
enum err_code g2048_player_open(const struct g2048_tables *tables,
	const struct g2048_player_opts *opts, struct g2048_player **out, struct err *err);
void g2048_player_close(struct g2048_player *p); /* NULL is fine */

/* The values of the moves: points still to come of "net", values of the heuristic of others. */
struct g2048_advice {
	double value[4];     /* by enum g2048_dir; 0 where a move is not legal */
	uint64_t nodes;      /* evaluated moves */
	enum g2048_dir best; /* G2048_NONE: the game is over */
	unsigned legal;      /* bit d */
	unsigned depth;      /* plies that were searched */
};

void g2048_player_choose(
	struct g2048_player *p, const struct g2048_game *game, struct g2048_advice *out);

/*
 * A network's value of a board after a move, before the new tile: points still to come. Only of a
 * player "net"; 0 of others. For programs that learn, or search by themselves.
 */
float g2048_player_value(struct g2048_player *p, uint64_t board);

/* The same players for languages without the header: nodes and depth as above, 0 or more. NULL when
 * there is no such player or no memory. */
struct g2048_player *g2048_player_new(
	const struct g2048_tables *tables, const char *name, unsigned depth, uint64_t nodes);
/* The best move, and the value of each in value[4] unless NULL. */
enum g2048_dir g2048_player_best(
	struct g2048_player *p, const struct g2048_game *game, double *value);

#endif
