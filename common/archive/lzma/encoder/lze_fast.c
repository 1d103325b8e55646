/* SPDX-License-Identifier: MIT */
/*
 * The quick parse. At each position the last four distances, a few earlier places with the same
 * first five bytes and the newest with the same four, three and two are compared by an estimated
 * price, and a match also with those of the next position.
 */
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "biosbelt/os.h"
#include "lzma/encoder/lze_private.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

#define HASHED     5 /* bytes that select a bucket */
/* Of two bytes only a near place pays. */
#define HASH2_BITS 10
#define NEAR       127
#ifdef BIOSBELT_SMALL
#define HASH3_BITS 10
#define HASH4_BITS 10
#else
#define HASH3_BITS 14
#define HASH4_BITS 16
#endif
/* 2^this buckets, by the input's length and the places to be compared. */
#define BITS_LEAST 10
#define BITS_SOME  16
#define BITS_MANY  18

/*
 * Estimated prices in quarters of a bit: a match without its distance, each of the repeated
 * distances. Chosen by measuring what made firmware smallest.
 */
#define MATCH   36
#define PER_BIT 4 /* of the distance */
#define SHORT   10
static const int rep_price[LZE_REPS] = {22, 29, 35, 40};

/*
 * A literal costs `worth`, by the mean price of recent ones less WORTH_LESS, and the match of the
 * next position must be better by a third of that. Every LITERALS-th is priced.
 */
#define LITERALS    8
#define WORTH_FIRST 22
#define WORTH_LEAST 12
#define WORTH_MOST  34
#define WORTH_LESS  1
#define MEAN_SHIFT  5
#define MEAN_UNIT   64 /* in a quarter of a bit */
#define LAZY        3

/* Inside a long match only every LONG_STEPth position is stored. */
#define LONG      64
#define LONG_STEP 4

/* By rules a match of two bytes is near. */
#define RULE_NEAR 128

#define CACHE_LINE  ((size_t)64)
#define LARGE_PAGE  ((size_t)2 << 20)
#define FETCH_AHEAD 10
#define WAYS_NEAR   8 /* in the smallest buckets */

/* Before a part, so many times the tables' capacity is loaded from the bytes before it: most
 * contexts recur. */
#define LOAD_TIMES 4

/* The best match at a position. */
struct found {
	uint32_t back, len; /* as in struct lze_step; len 0: none */
	int32_t gain;       /* over literals */
};

struct lze_fast {
	struct span in; /* ends where the encoding ends */
	uint32_t window, nice;
	int32_t worth, mean; /* of a literal */
	unsigned literals;
	bool ruled;
	uint8_t bit[BIT_PRICES];
	unsigned ways, bits;
	size_t next;     /* earlier places are in the tables */
	size_t ahead_at; /* the position that ahead belongs to */
	struct found ahead;
	/*
	 * Buckets of the newest places with the same hash; 0: none. The bits above a place hold a
	 * part of its hash, so that most places with other bytes are rejected without reading them.
	 */
	uint32_t *four;  /* no bucket is in two cache lines */
	uint8_t *space;  /* holds all tables */
	uint32_t place;  /* mask of a place's bits */
	uint32_t *three; /* the newest places with the same three bytes, four and two */
	uint32_t *newest;
	uint32_t *two;
};

static ALWAYS_INLINE uint32_t hash(uint32_t word)
{
	return word * 2654435761u;
}

static ALWAYS_INLINE uint32_t hash_at(const uint8_t *p)
{
	return hash(lze_load32(p) ^ (uint32_t)p[4] * 332059958u);
}

/* A hash's upper bits select the bucket; the next ones are stored with its places. */
static ALWAYS_INLINE uint32_t *bucket(const struct lze_fast *f, uint32_t hashed, unsigned ways)
{
	return f->four + (size_t)(hashed >> (32 - f->bits)) * ways;
}

static ALWAYS_INLINE uint32_t label(const struct lze_fast *f, uint32_t hashed)
{
	return hashed << f->bits & ~f->place;
}

static ALWAYS_INLINE uint32_t *newest3(const struct lze_fast *f, uint32_t word)
{
	return f->three + (hash(word << 8) >> (32 - HASH3_BITS));
}

static ALWAYS_INLINE uint32_t *newest2(const struct lze_fast *f, uint32_t word)
{
	return f->two + (hash(word << 16) >> (32 - HASH2_BITS));
}

