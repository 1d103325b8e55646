/* SPDX-License-Identifier: MIT */
/*
 * Five in a row for microcontrollers: a firmware project needs this header and
 * common/gobang/tiny*.c (tiny_search.c, tiny_rows.c, tiny_tree.c: gobang_tiny_think). Freestanding
 * C11: no memory allocation, no recursion, no floating point, no library call; plain int may have
 * 16 bits.
 *
 * Compile with GOBANG_TINY_SIDE=15 for boards up to 15x15: positions are then one byte, and the
 * state is 256 bytes of board and about 90 of scratch. Without it boards up to 20x20 fit. Moves do
 * not depend on that choice, on the processor or on the compiler.
 *
 * Work is counted in shapes: one shape is the look along one line through one point for one side. A
 * call ends as soon as its budget is used up, so the time of the longest move is bounded.
 */
#ifndef BIOSBELT_GOBANG_TINY_H
#define BIOSBELT_GOBANG_TINY_H

#include <stdbool.h>
#include <stdint.h>

#ifndef GOBANG_TINY_SIDE
#define GOBANG_TINY_SIDE 20
#endif

#if GOBANG_TINY_SIDE <= 15
typedef uint8_t gobang_at; /* y * 16 + x: column and row 15 are the wall, sums wrap */
#define GOBANG_STRIDE 16
#define GOBANG_ORIGIN 0
#define GOBANG_CELLS  256
#else
typedef uint16_t gobang_at; /* y * 21 + 22 + x: walls above, below and at the right */
#define GOBANG_STRIDE 21
#define GOBANG_ORIGIN 22
#define GOBANG_CELLS  463
#endif

#define GOBANG_AT(x, y) ((gobang_at)((y)*GOBANG_STRIDE + GOBANG_ORIGIN + (x)))
#define GOBANG_X(at)    ((uint8_t)(((at)-GOBANG_ORIGIN) % GOBANG_STRIDE))
#define GOBANG_Y(at)    ((uint8_t)(((at)-GOBANG_ORIGIN) / GOBANG_STRIDE))

enum gobang_colour { GOBANG_EMPTY, GOBANG_BLACK, GOBANG_WHITE, GOBANG_WALL };

/* Freestyle: five or more win. Exact: five and no more. Renju: black needs exactly five and may not
 * make double three, double four or overline; white wins with five or more. Caro: five wins unless
 * both ends are blocked by stones of the other side; six or more win. Caro exact: the same, but six
 * or more do not win (Gomocup's rule 9: the sum of 1, exactly five, and 8, caro; Gomoku AI
 * protocol, INFO). */
enum gobang_rule {
	GOBANG_FREESTYLE,
	GOBANG_EXACT,
	GOBANG_RENJU,
	GOBANG_CARO,
	GOBANG_CARO_EXACT,
	GOBANG_RULES
};

static inline bool gobang_is_caro(unsigned rule)
{
	return rule >= GOBANG_CARO;
}

/*
 * The best shape that a stone on a point makes in a line, in rising order. "Closed" needs two more
 * moves where "open" cannot be stopped by one stone. FOURS: two fours on one line (as in
 * XXX_X_XXX). OVER: six or more where these do not win. FOUR_WEAK: a four that more than one stone
 * stops (caro).
 */
enum gobang_shape {
	GOBANG_NOTHING,
	GOBANG_ONE,
	GOBANG_TWO,
	GOBANG_TWO_OPEN,
	GOBANG_THREE,
	GOBANG_THREE_OPEN,
	GOBANG_FOUR,
	GOBANG_FOURS,
	GOBANG_FOUR_OPEN,
	GOBANG_FIVE,
	GOBANG_OVER,
	GOBANG_FOUR_WEAK,
	GOBANG_SHAPES
};

#define GOBANG_TINY_DEPTH 12 /* forced pairs of moves that a line of fours can have */
#ifndef GOBANG_TINY_TOP
#define GOBANG_TINY_TOP 8 /* moves that are weighed against the opponent's answers */
#endif

/* Shapes that level 2 looks at for a move, at most. On a simulated MSP430 (clang 14, -O2) the
 * longest move found then took 2.40 million cycles, 0.30 s at 8 MHz. */
#define GOBANG_TINY_WORK 7000u

/* A ply of the search of level 3. */
struct gobang_tiny_ply {
	gobang_at move[GOBANG_TINY_TOP]; /* a wall after the last when there are fewer */
	int16_t alpha;
	uint8_t next : 4;
	uint8_t left : 4; /* plies that its moves are followed */
	gobang_at killer; /* the move that last caused a cut-off here; freestyle only */
};

#define GOBANG_TINY_PLIES      6
#define GOBANG_ROWS_MORE_PLIES 3
#define GOBANG_ROWS_PAD        4
#define GOBANG_ROWS            24

/* A board of up to 15x15 as bits, column 0 in the lowest: takes the place of the cells while level
 * 3 searches at freestyle. */
struct gobang_tiny_rows {
	uint16_t board[GOBANG_ROWS]; /* its points */
	uint16_t stone[2][GOBANG_ROWS];
	uint16_t ranks[2][14], counts[7]; /* see tiny_rows.h */
	struct gobang_tiny_ply ply[GOBANG_ROWS_MORE_PLIES];
};

