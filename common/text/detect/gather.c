/* SPDX-License-Identifier: MIT */
/*
 * Selects the lines to price: all that are not ASCII, or a sample of many. The first ones are
 * priced in all encodings, the others, unless odd, only in those that the first lines leave
 * plausible. A line that a plausible encoding explains as well as the earlier lines is not priced
 * in encodings that are far off.
 */
#include <stdlib.h>

#include "biosbelt/alloc.h"

#include "detect/detect_single.h"
#include "detect/language.h"
#include "detect/plain.h"

/* After so many lines the encodings that are far from all of them are dropped ... */
#define FULL_LINES 4
/* ... those that cost half as much again as the best, and this; */
#define FAR_SLACK  300
/* and those that cost twice as much and this are not priced in usual lines. */
#define NEAR_SLACK 400
#define NEAR_LEAST 32 /* bytes over 7F: with fewer, the usual price is unknown */

#define FEW_LINES 12 /* a few lines that suffice when they are clear, ... */
#define FEW_SHORT 4  /* ... in a text that is not long */

#define PRIOR_USUAL 30 /* of the multi-byte encodings that are not dropped */

/* UTF-8, the multi-byte encodings and those most often combined with them are always tried. */
static bool is_always_tried(const struct reading_list *list, unsigned engine)
{
	const struct reading *r = &list->list[list->first[engine]];

	return (engine <= MULTI_INFOS && r->prior < PRIOR_USUAL) || r->enc == TEXT_WINDOWS_1252 ||
	       r->enc == TEXT_WINDOWS_1251;
}

static void find_plausible(struct gather *g)
{
	const struct reading_list *list = g->lines.readings;
	uint64_t totals[ENGINES];
	unsigned best[ENGINES];
	uint64_t least = UINT64_MAX;
	uint64_t high = 0;

	(void)engine_totals(&g->lines, totals, best);
	for (unsigned e = 0; e < ENGINES; e++) {
		if (totals[e] >= least)
			continue;
		least = totals[e];
		g->foreign = e > MULTI_INFOS && !list->list[list->first[e]].latin;
	}
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
	g->narrow = g->narrow || g->near != g->engines;
	g->usual = (unsigned)(least / (high != 0 ? high : 1)) + 1;
}

/* True when no plausible encoding explains this line as well as usual. */
static bool is_odd(const struct gather *g, const struct line_prices *line)
{
	return least_price(g->lines.readings, line, g->engines) >
	       line->high * g->usual * 3 / 2 + 24;
}

#define USUAL_LEAST 16 /* bytes over 7F of a line that is not another text by chance */

/* Bytes over 7F in the priced part of a line. */
static size_t count_high(struct span line)
{
	size_t len = line.len < LINE_PRICED ? line.len : LINE_PRICED;
	size_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += line.ptr[i] >> 7;
	return count;
}

#define ROW_LEAST 8 /* bytes, four characters */

/* False only when there is no row: each has both of these bytes somewhere. */
static bool may_have_row(struct span line)
{
	for (size_t i = 0; i + 1 < line.len; i += ROW_LEAST - 1) {
		if (line.ptr[i] >= 0x80 && line.ptr[i] == line.ptr[i + 1])
			return true;
	}
	return false;
}

/* How many bytes over 7F are the same one again and again; *most: in the longest row of one. */
static size_t count_rows(struct span line, struct span *most)
{
	size_t count = 0;
	size_t pos = 0;

	*most = span_of(line.ptr, 0);
	while ((pos = after_ascii(line, pos)) < line.len) {
		size_t start = pos++;

		while (pos < line.len && line.ptr[pos] == line.ptr[start])
			pos++;
		count += pos - start < ROW_LEAST ? 0 : pos - start;
		if (pos - start > most->len)
			*most = span_of(line.ptr + start, pos - start);
	}
	return count;
}

/* Whether lines are drawn of it in a DOS code page, or in windows-1252. */
static bool draws_lines(uint8_t byte)
{
	const char *of_dos = "\xB0\xB1\xB2\xC4\xCD\xDB\xDC\xDD\xDE\xDF\xF0\xFE";

	return strchr(of_dos, byte) != NULL || strchr("\x85\x95\x96\x97\xAF\xB7", byte) != NULL;
}

