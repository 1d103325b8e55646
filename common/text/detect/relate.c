/* SPDX-License-Identifier: MIT */
/*
 * Lines of a text are not independent. Repeated bytes are not new evidence: authors repeat
 * themselves. And a lone Chinese character, which is expensive in a text of an unknown language, is
 * usual in a Chinese one.
 */
#include <stdlib.h>

#include "detect/detect_private.h"

#define SAME_FULL  2    /* lines with the same bytes over 7F that count in full */
#define SAME_SLOTS 1024 /* a power of two, over twice the number of priced lines */

static void weaken(struct line_prices *line, unsigned readings)
{
	line->weak = true;
	for (unsigned r = 0; r < readings; r++)
		line->price[r] /= SAME_SHARE;
}

static void weaken_repeated(struct lines *lines, size_t from)
{
	uint32_t hashes[SAME_SLOTS];
	uint8_t counts[SAME_SLOTS] = {0};

	for (size_t i = 0; i < lines->count && i < SAME_SLOTS / 2; i++) {
		struct line_prices *line = &lines->list[i];
		unsigned slot = line->high_hash % SAME_SLOTS;

		while (counts[slot] != 0 && hashes[slot] != line->high_hash)
			slot = (slot + 1) % SAME_SLOTS;
		hashes[slot] = line->high_hash;
		if (counts[slot] < SAME_FULL)
			counts[slot]++;
		else if (i >= from)
			weaken(line, readings_priced(lines));
	}
}

#define AGAIN_LEAST 6 /* bytes; fewer are words such as "mama" */

/* What a line repeats over and over says as much as it does once. */
static void weaken_repeats(struct lines *lines, size_t from)
{
	for (size_t i = from; i < lines->count; i++) {
		struct line_prices *line = &lines->list[i];
		unsigned fresh = line->high - line->again;

		if (line->again < AGAIN_LEAST || line->again < fresh)
			continue;
		for (unsigned r = 0; r < readings_priced(lines); r++) {
			line->price[r] = (uint32_t)((uint64_t)line->price[r] * fresh / line->high);
			line->lone[r] = (uint32_t)((uint64_t)line->lone[r] * fresh / line->high);
		}
		line->high = fresh;
		line->again = 0;
	}
}

static bool is_multi(unsigned engine)
{
	return engine >= 1 && engine <= MULTI_INFOS;
}

/* Whether the line has words in this engine, as far as it is one of another script. */
static bool has_words_in(const struct line_prices *line, unsigned engine)
{
	return is_multi(engine) ? line->runs[engine] : line->run > 1;
}

/* Encodings in which some line is clearly text; bits by engine. */
static uint64_t established(const struct lines *lines)
{
	const struct reading_list *list = lines->readings;
	uint64_t found = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const struct line_prices *line = &lines->list[i];
		uint32_t least = 0; /* not asked yet; no price is 0 */

		for (unsigned e = 1; e <= MULTI_INFOS; e++) {
			if (!line->runs[e])
				continue;
			least = least == 0 ? least_price(list, line, line->engines) : least;
			if (least_price(list, line, 1ull << e) == least)
				found |= 1ull << e;
		}
	}
	return found;
}

#define MAIN_LINES 2 /* lines with words, in a text of a script */

/* The encoding that explains the lines with words best, if there are enough; 0: none, or UTF-8. */
static unsigned main_engine(const struct lines *lines)
{
	uint32_t totals[READINGS];
	unsigned priced = readings_priced(lines);
	unsigned best = 0;
	unsigned with_words = 0;
	unsigned engine;

	sum_prices(lines, true, totals);
	for (unsigned r = 1; r < priced; r++)
		best = totals[r] < totals[best] ? r : best;
	engine = lines->readings->list[best].engine;
	for (size_t i = 0; i < lines->count; i++)
		with_words += has_words_in(&lines->list[i], engine);
	return with_words >= MAIN_LINES ? engine : 0;
}

static void ease(struct lines *lines, size_t from, unsigned own)
{
	const unsigned *first = lines->readings->first;
	uint64_t found = established(lines);

	if (!is_multi(own)) /* lower prices apply only in a text of that script */
		found |= 1ull << own;
	for (unsigned e = 1; e < ENGINES; e++) {
		if ((found >> e & 1) == 0)
			continue;
		for (size_t i = from; i < lines->count; i++) {
			struct line_prices *line = &lines->list[i];

			for (unsigned r = first[e]; r < first[e + 1]; r++)
				line->price[r] -= line->lone[r];
		}
	}
}

void ease_lone(struct lines *lines, size_t from)
{
	ease(lines, from, main_engine(lines));
}

