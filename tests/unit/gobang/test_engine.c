/* SPDX-License-Identifier: MIT */
/* The engine of level 4: what it keeps up to date against what is read anew, wins by force, limits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"
#include "engine/engine.h"
#include "engine/fours.h"
#include "engine/position.h"
#include "engine/table.h"
#include "engine/threats.h"
#include "test.h"

static uint32_t state = 1;

static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

static void play(struct game *g, const char *names)
{
	char name[8];
	int used;

	for (; sscanf(names, "%7s%n", name, &used) == 1; names += used) {
		struct game_point at;

		assert_true(game_point_read(g, name, &at));
		assert_int_equal(game_play(g, at), GAME_DONE);
	}
}

/* The shapes are those of the tiny engine, and undoing leads back exactly. */
static void what_is_kept_is_what_is_read(void **s)
{
	static struct pos_tables tables;
	static struct position p, before;

	(void)s;
	for (unsigned rule = 0; rule < GOBANG_RULES; rule++) {
		struct gobang_tiny board;
		unsigned put[150], count = 0;

		pos_tables_make(&tables, (enum gobang_rule)rule);
		gobang_tiny_clear(&board, (uint8_t)(rule % 2 == 0 ? 15 : 20), (uint8_t)rule);
		pos_set(&p, &tables, &board, GOBANG_BLACK);
		before = p;
		while (count < 150) {
			uint8_t x = (uint8_t)below(board.side), y = (uint8_t)below(board.side);

			if (p.cell[pos_at(x, y)] != GOBANG_EMPTY)
				continue;
			(void)gobang_tiny_set(&board, x, y, p.turn);
			put[count++] = pos_at(x, y);
			pos_put(&p, pos_at(x, y));
		}
		for (uint8_t y = 0; y < board.side; y++)
			for (uint8_t x = 0; x < board.side; x++)
				for (uint8_t d = 0; p.cell[pos_at(x, y)] == 0 && d < 4; d++)
					for (uint8_t side = 0; side < 2; side++)
						assert_int_equal(
							pos_shape(&p, side, pos_at(x, y), d),
							gobang_tiny_shape(&board, GOBANG_AT(x, y),
								d, side + 1));
		while (count > 0)
			pos_undo(&p, put[--count]);
		assert_memory_equal(p.cell, before.cell, sizeof(p.cell));
		assert_memory_equal(p.count, before.count, sizeof(p.count));
		assert_memory_equal(p.value, before.value, sizeof(p.value));
		assert_true(p.hash == before.hash);
	}
}

static struct engine *open_engine(void)
{
	struct engine *e;
	struct err err;

	assert_int_equal(engine_open(1 << 20, &e, &err), ERR_OK);
	return e;
}

/* Random stones on a small board, none of which makes a five. */
static void random_position(struct gobang_tiny *t, struct brute *b, unsigned rule)
{
	unsigned side = 6 + below(3), stones = 8 + below(20);

	*b = (struct brute){.side = (int)side, .rule = (enum gobang_rule)rule, .nodes = 20000};
	gobang_tiny_clear(t, (uint8_t)side, (uint8_t)rule);
	for (unsigned i = 0; i < stones; i++) {
		unsigned x = below(side), y = below(side), colour = 1 + i % 2;

		if (b->at[y][x] != 0)
			continue;
		b->at[y][x] = (int)colour;
		if (brute_wins(b, (int)x, (int)y))
			b->at[y][x] = 0;
		else
			(void)gobang_tiny_set(t, (uint8_t)x, (uint8_t)y, (uint8_t)colour);
	}
}

static struct clock no_clock;

static void check_fours(
	struct fours *f, const struct pos_tables *tables, unsigned rule, unsigned *wins)
{
	static struct position p;
	struct gobang_tiny t;
	struct brute b;
	unsigned colour = 1 + below(2);
	int x, y;
	bool truth, found;

