/* SPDX-License-Identifier: MIT */
#include "endgame/endgame.h"

#include <stdlib.h>
#include <string.h>

#define WALL  15u
#define CHUNK 65536u

/* Four cells moved to the left, walls kept or shifted like tiles. */
static struct endgame_line slide(uint16_t row, unsigned target, bool solid)
{
	struct endgame_line line = {0, false, false};
	unsigned out[4] = {0, 0, 0, 0}, used = 0;
	bool open = false;

	for (unsigned at = 0; at < 4; at++) {
		unsigned r = (row >> (4 * at)) & 15u;

		if (r == 0)
			continue;
		if (r == WALL) {
			if (used != at && !solid)
				line.forbidden = true;
			used = at; /* what follows stops here */
			out[used++] = WALL;
			open = false;
		} else if (open && out[used - 1] == r) {
			line.made = line.made || r + 1 >= target;
			out[used - 1]++;
			open = false;
		} else {
			out[used++] = r;
			open = true;
		}
	}
	for (unsigned at = 0; at < 4; at++)
		line.row = (uint16_t)(line.row | out[at] << (4 * at));
	return line;
}

static uint16_t turn(uint16_t row)
{
	return (uint16_t)((row & 15u) << 12 | (row & 0xF0u) << 4 | (row & 0xF00u) >> 4 | row >> 12);
}

enum err_code endgame_rules_init(
	struct endgame_rules *r, const struct endgame_spec *spec, struct err *err)
{
	uint64_t ones = spec->free & 0x1111111111111111ull, states = 1;

	memset(r, 0, sizeof(*r));
	if (spec->target < ENDGAME_TARGET_MIN || spec->target > ENDGAME_TARGET_MAX)
		return err_set(err, ERR_FORMAT, "endgame target %u is impossible", spec->target);
	if (spec->free != ones * 15)
		return err_set(err, ERR_FORMAT, "the free cells of an endgame are impossible");
	r->spec = *spec;
	r->walls = ~spec->free;
	for (unsigned cell = 0; cell < 16; cell++) {
		if (((spec->free >> (4 * cell)) & 15) == 0)
			continue;
		r->weight[cell] = (uint32_t)states;
		r->cells++;
		states *= spec->target;
		if (states > ENDGAME_STATES_MAX)
			return err_set(err, ERR_LIMIT, "the endgame has too many positions");
	}
	if (r->cells < 2)
		return err_set(err, ERR_FORMAT, "an endgame needs two free cells");
	r->states = (uint32_t)states;
	for (uint32_t row = 0; row < 65536; row++) {
		struct endgame_line back = slide(turn((uint16_t)row), spec->target, spec->solid);

		r->left[row] = slide((uint16_t)row, spec->target, spec->solid);
		back.row = turn(back.row);
		r->right[row] = back;
		for (unsigned i = 0; i < 4; i++)
			for (unsigned at = 0; at < 4; at++)
				r->part[i][row] +=
					r->weight[4 * i + at] * ((row >> (4 * at)) & 15u);
	}
	return ERR_OK;
}

uint32_t endgame_number(const struct endgame_rules *r, uint64_t board)
{
	return r->part[0][board & 0xFFFF] + r->part[1][(board >> 16) & 0xFFFF] +
	       r->part[2][(board >> 32) & 0xFFFF] + r->part[3][board >> 48];
}

uint64_t endgame_board(const struct endgame_rules *r, uint32_t number)
{
	uint64_t board = r->walls;

	for (unsigned cell = 0; cell < 16; cell++) {
		if (r->weight[cell] == 0)
			continue;
		board |= (uint64_t)(number % r->spec.target) << (4 * cell);
		number /= r->spec.target;
	}
	return board;
}

enum endgame_move endgame_try(
	const struct endgame_rules *r, uint64_t board, enum g2048_dir dir, uint64_t *after)
{
	bool upright = dir == G2048_UP || dir == G2048_DOWN, made = false;
	const struct endgame_line *lines =
		dir == G2048_UP || dir == G2048_LEFT ? r->left : r->right;
	uint64_t in = upright ? g2048_transpose(board) : board, out = 0;

	for (unsigned i = 0; i < 64; i += 16) {
		const struct endgame_line *l = &lines[(in >> i) & 0xFFFF];

		if (l->forbidden)
			return ENDGAME_NO;
		made = made || l->made;
		out |= (uint64_t)l->row << i;
	}
	if (out == in)
		return ENDGAME_NO;
	*after = upright ? g2048_transpose(out) : out;
	return made ? ENDGAME_MADE : ENDGAME_GOES_ON;
}

