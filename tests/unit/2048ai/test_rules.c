/* SPDX-License-Identifier: MIT */
/* The rules against a slow, obvious implementation. */
#include <stdbool.h>
#include <string.h>

#include "biosbelt/game2048.h"
#include "test.h"

static struct g2048_tables tables;

/* The obvious way: a line as an array, tiles pulled to its front, equal neighbours joined once. */
static unsigned slow_line(unsigned line[4])
{
	unsigned tiles[4], n = 0, out = 0, points = 0;

	for (unsigned i = 0; i < 4; i++)
		if (line[i] != 0)
			tiles[n++] = line[i];
	memset(line, 0, 4 * sizeof(*line));
	for (unsigned i = 0; i < n; i++) {
		if (i + 1 < n && tiles[i] == tiles[i + 1] && tiles[i] < 15) {
			line[out++] = tiles[i] + 1;
			points += 1u << (tiles[i] + 1);
			i++;
		} else {
			line[out++] = tiles[i];
		}
	}
	return points;
}

static uint64_t slow_move(uint64_t board, enum g2048_dir dir, unsigned *points)
{
	uint64_t out = 0;

	*points = 0;
	for (unsigned k = 0; k < 4; k++) {
		unsigned cell[4], line[4];

		for (unsigned i = 0; i < 4; i++) {
			unsigned at = dir == G2048_DOWN || dir == G2048_RIGHT ? 3 - i : i;

			cell[i] = dir == G2048_UP || dir == G2048_DOWN ? 4 * at + k : 4 * k + at;
			line[i] = g2048_rank(board, cell[i]);
		}
		*points += slow_line(line);
		for (unsigned i = 0; i < 4; i++)
			out |= (uint64_t)line[i] << (4 * cell[i]);
	}
	return out;
}

static void assert_moves(uint64_t board)
{
	struct g2048_moves m;

	g2048_all_moves(&tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		unsigned points;
		uint64_t slow = slow_move(board, (enum g2048_dir)d, &points);

		assert_true(m.after[d] == slow);
		if (slow != board)
			assert_int_equal(m.reward[d], points);
	}
}

static void every_row_moves_as_the_slow_rules_say(void **state)
{
	(void)state;
	for (unsigned row = 0; row < 65536; row++)
		assert_moves(row);
}

static void a_million_random_boards_move_as_the_slow_rules_say(void **state)
{
	struct g2048_rng rng;

	(void)state;
	g2048_rng_init(&rng, 1, 0);
	for (unsigned i = 0; i < 1000000; i++) {
		uint64_t board = g2048_rng_next(&rng);

		/* half of them with many empty cells */
		if (i % 2 != 0)
			board &= g2048_rng_next(&rng) & g2048_rng_next(&rng);
		assert_moves(board);
	}
}

/* The sum of points is what board scores say, for boards that make no 32768. */
static void rotated_boards_move_alike(void **state)
{
	struct g2048_rng rng;

	(void)state;
	g2048_rng_init(&rng, 2, 0);
	for (unsigned i = 0; i < 100000; i++) {
		uint64_t b = g2048_rng_next(&rng) & g2048_rng_next(&rng);
		uint64_t left = g2048_move(&tables, b, G2048_LEFT);

		assert_true(
			g2048_move(&tables, g2048_mirror(b), G2048_RIGHT) == g2048_mirror(left));
		assert_true(
			g2048_move(&tables, g2048_transpose(b), G2048_UP) == g2048_transpose(left));
		assert_true(g2048_move(&tables, g2048_flip(g2048_transpose(b)), G2048_DOWN) ==
			    g2048_flip(g2048_transpose(left)));
		assert_true(g2048_flip(g2048_flip(b)) == b);
		assert_true(g2048_transpose(g2048_transpose(b)) == b);
	}
}

static void a_merged_tile_does_not_merge_again(void **state)
{
	(void)state;
	/* 2 2 4 -> 4 4; 4 4 8 16 -> 8 8 16; 2 2 2 2 -> 4 4 */
	assert_true(g2048_move(&tables, 0x0211, G2048_LEFT) == 0x0022);
	assert_true(g2048_move(&tables, 0x4322, G2048_LEFT) == 0x0433);
	assert_true(g2048_move(&tables, 0x1111, G2048_LEFT) == 0x0022);
	assert_true(g2048_move(&tables, 0x0112, G2048_RIGHT) == 0x2200);
	assert_true(g2048_move(&tables, 0x1, (enum g2048_dir)7) == 0);
}