	random_position(&t, &b, rule);
	if (brute_fives(&b, (int)colour, &x, &y) > 0)
		return;
	pos_set(&p, tables, &t, (uint8_t)colour);
	f->limit = 1000000;
	f->clock = &no_clock;
	found = fours_search(f, &p, FOURS_PLIES);
	if (found)
		b.nodes = 20000000; /* a claim is always looked at to the end */
	truth = brute_fours(&b, (int)colour, FOURS_PLIES / 2);
	if (b.nodes <= 0)
		return;
	*wins += found;
	assert_int_equal(found, truth);
}

/* The search for fours against one that shares no code with it and tries everything. */
static void fours_agree_with_trying_everything(void **s)
{
	static struct pos_tables tables;
	struct fours f = {.slots = calloc(FOURS_SLOTS, sizeof(*f.slots))};
	const char *count = getenv("BIOSBELT_FOURS_POSITIONS");

	(void)s;
	assert_non_null(f.slots);
	for (unsigned rule = 0; rule < GOBANG_RULES; rule++) {
		unsigned wins = 0;

		if (rule == GOBANG_RENJU)
			continue; /* trying everything knows no forbidden points */
		state = 91 + rule;
		pos_tables_make(&tables, (enum gobang_rule)rule);
		memset(f.slots, 0, FOURS_SLOTS * sizeof(*f.slots));
		for (long i = count != NULL ? strtol(count, NULL, 10) : 700; i > 0; i--)
			check_fours(&f, &tables, rule, &wins);
		assert_true(wins > 20);
		print_message("%s: %u wins\n", game_rule_names[rule], wins);
	}
	free(f.slots);
}

struct claims {
	struct threats threats;
	struct pos_tables tables;
	struct position p;
	unsigned wins, answers;
};

static bool claims_win(struct claims *c, const struct brute *b, unsigned colour)
{
	struct gobang_tiny t;

	gobang_tiny_clear(&t, (uint8_t)b->side, (uint8_t)b->rule);
	for (int y = 0; y < b->side; y++)
		for (int x = 0; x < b->side; x++)
			(void)gobang_tiny_set(&t, (uint8_t)x, (uint8_t)y, (uint8_t)b->at[y][x]);
	pos_set(&c->p, &c->tables, &t, (uint8_t)colour);
	c->threats.limit = 4000;
	return threats_search(&c->threats, &c->p);
}

/* A claimed win is played: it has to be claimed again after every answer on the board, until there
 * is a five. */
static void play_claim(struct claims *c, struct brute *b, unsigned colour)
{
	int first_x = (int)pos_x(c->threats.line[0]), first_y = (int)pos_y(c->threats.line[0]);
	int fx, fy;

	assert_int_equal(b->at[first_y][first_x], 0);
	b->at[first_y][first_x] = (int)colour;
	for (int y = 0; y < b->side && !brute_wins(b, first_x, first_y); y++) {
		for (int x = 0; x < b->side; x++) {
			if (b->at[y][x] != 0)
				continue;
			b->at[y][x] = 3 - (int)colour;
			c->answers++;
			assert_false(brute_wins(b, x, y));
			if (brute_fives(b, (int)colour, &fx, &fy) == 0) {
				assert_true(claims_win(c, b, colour));
				play_claim(c, b, colour);
			}
			b->at[y][x] = 0;
		}
	}
	b->at[first_y][first_x] = 0;
}

/* Wins by threats, on small boards full of borders; renju needs a referee that knows forbidden
 * points. */