static ALWAYS_INLINE uint32_t *newest4(const struct lze_fast *f, uint32_t word)
{
	return f->newest + (hash(word) >> (32 - HASH4_BITS));
}

/* Inserts a place at the front of a bucket. */
static ALWAYS_INLINE void push(uint32_t *b, uint32_t place, unsigned ways)
{
#if defined(__SSE2__)
	/* four at once, in registers: of memmove gcc makes a copy on the stack */
	__m128i *at = (__m128i *)b, before = _mm_cvtsi32_si128((int)place);
	unsigned i;

#pragma GCC unroll 4
	for (i = 0; i < ways / 4; i++) {
		__m128i four = _mm_load_si128(at + i);

		_mm_store_si128(at + i, _mm_or_si128(_mm_slli_si128(four, 4), before));
		before = _mm_srli_si128(four, 12);
	}
#else
	memmove(b + 1, b, (ways - 1) * sizeof(*b));
	b[0] = place;
#endif
}

static ALWAYS_INLINE void put_place(struct lze_fast *f, size_t at, unsigned ways)
{
	const uint8_t *here = f->in.ptr + at;
	uint32_t word = lze_load32(here), hashed = hash_at(here);

	*newest2(f, word) = (uint32_t)at;
	*newest3(f, word) = (uint32_t)at;
	*newest4(f, word) = (uint32_t)at;
	push(bucket(f, hashed, ways), label(f, hashed) | (uint32_t)at, ways);
}

/* The bucket of a place that comes soon is prefetched. */
static ALWAYS_INLINE void fetch_bucket(const struct lze_fast *f, size_t at, unsigned ways)
{
	if (at < f->in.len && f->in.len - at >= HASHED)
		__builtin_prefetch(bucket(f, hash_at(f->in.ptr + at), ways), 1);
}

static ALWAYS_INLINE void offer(
	const struct lze_fast *f, struct found *best, uint32_t back, uint32_t len, int32_t price)
{
	int32_t gain = (int32_t)len * f->worth - price;

	if (gain > best->gain)
		*best = (struct found){back, len, gain};
}

static ALWAYS_INLINE int32_t match_price(uint32_t delta)
{
	return MATCH + PER_BIT * (31 - (int)__builtin_clz(delta));
}

static ALWAYS_INLINE uint32_t load16(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

/* Usually none matches; those that do are found without a branch for each. */
static ALWAYS_INLINE void look_reps(const struct lze_fast *f, const uint32_t reps[LZE_REPS],
	size_t pos, const uint8_t *here, uint32_t most, struct found *best)
{
	uint32_t word = load16(here), fits = 0, i;
	uint32_t first = load16(here - (reps[0] < pos ? (size_t)reps[0] + 1 : 0)) ^ word;

#pragma GCC unroll 4
	for (i = 0; i < LZE_REPS; i++) {
		bool known = reps[i] < pos;

		fits |= (uint32_t)(known &
				   (load16(here - (known ? (size_t)reps[i] + 1 : 0)) == word))
			<< i;
	}
	if (first != 0 && (first & 0xFF) == 0)
		offer(f, best, 0, 1, SHORT);
	for (; fits != 0; fits &= fits - 1) {
		i = (uint32_t)__builtin_ctz(fits);
		offer(f, best, i, lze_equal_from(here - reps[i] - 1, here, 2, most), rep_price[i]);
	}
}

/* Bit i: place i of a bucket has the label. */
static ALWAYS_INLINE uint32_t which_fit(
	const uint32_t *b, uint32_t mine, uint32_t mask, unsigned ways)
{
	uint32_t fits = 0, i;

#if defined(__SSE2__)
	const __m128i label = _mm_set1_epi32((int)mine), bits = _mm_set1_epi32((int)mask);

#pragma GCC unroll 4
	for (i = 0; i < ways; i += 4) {
		__m128i four = _mm_load_si128((const __m128i *)(b + i));
		__m128i same = _mm_cmpeq_epi32(
			_mm_and_si128(_mm_xor_si128(four, label), bits), _mm_setzero_si128());

		fits |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(same)) << i;
	}
#else
	for (i = 0; i < ways; i++)
		fits |= (uint32_t)(((b[i] ^ mine) & mask) == 0) << i;
#endif
	return fits;
}

/*
 * Offers a match with an earlier place, of at least 3 or 4 bytes. Places come in order of distance,
 * so the best so far costs no more (but for a repetition, which may cost more than distance 1), and
 * one that is not longer need not be measured.
 */
