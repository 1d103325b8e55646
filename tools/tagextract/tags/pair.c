/* SPDX-License-Identifier: MIT */
#include "tags/pair.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/num.h"

#define NONE SIZE_MAX

static enum err_code no_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code warn(struct scan_result *r, enum scan_fault fault, size_t hit, struct err *err)
{
	const struct hit *h = &r->hits[hit];

	if (!ALLOC_ROOM(r->warnings, r->warning_count, &r->warning_cap))
		return no_memory(err);
	r->warnings[r->warning_count++] = (struct scan_warning){fault, h->tag, h->line, hit, NULL};
	return ERR_OK;
}

enum err_code pair_add_block(
	struct scan_result *r, size_t begin, uint32_t tag, uint32_t last, struct err *err)
{
	if (!ALLOC_ROOM(r->blocks, r->block_count, &r->block_cap))
		return no_memory(err);
	r->blocks[r->block_count++] = (struct block){.tag = tag,
		.first = r->hits[begin].line,
		.last = last,
		.family = r->hits[begin].family,
		.text = r->hits[begin].text};
	r->hits[begin].until = last;
	return ERR_OK;
}

/* The properties that two marks of a pair share, and their innermost open mark. */
struct slot {
	uint64_t key;
	size_t top; /* index of a hit; NONE */
	bool used;
	size_t outer; /* for judge_nesting: begin of the outermost block so far */
};

struct pairing {
	struct scan_result *r;
	const struct tag_set *set;
	struct slot *slots;
	size_t mask;
	size_t *below; /* by hit: the enclosing open begin */
};

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

static struct slot *slot_of(struct pairing *p, uint64_t key)
{
	size_t i = (size_t)key;

	for (;; i++) {
		struct slot *s = &p->slots[i & p->mask];

		if (!s->used)
			*s = (struct slot){key, NONE, true, NONE};
		if (s->key == key)
			return s;
	}
}

static uint64_t key_of(const struct pairing *p, size_t i, bool by_family)
{
	const struct hit *h = &p->r->hits[i];

	return mix(mix(mix(1, p->set->tags[h->tag].pair), h->key), by_family ? h->family : 0);
}

/* Several tags on one marker line (or one tag twice) count as one marker. */
static bool is_repeat(const struct pairing *p, size_t i)
{
	const struct hit *h = &p->r->hits[i];
	size_t k;

	for (k = i; k > 0 && p->r->hits[k - 1].line == h->line && i - k < 64; k--)
		if (p->r->hits[k - 1].kind == h->kind &&
			key_of(p, k - 1, false) == key_of(p, i, false))
			return true;
	return false;
}

/* The marks of one tag and one kind of arrow, in their order. */
struct turn {
	unsigned seen;
	enum hit_kind last;
	bool strict; /* an end first, then alternately */
};

static bool may_turn(const struct hit *h)
{
	return (h->family == MARK_CHEVRON || h->family == MARK_ARROW) && h->kind != HIT_MARK &&
	       !h->paired;
}

/* "<<< Tag" ... "Tag >>>": a file that uses the signs the other way round does so throughout. */
static enum err_code turn_arrows(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	struct turn *turns = calloc(p->mask + 1, sizeof *turns);
	size_t i;

	if (turns == NULL)
		return no_memory(err);
	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count; i++) {
		const struct hit *h = &r->hits[i];
		struct turn *t;

		if (!may_turn(h) || is_repeat(p, i))
			continue;
		t = &turns[slot_of(p, key_of(p, i, true)) - p->slots];
		t->strict = t->seen == 0 ? h->kind == HIT_END : t->strict && h->kind != t->last;
		t->last = h->kind;
		t->seen++;
	}
	for (i = 0; i < r->hit_count; i++) {
		struct hit *h = &r->hits[i];
		const struct turn *t;

		if (!may_turn(h))
			continue;
		t = &turns[slot_of(p, key_of(p, i, true)) - p->slots];
		if (t->strict && t->last == HIT_BEGIN)
			h->kind = h->kind == HIT_BEGIN ? HIT_END : HIT_BEGIN;
	}
	free(turns);
	return ERR_OK;
}

static bool says_same(const struct hit *a, const struct hit *b)
{
	return (a->says[0] | a->says[1]) != 0 && a->says[0] == b->says[0] &&
	       a->says[1] == b->says[1];
}

/* True when each has words that the other lacks: a date, a ticket, the kind of change. */
static bool says_other(const struct hit *a, const struct hit *b)
{
	return ((a->says[0] & ~b->says[0]) | (a->says[1] & ~b->says[1])) != 0 &&
	       ((b->says[0] & ~a->says[0]) | (b->says[1] & ~a->says[1])) != 0;
}

