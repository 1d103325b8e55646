/* SPDX-License-Identifier: MIT */
/*
 * How certain a choice is: its lead over what else the bytes may be, and the candidates. Of a few
 * characters by themselves a lead says less than of words, how much less depends on what they are.
 */
#include <math.h>

#include "detect/detect_private.h"
#include "detect/model.h"

/* Prices of neighbouring characters are not independent, so leads count for half. */
static double belief_of(uint64_t lead)
{
	return exp(-(double)lead / 8);
}

/* The sum of all lines in each engine, with the cheapest language. */
static void price_all(const struct lines *lines, uint64_t totals[ENGINES], unsigned best[ENGINES])
{
	(void)engine_totals(lines, totals, best);
	for (unsigned e = 0; e < ENGINES; e++) {
		int64_t total = (int64_t)totals[e] + lines->prior[best[e]];

		totals[e] = total < 0 ? 0 : (uint64_t)total;
		if ((lines->allowed >> e & 1) == 0)
			totals[e] = PRICE_ANY;
	}
}

/* The cheapest engine whose text differs from those kept; clears the totals of those it skips.
 * ENGINES: none left. */
static unsigned next_candidate(const struct lines *lines, const unsigned *kept, unsigned count,
	const unsigned *best, uint64_t totals[ENGINES])
{
	for (;;) {
		bool same = false;
		unsigned e = 0;

		for (unsigned i = 1; i < ENGINES; i++)
			e = totals[i] < totals[e] ? i : e;
		if (totals[e] == PRICE_ANY)
			return ENGINES;
		for (unsigned k = 0; k < count && !same; k++)
			same = reads_same(lines, kept[k], best[e]);
		if (!same)
			return e;
		totals[e] = PRICE_ANY;
	}
}

/* Lists candidates with different texts, with their shares of belief. Returns the reading of the
 * second one; -1: there is none. */
static int fill_candidates(
	struct text_guess *out, const struct lines *lines, const struct choice *c)
{
	unsigned own = lines->readings->list[c->states[0]].engine;
	uint64_t totals[ENGINES];
	unsigned best[ENGINES];
	unsigned kept[TEXT_CAND_MAX];
	double weight[TEXT_CAND_MAX];
	uint64_t least = 0;
	double sum = 0;

	price_all(lines, totals, best);
	if (c->merged) { /* in several languages, which is cheaper than any alone */
		totals[own] = c->total;
		best[own] = c->states[0];
	}
	out->count = 0;
	while (out->count < TEXT_CAND_MAX) {
		unsigned e = next_candidate(lines, kept, out->count, best, totals);
		const struct reading *r;

		if (e == ENGINES)
			break;
		r = &lines->readings->list[best[e]];
		least = out->count == 0 ? totals[e] : least;
		kept[out->count] = best[e];
		weight[out->count] = belief_of(totals[e] - least);
		totals[e] = PRICE_ANY;
		sum += weight[out->count];
		out->cand[out->count++] =
			(struct text_cand){.enc = r->enc, .language = r->language};
		for (size_t i = 0; i < lines->count; i++)
			out->cand[out->count - 1].bad += lines->list[i].bad[e];
	}
	for (unsigned k = 0; k < out->count; k++)
		out->cand[k].permille = (unsigned)(weight[k] / sum * 1000);
	while (out->count > 1 && out->cand[out->count - 1].permille == 0)
		out->count--;
	return out->count > 1 ? (int)kept[1] : -1;
}

unsigned permille_of(uint64_t lead)
{
	return (unsigned)(1000 / (1 + belief_of(lead)));
}

static bool is_state(const struct lines *lines, const struct choice *c, int reading)
{
	for (unsigned s = 0; s < c->count; s++) {
		if (lines->readings->list[c->states[s]].enc == lines->readings->list[reading].enc)
			return true;
	}
	return false;
}

static void settle_mixed(struct text_guess *out, const struct lines *lines, const struct choice *c)
{
	out->verdict = TEXT_MIXED;
	out->mixed = c->count;
	out->count = 0;
	for (unsigned s = 0; s < c->count; s++) {
		const struct reading *r = &lines->readings->list[c->states[s]];

		out->cand[out->count++] = (struct text_cand){
			.enc = r->enc, .language = r->language, .permille = 1000 / c->count};
	}
	if (c->rival >= 0 && out->count < TEXT_CAND_MAX && !is_state(lines, c, c->rival))
		out->cand[out->count++] =
			(struct text_cand){.enc = lines->readings->list[c->rival].enc,
				.language = lines->readings->list[c->rival].language};
	out->enc = out->cand[0].enc;
}

