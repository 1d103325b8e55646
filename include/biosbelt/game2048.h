/* SPDX-License-Identifier: MIT */
/*
 * The game 2048 as an environment: board, moves, spawning, score, and a whole game with undo-able
 * state. Other languages can bind to it: no globals, no allocation except the tables, no output.
 *
 * A board is 64 bits: cell i in reading order (0 = top left, 15 = bottom right) is nibble i, least
 * significant first. A nibble is the rank, 0 empty, r the tile 2^r. So the last of 16 hexadecimal
 * digits is the top left cell: in memory the board looks mirrored both ways against the print.
 *
 * Ranks up to 15 (tile 32768) fit. Two tiles of rank 15 stay apart on the 64-bit board; struct
 * g2048_game keeps a fifth bit of every cell and merges them rightly, up to 131072.
 *
 * Random numbers come from a counter: the same seed and game number give the same tiles on every
 * system and build.
 *
 * Installed, it is the library biosbelt-2048 (pkg-config biosbelt-2048, CMake package
 * biosbelt-2048), static and shared. Tables are shared by any number of threads, a game belongs to
 * one. docs/2048-library.md has examples in C and Python.
 */
#ifndef BIOSBELT_GAME2048_H
#define BIOSBELT_GAME2048_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

enum g2048_dir { G2048_UP = 0, G2048_DOWN = 1, G2048_LEFT = 2, G2048_RIGHT = 3, G2048_NONE = 4 };

#define G2048_RANK_MAX 17 /* 131072: 16 cells allow no more */
#define G2048_WIN_RANK 11 /* 2048 */

/* The results of both moves of a row of four nibbles (nibble 0 left). */
struct g2048_row {
	uint16_t left;
	uint16_t right;
};

/* All 65,536 rows; 384 KB. g2048_tables_init fills it (about a millisecond); then read only. */
struct g2048_tables {
	struct g2048_row row[65536];
	uint16_t reward[65536]; /* points / 4 that a move makes, the same both ways */
};

void g2048_tables_init(struct g2048_tables *t);

/* The four boards that moves make, indexed by enum g2048_dir; equal to the board: illegal. */
struct g2048_moves {
	uint64_t after[4];
	uint32_t reward[4]; /* points */
};

/* Rows become columns. */
static inline uint64_t g2048_transpose(uint64_t x)
{
	uint64_t a1 = x & 0xF0F00F0FF0F00F0Full;
	uint64_t a2 = x & 0x0000F0F00000F0F0ull;
	uint64_t a3 = x & 0x0F0F00000F0F0000ull;
	uint64_t a = a1 | (a2 << 12) | (a3 >> 12);
	uint64_t b1 = a & 0xFF00FF0000FF00FFull;
	uint64_t b2 = a & 0x00FF00FF00000000ull;
	uint64_t b3 = a & 0x00000000FF00FF00ull;

	return b1 | (b2 >> 24) | (b3 << 24);
}

/* Left and right change places. */
static inline uint64_t g2048_mirror(uint64_t x)
{
	x = ((x & 0x0F0F0F0F0F0F0F0Full) << 4) | ((x >> 4) & 0x0F0F0F0F0F0F0F0Full);
	return ((x & 0x00FF00FF00FF00FFull) << 8) | ((x >> 8) & 0x00FF00FF00FF00FFull);
}

/* Top and bottom change places. */
static inline uint64_t g2048_flip(uint64_t x)
{
	x = (x << 32) | (x >> 32);
	return ((x & 0x0000FFFF0000FFFFull) << 16) | ((x >> 16) & 0x0000FFFF0000FFFFull);
}

static inline unsigned g2048_rank(uint64_t board, unsigned cell)
{
	return (unsigned)(board >> (4 * cell)) & 15u;
}

/* Bit 4*i is set where cell i is empty. */
static inline uint64_t g2048_empty_mask(uint64_t x)
{
	x |= x >> 2;
	x |= x >> 1;
	return ~x & 0x1111111111111111ull;
}

static inline unsigned g2048_count_empty(uint64_t board)
{
	uint64_t x = g2048_empty_mask(board);

	/* At most 16 ones, one a nibble: add pairs first so that 16 does not overflow a nibble. */
	x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
	return (unsigned)((x * 0x0101010101010101ull) >> 56);
}

/* All four moves at once. */
static inline void g2048_all_moves(
	const struct g2048_tables *t, uint64_t board, struct g2048_moves *m)
{
	uint64_t col = g2048_transpose(board);
	uint64_t up = 0, down = 0, left = 0, right = 0;
	uint32_t horizontal = 0, vertical = 0;

	for (unsigned i = 0; i < 64; i += 16) {
		unsigned row = (board >> i) & 0xFFFF, line = (col >> i) & 0xFFFF;
		const struct g2048_row *r = &t->row[row];
		const struct g2048_row *c = &t->row[line];

		left |= (uint64_t)r->left << i;
		right |= (uint64_t)r->right << i;
		horizontal += t->reward[row];
		up |= (uint64_t)c->left << i;
		down |= (uint64_t)c->right << i;
		vertical += t->reward[line];
	}
	m->after[G2048_UP] = g2048_transpose(up);
	m->after[G2048_DOWN] = g2048_transpose(down);
	m->after[G2048_LEFT] = left;
	m->after[G2048_RIGHT] = right;
	m->reward[G2048_UP] = m->reward[G2048_DOWN] = vertical * 4;
	m->reward[G2048_LEFT] = m->reward[G2048_RIGHT] = horizontal * 4;
}

/* The board after one move, without a new tile; the same board when the move is not legal, 0 for
 * a direction that does not exist. */
uint64_t g2048_move(const struct g2048_tables *t, uint64_t board, enum g2048_dir dir);

