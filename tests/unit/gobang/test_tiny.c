/* SPDX-License-Identifier: MIT */
/* The tiny engine: tables against the rules, fours against trying everything, moves and budgets. */
#include <string.h>

#include "brute.h"
#include "test.h"
#include "tiny_rows.h"

static uint32_t state = 1;

static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

/* One of the 25 points from (least, least) on; in two steps, as the order of arguments is anyone's.
 */
static gobang_at random_middle(unsigned least)
{
	unsigned x = least + below(5);
	unsigned y = least + below(5);

	return GOBANG_AT(x, y);
}

static void tables_are_what_the_rules_make(void **s)
{
	static uint8_t table[2048], scratch[2048];

	(void)s;
	gobang_shapes_make(GOBANG_FREESTYLE, false, table, scratch);
	assert_memory_equal(table, gobang_table_freestyle, 512);
	gobang_shapes_make(GOBANG_EXACT, false, table, scratch);
	assert_memory_equal(table, gobang_table_exact, 2048);
	gobang_shapes_make(GOBANG_CARO, false, table, scratch);
	assert_memory_equal(table, gobang_table_caro, 2048);
	gobang_shapes_make(GOBANG_CARO_EXACT, false, table, scratch);
	assert_memory_equal(table, gobang_table_caro_exact, 2048);
	gobang_shapes_make(GOBANG_CARO, true, table, scratch);
	assert_memory_equal(table, gobang_table_caro_border, 2048);
	gobang_shapes_make(GOBANG_CARO_EXACT, true, table, scratch);
	assert_memory_equal(table, gobang_table_caro_exact_border, 2048);
}

static void halves_are_cut_where_they_are_blocked(void **s)
{
	(void)s;
	for (unsigned colours = 0; colours < 256; colours++) {
		unsigned half = 1;

		for (unsigned i = 0; i < 8 && (colours >> i & 3) <= GOBANG_BLACK; i += 2)
			half = half << 1 | (colours >> i & 3);
		assert_int_equal(gobang_table_halves[colours], half);
	}
}

/* A row of a 15x15 board: X black, O white, . empty, * where the shape is asked for. */
static unsigned shape_in(const char *row, enum gobang_rule rule, unsigned colour)
{
	struct gobang_tiny t;
	gobang_at asked = 0;

	gobang_tiny_clear(&t, 15, (uint8_t)rule);
	for (unsigned x = 0; x < 15; x++) {
		gobang_tiny_set(&t, (uint8_t)x, 7, row[x] == 'X' ? 1 : row[x] == 'O' ? 2 : 0);
		asked = row[x] == '*' ? GOBANG_AT(x, 7) : asked;
	}
	return gobang_tiny_shape(&t, asked, 0, (uint8_t)colour);
}

