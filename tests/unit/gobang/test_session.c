/* SPDX-License-Identifier: MIT */
/* Two sessions that talk to each other over a line that loses, doubles and damages what it carries.
 */
#include <stdlib.h>
#include <string.h>

#include "link/session.h"
#include "test.h"

struct ends {
	struct session s[2]; /* host, guest */
	struct game game[2];
	struct buf out[2];
	uint64_t now;
	unsigned loses; /* one line of so many is lost or damaged; 0: none */
};

static uint32_t seed;

static unsigned below(unsigned n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static void open_host(struct ends *e, unsigned side, enum gobang_rule rule, uint64_t limit)
{
	game_new(&e->game[0], side, rule);
	session_init(&e->s[0], &e->game[0], true, GOBANG_BLACK, 77, limit, &e->out[0]);
	session_connected(&e->s[0], e->now);
}

static void open_guest(struct ends *e)
{
	game_new(&e->game[1], 15, GOBANG_FREESTYLE);
	session_init(&e->s[1], &e->game[1], false, GOBANG_WHITE, 0, 0, &e->out[1]);
	session_connected(&e->s[1], e->now);
}

static void open_ends(struct ends *e, unsigned side, enum gobang_rule rule, uint64_t limit)
{
	memset(e, 0, sizeof(*e));
	seed = 1;
	e->now = 1000;
	buf_init(&e->out[0], 0);
	buf_init(&e->out[1], 0);
	open_host(e, side, rule, limit);
	open_guest(e);
}

static void close_ends(struct ends *e)
{
	buf_free(&e->out[0]);
	buf_free(&e->out[1]);
}

/* Carries the lines of one end to the other. */
static void carry(struct ends *e, unsigned from)
{
	struct buf out = e->out[from];

	buf_init(&e->out[from], 0);
	for (size_t at = 0, end; at < out.len; at = end) {
		for (end = at + 1; out.ptr[end - 1] != '\n';)
			end++;
		if (e->loses != 0 && below(e->loses) == 0) {
			if (below(2) == 0)
				continue;
			out.ptr[at + below((unsigned)(end - at))] ^= (uint8_t)(1u << below(8));
		}
		session_take(&e->s[1 - from], span_of(out.ptr + at, end - at), e->now);
	}
	buf_free(&out);
}

/* Lets some seconds pass. */
static void pass(struct ends *e, unsigned seconds)
{
	for (unsigned i = 0; i < 10 * seconds; i++) {
		e->now += 100;
		session_tick(&e->s[0], true, e->now);
		session_tick(&e->s[1], true, e->now);
		carry(e, 0);
		carry(e, 1);
	}
}

static void assert_same(const struct ends *e)
{
	const struct game *a = &e->game[0], *b = &e->game[1];

	assert_int_equal(e->s[0].phase, SESSION_ON);
	assert_int_equal(e->s[1].phase, SESSION_ON);
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->state, b->state);
	assert_int_equal(a->board.side, b->board.side);
	assert_int_equal(a->board.rule, b->board.rule);
	assert_memory_equal(a->moves, b->moves, a->count * sizeof(a->moves[0]));
	assert_int_equal(e->s[0].own + e->s[1].own, 3);
	assert_int_equal(e->s[0].epoch, e->s[1].epoch);
}

static struct game_point at(unsigned x, unsigned y)
{
	return (struct game_point){(uint8_t)x, (uint8_t)y};
}

/* What a peer says, be it against the rules. */
static void say_to(struct ends *e, unsigned end, const char *line)
{
	struct buf b;

	buf_init(&b, 0);
	line_add(&b, "%s", line);
	session_take(&e->s[end], span_of(b.ptr, b.len), e->now);
	buf_free(&b);
}

/* The side whose turn it is moves. */
static enum game_answer move(struct ends *e, unsigned x, unsigned y)
{
	unsigned end = game_turn(&e->game[0]) == e->s[0].own ? 0 : 1;

	return session_play(&e->s[end], at(x, y));
}

static void a_guest_learns_the_game_and_both_play(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 20, GOBANG_RENJU, 60000);
	pass(&e, 2);
	assert_same(&e);
	assert_int_equal(e.game[1].board.side, 20);
	assert_int_equal(e.s[1].own, GOBANG_WHITE);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(move(&e, 5 + i, 5), GAME_DONE);
		pass(&e, 1);
		assert_int_equal(move(&e, 5 + i, 15), GAME_DONE);
		pass(&e, 1);
	}
	assert_same(&e);
	assert_int_equal(move(&e, 9, 5), GAME_DONE);
	pass(&e, 1);
	assert_same(&e);
	assert_int_equal(e.game[1].state, GAME_BLACK_WON);
	close_ends(&e);
}

