/* SPDX-License-Identifier: MIT */
#include "change/merge.h"

#include <stdlib.h>
#include <string.h>

#include "change/judge.h"
#include "change/line_ends.h"
#include "lib/lib_git2.h"

/* *clean: there was no conflict, and out has the text. */
static enum err_code by_git(
	const struct merge_in *in, struct buf *out, bool *clean, struct err *err)
{
	const struct lib_git2 *lib;
	git_merge_file_input side[3];
	git_merge_file_options opts;
	git_merge_file_result result = {0};
	const struct span *texts[3] = {&in->old, &in->ours, &in->theirs};
	enum err_code rc = lib_git2(&lib, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	lib->git_merge_file_options_init(&opts, GIT_MERGE_FILE_OPTIONS_VERSION);
	for (i = 0; i < 3; i++) {
		lib->git_merge_file_input_init(&side[i], GIT_MERGE_FILE_INPUT_VERSION);
		side[i].ptr = texts[i]->len > 0 ? (const char *)texts[i]->ptr : "";
		side[i].size = texts[i]->len;
	}
	if (lib->git_merge_file(&result, &side[0], &side[1], &side[2], &opts) != 0) {
		rc = err_set(err, ERR_NOMEM, "libgit2 cannot merge it");
	} else {
		*clean = result.automergeable != 0;
		if (*clean)
			buf_add(out, result.ptr, result.len);
	}
	lib->git_merge_file_result_free(&result);
	return rc;
}

/* Adds lines first to last; none when last is before first. */
static void add_lines(struct buf *out, const struct lines *l, uint32_t first, uint32_t last)
{
	struct span part = lines_part(l, first, last >= first ? last - first + 1 : 0);

	buf_add(out, part.ptr, part.len);
}

/* Adds text, after the end of the line before it. */
static void add_ended(struct buf *out, struct span text, enum line_end ends)
{
	struct err ignored; /* out has it, too */

	if (out->len > 0 && out->ptr[out->len - 1] != '\n')
		(void)line_ends_set(span_of("\n", 1), ends, out, &ignored);
	(void)line_ends_set(text, ends, out, &ignored);
}

static void add_marker(struct buf *out, const char *text, enum line_end ends)
{
	add_ended(out, span_of(text, strlen(text)), ends);
}

struct placing {
	struct lines old, ours, theirs;
	uint32_t *map; /* from lines of old to lines of theirs; 0: changed. [0] and [count + 1] are
			  the ends */
	uint32_t *alike; /* for a changed line: the only line of theirs that differs just in blanks;
			    0: none */
	uint32_t *before; /* the line, or the nearest one before it, that is in map */
	uint32_t *behind; /* the same after it */
	uint32_t old_count;
	struct buf *out;
	enum line_end ends;
	uint32_t next; /* next line of theirs to write */
	size_t conflicts;
	const struct judge_in *units;
	uint32_t line; /* of mine, the last one of a block or hunk found there */
	const struct merge_cut *cuts;
	size_t cut_count;
	size_t cut; /* the next one */
};

#define NEAR_LINES 400 /* larger hunks are not searched */
#define NEAR_LEAST 6   /* characters other than blanks: longer than "}" */

static bool is_space(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* True when they are equal except for blanks, and have so many other characters. */
static bool is_near(struct span a, struct span b, size_t least)
{
	size_t same = 0;
	size_t i = 0;
	size_t k = 0;

	for (;;) {
		while (i < a.len && is_space(a.ptr[i]))
			i++;
		while (k < b.len && is_space(b.ptr[k]))
			k++;
		if (i == a.len || k == b.len)
			return i == a.len && k == b.len && same >= least;
		if (a.ptr[i++] != b.ptr[k++])
			return false;
		same++;
	}
}

/* The only line of [first, first + count) that is near; 0: none, or several. */
static uint32_t find_near(const struct lines *l, uint32_t first, uint32_t count, struct span line)
{
	uint32_t found = 0;
	uint32_t i;

	for (i = first; i < first + count; i++) {
		if (!is_near(lines_part(l, i, 1), line, NEAR_LEAST))
			continue;
		if (found != 0)
			return 0;
		found = i;
	}
	return found;
}

/* A new drop that was only reformatted still shows where a change belongs. */
static void map_near(struct placing *p, const struct hunk *h)
{
	uint32_t i;

	if (h->old_count > NEAR_LINES || h->new_count > NEAR_LINES)
		return;
	for (i = h->old_first; i < h->old_first + h->old_count; i++) {
		struct span line = lines_part(&p->old, i, 1);
		uint32_t to = find_near(&p->theirs, h->new_first, h->new_count, line);

		if (to != 0 && find_near(&p->old, h->old_first, h->old_count, line) == i)
			p->alike[i] = to;
	}
}

static enum err_code make_map(
	struct placing *p, uint32_t old_count, const struct hunks *theirs, struct err *err)
{
	uint32_t line = 1;
	uint32_t to = 1;
	size_t i;

	p->old_count = old_count;
	p->map = calloc((size_t)old_count + 2, sizeof *p->map);
	p->alike = calloc((size_t)old_count + 2, sizeof *p->alike);
	p->before = calloc((size_t)old_count + 2, sizeof *p->before);
	p->behind = calloc((size_t)old_count + 2, sizeof *p->behind);
	if (p->map == NULL || p->alike == NULL || p->before == NULL || p->behind == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i <= theirs->count; i++) {
		const struct hunk *h = i < theirs->count ? &theirs->list[i] : NULL;
		uint32_t end = h == NULL           ? old_count + 1
			       : h->old_count != 0 ? h->old_first
						   : h->old_first + 1;

		while (line < end && line <= old_count)
			p->map[line++] = to++;
		if (h != NULL) {
			map_near(p, h);
			line += h->old_count;
			to += h->new_count;
		}
	}
	p->map[old_count + 1] = p->theirs.count + 1;
	p->behind[old_count + 1] = old_count + 1;
	for (line = 1; line <= old_count; line++)
		p->before[line] = p->map[line] != 0 ? line : p->before[line - 1];
	for (line = old_count; line > 0; line--)
		p->behind[line] = p->map[line] != 0 ? line : p->behind[line + 1];
	return ERR_OK;
}

/* Whether the lines of old that h replaces are unchanged and contiguous in theirs. */
static bool is_whole(const struct placing *p, const struct hunk *h)
{
	uint32_t i;

	for (i = 0; i < h->old_count; i++)
		if (p->map[h->old_first + i] == 0 ||
			p->map[h->old_first + i] != p->map[h->old_first] + i)
			return false;
	return p->map[h->old_first] >= p->next;
}

/* Finds the line of theirs after which an insertion belongs; false: none, or ambiguous. Between
 * changed lines it is next to one that differs only in blanks. */
static bool find_place(const struct placing *p, uint32_t after, uint32_t *place)
{
	uint32_t before = after == 0 ? 0 : p->map[after];
	uint32_t behind = p->map[after + 1];
	bool has_before = after == 0 || before != 0;

	if (has_before && behind != 0 && behind != before + 1)
		return false; /* both sides insert something there */
	if (has_before || behind != 0)
		*place = has_before ? before : behind - 1;
	else if (p->alike[after] != 0 || p->alike[after + 1] != 0)
		*place = p->alike[after] != 0 ? p->alike[after] : p->alike[after + 1] - 1;
	else
		return false;
	return *place + 1 >= p->next;
}

/* The lines of theirs, not written yet, that are between those of old around the hunk. */
static void find_between(
	const struct placing *p, const struct hunk *h, uint32_t *from, uint32_t *to)
{
	uint32_t low = p->before[h->old_count != 0 ? h->old_first - 1 : h->old_first];
	uint32_t high =
		p->behind[h->old_count != 0 ? h->old_first + h->old_count : h->old_first + 1];

	*from = low > 0 ? p->map[low] + 1 : 1;
	*to = p->map[high] - 1;
	if (*from < p->next)
		*from = p->next;
}

/* Leaves out blank lines at both ends. */
static void trim_lines(const struct lines *l, uint32_t *from, uint32_t *to)
{
	while (*from <= *to && line_trim(lines_part(l, *from, 1)).len == 0)
		++*from;
	while (*from <= *to && line_trim(lines_part(l, *to, 1)).len == 0)
		--*to;
}

#define MOST_UNITS 400 /* places of a line that are looked at */

/* The lines of ours from first to the end of a block that ours has there and theirs, perhaps with
 * other blanks, where first is at line at; mine has that line in the block it, or a later one. 0:
 * they have not. */
static uint32_t count_in_unit(const struct placing *p, uint32_t first, uint32_t at,
	const struct port_item *it, uint32_t line)
{
	const struct lines *mine = p->units->mine;
	uint32_t skip = line - it->first;
	uint32_t n = it->last + 1 - line;
	uint32_t i;

	if (line < it->first || line > it->last || it->last > mine->count || skip >= first ||
		skip >= at || n > p->ours.count + 1 - first || n > p->theirs.count + 1 - at ||
		!lines_same(&p->ours, first - skip, mine, it->first, skip + n))
		return 0;
	for (i = 0; i < skip + n; i++)
		if (!is_near(lines_part(&p->theirs, at - skip + i, 1),
			    lines_part(mine, it->first + i, 1), 0))
			return 0;
	return n;
}

static uint32_t find_unit(struct placing *p, uint32_t first, uint32_t at)
{
	const struct judge_in *in = p->units;
	uint32_t line = p->line;
	uint32_t count = 0;
	int pass;

	for (pass = 0; in != NULL && in->count > 0 && pass < 2 && count == 0; pass++) {
		size_t i = 0;
		int n = 0;

		while (count == 0 && n++ < MOST_UNITS &&
			(line = lines_find(in->mine, line + 1, &p->ours, first, 1)) != 0) {
			while (i + 1 < in->count && in->items[i + 1].first <= line)
				i++;
			count = count_in_unit(p, first, at, &in->items[i], line);
			if (count != 0)
				p->line = line + count - 1;
		}
		line = 0;
	}
	return count;
}

/* Whether the lines of ours, which theirs has at line at, are of blocks that both have as a whole,
 * or tagged lines, and blank lines. exact: or others beside one of them. */
static bool is_units(struct placing *p, uint32_t first, uint32_t last, uint32_t at, bool exact)
{
	bool found = false;
	int others = 0;
	uint32_t n;

	for (; first <= last && !(found && exact); first += n, at += n) {
		n = find_unit(p, first, at);
		found = found || n != 0;
		if (n == 0 &&
			(++others > MOST_UNITS ||
				(!exact && line_trim(lines_part(&p->ours, first, 1)).len != 0)))
			return false;
		n = n != 0 ? n : 1;
	}
	return found;
}

/* Whether theirs has the lines of the hunk: where it has nothing else, or, if they are inserted,
 * beside the same line of old. Blank lines around do not count. *end: the last one of them. */
static bool is_made(struct placing *p, const struct hunk *h, uint32_t *end)
{
	uint32_t first = h->new_first;
	uint32_t last = h->new_first + h->new_count - 1;
	uint32_t from;
	uint32_t n;
	bool exact;
	bool head;
	bool tail;

	if (h->new_count == 0)
		return false;
	find_between(p, h, &from, end);
	trim_lines(&p->ours, &first, &last);
	trim_lines(&p->theirs, &from, end);
	n = last + 1 - first;
	if (n == 0 || from > *end || *end + 1 - from < n)
		return false;
	head = lines_same(&p->theirs, from, &p->ours, first, n);
	tail = lines_same(&p->theirs, *end + 1 - n, &p->ours, first, n);
	exact = *end + 1 - from == n;
	if (!exact) {
		head = head && h->old_count == 0 && p->before[h->old_first] == h->old_first;
		tail = tail && h->old_count == 0 && p->behind[h->old_first + 1] == h->old_first + 1;
	}
	if (!tail)
		*end = from + n - 1;
	return (head || tail) && is_units(p, first, last, *end + 1 - n, exact);
}

/* Adds the lines of ours; of a conflict there just our side. */
static void add_ours(struct placing *p, const struct hunk *h)
{
	uint32_t line = h->new_first;
	uint32_t end = h->new_first + h->new_count;

	for (; p->cut < p->cut_count && p->cuts[p->cut].open < end; p->cut++) {
		const struct merge_cut *c = &p->cuts[p->cut];

		if (c->open < line)
			continue; /* it is in a hunk before */
		add_lines(p->out, &p->ours, line, c->open - 1);
		add_lines(p->out, &p->ours, c->open + 1, c->mid - 1);
		line = c->close + 1;
	}
	add_lines(p->out, &p->ours, line, end - 1);
}

static void add_conflict(struct placing *p, const struct hunk *h)
{
	uint32_t from;
	uint32_t to;

	find_between(p, h, &from, &to);
	add_lines(p->out, &p->theirs, p->next, from - 1);
	add_marker(p->out, MERGE_OPEN, p->ends);
	add_ours(p, h);
	add_marker(p->out, MERGE_MID, p->ends);
	add_lines(p->out, &p->theirs, from, to);
	add_marker(p->out, MERGE_CLOSE, p->ends);
	p->next = to >= from ? to + 1 : from;
	p->conflicts++;
}

static void place(struct placing *p, const struct hunk *h)
{
	uint32_t at = 0;
	bool whole = h->old_count != 0 && is_whole(p, h);
	uint32_t line = p->units != NULL && h->new_count != 0
				? lines_find(p->units->mine, p->line + 1, &p->ours, h->new_first,
					  h->new_count)
				: 0;

	if (line != 0) /* many blocks may have the same first line */
		p->line = line - 1;
	if (!whole && is_made(p, h, &at)) {
		add_lines(p->out, &p->theirs, p->next, at);
		p->next = at + 1;
		return;
	}
	if (!whole && (h->old_count != 0 || !find_place(p, h->old_first, &at))) {
		add_conflict(p, h);
		return;
	}
	if (whole)
		at = p->map[h->old_first] - 1;
	add_lines(p->out, &p->theirs, p->next, at);
	if (h->new_count != 0) {
		add_marker(p->out, "", p->ends);
		add_lines(p->out, &p->ours, h->new_first, h->new_first + h->new_count - 1);
	}
	p->next = at + 1 + (whole ? h->old_count : 0);
	if (p->next <= p->theirs.count)
		add_marker(p->out, "", p->ends);
}

static uint32_t old_begin(const struct hunk *h)
{
	return h->old_first + (h->old_count == 0);
}

static uint32_t new_begin(const struct hunk *h)
{
	return h->new_first + (h->new_count == 0);
}

/* Makes each conflict of ours a part of one hunk: otherwise its markers would be placed one by one.
 */
static void join_cuts(struct hunks *h, const struct merge_in *in)
{
	const struct hunk *next = h->list;
	const struct hunk *end = h->list + h->count;
	struct hunk *to = h->list; /* behind the last one that is kept */
	size_t i;

	for (i = 0; i < in->cut_count && next < end; i++) {
		const struct merge_cut *c = &in->cuts[i];

		while (next < end && new_begin(next) + next->new_count <= c->open)
			*to++ = *next++;
		if (next < end &&
			(to == h->list || new_begin(to - 1) + to[-1].new_count <= c->open))
			*to++ = *next++;
		for (; next < end && new_begin(next) <= c->close; next++) {
			uint32_t old = old_begin(to - 1);
			uint32_t new = new_begin(to - 1);
			uint32_t old_count = old_begin(next) + next->old_count - old;

			to[-1] = (struct hunk){old - (old_count == 0), old_count, new,
				new_begin(next) + next->new_count - new};
		}
	}
	while (next < end)
		*to++ = *next++;
	h->count = (size_t)(to - h->list);
}

static enum err_code by_place(
	const struct merge_in *in, struct buf *out, size_t *conflicts, struct err *err)
{
	bool has_end = span_find(in->theirs, 0, "\n", 1) != SIZE_MAX;
	struct placing p = {.out = out,
		.ends = line_ends_kind(has_end ? in->theirs : in->ours),
		.next = 1,
		.units = in->units,
		.cuts = in->cuts,
		.cut_count = in->cut_count};
	struct hunks ours = {.list = NULL};
	struct hunks theirs = {.list = NULL};
	enum err_code rc = hunks_find(in->old, in->ours, &ours, err);
	size_t i;

	if (rc == ERR_OK && in->cut_count > 0)
		join_cuts(&ours, in);
	if (rc == ERR_OK)
		rc = hunks_find(in->old, in->theirs, &theirs, err);
	if (rc == ERR_OK)
		rc = lines_open(in->old, &p.old, err);
	if (rc == ERR_OK)
		rc = lines_open(in->ours, &p.ours, err);
	if (rc == ERR_OK)
		rc = lines_open(in->theirs, &p.theirs, err);
	if (rc == ERR_OK)
		rc = make_map(&p, p.old.count, &theirs, err);
	for (i = 0; i < ours.count && rc == ERR_OK; i++)
		place(&p, &ours.list[i]);
	if (rc == ERR_OK)
		add_lines(out, &p.theirs, p.next, p.theirs.count);
	*conflicts = p.conflicts;
	lines_close(&p.old);
	lines_close(&p.ours);
	lines_close(&p.theirs);
	free(p.map);
	free(p.alike);
	free(p.before);
	free(p.behind);
	hunks_free(&ours);
	hunks_free(&theirs);
	return rc;
}

enum err_code merge_texts(
	const struct merge_in *in, struct buf *out, size_t *conflicts, struct err *err)
{
	bool clean = false;
	enum err_code rc = in->cut_count == 0 ? by_git(in, out, &clean, err) : ERR_OK;

	*conflicts = 0;
	if (rc == ERR_OK && !clean) {
		out->len = 0;
		rc = by_place(in, out, conflicts, err);
	}
	if (rc == ERR_OK && out->failed != ERR_OK)
		rc = err_set(err, out->failed, "out of memory");
	return rc;
}

void merge_add_lost(struct buf *out, struct span lines, struct span theirs, enum line_end ends)
{
	add_marker(out, MERGE_OPEN, ends);
	add_ended(out, lines, ends);
	add_marker(out, MERGE_MID, ends);
	add_ended(out, theirs, ends);
	add_marker(out, MERGE_CLOSE, ends);
}

bool *merge_find_conflicts(const struct lines *l)
{
	bool *conflict = calloc((size_t)l->count + 1, sizeof *conflict);
	uint32_t inside = 0; /* a conflict may be in another one */
	uint32_t i;

	for (i = 0; conflict != NULL && i < l->count; i++) {
		struct span line = lines_part(l, i + 1, 1);

		inside += span_starts(line, MERGE_OPEN, strcspn(MERGE_OPEN, "\n"));
		conflict[i] = inside > 0;
		inside -= inside > 0 && span_starts(line, MERGE_CLOSE, strcspn(MERGE_CLOSE, "\n"));
	}
	return conflict;
}