static void shapes_have_their_names(void **s)
{
	(void)s;
	assert_int_equal(shape_in("...XX*XX.......", GOBANG_FREESTYLE, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("XXXX*..........", GOBANG_FREESTYLE, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("XXX*...........", GOBANG_FREESTYLE, 1), GOBANG_FOUR);
	assert_int_equal(shape_in(".XXX*..........", GOBANG_FREESTYLE, 1), GOBANG_FOUR_OPEN);
	assert_int_equal(shape_in(".X*XX..........", GOBANG_FREESTYLE, 1), GOBANG_FOUR_OPEN);
	assert_int_equal(shape_in("OXXX*O.........", GOBANG_FREESTYLE, 1), GOBANG_NOTHING);
	assert_int_equal(shape_in(".XXX.*.XXX.....", GOBANG_FREESTYLE, 1), GOBANG_FOURS);
	assert_int_equal(shape_in("..X.XX*.X......", GOBANG_FREESTYLE, 1), GOBANG_FOURS);
	assert_int_equal(shape_in("...XX*.........", GOBANG_FREESTYLE, 1), GOBANG_THREE_OPEN);
	assert_int_equal(shape_in("...X.X*........", GOBANG_FREESTYLE, 1), GOBANG_THREE_OPEN);
	assert_int_equal(shape_in("..OXX*.........", GOBANG_FREESTYLE, 1), GOBANG_THREE);
	assert_int_equal(shape_in(".O.XX*.O.......", GOBANG_FREESTYLE, 1), GOBANG_THREE);
	assert_int_equal(shape_in("....X*.........", GOBANG_FREESTYLE, 1), GOBANG_TWO_OPEN);
	assert_int_equal(shape_in("...XXX*XX......", GOBANG_FREESTYLE, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("...XXX*XX......", GOBANG_EXACT, 1), GOBANG_OVER);
	assert_int_equal(shape_in("...XXX*XX......", GOBANG_RENJU, 1), GOBANG_OVER);
	assert_int_equal(shape_in("...OOO*OO......", GOBANG_RENJU, 2), GOBANG_FIVE);
	assert_int_equal(shape_in("..OXX*XXO......", GOBANG_CARO, 1), GOBANG_NOTHING);
	assert_int_equal(shape_in("..OXX*XX.......", GOBANG_CARO, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("..OXXX*XXO.....", GOBANG_CARO, 1), GOBANG_FIVE);
	/* blocked by stones: the border blocks nothing */
	assert_int_equal(shape_in("XX*XXO.........", GOBANG_CARO, 1), GOBANG_FIVE);
	assert_int_equal(shape_in(".........OXXXX*", GOBANG_CARO, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("XX*X...........", GOBANG_CARO, 1), GOBANG_FOUR);
	assert_int_equal(shape_in(".XX*X..........", GOBANG_CARO, 1), GOBANG_FOUR_OPEN);
	assert_int_equal(shape_in("............*XX", GOBANG_CARO, 1), GOBANG_THREE);
	assert_int_equal(shape_in("..........*XX..", GOBANG_CARO, 1), GOBANG_THREE_OPEN);
	/* a stone of the other side at one end: one more at the other end stops a four too, but
	 * where that is the border */
	assert_int_equal(shape_in("XX*X.O.........", GOBANG_CARO, 1), GOBANG_FOUR);
	assert_int_equal(shape_in(".XX*X.O........", GOBANG_CARO, 1), GOBANG_FOUR);
	assert_int_equal(shape_in(".XX*XO.........", GOBANG_CARO, 1), GOBANG_FOUR);
	assert_int_equal(shape_in("..XX*XO........", GOBANG_CARO, 1), GOBANG_FOUR_WEAK);
	assert_int_equal(shape_in("..X*X..O.......", GOBANG_CARO, 1), GOBANG_THREE_OPEN);
	assert_int_equal(shape_in("...X*X.O.......", GOBANG_CARO, 1), GOBANG_THREE);
	assert_int_equal(shape_in(".XX*X..O.......", GOBANG_CARO, 1), GOBANG_FOUR_OPEN);
	assert_int_equal(shape_in(".X*X..O........", GOBANG_CARO, 1), GOBANG_THREE);
	assert_int_equal(shape_in(".X*X...O.......", GOBANG_CARO, 1), GOBANG_THREE_OPEN);
	assert_int_equal(shape_in(".........O.X*X.", GOBANG_CARO, 1), GOBANG_THREE);
	assert_int_equal(shape_in("XX*XO..........", GOBANG_CARO, 1), GOBANG_NOTHING);
	/* six do not win, not beside the border either */
	assert_int_equal(shape_in("..OXX*XXO......", GOBANG_CARO_EXACT, 1), GOBANG_NOTHING);
	assert_int_equal(shape_in("..OXX*XX.......", GOBANG_CARO_EXACT, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("..OXXX*XX......", GOBANG_CARO_EXACT, 1), GOBANG_OVER);
	assert_int_equal(shape_in("XX*XXX.........", GOBANG_CARO_EXACT, 1), GOBANG_OVER);
	assert_int_equal(shape_in("XX*XXO.........", GOBANG_CARO_EXACT, 1), GOBANG_FIVE);
	assert_int_equal(shape_in("XX*X.X.........", GOBANG_CARO_EXACT, 1), GOBANG_NOTHING);
}

/* A random position without a five, the same for both. */
static void random_position(struct gobang_tiny *t, struct brute *b, unsigned side, unsigned rule)
{
	unsigned stones = side * side / 4 + below(side * side / 3);

	gobang_tiny_clear(t, (uint8_t)side, (uint8_t)rule);
	memset(b, 0, sizeof(*b));
	b->side = (int)side;
	b->rule = (enum gobang_rule)rule;
	b->nodes = 20000;
	for (unsigned i = 0; i < stones; i++) {
		unsigned x = below(side), y = below(side), colour = 1 + below(2);

		if (b->at[y][x] != 0)
			continue;
		b->at[y][x] = (int)colour;
		if (brute_wins(b, (int)x, (int)y))
			b->at[y][x] = 0;
		else
			gobang_tiny_set(t, (uint8_t)x, (uint8_t)y, (uint8_t)colour);
	}
}

/* The shape that a stone makes along a direction, against trying what follows from it. */
static void check_shape(struct brute *b, int x, int y, int d, uint8_t shape)
{
	int stops;

	if (brute_wins_along(b, x, y, d)) {
		assert_int_equal(shape, GOBANG_FIVE);
		return;
	}
	assert_int_not_equal(shape, GOBANG_FIVE);
	if (shape == GOBANG_OVER)
		return;
	if (!brute_is_four(b, x, y, d)) {
		assert_in_range(shape, GOBANG_NOTHING, GOBANG_THREE_OPEN);
		assert_int_equal(shape == GOBANG_THREE_OPEN, brute_is_open_three(b, x, y, d));
		return;
	}
	stops = brute_stops(b, x, y, d);
	if (stops == 0)
		assert_in_range(shape, GOBANG_FOURS, GOBANG_FOUR_OPEN);
	else
		assert_int_equal(shape, stops == 1 ? GOBANG_FOUR : GOBANG_FOUR_WEAK);
}

static void shapes_agree_with_trying_everything(void **s)
{
	(void)s;
	for (unsigned i = 0; i < 400; i++) {
		unsigned rule = i % GOBANG_RULES, side = 5 + below(9);
		struct gobang_tiny t;
		struct brute b;

		random_position(&t, &b, side, rule);
		for (unsigned n = 0; n < 60; n++) {
			unsigned x = below(side), y = below(side), colour = 1 + below(2);

			if (b.at[y][x] != 0)
				continue;
			b.at[y][x] = (int)colour;
			for (uint8_t d = 0; d < 4; d++)
				check_shape(&b, (int)x, (int)y, d,
					gobang_tiny_shape(&t, GOBANG_AT(x, y), d, (uint8_t)colour));
			b.at[y][x] = 0;
		}
	}
}

static void check_one(unsigned rule, unsigned *wins)
{
	struct gobang_tiny t, before;
	struct brute b;
	int x = 0, y = 0, threats;
	gobang_at must = GOBANG_TINY_NONE, found;
	unsigned colour = 1 + below(2);
	bool truth;

	random_position(&t, &b, 6 + below(3), rule);
	if (brute_fives(&b, (int)colour, &x, &y) > 0)
		return;
	threats = brute_fives(&b, 3 - (int)colour, &x, &y);
	if (threats > 1)
		return;
	if (threats == 1)
		must = GOBANG_AT((unsigned)x, (unsigned)y);
	before = t;
	t.work = 10000000;
	found = gobang_tiny_fours(&t, (uint8_t)colour, must);
	truth = brute_fours(&b, (int)colour, GOBANG_TINY_DEPTH);
	if (b.nodes <= 0)
		return;
	for (unsigned i = 0; i < GOBANG_CELLS; i++)
		assert_int_equal(t.cell[i] & 3, before.cell[i] & 3);
	if (found != GOBANG_TINY_NONE) {
		int fx = GOBANG_X(found), fy = GOBANG_Y(found);

		/* true, and its first move is the first of a win */
		assert_true(truth);
		b.at[fy][fx] = (int)colour;
		assert_true(brute_fives(&b, (int)colour, &x, &y) > 0);
		assert_true(brute_holds(&b, (int)colour, GOBANG_TINY_DEPTH) || b.nodes <= 0);
		++*wins;
	} else if (rule < GOBANG_CARO) { /* caro: only fours with one answer are followed */
		assert_false(truth);
	}
}

static void fours_agree_with_trying_everything(void **s)
{
	(void)s;
	for (unsigned rule = 0; rule < GOBANG_RULES; rule++) {
		unsigned wins = 0;

		if (rule == GOBANG_RENJU)
			continue; /* trying everything knows no forbidden points */
		state = 77 + rule;
		for (unsigned i = 0; i < 3000; i++)
			check_one(rule, &wins);
		assert_true(wins > 20);
	}
}

/* A move of a level; level 3 with some plies of its search. */
static gobang_at move_of(struct gobang_tiny *t, unsigned colour, unsigned level)
{
	struct gobang_tiny_tree tree;

	return level < 3 ? gobang_tiny_move(t, (uint8_t)colour, (uint8_t)level, GOBANG_TINY_WORK)
			 : gobang_tiny_think(t, &tree, (uint8_t)colour, 500000);
}

static gobang_at move_in(
	const char *const *rows, unsigned count, unsigned rule, unsigned colour, unsigned level)
{
	struct gobang_tiny t;

	gobang_tiny_clear(&t, 15, (uint8_t)rule);
	for (unsigned y = 0; y < count; y++)
		for (unsigned x = 0; rows[y][x] != '\0'; x++)
			gobang_tiny_set(&t, (uint8_t)x, (uint8_t)y,
				rows[y][x] == 'X'   ? 1
				: rows[y][x] == 'O' ? 2
						    : 0);
	return move_of(&t, colour, level);
}

static void own_five_comes_first(void **s)
{
	/* both sides have four: winning goes before blocking, at the border too */
	static const char *const rows[] = {"XXXX...........", "OOOO..........."};

	(void)s;
	for (unsigned level = 1; level <= 3; level++) {
		assert_int_equal(move_in(rows, 2, GOBANG_FREESTYLE, 1, level), GOBANG_AT(4, 0));
		assert_int_equal(move_in(rows, 2, GOBANG_FREESTYLE, 2, level), GOBANG_AT(4, 1));
	}
}

static void five_is_blocked(void **s)
{
	static const char *const rows[] = {"XXXX...........", "OOO...........O", "..............O"};

	(void)s;
	for (unsigned level = 1; level <= 3; level++)
		assert_int_equal(move_in(rows, 3, GOBANG_FREESTYLE, 2, level), GOBANG_AT(4, 0));
}

static void first_move_is_the_middle(void **s)
{
	(void)s;
	for (unsigned level = 1; level <= 3; level++)
		assert_int_equal(move_in(NULL, 0, GOBANG_FREESTYLE, 1, level), GOBANG_AT(7, 7));
}

/* The second three of a point counts, not the first: two of them are worth more than a four that
 * blocks a three, before any line is looked at. */
static void two_threes_add_up(void **s)
{
	static const uint8_t black[][2] = {
		{5, 7}, {6, 7}, {7, 8}, {7, 9}, {1, 13}, {2, 13}, {3, 13}};
	static const uint8_t white[][2] = {{0, 13}, {4, 12}, {4, 11}};
	struct gobang_tiny t;

	(void)s;
	gobang_tiny_clear(&t, 15, GOBANG_FREESTYLE);
	for (size_t i = 0; i < sizeof(black) / sizeof(black[0]); i++)
		(void)gobang_tiny_set(&t, black[i][0], black[i][1], GOBANG_BLACK);
	for (size_t i = 0; i < sizeof(white) / sizeof(white[0]); i++)
		(void)gobang_tiny_set(&t, white[i][0], white[i][1], GOBANG_WHITE);
	assert_int_equal(gobang_tiny_move(&t, GOBANG_BLACK, 2, 0), GOBANG_AT(7, 7));
}

static void full_board_has_no_move(void **s)
{
	struct gobang_tiny t;

	(void)s;
	gobang_tiny_clear(&t, 15, GOBANG_FREESTYLE);
	for (unsigned i = 0; i < 225; i++)
		gobang_tiny_set(&t, (uint8_t)(i % 15), (uint8_t)(i / 15),
			(uint8_t)(1 + (i / 30 + i % 15) % 2));
	assert_int_equal(gobang_tiny_move(&t, 1, 1, GOBANG_TINY_WORK), GOBANG_TINY_NONE);
	assert_int_equal(gobang_tiny_move(&t, 1, 2, GOBANG_TINY_WORK), GOBANG_TINY_NONE);
	assert_int_equal(move_of(&t, 1, 3), GOBANG_TINY_NONE);
	assert_false(gobang_tiny_set(&t, 15, 0, 1));
	assert_false(gobang_tiny_set(&t, 0, 0, 3));
}

/* Whole games on both boards under every rule: legal moves, an end, black never forbidden. */
static void games_come_to_an_end(void **s)
{
	(void)s;
	for (unsigned game = 0; game < 40; game++) {
		struct gobang_tiny t;
		unsigned side = game % 2 ? 20 : 15, colour = 1, rule = game / 2 % GOBANG_RULES,
			 moves = 0;

		state = 1000 + game;
		gobang_tiny_clear(&t, (uint8_t)side, (uint8_t)rule);
		while (moves < side * side) {
			unsigned level = moves < 4 ? 0 : 1 + (game + moves) % 3;
			gobang_at at = level == 0 ? random_middle(side / 2 - 2)
						  : move_of(&t, colour, level);

			if (at == GOBANG_TINY_NONE)
				break;
			if (level == 0 && gobang_tiny_colour(&t, at) != 0)
				continue;
			assert_int_equal(gobang_tiny_colour(&t, at), 0);
			if (level != 0 && colour == 1)
				assert_false(gobang_tiny_forbidden(&t, at, true));
			assert_true(
				gobang_tiny_set(&t, GOBANG_X(at), GOBANG_Y(at), (uint8_t)colour));
			moves++;
			if (gobang_tiny_wins(&t, at))
				break;
			colour = 3 - colour;
		}
		assert_true(moves > 8);
	}
}

/* Games of a level against the one below, each opening with both colours: [0] won, [1] lost. */
static void play_match(unsigned level, unsigned games, unsigned score[2])
{
	score[0] = score[1] = 0;
	for (unsigned game = 0; game < games; game++) {
		struct gobang_tiny t;
		unsigned colour = 1, moves = 0, better = 1 + game % 2;

		state = 1 + game / 2;
		gobang_tiny_clear(&t, 15, GOBANG_FREESTYLE);
		while (moves < 225) {
			gobang_at at = moves < 4 ? random_middle(5)
						 : move_of(&t, colour,
							   colour == better ? level : level - 1);

			if (at == GOBANG_TINY_NONE)
				break;
			if (gobang_tiny_colour(&t, at) != 0)
				continue;
			gobang_tiny_set(&t, GOBANG_X(at), GOBANG_Y(at), (uint8_t)colour);
			moves++;
			if (gobang_tiny_wins(&t, at)) {
				score[colour == better ? 0 : 1]++;
				break;
			}
			colour = 3 - colour;
		}
	}
}

static void each_level_beats_the_one_below(void **s)
{
	unsigned score[2];

	(void)s;
	play_match(2, 60, score);
	assert_true(score[0] >= 54 && score[1] <= 6);
	play_match(3, 20, score);
	assert_true(score[0] >= 12 && score[0] >= 2 * score[1]);
}

/* With any budget level 3 leaves the stones as they are and moves to an empty point that is
 * allowed.
 */
static void any_budget_gives_a_move(void **s)
{
	(void)s;
	for (unsigned i = 0; i < 300; i++) {
		struct gobang_tiny t, before;
		struct gobang_tiny_tree tree;
		struct brute b;
		gobang_at at;

		state = 1 + i;
		random_position(&t, &b, i % 2 ? 20 : 5 + i % 11, i % GOBANG_RULES);
		before = t;
		at = gobang_tiny_think(&t, &tree, (uint8_t)(1 + i % 2), 1000 + i * 97);
		for (unsigned k = 0; k < GOBANG_CELLS; k++)
			assert_int_equal(t.cell[k] & 3, before.cell[k] & 3);
		if (at == GOBANG_TINY_NONE)
			continue;
		assert_int_equal(gobang_tiny_colour(&before, at), GOBANG_EMPTY);
		if (i % 2 == 0)
			assert_false(gobang_tiny_forbidden(&before, at, true));
	}
}

static void renju_knows_forbidden_points(void **s)
{
	struct gobang_tiny t;

	(void)s;
	gobang_tiny_clear(&t, 15, GOBANG_RENJU);
	gobang_tiny_set(&t, 6, 7, 1);
	gobang_tiny_set(&t, 8, 7, 1);
	gobang_tiny_set(&t, 7, 6, 1);
	assert_false(gobang_tiny_forbidden(&t, GOBANG_AT(7, 7), false));
	gobang_tiny_set(&t, 7, 8, 1);
	assert_true(gobang_tiny_forbidden(&t, GOBANG_AT(7, 7), true)); /* double three */
	gobang_tiny_set(&t, 7, 4, 2);
	gobang_tiny_set(&t, 7, 10, 2);
	assert_false(gobang_tiny_forbidden(&t, GOBANG_AT(7, 7), false));
	t.rule = GOBANG_FREESTYLE;
	assert_false(gobang_tiny_forbidden(&t, GOBANG_AT(7, 7), false));
}

/* A three whose only open four makes a five at the same time does not count: there is one three. */
static void a_three_is_no_five(void **s)
{
	static const uint8_t black[][2] = {{3, 4}, {3, 6}, {1, 3}, {2, 4}, {4, 6}, {5, 7}, {6, 7}};
	struct gobang_tiny t;

	(void)s;
	gobang_tiny_clear(&t, 15, GOBANG_RENJU);
	for (size_t i = 0; i < sizeof(black) / sizeof(black[0]); i++)
		(void)gobang_tiny_set(&t, black[i][0], black[i][1], GOBANG_BLACK);
	assert_true(gobang_tiny_forbidden(&t, GOBANG_AT(3, 7), false));
	assert_false(gobang_tiny_forbidden(&t, GOBANG_AT(3, 7), true));
	(void)gobang_tiny_set(&t, 1, 3, GOBANG_EMPTY); /* no five: two threes */
	(void)gobang_tiny_set(&t, 2, 4, GOBANG_EMPTY);
	assert_true(gobang_tiny_forbidden(&t, GOBANG_AT(3, 7), true));
}

/* The two best ranks of a point for a colour, counted from 1, by the shapes of its four lines. */
static void ranks_by_shapes(struct gobang_tiny *t, gobang_at at, uint8_t colour, unsigned rank[2])
{
	/* two fours on one line count as one here */
	static const uint8_t rank_of[GOBANG_SHAPES] = {0, 0, 1, 2, 3, 4, 5, 5, 6, 7, 0, 0};

	rank[0] = rank[1] = 0;
	for (uint8_t d = 0; d < 4; d++) {
		unsigned one = rank_of[gobang_tiny_shape(t, at, d, colour)];

		if (one > rank[0]) {
			rank[1] = rank[0];
			rank[0] = one;
		} else if (one > rank[1]) {
			rank[1] = one;
		}
	}
}

static void check_row(
	struct gobang_tiny *cells, struct gobang_tiny *rows, uint8_t y, uint8_t colour)
{
	uint8_t low = (uint8_t)(y / LANES * LANES), lane = (uint8_t)(y % LANES);
	lanes empty = tiny_empty(rows, low);
	struct ranks r;
	struct fours f;

	tiny_rank_rows(rows, low, colour, &r);
	tiny_row_fours(rows, low, colour, &f);
	for (uint8_t x = 0; x < cells->side; x++) {
		unsigned want[2], got[2] = {0, 0};

		if (gobang_tiny_colour(cells, GOBANG_AT(x, y)) != GOBANG_EMPTY) {
			assert_int_equal(tiny_lane(empty, lane) >> x & 1, 0);
			continue;
		}
		assert_int_equal(tiny_lane(empty, lane) >> x & 1, 1);
		ranks_by_shapes(cells, GOBANG_AT(x, y), colour, want);
		for (unsigned k = 0; k < RANKS; k++) {
			got[0] += tiny_lane(r.once[k], lane) >> x & 1;
			got[1] += tiny_lane(r.twice[k], lane) >> x & 1;
		}
		assert_int_equal(got[0], want[0]);
		assert_int_equal(got[1], want[1]);
		assert_int_equal(tiny_lane(f.five, lane) >> x & 1, want[0] == RANK_FIVE + 1);
		assert_int_equal(tiny_lane(f.four, lane) >> x & 1, want[0] >= RANK_FOUR + 1);
	}
}

/* Rows of bits see what the tables see, on boards of every size, and give the cells back. */
static void rows_agree_with_the_tables(void **s)
{
	(void)s;
	state = 4;
	for (unsigned i = 0; i < 400; i++) {
		struct gobang_tiny cells, rows;
		struct brute b;

		random_position(&cells, &b, 5 + i % 11, GOBANG_FREESTYLE);
		rows = cells;
		tiny_to_rows(&rows);
		for (uint8_t y = 0; y < cells.side; y++)
			for (uint8_t colour = 1; colour <= 2; colour++)
				check_row(&cells, &rows, y, colour);
		tiny_to_cells(&rows);
		assert_memory_equal(rows.cell, cells.cell, sizeof(cells.cell));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_what_the_rules_make),
		cmocka_unit_test(halves_are_cut_where_they_are_blocked),
		cmocka_unit_test(shapes_have_their_names),
		cmocka_unit_test(shapes_agree_with_trying_everything),
		cmocka_unit_test(rows_agree_with_the_tables),
		cmocka_unit_test(fours_agree_with_trying_everything),
		cmocka_unit_test(own_five_comes_first),
		cmocka_unit_test(five_is_blocked),
		cmocka_unit_test(first_move_is_the_middle),
		cmocka_unit_test(two_threes_add_up),
		cmocka_unit_test(full_board_has_no_move),
		cmocka_unit_test(games_come_to_an_end),
		cmocka_unit_test(each_level_beats_the_one_below),
		cmocka_unit_test(any_budget_gives_a_move),
		cmocka_unit_test(renju_knows_forbidden_points),
		cmocka_unit_test(a_three_is_no_five),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