static void raise_to(struct line_prices *line, unsigned from, unsigned to, uint32_t least)
{
	for (unsigned r = from; r < to; r++)
		line->price[r] = line->price[r] < least ? least : line->price[r];
}

#define LINE_BY_CHANCE 24 /* per byte; a line in a multi-byte encoding costs less */

/* True when the line may be text in such an encoding by chance only. */
static bool is_line_by_chance(
	const struct lines *lines, const struct line_prices *line, unsigned engine)
{
	return is_multi(engine) && least_price(lines->readings, line, 1ull << engine) >
					   line->bytes[engine] * LINE_BY_CHANCE;
}

/* A form of a text in another alphabet, each letter of which is a symbol elsewhere. */
static bool is_form(const struct lines *lines, const struct line_prices *line, unsigned own)
{
	return line->form && !is_multi(own) && line->letters[own] &&
	       !lines->readings->list[lines->readings->first[own]].latin;
}

/* Of a Latin encoding, "Gr\x94\xE1e" of a DOS code page: the letters within words of ASCII, as its
 * prices say. */
static bool has_other_letters(
	const struct reading_list *list, const struct line_prices *line, unsigned e)
{
	return list->list[list->first[e]].latin && (line->letters[e] || line->usual[e] == USUAL);
}

/* Whether a text in this encoding has its characters by themselves, as in "%s 或 %s": in others
 * they are two letters or symbols in a row, of which hardly any text has only these in a line. */
static bool is_usual_lone(const struct line_prices *line, unsigned own)
{
	return is_multi(own) && line->usual_lone[own];
}

#define USUAL_LONE 4 /* so much less they cost there */

/*
 * In a text with words, a line of single characters is evidence only of the symbols of western
 * texts, which occur in any text, and not of another encoding of such a script.
 */
static bool is_no_evidence(
	const struct lines *lines, const struct line_prices *line, unsigned own, unsigned e)
{
	const struct reading_list *list = lines->readings;
	bool western = list->list[list->first[e]].enc == TEXT_WINDOWS_1252;

	if (is_form(lines, line, own))
		return true;
	if (is_multi(own) && !is_multi(e) && line->high == 1 && line->behind &&
		line->usual[e] == USUAL_NOT && !line->letters[e])
		return true; /* "Author" and a colon of Big5 */
	if (is_usual_lone(line, own) && list->list[list->first[e]].latin)
		return true;
	if (is_multi(own) ? !is_multi(e) : western)
		return false;
	if (has_other_letters(list, line, e))
		return false;
	return !has_words_in(line, e) || (!is_multi(own) && is_line_by_chance(lines, line, e));
}

static void penalize_wordless(struct lines *lines, size_t from, unsigned own)
{
	const unsigned *first = lines->readings->first;

	for (size_t i = from; own != 0 && i < lines->count; i++) {
		struct line_prices *line = &lines->list[i];
		uint32_t least = least_price(lines->readings, line, 1ull << own);
		uint64_t engines = line->bad[own] == 0 ? line->engines & ~1ull : 0;

		least += is_usual_lone(line, own) ? USUAL_LONE : 0;
		while (engines != 0) {
			unsigned e = next_engine(&engines);

			if (e != own && is_no_evidence(lines, line, own, e))
				raise_to(line, first[e], first[e + 1], least);
		}
	}
}

#define ALIKE_SHARE 4

/* The reading of windows-1252 that explains all lines best. */
static unsigned usual_reading(const struct lines *lines)
{
	const struct reading_list *list = lines->readings;
	unsigned best = list->first[1 + MULTI_INFOS];
	uint64_t least = UINT64_MAX;

	for (unsigned r = best; r < list->first[2 + MULTI_INFOS]; r++) {
		uint64_t total = total_of(lines, r);

		best = total < least ? r : best;
		least = total < least ? total : least;
	}
	return best;
}

/* Engines that read some line differently; bits. */
static uint64_t differing(const struct lines *lines, unsigned engine)
{
	uint32_t differ[ENGINES] = {0};
	uint64_t found = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const uint32_t *hash = lines->list[i].hash;

		for (unsigned e = 0; e < ENGINES; e++) /* in vectors */
			differ[e] |= hash[e] ^ hash[engine];
	}
	for (unsigned e = 0; e < ENGINES; e++)
		found |= (uint64_t)(differ[e] != 0) << e;
	return found;
}

static void draw_near(struct line_prices *line, unsigned from, unsigned to, uint32_t least)
{
	for (unsigned r = from; r < to; r++) {
		if (line->price[r] > least)
			line->price[r] = least + (line->price[r] - least) / ALIKE_SHARE;
	}
}

