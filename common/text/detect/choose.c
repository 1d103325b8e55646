/* SPDX-License-Identifier: MIT */
/*
 * Finds the encodings that explain all lines at the lowest price (dynamic programming): one for
 * all, or several. Each further encoding has a price, and each change from line to line. The lead
 * is over the best explanation that reads any line differently, so a line that contradicts is never
 * overlooked.
 */
#include <math.h>
#include <stdlib.h>

#include "detect/detect_private.h"

#define PRICE_MORE   20  /* for each further encoding: few files have two */
#define PRICE_SWITCH 5   /* for a change: lines of one encoding are adjacent ... */
#define CANDIDATES   48  /* readings that are tried in pairs */
#define NEAR         160 /* more expensive explanations are ignored */

uint64_t total_of(const struct lines *lines, unsigned reading)
{
	uint64_t total = 0;

	for (size_t i = 0; i < lines->count; i++)
		total += lines->list[i].price[reading];
	return total;
}

static unsigned engine_of(const struct lines *l, unsigned reading)
{
	return l->readings->list[reading].engine;
}

#define FEW_ENGINES 16 /* of one byte; with more, all are summed in vectors */

/* Adds the prices of a line beyond that of the engines that it left out; returns that one. */
static uint32_t add_prices(
	const struct lines *lines, const struct line_prices *line, uint32_t sums[READINGS])
{
	const unsigned *first = lines->readings->first;
	uint64_t engines = line->engines & ~SEVERAL_BYTES;
	uint64_t without = EVERY_ENGINE & ~line->engines;
	uint32_t far = 0;

	if (__builtin_popcountll(engines) > FEW_ENGINES) {
		for (unsigned r = 0; r < READINGS; r++) /* a constant, for vectors */
			sums[r] += line->price[r];
		return 0;
	}
	far = lines->engines == ENGINES ? line->price[first[next_engine(&without)]] : 0;
	for (unsigned r = 0; r < first[1 + MULTI_INFOS]; r++)
		sums[r] += line->price[r] - far;
	while (engines != 0) {
		unsigned e = next_engine(&engines);

		for (unsigned r = first[e]; r < first[e + 1]; r++)
			sums[r] += line->price[r] - far;
	}
	return far;
}

void sum_prices(const struct lines *lines, bool words, uint32_t sums[READINGS])
{
	uint32_t far = 0; /* no overflow: LINES_MOST times PRICE_FAR fit */

	memset(sums, 0, READINGS * sizeof(*sums));
	for (size_t i = 0; i < lines->count; i++) {
		if (!words || lines->list[i].words)
			far += add_prices(lines, &lines->list[i], sums);
	}
	for (unsigned r = 0; r < READINGS && far != 0; r++)
		sums[r] += far;
}

void totals_of(const struct lines *lines, uint64_t totals[READINGS])
{
	uint32_t sums[READINGS];
	unsigned priced = readings_priced(lines);

	sum_prices(lines, false, sums);
	for (unsigned r = 0; r < priced; r++)
		totals[r] = sums[r];
	for (unsigned r = priced; r < READINGS; r++)
		totals[r] = lines->count * PRICE_FAR;
}

uint32_t least_price(
	const struct reading_list *list, const struct line_prices *line, uint64_t engines)
{
	uint32_t least = UINT32_MAX;

	while (engines != 0) {
		unsigned e = next_engine(&engines);

		for (unsigned r = list->first[e]; r < list->first[e + 1]; r++)
			least = line->price[r] < least ? line->price[r] : least;
	}
	return least;
}

uint64_t engine_totals(const struct lines *lines, uint64_t totals[ENGINES], unsigned best[ENGINES])
{
	const unsigned *first = lines->readings->first;
	uint64_t least = UINT64_MAX;
	uint64_t sums[READINGS];

	totals_of(lines, sums);
	for (unsigned e = 0; e < ENGINES; e++) {
		best[e] = first[e];
		for (unsigned r = first[e]; r < first[e + 1]; r++)
			best[e] = sums[r] < sums[best[e]] ? r : best[e];
		totals[e] = sums[best[e]];
		if ((lines->allowed >> e & 1) != 0 && totals[e] < least)
			least = totals[e];
	}
	return least;
}