static void undo_and_new_game_need_a_yes(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 0);
	pass(&e, 2);
	assert_false(session_ask_for(&e.s[1], ASK_UNDO)); /* it has not moved */
	(void)move(&e, 7, 7);
	pass(&e, 1);
	(void)move(&e, 8, 8);
	pass(&e, 1);
	assert_true(session_ask_for(&e.s[0], ASK_UNDO)); /* black, to move: both stones go */
	assert_int_equal(session_play(&e.s[0], at(1, 1)), GAME_OVER);
	pass(&e, 1);
	assert_int_equal(e.s[1].asked, ASK_UNDO);
	session_answer(&e.s[1], false);
	pass(&e, 2);
	assert_true((session_events(&e.s[0]) & SESSION_NO) != 0);
	assert_int_equal(e.game[0].count, 2);
	assert_true(session_ask_for(&e.s[0], ASK_UNDO));
	pass(&e, 1);
	session_answer(&e.s[1], true);
	pass(&e, 1);
	assert_same(&e);
	assert_int_equal(e.game[0].count, 0);
	(void)move(&e, 7, 7);
	pass(&e, 1);
	assert_true(session_ask_for(&e.s[1], ASK_NEW));
	pass(&e, 1);
	session_answer(&e.s[0], true);
	pass(&e, 1);
	assert_same(&e);
	assert_int_equal(e.game[0].count, 0);
	assert_int_equal(e.s[0].own, GOBANG_WHITE);
	/* to move on is to say no */
	(void)move(&e, 3, 3);
	pass(&e, 1);
	assert_true(session_ask_for(&e.s[1], ASK_UNDO));
	pass(&e, 1);
	assert_int_equal(move(&e, 4, 4), GAME_DONE);
	pass(&e, 2);
	assert_same(&e);
	assert_int_equal(e.game[0].count, 2);
	assert_int_equal(e.s[1].ask, ASK_NOTHING);
	close_ends(&e);
}

static void of_two_requests_at_once_one_counts(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct ends e;

		open_ends(&e, 15, GOBANG_FREESTYLE, 0);
		pass(&e, 2);
		(void)move(&e, 7, 7);
		pass(&e, 1);
		(void)move(&e, 8, 8);
		pass(&e, 1);
		assert_true(session_ask_for(&e.s[0], i % 2 == 0 ? ASK_NEW : ASK_UNDO));
		assert_true(session_ask_for(&e.s[1], i < 2 ? ASK_UNDO : ASK_NEW));
		pass(&e, 1);
		session_answer(&e.s[0], true);
		session_answer(&e.s[1], true);
		pass(&e, 3);
		assert_same(&e);
		assert_int_equal(e.game[0].count, 0);
		assert_int_equal(e.s[0].epoch, 1);
		assert_int_equal(e.s[0].own, i % 2 == 0 ? GOBANG_WHITE : GOBANG_BLACK);
		close_ends(&e);
	}
}

/* Random play of both ends, who ask, answer and resign at random. */
static void any_loss_is_made_good(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 200; round++) {
		unsigned side = 5 + round % 11;
		struct ends e;

		open_ends(&e, side, GOBANG_CARO, 0);
		seed = round;
		e.loses = 2 + round % 5;
		for (unsigned i = 0; i < 150; i++) {
			unsigned end = below(2);
			struct session *s = &e.s[end];

			if (below(10) == 0)
				(void)session_ask_for(s, below(4) == 0 ? ASK_NEW : ASK_UNDO);
			else if (below(3) == 0)
				session_answer(s, below(2) == 0);
			else if (game_turn(s->game) == s->own)
				(void)session_play(s, at(below(side), below(side)));
			if (below(30) == 0)
				(void)session_resign(s);
			if (below(40) == 0)
				session_connected(s, e.now);
			if (below(60) == 0)
				open_guest(&e);
			pass(&e, below(3));
			assert_int_not_equal(e.s[0].phase, SESSION_FAILED);
			assert_int_not_equal(e.s[1].phase, SESSION_FAILED);
		}
		e.loses = 0;
		pass(&e, 10);
		session_answer(&e.s[0], true);
		session_answer(&e.s[1], true);
		pass(&e, 5);
		assert_same(&e);
		close_ends(&e);
	}
}

static void a_guest_started_anew_gets_the_game(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_EXACT, 100000);
	pass(&e, 1);
	(void)move(&e, 7, 7);
	pass(&e, 1);
	open_guest(&e);
	pass(&e, 2);
	assert_same(&e);
	assert_int_equal(e.game[1].count, 1);
	assert_true(e.s[1].left_ms[1] < 100000);
	close_ends(&e);
}

