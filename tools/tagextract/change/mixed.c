/* SPDX-License-Identifier: MIT */
#include "change/mixed.h"

#include <string.h>

#include "change/line_ends.h"

static bool is_tagged(const struct accounts *a, uint32_t line)
{
	return line <= a->count && a->line[line] != LINE_OPEN;
}

static size_t count_solid(struct span s)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < s.len; i++)
		n += s.ptr[i] > ' ';
	return n;
}

/* How much is the same at the begin and end of both, blanks left out. */
static size_t count_same(struct span a, struct span b)
{
	size_t same = 0;

	for (a = line_trim(a), b = line_trim(b); a.len > 0 && b.len > 0;
		a = line_trim(a), b = line_trim(b)) {
		bool first = a.ptr[0] == b.ptr[0];

		if (!first && a.ptr[a.len - 1] != b.ptr[b.len - 1])
			break;
		a = span_of(a.ptr + first, a.len - 1);
		b = span_of(b.ptr + first, b.len - 1);
		same++;
	}
	return same;
}

/* The same in percent of the longer one. */
static size_t likeness(struct span a, struct span b)
{
	size_t most = count_solid(a) > count_solid(b) ? count_solid(a) : count_solid(b);
	size_t same = count_same(a, b);

	return most ? same * 100 / most : same;
}

#define LIKE        66  /* percents, at least */
#define LIKE_APART  10  /* percents, at least, to the next one */
#define LEFT        50  /* percents, at least, of a line that may be meant */
#define MOST_OLD    400 /* lines; not searched in longer hunks */
#define MOST_JOINED 4   /* hunks */

/* The line of old from first to before end that is most like it; end: none, or several are about as
 * like. */
static uint32_t find_like(const struct lines *old, uint32_t first, uint32_t end, struct span line)
{
	size_t best = 0;
	size_t second = 0;
	uint32_t found = end;
	uint32_t i;

	for (i = first; i < end && end - first <= MOST_OLD; i++) {
		size_t n = likeness(line, lines_part(old, i, 1));

		if (n > best) {
			second = best;
			best = n;
			found = i;
		} else if (n > second) {
			second = n;
		}
	}
	return best >= LIKE && best - second >= LIKE_APART ? found : end;
}

/* What is in out may end with the last line of a text. */
static void end_line(struct buf *out, const struct lines *like)
{
	struct err ignored; /* out has it, too */

	if (out->len > 0 && out->ptr[out->len - 1] != '\n')
		(void)line_ends_set(span_of("\n", 1), like->ends, out, &ignored);
}

static void add(struct buf *out, struct span lines, const struct lines *like)
{
	if (lines.len > 0)
		end_line(out, like);
	buf_add(out, lines.ptr, lines.len);
}

/* Whether a blank line of mine that no tag accounts for may be that one of old. */
static bool is_blank_pair(const struct accounts *a, const struct lines *old, uint32_t i,
	const struct lines *mine, uint32_t k)
{
	return !is_tagged(a, k) && line_trim(lines_part(mine, k, 1)).len == 0 &&
	       line_trim(lines_part(old, i, 1)).len == 0;
}

/* Appends the tagged lines, and the lines of old that the others are instead of; false if one of
 * these is unlike all that are left, unless all of old are here as they were. Lines of old between
 * two such ones go only if tagged lines are there as well, and with strict just blank ones. Blank
 * lines that both have there stay: an editor has stripped blanks off them. */
