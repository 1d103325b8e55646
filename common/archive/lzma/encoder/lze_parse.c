/* SPDX-License-Identifier: MIT */
/*
 * Finds the cheapest path through the next bytes: a graph whose nodes are positions, each with the
 * cheapest steps that lead to it at the current prices.
 */
#include <stdlib.h>
#include <string.h>

#include "lzma/encoder/lze_private.h"

/* For which positions ahead, and how many matches of each, memory is prefetched. */
#define AHEAD   4
#define FETCHED 2

#define NODES (LZE_AHEAD + 2 * LZE_LEN_MOST + 4)

/* Added to a match's price where keeping the last distances is better: one bit. */
#define NOISE_PRICE (1u << PRICE_BITS)

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Combined steps: what precedes a node's last step. */
enum before { NOTHING, LITERAL, STEP_LITERAL };

struct node {
	uint32_t price;
	uint32_t back; /* the step that ends here */
	uint16_t len;
	uint16_t from; /* the node where these steps begin */
	uint8_t before;
	uint8_t state;
	uint16_t before_len;
	uint32_t before_back;
	uint32_t reps[LZE_REPS];
};

struct lze_parser {
	struct lze_coder *c;
	struct lze_feed *feed;
	size_t taker;
	uint32_t nice;
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
	struct lze_prices prices;
	struct node node[NODES];
};

/* The node whose steps are being tried. */
struct spot {
	const struct node *n;
	size_t cur, pos;
	const uint8_t *here;
	uint32_t left;
	unsigned state, pos_state;
	uint32_t match_price, rep_price; /* including the choice of match or repetition */
};

struct lze_parser *lze_parser_new(
	struct lze_coder *c, struct lze_feed *feed, size_t taker, const struct lzma_effort *effort)
{
	struct lze_parser *p = malloc(sizeof(*p));
	size_t i;

	if (p == NULL)
		return NULL;
	p->c = c;
	p->feed = feed;
	p->taker = taker;
	p->nice = effort->nice;
	p->longest = 1;
	p->dearer = effort->noise == 1 || effort->noise == 2 ? NOISE_PRICE : 0;
	p->shorts = effort->noise >= 2;
	p->block = NULL;
	p->loaded = false;
	p->model = &c->model;
	p->pass = NULL;
	lze_prices_init(&p->prices);
	/* no step leads past the input */
	for (i = 0; i < NODES && i <= c->in.len; i++)
		p->node[i].price = UINT32_MAX;
	return p;
}

