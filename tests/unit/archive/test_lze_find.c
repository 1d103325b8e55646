/* SPDX-License-Identifier: MIT */
/* The match finder finds what a comparison with all earlier places finds. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "lzma/encoder/lze_private.h"

#define LEN ((size_t)1 << 16)

/* All matches of an input; those of position i are from start[i] to start[i + 1]. */
struct found {
	struct lze_match *match;
	size_t *start;
};

static uint32_t seed;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* Words, runs, noise and copies, none as long as the longest match: older copies of repeats that
 * are passed may leave the dictionary. */
static uint8_t *make(void)
{
	uint8_t *p = malloc(LEN);
	size_t i = 0;

	assert_non_null(p);
	seed = 3;
	while (i < LEN) {
		size_t n = rnd(120) + 1, k, back = rnd(30000) + 1;
		uint32_t kind = rnd(4), word = rnd(50);

		for (k = 0; k < n && i < LEN; k++, i++)
			p[i] = (uint8_t)(kind == 0                ? rnd(256)
					 : kind == 1              ? word % 2 * 255
					 : kind == 2 && i >= back ? p[i - back]
								  : word * 7 + k % 6 * 31);
	}
	return p;
}

static struct found find(struct span in, const struct lze_look *look)
{
	struct found found = {
		calloc(in.len * 64, sizeof(struct lze_match)), calloc(in.len + 1, sizeof(size_t))};
	struct lze_tables *tables = lze_tables_new(in.len, look);
	struct lze_finder *finder = lze_finder_new(in, look, tables);
	struct lze_block *block = lze_block_new(LZE_BLOCK_MATCHES);
	size_t at = 0, i;

	assert_non_null(found.match);
	assert_non_null(found.start);
	assert_non_null(finder);
	assert_non_null(block);
	for (lze_find(finder, block); block->count != 0; lze_find(finder, block)) {
		size_t more = block->start[block->count];

		assert_true(at + block->count <= in.len);
		assert_true(found.start[at] + more <= in.len * 64);
		memcpy(found.match + found.start[at], block->match, more * sizeof(*block->match));
		for (i = 1; i <= block->count; i++)
			found.start[at + i] = found.start[at] + block->start[i];
		at += block->count;
	}
	assert_int_equal(at, in.len);
	free(block);
	lze_finder_free(finder);
	lze_tables_free(tables);
	return found;
}

static void found_free(struct found *found)
{
	free(found->match);
	free(found->start);
}

static size_t equal(struct span in, size_t a, size_t b, uint32_t nice)
{
	size_t len = 0;

	while (len < nice && b + len < in.len && in.ptr[a + len] == in.ptr[b + len])
		len++;
	return len;
}

/* Each match is there and longer than the one before; of some positions and the last ones the
 * longest is compared with all that the dictionary has. */
static void are_true_and_longest(struct span in, const struct lze_look *look)
{
	struct found found = find(in, look);
	size_t i, k, longest;

	for (i = 0; i < in.len; i++) {
		size_t best = 1, first = i + 1 > look->dict ? i + 1 - look->dict : 0;

		for (k = found.start[i]; k < found.start[i + 1]; k++) {
			assert_true(found.match[k].dist < i && found.match[k].dist < look->dict);
			assert_true(found.match[k].len > best);
			best = found.match[k].len;
			assert_true(equal(in, i - 1 - found.match[k].dist, i, look->nice) >= best);
		}
		if (i % 61 != 0 && in.len - i > 300)
			continue;
		for (longest = 3, k = first; k < i; k++)
			if (in.ptr[k] == in.ptr[i] && equal(in, k, i, look->nice) > longest)
				longest = equal(in, k, i, look->nice);
		/* of two and three bytes only the newest place is looked at */
		assert_true(longest == 3 ? best <= 3 : best == longest);
	}
	found_free(&found);
}

static void matches_are_true_and_longest(void **state)
{
	static const uint32_t dicts[] = {4096, 20011, LEN + 1};
	uint8_t *p = make();
	size_t i;

	(void)state;
	for (i = 0; i < 6; i++) {
		struct lze_look look = {.dict = dicts[i % 3],
			.nice = dicts[i % 3] > LEN ? 32 : LZE_LEN_MOST,
			.depth = LEN,
			.chain = i >= 3};

		are_true_and_longest(span_of(p, LEN), &look);
	}
	free(p);
}

/* Its positions have the one match that is long enough, and cost no search. */
static void a_long_repeat_is_passed(void **state)
{
	uint8_t *p = malloc(LEN);
	const size_t half = LEN / 2, far = half + 200; /* searches may be under way until then */
	struct lze_look look = {.dict = LEN + 1, .nice = 64, .depth = 48};
	struct found found;
	size_t i;

	(void)state;
	assert_non_null(p);
	seed = 5;
	for (i = 0; i < LEN; i++)
		p[i] = i < half ? (uint8_t)rnd(256) : p[i - half];
	found = find(span_of(p, LEN), &look);
	for (i = far; i < LEN - look.nice; i++) {
		assert_int_equal(found.start[i + 1] - found.start[i], 1);
		assert_int_equal(found.match[found.start[i]].dist, half - 1);
		assert_int_equal(found.match[found.start[i]].len, look.nice);
	}
	found_free(&found);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_are_true_and_longest),
		cmocka_unit_test(a_long_repeat_is_passed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
