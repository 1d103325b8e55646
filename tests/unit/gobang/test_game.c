/* SPDX-License-Identifier: MIT */
/* The game: its rules of play, names of points, SGF there and back. */
#include <stdio.h>
#include <string.h>

#include "game/sgf.h"
#include "test.h"

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

static void points_have_names(void **s)
{
	static const char *const bad[] = {"", "A", "A0", "A16", "P1", "A1x", "11", "a-1", "A001"};
	struct game g;
	struct game_point at;
	char name[GAME_NAME_MAX];

	(void)s;
	game_new(&g, 15, GOBANG_FREESTYLE);
	assert_true(game_point_read(&g, "a15", &at));
	assert_int_equal(at.x + at.y, 0);
	assert_true(game_point_read(&g, "O1", &at));
	game_point_name(&g, at, name);
	assert_string_equal(name, "O1");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(game_point_read(&g, bad[i], &at));
}

static void moves_are_checked_and_taken_back(void **s)
{
	struct game g;

	(void)s;
	game_new(&g, 15, GOBANG_FREESTYLE);
	assert_false(game_undo(&g));
	play(&g, "H8 A1 I8 B1 J8 C1 K8 D1");
	assert_int_equal(game_play(&g, (struct game_point){7, 7}), GAME_TAKEN);
	assert_int_equal(game_play(&g, (struct game_point){15, 7}), GAME_OUTSIDE);
	assert_int_equal(game_number(&g, (struct game_point){8, 7}), 3);
	play(&g, "L8");
	assert_int_equal(g.state, GAME_BLACK_WON);
	assert_int_equal(game_play(&g, (struct game_point){0, 0}), GAME_OVER);
	assert_true(game_undo(&g));
	assert_int_equal(g.state, GAME_OPEN);
	assert_int_equal(game_number(&g, (struct game_point){11, 7}), 0);
	game_resign(&g);
	assert_int_equal(g.state, GAME_WHITE_WON);
}

static void a_full_board_is_a_draw(void **s)
{
	static const char order[] = "A1 B1 C1 D1 E1 B2 A2 D2 C2 A3 E2 C3 B3 "
				    "E3 D3 B4 A4 D4 C4 A5 E4 C5 B5 E5 D5";
	struct game g;

	(void)s;
	game_new(&g, 5, GOBANG_FREESTYLE);
	play(&g, order);
	assert_int_equal(g.state, GAME_DRAWN);
}

static void sgf_comes_back(void **s)
{
	struct game g, back;
	struct buf out;
	struct err err;

	(void)s;
	game_new(&g, 20, GOBANG_CARO);
	play(&g, "T20 A1 K10 B17 A20");
	game_resign(&g);
	buf_init(&out, 0);
	sgf_write(&g, "a]b\\c", NULL, &out);
	assert_int_equal(sgf_read(span_of(out.ptr, out.len), &back, NULL, &err), ERR_OK);
	assert_memory_equal(&g, &back, sizeof(g));
	buf_free(&out);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_have_names),
		cmocka_unit_test(moves_are_checked_and_taken_back),
		cmocka_unit_test(a_full_board_is_a_draw),
		cmocka_unit_test(sgf_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
