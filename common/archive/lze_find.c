/* SPDX-License-Identifier: MIT */
/*
 * The last positions with the same 2, 3 and 4 bytes, and for 4 bytes a binary tree of all of them:
 * ordered by what follows, the newest at the root.
 */
#include <stdlib.h>
#include <string.h>

#include "lze_private.h"

#define HASH2_BITS  16
#define HASH3_BITS  16
#define HASH4_LEAST 16
#define HASH4_MOST  24

/* Positions that are looked up ahead of their turn, so that memory has time. */
#define AHEAD_HEAD 24
#define AHEAD_SON  8

struct lze_finder {
	struct span in;
	struct lze_look look;
	size_t pos;
	size_t run_end; /* in[pos - 1] repeats up to here, as far as known */
	uint32_t size;  /* of the ring of sons, in positions */
	uint32_t at;    /* of pos in the ring */
	unsigned bits4;
	uint32_t *head2, *head3, *head4; /* position + 1, 0: none */
	uint32_t *son;                   /* of trees two a position, of chains one */
	uint32_t key[LZE_BLOCK_POSITIONS + AHEAD_HEAD];
};

static uint32_t load32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t hash(uint32_t value, unsigned bits)
{
	return value * 2654435761u >> (32 - bits);
}

void lze_finder_free(struct lze_finder *f)
{
	if (f == NULL)
		return;
	free(f->head2);
	free(f->head3);
	free(f->head4);
	free(f->son);
	free(f);
}

struct lze_finder *lze_finder_new(struct span in, const struct lze_look *look)
{
	struct lze_finder *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return NULL;
	f->in = in;
	f->look = *look;
	f->size = in.len < look->dict ? (uint32_t)in.len + 1 : look->dict;
	f->bits4 = HASH4_LEAST;
	while (f->bits4 < HASH4_MOST && f->size >> (f->bits4 + 1) != 0)
		f->bits4++;
	f->head2 = calloc((size_t)1 << HASH2_BITS, sizeof(uint32_t));
	f->head3 = calloc((size_t)1 << HASH3_BITS, sizeof(uint32_t));
	f->head4 = calloc((size_t)1 << f->bits4, sizeof(uint32_t));
	/* untouched pages of padding take no memory */
	f->son = calloc(f->size, (look->chain ? 1 : 2) * sizeof(uint32_t));
	if (f->head2 == NULL || f->head3 == NULL || f->head4 == NULL || f->son == NULL) {
		lze_finder_free(f);
		return NULL;
	}
	return f;
}

static inline uint32_t slot_of(const struct lze_finder *f, uint32_t delta)
{
	return delta <= f->at ? f->at - delta : f->at + f->size - delta;
}

static inline size_t add(struct lze_match *m, size_t n, uint32_t delta, uint32_t len)
{
	m[n] = (struct lze_match){delta - 1, len};
	return n + 1;
}

/*
 * Walks the tree of the position's 4 bytes from its newest node, puts the position in as the new
 * root, and notes every match longer than best. head: position + 1.
 */
static size_t walk_tree(struct lze_finder *f, uint32_t head, uint32_t limit, uint32_t best,
	struct lze_match *m, size_t n)
{
	const uint8_t *here = f->in.ptr + f->pos;
	uint32_t *less = f->son + (size_t)f->at * 2, *more = less + 1;
	uint32_t len_less = 0, len_more = 0, steps = f->look.depth;

	for (; head != 0 && steps != 0; steps--) {
		uint32_t delta = (uint32_t)f->pos + 1 - head, len, *pair;
		const uint8_t *there;

		if (delta >= f->size)
			break;
		pair = f->son + (size_t)slot_of(f, delta) * 2;
		there = here - delta;
		len = len_less < len_more ? len_less : len_more;
		while (len != limit && there[len] == here[len])
			len++;
		if (len > best) {
			best = len;
			n = add(m, n, delta, len);
		}
		if (len == limit) {
			/* as good as equal: the position takes the place of the old one */
			*less = pair[0];
			*more = pair[1];
			return n;
		}
		if (there[len] < here[len]) {
			*less = head;
			less = pair + 1;
			head = *less;
			len_less = len;
		} else {
			*more = head;
			more = pair;
			head = *more;
			len_more = len;
		}
	}
	*less = *more = 0;
	return n;
}

static size_t walk_chain(struct lze_finder *f, uint32_t head, uint32_t limit, uint32_t best,
	struct lze_match *m, size_t n)
{
	const uint8_t *here = f->in.ptr + f->pos;
	uint32_t steps = f->look.depth;

