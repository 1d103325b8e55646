/* SPDX-License-Identifier: MIT */
/*
 * Finds the cheapest path through the next bytes: a graph whose nodes are positions. Each keeps the
 * cheapest ways that lead to it at the current prices: of ways with the same last distance one, as
 * what follows a dearer way may cost less by the distance that it leaves behind.
 */
#include <stdlib.h>
#include <string.h>

#include "lzma/encoder/lze_private.h"

/* For which positions ahead, and how many matches of each, memory is prefetched. */
#define AHEAD   4
#define FETCHED 2

/* How far combined steps lead, at most; so many nodes more are cleared at once. */
#define STEPS_MOST (2 * LZE_LEN_MOST + 1)
#define CLEARED    64

#define NODES (LZE_AHEAD + STEPS_MOST + 3)

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Combined steps: what precedes a node's last step. */
enum before { NOTHING, LITERAL, STEP_LITERAL };

/* Added to a match's price where keeping the last distances is better: one bit. */
#define NOISE_PRICE (1u << PRICE_BITS)

/* Ways that are so much dearer than a node's cheapest are forgotten. */
#define SPAN (5u << PRICE_BITS)
/* Where all steps meet, several ways go on in a graph not yet that long: prices get old. */
#define FAR  256

struct way {
	uint32_t back, before_back; /* the steps that end here */
	uint16_t len, before_len;
	uint16_t from; /* the node where these steps begin */
	uint8_t slot;  /* and its way */
	uint8_t before;
};

struct node {
	uint32_t limit; /* what a further way must be cheaper than */
	uint32_t count; /* of ways */
	uint32_t price[LZMA_WIDE_MOST];
	uint32_t last[LZMA_WIDE_MOST]; /* distance */
	struct way way[LZMA_WIDE_MOST];
	uint32_t reps[LZMA_WIDE_MOST][LZE_REPS];
	uint8_t state[LZMA_WIDE_MOST];
};

struct lze_parser {
	struct lze_coder *c;
	struct lze_feed *feed;
	size_t taker;
	uint32_t nice;
	uint32_t wide;    /* ways that a node keeps */
	uint32_t longest; /* match or repetition that was met */
	uint32_t dearer;  /* added to a match's price */
	bool shorts; /* inside longer steps no literal is tried where a short repetition fits */
	const struct lze_block *block;
	size_t at; /* of the next position in block */
	const struct lze_match *match;
	size_t matches;
	bool loaded;                   /* the matches belong to the coder's position */
	size_t end;                    /* the last node reached; later ones have no price */
	const struct lze_model *model; /* its probabilities give the prices */
	struct lze_pass *pass;         /* or NULL */
	struct lze_trace *kept,
		*from; /* where steps are kept, where they are taken from, or NULL */
	size_t taken;
	size_t cleared; /* nodes from here on never were */
	struct lze_prices prices;
	struct node node[NODES];
};

/* The place whose steps are being tried. */
struct spot {
	size_t cur, pos;
	const uint8_t *here;
	uint32_t left;
	unsigned pos_state;
	bool one; /* a node keeps one way: known when this is compiled */
};

/* One of its ways. */
struct via {
	const uint32_t *reps;
	unsigned state, slot;
	uint32_t price, match_price, rep_price; /* including the choice of match or repetition */
};

static inline void clear(struct node *n)
{
	n->limit = UINT32_MAX;
	n->count = 0;
}

/* Clears the nodes that steps from cur may lead to. Few graphs get so long that all are needed:
 * each page that is not touched saves time. */
static inline void clear_ahead(struct lze_parser *p, size_t cur)
{
	size_t end = cur + STEPS_MOST + 1;

	if (end <= p->cleared)
		return;
	end = end + CLEARED < NODES ? end + CLEARED : NODES;
	while (p->cleared < end)
		clear(&p->node[p->cleared++]);
}