void lze_parser_learn(struct lze_parser *p, struct lze_pass *pass)
{
	p->pass = pass;
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

/* Sets state and distances of a node, once its cheapest steps are known. */
static inline void settle(struct lze_parser *p, size_t cur)
{
	struct node *n = &p->node[cur];
	const struct node *from = &p->node[n->from];

	n->state = from->state;
	memcpy(n->reps, from->reps, sizeof(n->reps));
	if (n->before == STEP_LITERAL)
		step_on(n->reps, &n->state, n->before_back, n->before_len);
	if (n->before != NOTHING)
		step_on(n->reps, &n->state, LZE_LITERAL, 1);
	step_on(n->reps, &n->state, n->back, n->len);
}

static inline void reach(struct lze_parser *p, size_t to)
{
	if (p->end < to)
		p->end = to;
}

static inline void offer(
	struct lze_parser *p, const struct spot *s, uint32_t price, uint32_t back, uint32_t len)
{
	struct node *to = &p->node[s->cur + len];

	if (price >= to->price)
		return;
	to->price = price;
	to->back = back;
	to->len = (uint16_t)len;
	to->from = (uint16_t)s->cur;
	to->before = NOTHING;
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
	uint32_t price, uint32_t back, uint32_t dist, uint32_t len, unsigned state)
{
	const uint8_t *after = s->here + len;
	size_t pos = s->pos + len;
	unsigned mask = p->c->pb_mask;
	uint32_t more = repeats(p, after + 1, dist, s->left - len - 1);
	struct node *to = &p->node[s->cur + len + 1 + more];

	price += lze_price0(&p->prices, p->model->is_match[state][pos & mask]) +
		 price_rep0(p, lze_after_literal(state), (unsigned)(pos + 1) & mask, more);
	/* the literal's price takes longer to compute */
	if (price >= to->price)
		return;
	price += lze_price_literal(
		&p->prices, literal_probs(p, pos), *after, true, *(after - dist - 1));
	if (price >= to->price)
		return;
	reach(p, s->cur + len + 1 + more);
	*to = (struct node){.price = price,
		.back = 0,
		.len = (uint16_t)more,
		.from = (uint16_t)s->cur,
		.before = STEP_LITERAL,
		.before_len = (uint16_t)len,
		.before_back = back};
}

/* A step of len at price, then a literal, then the same distance again. */
static ALWAYS_INLINE void offer_three(struct lze_parser *p, const struct spot *s, uint32_t price,
	uint32_t back, uint32_t dist, uint32_t len, unsigned state)
{
	const uint8_t *after = s->here + len + 1;

	if (s->left >= len + 3 && load16(after) == load16(after - dist - 1))
		offer_more(p, s, price, back, dist, len, state);
}

/* A literal, then the last distance again. */
static void offer_two(struct lze_parser *p, const struct spot *s, uint32_t literal)
{
	uint32_t more = repeats(p, s->here + 1, s->n->reps[0], s->left - 1);
	struct node *to;

	literal += price_rep0(
		p, lze_after_literal(s->state), (unsigned)(s->pos + 1) & p->c->pb_mask, more);
	reach(p, s->cur + 1 + more);
	to = &p->node[s->cur + 1 + more];
	if (literal >= to->price)
		return;
	*to = (struct node){.price = literal,
		.back = 0,
		.len = (uint16_t)more,
		.from = (uint16_t)s->cur,
		.before = LITERAL};
}

static ALWAYS_INLINE void offer_single(struct lze_parser *p, const struct spot *s)
{
	const struct lze_model *m = p->model;
	const struct node *n = s->n;
	const struct node *next = &p->node[s->cur + 1];
	bool known = n->reps[0] < s->pos;
	unsigned byte = s->here[0], guide = known ? *(s->here - n->reps[0] - 1) : 0;
	bool skipped =
		p->shorts && known && guide == byte && s->cur != 0 && next->price != UINT32_MAX;
	bool two = known && guide != byte && s->left >= 3 &&
		   load16(s->here + 1) == load16(s->here - n->reps[0]);
	uint32_t price = n->price + lze_price0(&p->prices, m->is_match[s->state][s->pos_state]);

	/* inside long steps the literal's price is not needed */
	if (!skipped && (two || price < next->price)) {
		price += lze_price_literal(
			&p->prices, literal_probs(p, s->pos), byte, s->state >= 7, guide);
		offer(p, s, price, LZE_LITERAL, 1);
		if (two)
			offer_two(p, s, price);
	}
	if (known && guide == byte)
		offer(p, s,
			s->rep_price + lze_price0(&p->prices, m->rep_which[s->state][0]) +
				lze_price0(&p->prices, m->rep0_long[s->state][s->pos_state]),
			0, 1);
}

/* A bit for each of the four distances at which two bytes match; without branches, which would be
 * mispredicted. */
static ALWAYS_INLINE unsigned fitting_reps(const struct spot *s)
{
	uint32_t word = load16(s->here);
	unsigned i, mask = 0;

#pragma GCC unroll 4
	for (i = 0; i < LZE_REPS; i++) {
		size_t dist = s->n->reps[i];
		bool known = dist < s->pos;
		uint32_t there = load16(s->here - (known ? dist + 1 : 0));

		mask |= (unsigned)(known & (there == word)) << i;
	}
	return mask;
}

/* Offers all lengths of the four distances; returns the length of the last distance. */
static ALWAYS_INLINE uint32_t offer_reps(struct lze_parser *p, const struct spot *s)
{
	const uint32_t *lengths = p->prices.length[1][s->pos_state];
	uint32_t most = s->left < p->nice ? s->left : p->nice, first = 0;
	unsigned mask;

	for (mask = fitting_reps(s); mask != 0; mask &= mask - 1) {
		unsigned i = (unsigned)__builtin_ctz(mask);
		uint32_t dist = s->n->reps[i], base, l;
		uint32_t len = lze_equal_from(s->here - dist - 1, s->here, 2, most);

		if (i == 0)
			first = len;
		meet(p, len);
		reach(p, s->cur + len);
		base = s->rep_price + rep_choice(p, i, s->state, s->pos_state);
		for (l = LZE_LEN_LEAST; l <= len; l++)
			offer(p, s, base + lengths[l - LZE_LEN_LEAST], i, l);
		offer_three(p, s, base + lengths[len - LZE_LEN_LEAST], i, dist, len,
			lze_after_rep(s->state));
	}
	return first;
}

/* Offers matches longer than the repetitions reach. */
static void offer_matches(struct lze_parser *p, const struct spot *s, uint32_t least)
{
	const uint32_t *lengths = p->prices.length[0][s->pos_state];
	uint32_t base =
		s->match_price + lze_price0(&p->prices, p->model->is_rep[s->state]) + p->dearer;
	uint32_t len = least < LZE_LEN_LEAST ? LZE_LEN_LEAST : least + 1;
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
			offer(p, s, price, dist + LZE_REPS, len);
		}
		/* from here on the distance costs the same for all lengths */
		far = len <= last ? base + lze_price_dist(&p->prices, dist, len) : 0;
		for (; len <= last; len++) {
			price = far + lengths[len - LZE_LEN_LEAST];
			offer(p, s, price, dist + LZE_REPS, len);
		}
		offer_three(p, s, price, dist + LZE_REPS, dist, last, lze_after_match(s->state));
	}
}

