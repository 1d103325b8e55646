/* SPDX-License-Identifier: MIT */
/*
 * Where the large tiles should stand: the chance that the best play makes a tile of rank TARGET in
 * the cells that a shape of large tiles leaves free, computed exactly for every filling.
 *
 *     bench_shapes TARGET SHAPE      such as 8 xxxx..xx
 *
 * A shape is the board in reading order, x for a large tile; what follows its end is free. 6 to 10
 * cells must be free. The large tiles are all different and larger than TARGET. A move that shifts
 * them is allowed when the next one puts them back; if nothing can, the game is lost. Takes 4 x
 * TARGET ^ cells bytes (256, rank 8: 4.3 GB; 512, rank 9: 14 GB) and some minutes.
 *
 * Shown for some sums of the tiles in the free cells: the best filling, the value that a tenth of
 * all fillings reach, the one that half of them reach, and the mean. Values are kept in 1/65535.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/game2048.h"
#include "biosbelt/longrun.h"
#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/thread.h"

#define SURE  65535u
#define LOW   5u /* cells in the lower half of a number */
#define CHUNK 64u

/* A filling's number is the sum of rank x target^cell over its free cells, counted in order. */
struct shape {
	struct g2048_tables tables;
	unsigned target, cells;
	uint64_t large;               /* the large tiles */
	uint64_t mask;                /* 0xF where they stand */
	uint32_t part[4][65536];      /* what a row adds to the number */
	uint8_t made[65536];          /* a row or column in which a move makes the target */
	uint32_t lows, highs;         /* numbers of the two halves */
	uint64_t *low, *high;         /* their tiles */
	unsigned *low_sum, *high_sum; /* of tiles, 2 counting as 1 */
	uint32_t *by_sum;             /* lower halves in order of their sums ... */
	uint32_t *first;              /* ... and where each sum begins */
	unsigned low_sums, sums;
	uint16_t *after;  /* value of a filling after a move */
	uint16_t *before; /* and before one */
	unsigned sum;     /* being computed */
};

static uint32_t number(const struct shape *s, uint64_t board)
{
	return s->part[0][board & 0xFFFF] + s->part[1][board >> 16 & 0xFFFF] +
	       s->part[2][board >> 32 & 0xFFFF] + s->part[3][board >> 48];
}

static bool can_make(const struct shape *s, uint64_t board)
{
	uint64_t col = g2048_transpose(board);
	unsigned made = 0;

	for (unsigned i = 0; i < 64; i += 16)
		made |= (unsigned)(s->made[board >> i & 0xFFFF] | s->made[col >> i & 0xFFFF]);
	return made != 0;
}

static bool in_place(const struct shape *s, uint64_t board)
{
	return (board & s->mask) == s->large;
}

static uint32_t mean_of_shifted(const struct shape *s, uint64_t board);

/* may_shift: large tiles may leave their place. */
static uint32_t best_move(const struct shape *s, uint64_t board, bool may_shift)
{
	struct g2048_moves m;
	uint32_t best = 0;

	if (can_make(s, board))
		return SURE;
	g2048_all_moves(&s->tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		uint32_t v = 0;

		if (m.after[d] == board)
			continue;
		if (in_place(s, m.after[d]))
			v = s->after[number(s, m.after[d])];
		else if (may_shift)
			v = mean_of_shifted(s, m.after[d]);
		best = v > best ? v : best;
	}
	return best;
}

static uint32_t before_in_place(const struct shape *s, uint64_t board)
{
	return s->before[number(s, board)];
}

static uint32_t put_back(const struct shape *s, uint64_t board)
{
	return best_move(s, board, false);
}