/* For a parse of its own. */
static void prepare(struct lze_parser *p)
{
	p->from = NULL;
	p->longest = 1;
	lze_prices_init(&p->prices);
	/* none is there yet, also where another parser began */
	p->c->used_dist = p->c->used_len[0] = p->c->used_len[1] = LZE_AGED;
	p->cleared = 0;
}

struct lze_parser *lze_parser_new(
	struct lze_coder *c, struct lze_feed *feed, size_t taker, const struct lzma_effort *effort)
{
	struct lze_parser *p = malloc(sizeof(*p));

	if (p == NULL)
		return NULL;
	p->c = c;
	p->feed = feed;
	p->taker = taker;
	p->nice = effort->nice;
	p->wide = effort->wide != 0 ? effort->wide : 1;
	p->dearer = effort->noise == 1 || effort->noise == 2 ? NOISE_PRICE : 0;
	p->shorts = effort->noise >= 2;
	p->block = NULL;
	p->loaded = false;
	p->model = &c->model;
	p->pass = NULL;
	p->from = lze_feed_trace(feed);
	p->kept = effort->steps == LZMA_STEPS_KEEP ? p->from : NULL;
	p->taken = p->longest = 0;
	if (effort->steps != LZMA_STEPS_KEPT || p->from == NULL || !p->from->whole)
		prepare(p);
	return p;
}

void lze_parser_learn(struct lze_parser *p, struct lze_pass *pass)
{
	p->pass = pass;
	if (!lze_pass_is_first(pass)) {
		p->kept = NULL;
		if (p->from != NULL)
			prepare(p);
	} else if (pass != NULL) {
		p->wide = 1; /* what is kept by prices that know little yet does not pay */
	}
	if (p->kept != NULL)
		p->kept->count = p->kept->whole = p->kept->lost = 0;
}

uint32_t lze_parser_longest(const struct lze_parser *p)
{
	return p->longest;
}

void lze_parser_free(struct lze_parser *p)
{
	free(p);
}

static void next_block(struct lze_parser *p)
{
	p->block = lze_feed_take(p->feed, p->taker);
	p->at = 0;
}

/* Loads the matches of the next position. */
static inline void load(struct lze_parser *p)
{
	const uint32_t *start;

	if (p->block == NULL || p->at == p->block->count)
		next_block(p);
	start = &p->block->start[p->at++];
	p->match = p->block->match + start[0];
	p->matches = start[1] - start[0];
}

/*
 * Prefetches what follows the longest older copies of a position that comes soon. A branch on their
 * number is not worth it; prefetching matches of earlier positions does no harm.
 */
static inline void fetch_soon(const struct lze_parser *p, const uint8_t *here)
{
	const struct lze_match *m = p->block->match;
	uint32_t last, i;

	if (p->at + AHEAD > p->block->count)
		return;
	last = p->block->start[p->at + AHEAD];
	m += last > FETCHED ? last - FETCHED : 0;
	for (i = 0; i < FETCHED; i++)
		__builtin_prefetch(here + AHEAD + m[i].len - m[i].dist);
}

static void skip(struct lze_parser *p, size_t count)
{
	while (count > p->block->count - p->at) {
		count -= p->block->count - p->at;
		next_block(p);
	}
	p->at += count;
}

static ALWAYS_INLINE void step_on(
	uint32_t reps[LZE_REPS], uint8_t *state, uint32_t back, uint32_t len)
{
	uint32_t dist = back;
	unsigned moved = LZE_REPS - 1;

	if (back == LZE_LITERAL) {
		*state = (uint8_t)lze_after_literal(*state);
		return;
	}
	if (back < LZE_REPS) {
		dist = reps[back];
		moved = back;
		*state = (uint8_t)(len == 1 ? lze_after_short(*state) : lze_after_rep(*state));
	} else {
		dist -= LZE_REPS;
		*state = (uint8_t)lze_after_match(*state);
	}
	lze_move_reps(reps, moved, dist);
}

