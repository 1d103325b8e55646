/* SPDX-License-Identifier: MIT */
/*
 * The Gomocup protocol ("Piskvork new protocol", https://plastovicka.github.io/protocl2en.htm): a
 * manager of games sends lines, the engine answers with lines. Continuous games and boards that are
 * not square are refused.
 */
#ifndef BIOSBELT_GOBANG_BRAIN_H
#define BIOSBELT_GOBANG_BRAIN_H

#include "biosbelt/span.h"
#include "game/level.h"

#define BRAIN_LINE_MAX 256 /* bytes of a line; longer ones are answered with ERROR */

/* The manager's time limits, in milliseconds. */
struct brain_times {
	int64_t turn, match, left;
};

struct brain {
	struct engine *engine;
	size_t memory; /* bytes of its table when it was opened */
	struct gobang_tiny board;
	bool started;
	bool listing;  /* between BOARD or SWAP2BOARD and DONE */
	bool swap2;    /* it is SWAP2BOARD */
	bool bad_list; /* a line of it was wrong */
	uint8_t own;   /* our colour */
	unsigned level;
	enum gobang_rule rule;
	uint64_t nodes;
	struct brain_times times;
	/* Called now and then while the engine thinks; true ends that. The caller looks for new
	 * lines and passes them to brain_overhears. May be NULL. */
	bool (*stop)(void *user);
	void *user;
	uint64_t begun_ms;        /* start of thinking, os_time_ms */
	struct brain_times heard; /* times, updated by lines overheard since then */
	bool cut;                 /* heard differs from times */
	/* the stones of a list: field 1 is ours */
	struct game_point stones[GAME_MOVES_MAX];
	uint8_t fields[GAME_MOVES_MAX];
	unsigned stone_count;
};

/* memory: bytes of the engine's table. nodes: a limit for each move, independent of time; 0: no
 * limit. */
void brain_init(
	struct brain *b, struct engine *engine, size_t memory, unsigned level, uint64_t nodes);
/* Limits of a move that begins now, from the manager's times; 5 minutes at most. */
struct engine_limits brain_limits(struct brain *b);
/*
 * A line that arrived while the engine thinks; brain_line gets it later. True: stop thinking, for
 * commands that start or end a game and for STOP. Shorter times of INFO apply at once. Nothing asks
 * with a limit of nodes, as moves do not depend on time then.
 */
bool brain_overhears(struct brain *b, const char *line);
/* Handles one line, given without its end, and appends the answer: any number of lines. False: END.
 */
bool brain_line(struct brain *b, const char *line, struct buf *out);

#endif
