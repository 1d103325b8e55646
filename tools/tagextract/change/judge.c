/* SPDX-License-Identifier: MIT */
#include "change/judge.h"

#include <stdlib.h>

#include "change/line_ends.h"
#include "change/merge.h"

/* Finds lines of mine in l: at or after *cursor, which moves past them, or else anywhere. 0: not
 * found. */
static uint32_t find_unit(const struct lines *l, uint32_t *cursor, const struct lines *mine,
	uint32_t first, uint32_t count)
{
	uint32_t at = lines_find(l, *cursor, mine, first, count);

	if (at == 0)
		at = lines_find(l, 1, mine, first, count);
	if (at != 0)
		*cursor = at + count;
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
	uint32_t cursor, was_cursor;
	uint32_t conflicts; /* lines in one */
	bool again;
};

#define MOST_COPIES 8

/* The next place of the item's lines behind at; 0: there is none. */
static uint32_t find_next(
	const struct lines *l, uint32_t at, const struct lines *mine, const struct port_item *it)
{
	return at != 0 ? lines_find(l, at + 1, mine, it->first, it->last - it->first + 1) : 0;
}

/* Whether the result has the item's lines once more than mine and the new drop have them, where
 * they are in was; conflicts left out. */
static bool is_twice(
	const struct judge *j, const struct lines *mine, const struct port_item *it, uint32_t was)
{
	uint32_t here = it->first;
	uint32_t to = it->to;
	int n;

	for (n = 0; n < MOST_COPIES && to != 0 && (here != 0 || was != 0); n++) {
		do
			to = find_next(&j->l, to, mine, it);
		while (to != 0 && j->conflict[to - 1]);
		here = to != 0 ? find_next(mine, here, mine, it) : 0;
		was = to != 0 ? find_next(&j->was, was, mine, it) : 0;
	}
	return to != 0 && here == 0 && was == 0;
}

static enum port_state judge_item(struct judge *j, const struct lines *mine, struct port_item *it)
{
	uint32_t lines = it->last - it->first + 1;
	uint32_t from = j->cursor;
	uint32_t was;
	uint32_t at;

	it->to = find_unit(&j->l, &j->cursor, mine, it->first, lines);
	at = j->conflicts > 0 ? find_cut(&j->l, j->conflict, from, mine, it) : 0;
	if (at != 0) {
		it->to = at;
		j->cursor = at + 1;
		return PORT_CONFLICT;
	}
	if (it->to == 0 || j->conflict[it->to - 1] || j->conflict[it->to + lines - 2])
		return PORT_CONFLICT;
	was = find_unit(&j->was, &j->was_cursor, mine, it->first, lines);
	if (was == 0)
		return PORT_CARRIED;
	if (is_twice(j, mine, it, was)) {
		j->twice[it->to - 1] = lines;
		j->again = true;
		return PORT_CONFLICT;
	}
	at = find_in_conflict(&j->l, j->conflict, 1, UINT32_MAX, mine, it->first, lines);
	if (at == 0)
		return PORT_PRESENT;
	it->to = at;
	return PORT_CONFLICT;
}

/* Puts each block that is there twice in a conflict. */
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
			merge_add_lost(&marked, lines, ends);
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
	bool told;
	size_t i;

	if (rc == ERR_OK)
		rc = lines_open(in->new, &j->was, err);
	if (rc == ERR_OK &&
		((j->conflict = merge_find_conflicts(&j->l)) == NULL ||
			(j->was_conflict = merge_find_conflicts(&j->was)) == NULL ||
			(j->twice = calloc((size_t)j->l.count + 1, sizeof *j->twice)) == NULL))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc != ERR_OK)
		return rc;
	j->conflicts = count_conflict(&j->l, j->conflict);
	told = j->conflicts <= count_conflict(&j->was, j->was_conflict);
	for (i = 0; i < in->count; i++) {
		in->items[i].state = judge_item(j, in->mine, &in->items[i]);
		told = told || in->items[i].state == PORT_CONFLICT;
	}
	if (j->again)
		mark_twice(j, result);
	for (i = 0; i < in->count && !j->again; i++) {
		struct port_item *it = &in->items[i];

		if (it->to == 0)
			merge_add_lost(result,
				lines_part(in->mine, it->first, it->last - it->first + 1), ends);
		if (!told) /* it is one of these */
			it->state = PORT_CONFLICT;
	}
	return result->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code judge_items(const struct judge_in *in, struct buf *result, struct err *err)
{
	struct judge j;
	enum err_code rc;

	do {
		j = (struct judge){.cursor = 1, .was_cursor = 1};
		rc = judge_once(&j, in, result, err);
		lines_close(&j.was);
		lines_close(&j.l);
		free(j.conflict);
		free(j.was_conflict);
		free(j.twice);
	} while (rc == ERR_OK && j.again);
	return rc;
}