static void measures_count_by_cell(void **state)
{
	struct g2048_rng rng;

	(void)state;
	g2048_rng_init(&rng, 3, 0);
	assert_int_equal(g2048_count_empty(0), 16);
	for (unsigned i = 0; i < 100000; i++) {
		uint64_t b = g2048_rng_next(&rng) & g2048_rng_next(&rng);
		unsigned empty = 0, max = 0, set = 0, score = 0, distinct = 0;

		for (unsigned c = 0; c < 16; c++) {
			unsigned r = (unsigned)(b >> (4 * c)) & 15;

			empty += r == 0;
			max = r > max ? r : max;
			set |= 1u << r;
			score += r >= 2 ? (r - 1) << r : 0;
		}
		for (unsigned r = 1; r < 16; r++)
			distinct += (set >> r) & 1;
		assert_int_equal(g2048_count_empty(b), empty);
		assert_int_equal(g2048_max_rank(b), max);
		assert_int_equal(g2048_distinct(b), distinct);
		assert_int_equal(g2048_tile_score(b), score);
	}
}

#define DRAWS 10000000u

/* Standard deviations: sqrt(n p (1 - p)); five of them for the fours, five for each cell. */
static void spawned_tiles_are_fair(void **state)
{
	struct g2048_rng rng;
	unsigned fours = 0, cell[16] = {0};
	uint64_t start = 0x1000200030004000ull; /* 12 cells open */

	(void)state;
	g2048_rng_init(&rng, 4, 0);
	for (unsigned i = 0; i < DRAWS; i++) {
		unsigned rank;
		uint64_t diff = g2048_spawn(start, &rng, &rank) ^ start;

		fours += rank == 2;
		cell[(unsigned)__builtin_ctzll(diff) / 4]++;
	}
	assert_in_range(fours, DRAWS / 10 - 5 * 949, DRAWS / 10 + 5 * 949);
	for (unsigned c = 0; c < 16; c++) {
		if (g2048_rank(start, c) != 0)
			assert_int_equal(cell[c], 0);
		else
			assert_in_range(cell[c], DRAWS / 12 - 5 * 875, DRAWS / 12 + 5 * 875);
	}
}

static void a_full_board_takes_no_tile(void **state)
{
	struct g2048_rng rng;
	unsigned rank = 9;

	(void)state;
	g2048_rng_init(&rng, 5, 0);
	assert_true(g2048_spawn(0x1212212112122121ull, &rng, &rank) == 0x1212212112122121ull);
	assert_int_equal(rank, 0);
}

/* The numbers are part of the contract: a seed means the same game for ever. */
static void a_seed_is_the_same_game_everywhere(void **state)
{
	struct g2048_rng rng;
	struct g2048_game g;

	(void)state;
	g2048_rng_init(&rng, 2048, 0);
	assert_true(g2048_rng_next(&rng) == 0x7BB035E025ADE8EDull);
	g2048_game_new(&g, 2048, 0);
	assert_true(g.board == 0x10000100ull);
}

static void random_games_keep_score_and_penalty(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < 300; n++) {
		struct g2048_game g;
		unsigned legal, spawned = 0;

		g2048_game_new(&g, 6, n);
		while ((legal = g2048_game_legal(&tables, &g)) != 0) {
			unsigned d = g2048_rng_below(&g.rng, 4);

			while (((legal >> d) & 1) == 0)
				d = (d + 1) % 4;
			assert_true(g2048_game_step(&tables, &g, (enum g2048_dir)d));
			spawned++;
			assert_true(g.score == g2048_game_check_score(&g));
		}
		assert_int_equal(g.moves, spawned);
		for (int d = 0; d < 4; d++)
			assert_false(g2048_game_step(&tables, &g, (enum g2048_dir)d));
	}
}