bool reads_same(const struct lines *lines, unsigned a, unsigned b)
{
	unsigned x = engine_of(lines, a);
	unsigned y = engine_of(lines, b);

	for (size_t i = 0; i < lines->count && x != y; i++) {
		if (lines->list[i].hash[x] != lines->list[i].hash[y])
			return false;
	}
	return true;
}

/* Added to sums, because hints make priors negative; the order stays the same. */
#define PRICE_BASE 512

static uint64_t plus(uint64_t price, int32_t prior)
{
	return price + (uint64_t)(PRICE_BASE + prior);
}

enum kind { KIND_UTF8, KIND_LATIN, KIND_CJK, KIND_FAR, KINDS };

/* A reading to try, with the parts of its price beside another one. */
struct cand {
	unsigned reading;
	unsigned engine;
	enum kind kind;
	uint64_t total; /* for all lines */
	int32_t prior;
	int32_t beside; /* added when it is not the main one */
};

/* The cheapest reading of an engine for a line, and its price with PRICE_BASE and prior. */
struct priced {
	uint32_t price; /* UINT32_MAX: left out */
	uint16_t reading;
	uint16_t engine;
};

struct work {
	const struct lines *l;
	uint64_t totals[READINGS]; /* for one encoding in all lines */
	struct cand cand[CANDIDATES];
	unsigned cands;
	uint64_t best;             /* the lowest total so far */
	uint64_t least;            /* of all lines, each in its cheapest candidate */
	uint64_t change;           /* price of changing the encoding between lines */
	uint64_t *forward;         /* by line and state: the lowest price of the lines up to it */
	uint64_t *backward;        /* the same for the lines after it */
	uint8_t *state;            /* of the best explanation */
	uint8_t *other;            /* of one to compare with it */
	uint32_t *lead;            /* by line */
	uint32_t *prices;          /* by candidate and line */
	unsigned best_of[ENGINES]; /* the reading with the lowest of the totals */
	struct priced *priced;     /* by line and engine, of those that priced it */
};

#define PRIOR_USUAL 14 /* rarer ones are hardly ever combined with another encoding */

#define UTF8_BESIDE 16 /* a line of two characters may be valid UTF-8 by chance */

static int32_t rare_beside(const struct lines *l, unsigned reading)
{
	int32_t prior = l->readings->list[reading].prior;

	if (l->readings->list[reading].enc == TEXT_UTF8)
		return UTF8_BESIDE;
	return prior > PRIOR_USUAL ? 2 * (prior - PRIOR_USUAL) : 0;
}

/* Encodings of Latin letters differ in a few of them, and few files combine two. */
#define BOTH_LATIN 40
/* A short line of Chinese may be a word of another such language by chance. */
#define BOTH_CJK   36
/* Alphabets other than the Latin one: a short line of one is often a word of another by chance, and
 * so is one of Chinese. */
#define BOTH_FAR   36

static enum kind kind_of(const struct lines *l, unsigned reading)
{
	const struct reading *r = &l->readings->list[reading];

	if (r->latin)
		return KIND_LATIN;
	return r->engine > MULTI_INFOS ? KIND_FAR : r->engine != 0 ? KIND_CJK : KIND_UTF8;
}

static int32_t alike_beside(const struct work *w, const unsigned *states, unsigned count)
{
	int32_t of_kind[KINDS] = {0};
	int32_t latin;
	int32_t cjk;
	int32_t far;

	for (unsigned s = 0; s < count; s++)
		of_kind[kind_of(w->l, states[s])]++;
	latin = of_kind[KIND_LATIN];
	cjk = of_kind[KIND_CJK];
	far = of_kind[KIND_FAR] - (cjk == 0);
	return (latin > 1 ? (latin - 1) * BOTH_LATIN : 0) + (cjk > 1 ? (cjk - 1) * BOTH_CJK : 0) +
	       (far > 0 ? far * BOTH_FAR : 0);
}

