/* SPDX-License-Identifier: MIT */
/*
 * The engine of level 4: principal variation search with iterative deepening over the shapes of
 * position.h, and a transposition table. Its leaves are searched for wins by continuous fours.
 * Before it, searches for wins by fours and by threats run. The same position, table, node budget
 * and history of calls give the same move, unless there is a time limit or several threads. One
 * call at a time.
 */
#ifndef BIOSBELT_GOBANG_ENGINE_H
#define BIOSBELT_GOBANG_ENGINE_H

#include "biosbelt/err.h"
#include "game/game.h"

#define ENGINE_WIN         30000 /* less the plies it takes */
#define ENGINE_WIN_PLIES   400   /* that a win by force takes at most */
#define ENGINE_LINE_MAX    64
#define ENGINE_MEMORY      ((size_t)64 << 20)
#define ENGINE_MEMORY_MIN  ((size_t)1 << 20)
#define ENGINE_THREADS_MAX 64

struct engine;

struct engine_limits {
	unsigned ms;    /* 0: none */
	uint64_t nodes; /* 0: none; with neither limit a small default applies */
	/* called now and then while level 4 thinks; true ends that. May be NULL. */
	bool (*stop)(void *user);
	void *user;
};

struct engine_result {
	int value; /* for the side to move; see engine_wins */
	unsigned depth;
	uint64_t nodes;
	struct game_point line[ENGINE_LINE_MAX]; /* the expected line; [0] is the move */
	unsigned line_count;
};

static inline bool engine_wins(const struct engine_result *r)
{
	return r->value > ENGINE_WIN - ENGINE_WIN_PLIES;
}

/* memory: bytes of the transposition table, at least ENGINE_MEMORY_MIN. */
enum err_code engine_open(size_t memory, struct engine **out, struct err *err);
void engine_close(struct engine *e); /* NULL is fine */
/* Changes the size of the table and empties it; on failure nothing changes. */
enum err_code engine_resize(struct engine *e, size_t memory, struct err *err);
/* Sets the number of searching threads, 1 (the default) to ENGINE_THREADS_MAX. Limits of nodes and
 * the nodes of the result count the calling thread only. On failure as many run as could be
 * started. */
enum err_code engine_threads(struct engine *e, unsigned count, struct err *err);
size_t engine_beside(const struct engine *e); /* bytes of the other threads, without the table */

/* The move for a side; false: the board is full or every point is forbidden. */
bool engine_think(struct engine *e, const struct gobang_tiny *board, uint8_t colour,
	const struct engine_limits *limits, struct engine_result *out);

#endif
