/* SPDX-License-Identifier: MIT */
/* State files, replays and statistics. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/replay.h"
#include "game/stats.h"
#include "test.h"

static struct g2048_tables tables;

static void state_files_bring_back_finished_games(void **state)
{
	struct game_record a[3] = {{true, 11, 900, 20000, 5, 6}, {false, 0, 0, 0, 0, 0},
		{true, 16, 60000, 1400000, 7, 88}};
	struct game_record b[3] = {{false, 0, 0, 0, 0, 0}};
	struct buf text;
	struct err err;

	(void)state;
	buf_init(&text, 0);
	stats_write(&text, "x", a, 3);
	assert_int_equal(stats_read(span_of(text.ptr, text.len), "x", b, 3, &err), ERR_OK);
	assert_true(b[0].done && b[0].score == 20000 && b[0].max_rank == 11);
	assert_true(b[0].moves == 900 && b[0].nodes == 5 && b[0].cpu_us == 6);
	assert_false(b[1].done);
	assert_int_equal(b[2].score, 1400000);
	assert_int_equal(stats_read(span_of(text.ptr, text.len), "y", b, 3, &err), ERR_USAGE);
	/* cut inside the last line: fewer fields */
	assert_int_equal(stats_read(span_of(text.ptr, text.len - 4), "x", b, 3, &err), ERR_FORMAT);
	/* a number that lacks its last digit is a number */
	assert_int_equal(stats_read(span_of(text.ptr, text.len - 2), "x", b, 3, &err), ERR_FORMAT);
	assert_int_equal(stats_read(span_of("hello\n", 6), "x", b, 3, &err), ERR_FORMAT);
	buf_free(&text);
}

static void sums_are_those_computed_by_hand(void **state)
{
	struct game_record r[4] = {{true, 9, 10, 100, 0, 0}, {true, 10, 10, 200, 0, 0},
		{true, 10, 10, 600, 0, 0}, {false, 15, 99, 99999, 0, 0}};
	struct game_stats s;
	struct err err;
	double low, high;

	(void)state;
	assert_int_equal(stats_sum(r, 4, &s, &err), ERR_OK);
	assert_int_equal(s.games, 3);
	assert_true(s.average == 300);
	assert_true(s.median == 200);
	assert_true(s.best == 600 && s.worst == 100);
	assert_int_equal(s.reached[10], 2);
	assert_int_equal(s.reached[9], 3);
	/* deviation sqrt((200^2 + 100^2 + 300^2) / 2) = 264.575, half width 1.96 * that / sqrt 3 */
	assert_true(s.half_width > 299.3 && s.half_width < 299.5);
	/* Wilson, 8 of 10: 0.4902 to 0.9433 (any textbook) */
	stats_interval(8, 10, &low, &high);
	assert_true(low > 0.490 && low < 0.4905 && high > 0.943 && high < 0.9435);
	stats_interval(0, 0, &low, &high);
	assert_true(low == 0 && high == 1);
}

static void replays_read_back_and_refuse_illegal_moves(void **state)
{
	struct replay r, back;
	struct g2048_game g;
	struct buf text;
	struct err err;
	unsigned legal;

	(void)state;
	replay_init(&r, 77, 3);
	g2048_game_new(&g, 77, 3);
	while ((legal = g2048_game_legal(&tables, &g)) != 0) {
		enum g2048_dir d = (enum g2048_dir)__builtin_ctz(legal);

		assert_int_equal(replay_add(&r, d, &err), ERR_OK);
		g2048_game_step(&tables, &g, d);
	}
	buf_init(&text, 0);
	replay_write(&r, &text);
	assert_int_equal(replay_read(span_of(text.ptr, text.len), &tables, &back, &err), ERR_OK);
	assert_int_equal(back.count, r.count);
	assert_memory_equal(back.moves, r.moves, r.count);
	assert_true(back.seed == 77 && back.number == 3);
	replay_free(&back);
	buf_add(&text, "U", 1); /* the game was over */
	assert_int_equal(
		replay_read(span_of(text.ptr, text.len), &tables, &back, &err), ERR_FORMAT);
	text.ptr[text.len - 1] = 'x';
	assert_int_equal(
		replay_read(span_of(text.ptr, text.len), &tables, &back, &err), ERR_FORMAT);
	assert_int_equal(replay_read(span_of(text.ptr, 25), &tables, &back, &err), ERR_FORMAT);
	buf_free(&text);
	replay_free(&r);
}