static void tiles_past_32768_merge_and_count(void **state)
{
	struct g2048_game g;
	uint64_t score;

	(void)state;
	memset(&g, 0, sizeof(g));
	g.board = 0xFF; /* two 32768 side by side */
	g.score = g2048_game_check_score(&g);
	assert_int_equal(g2048_game_legal(&tables, &g),
		1u << G2048_DOWN | 1u << G2048_LEFT | 1u << G2048_RIGHT);
	assert_true(g2048_game_slide(&tables, &g, G2048_LEFT));
	assert_int_equal(g2048_game_rank(&g, 0), 16);
	assert_int_equal(g2048_game_max_rank(&g), 16);
	assert_true(g.score == g2048_game_check_score(&g));
	/* a 65536 is not an empty cell: nothing may spawn there */
	for (unsigned i = 0; i < 15; i++) {
		g2048_game_spawn(&g);
		assert_int_equal(g2048_game_rank(&g, 0), 16);
	}
	score = g.score;
	g.board = 0;
	g.high = 0x3;
	g.score = g.four_penalty = 0;
	assert_true(g2048_game_slide(&tables, &g, G2048_RIGHT));
	assert_int_equal(g2048_game_rank(&g, 3), 17);
	assert_true(g.score == 131072);
	assert_true(score > 0);
}

static void a_narrow_board_keeps_the_order_of_tiles(void **state)
{
	struct g2048_game g;

	(void)state;
	memset(&g, 0, sizeof(g));
	g.board = 0x0000000000004EF0ull; /* 65536 32768 16384 16 */
	g.high = 1;
	assert_true(g2048_game_narrow(&g) == 0x4DEFull);
	/* two of rank 15 may merge, which players cannot see: they get two of rank 14 */
	g.board = 0x00000000000041FFull;
	g.high = 0;
	assert_true(g2048_game_narrow(&g) == 0x41EEull);
	g.board = 0x00000000000041F1ull;
	assert_true(g2048_game_narrow(&g) == 0x41F1ull);
}

static void games_have_larger_tiles_than_boards(void **state)
{
	static const char text[] = "131072 65536 0 4 0 8 2 0 16 0 0 0 64 32 8 32768";
	struct g2048_game g;
	struct err err;
	uint64_t board = 77;

	(void)state;
	assert_int_equal(g2048_parse_game(text, strlen(text), &g, &err), ERR_OK);
	assert_int_equal(g2048_game_rank(&g, 0), 17);
	assert_int_equal(g2048_game_rank(&g, 1), 16);
	assert_int_equal(g2048_game_rank(&g, 15), 15);
	assert_int_equal(g2048_parse_board(text, strlen(text), &board, &err), ERR_FORMAT);
	assert_true(board == 77);
	assert_int_equal(g2048_parse_game("262144", 6, &g, &err), ERR_FORMAT);
	assert_int_equal(g2048_parse_game("64107300a210c000", 16, &g, &err), ERR_OK);
	assert_true(g.board == 0x64107300a210c000ull && g.high == 0);
}

static void downgrading_closes_the_highest_gap(void **state)
{
	(void)state;
	assert_true(g2048_downgrade(0xF) == 0xE);
	assert_true(g2048_downgrade(0xFE) == 0xED);
	assert_true(g2048_downgrade(0xFED1) == 0xEDC1);
	assert_true(g2048_downgrade(0xED1) == 0xED1);
	assert_true(g2048_downgrade(0x0FEDCBA987654321ull) == 0x0FEDCBA987654321ull);
}

static void boards_are_read_in_both_forms(void **state)
{
	static const char tiles[] = "2 0 0 4 / . 8 _ 0\n16 0 0 0, 64 32 8 32768\n";
	struct err err;
	uint64_t board;

	(void)state;
	assert_int_equal(g2048_parse_board("64107300a210c000\n", 17, &board, &err), ERR_OK);
	assert_true(board == 0x64107300a210c000ull);
	assert_int_equal(g2048_parse_board(tiles, sizeof(tiles) - 1, &board, &err), ERR_OK);
	assert_true(board == 0xF356000400302001ull);
}

static void broken_boards_are_refused(void **state)
{
	static const char *const bad[] = {"", "1", "64107300a210c00", "64107300a210c0000",
		"2 0 0 4 0 8 2 0 16 0 0 0 64 32 8", "2 0 0 4 0 8 2 0 16 0 0 0 64 32 8 2 2",
		"2 0 0 4 0 8 2 0 16 0 0 0 64 32 8 3", "2 0 0 4 0 8 2 0 16 0 0 0 64 32 8 65536",
		"2 0 0 4 0 8 2 0 16 0 0 0 64 32 8 -2", "99999999999999999999 0"};
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		uint64_t board = 77;

		assert_int_equal(
			g2048_parse_board(bad[i], strlen(bad[i]), &board, &err), ERR_FORMAT);
		assert_true(board == 77);
	}
}