static int32_t pair_beside(enum kind a, enum kind b)
{
	static const uint8_t prices[KINDS][KINDS] = {{0, 0, 0, 0}, {0, BOTH_LATIN, 0, 0},
		{0, 0, BOTH_CJK, BOTH_FAR}, {0, 0, BOTH_FAR, BOTH_FAR}};

	return prices[a][b];
}

/* The main encoding of several is the one that is cheapest alone. */
static unsigned main_of(const struct work *w, const unsigned *states, unsigned count)
{
	unsigned main = 0;

	for (unsigned s = 1; s < count; s++)
		main = w->totals[states[s]] < w->totals[states[main]] ? s : main;
	return main;
}

static uint64_t states_price(const struct work *w, const unsigned *states, unsigned count)
{
	int32_t price = (int32_t)(count - 1) * PRICE_MORE + alike_beside(w, states, count);

	for (unsigned s = 0; s < count; s++)
		price += w->l->prior[states[s]] + rare_beside(w->l, states[s]);
	return plus(0, price - rare_beside(w->l, states[main_of(w, states, count)]));
}

static void add_candidate(struct work *w, unsigned reading)
{
	for (unsigned i = 0; i < w->cands; i++) {
		if (w->cand[i].reading == reading)
			return;
	}
	if (w->cands < CANDIDATES)
		w->cand[w->cands++] = (struct cand){.reading = reading,
			.engine = engine_of(w->l, reading),
			.kind = kind_of(w->l, reading),
			.total = w->totals[reading],
			.prior = w->l->prior[reading],
			.beside = rare_beside(w->l, reading)};
}

#define LINE_CANDIDATES 3

/* Fills w->priced for a line, and lists the engines that are not too expensive beside one before
 * them; returns their number. The prior of an engine is that of each of its readings. */
static unsigned price_engines(const struct work *w, size_t i, struct priced list[ENGINES])
{
	const struct line_prices *line = &w->l->list[i];
	const unsigned *first = w->l->readings->first;
	uint64_t engines = line->engines & w->l->allowed;
	uint32_t least = UINT32_MAX;
	unsigned count = 0;

	while (engines != 0) {
		unsigned e = next_engine(&engines);
		unsigned best = first[e];
		uint32_t price = line->price[best];
		struct priced *one = &w->priced[i * ENGINES + e];

		/* PRICE_FAR marks engines that were left out; no line costs as much. */
		if (price == PRICE_FAR) {
			one->price = UINT32_MAX;
			continue;
		}
		for (unsigned r = best + 1; r < first[e + 1]; r++) {
			best = line->price[r] < price ? r : best;
			price = line->price[r] < price ? line->price[r] : price;
		}
		price += (uint32_t)(PRICE_BASE + w->l->prior[best]);
		*one = (struct priced){price, (uint16_t)best, (uint16_t)e};
		least = price < least ? price : least;
		list[count] = *one;
		count += price <= least + NEAR;
	}
	return count;
}

/* Adds the readings that explain a line best, one for each different text. */
static void add_of_line(struct work *w, size_t line_at)
{
	const struct line_prices *line = &w->l->list[line_at];
	struct priced list[ENGINES];
	unsigned count = price_engines(w, line_at, list);
	uint32_t least = UINT32_MAX;

	for (unsigned n = 0; n < LINE_CANDIDATES && count != 0; n++) {
		struct priced best = list[0];
		unsigned kept = 0;

		for (unsigned i = 1; i < count; i++)
			best = list[i].price < best.price ? list[i] : best;
		least = n == 0 ? best.price : least;
		/* Too expensive to be another explanation of this line. */
		if (best.price > least + NEAR)
			return;
		add_candidate(w, best.reading);
		for (unsigned i = 0; i < count; i++) {
			if (line->hash[list[i].engine] != line->hash[best.engine])
				list[kept++] = list[i];
		}
		count = kept;
	}
}

