/* SPDX-License-Identifier: MIT */
/*
 * Prices in the single-byte encodings, from the table of byte pairs, so that the size of the input
 * hardly matters. Judged are pairs with a byte over 7F: ASCII tells nothing about the encoding.
 * Most encodings end at a bound from their bytes alone; of the others languages are priced until
 * they are too dear.
 */
#include "detect_single.h"

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

/* So many counts, of prices below 256, add up in 16 bits. */
#define BOUND_SUM 200

static void flush(struct single_work *w, uint16_t sums[SINGLE_LANES])
{
	for (unsigned e = 0; e < SINGLE_LANES; e++)
		w->bounds[e] += sums[e];
	memset(sums, 0, SINGLE_LANES * sizeof(*sums));
}

static void sum_bounds(struct single_work *w)
{
	uint16_t sums[SINGLE_LANES] = {0};
	uint64_t total = 0;

	for (size_t i = 0; i < w->pairs->ends[PAIR_ENTRY]; i++) {
		const struct byte_pair *p = &w->pairs->pairs[i];
		uint16_t count = (uint16_t)(p->count < BOUND_SUM ? p->count : BOUND_SUM);
		enum place place = p->a >= 0x80            ? BEHIND_HIGH
				   : is_ascii_letter(p->a) ? BEHIND_LETTER
							   : BEHIND_OTHER;
		const uint16_t *row;

		if (p->b < 0x80)
			continue;
		if (total + count > BOUND_SUM) {
			flush(w, sums);
			total = 0;
		}
		total += count;
		row = w->t->least[place][p->b & 0x7F];
		for (unsigned e = 0; e < SINGLE_LANES; e++)
			sums[e] = (uint16_t)(sums[e] + count * row[e]);
	}
	flush(w, sums);
}

/* What a pair costs in every language of an encoding. */
static unsigned price_alike(const struct single_tables *t, unsigned e, unsigned a, unsigned b)
{
	return model_case_cost(t->cased[e][a], t->cased[e][b]) + t->within[e][b];
}

/* A pair of the kinds that do not cost the sum of their parts. */
static unsigned price_special(
	const struct single_tables *t, unsigned e, unsigned r, unsigned a, unsigned b)
{
	const uint8_t *symbols = t->symbols[r];
	unsigned first = symbols[a];
	unsigned price = model_pair(&model_languages[t->languages[r]], first, symbols[b]) +
			 model_same_extra(symbols[b]) + price_alike(t, e, a, b);

	/* Lines are drawn of one symbol; no word is written of one letter. */
	if (a == b && first < SYM_LETTER && first != SYM_INVALID)
		return price < 1 ? price : 1;
	if (price > PRICE_APOSTROPHE && ((b == t->apostrophe[e] && is_ascii_letter(a)) ||
						(a == t->apostrophe[e] && is_ascii_letter(b))))
		return PRICE_APOSTROPHE;
	return price;
}

static uint64_t price_specials(const struct single_work *w, unsigned e, unsigned r, size_t from,
	uint64_t price, uint64_t limit)
{
	for (size_t i = from; i < w->pairs->count && price < limit; i++) {
		const struct byte_pair *p = &w->pairs->pairs[i];

		price += (uint64_t)p->count * price_special(w->t, e, r, p->a, p->b);
	}
	return price;
}

/* On top of price, which holds what all languages pay, until limit. */
static uint64_t price_reading(
	const struct single_work *w, unsigned e, unsigned r, uint64_t price, uint64_t limit)
{
	const struct model_language *lang = &model_languages[w->t->languages[r]];
	const uint8_t *symbols = w->t->symbols[r];
	const struct byte_pair *p = w->pairs->pairs;
	const struct byte_pair *end = p + w->pairs->ends[PAIR_EXIT];

	for (; p != end && price < limit; p++) {
		unsigned symbol = symbols[p->b];

		price += (uint64_t)p->count *
			 (model_pair_high(lang, symbols[p->a], symbol) + model_same_extra(symbol));
	}
	end = w->pairs->pairs + w->pairs->ends[PAIR_ENTRY];
	for (; p != end && price < limit; p++) {
		unsigned symbol = symbols[p->b];

		price += (uint64_t)p->count *
			 (model_pair_entry(lang, symbols[p->a], symbol) + model_same_extra(symbol));
	}
	if (w->pairs->ends[PAIR_DOUBLE] == w->pairs->ends[PAIR_ENTRY])
		return price;
	return price_specials(w, e, r, w->pairs->ends[PAIR_ENTRY], price, limit);
}

static uint64_t count_bad_single(enum text_enc enc, const struct byte_pairs *pairs)
{
	const uint16_t *table = single_table(enc);
	uint64_t bad = 0;
	bool any = false;

	for (unsigned i = 0; i < pairs->high.count; i++)
		any = any || table[pairs->high.bytes[i] - 0x80u] == 0;
	for (size_t i = 0; any && i < pairs->count; i++) {
		unsigned b = pairs->pairs[i].b;

		if (b >= 0x80 && table[b - 0x80] == 0)
			bad += pairs->pairs[i].count;
	}
	return bad;
}

static bool has_byte(const struct byte_pairs *pairs, unsigned byte)
{
	for (unsigned i = 0; byte != 0 && i < pairs->high.count; i++) {
		if (pairs->high.bytes[i] == byte)
			return true;
	}
	return false;
}

/* Price in the best of its languages; those over limit are not priced to the end. */
static void price_encoding(struct single_work *w, unsigned e, uint64_t limit, struct score *best)
{
	const struct byte_pairs *pairs = w->pairs;
	bool special = has_byte(pairs, w->t->apostrophe[e]);
	uint64_t alike = 0;

	for (size_t i = 0; !special && i < pairs->ends[PAIR_ENTRY] && alike < limit; i++)
		alike += (uint64_t)pairs->pairs[i].count *
			 price_alike(w->t, e, pairs->pairs[i].a, pairs->pairs[i].b);
	*best = (struct score){.enc = single_infos[e].enc, .price = limit};
	for (unsigned r = w->t->first[e]; r < w->t->first[e + 1] && alike < best->price; r++) {
		uint64_t price = special ? price_specials(w, e, r, 0, 0, best->price)
					 : price_reading(w, e, r, alike, best->price);

		if (price < best->price) {
			best->price = price;
			best->language = model_languages[w->t->languages[r]].name;
		}
	}
	best->bad = count_bad_single(best->enc, pairs);
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
	size_t best = 0;

	if (one->price >= give_up_at(s) || s->count == SCORE_MAX)
		return;
	for (size_t i = 1; i < s->count; i++) {
		if (s->list[i].price < s->list[best].price)
			best = i;
	}
	if (s->count == 0) {
		s->best = one->price;
	} else if (one->price < s->best) {
		if (!same_single(one->enc, s->list[best].enc, &s->high))
			s->second = s->best;
		s->best = one->price;
	} else if (one->price < s->second && !same_single(one->enc, s->list[best].enc, &s->high)) {
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
	for (unsigned e = 0; e < SINGLE_INFOS; e++)
		score_single(w, e, out);
}