static void claimed_wins_hold_against_every_answer(void **s)
{
	static struct claims c;
	struct fours f = {.slots = calloc(FOURS_SLOTS, sizeof(*f.slots)), .clock = &no_clock};
	const char *count = getenv("BIOSBELT_CLAIMS_POSITIONS");

	(void)s;
	c.threats.slots = calloc(THREATS_SLOTS, sizeof(*c.threats.slots));
	assert_true(f.slots != NULL && c.threats.slots != NULL);
	c.threats.fours = &f;
	c.threats.clock = &no_clock;
	for (unsigned rule = 0; rule < GOBANG_RULES; rule++) {
		if (rule == GOBANG_RENJU)
			continue;
		state = 17 + rule;
		c.wins = c.answers = 0;
		pos_tables_make(&c.tables, (enum gobang_rule)rule);
		memset(f.slots, 0, FOURS_SLOTS * sizeof(*f.slots));
		memset(c.threats.slots, 0, THREATS_SLOTS * sizeof(*c.threats.slots));
		for (long i = count != NULL ? strtol(count, NULL, 10) : 30; i > 0; i--) {
			struct gobang_tiny t;
			struct brute b;
			unsigned colour = 1 + below(2);

			random_position(&t, &b, rule);
			if (!claims_win(&c, &b, colour))
				continue;
			c.wins++;
			play_claim(&c, &b, colour);
		}
		print_message(
			"%s: %u wins, %u answers\n", game_rule_names[rule], c.wins, c.answers);
		assert_true(c.wins > 5);
	}
	free(f.slots);
	free(c.threats.slots);
}

/* Positions in which the side to move wins by force, or only one move holds. */
static void forced_wins_are_found(void **s)
{
	static const char *const wins[] = {"H8 A1 I8 A2 J8 A3 K8 O1", /* a five */
		"H8 A1 I8 A2 J8 O1",                                  /* an open four */
		"H8 A1 I8 O15 J8 G8 K9 A15 K11 O1 K10 B1",            /* two fours that cross */
		"H8 A1 I9 O1 J8 A15 K10 O15"};                        /* double threes */
	struct engine *e = open_engine();

	(void)s;
	for (size_t i = 0; i < sizeof(wins) / sizeof(wins[0]); i++) {
		struct engine_limits limits = {.nodes = 30000};
		struct engine_result r;
		struct game g;
		uint8_t winner;

		game_new(&g, 15, GOBANG_FREESTYLE);
		play(&g, wins[i]);
		winner = game_turn(&g);
		for (unsigned n = 0; g.state == GAME_OPEN && n < 30; n++) {
			assert_true(engine_think(e, &g.board, game_turn(&g), &limits, &r));
			assert_true(game_turn(&g) != winner || engine_wins(&r));
			assert_int_equal(game_play(&g, r.line[0]), GAME_DONE);
		}
		assert_int_equal(g.state, winner == GOBANG_BLACK ? GAME_BLACK_WON : GAME_WHITE_WON);
	}
	engine_close(e);
}

/* Stones of one colour, as gobang_prove.c reads them. */
static void set_stones(struct game *g, const char *points, uint8_t colour)
{
	for (; points[0] >= 'a'; points += 2)
		assert_true(gobang_tiny_set(
			&g->board, (uint8_t)(points[0] - 'a'), (uint8_t)(points[1] - 'a'), colour));
}

/* Positions of which gobang_prove, which shares no code with the engine, has proved that there is a
 * win by force, or none within 13 plies. 500,000 nodes are less than a second. */
static void proved_wins_are_found(void **s)
{
	struct engine_limits limits = {.nodes = 500000};
	struct engine *e = open_engine();
	FILE *file = fopen(GOBANG_WINS, "r");
	unsigned wins = 0, without = 0;
	char line[1100];

	(void)s;
	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		char rule[16], side[16], number[16], black[512], white[512];
		struct engine_result r;
		struct game g;
		long plies;

		if (line[0] == '#')
			continue;
		assert_int_equal(sscanf(line, "%15s %15s %15s %511s %511s", rule, side, number,
					 black, white),
			5);
		plies = strtol(number, NULL, 10);
		game_new(&g, 15, strcmp(rule, "renju") == 0 ? GOBANG_RENJU : GOBANG_FREESTYLE);
		set_stones(&g, black, GOBANG_BLACK);
		set_stones(&g, white, GOBANG_WHITE);
		limits.nodes = plies > 0 ? 500000 : 20000;
		assert_true(engine_think(e, &g.board,
			strcmp(side, "white") == 0 ? GOBANG_WHITE : GOBANG_BLACK, &limits, &r));
		if (plies > 0 && !engine_wins(&r))
			fail_msg("not found: %s", line);
		if (plies == 0 && engine_wins(&r))
			fail_msg("found where there is none: %s", line);
		wins += plies > 0;
		without += plies == 0;
	}
	assert_int_equal(fclose(file), 0);
	engine_close(e);
	print_message("%u wins, %u positions without\n", wins, without);
	assert_true(wins >= 200 && without >= 50);
}

