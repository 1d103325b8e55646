/* SPDX-License-Identifier: MIT */
#include "change/judge.h"

#include <stdlib.h>
#include <string.h>

#include "change/line_ends.h"
#include "change/merge.h"

#define MOST_TAKEN 400 /* places that are passed over */

/* The first place of lines of mine in l, at or after from, that is not another block's. 0: none. */
static uint32_t find_free(const struct lines *l, const bool *taken, uint32_t from,
	const struct lines *mine, uint32_t first, uint32_t count)
{
	uint32_t at = lines_find(l, from, mine, first, count);
	int n;

	for (n = 0; at != 0 && taken[at - 1] && n < MOST_TAKEN; n++)
		at = lines_find(l, at + 1, mine, first, count);
	return at;
}

/* Finds lines of mine in l: at or after *cursor, which moves past them, or else anywhere. 0: not
 * found. taken: by line, whether a block was found there. */
static uint32_t find_unit(const struct lines *l, bool *taken, uint32_t *cursor,
	const struct lines *mine, uint32_t first, uint32_t count)
{
	uint32_t at = find_free(l, taken, *cursor, mine, first, count);

	if (at == 0)
		at = find_free(l, taken, 1, mine, first, count);
	if (at == 0)
		at = lines_find(l, 1, mine, first, count);
	if (at != 0) {
		*cursor = at + count;
		memset(taken + at - 1, true, count);
	}
	return at;
}

/* Finds lines of mine that are in a conflict, from line from to before line end. 0: not found. */
static uint32_t find_in_conflict(const struct lines *l, const bool *conflict, uint32_t from,
	uint32_t end, const struct lines *mine, uint32_t first, uint32_t count)
{
	uint32_t at = from - 1;

	do
		at = at < l->count ? lines_find(l, at + 1, mine, first, count) : 0;
	while (at != 0 && at < end && !conflict[at - 1]);
	return at < end ? at : 0;
}

/* Where mine has the lines elsewhere, too, those found at it->to may be the other ones: then a
 * conflict before them has the first of these. 0: it has not. */
static uint32_t find_cut(const struct lines *l, const bool *conflict, uint32_t from,
	const struct lines *mine, const struct port_item *it)
{
	const struct lines *m = mine;
	uint32_t count = it->last - it->first + 1;

	if (lines_find(m, 1, m, it->first, count) == it->first &&
		lines_find(m, it->first + 1, m, it->first, count) == 0)
		return 0;
	return find_in_conflict(
		l, conflict, from, it->to < from ? UINT32_MAX : it->to, mine, it->first, 1);
}

static uint32_t count_conflict(const struct lines *l, const bool *conflict)
{
	uint32_t n = 0;
	uint32_t i;

	for (i = 0; i < l->count; i++)
		n += conflict[i];
	return n;
}

struct judge {
	struct lines l, was;
	bool *conflict;
	uint32_t *twice;    /* by line: those of a block that begins there and is there twice */
	bool *was_conflict; /* of a run before */
	bool *taken, *was_taken;
	uint32_t *found, *was_found; /* by line: those of a block found there outside conflicts */
	uint32_t *from; /* by line: the line of the new drop that its part there begins with */
	uint32_t cursor, was_cursor;
	uint32_t conflicts; /* lines in one */
	bool again;
	bool late; /* after a run that marked some */
};

#define MOST_COPIES 8

/* How often l has the item's lines; conflict: those in a conflict are left out. */
static int count_copies(const struct lines *l, const bool *conflict, const struct lines *mine,
	const struct port_item *it)
{
	uint32_t lines = it->last - it->first + 1;
	uint32_t at;
	int n = 0;

	for (at = lines_find(l, 1, mine, it->first, lines); at != 0 && n < MOST_COPIES;
		at = lines_find(l, at + 1, mine, it->first, lines))
		n += conflict == NULL || !conflict[at - 1];
	return n;
}

