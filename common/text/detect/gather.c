/* SPDX-License-Identifier: MIT */
/*
 * The lines of a text that are priced: all that are not ASCII, or of many some. The first are
 * priced in all encodings, the others only in those that the first leave plausible, unless they are
 * odd.
 */
#include <stdlib.h>

#include "detect/detect_private.h"

#define FULL_LINES                                                                                 \
	4             /* after these the encodings that are far from all of them are left out ...  \
		       */
#define FAR_SLACK 300 /* ... which cost half as much again as the best, and so much */

/* The price of the cheapest language of each engine. */
static void engine_totals(const struct lines *lines, uint64_t totals[ENGINES])
{
	uint64_t sums[READINGS];

	totals_of(lines, sums);
	for (unsigned e = 0; e < ENGINES; e++) {
		totals[e] = UINT64_MAX;
		for (unsigned r = lines->readings->first[e]; r < lines->readings->first[e + 1]; r++)
			totals[e] = sums[r] < totals[e] ? sums[r] : totals[e];
	}
}

#define PRIOR_USUAL 30 /* of the encodings of several bytes that are not left out */

/* UTF-8 and those of several bytes are always tried, and what is most often found beside them. */
static bool is_always_tried(const struct reading_list *list, unsigned engine)
{
	const struct reading *r = &list->list[list->first[engine]];

	return (engine <= MULTI_INFOS && r->prior < PRIOR_USUAL) || r->enc == TEXT_WINDOWS_1252 ||
	       r->enc == TEXT_WINDOWS_1251;
}

static void find_plausible(struct gather *g)
{
	uint64_t totals[ENGINES];
	uint64_t least = UINT64_MAX;
	uint64_t high = 0;

	engine_totals(&g->lines, totals);
	for (unsigned e = 0; e < ENGINES; e++)
		least = totals[e] < least ? totals[e] : least;
	g->engines = 0;
	for (unsigned e = 0; e < ENGINES; e++) {
		if (is_always_tried(g->lines.readings, e) ||
			totals[e] <= least + least / 2 + FAR_SLACK)
			g->engines |= 1ull << e;
	}
	for (size_t i = 0; i < g->lines.count; i++)
		high += g->lines.list[i].high;
	g->usual = (unsigned)(least / (high != 0 ? high : 1)) + 1;
}

/* Does none of the plausible encodings explain this line as usual? */
static bool is_odd(const struct gather *g, const struct line_prices *line)
{
	uint32_t least = UINT32_MAX;

	for (unsigned r = 0; r < g->lines.readings->count; r++)
		least = line->price[r] < least ? line->price[r] : least;
	return least > line->high * g->usual * 3 / 2 + 24;
}

static enum err_code add_line(struct gather *g, struct span line, uint64_t number, struct err *err)
{
	struct line_prices *one;

	if (g->lines.count == g->cap) {
		size_t cap = g->cap == 0 ? 8 : 2 * g->cap;
		struct line_prices *more = realloc(g->lines.list, cap * sizeof(*more));

		if (more == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		g->lines.list = more;
		g->cap = cap;
	}
	one = &g->lines.list[g->lines.count++];
	one->off = (size_t)(line.ptr - g->in.ptr);
	one->len = line.len;
	one->number = number;
	price_line(g->tables, line, g->engines, one);
	if (g->engines != ALL_ENGINES && is_odd(g, one))
		price_line(g->tables, line, ALL_ENGINES, one);
	else if (g->engines == ALL_ENGINES && g->lines.count == FULL_LINES)
		find_plausible(g);
	return ERR_OK;
}

static bool is_ascii(struct span line)
{
	return text_ascii_len(line) == line.len;
}

static uint64_t count_high_lines(struct span in)
{
	struct line_walk walk = {.in = in};
	uint64_t count = 0;

	while (line_next(&walk))
		count += !is_ascii(walk.line);
	return count;
}

enum err_code gather_spread(struct gather *g, struct err *err)
{
	enum err_code rc = ERR_OK;
	struct line_walk walk = {.in = g->in};
	uint64_t most = LINES_MOST;
	uint64_t seen = 0;

	g->engines = ALL_ENGINES;
	g->high_lines = count_high_lines(g->in);
	if (g->high_lines == 0)
		return ERR_OK;
	while (rc == ERR_OK && line_next(&walk)) {
		if (is_ascii(walk.line))
			continue;
		if (seen * most / g->high_lines != (seen + 1) * most / g->high_lines ||
			most >= g->high_lines)
			rc = add_line(g, walk.line, walk.number, err);
		seen++;
	}
	return rc;
}

#define SCAN_MOST ((uint64_t)8 << 20) /* bytes of lines that are priced in the found encoding */

enum err_code gather_odd(
	struct gather *g, unsigned engine, unsigned usual, size_t most, struct err *err)
{
	enum err_code rc = ERR_OK;
	struct line_walk walk = {.in = g->in};
	uint64_t priced = 0;
	size_t kept = 0;

	g->engines = ALL_ENGINES;

	while (rc == ERR_OK && kept < most && line_next(&walk)) {
		struct span line = walk.line;
		uint32_t bad = 0;
		uint32_t price;
		size_t high = 0;

		if (is_ascii(line))
			continue;
		if (priced > SCAN_MOST)
			break;
		priced += line.len;
		price = price_line_in(g->tables, line, engine, &bad);
		for (size_t i = 0; i < line.len && i < LINE_PRICED; i++)
			high += line.ptr[i] >> 7;
		if (bad == 0 && price <= high * usual * 3 / 2 + 24)
			continue;
		rc = add_line(g, line, walk.number, err);
		kept++;
	}
	return rc;
}