static void find_candidates(struct work *w)
{
	uint64_t price[ENGINES] = {0};

	for (unsigned e = 0; e < w->l->engines; e++)
		price[e] = (w->l->allowed >> e & 1) != 0 ? w->totals[w->best_of[e]] : UINT64_MAX;
	for (unsigned n = 0; n < CANDIDATES / 3; n++) {
		unsigned e = 0;

		for (unsigned i = 1; i < w->l->engines; i++)
			e = price[i] < price[e] ? i : e;
		if (price[e] >= PRICE_FAR) /* left out in some line, or not allowed */
			break;
		price[e] = UINT64_MAX;
		add_candidate(w, w->best_of[e]);
	}
	for (size_t i = 0; i < w->l->count; i++)
		add_of_line(w, i);
}

/* Fills forward; returns the lowest total, or more than most after stopping early. */
static uint64_t go_forward(struct work *w, const unsigned *states, unsigned count, uint64_t most)
{
	uint64_t base = states_price(w, states, count);
	uint64_t least = base;

	for (size_t i = 0; i < w->l->count; i++) {
		uint64_t *now = w->forward + i * STATES_MAX;
		uint64_t before = least;

		least = UINT64_MAX;
		for (unsigned s = 0; s < count; s++) {
			uint64_t stay = i == 0 ? base : now[(ptrdiff_t)s - STATES_MAX];
			uint64_t from = i == 0 ? base : before + w->change;

			now[s] = (stay < from ? stay : from) + w->l->list[i].price[states[s]];
			least = now[s] < least ? now[s] : least;
		}
		if (least > most)
			return least;
	}
	return least;
}

/* The states of the cheapest path, from forward. */
static void trace(const struct work *w, unsigned count, uint8_t *state)
{
	size_t i = w->l->count;
	unsigned at = 0;

	while (i-- > 0) {
		const uint64_t *now = w->forward + i * STATES_MAX;
		unsigned best = 0;

		for (unsigned s = 1; s < count; s++)
			best = now[s] < now[best] ? s : best;
		if (i + 1 == w->l->count || now[best] + w->change < now[at])
			at = best;
		state[i] = (uint8_t)at;
	}
}

static void go_backward(struct work *w, const unsigned *states, unsigned count)
{
	for (unsigned s = 0; s < count; s++)
		w->backward[(w->l->count - 1) * STATES_MAX + s] = 0;
	for (size_t i = w->l->count - 1; i-- > 0;) {
		const uint64_t *after = w->backward + (i + 1) * STATES_MAX;
		uint64_t least = UINT64_MAX;

		for (unsigned s = 0; s < count; s++) {
			uint64_t p = after[s] + w->l->list[i + 1].price[states[s]];

			least = p < least ? p : least;
		}
		for (unsigned s = 0; s < count; s++) {
			uint64_t stay = after[s] + w->l->list[i + 1].price[states[s]];
			uint64_t p = least + w->change;

			w->backward[i * STATES_MAX + s] = stay < p ? stay : p;
		}
	}
}

/* Computes how much more another of the states costs in a line that it reads differently. */
static void find_line_leads(struct work *w, const unsigned *states, unsigned count, uint64_t total)
{
	go_backward(w, states, count);
	for (size_t i = 0; i < w->l->count; i++) {
		const uint32_t *hash = w->l->list[i].hash;
		uint32_t own = hash[engine_of(w->l, states[w->state[i]])];
		uint64_t least = UINT64_MAX;

		for (unsigned s = 0; s < count; s++) {
			uint64_t p =
				w->forward[i * STATES_MAX + s] + w->backward[i * STATES_MAX + s];

			if (hash[engine_of(w->l, states[s])] != own && p < least)
				least = p;
		}
		least = least == UINT64_MAX ? UINT32_MAX : least > total ? least - total : 0;
		w->lead[i] = least > UINT32_MAX ? UINT32_MAX : (uint32_t)least;
	}
}

