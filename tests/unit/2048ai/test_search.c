/* SPDX-License-Identifier: MIT */
/* The searches against plain recursion, the reference positions and the teaching example. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/coach.h"
#include "search/minimax.h"
#include "search/search.h"
#include "test.h"

#define MEMORY (4u << 20)

static struct g2048_tables tables;
static struct search_heuristic heuristic;
static struct search search;
static struct minimax_lines lines;

static double slow_chance(uint64_t board, unsigned depth);

static double slow_max(uint64_t board, unsigned depth)
{
	double best = 0;

	for (unsigned d = 0; d < 4; d++) {
		uint64_t after = g2048_move(&tables, board, (enum g2048_dir)d);
		double v;

		if (after == board)
			continue;
		v = slow_chance(after, depth - 1);
		best = v > best ? v : best;
	}
	return best;
}

static double slow_chance(uint64_t board, unsigned depth)
{
	double sum = 0;
	unsigned open = 0;

	if (depth == 0)
		return (double)search_evaluate(&heuristic, board) / SEARCH_SCALE;
	for (unsigned c = 0; c < 16; c++) {
		if (g2048_rank(board, c) != 0)
			continue;
		open++;
		sum += 0.9 * slow_max(board | 1ull << (4 * c), depth);
		sum += 0.1 * slow_max(board | 2ull << (4 * c), depth);
	}
	return sum / open;
}

/* Depth 2 is deep enough for every kind of node and shallow enough for no cut-off by probability
 * on boards with few empty cells. */
static void values_are_those_of_plain_recursion(void **state)
{
	static const uint64_t boards[] = {0x64107300a210c000ull, 0x1234123412300021ull,
		0x0000000000000011ull, 0xfedc4321123a1b2cull, 0x2121121221211210ull};

	(void)state;
	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		for (unsigned depth = 1; depth <= 2; depth++) {
			struct search_limits limits = {.depth = depth};
			struct search_result r;

			search_run(&search, boards[i], &limits, &r);
			assert_int_equal(r.depth, depth);
			for (unsigned d = 0; d < 4; d++) {
				uint64_t after = g2048_move(&tables, boards[i], (enum g2048_dir)d);
				double slow;

				assert_int_equal((r.legal >> d) & 1, after != boards[i]);
				if (after == boards[i])
					continue;
				slow = slow_chance(after, depth);
				assert_true(r.value[d] > slow - 0.1 && r.value[d] < slow + 0.1);
			}
		}
	}
}

static void reverse_order(
	size_t count, unsigned threads, void (*work)(void *user, size_t i), void *user)
{
	(void)threads;
	while (count-- > 0)
		work(user, count);
}

static void assert_same(const struct search_result *a, const struct search_result *b)
{
	assert_int_equal(a->best, b->best);
	assert_int_equal(a->depth, b->depth);
	assert_true(a->nodes == b->nodes && a->hits == b->hits);
	assert_memory_equal(a->value, b->value, sizeof(a->value));
}

/* What ran before, or which root move came first, must not show. */
static void the_answer_depends_on_board_and_limits_only(void **state)
{
	struct search_limits limits = {.nodes = 300000}, other = {.depth = 3};
	struct search_result first, again;

	(void)state;
	search_run(&search, 0x64107300a210c000ull, &limits, &first);
	for (unsigned i = 0; i < 50; i++)
		search_run(&search, 0x64107300a210c000ull + i % 3 * 0x10, &other, &again);
	search_run(&search, 0x64107300a210c000ull, &limits, &again);
	assert_same(&first, &again);
	search.parallel = reverse_order;
	search.threads = 2;
	search_run(&search, 0x64107300a210c000ull, &limits, &again);
	search.parallel = NULL;
	search.threads = 1;
	assert_same(&first, &again);
	assert_true(first.nodes <= 2 * limits.nodes);
	other.depth = 6; /* deep enough for the moves to be put in order first */
	search_run(&search, 0x64107300a210c000ull, &other, &first);
	search.parallel = reverse_order;
	search.threads = 2;
	search_run(&search, 0x64107300a210c000ull, &other, &again);
	search.parallel = NULL;
	search.threads = 1;
	assert_same(&first, &again);
}