/*
 * A line that reads the same in windows-1252 is little evidence for other lines: a list has names
 * from everywhere, and an encoding is used for more than its languages.
 */
static void level_alike(struct lines *lines, size_t from)
{
	const struct reading_list *list = lines->readings;
	unsigned usual = usual_reading(lines);
	unsigned engine = list->list[usual].engine;
	uint64_t others = differing(lines, engine);

	for (size_t i = from; lines->count > 1 && i < lines->count; i++) {
		struct line_prices *line = &lines->list[i];
		uint64_t engines = line->engines & others & ~SEVERAL_BYTES;

		while (engines != 0) {
			unsigned e = next_engine(&engines);

			if (line->hash[e] == line->hash[engine])
				draw_near(line, list->first[e], list->first[e + 1],
					line->price[usual]);
		}
	}
}

/* The lead over a hinted encoding that refutes the hint, and its share of the price. */
#define REFUTED_LEAD  120
#define REFUTED_SHARE 6

static bool is_hinted(const struct lines *lines)
{
	int32_t all = 0; /* its sign is set where one of them has it */

	for (unsigned r = 0; r < READINGS; r++)
		all |= lines->hint[r];
	return all < 0;
}

/*
 * A hint is about the whole text. Where that is plainly in another encoding, a catalogue that names
 * UTF-8 but was converted to GBK for example, it is no reason to read a single line as hinted.
 */
static void drop_refuted(struct lines *lines)
{
	const unsigned *first = lines->readings->first;
	unsigned best[ENGINES];
	uint64_t totals[ENGINES];
	uint64_t least;

	if (!is_hinted(lines))
		return;
	least = engine_totals(lines, totals, best);
	for (unsigned e = 0; e < ENGINES; e++) {
		if (lines->hint[first[e]] >= 0 ||
			totals[e] < least + least / REFUTED_SHARE + REFUTED_LEAD)
			continue;
		for (unsigned r = first[e]; r < first[e + 1]; r++) {
			lines->prior[r] -= lines->hint[r];
			lines->hint[r] = 0;
		}
	}
}

void relate_lines(struct lines *lines, size_t from)
{
	unsigned own = main_engine(lines);

	if (lines->engines == ENGINES)
		level_alike(lines, from);
	penalize_wordless(lines, from, own);
	ease(lines, from, own);
	weaken_repeats(lines, from);
	weaken_repeated(lines, from);
	drop_refuted(lines);
}

/* The first lines with different bytes over 7F, of which there are so many; over most: more. */
static size_t first_of_kinds(const struct lines *lines, size_t *first, size_t most)
{
	size_t kinds = 0;

	for (size_t i = 0; i < lines->count && kinds <= most; i++) {
		size_t k = 0;

		while (k < kinds && lines->list[first[k]].high_hash != lines->list[i].high_hash)
			k++;
		if (k == kinds && kinds < most)
			first[k] = i;
		kinds += k == kinds;
	}
	return kinds;
}

void drop_repeats(struct lines *lines)
{
	size_t first;

	if (first_of_kinds(lines, &first, 1) == 1)
		lines->count = 1;
}

#define FEW_KINDS 3 /* of lines; more are evidence, however often they are there */

/* The lead of these lines, once, that leaves no doubt, and its share of the price. */
#define ONCE_LEAD  120
#define ONCE_SHARE 6
#define ONE_PLAIN  60 /* with a lower lead, which is too high for one line, ... */
#define ONE_WARNED 45 /* ... this one applies, which draws a warning */

enum err_code doubt_repeats(const struct lines *lines, struct choice *c, struct err *err)
{
	size_t first[FEW_KINDS];
	struct lines few = *lines;
	struct choice once;
	enum err_code rc;

	few.count = first_of_kinds(lines, first, FEW_KINDS);
	if (c->count > 1 || few.count == lines->count || few.count > FEW_KINDS)
		return ERR_OK;
	few.list = calloc(few.count, sizeof(*few.list));
	if (few.list == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (size_t i = 0; i < few.count; i++)
		few.list[i] = lines->list[first[i]];
	rc = choose(&few, true, &once, err);
	free(few.list);
	if (rc != ERR_OK)
		return rc;
	if (once.lead >= ONCE_LEAD && once.lead >= once.total / ONCE_SHARE)
		return ERR_OK;
	if (few.count == 1 && once.lead > ONE_WARNED && once.lead < ONE_PLAIN)
		once.lead = ONE_WARNED;
	if (once.lead < c->lead) {
		c->rival = once.rival;
		c->lead = once.lead;
	}
	return ERR_OK;
}