/* Sorts states by their number of lines; drops those without any. */
static void put_in_order(struct work *w, struct choice *c)
{
	size_t uses[STATES_MAX] = {0};
	unsigned order[STATES_MAX] = {0};
	unsigned kept = 0;
	unsigned states[STATES_MAX];
	uint8_t place[STATES_MAX] = {0};

	for (size_t i = 0; i < w->l->count; i++)
		uses[w->state[i]]++;
	for (unsigned s = 0; s < c->count; s++) {
		unsigned at = kept;

		if (uses[s] == 0)
			continue;
		for (; at > 0 && uses[order[at - 1]] < uses[s]; at--)
			order[at] = order[at - 1];
		order[at] = s;
		kept++;
	}
	for (unsigned k = 0; k < kept; k++) {
		states[k] = c->states[order[k]];
		place[order[k]] = (uint8_t)k;
	}
	memcpy(c->states, states, kept * sizeof(*states));
	c->count = kept;
	for (size_t i = 0; i < w->l->count; i++)
		w->state[i] = place[w->state[i]];
}

static void try_states(struct work *w, const unsigned *states, unsigned count, struct choice *c)
{
	uint64_t total = go_forward(w, states, count, c->total);

	if (total >= c->total)
		return;
	c->total = total;
	c->count = count;
	memcpy(c->states, states, count * sizeof(*states));
}

static void gather_prices(struct work *w)
{
	for (size_t i = 0; i < w->l->count; i++) {
		uint32_t least = UINT32_MAX;

		for (unsigned k = 0; k < w->cands; k++) {
			uint32_t price = w->l->list[i].price[w->cand[k].reading];

			least = price < least ? price : least;
		}
		w->least += least;
	}
	for (unsigned k = 0; k < w->cands; k++) {
		for (size_t i = 0; i < w->l->count; i++)
			w->prices[k * w->l->count + i] = w->l->list[i].price[w->cand[k].reading];
	}
}

/* states_price of the two. */
static uint64_t pair_price(const struct cand *a, const struct cand *b)
{
	int32_t price = PRICE_MORE + a->prior + b->prior;

	price += b->total < a->total ? a->beside : b->beside;
	return plus(0, price + pair_beside(a->kind, b->kind));
}

/* Whether two candidates together can cost less than limit. */
static bool pair_below(const struct work *w, unsigned a, unsigned b, uint64_t limit)
{
	const uint32_t *p = w->prices + a * w->l->count;
	const uint32_t *q = w->prices + b * w->l->count;
	uint64_t bound = pair_price(&w->cand[a], &w->cand[b]);
	uint32_t sum = 0; /* no overflow: LINES_MOST times PRICE_FAR fit */

	if (bound + w->least >= limit)
		return false;
	for (size_t i = 0; i < w->l->count; i++)
		sum += p[i] < q[i] ? p[i] : q[i];
	return bound + sum < limit;
}

static void try_pairs(struct work *w, struct choice *c)
{
	for (unsigned i = 0; i < w->cands; i++) {
		for (unsigned k = i + 1; k < w->cands; k++) {
			unsigned states[2] = {w->cand[i].reading, w->cand[k].reading};

			if (w->cand[i].engine != w->cand[k].engine && pair_below(w, i, k, c->total))
				try_states(w, states, 2, c);
		}
	}
}

static void try_more(struct work *w, struct choice *c)
{
	while (c->count >= 2 && c->count < STATES_MAX) {
		unsigned states[STATES_MAX];
		unsigned count = c->count;

		memcpy(states, c->states, count * sizeof(*states));
		for (unsigned i = 0; i < w->cands; i++) {
			states[count] = w->cand[i].reading;
			try_states(w, states, count + 1, c);
		}
		if (c->count == count)
			return;
	}
}

static bool differs(const struct work *w, const struct choice *c, const unsigned *states)
{
	for (size_t i = 0; i < w->l->count; i++) {
		const uint32_t *hash = w->l->list[i].hash;

		if (hash[engine_of(w->l, c->states[w->state[i]])] !=
			hash[engine_of(w->l, states[w->other[i]])])
			return true;
	}
	return false;
}

/* Notes an explanation that differs from the chosen one and is the closest so far. */
static void compare(struct work *w, const unsigned *states, unsigned count, struct choice *c)
{
	uint64_t most = c->total + (c->lead < NEAR ? c->lead : NEAR);
	uint64_t total = go_forward(w, states, count, most);
	uint64_t lead;

	if (total > most)
		return;
	trace(w, count, w->other);
	if (!differs(w, c, states))
		return;
	lead = total > c->total ? total - c->total : 0;
	if (lead >= c->lead)
		return;
	c->lead = lead;
	c->rival = (int)states[0];
	for (unsigned s = 0; s < count; s++) {
		bool own = false;

		for (unsigned k = 0; k < c->count; k++)
			own = own || engine_of(w->l, c->states[k]) == engine_of(w->l, states[s]);
		if (!own)
			c->rival = (int)states[s];
	}
}

