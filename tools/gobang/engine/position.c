/* SPDX-License-Identifier: MIT */
#include "engine/position.h"

#include <string.h>

const int pos_steps[4] = {1, POS_STRIDE, POS_STRIDE + 1, POS_STRIDE - 1};

/* A hash of a stone on a point: a fixed mixing function instead of a table. */
static uint64_t stone_hash(unsigned at, unsigned colour)
{
	uint64_t z = (at * 2u + colour) * 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

/* Adds a point's share to the sums, or removes it. */
static void count_point(struct position *p, unsigned side, unsigned at, int sign)
{
	const struct pos_point *point = &p->point[side][at];

	p->count[side][point->kind] = (uint16_t)(p->count[side][point->kind] + sign);
	p->value[side] += sign * point->value;
}

static void set_point(struct position *p, unsigned side, unsigned at, struct pos_point to)
{
	struct pos_point *point = &p->point[side][at];
	uint16_t *count = p->count[side];

	count[point->kind]--;
	count[to.kind]++;
	p->value[side] += to.value - point->value;
	*point = to;
}

static void set_shape(struct position *p, unsigned side, unsigned at, unsigned d, unsigned shape)
{
	uint16_t before = p->point[side][at].pack;
	uint16_t pack = (uint16_t)((before & ~(15u << (4 * d))) | shape << (4 * d));

	if (pack == before)
		return;
	p->changes[p->change_count++] =
		(struct pos_change){(uint16_t)at, (uint16_t)side, p->point[side][at]};
	set_point(p, side, at, p->tables->point[side][pack]);
}

/* The line of direction d through a point, and the point's position in it. */
static unsigned line_of(unsigned x, unsigned y, unsigned d)
{
	switch (d) {
	case 0:
		return y;
	case 1:
		return x;
	case 2:
		return x + GAME_SIDE_MAX - 1 - y;
	default:
		return x + y;
	}
}

/* Flips the bits of a stone in its four lines. */
static void flip_stone(struct position *p, unsigned at, unsigned side)
{
	unsigned x = pos_x(at), y = pos_y(at);

	for (unsigned d = 0; d < 4; d++) {
		unsigned line = line_of(x, y, d), place = d == 0 ? x : y;

		p->lines[d].own[side][line] ^= 1u << (POS_REACH + place);
		p->lines[d].own_back[side][line] ^= 1u << (POS_REACH + GAME_SIDE_MAX - 1 - place);
	}
}

/* Sets walls everywhere outside the board. */
static void set_walls(struct position *p)
{
	memset(p->lines, 0, sizeof(p->lines));
	for (unsigned d = 0; d < 4; d++)
		for (unsigned line = 0; line < POS_LINES; line++)
			p->lines[d].wall[line] = p->lines[d].wall_back[line] = UINT32_MAX;
	for (unsigned y = 0; y < p->side; y++)
		for (unsigned x = 0; x < p->side; x++)
			for (unsigned d = 0; d < 4; d++) {
				unsigned line = line_of(x, y, d), place = d == 0 ? x : y;

				p->lines[d].wall[line] &= ~(1u << (POS_REACH + place));
				p->lines[d].wall_back[line] &=
					~(1u << (POS_REACH + GAME_SIDE_MAX - 1 - place));
			}
}

/* A line as seen by one side: its stones in the low half of a word, blocking points in the high
 * half; place is that of a point. */
struct bits {
	uint64_t ahead, back;
	uint32_t wall, wall_back;
	unsigned place;
};

static inline struct bits read_line(
	const struct position *p, unsigned at, unsigned d, unsigned side)
{
	const struct pos_lines *l = &p->lines[d];
	unsigned x = pos_x(at), y = pos_y(at), line = line_of(x, y, d);
	uint32_t block = l->own[1 - side][line] | l->wall[line];
	uint32_t block_back = l->own_back[1 - side][line] | l->wall_back[line];

	return (struct bits){
		.ahead = l->own[side][line] | (uint64_t)block << 32,
		.back = l->own_back[side][line] | (uint64_t)block_back << 32,
		.wall = l->wall[line],
		.wall_back = l->wall_back[line],
		.place = d == 0 ? x : y,
	};
}

/* The stones of a half line and, above them, blocking points, from a bit on. At most 25, so that
 * the high half of the word is not shifted into the stones. */
static inline unsigned half_at(uint64_t line, unsigned bit, unsigned reach)
{
	uint64_t from = line >> bit;
	uint64_t mask = (1u << reach) - 1;

	return (unsigned)((from & mask) | (from >> (32 - reach) & mask << reach));
}

/* Whether the first blocking point of a half line is the border. */
static inline bool ends_at_border(uint32_t block, uint32_t wall)
{
	return (block & (0u - block) & wall) != 0;
}

/* Caro, where the border does not block a five. */
static inline unsigned caro_shape(const struct pos_tables *t, unsigned left, unsigned right,
	bool left_border, bool right_border)
{
	left += left_border ? POS_CARO_BORDER : 0;
	right += right_border ? POS_CARO_BORDER : 0;
	return t->caro_shape[left * POS_CARO_HALVES + right];
}

/* The shape of side on the point at an offset along the line. reach and caro are those of t. */
static inline unsigned shape_at(const struct pos_tables *t, const struct bits *b, unsigned side,
	int offset, unsigned reach, bool caro)
{
	unsigned ahead = (unsigned)((int)b->place + offset) + POS_REACH + 1;
	unsigned back = 2 * POS_REACH + GAME_SIDE_MAX + 1 - ahead;
	unsigned right = half_at(b->ahead, ahead, reach), left = half_at(b->back, back, reach);

	if (caro)
		return caro_shape(t, t->half[side][left], t->half[side][right],
			ends_at_border(left >> reach, b->wall_back >> back),
			ends_at_border(right >> reach, b->wall >> ahead));
	return t->shape[side][(unsigned)t->half[side][left] << (reach + 1) | t->half[side][right]];
}

/* Updates the empty points that see the one at along one half of a line, up to the first blocking
 * point. */
static inline void update_half(struct position *p, const struct bits *b, unsigned side, unsigned at,
	unsigned d, int way, unsigned reach, bool caro)
{
	for (int o = way; o != way * (int)(reach + 1); o += way) {
		unsigned bit = (unsigned)((int)b->place + o) + POS_REACH;

		if (b->ahead >> (32 + bit) & 1)
			return;
		if ((b->ahead >> bit & 1) == 0)
			set_shape(p, side, (unsigned)((int)at + o * pos_steps[d]), d,
				shape_at(p->tables, b, side, o, reach, caro));
	}
}

/* reach and caro are constants at each call, for the innermost loop. */
static inline void update_side(
	struct position *p, unsigned at, unsigned side, unsigned reach, bool caro)
{
	for (unsigned d = 0; d < 4; d++) {
		struct bits b = read_line(p, at, d, side);

		update_half(p, &b, side, at, d, 1, reach, caro);
		update_half(p, &b, side, at, d, -1, reach, caro);
	}
}

static void update(struct position *p, unsigned at)
{
	for (unsigned side = 0; side < 2; side++) {
		if (p->tables->caro)
			update_side(p, at, side, 5, true);
		else if (p->tables->reach[side] == 5)
			update_side(p, at, side, 5, false);
		else
			update_side(p, at, side, 4, false);
	}
}

void pos_put(struct position *p, unsigned at)
{
	struct pos_before *before = &p->before[p->depth++];

	before->change_count = p->change_count;
	memcpy(before->value, p->value, sizeof(p->value));
	memcpy(before->count, p->count, sizeof(p->count));
	count_point(p, 0, at, -1);
	count_point(p, 1, at, -1);
	p->cell[at] = p->turn;
	flip_stone(p, at, p->turn - 1u);
	p->hash ^= stone_hash(at, p->turn);
	p->turn = (uint8_t)(3 - p->turn);
	p->empty--;
	update(p, at);
}

void pos_undo(struct position *p, unsigned at)
{
	const struct pos_before *before = &p->before[--p->depth];

	while (p->change_count > before->change_count) {
		const struct pos_change *c = &p->changes[--p->change_count];

		p->point[c->side][c->at] = c->before;
	}
	memcpy(p->value, before->value, sizeof(p->value));
	memcpy(p->count, before->count, sizeof(p->count));
	p->turn = (uint8_t)(3 - p->turn);
	p->hash ^= stone_hash(at, p->turn);
	flip_stone(p, at, p->turn - 1u);
	p->cell[at] = GOBANG_EMPTY;
	p->empty++;
}

/* Computes the shapes of one point on an empty board. */
static void first_shapes(struct position *p, unsigned at)
{
	unsigned packs[2] = {0, 0};

	for (unsigned d = 0; d < 4; d++) {
		for (unsigned side = 0; side < 2; side++) {
			struct bits b = read_line(p, at, d, side);

			packs[side] |= shape_at(p->tables, &b, side, 0, p->tables->reach[side],
					       p->tables->caro)
				       << (4 * d);
		}
	}
	for (unsigned side = 0; side < 2; side++)
		p->point[side][at] = p->tables->point[side][packs[side]];
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
	p->hash = stone_hash(
		p->side, 3); /* the same stones on a board of another size are another position */
	memset(p->cell, GOBANG_WALL, sizeof(p->cell));
	for (unsigned y = 0; y < p->side; y++)
		memset(p->cell + pos_at(0, y), GOBANG_EMPTY, p->side);
	set_walls(p);
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
			p->change_count = p->depth = 0; /* cannot be undone */
		}
	}
	p->turn = turn;
}

bool pos_is_surely_forbidden(const struct position *p, unsigned side, unsigned at)
{
	unsigned fours = 0;

	if (pos_kind(p, side, at) != KIND_FORBIDDEN)
		return false;
	for (unsigned d = 0; d < 4; d++) {
		unsigned shape = pos_shape(p, side, at, d);

		if (shape == GOBANG_OVER)
			return true;
		fours += shape == GOBANG_FOURS ? 2
					       : shape == GOBANG_FOUR || shape == GOBANG_FOUR_OPEN;
	}
	return fours >= 2;
}
