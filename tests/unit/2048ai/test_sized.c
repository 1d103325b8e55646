/* SPDX-License-Identifier: MIT */
/* Boards of 3x3 to 5x5. */
#include <string.h>

#include "sized/sized.h"
#include "test.h"

static struct g2048_tables tables;

/* The cells of two games of 4x4, and their points. */
static void same(const struct sized_game *a, const struct g2048_game *b)
{
	for (unsigned i = 0; i < 16; i++)
		assert_int_equal(a->rank[i], g2048_game_rank(b, i));
	assert_true(a->score == b->score);
	assert_int_equal(a->moves, b->moves);
}

static void at_4x4_it_is_the_same_game(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct sized_game a;
		struct g2048_game b;
		struct g2048_rng pick;
		unsigned legal;

		sized_new(&a, 4, 7, seed);
		g2048_game_new(&b, 7, seed);
		g2048_rng_init(&pick, 99, seed);
		same(&a, &b);
		while ((legal = g2048_game_legal(&tables, &b)) != 0) {
			enum g2048_dir dir = (enum g2048_dir)g2048_rng_below(&pick, 4);

			assert_int_equal(sized_legal(&a), legal);
			assert_int_equal(sized_step(&a, dir), g2048_game_step(&tables, &b, dir));
			same(&a, &b);
		}
		assert_int_equal(sized_legal(&a), 0);
		assert_int_equal(sized_max_rank(&a), g2048_game_max_rank(&b));
	}
}

static void lines_of_other_lengths_slide(void **state)
{
	struct sized_game g = {.side = 5, .rank = {1, 1, 2, 0, 2, 0, 0, 0, 0, 3}};

	(void)state;
	assert_true(sized_slide(&g, G2048_LEFT));
	assert_int_equal(g.rank[0], 2);
	assert_int_equal(g.rank[1], 3);
	assert_int_equal(g.rank[2], 0);
	assert_int_equal(g.rank[5], 3);
	assert_true(g.score == 4 + 8);
	assert_true(sized_slide(&g, G2048_DOWN));
	assert_int_equal(g.rank[20], 3);
	assert_int_equal(g.rank[15], 2);
	assert_int_equal(g.rank[21], 3);
	assert_false(sized_slide(&g, G2048_DOWN));
	assert_false(sized_slide(&g, G2048_NONE));
	g = (struct sized_game){.side = 3, .rank = {1, 2, 3, 4, 5, 6, 7, 8, 9}};
	assert_int_equal(sized_legal(&g), 0);
}

static void a_saved_game_goes_on_with_the_same_tiles(void **state)
{
	(void)state;
	for (unsigned side = SIZED_MIN; side <= SIZED_MAX; side++) {
		struct sized_game a, b;
		char text[SIZED_TEXT];

		sized_new(&a, side, 3, 4);
		for (unsigned i = 0; i < 30; i++)
			(void)sized_step(&a, (enum g2048_dir)(i % 4));
		sized_save(&a, text);
		assert_true(sized_load(&b, text));
		for (unsigned i = 0; i < 30; i++) {
			assert_int_equal(sized_step(&a, (enum g2048_dir)(i % 4)),
				sized_step(&b, (enum g2048_dir)(i % 4)));
			assert_memory_equal(a.rank, b.rank, sizeof(a.rank));
		}
		assert_true(a.score == b.score);
	}
}

static void what_is_no_game_is_not_loaded(void **state)
{
	static const char *const bad[] = {"", "3", "3 100000000", "3 10000000 1 1 0 0",
		"3 1000000000 1 1 0 0", "2 1000 1 1 0 0", "6 1 1 1 0 0", "3 10000000r 1 1 0 0",
		"3 100000000 1 1 0 0 ", "3  100000000 1 1 0 0", "3 100000000 1 1 -1 0",
		"3 100000000 1 1 0 99999999999", "3 100000000 99999999999999999999 1 0 0"};
	struct sized_game g;

	(void)state;
	sized_new(&g, 4, 1, 1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct sized_game before = g;

		assert_false(sized_load(&g, bad[i]));
		assert_memory_equal(&g, &before, sizeof(g));
	}
	assert_true(sized_load(&g, "3 100000000 1 1 0 0"));
}

static void the_player_takes_what_is_offered(void **state)
{
	/* two moves are legal; one merges the large tiles */
	struct sized_game g = {.side = 3, .rank = {7, 7, 1, 1, 2, 3, 2, 1, 4}};
	struct search_result r, again;

	(void)state;
	sized_look(&g, 2, 0, &r);
	assert_int_equal(r.legal, 1u << G2048_LEFT | 1u << G2048_RIGHT);
	assert_true(r.best == G2048_LEFT || r.best == G2048_RIGHT);
	assert_true(r.value[r.best] > 0);
	sized_look(&g, 0, 500, &r);
	sized_look(&g, 0, 500, &again);
	assert_memory_equal(&r, &again, sizeof(r));
	assert_true(r.depth >= 2 && r.nodes > 0);
	g = (struct sized_game){.side = 3, .rank = {1, 2, 3, 4, 5, 6, 7, 8, 9}};
	sized_look(&g, 0, 500, &r);
	assert_int_equal(r.best, G2048_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_4x4_it_is_the_same_game),
		cmocka_unit_test(lines_of_other_lengths_slide),
		cmocka_unit_test(a_saved_game_goes_on_with_the_same_tiles),
		cmocka_unit_test(what_is_no_game_is_not_loaded),
		cmocka_unit_test(the_player_takes_what_is_offered),
	};

	g2048_tables_init(&tables);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