/* Boards of every kind, and of few empty cells, as searches meet them. */
static void every_processor_gives_the_same_answer(void **state)
{
	struct g2048_rng rng;

	(void)state;
	g2048_rng_init(&rng, 11, 0);
	for (unsigned i = 0; i < 400; i++) {
		struct search_limits limits = {.depth = 1 + i % 4};
		struct search_result quick, plain;
		uint64_t board = 0;

		for (unsigned c = 0; c < 16; c++)
			if (g2048_rng_below(&rng, 16) < 9 + i % 7)
				board |= (uint64_t)g2048_rng_below(&rng, 4 + i % 13) << (4 * c);
		search_run(&search, board, &limits, &quick);
		search.plain = true;
		search_run(&search, board, &limits, &plain);
		search.plain = false;
		assert_same(&quick, &plain);
	}
}

static void a_lost_board_has_no_best_move(void **state)
{
	struct search_limits limits = {.depth = 3};
	struct search_result r;

	(void)state;
	search_run(&search, 0x1212212112122121ull, &limits, &r);
	assert_int_equal(r.best, G2048_NONE);
	assert_int_equal(r.legal, 0);
	minimax_run(&tables, &lines, 0x1212212112122121ull, &limits, &r);
	assert_int_equal(r.best, G2048_NONE);
}

static bool always(void *user)
{
	++*(unsigned *)user;
	return true;
}

/* Even a search stopped at once answers with a legal move. */
static void a_stopped_search_still_answers(void **state)
{
	unsigned asked = 0;
	struct search_limits limits = {.depth = 8, .stop = always, .more = NULL, .user = &asked};
	struct search_result r;

	(void)state;
	search_run(&search, 0x64107300a210c000ull, &limits, &r);
	assert_true(asked > 0);
	assert_true(r.best < G2048_NONE);
}

static const char *reference_path(void)
{
	static char path[1000];
	const char *corpus = getenv("BIOSBELT_CORPUS"), *source = getenv("SRC");

	if (corpus != NULL)
		(void)snprintf(path, sizeof(path), "%s/2048/positions.tsv", corpus);
	else
		(void)snprintf(path, sizeof(path), "%s/../shared/corpus/2048/positions.tsv",
			source != NULL ? source : SOURCE_FOLDER);
	return path;
}

/* Positions with nneonneo/2048-ai's move and values. Depth 8 and more is left to the benchmark. */
static void moves_are_those_of_the_reference(void **state)
{
	FILE *f = fopen(reference_path(), "r");
	char line[400];
	unsigned count = 0, same = 0;

	(void)state;
	if (f == NULL)
		skip();
	while (fgets(line, sizeof(line), f) != NULL) {
		unsigned long long board, nodes;
		struct search_limits limits = {0};
		struct search_result r;
		double v[4], gap;
		int best;

		if (sscanf(line, "%llx %d %llu %lf %lf %lf %lf", &board, &best, &nodes, &v[0],
			    &v[1], &v[2], &v[3]) != 7 ||
			nodes > 700000)
			continue;
		search_run(&search, board, &limits, &r);
		count++;
		same += (int)r.best == best;
		gap = v[best] - v[r.best];
		assert_true(gap <= 2e-4 * v[best]);
	}
	fclose(f);
	assert_true(count > 20);
	assert_true(same * 100 >= count * 90); /* small boards: many near-ties */
}

/*
 * The documents' example: I pick a plate, you take one coin off it, I take one of the two that are
 * left. Node 0 is the root, 1 to 3 the plates, 4 to 12 plates less a coin (the last coin is taken
 * first), from 16 on leaves: plate * 4 + coin.
 */
static const double coins[3][3] = {{1, 20, 50}, {5, 10, 100}, {1, 5, 20}};

static unsigned plate_children(void *user, unsigned node, unsigned *out, unsigned max)
{
	unsigned n = 0;

	(void)user;
	(void)max;
	if (node >= 16)
		return 0;
	if (node >= 4) {
		unsigned plate = (node - 4) / 3, gone = 2 - (node - 4) % 3;

		for (unsigned coin = 0; coin < 3; coin++)
			if (coin != gone)
				out[n++] = 16 + 4 * plate + coin;
		return n;
	}
	for (; n < 3; n++)
		out[n] = node == 0 ? 1 + n : 4 + 3 * (node - 1) + n;
	return n;
}