/* Mean over the new tiles. */
static float chance_after(const struct endgame_rules *r, const float *chance, uint64_t after)
{
	uint32_t number = endgame_number(r, after);
	float two = 0, four = 0;
	unsigned open = 0;

	for (uint64_t e = g2048_empty_mask(after); e != 0; e &= e - 1, open++) {
		uint32_t weight = r->weight[(unsigned)__builtin_ctzll(e) / 4];

		two += chance[number + weight];
		four += chance[number + 2 * weight];
	}
	return (0.9f * two + 0.1f * four) / (float)open;
}

static float best_chance(const struct endgame_rules *r, const float *chance, uint64_t board)
{
	float best = 0;

	for (int d = G2048_UP; d <= G2048_RIGHT; d++) {
		uint64_t after;
		float v;

		switch (endgame_try(r, board, (enum g2048_dir)d, &after)) {
		case ENDGAME_MADE:
			return 1;
		case ENDGAME_GOES_ON:
			v = chance_after(r, chance, after);
			best = v > best ? v : best;
			break;
		default:
			break;
		}
	}
	return best;
}

struct solver {
	const struct endgame_rules *rules;
	float *chance;
	const uint32_t *list; /* the fillings of one sum */
	uint32_t count;
};

static void solve_chunk(void *user, size_t i)
{
	struct solver *s = user;
	uint32_t first = (uint32_t)i * CHUNK;
	uint32_t last = s->count - first < CHUNK ? s->count : first + CHUNK;

	for (uint32_t k = first; k < last; k++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): the caller filled it */
		uint32_t number = s->list[k];
		uint64_t board = endgame_board(s->rules, number);

		s->chance[number] = best_chance(s->rules, s->chance, board);
	}
}

/* Half the sum of the tiles. */
static uint32_t half_sum(const struct endgame_rules *r, uint32_t number)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < r->cells; i++) {
		sum += (1u << (number % r->spec.target)) >> 1;
		number /= r->spec.target;
	}
	return sum;
}

/* list: all fillings by their sums; start[h]: where half-sum h begins. */
static void sort_by_sum(
	const struct endgame_rules *r, uint32_t *list, uint32_t *start, uint32_t sums)
{
	memset(start, 0, (sums + 1) * sizeof(*start));
	for (uint32_t i = 0; i < r->states; i++)
		start[half_sum(r, i) + 1]++;
	for (uint32_t h = 0; h < sums; h++)
		start[h + 1] += start[h];
	for (uint32_t i = 0; i < r->states; i++)
		list[start[half_sum(r, i)]++] = i;
	memmove(start + 1, start, sums * sizeof(*start));
	start[0] = 0;
}

