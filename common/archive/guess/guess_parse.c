/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

#include "guess/guess_private.h"

#define PAGE  ((size_t)4096)
#define PIECE ((size_t)64 << 10) /* the least that is sampled at once */

static bool page_is_dull(struct span in, size_t off)
{
	struct span page;
	uint8_t first;

	return span_slice(in, off, in.len - off < PAGE ? in.len - off : PAGE, &page) &&
	       span_u8(page, 0, &first) && span_is_filled(page, first);
}

/*
 * Counts content bytes, without uniform pages, and samples the first part of every period of them,
 * so that about want bytes come from everywhere.
 */
struct taking {
	struct span in;
	size_t period, part, content;
	struct buf data;
	struct sample *s;
	size_t cap, last_end;
};

static enum err_code start_piece(struct taking *t, size_t off, struct err *err)
{
	struct sample *s = t->s;

	if (s->count != 0 && off == t->last_end)
		return ERR_OK;
	if (s->count == t->cap) {
		size_t want = t->cap != 0 ? t->cap * 2 : 64;
		size_t *from = realloc(s->from, want * sizeof(*from));
		size_t *at;

		if (from == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		s->from = from;
		at = realloc(s->at, want * sizeof(*at));
		if (at == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		s->at = at;
		t->cap = want;
	}
	s->from[s->count] = off;
	s->at[s->count++] = t->data.len;
	return ERR_OK;
}

static enum err_code take_page(struct taking *t, size_t off, struct err *err)
{
	struct span page;
	enum err_code rc;

	if (page_is_dull(t->in, off))
		return ERR_OK;
	t->content += PAGE;
	if ((t->content - PAGE) % t->period >= t->part)
		return ERR_OK;
	if (!span_slice(t->in, off, t->in.len - off < PAGE ? t->in.len - off : PAGE, &page) ||
		lzma_is_noise(page))
		return ERR_OK;
	rc = start_piece(t, off, err);
	buf_add(&t->data, page.ptr, page.len);
	t->last_end = off + page.len;
	return rc;
}

static size_t content_bytes(struct span in)
{
	size_t off, sum = 0;

	for (off = 0; off < in.len; off += PAGE)
		if (!page_is_dull(in, off))
			sum += PAGE;
	return sum;
}

enum err_code guess_sample(struct span in, size_t want, struct sample *out, struct err *err)
{
	struct sample s = {.count = 0};
	struct taking t = {.in = in, .s = &s, .period = SIZE_MAX, .part = SIZE_MAX};
	size_t content = content_bytes(in), off;
	enum err_code rc = ERR_OK;

	if (want != 0 && content > want) {
		t.part = want < PIECE * 8 ? (want / 4 + PAGE - 1) / PAGE * PAGE : PIECE * 4;
		t.period = content / want * t.part + content % want * t.part / want;
		t.period = (t.period + PAGE - 1) / PAGE * PAGE;
	}
	buf_init(&t.data, 0);
	for (off = 0; off < in.len && rc == ERR_OK; off += PAGE)
		rc = take_page(&t, off, err);
	if (rc == ERR_OK) {
		rc = buf_finish(&t.data, &s.data, err);
	} else {
		buf_free(&t.data);
	}
	if (rc != ERR_OK) {
		sample_free(&s);
		return rc;
	}
	*out = s;
	return ERR_OK;
}

void sample_free(struct sample *s)
{
	blob_free(&s->data);
	free(s->from);
	free(s->at);
	*s = (struct sample){.count = 0};
}

enum err_code sample_filter(
	const struct sample *s, enum branch_kind kind, struct blob *out, struct err *err)
{
	enum err_code rc = blob_copy(blob_span(s->data), out, err);
	size_t i;

	for (i = 0; rc == ERR_OK && i < s->count; i++) {
		size_t end = i + 1 < s->count ? s->at[i + 1] : out->len;
		struct branch b;

		branch_init(&b, kind, true);
		b.ip = (uint32_t)s->from[i];
		branch_run(&b, out->ptr + s->at[i], end - s->at[i]);
	}
	return rc;
}

#ifdef BIOSBELT_SMALL
#define HASH_BITS 10
#else
#define HASH_BITS 16
#endif
#define REPS    4
#define LEN_MAX 273

struct parser {
	struct span in;
	struct tokens t;
	size_t cap;
	uint32_t reps[REPS];
	uint32_t head4[1u << HASH_BITS];
	uint32_t head3[1u << HASH_BITS];
};

static uint32_t load32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static size_t match_len(struct span in, size_t a, size_t b)
{
	size_t n = 0, most = in.len - b < LEN_MAX ? in.len - b : LEN_MAX;

	while (n < most && in.ptr[a + n] == in.ptr[b + n])
		n++;
	return n;
}

static bool add_token(struct parser *p, const struct token *t)
{
	if (!ALLOC_ROOM(p->t.list, p->t.count, &p->cap))
		return false;
	p->t.list[p->t.count++] = *t;
	return true;
}

/* The best of the last four distances. */
static size_t best_rep(const struct parser *p, size_t pos, unsigned *index)
{
	size_t best = 0;
	unsigned i;

	for (i = 0; i < REPS; i++) {
		size_t n;

		if (p->reps[i] >= pos)
			continue;
		n = match_len(p->in, pos - p->reps[i] - 1, pos);
		if (n > best) {
			best = n;
			*index = i;
		}
	}
	return best;
}

/* Looks up and replaces one hash head; 0 means none (position 0 is never found). */
static size_t probe(
	struct parser *p, uint32_t *head, uint32_t key, size_t pos, size_t least, uint32_t *dist)
{
	uint32_t *slot = &head[key * 2654435761u >> (32 - HASH_BITS)];
	size_t from = *slot, n;

	*slot = (uint32_t)pos;
	if (from == 0)
		return 0;
	n = match_len(p->in, from, pos);
	if (n < least)
		return 0;
	*dist = (uint32_t)(pos - from - 1);
	return n;
}

/* A near match of 3 bytes is worth its distance; a far one is not. */
#define NEAR_3 4096u

static size_t best_match(struct parser *p, size_t pos, uint32_t *dist)
{
	uint32_t v, near_dist = 0;
	size_t n, m;

	if (p->in.len - pos < 4)
		return 0;
	v = load32(p->in.ptr + pos);
	n = probe(p, p->head4, v, pos, 4, dist);
	m = probe(p, p->head3, v & 0xFFFFFF, pos, 3, &near_dist);
	if (m > n && (m > 3 || near_dist < NEAR_3)) {
		*dist = near_dist;
		n = m;
	}
	return n;
}

static void use_rep(struct parser *p, unsigned index)
{
	uint32_t dist = p->reps[index];

	memmove(p->reps + 1, p->reps, index * sizeof(p->reps[0]));
	p->reps[0] = dist;
}

static struct token choose(struct parser *p, size_t pos)
{
	struct token t = {.pos = (uint32_t)pos, .dist = p->reps[0], .len = 1};
	uint32_t dist = 0;
	unsigned index = 0;
	size_t rep = best_rep(p, pos, &index), match = best_match(p, pos, &dist);

	if (rep >= 2 && rep + 1 >= match) {
		use_rep(p, index);
		t.kind = TOKEN_REP;
		t.index = (uint8_t)index;
		t.len = (uint16_t)rep;
		t.dist = p->reps[0];
	} else if (match >= 3) {
		memmove(p->reps + 1, p->reps, (REPS - 1) * sizeof(p->reps[0]));
		p->reps[0] = t.dist = dist;
		t.kind = TOKEN_MATCH;
		t.len = (uint16_t)match;
	} else if (rep == 1 && index == 0) {
		t.kind = TOKEN_SHORT_REP;
	}
	return t;
}

/* Positions inside a match are hashed too, sparsely: enough for statistics. */
static void hash_inside(struct parser *p, size_t from, size_t to)
{
	for (; from < to && p->in.len - from >= 4; from += 2) {
		uint32_t v = load32(p->in.ptr + from);

		p->head4[v * 2654435761u >> (32 - HASH_BITS)] = (uint32_t)from;
		p->head3[(v & 0xFFFFFF) * 2654435761u >> (32 - HASH_BITS)] = (uint32_t)from;
	}
}

enum err_code tokens_parse(struct span in, struct tokens *out, struct err *err)
{
	struct parser *p = calloc(1, sizeof(*p));
	size_t pos = 0;
	bool ok = p != NULL;

	if (ok)
		p->in = in;
	while (ok && pos < in.len && pos < UINT32_MAX) {
		struct token t = choose(p, pos);

		ok = add_token(p, &t);
		hash_inside(p, pos + 1, pos + t.len);
		pos += t.len;
	}
	if (!ok) {
		if (p != NULL)
			free(p->t.list);
		free(p);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = p->t;
	free(p);
	return ERR_OK;
}
