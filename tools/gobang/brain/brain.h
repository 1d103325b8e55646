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

/* What the manager said of time, in milliseconds. */
struct brain_times {
	int64_t turn, match, left;
};

struct brain {
	struct engine *engine;
	size_t memory; /* of its table, as it was opened */
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
	/* asked now and then while it thinks, true ends it: the caller looks for lines that came
	 * and shows them to brain_overhears. NULL: nobody is asked */
	bool (*stop)(void *user);
	void *user;
	uint64_t begun_ms;        /* thinking, by os_time_ms */
	struct brain_times heard; /* times with what was overheard since then */
	bool cut;                 /* they are other ones */
	/* the stones of a list: field 1 is ours */
	struct game_point stones[GAME_MOVES_MAX];
	uint8_t fields[GAME_MOVES_MAX];
	unsigned stone_count;
};

/* memory: of the engine's table. nodes: a limit of each move that does not depend on time; 0:
 * none. */
void brain_init(
	struct brain *b, struct engine *engine, size_t memory, unsigned level, uint64_t nodes);
/* What a move that begins now may cost by what the manager said of time; 5 minutes at most. */
struct engine_limits brain_limits(struct brain *b);
/*
 * A line that came while it thinks, and that brain_line will get in its turn: is thinking over? It
 * is for commands of a new game or the end, and for STOP; times of INFO that are shorter hold at
 * once. With a limit of nodes nothing ends it, as moves do not depend on time then.
 */
bool brain_overhears(struct brain *b, const char *line);
/* One line without its end; appends the answer, which may be several lines or none. False: END. */
bool brain_line(struct brain *b, const char *line, struct buf *out);

#endif