/* A cheaper way goes before a dearer one. */
static inline void order(struct node *n)
{
	unsigned i, k;

	for (i = 1; i < n->count; i++) {
		uint32_t price = n->price[i], last = n->last[i];
		struct way way = n->way[i];

		for (k = i; k != 0 && n->price[k - 1] > price; k--) {
			n->price[k] = n->price[k - 1];
			n->last[k] = n->last[k - 1];
			n->way[k] = n->way[k - 1];
		}
		n->price[k] = price;
		n->last[k] = last;
		n->way[k] = way;
	}
}

/* What precedes the last step. */
static __attribute__((noinline)) void step_before(
	uint32_t reps[LZE_REPS], uint8_t *state, const struct way *w)
{
	if (w->before == STEP_LITERAL)
		step_on(reps, state, w->before_back, w->before_len);
	*state = (uint8_t)lze_after_literal(*state);
}

/* Once all ways to a node are known: their order, states and distances. */
static inline void settle(struct lze_parser *p, size_t cur)
{
	struct node *n = &p->node[cur];
	unsigned i;

	order(n);
	while (n->price[n->count - 1] >= n->price[0] + SPAN)
		n->count--;
	for (i = 0; i < n->count; i++) {
		const struct way *w = &n->way[i];
		const struct node *from = &p->node[w->from];

		n->state[i] = from->state[w->slot];
		memcpy(n->reps[i], from->reps[w->slot], sizeof(n->reps[i]));
		if (w->before != NOTHING)
			step_before(n->reps[i], &n->state[i], w);
		step_on(n->reps[i], &n->state[i], w->back, w->len);
	}
}

static inline void reach(struct lze_parser *p, size_t to)
{
	if (p->end < to)
		p->end = to;
}

/* Keeps a way that is cheaper than the limit: instead of one with the same last distance, or of the
 * dearest. */
static __attribute__((noinline)) void keep(
	struct node *n, uint32_t most, uint32_t price, uint32_t last, const struct way *way)
{
	uint32_t least = price, top = price;
	unsigned i, at = 0, dearest = 0;

	/* keep_one notes no last distance */
	for (; most > 1 && at < n->count && n->last[at] != last; at++)
		dearest = n->price[at] > n->price[dearest] ? at : dearest;
	if (at == n->count) {
		if (at < most)
			n->count++;
		else
			at = dearest;
	} else if (price >= n->price[at]) {
		return;
	}
	n->price[at] = price;
	n->last[at] = last;
	n->way[at] = *way;
	for (i = 0; i < n->count; i++) {
		least = n->price[i] < least ? n->price[i] : least;
		top = n->price[i] > top ? n->price[i] : top;
	}
	n->limit = n->count == most && top < least + SPAN ? top : least + SPAN;
}

static ALWAYS_INLINE void keep_one(struct node *n, uint32_t price, const struct way *way)
{
	n->limit = price;
	n->count = 1;
	n->price[0] = price;
	n->way[0] = *way;
}

static ALWAYS_INLINE void offer(struct lze_parser *p, const struct spot *s, unsigned slot,
	uint32_t price, uint32_t back, uint32_t last, uint32_t len)
{
	struct node *to = &p->node[s->cur + len];
	struct way way = {.back = back,
		.len = (uint16_t)len,
		.from = (uint16_t)s->cur,
		.slot = (uint8_t)slot};

	if (price >= to->limit)
		return;
	if (s->one)
		keep_one(to, price, &way);
	else
		keep(to, p->wide, price, last, &way);
}

static ALWAYS_INLINE const uint16_t *literal_probs(const struct lze_parser *p, size_t pos)
{
	return p->model->literal + lze_literal_at(p->c, pos);
}

static inline uint32_t rep_choice(
	const struct lze_parser *p, unsigned which, unsigned state, unsigned pos_state)
{
	const struct lze_prices *pr = &p->prices;
	const struct lze_model *m = p->model;
	const uint16_t *probs = m->rep_which[state];

	if (which == 0)
		return lze_price0(pr, probs[0]) + lze_price1(pr, m->rep0_long[state][pos_state]);
	if (which == 1)
		return lze_price1(pr, probs[0]) + lze_price0(pr, probs[1]);
	return lze_price1(pr, probs[0]) + lze_price1(pr, probs[1]) +
	       (which == 2 ? lze_price0(pr, probs[2]) : lze_price1(pr, probs[2]));
}

