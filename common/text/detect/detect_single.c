/* SPDX-License-Identifier: MIT */
/*
 * Prices in the single-byte encodings, from the table of byte pairs, so that the size of the input
 * hardly matters. Judged are pairs with a byte over 7F: ASCII tells nothing about the encoding.
 * Most encodings end at a bound from their bytes alone; of the others languages are priced until
 * they are too dear.
 */
#include "detect/detect_single.h"

/* The typographic apostrophe of "it's" is in no catalogue, but in many texts of office programs. */
#define PRICE_APOSTROPHE 10

static bool is_ascii_letter(unsigned byte)
{
	return (byte | 32) >= 'a' && (byte | 32) <= 'z';
}

bool same_single(enum text_enc a, enum text_enc b, const struct byte_list *high)
{
	const uint16_t *x;
	const uint16_t *y;

	if (a == b)
		return true;
	if (a < TEXT_SINGLE_FIRST || b < TEXT_SINGLE_FIRST)
		return false;
	x = single_table(a);
	y = single_table(b);
	for (unsigned i = 0; i < high->count; i++) {
		if (x[high->bytes[i] - 0x80u] != y[high->bytes[i] - 0x80u])
			return false;
	}
	return true;
}

/* Eight sums side by side. */
typedef uint16_t eight __attribute__((vector_size(16)));
#define EIGHT 8

/* Eight bytes, widened. */
static inline eight widen(const uint8_t *bytes)
{
#ifdef TEXT_X86
	/* The compiler takes three steps more for the general form. */
	__m128i v = _mm_loadl_epi64((const __m128i *)(const void *)bytes);

	return (eight)_mm_unpacklo_epi8(v, _mm_setzero_si128());
#else
	uint8_t v __attribute__((vector_size(EIGHT)));

	memcpy(&v, bytes, EIGHT);
	return __builtin_convertvector(v, eight);
#endif
}

/* Eight prices, for so many counts. */
static inline eight times(const uint8_t *prices, unsigned count)
{
	return widen(prices) * (uint16_t)count;
}

static inline void flush(uint64_t *to, eight *sums)
{
	for (unsigned i = 0; i < EIGHT; i++)
		to[i] += (*sums)[i];
	*sums = (eight){0};
}

/* What a pair of two different bytes costs at least in each encoding. */
static const uint8_t *bounds_of(const struct single_tables *t, const struct byte_pair *p)
{
	enum place place;

	if (p->b < 0x80) {
		place = is_ascii_letter(p->b) ? BEFORE_LETTER : BEFORE_OTHER;
		return t->least[place][p->a & 0x7F];
	}
	place = p->a >= 0x80 ? BEHIND_HIGH : is_ascii_letter(p->a) ? BEHIND_LETTER : BEHIND_OTHER;
	return t->least[place][p->b & 0x7F];
}

/* What it costs by the case of its letters. */
static inline eight case_costs(const uint8_t *first, const uint8_t *second)
{
	eight chosen = widen(first) & widen(second);

	return (chosen & 3) + (chosen >> 2);
}

static void flush_all(struct single_work *w, eight *bounds, eight *cases)
{
	for (unsigned k = 0; k < SINGLE_LANES / EIGHT; k++) {
		flush(w->bounds + k * EIGHT, &bounds[k]);
		flush(w->cases + k * EIGHT, &cases[k]);
	}
}

static bool is_short(const struct byte_pairs *pairs)
{
	return pairs->total <= SUM_MOST;
}

/* The price of cases is exact, so counts too large for one step take several. */
static void sum_bounds(struct single_work *w)
{
	eight bounds[SINGLE_LANES / EIGHT] = {{0}};
	eight cases[SINGLE_LANES / EIGHT] = {{0}};
	uint64_t total = 0;

	for (size_t i = 0; i < w->pairs->ends[PAIR_ENTRY]; i++) {
		const struct byte_pair *p = &w->pairs->pairs[i];
		const uint8_t *row = bounds_of(w->t, p);
		const uint8_t *first = w->t->case_first[p->a];
		const uint8_t *second = w->t->case_second[p->b];

		if (i % STEP == 0 && is_short(w->pairs))
			memcpy(w->before[i / STEP], bounds, sizeof(bounds));
		for (uint32_t left = p->count, count; left != 0; left -= count) {
			count = left < SUM_MOST ? left : SUM_MOST;
			if (total + count > SUM_MOST) {
				flush_all(w, bounds, cases);
				total = 0;
			}
			total += count;
			for (unsigned k = 0; k < SINGLE_LANES; k += EIGHT) {
				bounds[k / EIGHT] += times(row + k, count);
				cases[k / EIGHT] +=
					case_costs(first + k, second + k) * (uint16_t)count;
			}
		}
	}
	flush_all(w, bounds, cases);
	for (unsigned e = 0; e < SINGLE_LANES; e++)
		w->bounds[e] += w->cases[e];
}