static bool replace(const struct accounts *a, const struct hunk *h, bool strict,
	const struct lines *old, const struct lines *mine, struct buf *out)
{
	uint32_t next = h->old_first;
	uint32_t last = h->old_first + h->old_count;
	uint32_t end = last;
	uint32_t i = h->new_first;
	uint32_t new_end = i + h->new_count;
	bool came = false;
	bool same = true; /* so far */

	for (; i < new_end && next < end && is_blank_pair(a, old, end - 1, mine, new_end - 1);
		new_end--)
		end--;
	for (; i < new_end; i++) {
		struct span line = lines_part(mine, i, 1);
		uint32_t at;

		if (is_tagged(a, i)) {
			add(out, line, mine);
			came = true;
			continue;
		}
		if (next < end && is_blank_pair(a, old, next, mine, i)) {
			add(out, lines_part(old, next++, 1), mine);
			continue;
		}
		line = line_trim(line);
		if (line.len == 0 || (next == end && same))
			continue;
		same = same && next < end && span_equal(line_trim(lines_part(old, next, 1)), line);
		at = same ? next : find_like(old, next, end, line);
		if (at == end)
			return false;
		if (came) {
			if (strict && count_solid(lines_part(old, next, at - next)) != 0)
				return false;
			next = at;
		}
		add(out, lines_part(old, next, at + 1 - next), mine);
		next = at + 1;
		came = false;
	}
	if (!came)
		add(out, lines_part(old, next, end - next), mine);
	add(out, lines_part(old, end, last - end), mine);
	return true;
}

/* What follows the comment that ends in the line; len SIZE_MAX: none does. */
static struct span behind_comment(struct span line, size_t from)
{
	size_t at = span_find(line, from, "*/", 2);

	return at == SIZE_MAX ? span_of(NULL, SIZE_MAX)
			      : line_trim(span_of(line.ptr + at + 2, line.len - at - 2));
}

/* Whether the trimmed line has nothing but a comment, in the languages where a tag is most often
 * so; inside: one that began in an earlier line. */
static bool is_comment(struct span line, bool inside)
{
	for (inside = inside || span_starts(line, "* ", 2); inside || span_starts(line, "/*", 2);
		inside = false) {
		line = behind_comment(line, inside ? 0 : 2);
		if (line.len == 0 || line.len == SIZE_MAX)
			return true;
	}
	return line.len > 1 && (span_starts(line, "//", 2) || line.ptr[0] == ';' ||
				       (line.ptr[0] == '#' && (line.ptr[1] | 0x20u) - 'a' > 25u));
}

/* The line where a comment of several lines begins that goes on behind the trimmed line k; 0: none.
 */
static uint32_t go_on(uint32_t began, struct span line, uint32_t k)
{
	bool begins = began == 0 && span_starts(line, "/*", 2);

	if (begins)
		began = k;
	return began != 0 && behind_comment(line, begins ? 2 : 0).len == SIZE_MAX ? began : 0;
}

static void extend(struct accounts *a, const struct hunk *h, const struct lines *mine)
{
	uint32_t began = 0; /* a comment, before the line */
	bool speaks = false;
	uint32_t k;

	for (k = h->new_first; k < h->new_first + h->new_count && k <= a->count; k++) {
		struct span line = line_trim(lines_part(mine, k, 1));

		if (a->line[k] == LINE_OPEN && speaks) {
			a->line[k] = LINE_TAGGED;
		} else {
			speaks = a->line[k] == LINE_TAGGED && is_comment(line, began != 0);
			for (; began != 0 && began < k && a->line[k] == LINE_TAGGED; began++)
				if (a->line[began] == LINE_OPEN)
					a->line[began] = LINE_TAGGED;
		}
		began = go_on(began, line, k);
	}
}

void mixed_extend(struct accounts *a, const struct hunks *hunks, const struct lines *mine)
{
	size_t i;

	for (i = 0; i < hunks->count; i++)
		extend(a, &hunks->list[i], mine);
}

static void add_marker(struct buf *out, const char *text, const struct lines *like)
{
	struct err ignored;

	end_line(out, like);
	(void)line_ends_set(span_of(text, strlen(text)), like->ends, out, &ignored);
}

/* How much the line has of the one of which it has the most, in percent of that one. */
static size_t most_left(const struct lines *old, const struct hunk *h, struct span line)
{
	size_t most = 0;
	uint32_t i;

	for (i = h->old_first; i < h->old_first + h->old_count; i++) {
		struct span whole = line_trim(lines_part(old, i, 1));
		size_t all = count_solid(whole);
		bool long_enough = all > 2 || (all > 0 && span_equal(whole, line_trim(line)));
		size_t n = long_enough ? count_same(line, whole) * 100 / all : 0;

		most = n > most ? n : most;
	}
	return most;
}