/*
 * Whether a line is mostly one byte again and again, which lines are drawn of in some encoding,
 * and in this one they are not: little as it costs, it is no usual text.
 */
static bool is_row(const struct gather *g, unsigned engine, struct span line)
{
	enum text_enc enc = g->lines.readings->list[g->lines.readings->first[engine]].enc;
	struct span row;
	size_t count;
	uint32_t cp = 0;

	if (engine == 0 || !may_have_row(line))
		return false;
	count = count_rows(line, &row);
	if (row.len < ROW_LEAST || !draws_lines(row.ptr[0]) || count < (count_high(line) + 1) / 2)
		return false;
	if (engine > MULTI_INFOS)
		cp = single_table(enc)[row.ptr[0] & 0x7F];
	else if (next_of(enc)(row, 0, &cp) <= 0 || cp > 0x10FFFF)
		return false;
	return cp != 0xFF70 && !is_drawn(model_class_of(cp), cp);
}

/* Whether it is one in the encoding that costs least so far. */
static bool is_drawn_line(
	const struct gather *g, struct span line, const struct line_prices *prices)
{
	uint64_t engines = g->near;
	uint32_t least = least_price(g->lines.readings, prices, engines);
	unsigned e;

	do
		e = next_engine(&engines);
	while (engines != 0 && least_price(g->lines.readings, prices, 1ull << e) != least);
	return is_row(g, e, line);
}

/* True when a near encoding explains it as well as the earlier lines. */
static bool is_usual(const struct gather *g, const struct line_prices *line)
{
	return line->high >= USUAL_LEAST &&
	       least_price(g->lines.readings, line, g->near) <= line->high * g->usual;
}

/* A line that is text in a multi-byte encoding: single-byte texts cost at least 26 per byte in any
 * of these, and 21 where there are fewer bytes. */
#define CLEAR_LEAST 8  /* bytes over 7F */
#define CLEAR_MOST  20 /* price per byte */

static bool is_clear(const struct gather *g, const struct line_prices *line)
{
	uint64_t words = 0;

	for (unsigned e = 1; e <= MULTI_INFOS; e++)
		words |= (uint64_t)line->runs[e] << e;
	return line->high >= CLEAR_LEAST && words != 0 &&
	       least_price(g->lines.readings, line, words) <= line->high * CLEAR_MOST;
}

/* A multi-byte encoding that costs so much more in a line than a clear one is no explanation of it,
 * as explanations that cost NEAR (choose.c) more than the best are ignored. */
#define OTHER_SLACK 200

/* Prices a line in the multi-byte encodings, first in the one that explained the last line best, as
 * far as they come near to what makes it clear. */
static bool price_several(struct gather *g, struct span line, struct line_prices *one)
{
	unsigned first = g->likely;
	uint32_t least = UINT32_MAX;
	uint32_t most = UINT32_MAX;

	price_line(g->tables, line, 1, one);
	for (unsigned i = 0; i < MULTI_INFOS; i++) {
		unsigned e = i == 0 ? first : i < first ? i : i + 1;
		uint32_t price;

		price_below(g->tables, line, e, most, one);
		price = least_price(g->lines.readings, one, 1ull << e);
		if (!one->runs[e] || price >= least)
			continue;
		least = price;
		g->likely = e;
		if (is_clear(g, one))
			most = least + OTHER_SLACK;
	}
	return most != UINT32_MAX;
}

/* Prices a line in these engines too. */
static void price_also(
	struct gather *g, struct span line, uint64_t engines, struct line_prices *one)
{
	if ((engines & SINGLE_ENGINES) != 0)
		g->lines.engines = ENGINES;
	price_more(g->tables, line, engines, one);
}

