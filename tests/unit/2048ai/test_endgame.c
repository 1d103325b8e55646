/* SPDX-License-Identifier: MIT */
/* Endgame tables against brute force on small boards, and their files. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "endgame/endgame.h"
#include "test.h"

/* A small board of its own, moved tile by tile: no code in common with the tables. */
struct small {
	unsigned rows, columns, target;
	double *known; /* of every filling, -1: not yet */
};

static bool push(unsigned *line, unsigned n, unsigned target, bool *made)
{
	unsigned out[4] = {0}, used = 0;
	bool changed = false;

	for (unsigned i = 0; i < n; i++) {
		if (line[i] == 0)
			continue;
		if (used > 0 && out[used - 1] == line[i]) {
			*made = *made || line[i] + 1 == target;
			out[used - 1] = line[i] + 101; /* does not merge again */
		} else {
			out[used++] = line[i];
		}
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned r = out[i] > 100 ? out[i] - 100 : out[i];

		changed = changed || r != line[i];
		line[i] = r;
	}
	return changed;
}

static bool shift(const struct small *s, unsigned *cell, unsigned dir, bool *made)
{
	bool upright = dir < 2, changed = false;
	unsigned lines = upright ? s->columns : s->rows, n = upright ? s->rows : s->columns;

	for (unsigned l = 0; l < lines; l++) {
		unsigned line[4], *at[4];

		for (unsigned i = 0; i < n; i++) {
			unsigned k = dir % 2 == 0 ? i : n - 1 - i;

			at[i] = &cell[upright ? k * s->columns + l : l * s->columns + k];
			line[i] = *at[i];
		}
		changed |= push(line, n, s->target, made);
		for (unsigned i = 0; i < n; i++)
			*at[i] = line[i];
	}
	return changed;
}

static double brute(const struct small *s, const unsigned *cell)
{
	unsigned count = s->rows * s->columns, number = 0;
	double best = 0;

	for (unsigned i = count; i > 0; i--)
		number = number * s->target + cell[i - 1];
	if (s->known[number] >= 0)
		return s->known[number];
	for (unsigned d = 0; d < 4; d++) {
		unsigned next[9], open = 0;
		bool made = false;
		double sum = 0;

		memcpy(next, cell, count * sizeof(*next));
		if (!shift(s, next, d, &made))
			continue;
		for (unsigned i = 0; !made && i < count; i++) {
			if (next[i] != 0)
				continue;
			open++;
			next[i] = 1;
			sum += 0.9 * brute(s, next);
			next[i] = 2;
			sum += 0.1 * brute(s, next);
			next[i] = 0;
		}
		sum = made ? 1 : sum / open;
		best = sum > best ? sum : best;
	}
	return s->known[number] = best;
}

static float *solve(struct endgame_rules *r, const struct endgame_spec *spec)
{
	struct err err;
	float *chance;

	assert_int_equal(endgame_rules_init(r, spec, &err), ERR_OK);
	chance = calloc(r->states, sizeof(*chance));
	assert_non_null(chance);
	assert_int_equal(endgame_solve(r, NULL, 1, chance, &err), ERR_OK);
	return chance;
}

/* unsure: at least so many chances are neither 0 nor 1, or the test would show nothing */
static void compare(unsigned rows, unsigned columns, unsigned target, unsigned unsure)
{
	struct endgame_rules *r = malloc(sizeof(*r));
	struct endgame_spec spec = {.target = target, .solid = true};
	struct small s = {rows, columns, target, NULL};
	unsigned between = 0;
	float *chance;

	assert_non_null(r);
	for (unsigned y = 0; y < rows; y++)
		for (unsigned x = 0; x < columns; x++)
			spec.free |= 15ull << (4 * (4 * y + x));
	chance = solve(r, &spec);
	s.known = malloc(r->states * sizeof(*s.known));
	assert_non_null(s.known);
	for (uint32_t i = 0; i < r->states; i++)
		s.known[i] = -1;
	for (uint32_t i = 0; i < r->states; i++) {
		unsigned cell[9], n = 0;
		double d;

		for (unsigned y = 0; y < rows; y++)
			for (unsigned x = 0; x < columns; x++)
				cell[n++] = g2048_rank(endgame_board(r, i), 4 * y + x);
		d = brute(&s, cell) - (double)chance[i];
		assert_true(d < 1e-5 && d > -1e-5);
		between += chance[i] > 0.001f && chance[i] < 0.999f;
	}
	assert_true(between >= unsure);
	free(s.known);
	free(chance);
	free(r);
}

static void two_by_three_agrees_with_brute_force(void **state)
{
	(void)state;
	compare(2, 3, 4, 5);
	compare(2, 3, 6, 500);
}

static void three_by_three_agrees_with_brute_force(void **state)
{
	(void)state;
	compare(3, 3, 4, 5);
	compare(3, 3, 5, 100);
}