static inline bool is_apostrophe(struct byte_pair p, unsigned apostrophe)
{
	return (p.b == apostrophe && is_ascii_letter(p.a)) ||
	       (p.a == apostrophe && is_ascii_letter(p.b));
}

/* Prices in the languages of a group. */
struct lanes {
	uint64_t alike; /* that all of them pay */
	uint64_t price[GROUP_LANES];
};

/* An encoding's tables, at hand for the loops below. */
struct reader {
	const uint8_t *symbols;
	const uint8_t *within;
	const uint8_t *cased;
	const uint8_t *costs;
	const uint8_t *doubles;
	unsigned width;
	unsigned count; /* languages */
	unsigned lanes;
	unsigned apostrophe;
};

static struct reader reader_of(const struct single_tables *t, unsigned e)
{
	const struct single_group *g = &t->groups[t->group[e]];

	return (struct reader){.symbols = t->symbols[e],
		.within = t->within[e],
		.cased = t->cased[e],
		.costs = t->costs + g->costs,
		.doubles = t->costs + g->doubles,
		.width = g->width,
		.count = g->count,
		.lanes = g->lanes,
		.apostrophe = t->apostrophe[e]};
}

/* What a pair of two different bytes costs in each lane. */
static inline const uint8_t *pair_costs(const struct reader *r, struct byte_pair p, unsigned lanes)
{
	return r->costs + (size_t)(r->symbols[p.a] * r->width + r->symbols[p.b]) * lanes;
}

/* What a pair costs in each lane, and in *within what it costs in all of them. */
static inline const uint8_t *costs_of(
	const struct reader *r, struct byte_pair p, unsigned lanes, unsigned *within)
{
	unsigned first = r->symbols[p.a];

	if (p.a == p.b && first != SYM_INVALID) {
		*within = 0;
		return r->doubles + (size_t)(2 * first + (r->cased[p.a] == 2)) * lanes;
	}
	*within = r->within[p.b];
	return pair_costs(r, p, lanes);
}

/* Of 0, which stands for none, no. */
static bool has_byte(const struct byte_pairs *pairs, unsigned byte)
{
	return byte != 0 && (pairs->seen[byte >> 6 & 1] >> (byte & 63) & 1) != 0;
}

/* A pair with an apostrophe, or one of many times. */
static void add_special(
	const struct reader *r, struct byte_pair p, bool apostrophe, struct lanes *to)
{
	unsigned cases = apostrophe ? model_case_cost(r->cased[p.a], r->cased[p.b]) : 0;
	unsigned within;
	const uint8_t *costs = costs_of(r, p, r->lanes, &within);

	for (unsigned i = 0; i < r->count; i++) {
		unsigned price = costs[i] + within;

		if (apostrophe && price + cases > PRICE_APOSTROPHE)
			price = PRICE_APOSTROPHE - cases; /* these are paid already */
		to->price[i] += (uint64_t)p.count * price;
	}
}

static uint64_t least_lane(const struct lanes *l, unsigned lanes)
{
	uint64_t least = l->price[0];

	for (unsigned i = 1; i < lanes; i++)
		least = l->price[i] < least ? l->price[i] : least;
	return l->alike + least;
}

/* Adds the pairs to groups of eight lanes, whose number the compiler knows; to the end unless it
 * costs limit. */
static inline __attribute__((always_inline)) void sum_eights(const struct byte_pairs *pairs,
	struct reader r, uint64_t limit, struct lanes *l, unsigned eights)
{
	eight sums[GROUP_LANES / EIGHT] = {{0}};
	uint64_t alike = 0;
	uint64_t total = 0; /* counts in them */

