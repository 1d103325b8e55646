/* SPDX-License-Identifier: MIT */
/*
 * The shape of an n-tuple network: which cells each tuple reads, and which stage of the game a
 * board belongs to. A network looks at a board in its eight symmetric positions through the same
 * tables, so it has 8 x tuples table positions a board. Pure: weights are elsewhere.
 */
#ifndef BIOSBELT_2048AI_NTUPLE_H
#define BIOSBELT_2048AI_NTUPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

#define NTUPLE_MAX       8 /* tuples of a network */
#define NTUPLE_CELLS_MAX 7 /* cells of a tuple: 16^7 table entries */
#define NTUPLE_INDEX_MAX (8 * NTUPLE_MAX)
#define NTUPLE_STAGE_MAX 8

/* For the portable index: neighbouring cells come down together. */
struct ntuple_runs {
	unsigned count;
	uint64_t mask[NTUPLE_CELLS_MAX];
	unsigned shift[NTUPLE_CELLS_MAX];
};

struct ntuple_shape {
	unsigned tuples;
	unsigned count;                 /* 8 * tuples */
	uint64_t mask[NTUPLE_MAX];      /* 0xF at each cell the tuple reads */
	uint64_t near_mask[NTUPLE_MAX]; /* for index_near */
	uint32_t base[NTUPLE_MAX];      /* where its table starts */
	struct ntuple_runs runs[NTUPLE_MAX];
	struct ntuple_runs near_runs[NTUPLE_MAX];
	uint32_t size;                          /* table entries of one stage */
	unsigned stages;                        /* at least 1 */
	uint32_t stage_ranks[NTUPLE_STAGE_MAX]; /* bit r: rank r must be there */
	uint32_t stage_common;                  /* of all later stages */
	uint32_t stage_any;                     /* of one of them at least */
	/* Writes the count table positions of a board; chosen for this processor. */
	void (*index)(const struct ntuple_shape *s, uint64_t board, uint32_t *out);
	/* The same through ntuple_near, one by one. */
	void (*index_near)(const struct ntuple_shape *s, uint64_t board, uint32_t *out);
};

/*
 * tuples: cells as hexadecimal digits in reading order, tuples separated by commas, such as
 * "012345,456789,012456,45689a"; the order of cells within a tuple does not matter. stages: each
 * further stage is a set of ranks joined by '+', stages separated by commas, such as "14,14+13". A
 * board belongs to the last stage whose ranks are all on it. "" or "-": one stage.
 */
enum err_code ntuple_parse(
	const char *tuples, const char *stages, struct ntuple_shape *out, struct err *err);

/* The same from the fields of a file: masks with 0xF at the cells read; ranks[0] is ignored. */
enum err_code ntuple_from_masks(const uint64_t *mask, unsigned tuples, const uint32_t *ranks,
	unsigned stages, struct ntuple_shape *out, struct err *err);

/* p: a list of at most max > 0 sets of ranks, as the stages above, into bits. */
enum err_code ntuple_parse_ranks(
	const char *p, uint32_t *ranks, unsigned max, unsigned *count, struct err *err);

/*
 * Another order of the entries of each tuple: the lower two bits of all cells first, the last cell
 * foremost, then the upper two. Most cells have small tiles, so boards a few moves apart select
 * entries of the same cache lines and pages, which halves the memory traffic.
 */
uint32_t ntuple_near(const struct ntuple_shape *s, uint32_t i);

/*
 * For each of the table positions that `index` writes: which cells of the board it is made of, the
 * lowest four bits first; 0x80 after the last.
 */
void ntuple_sources(const struct ntuple_shape *s, uint8_t out[NTUPLE_INDEX_MAX][8]);

unsigned ntuple_cells(const struct ntuple_shape *s, unsigned tuple);

/* Chooses the index function: false forbids the processor's bit extraction. */
void ntuple_use_pext(struct ntuple_shape *s, bool allow);

/* A valid set of ranks of a stage: at least one, and not rank 0. */
static inline bool ntuple_ranks_ok(uint32_t ranks)
{
	return ranks != 0 && (ranks & ~0xFFFEu) == 0;
}

/* True when some cell of board has this rank. */
static inline bool ntuple_has_rank(uint64_t board, unsigned rank)
{
	uint64_t x = board ^ (0x1111111111111111ull * rank);

	x |= x >> 2;
	x |= x >> 1;
	return (~x & 0x1111111111111111ull) != 0;
}

/* True when the board has every rank whose bit is set. */
static inline bool ntuple_has_ranks(uint64_t board, uint32_t need)
{
	while (need != 0 && ntuple_has_rank(board, (unsigned)__builtin_ctz(need)))
		need &= need - 1;
	return need == 0;
}

/* Recomputes stage_common and stage_any; call it after a change of `stages` or `stage_ranks`. */
void ntuple_find_stages(struct ntuple_shape *s);

unsigned ntuple_stage(const struct ntuple_shape *s, uint64_t board);

#endif
