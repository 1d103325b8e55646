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

/* gcc takes a function that only fetches ahead for one without effect, and leaves its calls out. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/*
 * Every pair of bytes belongs to one of two classes, and so do the positions that begin with it:
 * they meet nothing of the other class, in whatever table. So two finders can share the tables.
 */
struct lze_tables {
	uint32_t window; /* what is this far back or farther is not looked at */
	uint32_t size;   /* of the ring of sons, in positions */
	unsigned bits4;
	uint32_t *head2, *head3, *head4; /* position + 1, 0: none; the upper half is of class 1 */
	uint32_t *son;                   /* of trees two a position, of chains one */
};

/*
 * A position on its way down its tree. Most time goes into waiting for memory, so some positions,
 * of different trees, walk side by side.
 */
struct walk {
	const uint8_t *here;
	uint32_t *link[2]; /* where the next greater and the next lesser node are to be hung */
	uint32_t len[2];   /* that those are known to share with the position */
	uint32_t head, place, at, limit, best, steps;
	size_t index, count;
	struct lze_match match[LZE_LEN_MOST];
};
#define WALKS 8

struct lze_finder {
	struct span in;
	struct lze_look look;
	struct lze_tables t;
	uint32_t own; /* bits of the classes that it looks after */
	size_t pos;
	size_t run_end; /* in[pos - 1] repeats up to here, as far as known */
	uint32_t at;    /* of pos in the ring */
	uint32_t key[LZE_BLOCK_POSITIONS + AHEAD_HEAD];
	size_t walks; /* under way */
	struct walk walk[WALKS];
};

static uint32_t hash(uint32_t value, unsigned bits)
{
	return value * 2654435761u >> (32 - bits);
}

/* A permutation of the pairs of bytes; its highest bit is the class. */
static uint32_t key2(uint32_t word)
{
	return word * 40503u & 0xFFFF;
}

static uint32_t key3(uint32_t word)
{
	return (key2(word) >> 15 << (HASH3_BITS - 1)) | hash(word << 8, HASH3_BITS - 1);
}

static uint32_t key4(uint32_t word, unsigned bits)
{
	return (key2(word) >> 15 << (bits - 1)) | hash(word, bits - 1);
}

void lze_tables_free(struct lze_tables *t)
{
	if (t == NULL)
		return;
	free(t->head2);
	free(t->head3);
	free(t->head4);
	free(t->son);
	free(t);
}

struct lze_tables *lze_tables_new(size_t len, const struct lze_look *look)
{
	struct lze_tables *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	t->window = len < look->dict ? (uint32_t)len + 1 : look->dict;
	/* a finder ahead of the other must not write over what is still in the other's window */
	t->size = len < (uint64_t)t->window + LZE_LEAD ? (uint32_t)len + 1 : t->window + LZE_LEAD;
	t->bits4 = HASH4_LEAST;
	while (t->bits4 < HASH4_MOST && t->size >> (t->bits4 + 1) != 0)
		t->bits4++;
	t->head2 = calloc((size_t)1 << HASH2_BITS, sizeof(uint32_t));
	t->head3 = calloc((size_t)1 << HASH3_BITS, sizeof(uint32_t));
	t->head4 = calloc((size_t)1 << t->bits4, sizeof(uint32_t));
	/* untouched pages of padding take no memory */
	t->son = calloc(t->size, (look->chain ? 1 : 2) * sizeof(uint32_t));
	if (t->head2 == NULL || t->head3 == NULL || t->head4 == NULL || t->son == NULL) {
		lze_tables_free(t);
		return NULL;
	}
	return t;
}

struct lze_finder *lze_finder_new(
	struct span in, const struct lze_look *look, const struct lze_tables *t, unsigned own)
{
	struct lze_finder *f = malloc(sizeof(*f));

	if (f == NULL)
		return NULL;
	f->in = in;
	f->look = *look;
	f->t = *t;
	f->own = own;
	f->pos = f->run_end = 0;
	f->at = 0;
	return f;
}

void lze_finder_free(struct lze_finder *f)
{
	free(f);
}

static inline uint32_t slot_of(const struct lze_finder *f, uint32_t at, uint32_t delta)
{
	return delta <= at ? at - delta : at + f->t.size - delta;
}