/* Lines from a begin to an end that has no tag, or other words, such as a wrong date: an end
 * farther away belongs to something else. Then the end of this block was forgotten, and a block
 * would make untagged changes look tagged. */
#define BARE_REACH  200
#define OTHER_REACH 50
#define SAME_DEPTH  64 /* open begins that are compared */

/* The open begin that the end belongs to: the innermost one with the same words, else the innermost
 * one of all; that one must be near if its words differ. NONE: none. *above: the next open one
 * inside it. */
static size_t begin_of(
	const struct pairing *p, const struct slot *s, size_t end, bool near, size_t *above)
{
	const struct hit *hits = p->r->hits;
	size_t inner = NONE;
	unsigned depth = 0;
	size_t i;

	for (i = s->top; i != NONE && depth++ < SAME_DEPTH; i = p->below[i]) {
		*above = inner;
		if (says_same(&hits[i], &hits[end]))
			return i;
		inner = i;
	}
	*above = NONE;
	if (s->top != NONE && says_other(&hits[s->top], &hits[end]) &&
		!(near && hits[end].line - hits[s->top].line <= OTHER_REACH))
		return NONE;
	return s->top;
}

/* The marks that a pass pairs: of one family, with the same or no other words; of one family; not
 * weak ones; with one weak one of the two. */
enum pass { PASS_SAME, PASS_FAMILY, PASS_SURE, PASS_ONE_SURE };

static enum err_code one_pass(struct pairing *p, enum pass pass, unsigned least, struct err *err)
{
	bool by_family = pass <= PASS_FAMILY;
	struct scan_result *r = p->r;
	enum err_code rc = ERR_OK;
	size_t i;

	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];
		size_t above = NONE;
		struct slot *s;
		size_t begin;

		if (h->kind == HIT_MARK || h->paired || h->score < least ||
			(h->weak && pass == PASS_SURE) || is_repeat(p, i))
			continue;
		s = slot_of(p, key_of(p, i, by_family));
		begin = h->kind == HIT_END ? begin_of(p, s, i, pass != PASS_SAME, &above) : NONE;
		if (h->kind == HIT_BEGIN) {
			p->below[i] = s->top;
			s->top = i;
		} else if (begin != NONE &&
			   (pass != PASS_ONE_SURE || !h->weak || !r->hits[begin].weak)) {
			*(above != NONE ? &p->below[above] : &s->top) = p->below[begin];
			r->hits[begin].paired = h->paired = true;
			r->hits[begin].alike = says_same(&r->hits[begin], h);
			rc = pair_add_block(
				r, begin, (uint32_t)p->set->tags[h->tag].pair, h->line, err);
		}
	}
	return rc;
}

/* The end without a tag that belongs to the begin; NONE. */
static size_t bare_end(const struct pairing *p, size_t begin, const struct bare_mark *bare,
	size_t count, size_t from)
{
	const struct hit *h = &p->r->hits[begin];
	uint64_t key = key_of(p, begin, false);
	size_t depth = 0;
	size_t hit = begin + 1;
	size_t i;

	for (i = from; i < count; i++) {
		if (bare[i].family != h->family)
			continue;
		if (bare[i].line - h->line > BARE_REACH)
			return NONE;
		for (; hit < p->r->hit_count && p->r->hits[hit].line < bare[i].line; hit++)
			if (p->r->hits[hit].kind != HIT_MARK && key_of(p, hit, false) == key)
				return NONE; /* another begin of the tag follows */
		if (bare[i].kind == HIT_BEGIN)
			depth++;
		else if (depth-- == 0)
			return i;
	}
	return NONE;
}

#define BARE_TRIES 1000 /* begins paired in this way per file */

static enum err_code pair_bare(
	struct pairing *p, const struct bare_mark *bare, size_t count, struct err *err)
{
	struct scan_result *r = p->r;
	enum err_code rc = ERR_OK;
	unsigned tries = 0;
	size_t from = 0;
	size_t i;

	for (i = 0; i < r->hit_count && count > 0 && rc == ERR_OK && tries < BARE_TRIES; i++) {
		struct hit *h = &r->hits[i];
		size_t end;

		if (h->kind != HIT_BEGIN || h->paired || h->score <= MARK_CONFIRMED ||
			is_repeat(p, i))
			continue;
		while (from < count && bare[from].line <= h->line)
			from++;
		tries++;
		end = bare_end(p, i, bare, count, from);
		if (end == NONE)
			continue;
		h->paired = true;
		rc = pair_add_block(r, i, (uint32_t)p->set->tags[h->tag].pair, bare[end].line, err);
	}
	return rc;
}

