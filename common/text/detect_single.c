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

bool same_single(enum text_enc a, enum text_enc b, const struct byte_pairs *pairs)
{
	const uint16_t *x;
	const uint16_t *y;

	if (a == b)
		return true;
	if (a < TEXT_SINGLE_FIRST || b < TEXT_SINGLE_FIRST)
		return false;
	x = single_table(a);
	y = single_table(b);
	for (unsigned i = 0; i < pairs->list_count; i++) {
		if (x[pairs->list[i] - 0x80u] != y[pairs->list[i] - 0x80u])
			return false;
	}
	return true;
}

/* One input in all encodings. */
struct work {
	const struct single_tables *t;
	const struct byte_pairs *pairs;
	uint64_t bounds[SINGLE_LANES];
	struct score done[SINGLE_INFOS]; /* prices without priors */
	bool priced[SINGLE_INFOS];
};

/* So many counts, of prices below 256, add up in 16 bits. */
#define BOUND_SUM 200

static void flush(struct work *w, uint16_t sums[SINGLE_LANES])
{
	for (unsigned e = 0; e < SINGLE_LANES; e++)
		w->bounds[e] += sums[e];
	memset(sums, 0, SINGLE_LANES * sizeof(*sums));
}

static void sum_bounds(struct work *w)
{
	uint16_t sums[SINGLE_LANES] = {0};
	uint64_t total = 0;

	for (size_t i = 0; i < w->pairs->doubles; i++) {
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

static uint64_t price_specials(
	const struct work *w, unsigned e, unsigned r, size_t from, uint64_t price, uint64_t limit)
{
	for (size_t i = from; i < w->pairs->count && price < limit; i++) {
		const struct byte_pair *p = &w->pairs->pairs[i];

		price += p->count * price_special(w->t, e, r, p->a, p->b);
	}
	return price;
}

/* On top of price, which holds what all languages pay, until limit. */
static uint64_t price_reading(
	const struct work *w, unsigned e, unsigned r, uint64_t price, uint64_t limit)
{
	const struct model_language *lang = &model_languages[w->t->languages[r]];
	const uint8_t *symbols = w->t->symbols[r];
	const struct byte_pair *p = w->pairs->pairs;
	const struct byte_pair *end = p + w->pairs->doubles;

	for (; p != end && price < limit; p++) {
		unsigned symbol = symbols[p->b];

		price += p->count *
			 (model_pair(lang, symbols[p->a], symbol) + model_same_extra(symbol));
	}
	return price_specials(w, e, r, w->pairs->doubles, price, limit);
}

static uint64_t count_bad_single(enum text_enc enc, const struct byte_pairs *pairs)
{
	const uint16_t *table = single_table(enc);
	uint64_t bad = 0;
	bool any = false;

	for (unsigned i = 0; i < pairs->list_count; i++)
		any = any || table[pairs->list[i] - 0x80u] == 0;
	for (size_t i = 0; any && i < pairs->count; i++) {
		unsigned b = pairs->pairs[i].b;

		if (b >= 0x80 && table[b - 0x80] == 0)
			bad += pairs->pairs[i].count;
	}
	return bad;
}

static bool has_byte(const struct byte_pairs *pairs, unsigned byte)
{
	for (unsigned i = 0; byte != 0 && i < pairs->list_count; i++) {
		if (pairs->list[i] == byte)
			return true;
	}
	return false;
}

/* Price in the best of its languages; those over limit are not priced to the end. */
static void price_encoding(struct work *w, unsigned e, uint64_t limit, struct score *best)
{
	const struct byte_pairs *pairs = w->pairs;
	bool special = has_byte(pairs, w->t->apostrophe[e]);
	uint64_t alike = 0;

	for (size_t i = 0; !special && i < pairs->doubles && alike < limit; i++)
		alike += pairs->pairs[i].count *
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
static const struct score *find_same(const struct work *w, unsigned e)
{
	uint64_t languages = single_infos[e].languages;

	for (unsigned k = e; k-- > 0 && (languages & single_infos[k].languages) != 0;) {
		if (w->priced[k] && (languages & ~single_infos[k].languages) == 0 &&
			same_single(single_infos[e].enc, single_infos[k].enc, w->pairs))
			return &w->done[k];
	}
	return NULL;
}

static void score_single(struct work *w, unsigned e, struct scores *out)
{
	unsigned prior = single_infos[e].prior;
	uint64_t limit = give_up_at(out->best, out->margin);
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

void score_singles(
	const struct single_tables *t, const struct byte_pairs *pairs, struct scores *out)
{
	struct work w = {.t = t, .pairs = pairs};
	unsigned first = 0;

	sum_bounds(&w);
	for (unsigned e = 1; e < SINGLE_INFOS; e++) {
		if (w.bounds[e] < w.bounds[first])
			first = e;
	}
	score_single(&w, first, out); /* a good price ends the others early */
	for (unsigned e = 0; e < SINGLE_INFOS; e++)
		score_single(&w, e, out);
}