static double plate_value(void *user, unsigned node)
{
	(void)user;
	return coins[(node - 16) / 4][(node - 16) % 4];
}

static void the_teaching_example_needs_half_the_leaves(void **state)
{
	struct minimax_tree t = {plate_children, plate_value, NULL, false, 0};

	(void)state;
	assert_true(minimax_tree_value(&t, 0, true, -1e9, 1e9) == 20);
	assert_int_equal(t.leaves, 18);
	t.prune = true;
	t.leaves = 0;
	assert_true(minimax_tree_value(&t, 0, true, -1e9, 1e9) == 20);
	assert_int_equal(t.leaves, 9);
}

static void the_parts_of_the_minimax_evaluation(void **state)
{
	(void)state;
	/* 2 4 8 16 in a row: three steps of 1 */
	assert_true(minimax_smoothness(0x4321) == -3);
	/* an empty cell between does not hide a neighbour */
	assert_true(minimax_smoothness(0x0301) == -2);
	assert_int_equal(minimax_islands(0x1011), 2);
	assert_int_equal(minimax_islands(0x1111), 1);
	assert_int_equal(minimax_islands(0x00100001), 2);
	assert_true(minimax_monotonicity(0x1234) == 0);
	assert_true(minimax_monotonicity(0x1434) < 0);
}

/* 1024 + 1024 wins at once: a win must beat every evaluation. */
static void minimax_takes_the_win(void **state)
{
	struct search_limits limits = {.depth = 3};
	struct search_result r;

	(void)state;
	minimax_run(&tables, &lines, 0x00000000000012aaull, &limits, &r);
	assert_true(r.best == G2048_LEFT || r.best == G2048_RIGHT);
	assert_true(r.value[r.best] == 10000);
}

/* Islands by flood, cell by cell. */
static void flood(uint64_t board, unsigned cell, unsigned rank, unsigned *seen)
{
	if (((*seen >> cell) & 1) != 0 || g2048_rank(board, cell) != rank)
		return;
	*seen |= 1u << cell;
	if (cell % 4 > 0)
		flood(board, cell - 1, rank, seen);
	if (cell % 4 < 3)
		flood(board, cell + 1, rank, seen);
	if (cell >= 4)
		flood(board, cell - 4, rank, seen);
	if (cell < 12)
		flood(board, cell + 4, rank, seen);
}

static unsigned slow_islands(uint64_t board)
{
	unsigned seen = 0, count = 0;

	for (unsigned c = 0; c < 16; c++) {
		if (g2048_rank(board, c) == 0 || ((seen >> c) & 1) != 0)
			continue;
		flood(board, c, g2048_rank(board, c), &seen);
		count++;
	}
	return count;
}

/* Few different ranks, so that islands, squares and rings are frequent. */
static void the_quick_minimax_evaluation_is_the_slow_one(void **state)
{
	struct g2048_rng rng;

	(void)state;
	g2048_rng_init(&rng, 7, 0);
	for (unsigned i = 0; i < 200000; i++) {
		unsigned ranks = 2 + i % 14;
		uint64_t board = 0;

		for (unsigned c = 0; c < 16; c++)
			board |= (uint64_t)g2048_rng_below(&rng, ranks) << (4 * c);
		if (i < 4) /* a ring round a hole, round another tile, and full boards of one rank
			    */
			board = i == 0   ? 0x0000011101010111ull
				: i == 1 ? 0x1111122112211111ull
					 : 0x1111111111111111ull * i;
		assert_int_equal(minimax_islands(board), slow_islands(board));
		assert_true(minimax_value(&lines, board) == minimax_evaluate(board));
	}
}

/* Nothing outside of the memory is written to. */
static void the_smallest_table_holds_a_search(void **state)
{
	enum { FENCE = 1 << 20 };
	size_t size = search_memory_size(0);
	unsigned char *raw = calloc(1, size + FENCE + 64), *memory, *end;
	struct search_limits limits = {.depth = 0};
	struct search_result r, large;
	struct search small;

	(void)state;
	assert_non_null(raw);
	memory = raw + (64 - (uintptr_t)raw % 64) % 64;
	end = memory + size;
	memset(end, 0xA5, FENCE);
	search_init(&small, &tables, &heuristic, memory, 0);
	search_run(&small, 0x64107300a210c000ull, &limits, &r);
	for (size_t i = 0; i < FENCE; i++)
		assert_int_equal(end[i], 0xA5);
	search_run(&search, 0x64107300a210c000ull, &limits, &large);
	assert_int_equal(r.best, large.best);
	free(raw);
}