/* An end that no stone shows reaches a guest that has forgotten it, be it the host's or its own. */
static void a_guest_started_anew_gets_the_end_too(void **state)
{
	(void)state;
	for (unsigned loser = 0; loser < 2; loser++) {
		struct ends e;

		open_ends(&e, 15, GOBANG_FREESTYLE, 100000);
		pass(&e, 1);
		(void)move(&e, 7, 7);
		pass(&e, 1);
		(void)move(&e, 8, 8);
		pass(&e, 1);
		if (loser == 1)
			(void)move(&e, 6, 6);
		pass(&e, 1);
		assert_true(session_resign(&e.s[loser]));
		pass(&e, 2);
		assert_same(&e);
		open_guest(&e);
		pass(&e, 2);
		assert_same(&e);
		assert_int_equal(e.game[1].state, loser == 0 ? GAME_WHITE_WON : GAME_BLACK_WON);
		assert_true(session_ask_for(&e.s[1], ASK_NEW));
		pass(&e, 1);
		session_answer(&e.s[0], true);
		pass(&e, 1);
		assert_same(&e);
		assert_int_equal(e.game[1].state, GAME_OPEN);
		close_ends(&e);
	}
	for (unsigned older = 0; older < 2; older++) {
		struct ends e;

		open_ends(&e, 15, GOBANG_FREESTYLE, 0);
		pass(&e, 1);
		game_draw(&e.game[0]);
		open_guest(&e);
		if (older == 0) {
			pass(&e, 2);
			assert_int_equal(e.game[1].state, GAME_DRAWN);
		} else { /* of a host that does not say how it ended */
			say_to(&e, 1, "gobang 1 0.1.0 host 77 freestyle 15 white 0 0 0");
			say_to(&e, 1, "game 77 0 -hh");
			assert_false(e.s[1].needs_game);
			assert_int_equal(e.game[1].state, GAME_OPEN);
		}
		close_ends(&e);
	}
}

/* The last move of a guest that is late, as the host saw it, does not count; yet both get on. */
static void after_a_move_that_came_too_late_a_new_game_begins(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 20000);
	pass(&e, 2);
	(void)move(&e, 7, 7);
	pass(&e, 1);
	for (unsigned i = 0; i < 260; i++) { /* the guest, stopped for a while, hears nothing */
		e.now += 100;
		session_tick(&e.s[0], true, e.now);
	}
	e.out[0].len = 0;
	assert_int_equal(e.game[0].state, GAME_BLACK_WON);
	e.s[1].now_ms = e.now;
	assert_int_equal(session_play(&e.s[1], at(8, 8)), GAME_DONE);
	pass(&e, 2);
	assert_int_equal(e.game[0].count, 1);
	assert_true(session_ask_for(&e.s[1], ASK_NEW));
	pass(&e, 1);
	session_answer(&e.s[0], true);
	pass(&e, 1);
	assert_same(&e);
	assert_int_equal(e.game[0].count, 0);
	close_ends(&e);
}

static void nobody_plays_and_no_clock_runs_before_both_are_there(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 20000);
	assert_int_equal(session_play(&e.s[0], at(7, 7)), GAME_OVER);
	assert_false(session_resign(&e.s[0]));
	(void)game_play(&e.game[0], at(7, 7)); /* as a host that goes on with a kept game */
	for (unsigned i = 0; i < 300; i++) {
		e.now += 100;
		session_tick(&e.s[0], false, e.now);
	}
	assert_int_equal(e.game[0].state, GAME_OPEN);
	pass(&e, 2);
	assert_same(&e);
	assert_true(e.s[1].left_ms[1] > 17000);
	assert_int_equal(move(&e, 8, 8), GAME_DONE);
	close_ends(&e);
}

static void a_lost_connection_is_told_and_the_game_goes_on(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 0);
	pass(&e, 1);
	(void)move(&e, 7, 7);
	for (unsigned i = 0; i < 100; i++) { /* nothing comes through */
		e.now += 100;
		session_tick(&e.s[0], true, e.now);
		session_tick(&e.s[1], true, e.now);
		e.out[0].len = e.out[1].len = 0;
	}
	assert_int_equal(e.s[0].phase, SESSION_ALONE);
	assert_false(session_is_near(&e.s[1]));
	pass(&e, 3);
	assert_same(&e);
	assert_int_equal(e.game[1].count, 1);
	close_ends(&e);
}