/* Whether the result has the item's lines more often than mine and the new drop. */
static bool is_twice(const struct judge *j, const struct lines *mine, const struct port_item *it)
{
	int n = count_copies(&j->l, j->conflict, mine, it);

	return n > 1 && n > count_copies(mine, NULL, mine, it) &&
	       n > count_copies(&j->was, NULL, mine, it);
}

static enum port_state judge_item(struct judge *j, const struct lines *mine, struct port_item *it)
{
	uint32_t lines = it->last - it->first + 1;
	uint32_t from = j->cursor;
	uint32_t at;
	bool other;

	if (!j->late || it->to != 0) /* not what only the new drop's side of a mark has */
		it->to = find_unit(&j->l, j->taken, &j->cursor, mine, it->first, lines);
	at = j->conflicts > 0 ? find_cut(&j->l, j->conflict, from, mine, it) : 0;
	if (at != 0) {
		it->to = at;
		j->cursor = at + 1;
		return PORT_CONFLICT;
	}
	if (it->to == 0 || j->conflict[it->to - 1] || j->conflict[it->to + lines - 2])
		return PORT_CONFLICT;
	if (j->found[it->to - 1] == lines) { /* of two equal ones there is just one */
		it->to = 0;
		return PORT_CONFLICT;
	}
	j->found[it->to - 1] = lines;
	at = find_unit(&j->was, j->was_taken, &j->was_cursor, mine, it->first, lines);
	if (at == 0)
		return PORT_CARRIED;
	other = j->was_found[at - 1] == lines;
	j->was_found[at - 1] = lines;
	at = find_in_conflict(&j->l, j->conflict, 1, UINT32_MAX, mine, it->first, lines);
	if ((at == 0 || !j->late) && is_twice(j, mine, it)) {
		j->twice[it->to - 1] = lines;
		j->again = true;
		return PORT_CONFLICT;
	}
	if (at == 0) /* of two equal ones the new drop may have just one */
		return other ? PORT_CARRIED : PORT_PRESENT;
	it->to = at;
	return PORT_CONFLICT;
}

/* How often the line of mine is in l outside the blocks found there, if taken tells them. *gap:
 * lines from at to the nearest such one. */
static uint32_t count_loose(const struct lines *l, const bool *taken, const struct lines *mine,
	uint32_t line, uint32_t at, uint32_t *gap)
{
	uint32_t n = 0;
	uint32_t i;

	*gap = UINT32_MAX;
	for (i = lines_find(l, 1, mine, line, 1); i != 0; i = lines_find(l, i + 1, mine, line, 1)) {
		uint32_t far = i < at ? at - i : i - at;

		if (taken != NULL && taken[i - 1])
			continue;
		n++;
		*gap = far < *gap ? far : *gap;
	}
	return n;
}

/* Lines from at to the nearest line of mine in l outside the blocks found there; most: none is so
 * near. */
static uint32_t find_near(
	const struct judge *j, const struct lines *mine, uint32_t line, uint32_t at, uint32_t most)
{
	const struct lines *l = &j->l;
	uint32_t gap = 0;

	while (gap < most &&
		!(at > gap && !j->taken[at - gap - 1] && lines_same(l, at - gap, mine, line, 1)) &&
		!((uint64_t)at + gap <= l->count && !j->taken[at + gap - 1] &&
			lines_same(l, at + gap, mine, line, 1)))
		gap++;
	return gap;
}

/* Whether the result has the first or last line of a block more often outside blocks than the new
 * drop, or, for a block that this one lacks, such a line with the tag more often than mine, beside
 * the block. *gap: how far it is, less than least. */
static bool has_part(const struct judge *j, const struct lines *mine, const struct port_item *it,
	uint32_t line, uint32_t least, uint32_t *gap)
{
	uint32_t most = 2 * (it->last - it->first + 1) + 1;
	uint32_t other;

	if (it->state == PORT_PRESENT)
		return count_loose(&j->l, j->taken, mine, line, it->to, gap) >
			       count_loose(&j->was, j->was_taken, mine, line, 1, &other) &&
		       *gap < least;
	most = least < most ? least : most;
	if (span_find(lines_part(mine, line, 1), 0, it->tag, strlen(it->tag)) == SIZE_MAX)
		return false; /* as an #endif is */
	*gap = find_near(j, mine, line, it->to, most);
	return *gap < most && count_loose(&j->l, NULL, mine, line, 1, &other) >
				      count_loose(mine, NULL, mine, line, 1, &other);
}