/* Over the new tiles of a board after a move. */
static inline uint32_t mean_of_tiles(const struct shape *s, uint64_t board,
	uint32_t (*value)(const struct shape *s, uint64_t board))
{
	uint64_t sum = 0, count = g2048_count_empty(board);

	for (uint64_t empty = g2048_empty_mask(board); empty != 0; empty &= empty - 1) {
		uint64_t tile = empty & (0ull - empty);

		sum += 9 * (uint64_t)value(s, board | tile) + value(s, board | tile << 1);
	}
	return count == 0 ? 0 : (uint32_t)((sum + 5 * count) / (10 * count));
}

static uint32_t mean_of_shifted(const struct shape *s, uint64_t board)
{
	return mean_of_tiles(s, board, put_back);
}

/* Calls `see` for the fillings of s->sum whose upper halves are in chunk i. */
static void each(
	struct shape *s, size_t i, void (*see)(struct shape *s, uint64_t board, uint32_t at))
{
	uint32_t end = (uint32_t)(i + 1) * CHUNK;

	for (uint32_t h = (uint32_t)i * CHUNK; h < end && h < s->highs; h++) {
		unsigned rest = s->sum - s->high_sum[h];

		if (s->sum < s->high_sum[h] || rest >= s->low_sums)
			continue;
		for (uint32_t k = s->first[rest]; k < s->first[rest + 1]; k++)
			see(s, s->large | s->high[h] | s->low[s->by_sum[k]],
				h * s->lows + s->by_sum[k]);
	}
}

static void see_after(struct shape *s, uint64_t board, uint32_t at)
{
	s->after[at] = (uint16_t)mean_of_tiles(s, board, before_in_place);
}

static void see_before(struct shape *s, uint64_t board, uint32_t at)
{
	s->before[at] = (uint16_t)best_move(s, board, true);
}

static void work_after(void *user, size_t i)
{
	each(user, i, see_after);
}

static void work_before(void *user, size_t i)
{
	each(user, i, see_before);
}

/* A move keeps the sum and a new tile adds to it: from the largest sum down. */
static void solve(struct shape *s)
{
	size_t chunks = (s->highs + CHUNK - 1) / CHUNK;

	for (s->sum = s->sums; s->sum-- > 0;) {
		thread_for(chunks, 0, work_after, s);
		thread_for(chunks, 0, work_before, s);
	}
}

static uint64_t histogram[SURE + 1];

static void see_count(struct shape *s, uint64_t board, uint32_t at)
{
	(void)board;
	histogram[s->after[at]]++;
}

static void show(struct shape *s, const char *name, unsigned sum)
{
	uint64_t all = 0, seen = 0;
	unsigned best = 0, tenth = 0, half = 0;
	double mean = 0;

	memset(histogram, 0, sizeof(histogram));
	s->sum = sum;
	for (size_t i = 0; i <= s->highs / CHUNK; i++)
		each(s, i, see_count);
	for (unsigned v = 0; v <= SURE; v++) {
		all += histogram[v];
		mean += (double)v * (double)histogram[v];
		best = histogram[v] > 0 ? v : best;
	}
	for (unsigned v = SURE + 1; v-- > 0;) {
		if (seen * 10 < all)
			tenth = v;
		if (seen * 2 < all)
			half = v;
		seen += histogram[v];
	}
	printf("%-16s %4u  %.4f  %.4f  %.4f  %.4f\n", name, 2 * sum, best / 65535.0,
		tenth / 65535.0, half / 65535.0, mean / (double)all / 65535.0);
	fflush(stdout);
}

/* Half a number's tiles and sum: `count` cells from `cell` on. */
static bool list_half(const struct shape *s, const unsigned *cell, unsigned count,
	uint32_t *numbers, uint64_t **tiles, unsigned **sums)
{
	*numbers = 1;
	for (unsigned i = 0; i < count; i++)
		*numbers *= s->target;
	*tiles = calloc(*numbers, sizeof(**tiles));
	*sums = calloc(*numbers, sizeof(**sums));
	for (uint32_t n = 0; *tiles != NULL && *sums != NULL && n < *numbers; n++) {
		uint32_t left = n;

		for (unsigned i = 0; i < count; i++, left /= s->target) {
			unsigned rank = left % s->target;

			(*tiles)[n] |= (uint64_t)rank << (4 * cell[i]);
			(*sums)[n] += rank > 0 ? 1u << (rank - 1) : 0;
		}
	}
	return *tiles != NULL && *sums != NULL;
}

