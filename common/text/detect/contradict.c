/* SPDX-License-Identifier: MIT */
/*
 * Lines of a text in one encoding that may be in another one: by their price they are in another
 * language than the text, or have other letters, "Modalit\x85" of a DOS code page among Russian.
 */
#include "detect/detect_private.h"

/* So much less a line costs in another encoding of Latin letters that this draws a warning, ... */
#define CONTRADICTS  16
#define DENIES_LATIN 40 /* ... or is as likely, in a text of Latin letters ... */
/* ... or of another alphabet, by how usual its only character is, ... */
static const uint8_t denies_other[] = {[USUAL_NOT] = 8,
	[USUAL_HALF] = 16,
	[USUAL] = 30,
	[USUAL_QUOTED] = 30,
	[USUAL_SURE] = 30,
	[USUAL_MONEY] = 30};
/* ... and by one part of so many of the text's price more: of many lines one is so by chance. */
#define LINE_SHARE 8192

/* Whether the engine does not read a line as the other one does, and has letters in its words, a
 * usual symbol or a word of one letter. */
static bool reads_otherwise(const struct line_prices *line, unsigned engine, unsigned other)
{
	return line->hash[engine] != line->hash[other] &&
	       (line->letters[engine] || line->usual[engine] == USUAL);
}

/* The reading of Latin letters in which a line costs least; -1: none. Of these engines, bits, those
 * that read it otherwise than the other one (-1: all). */
static int cheapest_of(
	const struct lines *l, const struct line_prices *line, uint64_t engines, int other)
{
	const struct reading_list *list = l->readings;
	int least = -1;

	engines &= line->engines & l->allowed;
	while (engines != 0) {
		unsigned e = next_engine(&engines);

		if (!list->list[list->first[e]].latin ||
			(other >= 0 && !reads_otherwise(line, e, (unsigned)other)))
			continue;
		for (unsigned r = list->first[e]; r < list->first[e + 1]; r++) {
			if (least < 0 || line->price[r] < line->price[least])
				least = (int)r;
		}
	}
	return least;
}

/* Whether a line of least so much costs less as other letters, and how. */
static void compare_letters(
	const struct lines *l, const struct line_prices *line, uint32_t least, struct choice *c)
{
	const struct reading *own = &l->readings->list[c->states[0]];
	int other = cheapest_of(l, line, SINGLE_ENGINES, own->engine);
	uint32_t price = other < 0 ? PRICE_FAR : line->price[other];
	/* Russian has words of one letter. */
	enum usual usual = line->lone_letter[own->engine] ? USUAL : line->usual[own->engine];
	uint32_t denies = own->latin       ? DENIES_LATIN
			  : line->high > 1 ? CONTRADICTS
					   : denies_other[usual];

	c->doubt = c->doubt || price + CONTRADICTS <= least ||
		   (own->enc == TEXT_WINDOWS_1254 && price <= least);
	if (price + denies + c->total / LINE_SHARE <= least)
		c->denied = other;
}

/* By how much less than in the language of the reading lines cost in another one of its encoding,
 * or, as that of Turkish has no other, in any of Latin letters; of those that are in another one by
 * the price: they may also be in another encoding. */
void compare_languages(const struct lines *l, struct choice *c)
{
	const struct reading *own = &l->readings->list[c->states[0]];
	bool turkish = own->enc == TEXT_WINDOWS_1254;
	uint64_t engines = turkish ? SINGLE_ENGINES : 1ull << own->engine;

	if (own->engine <= MULTI_INFOS || l->count == 1)
		return;
	for (size_t i = 0; i < l->count; i++) {
		const struct line_prices *line = &l->list[i];
		uint32_t price = line->price[c->states[0]];
		int least = own->latin ? cheapest_of(l, line, engines, -1) : -1;

		if (line->weak || (!own->latin && line->run != 1)) /* a word, by chance */
			continue;
		if (least >= 0 && price >= line->price[least] + OTHER_LANGUAGE)
			c->gain += price - line->price[least];
		compare_letters(l, line, turkish || least < 0 ? price : line->price[least], c);
	}
}