	f->son[f->at] = head;
	for (; head != 0 && steps != 0 && best != limit; steps--) {
		uint32_t delta = (uint32_t)f->pos + 1 - head;
		const uint8_t *there = here - delta;

		if (delta >= f->size)
			break;
		if (there[best] == here[best]) {
			uint32_t len = lze_equal(there, here, limit);

			if (len > best) {
				best = len;
				n = add(m, n, delta, len);
			}
		}
		head = f->son[slot_of(f, delta)];
	}
	return n;
}

/* Two and three bytes: only the newest place counts, as far ones cost more than they give. */
static size_t look_short(
	struct lze_finder *f, uint32_t word, uint32_t limit, uint32_t *best, struct lze_match *m)
{
	uint32_t *two = &f->head2[word & 0xFFFF], *three = &f->head3[hash(word << 8, HASH3_BITS)];
	uint32_t here = (uint32_t)f->pos + 1, delta2 = here - *two, delta3 = here - *three;
	const uint8_t *p = f->in.ptr + f->pos;
	size_t n = 0;

	if (*two != 0 && delta2 < f->size) {
		*best = 2 + lze_equal(p + 2 - delta2, p + 2, limit - 2);
		n = add(m, n, delta2, *best);
	}
	if (*three != 0 && delta3 != delta2 && delta3 < f->size && *best < limit) {
		uint32_t len = lze_equal(p - delta3, p, limit);

		if (len > *best) {
			*best = len;
			n = add(m, n, delta3, len);
		}
	}
	*two = *three = here;
	return n;
}

static size_t look(struct lze_finder *f, uint32_t key, struct lze_match *m)
{
	size_t left = f->in.len - f->pos, n;
	uint32_t limit = left < f->look.nice ? (uint32_t)left : f->look.nice;
	uint32_t best = 1, head;

	if (limit < 4)
		return 0;
	n = look_short(f, load32(f->in.ptr + f->pos), limit, &best, m);
	head = f->head4[key];
	f->head4[key] = (uint32_t)f->pos + 1;
	if (f->look.chain)
		return walk_chain(f, head, limit, best, m, n);
	return walk_tree(f, head, limit, best, m, n);
}

/*
 * Inside a run of one byte nothing is looked up: the byte before is a match of full length. The
 * last position that has the full length ahead is put into the tree for later runs.
 */
static bool in_run(struct lze_finder *f)
{
	const uint8_t *p = f->in.ptr;
	size_t i = f->pos;

	if (i == 0 || p[i] != p[i - 1])
		return false;
	if (f->run_end <= i) {
		f->run_end = i + 1;
		while (f->run_end < f->in.len && p[f->run_end] == p[i])
			f->run_end++;
	}
	return f->run_end - i > f->look.nice;
}

static void make_keys(struct lze_finder *f, size_t count)
{
	size_t i, last = f->in.len < 4 ? 0 : f->in.len - 3;

	for (i = 0; i < count + AHEAD_HEAD; i++) {
		size_t at = f->pos + i;

		f->key[i] = at < last ? hash(load32(f->in.ptr + at), f->bits4) : 0;
	}
}

static void fetch_ahead(const struct lze_finder *f, size_t i)
{
	uint32_t head = f->head4[f->key[i + AHEAD_SON]], delta;

	__builtin_prefetch(&f->head4[f->key[i + AHEAD_HEAD]], 1);
	delta = (uint32_t)f->pos + 1 - head;
	if (head == 0 || delta >= f->size)
		return;
	__builtin_prefetch(f->son + (size_t)slot_of(f, delta) * (f->look.chain ? 1 : 2), 1);
	__builtin_prefetch(f->in.ptr + head - 1);
}

void lze_find(struct lze_finder *f, struct lze_block *out)
{
	size_t left = f->in.len - f->pos, most = left, i, n = 0;

	if (most > LZE_BLOCK_POSITIONS)
		most = LZE_BLOCK_POSITIONS;
	make_keys(f, most);
	for (i = 0; i < most && n + LZE_LEN_MOST <= LZE_BLOCK_MATCHES; i++) {
		out->start[i] = (uint32_t)n;
		fetch_ahead(f, i);
		if (in_run(f))
			n = add(out->match, n, 1, f->look.nice);
		else
			n += look(f, f->key[i], out->match + n);
		f->pos++;
		if (++f->at == f->size)
			f->at = 0;
	}
	out->start[i] = (uint32_t)n;
	out->count = i;
}