	for (size_t i = 0; i < pairs->count; i++) {
		struct byte_pair p = pairs->pairs[i];
		bool special = is_apostrophe(p, r.apostrophe);
		const uint8_t *costs;
		unsigned within;

		if (total + p.count > SUM_MOST) {
			for (unsigned k = 0; k < eights; k++)
				flush(l->price + k * EIGHT, &sums[k]);
			l->alike += alike;
			if (least_lane(l, r.count) >= limit)
				return;
			alike = 0;
			total = 0;
		}
		if (p.count > SUM_MOST || special) {
			add_special(&r, p, special, l);
			continue;
		}
		costs = costs_of(&r, p, eights * EIGHT, &within);
		total += p.count;
		alike += p.count * within;
		for (unsigned k = 0; k < eights; k++)
			sums[k] += times(costs + k * EIGHT, p.count);
	}
	for (unsigned k = 0; k < eights; k++)
		flush(l->price + k * EIGHT, &sums[k]);
	l->alike += alike;
}

/* What tells that a short text is too dear before its end. */
struct allowance {
	uint64_t limit;
	uint64_t spare; /* what the limit is above the bound of all */
	const uint16_t
		*before; /* the bound of those before a step; SINGLE_LANES further the next */
};

_Static_assert(SUM_MOST *GROUP_PRICE <= INT16_MAX, "sums of a short text have a sign as well");

/* Lanes without a language are never the least. */
static inline unsigned least_of(eight sums)
{
#ifdef TEXT_X86
	__m128i v = (__m128i)sums;

	v = _mm_min_epi16(v, _mm_srli_si128(v, 8));
	v = _mm_min_epi16(v, _mm_srli_si128(v, 4));
	v = _mm_min_epi16(v, _mm_srli_si128(v, 2));
	return (unsigned)_mm_extract_epi16(v, 0);
#else
	unsigned least = sums[0];

	for (unsigned i = 1; i < EIGHT; i++)
		least = sums[i] < least ? sums[i] : least;
	return least;
#endif
}

/* The same of a short text without apostrophe: no sum runs over. When what is paid and the bound of
 * the rest come to the limit, that is the price. */
static inline __attribute__((always_inline)) void sum_short(const struct byte_pairs *pairs,
	struct reader r, const struct allowance *most, struct lanes *l, unsigned eights)
{
	const struct byte_pair *p = pairs->pairs;
	const struct byte_pair *doubles = p + pairs->ends[PAIR_ENTRY];
	const struct byte_pair *end = p + pairs->count;
	const struct byte_pair *check = p + STEP;
	const uint16_t *before = most->before;
	eight sums[GROUP_LANES / EIGHT] = {{0}};
	unsigned alike = 0;

	for (; p != end; p++) {
		unsigned within = r.within[p->b];
		const uint8_t *costs;

		if (p == check && p < doubles) {
			unsigned least = least_of(sums[0]);

			if (eights > 1 && least_of(sums[1]) < least)
				least = least_of(sums[1]);
			before += SINGLE_LANES;
			check += STEP;
			if (alike + least >= most->spare + *before) {
				l->alike = most->limit;
				return;
			}
		}
		costs = p < doubles ? pair_costs(&r, *p, eights * EIGHT)
				    : costs_of(&r, *p, eights * EIGHT, &within);
		alike += p->count * within;
		for (unsigned k = 0; k < eights; k++)
			sums[k] += times(costs + k * EIGHT, p->count);
	}
	l->alike += alike;
	for (unsigned i = 0; i < eights * EIGHT; i++)
		l->price[i] = sums[i / EIGHT][i % EIGHT];
}

/* By groups of eight lanes. */
static inline __attribute__((always_inline)) void sum_lanes(const struct byte_pairs *pairs,
	struct reader r, const struct allowance *most, struct lanes *l, unsigned eights)
{
	if (is_short(pairs) && !has_byte(pairs, r.apostrophe))
		sum_short(pairs, r, most, l, eights);
	else
		sum_eights(pairs, r, most->limit, l, eights);
}

/* The same for groups of few languages. */
static void sum_few(
	const struct byte_pairs *pairs, struct reader r, uint64_t limit, struct lanes *l)
{
	for (size_t i = 0; i < pairs->count && least_lane(l, r.count) < limit; i++) {
		struct byte_pair p = pairs->pairs[i];

		add_special(&r, p, is_apostrophe(p, r.apostrophe), l);
	}
}

static uint64_t count_bad_single(const struct single_work *w, unsigned e)
{
	const uint64_t *unused = w->t->unused[e];
	const struct byte_pairs *pairs = w->pairs;
	uint64_t bad = 0;

	if (((unused[0] & pairs->seen[0]) | (unused[1] & pairs->seen[1])) == 0)
		return 0;
	for (size_t i = 0; i < pairs->count; i++) {
		unsigned b = pairs->pairs[i].b;

		if (b >= 0x80 && (unused[b >> 6 & 1] >> (b & 63) & 1) != 0)
			bad += pairs->pairs[i].count;
	}
	return bad;
}