/* Prices one of the few lines that may suffice. */
static void price_few(struct gather *g, struct span line, struct line_prices *one)
{
	if (price_several(g, line, one)) {
		g->clear = true;
		return;
	}
	price_also(g, line, ~SEVERAL_BYTES, one);
	g->unclear = one->high >= USUAL_LEAST || (g->lines.count > FULL_LINES / 2 && !g->clear);
}

/* Prices the lines so far in all encodings. */
static void price_wholly(struct gather *g)
{
	unsigned first = g->lines.readings->first[1 + MULTI_INFOS];

	for (size_t i = 0; i < g->lines.count; i++) {
		struct line_prices *one = &g->lines.list[i];

		if (one->price[first] == PRICE_FAR)
			price_also(g, span_of(g->in.ptr + one->off, one->len), ~(uint64_t)1, one);
	}
}

static void price_next(struct gather *g, struct span line, struct line_prices *one)
{
	bool some = g->engines != ALL_ENGINES;
	bool drawn;

	if (!some && g->few) {
		price_few(g, line, one);
		return;
	}
	if (!some || (g->near & SINGLE_ENGINES) != 0)
		g->lines.engines = ENGINES;
	price_line(g->tables, line, some ? g->near : ALL_ENGINES, one);
	drawn = some && is_drawn_line(g, line, one);
	if (!some || (!drawn && is_usual(g, one)))
		return;
	price_also(g, line, g->engines & ~g->near, one);
	if (drawn || is_odd(g, one) || (g->foreign && one->run == 1))
		price_also(g, line, ~g->engines, one);
}

static enum err_code add_line(struct gather *g, struct span line, struct err *err)
{
	struct line_prices *one;