static void compare_all(struct work *w, struct choice *c)
{
	for (unsigned i = 0; i < w->cands; i++) {
		unsigned states[STATES_MAX] = {w->cand[i].reading};

		compare(w, states, 1, c);
		for (unsigned k = i + 1; k < w->cands && w->l->count > 1; k++) {
			states[1] = w->cand[k].reading;
			if (pair_below(w, i, k, c->total + NEAR))
				compare(w, states, 2, c);
		}
		for (unsigned s = 0; s < c->count && c->count > 1; s++) {
			memcpy(states, c->states, c->count * sizeof(*states));
			states[s] = w->cand[i].reading;
			compare(w, states, c->count, c);
		}
	}
}

/* Compares with explanations that read one line in another encoding than all others. */
static void compare_line(const struct work *w, size_t i, unsigned own,
	const int32_t change[ENGINES], struct choice *c)
{
	const struct line_prices *line = &w->l->list[i];
	uint64_t engines = line->engines & w->l->allowed;
	uint32_t own_hash = line->hash[engine_of(w->l, own)];

	while (engines != 0) {
		unsigned e = next_engine(&engines);
		const struct priced *one = &w->priced[i * ENGINES + e];
		int64_t more;
		uint64_t lead;

		if (one->price == UINT32_MAX || line->hash[e] == own_hash)
			continue;
		/* It is judged where these bytes occur first, with its full price. */
		if (line->weak && line->price[one->reading] >= line->price[own])
			continue;
		more = (int64_t)one->price + change[e] - line->price[own];
		lead = more < 0 ? 0 : (uint64_t)more;
		if (lead >= c->line_lead)
			continue;
		c->line_lead = lead;
		if (lead < c->lead)
			c->rival = one->reading;
	}
}

/* Of each line its state in w->other, which is of chosen, has the language. */
static void compare_lines(const struct work *w, const unsigned *chosen, struct choice *c)
{
	enum kind own = kind_of(w->l, c->states[0]);
	int32_t change[ENGINES]; /* what it costs beyond w->priced */

	c->line_lead = UINT64_MAX;
	if (c->count != 1)
		return;
	for (unsigned e = 0; e < w->l->engines; e++) {
		unsigned r = w->l->readings->first[e];

		change[e] = rare_beside(w->l, r) + PRICE_MORE + (int32_t)w->change - PRICE_BASE +
			    (own == KIND_LATIN ? 0 : pair_beside(own, kind_of(w->l, r)));
	}
	for (size_t i = 0; i < w->l->count; i++)
		compare_line(w, i, chosen[w->other[i]], change, c);
}

static enum err_code work_open(struct work *w, const struct lines *l, struct err *err)
{
	size_t cells = l->count * STATES_MAX;