/* Price in the best of its languages; those over limit are not priced to the end. */
static void price_encoding(struct single_work *w, unsigned e, uint64_t limit, struct score *best)
{
	const struct single_group *g = &w->t->groups[w->t->group[e]];
	struct allowance most = {limit, limit - w->bounds[e], &w->before[0][e]};
	struct lanes l = {.alike = w->cases[e]};

	if (g->lanes == 2 * EIGHT)
		sum_lanes(w->pairs, reader_of(w->t, e), &most, &l, 2);
	else if (g->lanes == EIGHT)
		sum_lanes(w->pairs, reader_of(w->t, e), &most, &l, 1);
	else
		sum_few(w->pairs, reader_of(w->t, e), limit, &l);
	*best = (struct score){.enc = single_infos[e].enc, .price = limit};
	for (unsigned i = 0; i < g->count && l.alike < limit; i++) {
		if (l.alike + l.price[i] >= best->price ||
			(single_infos[e].languages >> g->languages[i] & 1) == 0)
			continue;
		best->price = l.alike + l.price[i];
		best->language = model_languages[g->languages[i]].name;
	}
	best->bad = best->price < limit ? count_bad_single(w, e) : 0;
}

/* The score of one that reads these bytes the same for the same languages; NULL: none. */
static const struct score *find_same(const struct single_work *w, unsigned e)
{
	uint64_t languages = single_infos[e].languages;

	for (unsigned k = e; k-- > 0 && (languages & single_infos[k].languages) != 0;) {
		if (w->priced[k] && (languages & ~single_infos[k].languages) == 0 &&
			same_single(single_infos[e].enc, single_infos[k].enc, &w->pairs->high))
			return &w->done[k];
	}
	return NULL;
}

static void score_single(struct single_work *w, unsigned e, struct scores *out)
{
	unsigned prior = single_infos[e].prior;
	uint64_t limit = give_up_at(out);
	const struct score *same;
	struct score s;

	if (w->priced[e] || w->bounds[e] + prior >= limit)
		return;
	same = find_same(w, e);
	if (same != NULL) {
		w->done[e] = *same;
		w->done[e].enc = single_infos[e].enc;
	} else {
		price_encoding(w, e, limit, &w->done[e]);
	}
	w->priced[e] = true;
	s = w->done[e];
	s.price += prior;
	scores_add(out, &s);
}

void scores_add(struct scores *s, const struct score *one)
{
	if (one->price >= give_up_at(s) || s->count == SCORE_MAX)
		return;
	if (s->count == 0 || one->price < s->best) {
		if (s->count != 0 && !same_single(one->enc, s->list[s->first].enc, &s->high))
			s->second = s->best;
		s->best = one->price;
		s->first = s->count;
	} else if (one->price < s->second &&
		   !same_single(one->enc, s->list[s->first].enc, &s->high)) {
		s->second = one->price;
	}
	s->list[s->count++] = *one;
}

void single_work_init(
	struct single_work *w, const struct single_tables *t, const struct byte_pairs *pairs)
{
	w->t = t;
	w->pairs = pairs;
	memset(w->priced, 0, sizeof(w->priced));
	memset(w->bounds, 0, sizeof(w->bounds));
	memset(w->cases, 0, sizeof(w->cases));
	sum_bounds(w);
}

void score_likely_single(struct single_work *w, struct scores *out)
{
	unsigned likely = 0;

	for (unsigned e = 1; e < SINGLE_INFOS; e++) {
		if (w->bounds[e] < w->bounds[likely])
			likely = e;
	}
	score_single(w, likely, out);
}

void score_singles(struct single_work *w, struct scores *out)
{
	uint64_t limit = give_up_at(out);
	uint64_t least[SINGLE_INFOS] = {0};
	uint8_t order[SINGLE_INFOS];
	unsigned count = 0;

	/* Those that may be cheapest first: then others end early. */
	for (unsigned e = 0; e < SINGLE_INFOS; e++) {
		uint64_t price = w->bounds[e] + single_infos[e].prior;
		unsigned at = count;

		if (w->priced[e] || price >= limit)
			continue;
		for (; at > 0 && least[at - 1] > price; at--) {
			least[at] = least[at - 1];
			order[at] = order[at - 1];
		}
		least[at] = price;
		order[at] = (uint8_t)e;
		count++;
	}
	for (unsigned i = 0; i < count; i++)
		score_single(w, order[i], out);
}
