/* SPDX-License-Identifier: MIT */
/*
 * The last positions with the same 2, 3 and 4 bytes, and for 4 bytes a binary tree of all
 * positions, ordered by the bytes that follow, the newest at the root.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "lzma/encoder/lze_private.h"

#define HASH2_BITS 10
#ifdef BIOSBELT_SMALL
#define HASH3_BITS  10
#define HASH4_LEAST 10
#else
#define HASH3_BITS  16
#define HASH4_LEAST 16
#endif
#define HASH4_MOST 26

/* How far ahead positions are prefetched. */
#define AHEAD_HEAD 24
#define AHEAD_SON  8
#define KEYS       32 /* of the positions ahead, a power of two */

/* gcc takes a function that only prefetches for one without effect, and drops its calls. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Matches that are copied at once, as most positions have no more. */
#define COPIED 4

struct lze_tables {
	uint32_t window; /* positions this far back or farther are ignored */
	uint32_t size;   /* of the ring of sons, in positions */
	unsigned bits4;
	uint32_t *head2, *head3, *head4; /* position + 1, 0: none */
	uint32_t *son;                   /* two per position for trees, one for chains */
};

/*
 * A search down a tree. Most time is spent waiting for memory, so searches in different trees take
 * turns; a new one starts when one has ended.
 */
struct walk {
	const uint8_t *here;
	uint32_t *pair;    /* of the next node */
	uint32_t *link[2]; /* where to link the next greater and the next lesser node */
	uint32_t len[2];   /* length that those are known to share with the position */
	uint32_t delta;    /* distance of the next node; less than reach */
	uint32_t place, reach, at, limit, best, steps, key;
	bool over;
	size_t count;
	struct lze_match match[LZE_LEN_MOST / COPIED * COPIED + COPIED];
};
#define WALKS 12
#ifdef BIOSBELT_SMALL
#define SLOTS 16
#else
#define SLOTS 64 /* includes finished walks that wait for an older one; a power of two */
#endif
#define BUSY 1024

/* A longer repeat is searched again after so many bytes. */
#define COVER_MOST ((uint32_t)64 << 10)

/* A run is looked at so far ahead, more than a block: all of a long one would be pages in use. */
#define RUN_MOST ((size_t)64 << 10)

struct lze_finder {
	struct span in;
	struct lze_look look;
	struct lze_tables t;
	size_t pos;       /* the next to be searched */
	size_t run_end;   /* in[pos - 1] repeats up to here at least */
	size_t cover_end; /* up to here each byte equals the one `cover` before */
	uint32_t cover;
	uint32_t at; /* of pos in the ring */
	uint32_t key[KEYS];
	size_t may;                       /* positions that may start */
	size_t begun, ended, going_count; /* numbers of walks, in order; going_count: active ones */
	struct walk *going[WALKS];
	uint8_t busy[BUSY]; /* trees with an active walk */
	struct walk walk[SLOTS];
};

static uint32_t hash(uint32_t value, unsigned bits)
{
	return value * 2654435761u >> (32 - bits);
}

static uint32_t key2(uint32_t word)
{
	return hash(word << 16, HASH2_BITS);
}