/*
 * By hand: two free cells in the top left corner, tile 8 wanted (rank 3), fixed tiles elsewhere.
 * 4 4 merges at once. A full row of 2 4 has no move. One 4 alone moves right and leaves the left
 * cell open: a 4 comes with one in ten and merges, a 2 ends it.
 */
static void two_cells_by_hand(void **state)
{
	struct endgame_rules *r = malloc(sizeof(*r));
	struct endgame_spec spec = {.free = 0xFF, .target = 3};
	float *chance;

	(void)state;
	assert_non_null(r);
	chance = solve(r, &spec);
	assert_true(chance[2 + 3 * 2] == 1);
	assert_true(chance[1 + 3 * 2] == 0);
	assert_true(chance[2] > 0.0999f && chance[2] < 0.1001f); /* to the right */
	assert_true(chance[3 * 2] == 0); /* to the left, but that row's fixed tiles would follow */
	free(chance);
	free(r);
}

static struct endgame_set make_set(void)
{
	static const struct endgame_spec specs[2] = {
		{.free = 0xFFFFFFull, .target = 5}, {.free = 0xFFFFFFFull, .target = 4}};
	struct endgame_set set = {.count = 2};

	for (unsigned i = 0; i < 2; i++) {
		struct endgame_table *t = &set.table[i];
		float *chance;

		t->rules = malloc(sizeof(*t->rules));
		assert_non_null(t->rules);
		chance = solve(t->rules, &specs[i]);
		t->class = malloc(t->rules->states);
		assert_non_null(t->class);
		for (uint32_t k = 0; k < t->rules->states; k++)
			t->class[k] = (uint8_t)endgame_class(chance[k]);
		free(chance);
	}
	return set;
}

static void files_lose_nothing_and_damage_is_refused(void **state)
{
	struct endgame_set set = make_set(), again;
	struct blob file;
	struct err err;

	(void)state;
	assert_int_equal(endgame_pack(&set, &file, &err), ERR_OK);
	assert_int_equal(endgame_read(blob_span(file), NULL, 1, &again, &err), ERR_OK);
	assert_int_equal(again.count, 2);
	for (unsigned i = 0; i < 2; i++)
		assert_memory_equal(
			again.table[i].class, set.table[i].class, set.table[i].rules->states);
	endgame_free(&again);
	for (size_t at = 0; at < file.len; at += file.len / 50 + 1) {
		file.ptr[at] ^= 4;
		assert_true(endgame_read(blob_span(file), NULL, 1, &again, &err) != ERR_OK);
		file.ptr[at] ^= 4;
		assert_true(endgame_read(span_of(file.ptr, at), NULL, 1, &again, &err) != ERR_OK);
	}
	blob_free(&file);
	endgame_free(&set);
}

static void classes_are_close_to_chances(void **state)
{
	(void)state;
	for (unsigned i = 0; i <= 1000; i++) {
		float chance = (float)i / 1000, back = endgame_chance(endgame_class(chance));
		float ratio = (1 - back) / (1 - chance);

		if (i == 1000)
			assert_true(back == 1);
		else
			assert_true(ratio > 0.9f && ratio < 1.1f);
	}
}

/* The same board in its eight positions gives the same chances, turned. */
static void boards_are_found_in_every_position(void **state)
{
	struct endgame_set set = make_set();
	/* free: six cells of the top rows, 5 wanted; fixed: 5 to 14 */
	uint64_t board = 0xED56789ABC000321ull, turned;
	float a[4], b[4];

	(void)state;
	assert_true(endgame_look(&set, board, a));
	turned = g2048_transpose(board);
	assert_true(endgame_look(&set, turned, b));
	assert_true(a[G2048_UP] == b[G2048_LEFT] && a[G2048_DOWN] == b[G2048_RIGHT]);
	assert_true(a[G2048_LEFT] == b[G2048_UP] && a[G2048_RIGHT] == b[G2048_DOWN]);
	turned = g2048_mirror(board);
	assert_true(endgame_look(&set, turned, b));
	assert_true(a[G2048_LEFT] == b[G2048_RIGHT] && a[G2048_UP] == b[G2048_UP]);
	/* a fixed tile twice, or a free cell too large: no table */
	assert_false(endgame_look(&set, (board & ~(15ull << 60)) | 13ull << 60, a));
	assert_false(endgame_look(&set, board | 7, a));
	endgame_free(&set);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_by_three_agrees_with_brute_force),
		cmocka_unit_test(three_by_three_agrees_with_brute_force),
		cmocka_unit_test(two_cells_by_hand),
		cmocka_unit_test(classes_are_close_to_chances),
		cmocka_unit_test(files_lose_nothing_and_damage_is_refused),
		cmocka_unit_test(boards_are_found_in_every_position),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