static bool sort_low(struct shape *s)
{
	uint32_t at = 0;

	s->by_sum = malloc(s->lows * sizeof(*s->by_sum));
	s->first = malloc((s->low_sums + 1) * sizeof(*s->first));
	if (s->by_sum == NULL || s->first == NULL)
		return false;
	for (unsigned sum = 0; sum < s->low_sums; sum++) {
		s->first[sum] = at;
		for (uint32_t n = 0; n < s->lows; n++)
			if (s->low_sum[n] == sum)
				s->by_sum[at++] = n;
	}
	s->first[s->low_sums] = at;
	return true;
}

static void fill_rows(struct shape *s, const uint32_t weight[16])
{
	for (unsigned row = 0; row < 65536; row++) {
		unsigned last = 0;

		for (unsigned i = 0; i < 4; i++) {
			unsigned rank = row >> (4 * i) & 15;

			for (unsigned r = 0; r < 4; r++)
				s->part[r][row] += weight[4 * r + i] * rank;
			s->made[row] |= rank == s->target - 1 && rank == last;
			last = rank != 0 ? rank : last;
		}
	}
}

/* False: text is not a shape, or memory is not there. */
static bool prepare(struct shape *s, const char *text, unsigned target)
{
	unsigned cell[16], rank = 15;
	uint32_t weight[16] = {0}, next = 1;
	size_t bytes = sizeof(uint16_t), len = strlen(text);
	void *after, *before;
	struct err err;

	memset(s, 0, sizeof(*s));
	g2048_tables_init(&s->tables);
	s->target = target;
	for (unsigned i = 0; i < 16; i++) {
		if (i < len && text[i] == 'x') {
			s->mask |= 15ull << (4 * i);
			s->large |= (uint64_t)(rank-- & 15) << (4 * i);
			continue;
		}
		if (i < len && text[i] != '.')
			return false;
		weight[i] = next;
		next *= target;
		bytes *= target;
		cell[s->cells++] = i;
	}
	if (len > 16 || s->cells <= LOW || s->cells > 10 || rank < target)
		return false;
	fill_rows(s, weight);
	if (!list_half(s, cell, LOW, &s->lows, &s->low, &s->low_sum) ||
		!list_half(s, cell + LOW, s->cells - LOW, &s->highs, &s->high, &s->high_sum))
		return false;
	s->low_sums = s->low_sum[s->lows - 1] + 1;
	s->sums = s->low_sums + s->high_sum[s->highs - 1];
	if (!sort_low(s) || os_large_alloc(bytes, &after, &err) != ERR_OK ||
		os_large_alloc(bytes, &before, &err) != ERR_OK)
		return false;
	s->after = after;
	s->before = before;
	return true;
}

int main(int argc, char **argv)
{
	static struct shape s;
	uint64_t target;

	if (argc != 3 || !num_parse_u64(argv[1], &target) || target < 3 || target > 9) {
		fprintf(stderr,
			"usage: bench_shapes TARGET SHAPE   (TARGET: a rank from 3 to 9)\n");
		return 2;
	}
	if (!prepare(&s, argv[2], (unsigned)target)) {
		fprintf(stderr, "bench_shapes: %s: no such shape, or no memory\n", argv[2]);
		return 1;
	}
	solve(&s);
	printf("shape             sum  best    tenth   half    mean\n");
	for (unsigned sum = 5; sum < 1u << (target - 1); sum = 2 * sum + 5)
		show(&s, argv[2], sum);
	return 0;
}