static void look_from(struct lze_parser *p, size_t cur)
{
	const struct lze_model *m = p->model;
	struct spot s = {.n = &p->node[cur], .cur = cur, .pos = p->c->pos + cur};
	size_t left = p->c->in.len - s.pos;
	uint32_t reps = 0;

	s.here = p->c->in.ptr + s.pos;
	s.left = left < 2 * LZE_LEN_MOST ? (uint32_t)left : 2 * LZE_LEN_MOST;
	s.state = s.n->state;
	s.pos_state = (unsigned)s.pos & p->c->pb_mask;
	s.match_price = s.n->price + lze_price1(&p->prices, m->is_match[s.state][s.pos_state]);
	s.rep_price = s.match_price + lze_price1(&p->prices, m->is_rep[s.state]);
	reach(p, cur + 1);
	offer_single(p, &s);
	if (left < 2)
		return;
	reps = offer_reps(p, &s);
	offer_matches(p, &s, reps);
}

/* The steps to a node, in order. */
static size_t trace(const struct lze_parser *p, size_t to, struct lze_step steps[LZE_AHEAD])
{
	size_t count = 0, i;

	while (to != 0) {
		const struct node *n = &p->node[to];

		steps[count++] = (struct lze_step){n->back, n->len};
		if (n->before != NOTHING)
			steps[count++] = (struct lze_step){LZE_LITERAL, 1};
		if (n->before == STEP_LITERAL)
			steps[count++] = (struct lze_step){n->before_back, n->before_len};
		to = n->from;
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

size_t lze_parse(struct lze_parser *p, struct lze_step steps[LZE_AHEAD])
{
	struct lze_coder *c = p->c;
	size_t cur, i;

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
	p->node[0].price = 0;
	p->node[0].state = c->state;
	memcpy(p->node[0].reps, c->reps, sizeof(c->reps));
	look_from(p, 0);
	for (cur = 1; cur != p->end && cur < LZE_AHEAD - 1; cur++) {
		load(p);
		fetch_soon(p, c->in.ptr + c->pos + cur);
		if (p->matches != 0 && p->match[p->matches - 1].len >= p->nice) {
			p->loaded = true;
			break;
		}
		settle(p, cur);
		look_from(p, cur);
		p->node[cur].price = UINT32_MAX;
	}
	for (i = cur; i <= p->end; i++)
		p->node[i].price = UINT32_MAX;
	return trace(p, cur, steps);
}