/* The notes of a game that a person played, and its own first position with tiles past 32768. */
static void replays_keep_what_a_person_did(void **state)
{
	static const char board[] = "65536 2 2 0  0 0 0 0  0 0 0 0  0 0 0 131072";
	struct replay r, back;
	struct g2048_game position;
	struct buf text;
	struct err err;

	(void)state;
	assert_int_equal(g2048_parse_game(board, strlen(board), &position, &err), ERR_OK);
	replay_init_from(&r, 5, 6, &position);
	r.helped = true;
	r.ms = 61234;
	assert_int_equal(replay_add(&r, G2048_RIGHT, &err), ERR_OK);
	buf_init(&text, 0);
	replay_write(&r, &text);
	assert_int_equal(replay_read(span_of(text.ptr, text.len), &tables, &back, &err), ERR_OK);
	assert_true(back.from && back.helped && !back.undone && back.ms == 61234);
	assert_true(back.first.board == position.board && back.first.high == position.high);
	assert_true(back.count == 1 && back.seed == 5 && back.number == 6);
	replay_free(&back);
	replay_free(&r);
	buf_free(&text);
}

static void foreign_lines_of_a_replay_are_refused(void **state)
{
	static const char *const bad[] = {"played 12x\n", "played\n", "helped \n", "cheated\n",
		"from 2 2\n", "from 2 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"};
	struct replay back;
	struct buf text;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		buf_init(&text, 0);
		buf_printf(&text, "2048ai replay 2\nseed 1 game 2\n%s", bad[i]);
		assert_int_equal(
			replay_read(span_of(text.ptr, text.len), &tables, &back, &err), ERR_FORMAT);
		buf_free(&text);
	}
	assert_int_equal(replay_read(span_of("2048ai replay 4\n", 16), &tables, &back, &err),
		ERR_UNSUPPORTED);
}

/* A file that was cut at any byte is not read as a shorter game; files of older versions, without a
 * number of moves, are read. */
static void cut_replays_are_refused(void **state)
{
	struct replay r, back;
	struct g2048_game g;
	struct buf text, old;
	struct err err;
	char line[32];
	unsigned legal;
	size_t at = 0;

	(void)state;
	replay_init(&r, 5, 9);
	r.ms = 12345;
	g2048_game_new(&g, 5, 9);
	while ((legal = g2048_game_legal(&tables, &g)) != 0) {
		enum g2048_dir d = (enum g2048_dir)__builtin_ctz(legal);

		assert_int_equal(replay_add(&r, d, &err), ERR_OK);
		g2048_game_step(&tables, &g, d);
	}
	buf_init(&text, 0);
	replay_write(&r, &text);
	for (size_t len = 0; len + 1 < text.len; len++) /* the last byte ends the last line */
		assert_int_not_equal(
			replay_read(span_of(text.ptr, len), &tables, &back, &err), ERR_OK);
	(void)snprintf(line, sizeof(line), "%zu of %zu moves", r.count - 1, r.count);
	assert_non_null(strstr(err.text, line));
	(void)snprintf(line, sizeof(line), "\nmoves %zu\n", r.count);
	while (memcmp(text.ptr + at, line, strlen(line)) != 0)
		at++;
	at += strlen(line);
	for (unsigned version = 1; version <= 2; version++) {
		buf_init(&old, 0);
		buf_printf(&old, "2048ai replay %u\nseed 5 game 9\n%s", version,
			version > 1 ? "played 12345\n" : "");
		buf_add(&old, text.ptr + at, text.len - at);
		assert_int_equal(
			replay_read(span_of(old.ptr, old.len), &tables, &back, &err), ERR_OK);
		assert_int_equal(back.count, r.count);
		replay_free(&back);
		buf_free(&old);
	}
	replay_free(&r);
	buf_free(&text);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(state_files_bring_back_finished_games),
		cmocka_unit_test(sums_are_those_computed_by_hand),
		cmocka_unit_test(replays_read_back_and_refuse_illegal_moves),
		cmocka_unit_test(replays_keep_what_a_person_did),
		cmocka_unit_test(foreign_lines_of_a_replay_are_refused),
		cmocka_unit_test(cut_replays_are_refused),
	};

	g2048_tables_init(&tables);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