enum err_code endgame_solve(const struct endgame_rules *r, search_parallel *parallel,
	unsigned threads, float *chance, struct err *err)
{
	uint32_t sums = r->cells * (1u << (r->spec.target - 1)) / 2 + 1;
	uint32_t *list = malloc(r->states * sizeof(*list));
	uint32_t *start = malloc((sums + 1) * sizeof(*start));
	struct solver s = {.rules = r, .chance = chance};

	if (list == NULL || start == NULL) {
		free(list);
		free(start);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	sort_by_sum(r, list, start, sums);
	for (uint32_t h = sums; h > 0; h--) {
		size_t chunks;

		s.list = list + start[h - 1];
		s.count = start[h] - start[h - 1];
		chunks = (s.count + CHUNK - 1) / CHUNK;
		if (parallel != NULL && chunks > 1)
			parallel(chunks, threads, solve_chunk, &s);
		else
			for (size_t i = 0; i < chunks; i++)
				solve_chunk(&s, i);
	}
	free(list);
	free(start);
	return ERR_OK;
}

/* 2^(-1/4), 2^(-2/4), 2^(-3/4) and 2^(-1/8), written out so that every build has the same. */
float endgame_chance(unsigned class)
{
	static const float root[4] = {1.0f, 0.840896415f, 0.707106781f, 0.594603558f};

	return class >= ENDGAME_CLASSES - 1 ? 1 : 1 - root[class % 4] / (float)(1u << (class / 4));
}

unsigned endgame_class(float chance)
{
	unsigned c = 0;

	while (c < ENDGAME_CLASSES - 2 && 1 - chance <= 0.917004043f * (1 - endgame_chance(c)))
		c++;
	return c == ENDGAME_CLASSES - 2 && 1 - chance <= 1.5e-5f ? c + 1 : c;
}

void endgame_free(struct endgame_set *set)
{
	for (unsigned i = 0; i < set->count; i++) {
		free(set->table[i].rules);
		free(set->table[i].class);
	}
	memset(set, 0, sizeof(*set));
}

/* The walls of a table over the board's tiles, when it fits; else 0. */
static uint64_t fit(const struct endgame_rules *r, uint64_t board)
{
	unsigned set = 0;

	for (unsigned cell = 0; cell < 16; cell++) {
		unsigned rank = g2048_rank(board, cell);

		if (r->weight[cell] != 0 ? rank >= r->spec.target
					 : rank < r->spec.target || ((set >> rank) & 1) != 0)
			return 0;
		if (r->weight[cell] == 0)
			set |= 1u << rank;
	}
	return (set >> r->spec.target) & 1 ? board | r->walls : 0;
}

static float class_after(const struct endgame_table *t, uint64_t after)
{
	const struct endgame_rules *r = t->rules;
	uint32_t number = endgame_number(r, after);
	float sum = 0;
	unsigned open = 0;

	for (uint64_t e = g2048_empty_mask(after); e != 0; e &= e - 1, open++) {
		uint32_t weight = r->weight[(unsigned)__builtin_ctzll(e) / 4];

		sum += 0.9f * endgame_chance(t->class[number + weight]) +
		       0.1f * endgame_chance(t->class[number + 2 * weight]);
	}
	return sum / (float)open;
}

/* One symmetry: which direction on the turned board is dir on the board. */
struct view {
	uint64_t board;
	enum g2048_dir dir[4];
};

static void make_views(uint64_t board, struct view out[8])
{
	for (unsigned i = 0; i < 8; i++) {
		struct view *v = &out[i];
		enum g2048_dir t;

		v->board = board;
		for (int d = 0; d < 4; d++)
			v->dir[d] = (enum g2048_dir)d;
		if ((i & 1) != 0) {
			v->board = g2048_mirror(v->board);
			v->dir[G2048_LEFT] = G2048_RIGHT;
			v->dir[G2048_RIGHT] = G2048_LEFT;
		}
		if ((i & 2) != 0) {
			v->board = g2048_flip(v->board);
			v->dir[G2048_UP] = G2048_DOWN;
			v->dir[G2048_DOWN] = G2048_UP;
		}
		if ((i & 4) == 0)
			continue;
		v->board = g2048_transpose(v->board);
		for (int d = 0; d < 4; d++) {
			t = v->dir[d];
			v->dir[d] = (enum g2048_dir)((int)t ^ 2); /* up-left, down-right */
		}
	}
}

static void look_in(
	const struct endgame_table *t, const struct view *v, uint64_t walled, float chance[4])
{
	for (int d = 0; d < 4; d++) {
		uint64_t after;
		enum endgame_move m = endgame_try(t->rules, walled, v->dir[d], &after);

		chance[d] = m == ENDGAME_NO ? -1 : m == ENDGAME_MADE ? 1 : class_after(t, after);
	}
}

bool endgame_look(const struct endgame_set *set, uint64_t board, float chance[4])
{
	const struct endgame_table *best = NULL;
	const struct view *best_view = NULL;
	uint64_t best_walled = 0;
	struct view views[8];

	if (set->count == 0 || g2048_max_rank(board) < 8)
		return false;
	make_views(board, views);
	for (unsigned i = 0; i < set->count; i++) {
		const struct endgame_table *t = &set->table[i];

		if (best != NULL && t->rules->cells >= best->rules->cells)
			continue;
		for (unsigned k = 0; k < 8; k++) {
			uint64_t walled = fit(t->rules, views[k].board);

			if (walled == 0)
				continue;
			best = t;
			best_view = &views[k];
			best_walled = walled;
			break;
		}
	}
	if (best == NULL)
		return false;
	look_in(best, best_view, best_walled, chance);
	return true;
}