static uint64_t count_over(const uint8_t *legal, unsigned n)
{
	uint64_t over = 0;

	for (unsigned i = 0; i < n; i++)
		over += legal[i] == 0;
	return over;
}

static void many_games_are_many_single_ones(void **state)
{
	enum { COUNT = 50 };
	struct g2048_game batch[COUNT], single[COUNT];
	uint8_t dir[COUNT], legal[COUNT];
	uint32_t reward[COUNT];
	struct g2048_rng rng;
	uint64_t next = COUNT;

	(void)state;
	g2048_rng_init(&rng, 9, 9);
	g2048_batch_reset(batch, COUNT, 7, 0);
	for (unsigned i = 0; i < COUNT; i++)
		g2048_game_new(&single[i], 7, i);
	for (unsigned turn = 0; turn < 400; turn++) {
		for (unsigned i = 0; i < COUNT; i++)
			dir[i] = (uint8_t)g2048_rng_below(&rng, 5); /* 4: none */
		g2048_batch_step(&tables, batch, COUNT, dir, reward, legal);
		for (unsigned i = 0; i < COUNT; i++) {
			uint64_t before = single[i].score;

			(void)g2048_game_step(&tables, &single[i], (enum g2048_dir)dir[i]);
			assert_int_equal(reward[i], single[i].score - before);
			assert_int_equal(legal[i], g2048_game_legal(&tables, &single[i]));
			if (legal[i] == 0)
				g2048_game_new(&single[i], 7, next++);
		}
		(void)g2048_batch_renew(
			batch, COUNT, legal, &tables, 7, next - count_over(legal, COUNT));
		assert_memory_equal(batch, single, sizeof(batch));
	}
	assert_true(next > COUNT + 10);
}

static void a_saved_game_goes_on_with_the_same_tiles(void **state)
{
	static const char *const bad[] = {"", "1", "0:0:0:0:0:0", "0:0:0:0:0:0:0:0",
		"0:0:0:0:0:0:g", "0:10000:0:0:0:0:0", "0:0:0:0:0:0:100000000", "-1:0:0:0:0:0:0",
		" 0:0:0:0:0:0:0", "11111111111111111:0:0:0:0:0:0", "2:1:0:0:0:0:0",
		"0:0:0:0:0:0:0x", ":0:0:0:0:0:0"};
	char text[G2048_STATE_MAX], again[G2048_STATE_MAX];
	struct g2048_game g, copy;

	(void)state;
	g2048_game_new(&g, 3, 4);
	g.high = 0x8000; /* a 65536 bottom right */
	for (unsigned i = 0; i < 200; i++) {
		g2048_game_save(&g, text);
		assert_true(g2048_game_load(&copy, text));
		g2048_game_save(&copy, again);
		assert_string_equal(text, again);
		for (int d = 0; d < 4; d++)
			if (g2048_game_step(&tables, &g, (enum g2048_dir)d)) {
				assert_true(g2048_game_step(&tables, &copy, (enum g2048_dir)d));
				break;
			}
		assert_true(g.board == copy.board && g.high == copy.high && g.score == copy.score &&
			    g.rng.counter == copy.rng.counter);
		assert_true(g.four_penalty == copy.four_penalty && g.moves == copy.moves);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(g2048_game_load(&copy, bad[i]));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_moves_as_the_slow_rules_say),
		cmocka_unit_test(a_million_random_boards_move_as_the_slow_rules_say),
		cmocka_unit_test(rotated_boards_move_alike),
		cmocka_unit_test(a_merged_tile_does_not_merge_again),
		cmocka_unit_test(measures_count_by_cell),
		cmocka_unit_test(spawned_tiles_are_fair),
		cmocka_unit_test(a_full_board_takes_no_tile),
		cmocka_unit_test(a_seed_is_the_same_game_everywhere),
		cmocka_unit_test(random_games_keep_score_and_penalty),
		cmocka_unit_test(tiles_past_32768_merge_and_count),
		cmocka_unit_test(a_narrow_board_keeps_the_order_of_tiles),
		cmocka_unit_test(games_have_larger_tiles_than_boards),
		cmocka_unit_test(downgrading_closes_the_highest_gap),
		cmocka_unit_test(boards_are_read_in_both_forms),
		cmocka_unit_test(broken_boards_are_refused),
		cmocka_unit_test(many_games_are_many_single_ones),
		cmocka_unit_test(a_saved_game_goes_on_with_the_same_tiles),
	};

	g2048_tables_init(&tables);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