/* Everything the engine keeps; private but for cell (see gobang_tiny_colour). */
struct gobang_tiny {
	union {
		uint8_t cell[GOBANG_CELLS]; /* bits 0-1 colour; 2-3: see tiny_search.c; 4-7: a four
					     * of the attacker, by direction */
		struct gobang_tiny_rows rows;
	};
	uint8_t side; /* points of an edge, 5 to GOBANG_TINY_SIDE */
	uint8_t rule;
	uint32_t work; /* shapes left to the move that is being looked for */
	uint8_t top_count;
	gobang_at top[GOBANG_TINY_TOP];
	uint16_t top_value[GOBANG_TINY_TOP];
	gobang_at attack[GOBANG_TINY_DEPTH], reply[GOBANG_TINY_DEPTH];
	gobang_at forced[GOBANG_TINY_DEPTH];
#ifdef GOBANG_TINY_WATCHED /* not on the chip */
	/* Called every 1024 shapes or so; true ends the work, and must stay true. NULL: never
	 * called. */
	bool (*over)(void *user);
	void *user;
	uint16_t looks;
#endif
};

#define GOBANG_TINY_NONE GOBANG_AT(GOBANG_STRIDE - 1, 0) /* a wall: no point of any board */

/* An empty board. A side out of range becomes the nearest one that is allowed. */
void gobang_tiny_clear(struct gobang_tiny *t, uint8_t side, uint8_t rule);
/* Sets or removes a stone; false: not a point of this board. */
bool gobang_tiny_set(struct gobang_tiny *t, uint8_t x, uint8_t y, uint8_t colour);

static inline uint8_t gobang_tiny_colour(const struct gobang_tiny *t, gobang_at at)
{
	return t->cell[at] & 3u;
}

/*
 * The move of colour; GOBANG_TINY_NONE: the board is full (or every point is forbidden). Level 1
 * ignores the budget: it values points by the lengths of runs, as the first version of the game did
 * (about 1800 shapes). Level 2 searches forced lines with what remains of work after valuing the
 * points. The same position, level and budget give the same move everywhere.
 */
gobang_at gobang_tiny_move(struct gobang_tiny *t, uint8_t colour, uint8_t level, uint32_t work);

/*
 * Level 3 on a processor with more time: a tree of moves, searched until the work is used up. It
 * does not grow with the depth and is all the memory that this needs beside struct gobang_tiny.
 */
struct gobang_tiny_tree {
	union {
		struct gobang_tiny_ply ply[GOBANG_TINY_PLIES];
		uint32_t work; /* until the search begins */
	};
	uint8_t depth : 4, best : 4;
};

/* As gobang_tiny_move; with less work than GOBANG_TINY_WORK it is level 2. */
gobang_at gobang_tiny_think(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour, uint32_t work);

/* Whether a stone on at wins with the line it is part of. */
bool gobang_tiny_wins(struct gobang_tiny *t, gobang_at at);
/*
 * Renju: may black not move to the empty point at? Whether a three counts depends on whether its
 * fours are allowed, and so on; without recursion there are two answers. With sure, true only for
 * forbidden points. Without, true for every forbidden point and some others, which black's own
 * moves avoid.
 */
bool gobang_tiny_forbidden(struct gobang_tiny *t, gobang_at at, bool sure);

/* The best shape a stone of colour on at makes along direction 0 (east), 1 (south), 2 (south-east)
 * or 3 (south-west). */
uint8_t gobang_tiny_shape(struct gobang_tiny *t, gobang_at at, uint8_t direction, uint8_t colour);

/*
 * Finds a win by continuous fours for attacker, who is to move. Returns its first move, or
 * GOBANG_TINY_NONE when none was found within the work left. must: the one point that stops the
 * opponent's five, or GOBANG_TINY_NONE.
 */
gobang_at gobang_tiny_fours(struct gobang_tiny *t, uint8_t attacker, gobang_at must);

/*
 * Tables of shapes. Half a line is a 1 followed by a bit for every point from the middle outwards,
 * 1 for an own stone. It ends at a block or at the reach of the rule (freestyle 4, else 5). The
 * shape of halves l and r is the nibble l << (reach + 1) | r, even ones in the low half of a byte.
 * The border counts as a stone of the other side, except in caro. There a left half that ends at
 * the border has tables of its own, and a line between two borders uses the table of freestyle or
 * of exactly five.
 */
extern const uint8_t gobang_table_freestyle[512];
extern const uint8_t gobang_table_exact[2048];
extern const uint8_t gobang_table_caro[2048];
extern const uint8_t gobang_table_caro_exact[2048];
extern const uint8_t gobang_table_caro_border[2048];
extern const uint8_t gobang_table_caro_exact_border[2048];
/* Black's half of four points, by their colours: two bits each, the nearest in the low ones. */
extern const uint8_t gobang_table_halves[256];

/* Computes such a table (not needed on the chip); border: left halves that end do so at the border.
 * scratch has 2048 bytes. */
void gobang_shapes_make(enum gobang_rule rule, bool border, uint8_t *table, uint8_t *scratch);

#endif