/* Whether a line of other that no tag accounts for, one of those near h, may be a changed one of
 * those that h removes; far: rather than one of other. */
static bool may_change(const struct accounts *a, const struct hunk *h, const struct hunk *other,
	bool far, const struct lines *old, const struct lines *mine)
{
	uint32_t count = other->new_count < MOST_OLD ? other->new_count : MOST_OLD;
	uint32_t first = other->new_first > h->new_first
				 ? other->new_first
				 : other->new_first + other->new_count - count;
	bool found = false;
	uint32_t i;

	for (i = first; i < first + count && !found && accounts_touch(a, h); i++) {
		struct span line = lines_part(mine, i, 1);
		size_t left = is_tagged(a, i) ? 0 : most_left(old, h, line);

		found = left >= LEFT && left + (far ? 0 : 2 * LIKE_APART) >
						most_left(old, other, line) + LIKE_APART;
	}
	return found;
}

size_t mixed_join(const struct accounts *a, struct hunk *h, const struct hunks *hunks, size_t i,
	const struct lines *old, const struct lines *mine, bool *strict)
{
	struct hunk both = {
		h->old_first + (h->old_count == 0), 0, h->new_first + (h->new_count == 0), 0};
	uint32_t line = both.new_first + h->new_count;
	uint32_t between = 0;
	bool other = *strict;
	size_t n;

	for (n = 0; n < MOST_JOINED && i + n < hunks->count; n++) {
		const struct hunk *next = &hunks->list[i + n];
		uint32_t begin = next->new_first + (next->new_count == 0);

		for (; line < begin && between < 2; line++)
			between +=
				!is_tagged(a, line) && count_solid(lines_part(mine, line, 1)) != 0;
		both.old_count =
			next->old_first + (next->old_count == 0) + next->old_count - both.old_first;
		if (between > 1 || both.old_count > MOST_OLD)
			break;
		both.new_count = begin + next->new_count - both.new_first;
		other = other || (next->old_count != 0 && !accounts_touch(a, next));
		if (may_change(a, h, next, n > 0, old, mine) ||
			may_change(a, next, h, n > 0, old, mine)) {
			*strict = other || between != 0;
			*h = both;
			return n + 1;
		}
	}
	return 0;
}

bool mixed_moved(const struct accounts *a, const struct hunk *h, const struct lines *old,
	const struct lines *mine)
{
	bool moved = false;
	uint32_t i;

	for (i = h->old_first; i < h->old_first + h->old_count && h->old_count <= MOST_OLD; i++) {
		uint32_t at = lines_find(mine, 1, old, i, 1);

		moved = moved ||
			(at != 0 && !is_tagged(a, at) && at - h->new_first >= h->new_count &&
				count_solid(lines_part(old, i, 1)) != 0 &&
				lines_find(mine, at + 1, old, i, 1) == 0 &&
				lines_find(old, 1, old, i, 1) == i &&
				lines_find(old, i + 1, old, i, 1) == 0);
	}
	return moved;
}

enum err_code mixed_add(const struct accounts *a, const struct hunk *h, bool strict,
	const struct lines *old, const struct lines *mine, struct buf *out, struct merge_cut *cut,
	struct err *err)
{
	size_t len = out->len;
	uint32_t i;

	*cut = (struct merge_cut){.open = 0};
	if (mixed_moved(a, h, old, mine) || !replace(a, h, strict, old, mine, out)) {
		out->len = len;
		add_marker(out, MERGE_OPEN, mine);
		cut->open = 1;
		cut->mid = 2;
		for (i = h->new_first; i < h->new_first + h->new_count; i++) {
			if (is_tagged(a, i)) {
				add(out, lines_part(mine, i, 1), mine);
				cut->mid++;
			}
		}
		cut->close = cut->mid + h->old_count + 1;
		add_marker(out, MERGE_MID, mine);
		add(out, lines_part(old, h->old_first, h->old_count), mine);
		add_marker(out, MERGE_CLOSE, mine);
	}
	return out->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}
