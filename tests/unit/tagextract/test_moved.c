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
static enum err_code old_fails;  /* how those of old do */
static enum err_code tell_fails;

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
	if (old_fails != ERR_OK && e->path[0] == 'o')
		return err_set(err, old_fails, "fails");
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
	assert_null(user);
	assert_string_equal(path, "drop/new/59/Makefile");
	troubles++;
	return tell_fails == ERR_OK ? ERR_OK : err_set(err, tell_fails, "fails");
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
	moved_close(m);
	assert_int_equal(troubles, 1);
	assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
	last_fails = ERR_DENIED;
	tell_fails = ERR_NOMEM;
	err.code = ERR_OK;
	assert_int_equal(moved_find(m, 0, &to, &err), ERR_NOMEM);
	assert_int_equal(err.code, ERR_NOMEM);
	tell_fails = ERR_OK;
	last_fails = ERR_OK;
	for (old_fails = ERR_DENIED; old_fails != ERR_OK;
		old_fails = old_fails == ERR_DENIED ? ERR_NOMEM : ERR_OK) {
		enum err_code want = old_fails == ERR_NOMEM ? ERR_NOMEM : ERR_OK;

		assert_int_equal(moved_find(m, 0, &to, &err), want);
		assert_int_equal(to, SIZE_MAX);
		assert_int_equal(moved_similar(m, 0, &to, &percents, &err), want);
		assert_int_equal(to, SIZE_MAX);
	}
	moved_close(m);
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

/* Drops of a few files of few lines, drawn from many: their sums by hash are often those of other
 * lines. */
#define DRAWN 5

static uint32_t drawn;

static uint32_t draw(uint32_t most)
{
	drawn = drawn * 1664525u + 1013904223u;
	return (drawn >> 8) % (most + 1);
}

static char texts[2][DRAWN][1024];

static void draw_text(char text[1024], const char *like)
{
	uint32_t lines = draw(80);

	text[0] = '\0';
	for (; like != NULL && *like != '\0'; like = strchr(like, '\n') + 1)
		if (draw(5) != 0) /* most lines of a file that it is like */
			strncat(text, like, strcspn(like, "\n") + 1);
	while (lines-- > 0 && strlen(text) < 1000)
		snprintf(text + strlen(text), 16, "%u\n", draw(300) * draw(300));
}

static enum err_code read_drawn(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	const char *text = texts[b->name[0] == 'n'][e - b->entries];

	return blob_copy(span_of(text, strlen(text)), out, err);
}

static void open_drawn(struct base *b, const char *name)
{
	static const struct base_kind kind = {read_drawn, close_numbered};
	size_t i;

	*b = (struct base){.entries = calloc(DRAWN, sizeof *b->entries),
		.count = 1 + draw(DRAWN - 1),
		.kind = &kind,
		.name = alloc_text(name)};
	assert_non_null(b->entries);
	for (i = 0; i < b->count; i++) {
		char path[64];

		snprintf(path, sizeof path, "%s/%u/%c.c", name, (unsigned)i, "xxXy"[draw(3)]);
		b->entries[i].path = alloc_text(path);
	}
}

static bool share_name(const struct base_entry *a, const struct base_entry *b)
{
	return (a->path[6] | 0x20) == (b->path[6] | 0x20);
}

/* Bytes of lines count in the second text, and may differ the other way round. */
static unsigned similar(const char *a, const char *b)
{
	return hunks_similarity(span_of(a, strlen(a)), span_of(b, strlen(b)));
}

static unsigned from_old(size_t old, size_t new)
{
	return similar(texts[1][new], texts[0][old]);
}

/* The file of new to which that of old moved, from a comparison of all with all. */
static size_t find_slowly(const struct base *old, const struct base *new, size_t i)
{
	unsigned best = 50;
	size_t found = SIZE_MAX;
	bool only = false;
	size_t k;

	for (k = 0; k < new->count; k++) {
		if (!share_name(&old->entries[i], &new->entries[k]) || from_old(i, k) < best)
			continue;
		only = from_old(i, k) > best || found == SIZE_MAX;
		best = from_old(i, k);
		found = k;
	}
	for (k = 0; k < old->count && found != SIZE_MAX; k++)
		only = only && (k == i || !share_name(&old->entries[i], &old->entries[k]) ||
				       similar(texts[0][k], texts[1][found]) < best);
	return only ? found : SIZE_MAX;
}

static unsigned most_from_old(size_t old, size_t new)
{
	struct hunks_sketch a;
	struct hunks_sketch b;

	hunks_sketch(span_of(texts[1][new], strlen(texts[1][new])), &a);
	hunks_sketch(span_of(texts[0][old], strlen(texts[0][old])), &b);
	return hunks_similarity_most(&a, &b);
}

/* The same of any name: the best one, if it is better than all others by more than 10. The least
 * promising of five is not compared: it may be as good as it looks. */