static ALWAYS_INLINE void offer_place(const struct lze_fast *f, struct found *best,
	const uint8_t *here, uint32_t delta, uint32_t least, uint32_t most)
{
	const uint8_t *there = here - delta;
	uint32_t known = delta == 1 ? 0 : best->len, at = known < 4 ? 0 : known - 3;
	uint32_t differ, len;

	at = at < most - 4 ? at : most - 4;
	differ = lze_load32(there + at) ^ lze_load32(here + at);
	if ((known < least ? differ << (32 - 8 * least) : differ) != 0)
		return;
	len = lze_equal(there, here, most);
	if (len >= least)
		offer(f, best, delta - 1 + LZE_REPS, len, match_price(delta));
}

/* A near place with the same two bytes. */
static ALWAYS_INLINE void offer_near(
	struct lze_fast *f, struct found *best, uint32_t word, size_t pos, uint32_t most)
{
	const uint8_t *here = f->in.ptr + pos;
	uint32_t *place = newest2(f, word), old = *place, delta = (uint32_t)pos - old;

	*place = (uint32_t)pos;
	if (old != 0 && delta <= NEAR && load16(here - delta) == (word & 0xFFFF))
		offer(f, best, delta - 1 + LZE_REPS, lze_equal_from(here - delta, here, 2, most),
			match_price(delta));
}

/* The place whose first len bytes had the same hash; the position takes its turn. */
static ALWAYS_INLINE uint32_t offer_newest(const struct lze_fast *f, struct found *best,
	uint32_t *place, size_t pos, uint32_t len, uint32_t most, uint32_t done)
{
	uint32_t old = *place, delta = (uint32_t)pos - old;

	*place = (uint32_t)pos;
	if (old != 0 && old != done && delta < f->window)
		offer_place(f, best, f->in.ptr + pos, delta, len, most);
	return old != 0 ? old : UINT32_MAX;
}

static ALWAYS_INLINE struct found search(
	struct lze_fast *f, const uint32_t reps[LZE_REPS], size_t pos, unsigned ways)
{
	const uint8_t *here = f->in.ptr + pos;
	size_t left = f->in.len - pos;
	uint32_t most = left < LZE_LEN_MOST ? (uint32_t)left : LZE_LEN_MOST;
	uint32_t word, hashed, mine, done, delta, fits, at;
	uint32_t *b, *three;
	struct found best = {0, 0, 0};

	if (most < HASHED)
		return best;
	word = lze_load32(here);
	three = newest3(f, word);
	/* the place with the same three bytes is read soon, and may not be in the cache */
	__builtin_prefetch(f->in.ptr + *three);
	look_reps(f, reps, pos, here, most, &best);
	if (best.len >= f->nice)
		return best;
	offer_near(f, &best, word, pos, most);
	hashed = hash_at(here);
	mine = label(f, hashed);
	b = bucket(f, hashed, ways);
	done = offer_newest(f, &best, three, pos, 3, most, UINT32_MAX);
	done = offer_newest(f, &best, newest4(f, word), pos, 4, most, done);
	fits = which_fit(b, mine, ~f->place, ways);
	for (; fits != 0; fits &= fits - 1) {
		at = b[__builtin_ctz(fits)];
		delta = (uint32_t)pos - (at & f->place);
		if (at != 0 && (at & f->place) != done && delta < f->window)
			offer_place(f, &best, here, delta, 4, most);
	}
	push(b, mine | (uint32_t)pos, ways);
	f->next = pos + 1;
	fetch_bucket(f, pos + FETCH_AHEAD, ways);
	return best;
}

static ALWAYS_INLINE void keep_places(struct lze_fast *f, size_t to, unsigned ways)
{
	size_t step = to - f->next > LONG ? LONG_STEP : 1, at;

	for (at = f->next; at < to && f->in.len - at >= HASHED; at += step) {
		fetch_bucket(f, at + FETCH_AHEAD * step, ways);
		put_place(f, at, ways);
	}
	f->next = to;
}

/* Learns what literals cost where no match is. */
static void learn_worth(struct lze_fast *f, const struct lze_coder *c)
{
	const uint8_t *here = f->in.ptr + c->pos;
	bool matched = c->state >= 7;
	int32_t price, worth;

	if (++f->literals % LITERALS != 0)
		return;
	price = (int32_t)lze_price_literal(f->bit, c->model.literal + lze_literal_at(c, c->pos),
		*here, matched, matched ? here[-(ptrdiff_t)c->reps[0] - 1] : 0);
	f->mean += (price * (MEAN_UNIT / 4) - f->mean) >> MEAN_SHIFT;
	worth = f->mean / MEAN_UNIT - WORTH_LESS;
	f->worth = worth < WORTH_LEAST ? WORTH_LEAST : worth > WORTH_MOST ? WORTH_MOST : worth;
}

