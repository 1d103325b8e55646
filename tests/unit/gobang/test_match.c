/* SPDX-License-Identifier: MIT */
/* Matches: what results say, and what openings are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/openings.h"
#include "match/score.h"
#include "test.h"

static void results_become_a_difference_in_elo(void **state)
{
	struct score s = {.won = 60, .lost = 30, .drawn = 10};
	double error, elo = score_elo(&s, &error);

	(void)state;
	/* 65 %: 400 * log10(0.65 / 0.35) = 107.5 */
	assert_true(fabs(score_share(&s) - 0.65) < 1e-9);
	assert_true(fabs(elo - 107.54) < 0.01);
	assert_true(error > 50 && error < 90);
	s = (struct score){.won = 5};
	assert_true(score_elo(&s, &error) > 1e9);
	s = (struct score){0};
	assert_true(fabs(score_elo(&s, &error)) < 1e-9);
}

static void the_test_ends_when_it_is_clear(void **state)
{
	struct sprt t = {0, 50};
	struct score even = {.won = 500, .lost = 500}, better = {.won = 600, .lost = 400},
		     few = {.won = 6, .lost = 4}, all = {.won = 100};

	(void)state;
	assert_int_equal(sprt_verdict(&t, &even), SPRT_NOT_BETTER);
	assert_int_equal(sprt_verdict(&t, &better), SPRT_BETTER);
	assert_int_equal(sprt_verdict(&t, &few), SPRT_OPEN);
	assert_int_equal(sprt_verdict(&t, &all), SPRT_BETTER);
	/* a win is worth 1 / (1 + 10^(-ELO / 400)): 0.5288 and 0.6401 for these */
	t = (struct sprt){20, 100};
	assert_true(fabs(sprt_llr(&t, &(struct score){.won = 60, .lost = 30, .drawn = 10}) -
			    3.593351) < 1e-6);
	t = (struct sprt){0, 10};
	assert_true(fabs(sprt_llr(&t, &(struct score){.won = 300, .lost = 280, .drawn = 20}) -
			    0.338746) < 1e-6);
}

static void bounds_are_read_or_refused(void **state)
{
	static const char *const bad[] = {
		"", "1", "5,5", "9,1", "0,2000", "a,b", "0,", "-5", "0,1,2"};
	struct sprt t;
	struct err err;

	(void)state;
	assert_int_equal(sprt_parse("-5,10", &t, &err), ERR_OK);
	assert_true(fabs(t.elo0 + 5) < 1e-9 && fabs(t.elo1 - 10) < 1e-9);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(sprt_parse(bad[i], &t, &err), ERR_USAGE);
}

static enum err_code read(const char *text, struct openings *o, struct err *err)
{
	return openings_read(span_of(text, strlen(text)), 15, GOBANG_FREESTYLE, o, err);
}

static void openings_are_read_line_by_line(void **state)
{
	struct openings o;
	struct err err;

	(void)state;
	assert_int_equal(read("# two\nH8 i9  J7\r\n\nA1 # the corner", &o, &err), ERR_OK);
	assert_int_equal(o.count, 2);
	assert_int_equal(o.items[0].count, 3);
	assert_int_equal(o.items[1].stones[0].y, 14);
	openings_free(&o);
	assert_int_equal(read(openings_own, &o, &err), ERR_OK);
	assert_int_equal(o.count, 75);
	openings_free(&o);
}

static void as_many_openings_as_the_limit_says(void **state)
{
	char *text = malloc(3 * (size_t)OPENINGS_MAX + 4);
	struct openings o;
	struct err err;

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i <= OPENINGS_MAX; i++)
		memcpy(text + 3 * i, "H8\n", 4);
	assert_int_equal(read(text, &o, &err), ERR_LIMIT);
	text[3 * (size_t)OPENINGS_MAX] = '\0';
	assert_int_equal(read(text, &o, &err), ERR_OK);
	assert_int_equal(o.count, OPENINGS_MAX);
	openings_free(&o);
	free(text);
}

static void what_is_no_opening_is_refused_with_its_line(void **state)
{
	static const char *const bad[][2] = {
		{"H8 H9\nH8 H8\n", "line 2"},
		{"H8 Z9", "line 1"},
		{"H8 P1", "line 1"},
		{"# nothing\n", "no opening"},
		{"", "no opening"},
		{"A1 A2 B1 B2 C1 C2 D1 D2 E1", "line 1"}, /* black has won */
		{"H8,H9", "line 1"},
	};
	struct openings o;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(read(bad[i][0], &o, &err), ERR_FORMAT);
		assert_non_null(strstr(err.text, bad[i][1]));
		assert_null(o.items);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_become_a_difference_in_elo),
		cmocka_unit_test(the_test_ends_when_it_is_clear),
		cmocka_unit_test(bounds_are_read_or_refused),
		cmocka_unit_test(openings_are_read_line_by_line),
		cmocka_unit_test(as_many_openings_as_the_limit_says),
		cmocka_unit_test(what_is_no_opening_is_refused_with_its_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