static size_t find_like_slowly(const struct base *new, size_t i)
{
	size_t last = 0;
	size_t best = SIZE_MAX;
	unsigned other = 0;
	size_t k;

	for (k = 1; k < new->count; k++)
		last = most_from_old(i, k) <= most_from_old(i, last) ? k : last;
	last = new->count == DRAWN ? last : SIZE_MAX;
	for (k = 0; k < new->count; k++)
		if (k != last && (best == SIZE_MAX || from_old(i, k) > from_old(i, best)))
			best = k;
	for (k = 0; k < new->count; k++) {
		unsigned percents = k == last ? most_from_old(i, k) : from_old(i, k);

		other = k != best && percents > other ? percents : other;
	}
	return from_old(i, best) >= 50 && other + 10 < from_old(i, best) ? best : SIZE_MAX;
}

static void what_is_found_is_what_a_comparison_of_all_finds(void **state)
{
	struct err err;
	uint32_t round;

	(void)state;
	for (round = 0; round < 2000; round++) {
		struct base old;
		struct base new;
		struct moved *m;
		unsigned percents;
		size_t i;
		size_t to;

		drawn = round;
		for (i = 0; i < DRAWN; i++)
			draw_text(texts[0][i], i > 0 && draw(3) == 0 ? texts[0][i - 1] : NULL);
		for (i = 0; i < DRAWN; i++)
			draw_text(texts[1][i], texts[0][draw(DRAWN - 1)]);
		open_drawn(&old, "old");
		open_drawn(&new, "new");
		assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
		for (i = 0; i < old.count; i++) {
			assert_int_equal(moved_find(m, i, &to, &err), ERR_OK);
			assert_int_equal(to, find_slowly(&old, &new, i));
			assert_int_equal(moved_similar(m, i, &to, &percents, &err), ERR_OK);
			assert_int_equal(to, find_like_slowly(&new, i));
			if (to != SIZE_MAX)
				assert_int_equal(percents, from_old(i, to));
		}
		moved_close(m);
		base_close(&old);
		base_close(&new);
	}
}

/* Another line of four digits that a sketch cannot tell from line n. */
static unsigned twin_of(unsigned n)
{
	struct hunks_sketch sketch[2];
	char line[16];
	unsigned other = 2000;

	snprintf(line, sizeof line, "%u\n", n);
	hunks_sketch(span_of(line, 5), &sketch[0]);
	do {
		snprintf(line, sizeof line, "%u\n", ++other);
		memset(&sketch[1], 0, sizeof sketch[1]);
		hunks_sketch(span_of(line, 5), &sketch[1]);
	} while (hunks_similarity_most(&sketch[0], &sketch[1]) < 99);
	return other;
}

static bool growing;
static bool alone; /* file 0 is one of those, too */

/* Of new, file 0 has most lines of the only one of old; those of the others look like
 * its lines. */
static enum err_code read_twins(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	size_t file = (size_t)(e - b->entries);
	bool old = b->name[0] == 'o';
	unsigned like = growing ? 82 + (unsigned)file : 88 - (unsigned)file;
	unsigned count = old ? 100 : file == 0 && !alone ? 90 : like;
	struct buf text;
	unsigned i;

	buf_init(&text, 0);
	for (i = 0; i < count; i++)
		buf_printf(
			&text, "%u\n", old || (file == 0 && !alone) ? 1000 + i : twin_of(1000 + i));
	return buf_finish(&text, out, err);
}

static void open_twins(struct base *b, const char *name, size_t count)
{
	static const struct base_kind kind = {read_twins, close_numbered};

	*b = (struct base){.entries = calloc(count, sizeof *b->entries),
		.count = count,
		.kind = &kind,
		.name = alloc_text(name)};
	assert_non_null(b->entries);
	while (count-- > 0) {
		char path[64];

		snprintf(path, sizeof path, "%s/%u.c", name, (unsigned)count);
		b->entries[count].path = alloc_text(path);
	}
}

/* Four are compared; the fifth, if there is one, may be as good as it looks. */
static void the_fifth_file_may_be_the_one(void **state)
{
	size_t count;

	(void)state;
	for (count = 1; count <= 18; count++) {
		size_t files = (count - 1) % 6 + 1;
		struct base old;
		struct base new;
		struct moved *m;
		struct err err;
		unsigned percents;
		size_t to;

		open_twins(&old, "old", 1);
		growing = count > 6;
		alone = count > 12;
		open_twins(&new, "new", files);
		assert_int_equal(open_moved(&old, &new, &m, &err), ERR_OK);
		assert_int_equal(moved_similar(m, 0, &to, &percents, &err), ERR_OK);
		assert_int_equal(to, files < 5 && !alone ? 0 : SIZE_MAX);
		moved_close(m);
		base_close(&old);
		base_close(&new);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_of_many_moved_files_is_read_few_times),
		cmocka_unit_test(each_of_many_similar_files_is_read_few_times),
		cmocka_unit_test(what_cannot_be_read_may_be_the_moved_file),
		cmocka_unit_test(sketches_are_upper_bounds),
		cmocka_unit_test(what_is_found_is_what_a_comparison_of_all_finds),
		cmocka_unit_test(the_fifth_file_may_be_the_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
