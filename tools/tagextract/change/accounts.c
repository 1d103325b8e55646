/* SPDX-License-Identifier: MIT */
#include "change/accounts.h"

#include <stdlib.h>
#include <string.h>

#include "change/line_ends.h"

static uint32_t count_lines(struct span text)
{
	uint32_t n = 0;
	size_t i;

	for (i = 0; i < text.len; i++)
		n += text.ptr[i] == '\n';
	return n + (text.len > 0 && text.ptr[text.len - 1] != '\n');
}

static bool is_new(const struct hunks *hunks, uint32_t line)
{
	size_t low = 0;
	size_t high = hunks->count;

	while (low < high) { /* the first hunk after the line */
		size_t mid = low + (high - low) / 2;

		if (hunks->list[mid].new_first <= line)
			low = mid + 1;
		else
			high = mid;
	}
	return low > 0 && line - hunks->list[low - 1].new_first < hunks->list[low - 1].new_count;
}

void accounts_narrow(struct scan_result *r, const struct hunks *hunks)
{
	size_t i;
	size_t k;

	for (i = r->block_count; i-- > 0;) {
		struct block b = r->blocks[i];

		if (!b.loose || is_new(hunks, b.last))
			continue;
		b.last = b.first;
		/* of those that begin there the longest stays the first */
		for (k = i + 1; k < r->block_count && r->blocks[k].first == b.first &&
				r->blocks[k].last > b.last;
			k++)
			r->blocks[k - 1] = r->blocks[k];
		r->blocks[k - 1] = b;
	}
}

enum err_code accounts_of(const struct scan_result *r, struct span text, bool lone,
	struct accounts *out, struct err *err)
{
	uint32_t until = 0; /* end of the blocks so far: nested blocks add nothing */
	size_t i;

	out->count = count_lines(text);
	out->line = calloc((size_t)out->count + 2, 1);
	if (out->line == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; lone && i < r->hit_count; i++)
		if (r->hits[i].line <= out->count)
			out->line[r->hits[i].line] = LINE_TAGGED;
	for (i = 0; i < r->block_count; i++) {
		uint32_t last = r->blocks[i].last < out->count ? r->blocks[i].last : out->count;
		uint32_t first = r->blocks[i].first > until ? r->blocks[i].first : until + 1;

		if (first > last)
			continue;
		memset(out->line + first, LINE_IN_BLOCK, last - first + 1);
		if (first == r->blocks[i].first)
			out->line[first] = LINE_BEGINS_BLOCK;
		until = last;
	}
	return ERR_OK;
}

void accounts_free(struct accounts *a)
{
	free(a->line);
	*a = (struct accounts){.line = NULL};
}

/* Whether text deleted between the line and the next one was in a block. */
static bool is_inside(const struct accounts *a, uint32_t line)
{
	return a->line[line] >= LINE_IN_BLOCK && a->line[line + 1] == LINE_IN_BLOCK;
}

uint32_t accounts_open_line(const struct accounts *a, const struct hunk *h)
{
	uint32_t i;

	if (h->new_count == 0)
		return is_inside(a, h->new_first) ? 0 : h->new_first + 1;
	for (i = h->new_first; i < h->new_first + h->new_count; i++)
		if (i > a->count || a->line[i] == LINE_OPEN)
			return i;
	return 0;
}

bool accounts_touch(const struct accounts *a, const struct hunk *h)
{
	uint32_t i;

	if (h->new_count == 0)
		return accounts_open_line(a, h) == 0;
	for (i = h->new_first; i < h->new_first + h->new_count && i <= a->count; i++)
		if (a->line[i] != LINE_OPEN)
			return true;
	return false;
}

/* Whether a blank line touches one that a tag accounts for. */
static bool is_margin(const struct accounts *a, const struct lines *new, uint32_t line)
{
	return line_trim(lines_part(new, line, 1)).len == 0 &&
	       (a->line[line - 1] != LINE_OPEN || a->line[line + 1] != LINE_OPEN);
}