static int by_lines(const void *a, const void *b)
{
	const struct block *x = a;
	const struct block *y = b;

	if (x->first != y->first)
		return num_order(x->first, y->first);
	if (x->last != y->last)
		return num_order(y->last, x->last);
	if (x->tag != y->tag) /* makes the order the same with every qsort */
		return num_order(x->tag, y->tag);
	return x->text != NULL && y->text != NULL ? strcmp(x->text, y->text) : 0;
}

/* Whether both ends have the words of their begins, and the blocks differ in these. */
static bool is_meant(const struct hit *outer, const struct hit *inner)
{
	return outer->alike && inner->alike && !says_same(outer, inner);
}

/* After pairing: warns of a begin inside a block of its own tag. */
static enum err_code judge_nesting(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	enum err_code rc = ERR_OK;
	size_t i;

	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];
		struct slot *s;

		if (h->kind != HIT_BEGIN || !h->paired || is_repeat(p, i))
			continue;
		s = slot_of(p, key_of(p, i, false));
		/* top is the last line of the outermost block so far */
		if (s->top == NONE || h->until >= s->top) {
			s->top = h->until;
			s->outer = i;
		} else if (!is_meant(&r->hits[s->outer], h)) {
			rc = warn(r, FAULT_NESTED, i, err);
		}
	}
	return rc;
}

/* Comments of one tag with the same words, with and without an end. */
struct plain {
	bool ended;  /* the last one was an end */
	bool strict; /* each end has its own comment without an end before it */
};

static struct plain *plain_of(struct pairing *p, struct plain *plains, size_t i, struct slot **slot)
{
	*slot = slot_of(p, mix(key_of(p, i, false), p->r->hits[i].said));
	return &plains[*slot - p->slots];
}

#define BETWEEN_MOST 64 /* hits of all tags within a block of two such comments */

/* Whether there is another comment of the tag between the two, which may be the begin. */
static bool is_between(const struct pairing *p, size_t begin, size_t end)
{
	size_t i;

	if (end - begin > BETWEEN_MOST)
		return true;
	for (i = begin + 1; i < end; i++) {
		const struct hit *h = &p->r->hits[i];

		if (h->said != 0 && !h->paired && h->line > p->r->hits[begin].line &&
			h->line < p->r->hits[end].line &&
			key_of(p, i, false) == key_of(p, end, false))
			return true;
	}
	return false;
}

/* "[BUGFIX]-Add by bob, PR-7" ... "[BUGFIX]-Add by bob, PR-7 end": there is no begin mark, but the
 * same comment without "end" precedes each end. */
static enum err_code pair_plain(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	struct plain *plains = calloc(p->mask + 1, sizeof *plains);
	enum err_code rc = ERR_OK;
	struct slot *s;
	size_t i;

	if (plains == NULL)
		return no_memory(err);
	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count; i++) {
		const struct hit *h = &r->hits[i];
		struct plain *t;

		if (h->paired || h->said == 0 || is_repeat(p, i))
			continue;
		t = plain_of(p, plains, i, &s);
		t->strict = s->top == NONE ? h->kind == HIT_MARK
					   : t->strict && (h->kind == HIT_END) == !t->ended;
		t->strict = t->strict && h->kind != HIT_BEGIN;
		t->ended = h->kind == HIT_END;
		s->top = i;
	}
	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];
		struct plain *t;

		if (h->paired || h->said == 0 || h->kind == HIT_BEGIN || is_repeat(p, i))
			continue;
		t = plain_of(p, plains, i, &s);
		if (!t->strict || !t->ended)
			continue;
		if (h->kind == HIT_END && !is_between(p, s->top, i)) {
			r->hits[s->top].kind = HIT_BEGIN;
			r->hits[s->top].family = h->family;
			r->hits[s->top].paired = h->paired = true;
			rc = pair_add_block(
				r, s->top, (uint32_t)p->set->tags[h->tag].pair, h->line, err);
		}
		s->top = i;
	}
	free(plains);
	return rc;
}

/* The comments of one tag that say what was done, and its ends. */
struct told {
	size_t open;  /* index + 1 of the last comment if it says so; 0: it does not */
	bool other;   /* since the last end there is one that does not */
	bool refused; /* an end without one of the former alone before it */
	bool loose;   /* one of the former without an end */
};

static bool is_told_end(const struct hit *h)
{
	return h->kind == HIT_END && h->family == MARK_WORD && !h->weak && !h->paired;
}