	*w = (struct work){.l = l};
	/* ... and of many lines one is unusual by chance. */
	w->change = PRICE_SWITCH + (uint64_t)log((double)(l->all > l->count ? l->all : l->count));
	w->forward =
		calloc(1, 2 * cells * sizeof(*w->forward) +
				  l->count * (sizeof(*w->lead) + CANDIDATES * sizeof(*w->prices) +
						     ENGINES * sizeof(*w->priced) + 2));
	if (w->forward == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	w->backward = w->forward + cells;
	w->lead = (uint32_t *)(void *)(w->backward + cells);
	w->prices = w->lead + l->count;
	w->priced = (struct priced *)(void *)(w->prices + CANDIDATES * l->count);
	w->state = (uint8_t *)(w->priced + ENGINES * l->count);
	w->other = w->state + l->count;
	return ERR_OK;
}

/* Drops the states of which all lines read the same in the main one: they are other languages of
 * it, not other encodings. The prices of their lines stay; w->other has the state of each. */
static void merge_states(struct work *w, struct choice *c)
{
	unsigned main = main_of(w, c->states, c->count);
	unsigned before = c->count;
	bool own[STATES_MAX] = {false}; /* has a line that the main one reads differently */

	memcpy(w->other, w->state, w->l->count);
	for (size_t i = 0; i < w->l->count; i++) {
		const uint32_t *hash = w->l->list[i].hash;
		unsigned s = w->state[i];

		own[s] = own[s] || hash[engine_of(w->l, c->states[s])] !=
					   hash[engine_of(w->l, c->states[main])];
	}
	for (size_t i = 0; i < w->l->count; i++)
		w->state[i] = (uint8_t)(own[w->state[i]] ? w->state[i] : main);
	put_in_order(w, c);
	c->merged = c->count < before;
	c->gain = c->merged && c->count == 1 ? w->totals[c->states[0]] - c->total : 0;
	if (c->count == 1)
		compare_languages(w->l, c);
}

static void settle_choice(struct work *w, bool leads, struct choice *c)
{
	unsigned chosen[STATES_MAX];

	(void)go_forward(w, c->states, c->count, UINT64_MAX);
	trace(w, c->count, w->state);
	put_in_order(w, c);
	c->total = go_forward(w, c->states, c->count, UINT64_MAX);
	c->bad = 0;
	c->lead = UINT64_MAX;
	c->rival = -1;
	if (c->count > 1)
		find_line_leads(w, c->states, c->count, c->total);
	for (size_t i = 0; i < w->l->count; i++) {
		c->bad += w->l->list[i].bad[engine_of(w->l, c->states[w->state[i]])];
		if (c->count > 1 && w->lead[i] < c->lead) {
			c->lead = w->lead[i];
			c->rival = (int)c->states[w->state[i] == 0 ? 1 : 0];
		}
	}
	if (!leads && c->count == 1)
		return;
	compare_all(w, c);
	memcpy(chosen, c->states, sizeof(chosen));
	merge_states(w, c);
	compare_lines(w, chosen, c);
}

/* Of one encoding for all lines, of which the cheapest is the first choice. */
static void find_totals(struct work *w, struct choice *out)
{
	const struct lines *l = w->l;

	totals_of(l, w->totals);
	for (unsigned e = 0; e < l->engines; e++) {
		unsigned best = l->readings->first[e];

		for (unsigned r = best; r < l->readings->first[e + 1]; r++) {
			w->totals[r] = plus(w->totals[r], l->prior[r]);
			best = w->totals[r] < w->totals[best] ? r : best;
		}
		w->best_of[e] = best;
		if ((l->allowed >> e & 1) != 0 && w->totals[best] < out->total) {
			out->total = w->totals[best];
			out->states[0] = best;
		}
	}
}

enum err_code choose(const struct lines *lines, bool leads, struct choice *out, struct err *err)
{
	struct work w;
	enum err_code rc = work_open(&w, lines, err);

	if (rc != ERR_OK)
		return rc;
	*out = (struct choice){.count = 1, .denied = -1, .total = UINT64_MAX};
	find_totals(&w, out);
	find_candidates(&w);
	gather_prices(&w);
	if (lines->count > 1) {
		try_pairs(&w, out);
		try_more(&w, out);
	}
	settle_choice(&w, leads, out);
	out->total = out->total > PRICE_BASE ? out->total - PRICE_BASE : 0;
	free(w.forward);
	return ERR_OK;
}

enum err_code assign_lines(const struct lines *lines, const unsigned *states, unsigned count,
	uint8_t *state, uint32_t *lead, struct err *err)
{
	struct work w;
	enum err_code rc = work_open(&w, lines, err);
	uint64_t total;

	if (rc != ERR_OK)
		return rc;
	total = go_forward(&w, states, count, UINT64_MAX);
	trace(&w, count, w.state);
	find_line_leads(&w, states, count, total);
	memcpy(state, w.state, lines->count);
	memcpy(lead, w.lead, lines->count * sizeof(*lead));
	free(w.forward);
	return ERR_OK;
}