static void the_coach_says_what_a_move_cost(void **state)
{
	const struct search_result r = {
		.best = G2048_UP, .legal = 7, .value = {20000, 19990, 10000}};
	struct coach_move m;
	struct coach_sum sum = {0};

	(void)state;
	coach_rate(&r, 13, G2048_UP, &m);
	assert_true(m.grade == COACH_BEST && m.points == 0 && m.next == 14);
	assert_true(m.chance_best == m.chance_made);
	coach_add(&sum, &m);
	coach_rate(&r, 13, G2048_DOWN, &m);
	assert_true(m.grade == COACH_FINE && m.points == 10 && m.share == 0.0005);
	coach_add(&sum, &m);
	coach_rate(&r, 13, G2048_LEFT, &m);
	assert_true(m.grade == COACH_BLUNDER && m.share == 0.5 && m.best == G2048_UP);
	assert_true(m.chance_made < m.chance_best && m.chance_best < 1 && m.chance_made > 0);
	coach_add(&sum, &m);
	assert_true(sum.moves == 3 && sum.points == 10010);
	assert_true(sum.grade[COACH_BEST] == 1 && sum.grade[COACH_BLUNDER] == 1);
}

/* Nine of ten new tiles end the game: the value is a tenth, and so is the chance, although boards
 * with that value come to the next tile nearly always. */
static void a_move_into_the_end_has_little_chance(void **state)
{
	const struct search_result r = {
		.best = G2048_DOWN, .legal = 7, .value = {22500, 225000, 213750}};
	struct coach_move m;

	(void)state;
	coach_rate(&r, 7, G2048_UP, &m);
	assert_true(m.chance_best > 0.99 && coach_chance(7, 22500) > 0.98);
	assert_true(m.chance_made > 0.09 && m.chance_made <= 0.1);
	coach_rate(&r, 7, G2048_LEFT, &m);
	assert_true(m.chance_made > 0.98 && m.chance_made < m.chance_best);
	coach_rate(&r, 7, G2048_DOWN, &m);
	assert_true(m.chance_made == m.chance_best);
}

/* More points, more chance; no chance beyond the largest tile there can be. */
static void chances_grow_with_the_value(void **state)
{
	(void)state;
	for (unsigned rank = 1; rank < G2048_RANK_MAX; rank++) {
		double before = coach_chance(rank, 0);

		assert_true(before == 0);
		for (double value = 1; value < 1e6; value *= 2) {
			double c = coach_chance(rank, value);

			assert_true(c > before && c <= 1);
			before = c;
		}
	}
	assert_true(coach_chance(G2048_RANK_MAX, 1e6) == 0);
	assert_true(coach_chance(8, 400000) > 0.99 && coach_chance(15, 100000) < 0.01);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_those_of_plain_recursion),
		cmocka_unit_test(the_answer_depends_on_board_and_limits_only),
		cmocka_unit_test(every_processor_gives_the_same_answer),
		cmocka_unit_test(a_lost_board_has_no_best_move),
		cmocka_unit_test(a_stopped_search_still_answers),
		cmocka_unit_test(moves_are_those_of_the_reference),
		cmocka_unit_test(the_teaching_example_needs_half_the_leaves),
		cmocka_unit_test(the_parts_of_the_minimax_evaluation),
		cmocka_unit_test(minimax_takes_the_win),
		cmocka_unit_test(the_coach_says_what_a_move_cost),
		cmocka_unit_test(a_move_into_the_end_has_little_chance),
		cmocka_unit_test(chances_grow_with_the_value),
		cmocka_unit_test(the_quick_minimax_evaluation_is_the_slow_one),
		cmocka_unit_test(the_smallest_table_holds_a_search),
	};
	void *memory = calloc(1, MEMORY + 64);
	int failed;

	if (memory == NULL)
		return 1;
	g2048_tables_init(&tables);
	search_heuristic_init(&heuristic);
	minimax_lines_init(&lines);
	search_init(&search, &tables, &heuristic,
		(char *)memory + (64 - (uintptr_t)memory % 64) % 64, MEMORY);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(memory);
	return failed;
}