/* A part of a block that the new drop has, whole or not, may have been merged once more: the
 * nearest such block. */
static void find_part(struct judge *j, const struct judge_in *in)
{
	struct port_item *found = NULL;
	uint32_t least = UINT32_MAX;
	size_t i;

	for (i = 0; i < in->count * 2; i++) {
		struct port_item *it = &in->items[i / 2];
		uint32_t line = i % 2 == 0 ? it->first : it->last;
		uint32_t gap;

		if (has_part(j, in->mine, it, line, least, &gap)) {
			found = it;
			least = gap;
		}
	}
	if (found == NULL)
		return;
	found->state = PORT_CONFLICT;
	j->twice[found->to - 1] = found->last - found->first + 1;
	j->again = true;
}

/* Each line of the new drop belongs to one of the result: the same one, or the first one of those
 * that replace it, or the one before the place that it is missing at. */
static enum err_code find_from(struct judge *j, struct err *err)
{
	struct hunks hunks;
	enum err_code rc = hunks_find(j->was.text, j->l.text, &hunks, err);
	uint32_t line;
	size_t i;

	for (line = 0; line <= j->l.count; line++)
		j->from[line] = 1;
	for (i = 0; i < hunks.count; i++) {
		const struct hunk *h = &hunks.list[i];
		uint32_t *first = j->from + h->new_first;

		memset(first, 0, h->new_count * sizeof *first);
		*first += h->old_count;
		if (h->old_first + h->old_count <= j->was.count)
			continue;
		/* the last line may have no end there */
		line = lines_find(&j->l, h->new_first, &j->was, j->was.count, 1);
		if (line != 0 && line < h->new_first + h->new_count) {
			--*first;
			j->from[line]++;
		}
	}
	for (line = 1; line <= j->l.count; line++)
		j->from[line] += j->from[line - 1];
	hunks_free(&hunks);
	return rc;
}

/* Whether one of n lines is the new drop's. */
static bool is_theirs(const struct judge *j, uint32_t at, uint32_t n)
{
	uint32_t end = at + n;

	while (at < end && (j->from[at - 1] == j->from[at] ||
				   !lines_same(&j->was, j->from[at - 1], &j->l, at, 1)))
		at++;
	return at < end;
}

/* Where a mark at line from may move to: lines that are not the new drop's, nor a block's, without
 * a mark if there are such. 0: nowhere. */
static uint32_t find_ours(const struct judge *j, uint32_t from, uint32_t n)
{
	uint32_t marked = 0;
	uint32_t at = 0;

	while ((at = lines_find(&j->l, at + 1, &j->l, from, n)) != 0) {
		if (is_theirs(j, at, n) || memchr(j->conflict + at - 1, 1, n) != NULL)
			continue;
		if (j->twice[at - 1] == n)
			marked = at;
		else if (memchr(j->taken + at - 1, 1, n) == NULL)
			return at;
	}
	return marked;
}

/* The first of n lines may be the new drop's, or as well the same ones behind them: these are. */
static void slide_lines(struct judge *j, uint32_t at, uint32_t n)
{
	uint32_t *from = j->from + at - 1;
	uint32_t p = from[n] - from[0];
	uint32_t i;

	if (p >= n || p > j->l.count - (at - 1 + n) || from[n + p] != from[n] ||
		!lines_same(&j->was, *from, &j->l, at, p) ||
		!lines_same(&j->l, at + n, &j->l, at, p))
		return;
	for (i = 1; i < n + p; i++)
		from[i] = from[0] + (i > n ? i - n : 0);
}