static inline size_t add(struct lze_match *m, size_t n, uint32_t delta, uint32_t len)
{
	m[n] = (struct lze_match){delta - 1, len};
	return n + 1;
}

static ALWAYS_INLINE void fetch_node(const struct lze_finder *f, const struct walk *w)
{
	uint32_t delta = w->place - w->head;

	if (w->head == 0 || delta >= f->t.window)
		return;
	__builtin_prefetch(f->t.son + (size_t)slot_of(f, w->at, delta) * 2, 1);
	__builtin_prefetch(w->here - delta);
}

/*
 * One node further down. The position takes the root's place as the newest; what is greater or
 * lesser than it is hung left and right of it on the way. False at the end.
 */
static inline bool step_down(struct lze_finder *f, struct walk *w)
{
	uint32_t delta = w->place - w->head, len, *pair;
	const uint8_t *there;
	unsigned side;

	if (w->head == 0 || delta >= f->t.window || w->steps-- == 0) {
		*w->link[0] = *w->link[1] = 0;
		return false;
	}
	pair = f->t.son + (size_t)slot_of(f, w->at, delta) * 2;
	there = w->here - delta;
	len = w->len[0] < w->len[1] ? w->len[0] : w->len[1];
	len = lze_equal_from(there, w->here, len, w->limit);
	if (len > w->best) {
		w->best = len;
		w->count = add(w->match, w->count, delta, len);
	}
	if (len == w->limit) {
		/* as good as equal: the position takes the place of the old one */
		*w->link[0] = pair[1];
		*w->link[1] = pair[0];
		return false;
	}
	side = there[len] < w->here[len];
	*w->link[side] = w->head;
	w->link[side] = pair + side;
	w->len[side] = len;
	w->head = pair[side];
	fetch_node(f, w);
	return true;
}

static size_t walk_chain(struct lze_finder *f, uint32_t head, uint32_t limit, uint32_t best,
	struct lze_match *m, size_t n)
{
	const uint8_t *here = f->in.ptr + f->pos;
	uint32_t steps = f->look.depth;

	f->t.son[f->at] = head;
	for (; head != 0 && steps != 0 && best != limit; steps--) {
		uint32_t delta = (uint32_t)f->pos + 1 - head;
		const uint8_t *there = here - delta;

		if (delta >= f->t.window)
			break;
		if (there[best] == here[best]) {
			uint32_t len = lze_equal(there, here, limit);

			if (len > best) {
				best = len;
				n = add(m, n, delta, len);
			}
		}
		head = f->t.son[slot_of(f, f->at, delta)];
	}
	return n;
}

/* Two and three bytes: only the newest place counts, as far ones cost more than they give. */
static size_t look_short(
	struct lze_finder *f, uint32_t word, uint32_t limit, uint32_t *best, struct lze_match *m)
{
	uint32_t *two = &f->t.head2[key2(word)], *three = &f->t.head3[key3(word)];
	uint32_t here = (uint32_t)f->pos + 1, delta2 = here - *two, delta3 = here - *three;
	const uint8_t *p = f->in.ptr + f->pos;
	size_t n = 0;

	if (*two != 0 && delta2 < f->t.window) {
		*best = 2 + lze_equal(p + 2 - delta2, p + 2, limit - 2);
		n = add(m, n, delta2, *best);
	}
	if (*three != 0 && delta3 != delta2 && delta3 < f->t.window && *best < limit) {
		uint32_t len = lze_equal(p - delta3, p, limit);

		if (len > *best) {
			*best = len;
			n = add(m, n, delta3, len);
		}
	}
	*two = *three = here;
	return n;
}

/* Prepares the walk of the position; with chains also makes it. */
static void begin(struct lze_finder *f, uint32_t key, size_t index)
{
	struct walk *w = &f->walk[f->walks];
	size_t left = f->in.len - f->pos;

	w->limit = left < f->look.nice ? (uint32_t)left : f->look.nice;
	if (w->limit < 4)
		return;
	w->index = index;
	w->here = f->in.ptr + f->pos;
	w->best = 1;
	w->count = look_short(f, lze_load32(w->here), w->limit, &w->best, w->match);
	w->head = f->t.head4[key];
	w->place = f->t.head4[key] = (uint32_t)f->pos + 1;
	w->at = f->at;
	w->link[1] = f->t.son + (size_t)f->at * 2;
	w->link[0] = w->link[1] + 1;
	w->len[0] = w->len[1] = 0;
	w->steps = f->look.chain ? 0 : f->look.depth;
	if (f->look.chain)
		w->count = walk_chain(f, w->head, w->limit, w->best, w->match, w->count);
	f->walks++;
}