/* A loss is not a loss for the best moves alone: white wins here, in 13 plies, by a quiet move that
 * is none of the first that are looked at (after each answer gobang_prove finds a win by threats,
 * or a second such move before one). */
static void a_loss_is_claimed_for_every_move(void **s)
{
	struct engine_limits limits = {.nodes = 2000};
	struct engine *e = open_engine();
	struct engine_result r;
	struct game g;

	(void)s;
	game_new(&g, 15, GOBANG_FREESTYLE);
	set_stones(&g, "hggkddjejdjlleheeeidjhfh", GOBANG_BLACK);
	set_stones(&g, "dihkkdlfiefjiiegfffgfi", GOBANG_WHITE);
	for (; limits.nodes < 100000; limits.nodes *= 3) {
		assert_true(engine_think(e, &g.board, GOBANG_WHITE, &limits, &r));
		assert_true(r.value > -(ENGINE_WIN - ENGINE_WIN_PLIES));
	}
	assert_true(engine_wins(&r));
	engine_close(e);
}

/* A win that begins with a move that threatens nothing; gobang_prove finds a win by threats after
 * each of black's 202 answers. */
static void a_likely_win_is_proved(void **s)
{
	struct engine_limits limits = {.nodes = 200000};
	struct engine *e = open_engine();
	struct engine_result r;
	struct game g;

	(void)s;
	game_new(&g, 15, GOBANG_FREESTYLE);
	set_stones(&g, "djeiflgfglhdhhjfkdkkkl", GOBANG_BLACK);
	set_stones(&g, "dedidlfjgggihfhilg", GOBANG_WHITE);
	assert_true(engine_think(e, &g.board, GOBANG_WHITE, &limits, &r));
	assert_true(engine_wins(&r));
	engine_close(e);
}

static void a_four_is_stopped(void **s)
{
	struct engine_limits limits = {.nodes = 1};
	struct engine *e = open_engine();
	struct engine_result r;
	struct game g;
	char name[GAME_NAME_MAX];

	(void)s;
	game_new(&g, 15, GOBANG_FREESTYLE);
	play(&g, "H8 G8 I8 A1 J8 O1 K8");
	assert_true(engine_think(e, &g.board, GOBANG_WHITE, &limits, &r));
	game_point_name(&g, r.line[0], name);
	assert_string_equal(name, "L8");
	engine_close(e);
}

/* Black may not stop white's five on a point that is forbidden to it. */
static void renju_forbids(void **s)
{
	struct engine_limits limits = {.nodes = 5000};
	struct engine *e = open_engine();
	struct engine_result r;

	(void)s;
	for (unsigned rule = 0; rule < GOBANG_RULES; rule++) {
		struct game g;

		game_new(&g, 15, (enum gobang_rule)rule);
		play(&g, "H7 A1 H6 C1 G8 E1 F8 G1"); /* H8 makes two open threes */
		assert_true(engine_think(e, &g.board, GOBANG_BLACK, &limits, &r));
		assert_int_equal(game_play(&g, r.line[0]), GAME_DONE);
		assert_true(rule != GOBANG_RENJU || r.line[0].x != 7 || r.line[0].y != 7);
	}
	engine_close(e);
}

/* The same budget gives the same move, whatever the clock does. */
static void nodes_decide(void **s)
{
	struct engine_limits limits = {.nodes = 4000};
	struct engine_result first, again;
	struct game g;

	(void)s;
	game_new(&g, 15, GOBANG_FREESTYLE);
	play(&g, "H8 I9 I7 G9 G7 H7");
	for (unsigned i = 0; i < 2; i++) {
		struct engine *e = open_engine();

		assert_true(
			engine_think(e, &g.board, GOBANG_BLACK, &limits, i == 0 ? &first : &again));
		engine_close(e);
	}
	assert_memory_equal(&first, &again, sizeof(first));
	assert_true(first.nodes < 4200);
}

