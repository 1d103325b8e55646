/* SPDX-License-Identifier: MIT */
/*
 * Endgame tables: large tiles stand fixed, the other cells must build the next tile. The chance
 * that the best play builds it is computed for every filling of the free cells, from the fullest
 * to the emptiest (a move keeps the sum of the tiles, a new tile adds to it). A move that would
 * shift a fixed tile counts as failure, and so does having no other move.
 *
 * Free cells are numbered in reading order; a filling is the sum of rank x target^number.
 */
#ifndef BIOSBELT_2048AI_ENDGAME_H
#define BIOSBELT_2048AI_ENDGAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "biosbelt/span.h"
#include "search/search.h"

#define ENDGAME_TARGET_MIN 3 /* both new tiles are smaller */
#define ENDGAME_TARGET_MAX 12
#define ENDGAME_STATES_MAX (1u << 28)
#define ENDGAME_MAX        8 /* tables of a set */

struct endgame_spec {
	uint64_t free;   /* 0xF at every free cell */
	unsigned target; /* rank to be built; free cells hold less */
	bool solid;      /* fixed cells cannot shift at all: a small board with walls */
};

/* What a move does to a row of free cells and walls (rank 15). */
struct endgame_line {
	uint16_t row;
	bool forbidden;
	bool made;
};

struct endgame_rules {
	struct endgame_spec spec;
	uint64_t walls; /* rank 15 at every fixed cell */
	unsigned cells;
	uint32_t states;
	uint32_t weight[16];     /* target^number of a free cell, else 0 */
	uint32_t part[4][65536]; /* what a row adds to the number of a filling */
	struct endgame_line left[65536];
	struct endgame_line right[65536];
};

/* Refuses impossible targets, less than 2 free cells and too many states. About 4 MB: allocate. */
enum err_code endgame_rules_init(
	struct endgame_rules *r, const struct endgame_spec *spec, struct err *err);

uint32_t endgame_number(const struct endgame_rules *r, uint64_t board);
/* The filling with walls around it. */
uint64_t endgame_board(const struct endgame_rules *r, uint32_t number);

enum endgame_move { ENDGAME_NO, ENDGAME_GOES_ON, ENDGAME_MADE };

/* board: walls in place. *after is written for ENDGAME_GOES_ON. */
enum endgame_move endgame_try(
	const struct endgame_rules *r, uint64_t board, enum g2048_dir dir, uint64_t *after);

/* chance: one float a filling. parallel may be NULL. */
enum err_code endgame_solve(const struct endgame_rules *r, search_parallel *parallel,
	unsigned threads, float *chance, struct err *err);

/*
 * Chances in 64 classes: class c is a chance of failure of 2^(-c/4), the last one that or less.
 */
#define ENDGAME_CLASSES 64u
unsigned endgame_class(float chance);
float endgame_chance(unsigned class);

/* One table of classes in memory. */
struct endgame_table {
	struct endgame_rules *rules;
	uint8_t *class;
};

struct endgame_set {
	struct endgame_table table[ENDGAME_MAX];
	unsigned count;
};

/*
 * The file: "BB2048EG", u32 version 1, u32 tables; for each: u64 free, u32 target, u32 solid, u32
 * bytes; u32 CRC-32 of everything after the head; u32 CRC-32 of all before; then for each its
 * frequencies u16 [64][64] and words of rANS, fillings in order of their numbers.
 */
enum err_code endgame_pack(const struct endgame_set *set, struct blob *out, struct err *err);
enum err_code endgame_read(struct span file, search_parallel *parallel, unsigned threads,
	struct endgame_set *out, struct err *err);
void endgame_free(struct endgame_set *set);

/*
 * The chances of the four moves of a board whose large tiles stand fixed: some table in some
 * symmetry has only different tiles at its fixed cells, the smallest of them its target, and only
 * smaller ones at its free cells. Of several the one with the most fixed cells serves. A move that
 * shifts them or is not legal has -1. False: no table fits.
 */
bool endgame_look(const struct endgame_set *set, uint64_t board, float chance[4]);

#endif