#define NAME_RIVAL      900 /* with less certainty (permille) the second candidate is named */
#define SYMBOLS_PENALTY 4   /* subtracted from the lead of symbols without words */

/* The certainty of the first candidate with a lead reduced by the penalty; as much as others have.
 */
static unsigned lessened(const struct text_guess *out, unsigned penalty)
{
	double permille = out->cand[0].permille;
	unsigned least = 1000 / (out->count + 1);
	double left = permille / (permille + (1000 - permille) / belief_of(penalty)) * 1000;

	return left > least ? (unsigned)left : least;
}

/* Names the alternative as the second candidate. */
static void name_second(struct text_guess *out, const struct reading *r)
{
	struct text_cand second = {.enc = r->enc, .language = r->language};
	unsigned at = 1;

	if (out->cand[0].enc == r->enc)
		return;
	while (at < out->count && out->cand[at].enc != r->enc)
		at++;
	if (at < out->count)
		second = out->cand[at];
	else if (out->count < TEXT_CAND_MAX)
		out->count++;
	else
		at--;
	memmove(&out->cand[2], &out->cand[1], (at - 1) * sizeof(out->cand[0]));
	out->cand[1] = second;
}

/* The first two are equally likely. */
static void split_belief(struct text_guess *out)
{
	for (unsigned i = 0; i < out->count; i++)
		out->cand[i].permille = i < 2 ? 500 : 0;
}

#define TEXT_BY_CHANCE 28 /* per byte; even rare words in a multi-byte encoding cost less */

#define PAIR_BY_CHANCE 38
#define PAIRS_LEAST    8 /* bytes; fewer may be any symbols */

/* Whether all bytes over 7F stand two by two, or may be the first of two. */
static bool is_of_pairs(const struct line_prices *line, struct span in)
{
	size_t pos = line->off;
	size_t end = line->off + line->len;

	if (line->run != 2)
		return false;
	while (pos < end) {
		pos += text_ascii_len(span_of(in.ptr + pos, end - pos));
		if (pos < end && (end - pos < 2 || in.ptr[pos + 1] < 0x40))
			return false;
		pos += 2;
	}
	return true;
}

/* True for words of a multi-byte encoding that are so unusual that they may be chance, and for
 * pairs of one byte each, which may be lone characters of two. */
static bool is_text_by_chance(const struct lines *lines, struct span in, const struct choice *c)
{
	unsigned reading = c->states[0];
	unsigned engine = lines->readings->list[reading].engine;
	bool multi = engine <= MULTI_INFOS;
	uint64_t price = 0;
	uint64_t bytes = 0;

	for (size_t i = 0; engine != 0 && i < lines->count; i++) {
		const struct line_prices *line = &lines->list[i];

		if (multi ? !line->runs[engine] : !is_of_pairs(line, in))
			return false;
		price += line->weak ? 0 : line->price[reading];
		bytes += line->weak ? 0 : multi ? line->bytes[engine] : line->high;
	}
	return multi ? price > bytes * TEXT_BY_CHANCE
		     : bytes >= PAIRS_LEAST && price > bytes * PAIR_BY_CHANCE;
}

#define GAIN_SHARE  32  /* more than one part of so many: another language of whole lines, ... */
#define MERGED_MOST 996 /* ... which may be another encoding: this certainty draws a warning */

static bool is_certain(const struct choice *c, uint64_t lead, unsigned certainty)
{
	return lead >= LEAD_CERTAIN && c->bad == 0 && lead >= c->total / LEAD_SHARE &&
	       certainty > MERGED_MOST && c->gain <= c->total / GAIN_SHARE && !c->doubt;
}

#define ROW_LATIN 5
#define ROW_OTHER 10 /* a word of another alphabet may be dear, too */

/* Whether all lines are rows of letters: those of one alphabet are those of another elsewhere. */
static bool are_rows(const struct lines *lines, const struct reading *r)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_prices *line = &lines->list[i];

		if (line->row < ROW_LATIN || (!r->latin && line->run < ROW_OTHER) ||
			(line->alone != 0 && line->hash[line->alone] == line->hash[r->engine]))
			return false;
	}
	return true;
}

/* As most rows are. */
static bool is_latin_row(const struct lines *lines, unsigned reading)
{
	const struct reading *r = &lines->readings->list[reading];

	return r->latin && are_rows(lines, r);
}

/* Whether there are only pairs of bytes, which any two may be, and no Latin words. */
static bool are_pairs(const struct lines *lines, bool latin)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].run != 2 || (latin && lines->list[i].words))
			return false;
	}
	return true;
}

/* Whether some line has a word that begins with a capital and goes on in small letters, which those
 * of a row and a word in another encoding do not. */
