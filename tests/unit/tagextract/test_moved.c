/* SPDX-License-Identifier: MIT */
/* Files that moved between two drops. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "change/hunks.h"
#include "change/moved.h"

#define MOVED 60 /* folders with a file of the same name each */

static size_t reads;
static enum err_code last_fails; /* how the last one of new does */

/* File i of a drop: 20 lines of its own, and those that all have; fewer of its own, other ones in
 * each drop, below folders called alike. */
static enum err_code read_numbered(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	unsigned number = (unsigned)strtoul(strpbrk(e->path, "0123456789"), NULL, 10);
	bool alike = strncmp(e->path, "alike", 5) == 0;
	struct buf text;
	int i;

	if (last_fails != ERR_OK && e == &b->entries[MOVED - 1] && e->path[0] == 'n')
		return err_set(err, last_fails, "fails");
	reads++;
	buf_init(&text, 0);
	number += alike && e->path[6] == 'n' ? MOVED : 0;
	for (i = 0; i < 20; i++) {
		buf_printf(&text, "the same everywhere %d\n", i);
		if (!alike || i < 10)
			buf_printf(&text, "number %u, line %d\n", number * 7919, i);
	}
	return buf_finish(&text, out, err);
}

static void close_numbered(struct base *b)
{
	(void)b;
}

static void open_numbered(struct base *b, const char *folder)
{
	static const struct base_kind kind = {read_numbered, close_numbered};
	int i;

	*b = (struct base){.entries = calloc(MOVED, sizeof *b->entries),
		.count = MOVED,
		.kind = &kind,
		.name = alloc_text("drop")};
	assert_non_null(b->entries);
	for (i = 0; i < MOVED; i++) {
		char path[64];

		snprintf(path, sizeof path, "%s/%02d/Makefile", folder, i);
		b->entries[i].path = alloc_text(path);
	}
}

static unsigned troubles;

static enum err_code count_trouble(
	void *user, const char *path, const struct err *why, struct err *err)
{
	(void)why;
	(void)err;
	assert_null(user);
	assert_string_equal(path, "drop/new/59/Makefile");
	troubles++;
	return ERR_OK;
}

static enum err_code open_moved(
	const struct base *old, const struct base *new, struct moved **m, struct err *err)
{
	struct moved_opts how = {old, old, new, count_trouble, NULL};

	return moved_open(&how, m, err);
}

/* Not all with all: the number of reads would be the square of that of files. */
static void each_of_many_moved_files_is_read_few_times(void **state)
{
	struct base old;
	struct base new;
	struct moved *m;
	struct err err;
	size_t i;
	size_t to;

	(void)state;
	open_numbered(&old, "old");
	open_numbered(&new, "new");
	reads = 0;
	assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
	for (i = 0; i < MOVED; i++) {
		assert_int_equal(moved_find(m, i, &to, &err), ERR_OK);
		assert_int_equal(to, i);
	}
	assert_true(reads <= 6 * MOVED);
	moved_close(m);
	base_close(&old);
	base_close(&new);
}

static void each_of_many_similar_files_is_read_few_times(void **state)
{
	struct base old;
	struct base new;
	struct moved *m;
	struct err err;
	unsigned percents;
	size_t i;
	size_t to;

	(void)state;
	open_numbered(&old, "alike/old");
	open_numbered(&new, "alike/new");
	reads = 0;
	assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
	for (i = 0; i < MOVED; i++) {
		assert_int_equal(moved_similar(m, i, &to, &percents, &err), ERR_OK);
		assert_int_equal(to, SIZE_MAX);
	}
	assert_true(reads <= 6 * MOVED);
	moved_close(m);
	base_close(&old);
	base_close(&new);
}

static void what_cannot_be_read_may_be_the_moved_file(void **state)
{
	struct base old;
	struct base new;
	struct moved *m;
	struct err err;
	unsigned percents;
	size_t to;

	(void)state;
	open_numbered(&old, "old");
	open_numbered(&new, "new");
	assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
	last_fails = ERR_DENIED;
	for (size_t i = 0; i < 3; i++) { /* told once */
		assert_int_equal(moved_find(m, i, &to, &err), ERR_OK);
		assert_int_equal(to, SIZE_MAX);
		assert_int_equal(troubles, 1);
	}
	moved_close(m);
	assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
	last_fails = ERR_NOMEM;
	assert_int_equal(moved_find(m, 0, &to, &err), ERR_NOMEM);
	assert_int_equal(moved_similar(m, 0, &to, &percents, &err), ERR_NOMEM);
	last_fails = ERR_OK;
	moved_close(m);
	assert_int_equal(troubles, 1);
	base_close(&old);
	base_close(&new);
}

/* As bounds of one another: texts at random from a few lines. */
static void sketches_are_upper_bounds(void **state)
{
	uint32_t seed = 7;
	int round;

	(void)state;
	for (round = 0; round < 300; round++) {
		struct hunks_sketch sketch[2];
		struct buf text[2];
		unsigned similar;
		unsigned most;
		int side;

		for (side = 0; side < 2; side++) {
			int lines;

			buf_init(&text[side], 0);
			for (lines = (int)(seed >> 24 & 31); lines >= 0; lines--) {
				seed = seed * 1664525u + 1013904223u;
				buf_printf(&text[side], "%u\n", 1u << (seed >> 27));
			}
			hunks_sketch(span_of(text[side].ptr, text[side].len), &sketch[side]);
		}
		similar = hunks_similarity(
			span_of(text[0].ptr, text[0].len), span_of(text[1].ptr, text[1].len));
		most = hunks_similarity_most(&sketch[0], &sketch[1]);
		assert_true(similar <= most);
		assert_true(most <= 100);
		buf_free(&text[0]);
		buf_free(&text[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_of_many_moved_files_is_read_few_times),
		cmocka_unit_test(each_of_many_similar_files_is_read_few_times),
		cmocka_unit_test(what_cannot_be_read_may_be_the_moved_file),
		cmocka_unit_test(sketches_are_upper_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