/* The price of a repetition of the last distance, computed from the models. */
static uint32_t price_rep0(
	const struct lze_parser *p, unsigned state, unsigned pos_state, uint32_t len)
{
	const struct lze_model *m = p->model;

	return lze_price1(&p->prices, m->is_match[state][pos_state]) +
	       lze_price1(&p->prices, m->is_rep[state]) + rep_choice(p, 0, state, pos_state) +
	       p->prices.length[1][pos_state][len - LZE_LEN_LEAST];
}

static ALWAYS_INLINE void meet(struct lze_parser *p, uint32_t len)
{
	if (p->longest < len)
		p->longest = len;
}

static ALWAYS_INLINE uint32_t load16(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static ALWAYS_INLINE uint32_t repeats(
	struct lze_parser *p, const uint8_t *at, uint32_t dist, uint32_t left)
{
	const uint8_t *there = at - dist - 1;
	uint32_t len;

	if (left < 2 || load16(at) != load16(there))
		return 0;
	len = lze_equal_from(there, at, 2, left < p->nice ? left : p->nice);
	meet(p, len);
	return len;
}

/* The literal and repetition of offer_three. */
static __attribute__((noinline)) void offer_more(struct lze_parser *p, const struct spot *s,
	unsigned slot, uint32_t price, uint32_t back, uint32_t dist, uint32_t len, unsigned state)
{
	const uint8_t *after = s->here + len;
	size_t pos = s->pos + len;
	unsigned mask = p->c->pb_mask;
	uint32_t more = repeats(p, after + 1, dist, s->left - len - 1);
	struct node *to = &p->node[s->cur + len + 1 + more];

	price += lze_price0(&p->prices, p->model->is_match[state][pos & mask]) +
		 price_rep0(p, lze_after_literal(state), (unsigned)(pos + 1) & mask, more);
	/* the literal's price takes longer to compute */
	if (price >= to->limit)
		return;
	price += lze_price_literal(
		p->prices.bit, literal_probs(p, pos), *after, true, *(after - dist - 1));
	if (price >= to->limit)
		return;
	reach(p, s->cur + len + 1 + more);
	keep(to, p->wide, price, dist,
		&(struct way){.back = 0,
			.len = (uint16_t)more,
			.from = (uint16_t)s->cur,
			.slot = (uint8_t)slot,
			.before = STEP_LITERAL,
			.before_len = (uint16_t)len,
			.before_back = back});
}

/* A step of len at price, then a literal, then the same distance again. */
static ALWAYS_INLINE void offer_three(struct lze_parser *p, const struct spot *s, unsigned slot,
	uint32_t price, uint32_t back, uint32_t dist, uint32_t len, unsigned state)
{
	const uint8_t *after = s->here + len + 1;

	if (s->left >= len + 3 && load16(after) == load16(after - dist - 1))
		offer_more(p, s, slot, price, back, dist, len, state);
}

/* A literal, then the last distance again. */
static void offer_two(
	struct lze_parser *p, const struct spot *s, const struct via *v, uint32_t literal)
{
	uint32_t more = repeats(p, s->here + 1, v->reps[0], s->left - 1);
	struct node *to;

	literal += price_rep0(
		p, lze_after_literal(v->state), (unsigned)(s->pos + 1) & p->c->pb_mask, more);
	reach(p, s->cur + 1 + more);
	to = &p->node[s->cur + 1 + more];
	if (literal >= to->limit)
		return;
	keep(to, p->wide, literal, v->reps[0],
		&(struct way){.back = 0,
			.len = (uint16_t)more,
			.from = (uint16_t)s->cur,
			.slot = (uint8_t)v->slot,
			.before = LITERAL});
}

static ALWAYS_INLINE void offer_single(
	struct lze_parser *p, const struct spot *s, const struct via *v, uint32_t *plain)
{
	const struct lze_model *m = p->model;
	const struct node *next = &p->node[s->cur + 1];
	bool known = v->reps[0] < s->pos;
	unsigned byte = s->here[0], guide = known ? *(s->here - v->reps[0] - 1) : 0;
	bool skipped = p->shorts && known && guide == byte && s->cur != 0 && next->count != 0;
	bool two = known && guide != byte && s->left >= 3 &&
		   load16(s->here + 1) == load16(s->here - v->reps[0]);
	uint32_t price = v->price + lze_price0(&p->prices, m->is_match[v->state][s->pos_state]);

	/* inside long steps the literal's price is not needed */
	if (!skipped && (two || price < next->limit)) {
		if (v->state >= 7) {
			price += lze_price_literal(
				p->prices.bit, literal_probs(p, s->pos), byte, true, guide);
		} else {
			if (*plain == 0)
				*plain = lze_price_literal(
					p->prices.bit, literal_probs(p, s->pos), byte, false, 0);
			price += *plain;
		}
		offer(p, s, v->slot, price, LZE_LITERAL, v->reps[0], 1);
		if (two)
			offer_two(p, s, v, price);
	}
	if (known && guide == byte)
		offer(p, s, v->slot,
			v->rep_price + lze_price0(&p->prices, m->rep_which[v->state][0]) +
				lze_price0(&p->prices, m->rep0_long[v->state][s->pos_state]),
			0, v->reps[0], 1);
}

/* A bit for each of the four distances at which two bytes match; without branches, which would be
 * mispredicted. */
static ALWAYS_INLINE unsigned fitting_reps(const struct spot *s, const uint32_t *reps)
{
	uint32_t word = load16(s->here);
	unsigned i, mask = 0;

#pragma GCC unroll 4
	for (i = 0; i < LZE_REPS; i++) {
		size_t dist = reps[i];
		bool known = dist < s->pos;
		uint32_t there = load16(s->here - (known ? dist + 1 : 0));

		mask |= (unsigned)(known & (there == word)) << i;
	}
	return mask;
}

/* Repetitions that were offered, each at the price before its length. */
struct offered {
	unsigned count;
	uint32_t dist[LZMA_WIDE_MOST * LZE_REPS], price[LZMA_WIDE_MOST * LZE_REPS];
};

static ALWAYS_INLINE bool was_offered(struct offered *o, uint32_t dist, uint32_t price)
{
	unsigned i;

	for (i = 0; i < o->count; i++)
		if (o->dist[i] == dist && o->price[i] <= price)
			return true;
	o->dist[o->count] = dist;
	o->price[o->count++] = price;
	return false;
}

/* Offers all lengths of the four distances; returns the length of the last distance. */
static ALWAYS_INLINE uint32_t offer_reps(
	struct lze_parser *p, const struct spot *s, const struct via *v, struct offered *offered)
{
	const uint32_t *lengths = p->prices.length[1][s->pos_state];
	uint32_t most = s->left < p->nice ? s->left : p->nice, first = 0;
	unsigned mask;

	for (mask = fitting_reps(s, v->reps); mask != 0; mask &= mask - 1) {
		unsigned i = (unsigned)__builtin_ctz(mask);
		uint32_t dist = v->reps[i], base, l, len;

		base = v->rep_price + rep_choice(p, i, v->state, s->pos_state);
		if (!s->one && was_offered(offered, dist, base))
			continue;
		len = lze_equal_from(s->here - dist - 1, s->here, 2, most);
		if (i == 0)
			first = len;
		meet(p, len);
		reach(p, s->cur + len);
		for (l = LZE_LEN_LEAST; l <= len; l++)
			offer(p, s, v->slot, base + lengths[l - LZE_LEN_LEAST], i, dist, l);
		offer_three(p, s, v->slot, base + lengths[len - LZE_LEN_LEAST], i, dist, len,
			lze_after_rep(v->state));
	}
	return first;
}

static ALWAYS_INLINE void offer_matches(
	struct lze_parser *p, const struct spot *s, const struct via *v, uint32_t least)
{
	const uint32_t *lengths = p->prices.length[0][s->pos_state];
	uint32_t base = v->price;
	uint32_t len = !s->one || least < LZE_LEN_LEAST ? LZE_LEN_LEAST : least + 1;
	size_t i;

	if (p->matches != 0)
		meet(p, p->match[p->matches - 1].len);
	for (i = 0; i < p->matches; i++) {
		uint32_t dist = p->match[i].dist, last = p->match[i].len, price = 0, far;

		if (last < len)
			continue;
		reach(p, s->cur + last);
		for (; len <= last && len < LZE_LEN_STATES + 1; len++) {
			price = base + lengths[len - LZE_LEN_LEAST] +
				lze_price_dist(&p->prices, dist, len);
			offer(p, s, v->slot, price, dist + LZE_REPS, dist, len);
		}
		/* from here on the distance costs the same for all lengths */
		far = len <= last ? base + lze_price_dist(&p->prices, dist, len) : 0;
		for (; len <= last; len++) {
			price = far + lengths[len - LZE_LEN_LEAST];
			offer(p, s, v->slot, price, dist + LZE_REPS, dist, len);
		}
		offer_three(p, s, v->slot, price, dist + LZE_REPS, dist, last,
			lze_after_match(v->state));
	}
}

static ALWAYS_INLINE void look(struct lze_parser *p, size_t cur, bool one)
{
	const struct lze_model *m = p->model;
	const struct node *n = &p->node[cur];
	struct spot s = {.cur = cur, .pos = p->c->pos + cur, .one = one};
	size_t left = p->c->in.len - s.pos;
	struct via cheapest = {.price = UINT32_MAX};
	struct offered offered;
	uint32_t plain = 0, reps = 0;
	unsigned i, count = one ? 1 : n->count;

	offered.count = 0;
	s.here = p->c->in.ptr + s.pos;
	s.left = left < 2 * LZE_LEN_MOST ? (uint32_t)left : 2 * LZE_LEN_MOST;
	s.pos_state = (unsigned)s.pos & p->c->pb_mask;
	reach(p, cur + 1);
	for (i = 0; i < count; i++) {
		struct via v = {
			.reps = n->reps[i], .state = n->state[i], .slot = i, .price = n->price[i]};
		uint32_t price;

		v.match_price = v.price + lze_price1(&p->prices, m->is_match[v.state][s.pos_state]);
		v.rep_price = v.match_price + lze_price1(&p->prices, m->is_rep[v.state]);
		offer_single(p, &s, &v, &plain);
		if (left < 2)
			continue;
		reps = offer_reps(p, &s, &v, &offered);
		price = v.match_price + lze_price0(&p->prices, m->is_rep[v.state]) + p->dearer;
		if (price < cheapest.price) {
			cheapest = v;
			cheapest.price = price;
		}
	}
	if (left >= 2)
		offer_matches(p, &s, &cheapest, reps);
}

static void look_one(struct lze_parser *p, size_t cur)
{
	look(p, cur, true);
}

static void look_wide(struct lze_parser *p, size_t cur)
{
	look(p, cur, false);
}

static void look_from(struct lze_parser *p, size_t cur)
{
	if (p->wide == 1)
		look_one(p, cur);
	else
		look_wide(p, cur);
}

/* The steps of the cheapest way to a node, in order. */
static size_t trace(const struct lze_parser *p, size_t to, struct lze_step steps[LZE_AHEAD])
{
	size_t count = 0, i;
	unsigned slot = 0;

	while (to != 0) {
		const struct way *w = &p->node[to].way[slot];

		steps[count++] = (struct lze_step){w->back, w->len};
		if (w->before != NOTHING)
			steps[count++] = (struct lze_step){LZE_LITERAL, 1};
		if (w->before == STEP_LITERAL)
			steps[count++] = (struct lze_step){w->before_back, w->before_len};
		to = w->from;
		slot = w->slot;
	}
	for (i = 0; i < count / 2; i++) {
		struct lze_step swap = steps[i];

		steps[i] = steps[count - 1 - i];
		steps[count - 1 - i] = swap;
	}
	return count;
}

/* Takes a step so long that no alternative is considered. */
static bool long_step(struct lze_parser *p, struct lze_step *step)
{
	const struct lze_coder *c = p->c;
	const uint8_t *here = c->in.ptr + c->pos;
	size_t left = c->in.len - c->pos;
	uint32_t most = left < LZE_LEN_MOST ? (uint32_t)left : LZE_LEN_MOST;
	uint32_t best = 0, i;

	for (i = 0; i < LZE_REPS; i++) {
		uint32_t len;

		if (c->reps[i] >= c->pos)
			continue;
		len = lze_equal(here - c->reps[i] - 1, here, most);
		if (len >= p->nice && len > best) {
			best = len;
			*step = (struct lze_step){i, len};
		}
	}
	if (best == 0 && p->matches != 0 && p->match[p->matches - 1].len >= p->nice) {
		const struct lze_match *m = &p->match[p->matches - 1];

		best = m->len +
		       lze_equal(here + m->len - m->dist - 1, here + m->len, most - m->len);
		*step = (struct lze_step){m->dist + LZE_REPS, best};
	}
	meet(p, best);
	return best != 0;
}

static void use_learned(struct lze_parser *p)
{
	bool news;

	lze_pass_note(p->pass, p->c);
	p->model = lze_pass_view(p->pass, p->c, &news);
	if (news)
		p->c->used_dist = p->c->used_len[0] = p->c->used_len[1] = LZE_AGED;
}

/* Whether the graph ends here, where all ways meet or prices are too old. */
static inline bool is_over(const struct lze_parser *p, size_t cur)
{
	const struct node *n = &p->node[cur];

	if (cur != p->end)
		return cur == LZE_AHEAD - 1;
	return n->count == 1 || cur >= FAR || p->c->pos + cur == p->c->in.len;
}

static size_t find_steps(struct lze_parser *p, struct lze_step steps[LZE_AHEAD])
{
	struct lze_coder *c = p->c;
	size_t cur, count, i;

	if (c->pos == c->in.len)
		return 0;
	if (!p->loaded)
		load(p);
	p->loaded = false;
	if (long_step(p, &steps[0])) {
		skip(p, steps[0].len - 1);
		return 1;
	}
	if (p->pass != NULL)
		use_learned(p);
	lze_prices_update(&p->prices, p->model, c);
	p->end = 0;
	clear_ahead(p, 0);
	p->node[0].count = 1;
	p->node[0].price[0] = 0;
	p->node[0].state[0] = c->state;
	memcpy(p->node[0].reps[0], c->reps, sizeof(c->reps));
	look_from(p, 0);
	for (cur = 1;; cur++) {
		settle(p, cur);
		if (is_over(p, cur))
			break;
		load(p);
		fetch_soon(p, c->in.ptr + c->pos + cur);
		if (p->matches != 0 && p->match[p->matches - 1].len >= p->nice) {
			p->loaded = true;
			break;
		}
		clear_ahead(p, cur);
		look_from(p, cur);
	}
	count = trace(p, cur, steps);
	for (i = 0; i <= p->end; i++)
		clear(&p->node[i]);
	return count;
}

size_t lze_parse(struct lze_parser *p, struct lze_step steps[LZE_AHEAD])
{
	size_t count;

	if (p->from != NULL && p->pass != NULL)
		lze_pass_note(p->pass, p->c);
	if (p->from != NULL)
		return lze_trace_step(p->from, &p->taken, p->c->reps, steps);
	count = find_steps(p, steps);
	if (p->kept != NULL)
		lze_trace_keep(p->kept, steps, count, p->c->reps);
	return count;
}