/* Looks at one more comment of the tag. */
static void count_told(const struct hit *h, size_t i, struct told *t)
{
	bool told = h->kind == HIT_MARK && h->verb;

	if (is_told_end(h)) {
		t->refused = t->refused || t->open == 0 || t->other;
		t->other = false;
	} else {
		t->loose = t->loose || t->open != 0;
		t->other = t->other || !(told || h->paired);
	}
	t->open = told ? i + 1 : 0;
}

/* "bob add by order" ... "bob end": there is no begin mark, but each end follows a comment that
 * says what was done. Where one such comment has no end, that end must be near. */
static enum err_code pair_told(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	struct told *told = calloc(p->mask + 1, sizeof *told);
	enum err_code rc = ERR_OK;
	size_t i;

	if (told == NULL)
		return no_memory(err);
	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count; i++)
		if (r->hits[i].said != 0 && !is_repeat(p, i))
			count_told(
				&r->hits[i], i, &told[slot_of(p, key_of(p, i, false)) - p->slots]);
	for (i = 0; i <= p->mask; i++) {
		told[i].loose = told[i].loose || told[i].open != 0;
		told[i].open = 0;
		told[i].other = false;
	}
	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];
		struct told *t = &told[slot_of(p, key_of(p, i, false)) - p->slots];
		size_t begin = t->open;

		if (h->said == 0 || is_repeat(p, i))
			continue;
		count_told(h, i, t);
		if (begin == 0 || t->refused || !is_told_end(h) ||
			(t->loose && h->line - r->hits[begin - 1].line > BARE_REACH))
			continue;
		r->hits[begin - 1].kind = HIT_BEGIN;
		r->hits[begin - 1].family = h->family;
		r->hits[begin - 1].paired = h->paired = true;
		rc = pair_add_block(
			r, begin - 1, (uint32_t)p->set->tags[h->tag].pair, h->line, err);
	}
	free(told);
	return rc;
}

/* The words of one form next to one tag; see bound.h. */
struct binding {
	size_t open; /* index + 1 of the begin without an end so far; 0: none */
	size_t pairs;
	bool unlike; /* they do not alternate */
	bool only;   /* a single pair is sufficient evidence */
	bool proved;
};

static struct binding *binding_of(struct pairing *p, struct binding *bindings, size_t i)
{
	const struct hit *h = &p->r->hits[i];

	return &bindings[slot_of(p, mix(key_of(p, i, false), h->bound.form)) - p->slots];
}

/* Whether the hit is one of those, and not a second one on its line. */
static bool is_bound(const struct pairing *p, const struct binding *b, size_t i)
{
	const struct hit *h = &p->r->hits[i];

	return h->bound.form != BOUND_NONE && !h->paired &&
	       (b->open == 0 || p->r->hits[b->open - 1].line != h->line);
}

static void count_binding(const struct pairing *p, struct binding *b, size_t i)
{
	const struct hit *h = &p->r->hits[i];

	if (b->open == 0) {
		b->open = i + 1;
	} else if (bound_closes(&p->r->hits[b->open - 1].bound, &h->bound)) {
		b->only = b->only || bound_proves(&p->r->hits[b->open - 1].bound, &h->bound);
		b->pairs++;
		b->open = 0;
	} else {
		b->unlike = true;
	}
}

/* Accepts the words if they alternate, and a single pair is not chance. */
static void prove(struct binding *b)
{
	b->proved = !b->unlike && b->open == 0 && (b->pairs > 1 || b->only);
	b->open = 0;
}

/* Marks that are certain anyway are left to the other passes. */
static enum err_code bind(struct pairing *p, size_t begin, size_t end, struct err *err)
{
	struct hit *b = &p->r->hits[begin];
	struct hit *e = &p->r->hits[end];

	if (b->kind == HIT_BEGIN && e->kind == HIT_END)
		return ERR_OK;
	b->kind = HIT_BEGIN;
	e->kind = HIT_END;
	b->family = e->family = MARK_WORD;
	b->paired = e->paired = true;
	return pair_add_block(p->r, begin, (uint32_t)p->set->tags[e->tag].pair, e->line, err);
}

static enum err_code pair_bound(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	struct binding *bindings = calloc(p->mask + 1, sizeof *bindings);
	enum err_code rc = ERR_OK;
	size_t i;

	if (bindings == NULL)
		return no_memory(err);
	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count; i++) {
		struct binding *b = binding_of(p, bindings, i);

		if (is_bound(p, b, i))
			count_binding(p, b, i);
	}
	for (i = 0; i <= p->mask; i++)
		prove(&bindings[i]);
	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct binding *b = binding_of(p, bindings, i);

		if (!is_bound(p, b, i) || !b->proved)
			continue;
		if (b->open != 0)
			rc = bind(p, b->open - 1, i, err);
		b->open = b->open == 0 ? i + 1 : 0;
	}
	free(bindings);
	return rc;
}