	if (!ALLOC_ROOM(g->lines.list, g->lines.count, &g->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	one = &g->lines.list[g->lines.count++];
	price_next(g, line, one);
	one->off = (size_t)(line.ptr - g->in.ptr);
	one->len = line.len;
	if (g->engines == ALL_ENGINES && g->lines.count == FULL_LINES)
		find_plausible(g);
	return ERR_OK;
}

/* The start of the line at pos, not before from. */
static size_t line_start(struct span in, size_t from, size_t pos)
{
	while (pos > from && in.ptr[pos - 1] != '\n' && in.ptr[pos - 1] != '\r')
		pos--;
	return pos;
}

/* The line at pos, or the piece of it that begins after done. */
static struct span line_of(struct span in, size_t done, size_t pos)
{
	size_t end = in.len - pos < 2 * LINE_PRICED ? in.len : pos + 2 * LINE_PRICED;
	struct line_walk walk = {.in = span_of(in.ptr, end), .pos = line_start(in, done, pos)};

	while (line_next(&walk) && walk.pos <= pos)
		;
	return walk.line;
}

/* The next line that is not ASCII, or piece of one. It holds the first byte over 7F from place on,
 * without the part before *done, which is then moved past it. */
static bool high_line(struct span in, size_t place, size_t *done, struct span *line)
{
	size_t high = place + text_ascii_len(span_of(in.ptr + place, in.len - place));

	if (high >= in.len)
		return false;
	*line = line_of(in, *done, high);
	/* A piece of a line without a cut may end inside a character. */
	*done = next_cut(in, (size_t)(line->ptr - in.ptr) + line->len);
	return true;
}

static uint64_t count_high_lines(struct span in)
{
	struct span line;
	uint64_t count = 0;

	for (size_t done = 0; high_line(in, done, &done, &line);)
		count++;
	return count;
}

/* Samples lines of a short text, spread evenly over those that are not ASCII. */
static enum err_code spread_lines(struct gather *g, uint64_t most, struct err *err)
{
	enum err_code rc = ERR_OK;
	uint64_t all = count_high_lines(g->in);
	uint64_t seen = g->lines.count; /* the first ones are gathered already */
	size_t done = g->done;
	struct span line;

	g->sampled = all > most;
	while (rc == ERR_OK && all != 0 && !g->unclear && high_line(g->in, done, &done, &line)) {
		if (!g->sampled || seen * most / all != (seen + 1) * most / all)
			rc = add_line(g, line, err);
		seen++;
	}
	g->done = done;
	return rc;
}

/* Sample position i; the distances vary, as texts may repeat. */
static size_t place_of(size_t len, size_t i, size_t most)
{
	size_t part = len / most;

	return part * i + (part != 0 ? hash_step(0, (uint32_t)i, i) % part : 0);
}

/* Samples lines of a long text at positions spread evenly over its bytes. */
static enum err_code spread_places(struct gather *g, size_t most, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t done = g->done; /* lines before it are there already */
	struct span line;

	g->sampled = false;
	for (size_t i = 0; rc == ERR_OK && !g->unclear && i < most; i++) {
		size_t place = place_of(g->in.len, i, most);

		if (after_ascii(g->in, done) < place)
			g->sampled = true;
		else
			place = done;
		if (!high_line(g->in, place, &done, &line))
			break;
		rc = add_line(g, line, err);
	}
	g->done = done;
	g->sampled = g->sampled || after_ascii(g->in, done) < g->in.len;
	return rc;
}

#define LONG_TEXT    ((size_t)1 << 20) /* bytes; lines of longer texts are not counted */
#define LONG_FOR_FEW ((size_t)4096)
#define SHORT_TEXT   ((size_t)32768)

/* Samples up to most of the lines that are not ASCII, spread evenly. */
static enum err_code spread(struct gather *g, size_t most, size_t long_text, struct err *err)
{
	g->lines.all = 0;
	g->unclear = false;
	return g->in.len < long_text ? spread_lines(g, most, err) : spread_places(g, most, err);
}

static void start(struct gather *g)
{
	g->other = TEXT_NONE;
	g->lines.count = 0;
	g->lines.engines = 1 + MULTI_INFOS;
	g->engines = ALL_ENGINES;
	g->done = 0;
	g->narrow = false;
}

enum err_code gather_spread(struct gather *g, struct err *err)
{
	/* The first lines of a short text were not clear. */
	if (g->few && g->unclear && !g->sampled && g->engines == ALL_ENGINES)
		price_wholly(g);
	else
		start(g);
	g->few = false;
	return spread(g, LINES_MOST, LONG_TEXT, err);
}

enum err_code gather_few(struct gather *g, struct err *err)
{
	start(g);
	g->few = true;
	g->clear = false;
	g->likely = 1;
	return spread(g, g->in.len < SHORT_TEXT ? FEW_SHORT : FEW_LINES, LONG_FOR_FEW, err);
}

#define SCAN_MOST ((uint64_t)8 << 20) /* bytes of lines that are priced in the found encoding */

/* A pass over the lines outside the sample. */
struct odd_scan {
	unsigned reading;
	unsigned engine;
	unsigned usual; /* price of a byte over 7F */
	struct plain plain;
	bool has_plain;
	size_t sampled; /* lines that were gathered before ... */
	size_t next;    /* ... of which those before this index are passed */
	size_t done;
	uint64_t priced;
	unsigned tries;
	size_t passed; /* bytes of odd lines that no other encoding explains, after many others */
};

#define ODD_ALLOWANCE 24

static unsigned most_each(unsigned usual)
{
	return usual * 3 / 2;
}

/* Of many lines some are unusual; of few, none may contradict. */
static bool is_strict(const struct gather *g)
{
	return g->few && g->lines.all < LINES_MOST;
}

/* Whether this price is unusual. */
static bool is_odd_price(const struct gather *g, uint32_t price, size_t high, unsigned usual)
{
	if (is_strict(g))
		return high < PLAIN_LEAST || price > high * PLAIN_MOST;
	return price > high * most_each(usual) + ODD_ALLOWANCE;
}

static void count_lines(struct gather *g, uint64_t lines)
{
	uint64_t all = g->lines.all + lines;

	g->lines.all = !g->few ? 0 : all < LINES_MOST ? (size_t)all : LINES_MOST;
}

/* The next line that is not plain. */
static bool next_odd(struct gather *g, struct odd_scan *s, struct span *line)
{
	size_t place = s->done;

	if (s->has_plain) {
		uint64_t lines = 0;

		s->plain.many = !is_strict(g);
		place = plain_lines(&s->plain, g->in, &s->done, &lines);
		count_lines(g, lines);
	}
	if (!high_line(g->in, place, &s->done, line))
		return false;
	count_lines(g, 1);
	return true;
}

#define OTHER_TRIES                                                                                \
	64 /* parts of lines that are priced in all encodings: lists have nothing else */

/* The languages of ASCII words, which add a little to a price, are asked only where they decide. */
static bool is_odd_cost(
	const struct gather *g, const struct odd_scan *s, struct span line, uint32_t price)
{
	size_t high = count_high(line);
	uint32_t bad = 0;
	struct span odd;

	if (s->engine > MULTI_INFOS && !is_odd_price(g, price, high, s->usual) &&
		is_odd_price(g, price + LANGUAGE_MOST, high, s->usual))
		price = price_line_in(g->tables, line, s->reading, true, &bad, &odd);
	return is_odd_price(g, price, high, s->usual);
}

/* Whether a line is to be gathered. */
static bool is_odd_line(struct gather *g, struct odd_scan *s, struct span line)
{
	size_t off = (size_t)(line.ptr - g->in.ptr);
	uint32_t bad = 0;
	struct span odd;
	uint32_t price;

	if (s->has_plain && !s->plain.western)
		s->plain.western = has_western(s->engine, line);
	while (s->next < s->sampled && g->lines.list[s->next].off < off)
		s->next++;
	if (s->next < s->sampled && g->lines.list[s->next].off == off) {
		g->valid = g->valid && g->lines.list[s->next].bad[s->engine] == 0 &&
			   line.len <= LINE_PRICED;
		return false;
	}
	price = price_line_in(g->tables, line, s->reading, false, &bad, &odd);
	if (odd.len != 0 && g->other == TEXT_NONE && s->tries++ < OTHER_TRIES)
		g->other = other_text(g->tables, odd, s->engine, g->lines.allowed);
	s->priced += line.len;
	g->valid = g->valid && bad == 0 && line.len <= LINE_PRICED;
	return bad != 0 || is_odd_cost(g, s, line, price) || is_row(g, s->engine, line);
}

#define PASSED_MOST ((size_t)32 << 10)
#define OTHERS_MOST 32 /* lines */

/* Whether an odd line is to be left out: after many only those are gathered that are plain text in
 * another encoding, so that one at the end of a long text is. */
static bool is_passed(struct gather *g, struct odd_scan *s, size_t left, struct span line)
{
	if (is_strict(g) || left > OTHERS_MOST ||
		other_text(g->tables, line, s->engine, g->lines.allowed & SEVERAL_BYTES) !=
			TEXT_NONE)
		return false;
	s->passed += line.len;
	return true;
}

enum err_code gather_odd(
	struct gather *g, unsigned reading, unsigned usual, size_t most, struct err *err)
{
	struct odd_scan s = {.reading = reading,
		.engine = g->lines.readings->list[reading].engine,
		.usual = usual,
		.sampled = g->lines.count};
	struct span odd[LINES_MOST];
	size_t count = 0;
	enum err_code rc = ERR_OK;
	bool done = false;
	struct span line;

	s.has_plain = plain_open(&s.plain, g->lines.readings, reading);
	s.plain.most = most_each(usual);
	s.plain.allowance = ODD_ALLOWANCE;
	g->lines.all = 0;
	g->other = TEXT_NONE;
	g->plain = false;
	g->valid = s.has_plain;
	g->reading = reading;
	if (!g->few)
		g->engines = ALL_ENGINES;
	while (count < most && s.priced <= SCAN_MOST && s.passed < PASSED_MOST) {
		done = !next_odd(g, &s, &line);
		if (done)
			break;
		if (is_odd_line(g, &s, line) && !is_passed(g, &s, most - count, line))
			odd[count++] = line;
	}
	for (size_t i = 0; rc == ERR_OK && i < count; i++)
		rc = add_line(g, odd[i], err);
	g->plain = done && s.has_plain && !s.plain.western;
	g->valid = g->valid && done;
	return rc;
}