/* A whole game by several threads: moves are allowed, a win by force is found, and one thread can
 * follow. */
static void threads_help(void **s)
{
	struct engine_limits limits = {.nodes = 400};
	struct engine *e = open_engine();
	struct engine_result r;
	struct err err;
	struct game g;
	size_t beside;

	(void)s;
	assert_int_equal(engine_beside(e), 0);
	assert_int_equal(engine_threads(e, 4, &err), ERR_OK);
	beside = engine_beside(e);
	game_new(&g, 15, GOBANG_FREESTYLE);
	while (g.state == GAME_OPEN && g.count < 60) {
		assert_true(engine_think(e, &g.board, game_turn(&g), &limits, &r));
		assert_int_equal(game_play(&g, r.line[0]), GAME_DONE);
		assert_int_equal(engine_threads(e, g.count % 3 == 0 ? 2 : 4, &err), ERR_OK);
	}
	game_new(&g, 15, GOBANG_FREESTYLE);
	play(&g, "H8 A1 I8 C1 J8 E1");
	assert_true(engine_think(e, &g.board, GOBANG_BLACK, &limits, &r));
	assert_true(engine_wins(&r));
	assert_int_equal(engine_threads(e, 4, &err), ERR_OK);
	assert_int_equal(engine_beside(e), beside);
	assert_int_equal(engine_threads(e, 1, &err), ERR_OK);
	assert_int_equal(engine_beside(e), 0);
	engine_close(e);
}

/* What is written is read, of this key only, and never when halves of two writers met. */
static void the_table_is_sure(void **s)
{
	struct table_entry e = {.move = 65535, .value = -30000, .depth = -1, .bound = BOUND_LOWER},
			   r;
	struct search_slot slot = {0};

	(void)s;
	assert_false(table_read(&slot, 0, &r));
	table_write(&slot, 0x123456789ABCDEF0u, &e);
	assert_true(table_read(&slot, 0x123456789ABCDEF0u, &r));
	assert_int_equal(r.move, 65535);
	assert_int_equal(r.value, -30000);
	assert_int_equal(r.depth, -1);
	assert_int_equal(r.bound, BOUND_LOWER);
	assert_false(table_read(&slot, 0x123456789ABCDEF1u, &r));
	slot.data ^= 1u << 16;
	assert_false(table_read(&slot, 0x123456789ABCDEF0u, &r));
}

static void small_and_full_boards_end(void **s)
{
	struct engine_limits limits = {.nodes = 500};
	struct engine *e = open_engine();
	struct engine_result r;

	(void)s;
	for (unsigned rule = 0; rule < GOBANG_RULES; rule++) {
		struct game g;

		game_new(&g, 5, (enum gobang_rule)rule);
		while (g.state == GAME_OPEN) {
			if (!engine_think(e, &g.board, game_turn(&g), &limits, &r))
				break;
			assert_int_equal(game_play(&g, r.line[0]), GAME_DONE);
		}
		assert_true(g.count > 5);
	}
	engine_close(e);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_kept_is_what_is_read),
		cmocka_unit_test(fours_agree_with_trying_everything),
		cmocka_unit_test(claimed_wins_hold_against_every_answer),
		cmocka_unit_test(forced_wins_are_found),
		cmocka_unit_test(proved_wins_are_found),
		cmocka_unit_test(a_loss_is_claimed_for_every_move),
		cmocka_unit_test(a_likely_win_is_proved),
		cmocka_unit_test(a_four_is_stopped),
		cmocka_unit_test(renju_forbids),
		cmocka_unit_test(nodes_decide),
		cmocka_unit_test(threads_help),
		cmocka_unit_test(the_table_is_sure),
		cmocka_unit_test(small_and_full_boards_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