/* Pairs separate comments that are opposites of each other, in either order: a block for each
 * two. */
static enum err_code pair_mirrors(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	enum err_code rc = ERR_OK;
	size_t i;

	memset(p->slots, 0, (p->mask + 1) * sizeof *p->slots);
	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];
		struct hit *begin;
		struct slot *s;

		if (h->paired || h->mirror.word == NULL || (h->kind != HIT_MARK && !h->weak))
			continue;
		s = slot_of(p, mix(key_of(p, i, false), h->mirror.rest));
		begin = s->top != NONE ? &r->hits[s->top] : h;
		if (begin->line == h->line || !mirror_opposes(&begin->mirror, &h->mirror)) {
			s->top = i;
			continue;
		}
		begin->kind = HIT_BEGIN;
		h->kind = HIT_END;
		begin->family = h->family = MARK_OPPOSITE;
		begin->paired = h->paired = true;
		rc = pair_add_block(r, s->top, (uint32_t)p->set->tags[h->tag].pair, h->line, err);
		s->top = NONE;
	}
	return rc;
}

static enum err_code report_alone(struct pairing *p, struct err *err)
{
	struct scan_result *r = p->r;
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < r->hit_count && rc == ERR_OK; i++) {
		struct hit *h = &r->hits[i];

		if (h->kind == HIT_MARK || h->paired || is_repeat(p, i))
			continue;
		if (h->weak)
			continue;
		rc = warn(r, h->kind == HIT_BEGIN ? FAULT_NO_END : FAULT_NO_BEGIN, i, err);
	}
	for (i = 0; i < r->hit_count; i++) /* last, because is_repeat needs the kinds */
		if (r->hits[i].weak && !r->hits[i].paired && r->hits[i].kind != HIT_MARK)
			r->hits[i].kind = HIT_MARK;
	return rc;
}

static int by_warning(const void *a, const void *b)
{
	const struct scan_warning *x = a;
	const struct scan_warning *y = b;

	return num_order(x->hit, y->hit);
}

enum err_code pair_marks(struct scan_result *r, const struct tag_set *set,
	const struct bare_mark *bare, size_t bare_count, struct err *err)
{
	struct pairing p = {.r = r, .set = set, .mask = 15};
	enum err_code rc = ERR_OK;
	size_t i;

	while (p.mask + 1 < r->hit_count * 2)
		p.mask = p.mask * 2 + 1;
	p.slots = malloc((p.mask + 1) * sizeof *p.slots);
	p.below = malloc((r->hit_count + 1) * sizeof *p.below);
	if (p.slots == NULL || p.below == NULL)
		rc = no_memory(err);
	if (rc == ERR_OK)
		rc = pair_bound(&p, err);
	if (rc == ERR_OK)
		rc = turn_arrows(&p, err);
	if (rc == ERR_OK)
		rc = one_pass(&p, PASS_SAME, MARK_SURE, err);
	if (rc == ERR_OK)
		rc = one_pass(&p, PASS_FAMILY, MARK_SURE, err);
	if (rc == ERR_OK)
		rc = one_pass(&p, PASS_FAMILY, 0, err);
	if (rc == ERR_OK)
		rc = one_pass(&p, PASS_SURE, MARK_SURE, err);
	if (rc == ERR_OK)
		rc = one_pass(&p, PASS_ONE_SURE, MARK_LIKELY, err);
	if (rc == ERR_OK)
		rc = pair_bare(&p, bare, bare_count, err);
	if (rc == ERR_OK)
		rc = pair_plain(&p, err);
	if (rc == ERR_OK)
		rc = pair_mirrors(&p, err);
	if (rc == ERR_OK)
		rc = pair_told(&p, err);
	/* an outer block before its inner ones */
	num_sort(r->blocks, r->block_count, sizeof r->blocks[0], by_lines);
	if (rc == ERR_OK)
		rc = judge_nesting(&p, err);
	if (rc == ERR_OK)
		rc = report_alone(&p, err);
	num_sort(r->warnings, r->warning_count, sizeof r->warnings[0], by_warning);
	for (i = 0; i < r->warning_count; i++)
		r->warnings[i].text = r->hits[r->warnings[i].hit].text;
	free(p.slots);
	free(p.below);
	return rc;
}