/* Lets all walks go to their end. */
static void finish(struct lze_finder *f)
{
	struct walk *going[WALKS];
	size_t count = 0, i;

	for (i = 0; i < f->walks; i++)
		if (f->walk[i].steps != 0)
			going[count++] = &f->walk[i];
	while (count != 0) {
		for (i = 0; i < count; i++) {
			if (!step_down(f, going[i]))
				going[i--] = going[--count];
		}
	}
}

/* Whether a walk is under way in the same tree. */
static bool tree_taken(const struct lze_finder *f, uint32_t key)
{
	size_t i;

	for (i = 0; i < f->walks; i++)
		if (f->key[f->walk[i].index] == key)
			return true;
	return false;
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

		f->key[i] = at < last ? key4(lze_load32(f->in.ptr + at), f->t.bits4) : 0;
	}
}

static inline bool mine(const struct lze_finder *f, uint32_t key)
{
	return (f->own >> (key >> (f->t.bits4 - 1)) & 1) != 0;
}

static ALWAYS_INLINE void fetch_text(const struct lze_finder *f, uint32_t head)
{
	if (head != 0)
		__builtin_prefetch(f->in.ptr + head - 1);
}

static ALWAYS_INLINE void fetch_ahead(const struct lze_finder *f, size_t i)
{
	uint32_t key = f->key[i + AHEAD_SON], head, delta, word;
	size_t soon = f->pos + AHEAD_SON;

	if (mine(f, f->key[i + AHEAD_HEAD]))
		__builtin_prefetch(&f->t.head4[f->key[i + AHEAD_HEAD]], 1);
	if (!mine(f, key) || soon + 4 > f->in.len)
		return;
	word = lze_load32(f->in.ptr + soon);
	fetch_text(f, f->t.head2[key2(word)]);
	fetch_text(f, f->t.head3[key3(word)]);
	head = f->t.head4[key];
	delta = (uint32_t)f->pos + 1 - head;
	if (head == 0 || delta >= f->t.window)
		return;
	__builtin_prefetch(
		f->t.son + (size_t)slot_of(f, f->at, delta) * (f->look.chain ? 1 : 2), 1);
	fetch_text(f, head);
}

/* Starts as many walks as may go side by side; the number of positions passed. */
static size_t gather(struct lze_finder *f, size_t from, size_t most)
{
	size_t i;

	f->walks = 0;
	for (i = from; i < most && f->walks < WALKS; i++) {
		bool run = in_run(f);

		if (!run && mine(f, f->key[i]) && tree_taken(f, f->key[i]))
			break;
		fetch_ahead(f, i);
		if (!run && mine(f, f->key[i])) {
			begin(f, f->key[i], i);
		} else if (run && (f->own & 1) != 0) {
			struct walk *w = &f->walk[f->walks++];

			w->index = i;
			w->steps = 0;
			w->count = add(w->match, 0, 1, f->look.nice);
		}
		f->pos++;
		if (++f->at == f->t.size)
			f->at = 0;
	}
	return i - from;
}

void lze_find(struct lze_finder *f, struct lze_block *out)
{
	size_t most = f->in.len - f->pos, i = 0, j, n = 0;

	if (most > LZE_BLOCK_POSITIONS)
		most = LZE_BLOCK_POSITIONS;
	make_keys(f, most);
	while (i < most && n + (size_t)WALKS * LZE_LEN_MOST <= LZE_BLOCK_MATCHES) {
		size_t end = i + gather(f, i, most);

		finish(f);
		for (j = 0; j < f->walks; j++) {
			const struct walk *w = &f->walk[j];

			while (i <= w->index)
				out->start[i++] = (uint32_t)n;
			memcpy(out->match + n, w->match, w->count * sizeof(w->match[0]));
			n += w->count;
		}
		while (i < end)
			out->start[i++] = (uint32_t)n;
	}
	out->start[i] = (uint32_t)n;
	out->count = i;
}