static uint32_t key3(uint32_t word)
{
	return hash(word << 8, HASH3_BITS);
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

/* A table larger than the caches. Untouched pages of padding take no memory. */
static uint32_t *table(size_t entries)
{
	uint32_t *t = calloc(entries, sizeof(*t));

	if (t != NULL)
		os_prefer_large_pages(t, entries * sizeof(*t));
	return t;
}

struct lze_tables *lze_tables_new(size_t len, const struct lze_look *look)
{
	struct lze_tables *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	t->window = len < look->dict ? (uint32_t)len + 1 : look->dict;
	/* a late walk must not find its nodes overwritten */
	t->size = len < (uint64_t)t->window + SLOTS ? (uint32_t)len + 1 : t->window + SLOTS;
	t->bits4 = HASH4_LEAST;
	while (t->bits4 < HASH4_MOST && t->size >> (t->bits4 + 3) != 0)
		t->bits4++;
	t->head2 = calloc((size_t)1 << HASH2_BITS, sizeof(uint32_t));
	t->head3 = calloc((size_t)1 << HASH3_BITS, sizeof(uint32_t));
	t->head4 = table((size_t)1 << t->bits4);
	t->son = table((size_t)t->size * (look->chain ? 1 : 2));
	if (t->head2 == NULL || t->head3 == NULL || t->head4 == NULL || t->son == NULL) {
		lze_tables_free(t);
		return NULL;
	}
	return t;
}

static ALWAYS_INLINE uint32_t key4_at(const struct lze_finder *f, size_t pos)
{
	return f->in.len - pos >= 4 ? hash(lze_load32(f->in.ptr + pos), f->t.bits4) : 0;
}

/* Computes the keys of the next positions, when the previous position has not done so. */
static void fill_keys(struct lze_finder *f)
{
	size_t i;

	for (i = f->pos; i < f->pos + AHEAD_HEAD && i < f->in.len; i++)
		f->key[i % KEYS] = key4_at(f, i);
}

struct lze_finder *lze_finder_new(
	struct span in, const struct lze_look *look, const struct lze_tables *t)
{
	struct lze_finder *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return NULL;
	f->in = in;
	f->look = *look;
	f->t = *t;
	fill_keys(f);
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

/* Sets the next node; false when there is none. */
static ALWAYS_INLINE bool go_to(const struct lze_finder *f, struct walk *w, uint32_t head)
{
	uint32_t delta = w->place - head;

	if (delta >= w->reach)
		return false;
	w->delta = delta;
	w->pair = f->t.son + (size_t)slot_of(f, w->at, delta) * 2;
	__builtin_prefetch(w->pair, 1);
	__builtin_prefetch(w->here - delta);
	return true;
}

/*
 * Skips positions inside a long repeat, where every match has full length: they need not be
 * searched, nor be found later, because their older copy is. Not for distant copies, which would
 * leave the window too soon.
 */
static void note_cover(struct lze_finder *f, const struct walk *w, uint32_t delta)
{
	size_t pos = w->place - 1, left = f->in.len - pos, len;

	if (w->limit != f->look.nice || pos + w->limit < f->cover_end ||
		(f->in.len >= f->look.dict && delta > f->t.window / 2))
		return;
	len = lze_equal_from(w->here - delta, w->here, w->limit,
		left < COVER_MOST ? (uint32_t)left : COVER_MOST);
	if (pos + len > f->cover_end) {
		f->cover_end = pos + len;
		f->cover = delta;
	}
}

/* Has no branch on the result, which would be mispredicted. */
static ALWAYS_INLINE void note_match(struct walk *w, uint32_t len)
{
	bool longer = len > w->best;

	w->match[w->count] = (struct lze_match){w->delta - 1, len};
	w->count += longer;
	w->best = longer ? len : w->best;
}

/*
 * Descends one node. The position replaces the root as the newest; greater and lesser nodes are
 * linked left and right of it on the way. False at the end.
 */
static ALWAYS_INLINE bool step_down(struct lze_finder *f, struct walk *w)
{
	const uint8_t *here = w->here, *there = here - w->delta;
	uint32_t *pair = w->pair, len = w->len[0] < w->len[1] ? w->len[0] : w->len[1];
	unsigned side;

	len = lze_equal_from(there, here, len, w->limit);
	note_match(w, len);
	if (len == w->limit) {
		note_cover(f, w, w->delta);
		/* as good as equal: the position takes the place of the old one */
		*w->link[0] = pair[1];
		*w->link[1] = pair[0];
		return false;
	}
	side = there[len] < here[len];
	*w->link[side] = w->place - w->delta;
	w->link[side] = pair + side;
	w->len[side] = len;
	if (--w->steps != 0 && go_to(f, w, pair[side]))
		return true;
	*w->link[0] = *w->link[1] = 0;
	return false;
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

/* Compares the newest place alone. Usually it matches, so the branch is predictable. */
static ALWAYS_INLINE void look_at(struct walk *w, uint32_t head)
{
	w->delta = w->place - head;
	if (w->delta < w->reach)
		note_match(w, lze_equal(w->here - w->delta, w->here, w->limit));
}

/* Two and three bytes: only the newest place counts, as distant ones cost more than they save. */
static ALWAYS_INLINE void look_short(struct lze_finder *f, struct walk *w)
{
	uint32_t word = lze_load32(w->here);
	uint32_t *two = &f->t.head2[key2(word)], *three = &f->t.head3[key3(word)];

	look_at(w, *two);
	look_at(w, *three);
	*two = *three = w->place;
}

/* Prepares the walk of the position; with chains also completes it. NULL when it has ended. */
static ALWAYS_INLINE struct walk *begin(struct lze_finder *f, uint32_t key)
{
	struct walk *w = &f->walk[f->begun++ % SLOTS];
	size_t left = f->in.len - f->pos;
	uint32_t head;

	w->limit = left < f->look.nice ? (uint32_t)left : f->look.nice;
	w->count = 0;
	w->over = true;
	if (w->limit < 4)
		return NULL;
	w->here = f->in.ptr + f->pos;
	w->best = 1;
	w->place = (uint32_t)f->pos + 1;
	/* 0 means no head; as a distance it reaches back to the start */
	w->reach = w->place < f->t.window ? w->place : f->t.window;
	look_short(f, w);
	head = f->t.head4[key];
	f->t.head4[key] = w->place;
	if (f->look.chain) {
		w->count = walk_chain(f, head, w->limit, w->best, w->match, w->count);
		return NULL;
	}
	w->at = f->at;
	w->link[1] = f->t.son + (size_t)f->at * 2;
	w->link[0] = w->link[1] + 1;
	if (!go_to(f, w, head)) {
		*w->link[0] = *w->link[1] = 0;
		return NULL;
	}
	w->len[0] = w->len[1] = 0;
	w->steps = f->look.depth;
	w->key = key;
	w->over = false;
	f->busy[key % BUSY] = 1;
	return w;
}

/*
 * How many positions from the next on have one and the same match, of full length. Inside a run of
 * one byte it is the byte before; the last position with the full length ahead is inserted into the
 * tree for later runs.
 */
static ALWAYS_INLINE size_t same_ahead(struct lze_finder *f, struct lze_match *m)
{
	const uint8_t *p = f->in.ptr;
	size_t i = f->pos;

	*m = (struct lze_match){f->cover - 1, f->look.nice};
	if (f->cover_end >= i + f->look.nice)
		return f->cover_end - i - f->look.nice + 1;
	if (i == 0 || p[i] != p[i - 1])
		return 0;
	if (f->run_end <= i)
		f->run_end = i + 1;
	while (f->run_end < f->in.len && f->run_end - i < RUN_MOST && p[f->run_end] == p[i])
		f->run_end++;
	m->dist = 0;
	return f->run_end - i > f->look.nice ? f->run_end - i - f->look.nice : 0;
}

static ALWAYS_INLINE void fetch_text(const struct lze_finder *f, uint32_t head)
{
	if (head != 0)
		__builtin_prefetch(f->in.ptr + head - 1);
}

static ALWAYS_INLINE void fetch_ahead(struct lze_finder *f)
{
	size_t soon = f->pos + AHEAD_SON, later = f->pos + AHEAD_HEAD;
	uint32_t key, head, delta, word;

	if (f->in.len - f->pos < AHEAD_HEAD + 4)
		return;
	key = key4_at(f, later);
	f->key[later % KEYS] = key;
	__builtin_prefetch(&f->t.head4[key], 1);
	__builtin_prefetch(&f->t.head3[key3(lze_load32(f->in.ptr + later))], 1);
	word = lze_load32(f->in.ptr + soon);
	fetch_text(f, f->t.head3[key3(word)]);
	head = f->t.head4[f->key[soon % KEYS]];
	delta = (uint32_t)f->pos + 1 - head;
	if (head == 0 || delta >= f->t.window)
		return;
	__builtin_prefetch(
		f->t.son + (size_t)slot_of(f, f->at, delta) * (f->look.chain ? 1 : 2), 1);
	fetch_text(f, head);
}

static void advance(struct lze_finder *f, size_t count)
{
	f->pos += count;
	f->at = (uint32_t)((f->at + count) % f->t.size);
}

/* The next active walk; NULL when the next position has to wait. */
static ALWAYS_INLINE struct walk *next_walk(struct lze_finder *f)
{
	struct lze_match same;

	while (f->may != 0 && f->begun - f->ended < SLOTS) {
		uint32_t key = f->in.len - f->pos >= AHEAD_HEAD + 4 ? f->key[f->pos % KEYS]
								    : key4_at(f, f->pos);
		struct walk *w;

		if (f->busy[key % BUSY] != 0 || same_ahead(f, &same) != 0)
			break;
		fetch_ahead(f);
		w = begin(f, key);
		f->may--;
		f->pos++;
		if (++f->at == f->t.size)
			f->at = 0;
		if (w != NULL)
			return w;
	}
	return NULL;
}

static void start_walks(struct lze_finder *f)
{
	while (f->going_count < WALKS) {
		struct walk *w = next_walk(f);

		if (w == NULL)
			break;
		f->going[f->going_count++] = w;
	}
}

/* Advances every active walk by a node; where one ends the next begins. */
static void step_walks(struct lze_finder *f)
{
	size_t i;

	for (i = 0; i < f->going_count; i++) {
		struct walk *w = f->going[i];

		if (step_down(f, w))
			continue;
		w->over = true;
		f->busy[w->key % BUSY] = 0;
		w = next_walk(f);
		if (w != NULL)
			f->going[i] = w;
		else
			f->going[i--] = f->going[--f->going_count];
	}
}

/* Outputs the results of finished walks, in order. */
static void collect(struct lze_finder *f, struct lze_block *out, size_t *count)
{
	size_t n = out->start[*count], i;

	while (f->ended != f->begun && f->walk[f->ended % SLOTS].over) {
		const struct walk *w = &f->walk[f->ended++ % SLOTS];

		for (i = 0; i < w->count; i += COPIED)
			memcpy(&out->match[n + i], &w->match[i], COPIED * sizeof(w->match[0]));
		n += w->count;
		out->start[++*count] = (uint32_t)n;
	}
}

/* For two and three bytes only the newest place counts, so these positions are recorded. */
static void keep_short(struct lze_finder *f, size_t count)
{
	size_t i;

	for (i = f->pos; i < f->pos + count; i++) {
		uint32_t word = lze_load32(f->in.ptr + i);

		f->t.head2[key2(word)] = f->t.head3[key3(word)] = (uint32_t)i + 1;
	}
}

/* Outputs positions that need no walk. */
static size_t pass_same(struct lze_finder *f, struct lze_block *out, size_t at, size_t most)
{
	struct lze_match m;
	size_t count = same_ahead(f, &m), n = out->start[at], i;

	if (count > most)
		count = most;
	if (count > LZE_BLOCK_MATCHES - n)
		count = LZE_BLOCK_MATCHES - n;
	for (i = 0; i < count; i++) {
		out->match[n++] = m;
		out->start[++at] = (uint32_t)n;
	}
	if (count != 0) {
		if (m.dist != 0)
			keep_short(f, count);
		advance(f, count);
		fill_keys(f);
	}
	return count;
}

static void find_block(struct lze_finder *f, struct lze_block *out)
{
	size_t most = (f->pos < f->look.from ? f->look.from : f->in.len) - f->pos, i = 0;

	if (most > LZE_BLOCK_POSITIONS)
		most = LZE_BLOCK_POSITIONS;
	f->may = most;
	out->start[0] = 0;
	while (i < most) {
		/* once false, it stays false */
		bool room = out->start[i] + (size_t)SLOTS * (f->look.nice + COPIED) <=
			    LZE_BLOCK_MATCHES;

		if (!room)
			f->may = 0;
		if (f->begun == f->ended) {
			size_t same = pass_same(f, out, i, most - i);

			i += same;
			f->may -= room ? same : 0;
			if (i == most || !room)
				break;
		}
		start_walks(f);
		step_walks(f);
		collect(f, out, &i);
	}
	out->count = i;
}

void lze_find(struct lze_finder *f, struct lze_block *out)
{
	while (f->pos < f->look.from)
		find_block(f, out);
	find_block(f, out);
}