static bool has_capitalized(const struct lines *lines, struct span in, const struct reading *r)
{
	const uint16_t *table = single_table(r->enc);

	for (size_t i = 0; i < lines->count; i++) {
		struct span line = span_of(in.ptr + lines->list[i].off, lines->list[i].len);
		size_t pos = text_ascii_len(line);

		if (pos == line.len || model_case(table[line.ptr[pos] & 0x7F]) != 2)
			continue;
		for (pos++; pos < line.len && line.ptr[pos] >= 0x80; pos++) {
			if (model_case(table[line.ptr[pos] & 0x7F]) != 1)
				break;
		}
		if (pos == line.len || line.ptr[pos] < 0x80)
			return true;
	}
	return false;
}

/* By how much the lead of such a reading is more than its share of right answers. */
#define CHANCE_ROW    60
#define CHANCE_PAIR   32
#define CHANCE_LETTER 16 /* letters that may be a character of two bytes */
#define CHANCE_BIG5   12 /* and one of another encoding of them */
#define CHANCE_CP949  8
#define CHANCE_GBK    4

static unsigned chance_of(const struct lines *lines, struct span in, unsigned reading, int second)
{
	const struct reading *list = lines->readings->list;
	const struct reading *r = &list[reading];
	bool several = second >= 0 && list[second].engine - 1u < MULTI_INFOS;

	if (!r->latin && r->engine > MULTI_INFOS && are_rows(lines, r))
		return has_capitalized(lines, in, r) ? 0 : CHANCE_ROW;
	if (r->engine > MULTI_INFOS && are_pairs(lines, r->latin))
		return CHANCE_PAIR;
	if (second < 0)
		return 0;
	switch (r->enc) {
	case TEXT_WINDOWS_1252:
		return several ? CHANCE_LETTER : 0;
	case TEXT_BIG5:
		return CHANCE_BIG5;
	case TEXT_CP949:
		return CHANCE_CP949;
	case TEXT_GB18030:
		return CHANCE_GBK;
	default:
		return 0;
	}
}

static uint64_t less(uint64_t lead, uint64_t penalty)
{
	return lead > penalty ? lead - penalty : 0;
}

/* A reading that the bytes leave as likely; -1: none. */
static int find_other(const struct lines *lines, struct span in, const struct choice *c)
{
	int other = find_alternative(lines, in, c->states[0]);

	if (other < 0 && c->count == 1)
		other = find_contradiction(lines, in, c->states[0]);
	return other < 0 ? c->denied : other;
}

/* Whether the languages of lines or the letters of a row may be those of another encoding. */
static bool draws_warning(const struct lines *lines, const struct choice *c)
{
	return c->merged || c->doubt || c->gain > c->total / GAIN_SHARE ||
	       is_latin_row(lines, c->states[0]);
}

void judge(
	struct text_guess *out, struct span in, const struct lines *lines, const struct choice *c)
{
	uint64_t penalty = has_words(lines) ? 0 : SYMBOLS_PENALTY;
	/* A preference, a declaration or the other files of the folder decide. */
	bool decided = lines->hint[c->states[0]] <= -HINT_SIBLING;
	int other = decided ? -1 : find_other(lines, in, c);
	uint64_t of_line = less(c->line_lead, LINE_PENALTY);
	int second = c->count == 1 ? fill_candidates(out, lines, c) : -1;
	uint64_t lead;

	if (c->count == 1 && !decided)
		penalty += chance_of(lines, in, c->states[0], second);
	lead = less(c->lead, penalty);
	if (other >= 0 || (!decided && is_text_by_chance(lines, in, c)))
		lead = 0;
	out->certainty = permille_of(lead < of_line ? lead : of_line);
	if (c->count > 1) {
		settle_mixed(out, lines, c);
		return;
	}
	if (other >= 0) {
		name_second(out, &lines->readings->list[other]);
		split_belief(out);
	} else if (lessened(out, (unsigned)penalty) < out->certainty) {
		out->certainty = lessened(out, (unsigned)penalty);
	}
	out->enc = out->cand[0].enc;
	if (lead < LEAD_LIKELY || of_line < LEAD_LIKELY)
		out->verdict = TEXT_AMBIGUOUS;
	else
		out->verdict = is_certain(c, lead, out->certainty) ? TEXT_CERTAIN : TEXT_LIKELY;
	if (out->verdict == TEXT_LIKELY && out->certainty > MERGED_MOST && draws_warning(lines, c))
		out->certainty = MERGED_MOST;
	if (out->count == 1 && c->rival >= 0 && out->certainty < NAME_RIVAL)
		out->cand[out->count++] =
			(struct text_cand){.enc = lines->readings->list[c->rival].enc};
}
