/* SPDX-License-Identifier: MIT */
/*
 * The lines of a text that are priced: all that are not ASCII, or of many some. The first are
 * priced in all encodings, the others only in those that the first leave plausible, unless they are
 * odd; and a line that one of them explains as well as the lines before, in no far one of these.
 */
#include <stdlib.h>

#include "biosbelt/alloc.h"

#include "detect/detect_private.h"

/* After so many lines the encodings that are far from all of them are left out ... */
#define FULL_LINES 4
/* ... which cost half as much again as the best, and so much; */
#define FAR_SLACK  300
/* and those that cost twice as much and so much are no rivals in a line that is as usual. */
#define NEAR_SLACK 400
#define NEAR_LEAST 32 /* bytes over 7F: of fewer it is not known what is usual */

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
	g->near = 0;
	for (unsigned e = 0; e < ENGINES; e++) {
		if (is_always_tried(g->lines.readings, e) ||
			totals[e] <= least + least / 2 + FAR_SLACK)
			g->engines |= 1ull << e;
		if (totals[e] <= 2 * least + NEAR_SLACK ||
			g->lines.hint[g->lines.readings->first[e]] != 0)
			g->near |= 1ull << e;
	}
	for (size_t i = 0; i < g->lines.count; i++)
		high += g->lines.list[i].high;
	g->near = high >= NEAR_LEAST && !g->exact ? g->near & g->engines : g->engines;
	g->usual = (unsigned)(least / (high != 0 ? high : 1)) + 1;
}

/* In the cheapest of these engines. */
static uint32_t least_price(
	const struct gather *g, const struct line_prices *line, uint64_t engines)
{
	const unsigned *first = g->lines.readings->first;
	uint32_t least = UINT32_MAX;

	for (; engines != 0; engines &= engines - 1) {
		unsigned e = (unsigned)__builtin_ctzll(engines);

		for (unsigned r = first[e]; r < first[e + 1]; r++)
			least = line->price[r] < least ? line->price[r] : least;
	}
	return least;
}

/* Does none of the plausible encodings explain this line as usual? */
static bool is_odd(const struct gather *g, const struct line_prices *line)
{
	return least_price(g, line, g->engines) > line->high * g->usual * 3 / 2 + 24;
}

#define USUAL_LEAST 16 /* bytes over 7F of a line that is no other text by chance */

/* Is it explained by an encoding that is near as well as the lines before? */
static bool is_usual(const struct gather *g, const struct line_prices *line)
{
	return line->high >= USUAL_LEAST && least_price(g, line, g->near) <= line->high * g->usual;
}

static void price_next(struct gather *g, struct span line, struct line_prices *one)
{
	bool some = g->engines != ALL_ENGINES;

	price_line(g->tables, line, some ? g->near : ALL_ENGINES, one);
	if (!some || is_usual(g, one))
		return;
	price_more(g->tables, line, g->engines & ~g->near, one);
	if (is_odd(g, one))
		price_more(g->tables, line, ~g->engines, one);
}

static enum err_code add_line(struct gather *g, struct span line, uint64_t number, struct err *err)
{
	struct line_prices *one;

	if (!ALLOC_ROOM(g->lines.list, g->lines.count, &g->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	one = &g->lines.list[g->lines.count++];
	price_next(g, line, one);
	one->off = (size_t)(line.ptr - g->in.ptr);
	one->len = line.len;
	one->number = number;
	if (g->engines == ALL_ENGINES && g->lines.count == FULL_LINES)
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

/* Lines of a short text, spread evenly over those that are not ASCII. */
static enum err_code spread_lines(struct gather *g, struct err *err)
{
	enum err_code rc = ERR_OK;
	struct line_walk walk = {.in = g->in};
	uint64_t all = count_high_lines(g->in);
	uint64_t seen = 0;

	g->sampled = all > LINES_MOST;
	while (rc == ERR_OK && all != 0 && line_next(&walk)) {
		if (is_ascii(walk.line))
			continue;
		if (!g->sampled || seen * LINES_MOST / all != (seen + 1) * LINES_MOST / all)
			rc = add_line(g, walk.line, walk.number, err);
		seen++;
	}
	return rc;
}

/* The start of the line of a byte, not before from. */
static size_t line_start(struct span in, size_t from, size_t pos)
{
	while (pos > from && in.ptr[pos - 1] != '\n' && in.ptr[pos - 1] != '\r')
		pos--;
	return pos;
}

/* The line of a byte, or the piece of it, which begins after done. */
static struct span line_of(struct span in, size_t done, size_t pos)
{
	size_t end = in.len - pos < 2 * LINE_PRICED ? in.len : pos + 2 * LINE_PRICED;
	struct line_walk walk = {.in = span_of(in.ptr, end), .pos = line_start(in, done, pos)};

	while (line_next(&walk) && walk.pos <= pos)
		;
	return walk.line;
}

/* One of LINES_MOST places, not all as far from the one before: texts may repeat. */
static size_t place_of(size_t len, size_t i)
{
	size_t part = len / LINES_MOST;

	return part * i + (part != 0 ? hash_step(0, (uint32_t)i, i) % part : 0);
}

/* Of a long text the lines after places that are spread evenly over its bytes. */
static enum err_code spread_places(struct gather *g, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t done = 0;
	size_t next = behind_ascii(g->in, 0);

	for (size_t i = 0; rc == ERR_OK && i < LINES_MOST && next < g->in.len; i++) {
		size_t place = place_of(g->in.len, i);
		struct span line;

		if (next < place) {
			g->sampled = true;
			next = behind_ascii(g->in, place);
			if (next >= g->in.len)
				break;
		}
		line = line_of(g->in, done, next);
		rc = add_line(g, line, 0, err);
		/* A piece of a run without a cut may have ended within a character. */
		done = next_cut(g->in, (size_t)(line.ptr - g->in.ptr) + line.len);
		next = behind_ascii(g->in, done);
	}
	g->sampled = g->sampled || next < g->in.len;
	return rc;
}

#define LONG_TEXT ((size_t)1 << 20)

enum err_code gather_spread(struct gather *g, struct err *err)
{
	g->engines = ALL_ENGINES;
	return g->in.len < LONG_TEXT ? spread_lines(g, err) : spread_places(g, err);
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
