/* SPDX-License-Identifier: MIT */
/*
 * Freestyle up to 15x15 in bits: a word is a row of the board, and one operation on words looks at
 * all their points. Where the compiler has vectors, several rows are one operand; the results are
 * the same.
 */
#ifndef BIOSBELT_GOBANG_TINY_ROWS_H
#define BIOSBELT_GOBANG_TINY_ROWS_H

#include "tiny_private.h"

#if defined(__SSE2__) || defined(__ARM_NEON)
#define LANES 8
typedef uint16_t lanes __attribute__((vector_size(2 * LANES)));
#define TINY_NO_LANES                                                                              \
	{                                                                                          \
		{{0}},                                                                             \
		{                                                                                  \
			{                                                                          \
				0                                                                  \
			}                                                                          \
		}                                                                                  \
	}
#define TINY_PART static inline __attribute__((always_inline))
#define TINY_FLAT TINY_PART
#else
#define LANES 1
typedef uint16_t lanes;
#define TINY_NO_LANES                                                                              \
	{                                                                                          \
		{0},                                                                               \
		{                                                                                  \
			0                                                                          \
		}                                                                                  \
	}
#define TINY_PART static __attribute__((noinline)) /* code and stack count */
#define TINY_FLAT static inline __attribute__((always_inline))
#endif

#define ROWS_NONE 255u /* no point; a point is y * 16 + x */

/* The shapes that a stone would make, by rank: bit sets of the points with at least one, and at
 * least two, lines of at least this rank. Ranks: two, open two, three, open three, four, open four,
 * five. */
enum rank {
	RANK_TWO,
	RANK_TWO_OPEN,
	RANK_THREE,
	RANK_THREE_OPEN,
	RANK_FOUR,
	RANK_FOUR_OPEN,
	RANK_FIVE,
	RANKS
};

struct ranks {
	lanes once[RANKS], twice[RANKS];
};

/* Declares a pointer to something short-lived; a chip has it beside the rows instead of on its
 * stack. */
#if LANES > 1
#define TINY_LOCAL(type, name, place) struct type name##_here, *name = &name##_here
#else
#define TINY_LOCAL(type, name, place) struct type *name = (struct type *)(place)
#endif

/* Moves the stones of the cells into rows, and back: both lie in the same memory. */
void tiny_to_rows(struct gobang_tiny *t);
void tiny_to_cells(struct gobang_tiny *t);

/* The ranks of colour on LANES rows from y on. */
void tiny_rank_rows(struct gobang_tiny *t, uint8_t y, uint8_t colour, struct ranks *out);

/* The empty points where a side makes a five, or a four; more: of the fours those that make a
 * second line of three at least, or an open four. The others only use up what there is. three:
 * private. */
struct fours {
	lanes five, four, more;
};

/* Those of LANES rows from y on. */
void tiny_row_fours(struct gobang_tiny *t, uint8_t y, uint8_t colour, struct fours *out);

static inline lanes tiny_row(const uint16_t *row)
{
#if LANES > 1
	lanes v;

	__builtin_memcpy(&v, row, sizeof(v));
	return v;
#else
	return *row;
#endif
}

static inline lanes tiny_empty(const struct gobang_tiny *t, uint8_t y)
{
	const struct gobang_tiny_rows *r = &t->rows;

	return tiny_row(r->board + GOBANG_ROWS_PAD + y) &
	       ~tiny_row(r->stone[0] + GOBANG_ROWS_PAD + y) &
	       ~tiny_row(r->stone[1] + GOBANG_ROWS_PAD + y);
}

static inline bool tiny_any(lanes v)
{
#if LANES > 1
	uint64_t part[2];

	__builtin_memcpy(part, &v, sizeof(part));
	return (part[0] | part[1]) != 0;
#else
	return v != 0;
#endif
}

static inline uint16_t tiny_lane(lanes v, uint8_t i)
{
#if LANES > 1
	return v[i];
#else
	(void)i;
	return v;
#endif
}

static inline void tiny_flip(struct gobang_tiny *t, uint8_t at, uint8_t colour)
{
	uint16_t *stone = colour == GOBANG_BLACK ? t->rows.stone[0] : t->rows.stone[1];

	stone[GOBANG_ROWS_PAD + (at >> 4)] ^= (uint16_t)(1u << (at & 15u));
}

#endif
