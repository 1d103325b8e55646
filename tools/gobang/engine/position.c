/* SPDX-License-Identifier: MIT */
#include "engine/position.h"

#include <string.h>

#define SPAN  10 /* cells on either side that the points a stone changes can see */
#define REACH 5

const int pos_steps[4] = {1, POS_STRIDE, POS_STRIDE + 1, POS_STRIDE - 1};

/* A number for a stone on a point: a fixed mixing function instead of a table. */
static uint64_t stone_hash(unsigned at, unsigned colour)
{
	uint64_t z = (at * 2u + colour) * 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

/* Takes a point's share out of the sums, or puts it in. */
static void count_point(struct position *p, unsigned side, unsigned at, int sign)
{
	unsigned kind = pos_kind(p, side, at);

	p->count[side][kind] = (uint16_t)(p->count[side][kind] + sign);
	p->value[side] += sign * pos_value(p, side, at);
}

static void set_shape(struct position *p, unsigned side, unsigned at, unsigned d, unsigned shape)
{
	uint16_t before = p->pack[side][at];
	uint16_t pack = (uint16_t)((before & ~(15u << (4 * d))) | shape << (4 * d));

	if (pack == before)
		return;
	p->changes[p->change_count++] = (struct pos_change){(uint16_t)at, (uint16_t)side, before};
	count_point(p, side, at, -1);
	p->pack[side][at] = pack;
	count_point(p, side, at, 1);
}

/* One line through a point as bits, and the same the other way round; bit SPAN is the point. */
struct bits {
	uint32_t own[2], wall, own_back[2], wall_back;
};

static void read_line(const struct position *p, unsigned at, int step, struct bits *b)
{
	const uint8_t *cell = p->cell + at - SPAN * step;

	*b = (struct bits){0};
	for (unsigned i = 0; i <= 2 * SPAN; i++, cell += step) {
		uint32_t ahead = 1u << i, back = 1u << (2 * SPAN - i);

		switch (*cell) {
		case GOBANG_BLACK:
			b->own[0] |= ahead;
			b->own_back[0] |= back;
			break;
		case GOBANG_WHITE:
			b->own[1] |= ahead;
			b->own_back[1] |= back;
			break;
		case GOBANG_WALL:
			b->wall |= ahead;
			b->wall_back |= back;
			break;
		default:
			break;
		}
	}
}

/* The shape of side on the point at an offset of the line. */
static unsigned shape_at(
	const struct pos_tables *t, const struct bits *b, unsigned side, int offset)
{
	unsigned reach = t->reach[side], mask = (1u << reach) - 1;
	int ahead = SPAN + 1 + offset, back = SPAN + 1 - offset;
	unsigned right = (b->own[side] >> ahead & mask) |
			 ((b->own[1 - side] | b->wall) >> ahead & mask) << reach;
	unsigned left = (b->own_back[side] >> back & mask) |
			((b->own_back[1 - side] | b->wall_back) >> back & mask) << reach;

	return t->shape[side][(unsigned)t->half[side][left] << (reach + 1) | t->half[side][right]];
}

/* Reads the points anew that see the one at along one half of a line. A side sees no further than
 * the other's first stone. */
static void update_half(struct position *p, const struct bits *b, unsigned at, unsigned d, int way)
{
	bool sees[2] = {true, true};

	for (int o = way; o != way * (REACH + 1) && (sees[0] || sees[1]); o += way) {
		unsigned on = (unsigned)((int)at + o * pos_steps[d]);

		switch (p->cell[on]) {
		case GOBANG_EMPTY:
			for (unsigned side = 0; side < 2; side++)
				if (sees[side])
					set_shape(p, side, on, d, shape_at(p->tables, b, side, o));
			break;
		case GOBANG_BLACK:
			sees[1] = false;
			break;
		case GOBANG_WHITE:
			sees[0] = false;
			break;
		default:
			return;
		}
	}
}

static void update(struct position *p, unsigned at)
{
	for (unsigned d = 0; d < 4; d++) {
		struct bits b;

		read_line(p, at, pos_steps[d], &b);
		update_half(p, &b, at, d, 1);
		update_half(p, &b, at, d, -1);
	}
}

void pos_put(struct position *p, unsigned at)
{
	p->begins[p->depth++] = p->change_count;
	count_point(p, 0, at, -1);
	count_point(p, 1, at, -1);
	p->cell[at] = p->turn;
	p->hash ^= stone_hash(at, p->turn);
	p->turn = (uint8_t)(3 - p->turn);
	p->empty--;
	update(p, at);
}

void pos_undo(struct position *p, unsigned at)
{
	unsigned begin = p->begins[--p->depth];

	while (p->change_count > begin) {
		const struct pos_change *c = &p->changes[--p->change_count];

		count_point(p, c->side, c->at, -1);
		p->pack[c->side][c->at] = c->pack;
		count_point(p, c->side, c->at, 1);
	}
	p->turn = (uint8_t)(3 - p->turn);
	p->hash ^= stone_hash(at, p->turn);
	p->cell[at] = GOBANG_EMPTY;
	p->empty++;
	count_point(p, 0, at, 1);
	count_point(p, 1, at, 1);
}

/* The shapes of one point of an empty board. */
static void first_shapes(struct position *p, unsigned at)
{
	for (unsigned d = 0; d < 4; d++) {
		struct bits b;

		read_line(p, at, pos_steps[d], &b);
		for (unsigned side = 0; side < 2; side++)
			p->pack[side][at] |=
				(uint16_t)(shape_at(p->tables, &b, side, 0) << (4 * d));
	}
	count_point(p, 0, at, 1);
	count_point(p, 1, at, 1);
}

void pos_set(struct position *p, const struct pos_tables *t, const struct gobang_tiny *board,
	uint8_t turn)
{
	memset(p, 0, sizeof(*p));
	p->tables = t;
	p->side = board->side;
	p->rule = board->rule;
	p->hash =
		stone_hash(p->side, 3); /* the same stones on another board are another position */
	memset(p->cell, GOBANG_WALL, sizeof(p->cell));
	for (unsigned y = 0; y < p->side; y++)
		memset(p->cell + pos_at(0, y), GOBANG_EMPTY, p->side);
	p->empty = (unsigned)p->side * p->side;
	for (unsigned y = 0; y < p->side; y++)
		for (unsigned x = 0; x < p->side; x++)
			first_shapes(p, pos_at(x, y));
	for (uint8_t y = 0; y < p->side; y++) {
		for (uint8_t x = 0; x < p->side; x++) {
			p->turn = gobang_tiny_colour(board, GOBANG_AT(x, y));
			if (p->turn == GOBANG_EMPTY)
				continue;
			pos_put(p, pos_at(x, y));
			p->change_count = p->depth = 0; /* is never undone */
		}
	}
	p->turn = turn;
}
