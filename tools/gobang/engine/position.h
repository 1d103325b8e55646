/* SPDX-License-Identifier: MIT */
/*
 * A position with the value of every empty point for both sides, updated with each stone: the shape
 * in each direction (as of the tiny engine), the point's kind, and the sum of values.
 */
#ifndef BIOSBELT_GOBANG_POSITION_H
#define BIOSBELT_GOBANG_POSITION_H

#include "biosbelt/err.h"
#include "game/game.h"

#define POS_STRIDE 32
#define POS_FIRST  352 /* of the point 0,0; walls around it, 10 rows and points deep */
#define POS_CELLS  (2 * POS_FIRST + GAME_SIDE_MAX * POS_STRIDE)
#define POS_PACKS  65536u

/* Caro: halves of a line, and those that end at the border, from POS_CARO_BORDER on. */
#define POS_CARO_BORDER 64u
#define POS_CARO_HALVES 128u

/* The kind of a point for a side, from its four shapes; higher ones are more urgent. */
enum kind {
	KIND_FORBIDDEN, /* renju */
	KIND_NONE,
	KIND_THREE, /* an open three */
	KIND_DOUBLE_THREE,
	KIND_FOUR_WEAK, /* more than one answer stops it (caro) */
	KIND_FOUR,      /* one answer stops it */
	KIND_FOUR_THREE,
	KIND_OPEN_FOUR, /* or two fours: wins unless the other side has a five */
	KIND_FIVE,
	KIND_COUNT
};

/* An empty point, for one side. */
struct pos_point {
	uint16_t pack; /* four shapes, a nibble each */
	int16_t value;
	int16_t order; /* how promising a move there is */
	uint8_t kind;
};

/* Of a rule, for each side: the shape of two halves of a line, and the point of four shapes. */
struct pos_tables {
	uint8_t reach[2];
	bool caro;
	uint8_t half[2][1024]; /* own stones | blocked << reach, nearest first: index of a half */
	uint8_t shape[2][4096];
	uint8_t caro_shape[POS_CARO_HALVES * POS_CARO_HALVES];
	struct pos_point point[2][POS_PACKS];
};

struct pos_change {
	uint16_t at, side;
	struct pos_point before;
};

/* The state that taking back a stone restores. */
struct pos_before {
	unsigned change_count;
	int32_t value[2];
	uint16_t count[2][KIND_COUNT];
};

/* The lines of one direction as bits. Place p of a line, which is y (x in direction 0), is bit
 * POS_REACH + p; in back, which runs the other way, bit POS_REACH + GAME_SIDE_MAX - 1 - p. Places
 * beyond the board are walls. */
#define POS_REACH 5
#define POS_LINES (2 * GAME_SIDE_MAX - 1)
struct pos_lines {
	uint32_t own[2][POS_LINES], wall[POS_LINES];
	uint32_t own_back[2][POS_LINES], wall_back[POS_LINES];
};

#define POS_DEPTH   220 /* stones that can be taken back */
#define POS_CHANGES (POS_DEPTH * 80)

struct position {
	const struct pos_tables *tables;
	uint8_t side, rule;
	uint8_t turn; /* GOBANG_BLACK or GOBANG_WHITE */
	unsigned empty;
	uint64_t hash;
	int32_t value[2]; /* sums over the empty points; [0] black */
	uint16_t count[2][KIND_COUNT];
	uint8_t cell[POS_CELLS];
	struct pos_point point[2][POS_CELLS];
	struct pos_lines lines[4];
	struct pos_change changes[POS_CHANGES];
	unsigned change_count, depth;
	struct pos_before before[POS_DEPTH];
};

static inline unsigned pos_at(unsigned x, unsigned y)
{
	return POS_FIRST + y * POS_STRIDE + x;
}

static inline unsigned pos_x(unsigned at)
{
	return (at - POS_FIRST) % POS_STRIDE;
}

static inline unsigned pos_y(unsigned at)
{
	return (at - POS_FIRST) / POS_STRIDE;
}

static inline enum kind pos_kind(const struct position *p, unsigned side, unsigned at)
{
	return (enum kind)p->point[side][at].kind;
}

static inline int pos_value(const struct position *p, unsigned side, unsigned at)
{
	return p->point[side][at].value;
}

static inline int pos_order(const struct position *p, unsigned side, unsigned at)
{
	return p->point[side][at].order;
}

static inline unsigned pos_shape(const struct position *p, unsigned side, unsigned at, unsigned d)
{
	return p->point[side][at].pack >> (4 * d) & 15u;
}

/* Points where a side makes a four that does not win at once. */
static inline unsigned pos_fours(const struct position *p, unsigned side)
{
	const uint16_t *count = p->count[side];

	return (unsigned)count[KIND_FOUR_WEAK] + count[KIND_FOUR] + count[KIND_FOUR_THREE];
}

/*
 * KIND_FORBIDDEN includes points whose threes may not count, as one of their fours is forbidden.
 * True for those that are certainly forbidden, by two fours or six in a row: only these prove a
 * win.
 */
bool pos_is_surely_forbidden(const struct position *p, unsigned side, unsigned at);

extern const int pos_steps[4];

void pos_tables_make(struct pos_tables *t, enum gobang_rule rule);
void pos_set(struct position *p, const struct pos_tables *t, const struct gobang_tiny *board,
	uint8_t turn);
/* Puts a stone of the side to move, at most POS_DEPTH in all; undo them in the reverse order. */
void pos_put(struct position *p, unsigned at);
void pos_undo(struct position *p, unsigned at);

#endif