static ALWAYS_INLINE void choose(
	struct lze_fast *f, const struct lze_coder *c, struct lze_step *step, unsigned ways)
{
	size_t pos = c->pos;
	struct found here = f->ahead_at == pos ? f->ahead : search(f, c->reps, pos, ways);

	*step = (struct lze_step){LZE_LITERAL, 1};
	if (here.len == 0) {
		learn_worth(f, c);
		return;
	}
	/* a repetition is taken at once: the more there are, the less they cost */
	if (here.back >= LZE_REPS && here.len < f->nice && f->in.len - pos > 1) {
		f->ahead = search(f, c->reps, pos + 1, ways);
		f->ahead_at = pos + 1;
		if (f->ahead.gain > here.gain + f->worth / LAZY)
			return;
	}
	*step = (struct lze_step){here.back, here.len};
	if (pos + here.len > f->next)
		keep_places(f, pos + here.len, ways);
}

static ALWAYS_INLINE void offer_longer(const struct lze_fast *f, struct found *best,
	const uint8_t *here, uint32_t delta, uint32_t most)
{
	uint32_t back = delta - 1 + LZE_REPS, len;

	if (delta >= f->window)
		return;
	len = lze_equal(here - delta, here, most);
	if (len < 2 || len <= best->len || (len == 2 && delta > RULE_NEAR))
		return;
	*best = (struct found){back, len, 0};
}

/* The longest match. */
static ALWAYS_INLINE struct found search_longest(struct lze_fast *f, size_t pos)
{
	const uint8_t *here = f->in.ptr + pos;
	size_t left = f->in.len - pos;
	uint32_t most = left < LZE_LEN_MOST ? (uint32_t)left : LZE_LEN_MOST;
	uint32_t word, hashed, fits, at, i;
	uint32_t *b, *newest[3];
	struct found best = {0, 0, 0};

	if (most < HASHED)
		return best;
	word = lze_load32(here);
	newest[0] = newest2(f, word);
	newest[1] = newest3(f, word);
	newest[2] = newest4(f, word);
	for (i = 0; i < 3; i++) {
		if (*newest[i] != 0)
			offer_longer(f, &best, here, (uint32_t)pos - *newest[i], most);
		*newest[i] = (uint32_t)pos;
	}
	hashed = hash_at(here);
	b = bucket(f, hashed, LZE_WAYS_MAX);
	fits = which_fit(b, label(f, hashed), ~f->place, LZE_WAYS_MAX);
	for (; fits != 0; fits &= fits - 1) {
		at = b[__builtin_ctz(fits)];
		if (at != 0)
			offer_longer(f, &best, here, (uint32_t)pos - (at & f->place), most);
	}
	push(b, label(f, hashed) | (uint32_t)pos, LZE_WAYS_MAX);
	f->next = pos + 1;
	fetch_bucket(f, pos + FETCH_AHEAD, LZE_WAYS_MAX);
	return best;
}

/* The longest repetition. */
static ALWAYS_INLINE struct found look_longest(
	const struct lze_fast *f, const uint32_t reps[LZE_REPS], size_t pos)
{
	const uint8_t *here = f->in.ptr + pos;
	size_t left = f->in.len - pos;
	uint32_t most = left < LZE_LEN_MOST ? (uint32_t)left : LZE_LEN_MOST, i, len;
	struct found best = {0, 0, 0};

	for (i = 0; i < LZE_REPS; i++) {
		len = reps[i] < pos ? lze_equal(here - reps[i] - 1, here, most) : 0;
		if (len > best.len)
			best = (struct found){i, len, 0};
	}
	return best;
}

/* Whether a match is left for what begins at the next position. */
static ALWAYS_INLINE bool is_later_better(
	const struct lze_fast *f, const struct lze_coder *c, const struct found *m)
{
	const struct found *n = &f->ahead;

	if (n->len > m->len + 1 || (n->len >= m->len && n->back < m->back))
		return true;
	return look_longest(f, c->reps, c->pos + 1).len >= (m->len > 3 ? m->len - 1 : 2);
}