/* Of lines that are there twice, those are marked that are not the new drop's. */
static void move_marks(struct judge *j)
{
	uint32_t i;

	for (i = 0; i < j->l.count; i++) {
		uint32_t n = j->twice[i];
		uint32_t at = 0;

		slide_lines(j, i + 1, n);
		if (n != 0 && is_theirs(j, i + 1, n))
			at = find_ours(j, i + 1, n);
		if (at != 0) {
			j->twice[i] = 0;
			j->twice[at - 1] = n;
		}
	}
}

/* Puts each block that is there twice in a conflict with what the new drop has there. */
static void mark_twice(const struct judge *j, struct buf *result)
{
	enum line_end ends = line_ends_kind(j->l.text);
	struct buf marked;
	uint32_t i = 0;

	buf_init(&marked, 0);
	while (i < j->l.count) {
		uint32_t n = j->twice[i] != 0 ? j->twice[i] : 1;
		struct span lines = lines_part(&j->l, i + 1, n);

		if (j->twice[i] != 0)
			merge_add_lost(&marked, lines,
				lines_part(&j->was, j->from[i], j->from[i + n] - j->from[i]), ends);
		else
			buf_add(&marked, lines.ptr, lines.len);
		i += n;
	}
	buf_free(result);
	*result = marked;
}

static enum err_code judge_once(
	struct judge *j, const struct judge_in *in, struct buf *result, struct err *err)
{
	enum line_end ends = line_ends_kind(span_of(result->ptr, result->len));
	enum err_code rc = lines_open(span_of(result->ptr, result->len), &j->l, err);
	bool conflict = false;
	bool told;
	size_t i;

	if (rc == ERR_OK)
		rc = lines_open(in->new, &j->was, err);
	if (rc == ERR_OK &&
		((j->conflict = merge_find_conflicts(&j->l)) == NULL ||
			(j->was_conflict = merge_find_conflicts(&j->was)) == NULL ||
			(j->twice = calloc((size_t)j->l.count + 1, sizeof *j->twice)) == NULL ||
			(j->from = calloc((size_t)j->l.count + 1, sizeof *j->from)) == NULL ||
			(j->found = calloc((size_t)j->l.count + 1, sizeof *j->found)) == NULL ||
			(j->was_found = calloc((size_t)j->was.count + 1, sizeof *j->was_found)) ==
				NULL ||
			(j->taken = calloc((size_t)j->l.count + 1, 1)) == NULL ||
			(j->was_taken = calloc((size_t)j->was.count + 1, 1)) == NULL))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc != ERR_OK)
		return rc;
	j->conflicts = count_conflict(&j->l, j->conflict);
	told = j->conflicts <= count_conflict(&j->was, j->was_conflict);
	for (i = 0; i < in->count; i++) {
		in->items[i].state = judge_item(j, in->mine, &in->items[i]);
		conflict = conflict || in->items[i].state == PORT_CONFLICT;
	}
	if (!conflict && j->conflicts == 0)
		find_part(j, in);
	if (j->again) {
		rc = find_from(j, err);
		if (rc != ERR_OK)
			return rc;
		move_marks(j);
		mark_twice(j, result);
	}
	for (i = 0; i < in->count && !j->again; i++) {
		struct port_item *it = &in->items[i];

		if (it->to == 0)
			merge_add_lost(result,
				lines_part(in->mine, it->first, it->last - it->first + 1),
				(struct span){.ptr = NULL}, ends);
		if (!told && !conflict) /* it is one of these */
			it->state = PORT_CONFLICT;
	}
	return result->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code judge_items(const struct judge_in *in, struct buf *result, struct err *err)
{
	struct judge j;
	enum err_code rc;
	bool late = false;

	do {
		j = (struct judge){.cursor = 1, .was_cursor = 1, .late = late};
		rc = judge_once(&j, in, result, err);
		lines_close(&j.was);
		lines_close(&j.l);
		free(j.conflict);
		free(j.was_conflict);
		free(j.twice);
		free(j.taken);
		free(j.was_taken);
		free(j.from);
		free(j.found);
		free(j.was_found);
		late = true;
	} while (rc == ERR_OK && j.again);
	return rc;
}