/* The text with a line that the base hardly has for each one that a tag accounts for, with margins
 * also for the blank ones around these. */
static enum err_code mask(const struct accounts *a, const struct lines *new, bool margins,
	struct buf *out, struct err *err)
{
	uint32_t line;

	for (line = 1; line <= new->count; line++) {
		struct span text = lines_part(new, line, 1);
		bool masked = a->line[line] != LINE_OPEN || (margins && is_margin(a, new, line));

		if (!masked)
			buf_add(out, text.ptr, text.len);
		if (masked)
			buf_add_u8(out, 1);
		if (masked && text.ptr[text.len - 1] == '\n')
			buf_add_u8(out, '\n');
	}
	return out->failed == ERR_OK ? ERR_OK : err_set(err, out->failed, "out of memory");
}

static bool has_open(const struct accounts *a, const struct hunks *hunks)
{
	bool open = false;
	size_t i;

	for (i = 0; i < hunks->count; i++)
		open = open || accounts_open_line(a, &hunks->list[i]) != 0;
	return open;
}

/* Blank lines do not count: which of them is new says nothing. */
static size_t count_open(
	const struct accounts *a, const struct hunks *hunks, const struct lines *new)
{
	size_t n = 0;
	size_t i;
	uint32_t k;

	for (i = 0; i < hunks->count; i++)
		for (k = hunks->list[i].new_first;
			k < hunks->list[i].new_first + hunks->list[i].new_count; k++)
			n += (k > a->count || a->line[k] == LINE_OPEN) &&
			     line_trim(lines_part(new, k, 1)).len > 0;
	return n;
}

/* Whether the base has a line with a tag, or one that begins a block, of the text. Masked there, it
 * would be a change to which what is removed beside it belongs. */
static bool has_known(const struct accounts *a, const struct lines *old, const struct lines *new)
{
	uint32_t i;

	for (i = 1; i <= a->count && i <= new->count; i++)
		if ((a->line[i] == LINE_TAGGED || a->line[i] == LINE_BEGINS_BLOCK) &&
			lines_find(old, 1, new, i, 1) != 0)
			return true;
	return false;
}

static void swap(struct hunks *x, struct hunks *y)
{
	struct hunks first = *x;

	*x = *y;
	*y = first;
}

enum err_code accounts_explain(const struct accounts *a, const struct hunks *hunks,
	const struct lines *old_lines, const struct lines *new_lines, struct hunks *fewer,
	bool *out, struct err *err)
{
	struct span old = old_lines->text;
	struct span new = new_lines->text;
	bool ended = old.len == 0 || old.ptr[old.len - 1] == '\n';
	struct hunks other;
	struct buf masked;
	struct buf base;
	enum err_code rc = ERR_OK;
	int margins;

	*out = !has_open(a, hunks);
	if (*out || has_known(a, old_lines, new_lines))
		return ERR_OK;
	buf_init(&masked, 0);
	buf_init(&base, 0);
	if (!ended && a->line[a->count] != LINE_OPEN) { /* what follows ended the last line */
		buf_add(&base, old.ptr, old.len);
		rc = line_ends_set(span_of("\n", 1), line_ends_kind(new), &base, err);
		old = span_of(base.ptr, base.len);
	}
	for (margins = 0; margins < 2 && rc == ERR_OK && !*out; margins++) {
		masked.len = 0;
		rc = mask(a, new_lines, margins != 0, &masked, err);
		if (rc == ERR_OK)
			rc = hunks_find(old, span_of(masked.ptr, masked.len), &other, err);
		if (rc != ERR_OK)
			break;
		if (margins == 0)
			*out = !has_open(a, &other);
		if (fewer == NULL || base.len != 0)
			margins = 2;
		else if (!*out &&
			 count_open(a, &other, new_lines) < count_open(a, fewer, new_lines))
			swap(fewer, &other);
		hunks_free(&other);
	}
	buf_free(&base);
	buf_free(&masked);
	return rc;
}
