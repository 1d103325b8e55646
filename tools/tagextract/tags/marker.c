/* SPDX-License-Identifier: MIT */
/*
 * Begin and end markers around a change, as vendors write them:
 *   Tag >>>  ...  Tag <<<                (also >> and <<)
 *   //[-start-160421-Tag-add]//  ...  //[-end-160421-Tag-add]//
 *   AMI_OVERRIDE_START  ...  AMI_OVERRIDE_END, any tag that ends in _START, _BEGIN or _END
 * and a pair of the user's own.
 */
#include <stdlib.h>
#include <string.h>

#include "tags/scan.h"

#define BRACKET_MAX 256 /* bytes between "[-" and the tag that are looked at */

static bool contains(struct span line, const char *text)
{
	return span_find(line, 0, text, strlen(text)) != SIZE_MAX;
}

static bool ends_in(struct span word, const char *end)
{
	size_t len = strlen(end);
	struct span tail;
	size_t i;

	if (word.len < len || !span_slice(word, word.len - len, len, &tail))
		return false;
	for (i = 0; i < len; i++)
		if ((tail.ptr[i] & ~0x20) != (uint8_t)(end[i] & ~0x20))
			return false;
	return true;
}

/* "[-start-" or "[-end-" to the left of the match, in the same pair of brackets */
static enum hit_kind bracket_kind(struct span line, size_t at)
{
	size_t least = at > BRACKET_MAX ? at - BRACKET_MAX : 0;
	struct span left;
	size_t i;

	for (i = at; i > least && line.ptr[i - 1] != ']'; i--) {
		if (i == at || line.ptr[i - 1] != '[' || line.ptr[i] != '-')
			continue;
		span_from(line, i - 1, &left);
		if (span_starts(left, "[-start-", 8) || span_starts(left, "[-begin-", 8))
			return HIT_BEGIN;
		return span_starts(left, "[-end-", 6) ? HIT_END : HIT_MARK;
	}
	return HIT_MARK;
}

/* Index behind the last of two equal characters; 0: there are none. */
static size_t last_pair(struct span line, uint8_t c)
{
	size_t i;

	for (i = line.len; i > 1; i--)
		if (line.ptr[i - 1] == c && line.ptr[i - 2] == c)
			return i;
	return 0;
}

void marker_read(const struct scan_opts *opts, struct span line, struct marker_line *out)
{
	out->begin = opts->begin != NULL && contains(line, opts->begin);
	out->end = opts->end != NULL && contains(line, opts->end);
	out->opens = last_pair(line, '>');
	out->closes = last_pair(line, '<');
}

enum hit_kind marker_kind(const struct marker_line *marks, struct span line, size_t at, size_t len)
{
	struct span word;
	enum hit_kind kind;

	if (!span_slice(line, at, len, &word))
		return HIT_MARK;
	if (marks->begin)
		return HIT_BEGIN;
	if (marks->end)
		return HIT_END;
	kind = bracket_kind(line, at);
	if (kind != HIT_MARK)
		return kind;
	if (ends_in(word, "_START") || ends_in(word, "_BEGIN"))
		return HIT_BEGIN;
	if (ends_in(word, "_END"))
		return HIT_END;
	if (marks->opens >= at + len + 2)
		return HIT_BEGIN;
	return marks->closes >= at + len + 2 ? HIT_END : HIT_MARK;
}

static enum err_code warn(
	struct scan_result *r, enum scan_fault fault, const struct hit *hit, struct err *err)
{
	struct scan_warning *bigger = realloc(r->warnings, (r->warning_count + 1) * sizeof *bigger);

	if (bigger == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	r->warnings = bigger;
	r->warnings[r->warning_count++] = (struct scan_warning){fault, hit->tag, hit->line};
	return ERR_OK;
}

static enum err_code add_block(struct scan_result *r, struct block b, struct err *err)
{
	struct block *bigger = realloc(r->blocks, (r->block_count + 1) * sizeof *bigger);

	if (bigger == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	r->blocks = bigger;
	r->blocks[r->block_count++] = b;
	return ERR_OK;
}

#define NONE SIZE_MAX

/* Open begin markers: the innermost of each pair, and what each one stands in. */
struct open_list {
	size_t *top;   /* by pair; index of a hit or NONE */
	size_t *below; /* by hit */
};

static enum err_code take_hit(struct scan_result *r, const struct tag_set *set,
	struct open_list *open, size_t i, struct err *err)
{
	struct hit *h = &r->hits[i];
	size_t pair = set->tags[h->tag].pair;
	size_t begin = open->top[pair];
	enum err_code rc = ERR_OK;

	if (h->kind == HIT_BEGIN) {
		if (begin != NONE)
			rc = warn(r, FAULT_NESTED, h, err);
		open->below[i] = begin;
		open->top[pair] = i;
	} else if (h->kind == HIT_END) {
		if (begin == NONE)
			return warn(r, FAULT_NO_BEGIN, h, err);
		open->top[pair] = open->below[begin];
		r->hits[begin].paired = h->paired = true;
		rc = add_block(
			r, (struct block){(uint32_t)pair, r->hits[begin].line, h->line}, err);
	}
	return rc;
}

/* Several tags on one marker line (or one tag twice) are one marker. */
static bool is_repeat(const struct scan_result *r, const struct tag_set *set, size_t i)
{
	size_t k;

	for (k = i; k > 0 && r->hits[k - 1].line == r->hits[i].line; k--)
		if (set->tags[r->hits[k - 1].tag].pair == set->tags[r->hits[i].tag].pair &&
			r->hits[k - 1].kind == r->hits[i].kind)
			return true;
	return false;
}

static int by_lines(const void *a, const void *b)
{
	const struct block *x = a;
	const struct block *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->last != y->last)
		return x->last > y->last ? -1 : 1;
	return (x->tag > y->tag) - (x->tag < y->tag); /* the same order with every qsort */
}

enum err_code marker_pair(struct scan_result *r, const struct tag_set *set, struct err *err)
{
	struct open_list open = {malloc(set->count * sizeof *open.top),
		malloc((r->hit_count + 1) * sizeof *open.below)};
	enum err_code rc = ERR_OK;
	size_t i;

	if (open.top == NULL || open.below == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; rc == ERR_OK && i < set->count; i++)
		open.top[i] = NONE;
	for (i = 0; rc == ERR_OK && i < r->hit_count; i++)
		if (!is_repeat(r, set, i))
			rc = take_hit(r, set, &open, i, err);
	for (i = 0; rc == ERR_OK && i < set->count; i++) {
		size_t left = open.top[i];

		for (; rc == ERR_OK && left != NONE; left = open.below[left])
			rc = warn(r, FAULT_NO_END, &r->hits[left], err);
	}
	if (r->block_count > 1) /* an outer block before those in it */
		qsort(r->blocks, r->block_count, sizeof r->blocks[0], by_lines);
	free(open.top);
	free(open.below);
	return rc;
}