/* As in 7-Zip: what no price of the moment leads to becomes cheap when it is always done. */
static void choose_by_rules(struct lze_fast *f, const struct lze_coder *c, struct lze_step *step)
{
	size_t pos = c->pos;
	struct found m = f->ahead_at == pos ? f->ahead : search_longest(f, pos);
	struct found rep = look_longest(f, c->reps, pos);

	*step = (struct lze_step){LZE_LITERAL, 1};
	if (rep.len >= 2 && (rep.len >= f->nice || rep.len + 1 >= m.len)) {
		m = rep;
	} else if (m.len != 0 && m.len < f->nice && f->in.len - pos > 1) {
		f->ahead = search_longest(f, pos + 1);
		f->ahead_at = pos + 1;
		if (is_later_better(f, c, &m))
			m.len = 0;
	}
	if (m.len != 0)
		*step = (struct lze_step){m.back, m.len};
	else if (rep.len != 0 && rep.back == 0)
		step->back = 0;
	if (pos + m.len > f->next)
		keep_places(f, pos + m.len, LZE_WAYS_MAX);
}

void lze_fast_step(struct lze_fast *f, const struct lze_coder *c, struct lze_step *step)
{
	if (f->ruled)
		choose_by_rules(f, c, step);
	else if (f->ways == WAYS_NEAR)
		choose(f, c, step, WAYS_NEAR);
	else
		choose(f, c, step, LZE_WAYS_MAX);
}

static ALWAYS_INLINE void put_places(struct lze_fast *f, size_t at, size_t to, unsigned ways)
{
	for (; at < to && f->in.len - at >= HASHED; at++) {
		fetch_bucket(f, at + FETCH_AHEAD, ways);
		put_place(f, at, ways);
	}
}

/* Loads the bytes before the part, as far as buckets are likely to have room for them. */
static void load(struct lze_fast *f, size_t to)
{
	size_t most = ((size_t)f->ways << f->bits) * LOAD_TIMES, at;

	if (most > f->window)
		most = f->window;
	at = to > most ? to - most : 0;

	if (f->ways == WAYS_NEAR)
		put_places(f, at, to, WAYS_NEAR);
	else
		put_places(f, at, to, LZE_WAYS_MAX);
	f->next = to;
}

/* Nearly every page is used: a fault for each would take longer than the search in a small input.
 */
static bool make_tables(struct lze_fast *f)
{
	size_t buckets = (size_t)f->ways << f->bits;
	size_t len = (buckets + (1u << HASH3_BITS) + (1u << HASH4_BITS) + (1u << HASH2_BITS)) *
		     sizeof(uint32_t);
	size_t align = len < LARGE_PAGE ? CACHE_LINE : LARGE_PAGE;

	f->space = calloc(1, len + align);
	if (f->space == NULL)
		return false;
	f->four = (uint32_t *)(f->space + (align - (uintptr_t)f->space % align));
	f->three = f->four + buckets;
	f->newest = f->three + (1u << HASH3_BITS);
	f->two = f->newest + (1u << HASH4_BITS);
	if (len >= LARGE_PAGE)
		os_prefer_large_pages(f->four, len);
	os_will_write(f->four, len);
	return true;
}

struct lze_fast *lze_fast_new(struct span in, size_t from, const struct lze_look *look)
{
	struct lze_fast *f = calloc(1, sizeof(*f));
	unsigned most;

	if (f == NULL)
		return NULL;
	f->in = in;
	f->window = look->dict;
	f->nice = look->nice;
	f->worth = WORTH_FIRST;
	f->mean = f->worth * MEAN_UNIT;
	memcpy(f->bit, bit_prices, sizeof(bit_prices));
	f->ruled = look->ruled;
	f->ways = look->depth <= WAYS_NEAR && !f->ruled ? WAYS_NEAR : LZE_WAYS_MAX;
	most = look->depth > LZE_WAYS_MAX ? BITS_MANY : BITS_SOME;
	f->bits = BITS_LEAST;
	while (f->bits < most && (size_t)f->ways << f->bits < in.len)
		f->bits++;
	while (f->place < in.len)
		f->place = f->place << 1 | 1;
	f->ahead_at = SIZE_MAX;
	if (!make_tables(f)) {
		free(f);
		return NULL;
	}
	load(f, from);
	return f;
}

void lze_fast_free(struct lze_fast *f)
{
	if (f == NULL)
		return;
	free(f->space);
	free(f);
}