static void who_does_not_move_loses_by_the_clock(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 20000);
	pass(&e, 2);
	(void)move(&e, 7, 7);
	pass(&e, 10);
	assert_int_equal(e.game[0].state, GAME_OPEN);
	pass(&e, 12); /* the guest itself says that it is late */
	assert_same(&e);
	assert_int_equal(e.game[0].state, GAME_BLACK_WON);
	close_ends(&e);

	/* one that does not say it has lost a little later */
	open_ends(&e, 15, GOBANG_FREESTYLE, 20000);
	pass(&e, 2);
	(void)move(&e, 7, 7);
	for (unsigned i = 0; i < 260; i++) {
		e.now += 100;
		session_tick(&e.s[0], true, e.now);
	}
	assert_int_equal(e.game[0].state, GAME_BLACK_WON);
	close_ends(&e);
}

static void resigning_reaches_the_other_side(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 0);
	pass(&e, 2);
	assert_false(session_resign(&e.s[1])); /* not its turn */
	assert_int_equal(e.game[1].state, GAME_OPEN);
	assert_true(session_resign(&e.s[0]));
	pass(&e, 2);
	assert_same(&e);
	assert_int_equal(e.game[1].state, GAME_WHITE_WON);
	session_bye(&e.s[0]);
	carry(&e, 0);
	assert_true((session_events(&e.s[1]) & SESSION_LEFT) != 0);
	close_ends(&e);
}

static void whoever_breaks_the_rules_is_told_apart(void **state)
{
	static const char *const faults[][2] = {
		{"gobang 2 9.9.9 guest 0", "speaks version 2 of the link, this one version 1"},
		{"gobang x", "is not this game"},
		{"gobang 1 0.1.0 host 5 renju 15 white 0 0 0", "is a host too"},
		{"move 77 0 2 A1 0", "a move that is not allowed"},
		{"move 77 0 1 A1 0", NULL}, /* an old one */
		{"move 77 0 3 A1 0", NULL},
		{"move 77 0 2 H8 0", "a move that is not allowed"},
		{"move 77 0 2 Z99 0", "a move that is not allowed"},
		{"move 76 0 2 A1 0", NULL}, /* another game's */
		{"have 77 0 1 5 open", "has other moves"},
		{"have 77 0 1 99999999999 open", NULL},
		{"have 77 9 1 5 open", NULL},
		{"game 77 0 -aabb", NULL}, /* only guests take games */
		{"answer 77 1 yes", NULL},
		{"ask 77 0 1 1 everything", NULL},
		{"bye", NULL},
		{"", NULL},
		{"have 77", NULL},
	};
	struct ends e;

	(void)state;
	for (unsigned i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		open_ends(&e, 15, GOBANG_FREESTYLE, 0);
		say_to(&e, 0, "gobang 1 0.1.0 guest 0");
		assert_int_equal(session_play(&e.s[0], at(7, 7)), GAME_DONE);
		if (strncmp(faults[i][0], "move 77 0 2", 11) == 0 && faults[i][0][12] == 'A')
			assert_true(game_undo(&e.game[0]) &&
				    session_play(&e.s[0], at(0, 14)) == GAME_DONE);
		say_to(&e, 0, faults[i][0]);
		assert_int_equal(e.s[0].phase, faults[i][1] == NULL ? SESSION_ON : SESSION_FAILED);
		if (faults[i][1] != NULL)
			assert_non_null(strstr(e.s[0].fault.text, faults[i][1]));
		assert_int_equal(e.game[0].count, 1);
		close_ends(&e);
	}
}

static void noise_is_dropped(void **state)
{
	struct ends e;

	(void)state;
	open_ends(&e, 15, GOBANG_FREESTYLE, 0);
	for (unsigned i = 0; i < 5000; i++) {
		uint8_t noise = (uint8_t)below(256);

		session_take(&e.s[below(2)], span_of(&noise, 1), e.now);
	}
	assert_int_equal(e.s[0].phase, SESSION_ALONE);
	pass(&e, 3);
	assert_same(&e);
	close_ends(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guest_learns_the_game_and_both_play),
		cmocka_unit_test(undo_and_new_game_need_a_yes),
		cmocka_unit_test(of_two_requests_at_once_one_counts),
		cmocka_unit_test(any_loss_is_made_good),
		cmocka_unit_test(a_guest_started_anew_gets_the_game),
		cmocka_unit_test(a_guest_started_anew_gets_the_end_too),
		cmocka_unit_test(after_a_move_that_came_too_late_a_new_game_begins),
		cmocka_unit_test(nobody_plays_and_no_clock_runs_before_both_are_there),
		cmocka_unit_test(a_lost_connection_is_told_and_the_game_goes_on),
		cmocka_unit_test(who_does_not_move_loses_by_the_clock),
		cmocka_unit_test(resigning_reaches_the_other_side),
		cmocka_unit_test(whoever_breaks_the_rules_is_told_apart),
		cmocka_unit_test(noise_is_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