/* Whether any of the four moves changes the board. */
bool g2048_can_move(const struct g2048_tables *t, uint64_t board);

/* Sum of (rank - 1) * 2^rank: the score if every spawned tile had been a 2. */
uint32_t g2048_tile_score(uint64_t board);

uint32_t g2048_tile_sum(uint64_t board); /* of the tiles, which no move changes */

unsigned g2048_max_rank(uint64_t board);
unsigned g2048_distinct(uint64_t board); /* different tiles on the board, empty cells apart */

/*
 * For boards with a tile of rank 15: takes one rank off every tile above the highest unused rank
 * below 15. The result has the same structure and no rank 15. Without rank 15, or when all ranks 1
 * to 15 are there, the board is returned unchanged.
 */
uint64_t g2048_downgrade(uint64_t board);

/* Random numbers: number `counter` of the stream `key`. */
struct g2048_rng {
	uint64_t key;
	uint64_t counter;
};

void g2048_rng_init(struct g2048_rng *rng, uint64_t seed, uint64_t game);
uint64_t g2048_rng_next(struct g2048_rng *rng);
/* Uniform in [0, n), n in 1..2^32-1, without bias. */
uint32_t g2048_rng_below(struct g2048_rng *rng, uint32_t n);

/*
 * Puts a tile in a uniformly random empty cell: a 2 with 90 %, a 4 with 10 %, exactly. *rank gets 1
 * or 2 (rank may be NULL). A full board is returned unchanged with *rank 0.
 */
uint64_t g2048_spawn(uint64_t board, struct g2048_rng *rng, unsigned *rank);

/* A game in progress. Plain data: copying it is how undo works. */
struct g2048_game {
	uint64_t board;        /* low four bits of the ranks */
	uint16_t high;         /* bit i: cell i has rank + 16 */
	struct g2048_rng rng;  /* where the next tile comes from */
	uint64_t score;        /* running sum of merges */
	uint64_t four_penalty; /* 4 for every spawned 4, the first two tiles too */
	uint32_t moves;
};

/* Two tiles on an empty board. */
void g2048_game_new(struct g2048_game *g, uint64_t seed, uint64_t number);
unsigned g2048_game_rank(const struct g2048_game *g, unsigned cell);
/* Puts a tile of this rank (0: none) there; score and moves stay. */
void g2048_game_set_rank(struct g2048_game *g, unsigned cell, unsigned rank);
unsigned g2048_game_max_rank(const struct g2048_game *g);
/* Moves without spawning; false (and nothing changed) when the move is not legal. */
bool g2048_game_slide(const struct g2048_tables *t, struct g2048_game *g, enum g2048_dir dir);
void g2048_game_spawn(struct g2048_game *g);
/* Slides and spawns; false when the move is not legal. */
bool g2048_game_step(const struct g2048_tables *t, struct g2048_game *g, enum g2048_dir dir);
/* Bit d set: direction d is legal. 0: the game is over. */
unsigned g2048_game_legal(const struct g2048_tables *t, const struct g2048_game *g);
/* The score computed from the ranks: sum of (rank - 1) * 2^rank less the penalty. */
uint64_t g2048_game_check_score(const struct g2048_game *g);
/*
 * A 64-bit board of the same structure for players: the board itself when no rank passes 15 and at
 * most one tile has it. Otherwise ranks are lowered at gaps, as by g2048_downgrade, because two
 * tiles of rank 15 may merge, which the 64-bit board cannot show.
 */
uint64_t g2048_game_narrow(const struct g2048_game *g);

/*
 * Many games at once, for learning; all arrays have n entries. reset begins game first + i of the
 * seed in each place. step makes the move dir[i] (enum g2048_dir) in each game. reward[i]: points
 * of the move, 0 when it was not legal and nothing changed; legal[i]: as g2048_game_legal, so 0
 * when the game is over. renew replaces finished games by the games first, first + 1 and so on,
 * sets their legal[i], and returns their number.
 */
void g2048_batch_reset(struct g2048_game *games, size_t n, uint64_t seed, uint64_t first);
void g2048_batch_step(const struct g2048_tables *t, struct g2048_game *games, size_t n,
	const uint8_t *dir, uint32_t *reward, uint8_t *legal);
size_t g2048_batch_renew(struct g2048_game *games, size_t n, uint8_t *legal,
	const struct g2048_tables *t, uint64_t seed, uint64_t first);

/*
 * A game as one line of text, random state included: a loaded game goes on with the same tiles.
 * load returns false and changes nothing when the text is not a game.
 */
#define G2048_STATE_MAX 104 /* bytes, the NUL included */
void g2048_game_save(const struct g2048_game *g, char out[G2048_STATE_MAX]);
bool g2048_game_load(struct g2048_game *g, const char *text);

/* sizeof(struct g2048_tables) and sizeof(struct g2048_game), for languages without the header. */
size_t g2048_tables_size(void);
size_t g2048_game_size(void);

const char *g2048_dir_name(enum g2048_dir dir); /* "up", "down", "left", "right", "none" */

/*
 * Reads a board in one of three forms. 16 hexadecimal digits: the 64-bit value, last digit the top
 * left cell; 0x may be before them. 16 numbers in reading order: 0 or . or _ for empty, else tiles
 * 2 to 32768, separated by blanks, commas, slashes, bars, brackets, quotes or line ends. Or an
 * object of JSON with such a list as "cells".
 */
enum err_code g2048_parse_board(const char *text, size_t len, uint64_t *out, struct err *err);
/* The same with tiles up to 131072, as a game of no moves, no points and stream 0 of key 0. */
enum err_code g2048_parse_game(
	const char *text, size_t len, struct g2048_game *out, struct err *err);

#endif
