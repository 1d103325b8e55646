/* SPDX-License-Identifier: MIT */
/* A text line by line. */
#include "detect/bytes.h"
#include "detect/detect_private.h"

/* Searches for CR and LF again only when the last one found is passed, and for CR only up to the
 * LF: a text may have none. */
static size_t line_end(struct line_walk *w)
{
	const uint8_t *at = w->in.ptr + w->pos;

	if (w->after_lf <= w->pos) {
		const uint8_t *nl = memchr(at, '\n', w->in.len - w->pos);

		w->has_lf = nl != NULL;
		w->after_lf = nl == NULL ? w->in.len : (size_t)(nl - w->in.ptr) + 1;
		w->after_cr = 0;
	}
	if (w->after_cr <= w->pos) {
		const uint8_t *cr = memchr(at, '\r', w->after_lf - w->pos);

		w->after_cr = cr == NULL ? SIZE_MAX : (size_t)(cr - w->in.ptr) + 1;
	}
	if (w->after_cr >= w->after_lf || (w->has_lf && w->after_cr + 1 == w->after_lf))
		return w->after_lf;
	return w->after_cr;
}

/*
 * No character has a byte below 30 as its second or later byte, and the second of two ASCII bytes
 * is a character of its own.
 */
static bool is_cut(struct span in, size_t end)
{
	uint8_t last = in.ptr[end - 1];

	return last < 0x30 || (last < 0x80 && end > 1 && in.ptr[end - 2] < 0x80);
}

size_t next_cut(struct span in, size_t pos)
{
	while (pos < in.len && !is_cut(in, pos))
		pos++;
	return pos;
}

static size_t piece_end(struct span in, size_t pos, size_t end)
{
	size_t cut = pos + LINE_PRICED;

	if (end - pos <= LINE_PRICED)
		return end;
	while (cut > pos + LINE_PRICED / 2 && !is_cut(in, cut))
		cut--;
	if (cut > pos + LINE_PRICED / 2)
		return cut;
	for (cut = pos + LINE_PRICED; cut < end && !is_cut(in, cut); cut++)
		;
	return cut;
}

bool line_next(struct line_walk *w)
{
	size_t line;
	size_t end;

	if (w->pos >= w->in.len)
		return false;
	line = line_end(w);
	end = piece_end(w->in, w->pos, line);
	w->number += !w->inside;
	w->inside = end != line;
	w->line = span_of(w->in.ptr + w->pos, end - w->pos);
	w->pos = end;
	return true;
}

/* The start of a line that is priced; it may end at any byte. */
static struct span priced_part(struct span line)
{
	return span_of(line.ptr, line.len < LINE_PRICED ? line.len : LINE_PRICED);
}

#define WORD_RUN 4 /* adjacent bytes over 7F that are more than a single character */

#define FIELD_MOST 4 /* letters */

/* A form to fill in, "DD/MM/YYYY" of another alphabet: fields of one letter, more than one. */
struct form {
	bool fits; /* all so far are such fields */
	unsigned fields;
	uint8_t last;
	bool differ;
};

static void see_field(struct form *f, const uint8_t *field, size_t len)
{
	for (size_t i = 1; i < len; i++)
		f->fits = f->fits && field[i] == field[0];
	f->fits = f->fits && len >= 2 && len <= FIELD_MOST;
	f->differ = f->differ || (f->fields != 0 && field[0] != f->last);
	f->last = field[0];
	f->fields++;
}

#define PERIODS 8 /* most bytes of what is repeated, less one */

/* How many bytes of a run repeat what is right before: "hahaha", the same character on and on. One
 * byte that is repeated is a line that is drawn, which is priced once (add_twice, sum_again). */
static unsigned count_again(const uint8_t *run, size_t len)
{
	size_t same[PERIODS] = {0};
	unsigned again = 0;
	bool any = false;

	for (size_t p = 2; p < PERIODS && p < len; p++) {
		size_t alike = 0;

		for (size_t i = p; i < len; i++)
			alike += run[i] == run[i - p];
		any = any || alike > len / 4;
	}
	for (size_t i = 2; any && i < len; i++) {
		bool repeats = false;

		for (size_t p = 2; p < PERIODS && p <= i; p++) {
			same[p] = run[i] == run[i - p] ? same[p] + 1 : 0;
			repeats = repeats || same[p] >= p;
		}
		again += repeats && run[i] != run[i - 1];
	}
	return again;
}

static void look_at_high(struct span in, struct line_prices *out)
{
	struct form form = {.fits = true};
	size_t pos = 0;

	out->high = 0;
	out->again = 0;
	out->high_hash = 0;
	out->words = false;
	out->behind = true;
	out->run = 0;
	while ((pos = after_ascii(in, pos)) < in.len) {
		size_t start = pos;

		for (; pos < in.len && in.ptr[pos] >= 0x80; pos++)
			out->high_hash = hash_step(out->high_hash, in.ptr[pos], pos - start);
		out->high += (unsigned)(pos - start);
		if (pos - start >= WORD_RUN)
			out->again += count_again(in.ptr + start, pos - start);
		if (pos - start > out->run)
			out->run = (unsigned)(pos - start);
		out->behind = out->behind && is_ascii_letter(byte_at(in, start - 1));
		see_field(&form, in.ptr + start, pos - start);
		out->words = out->words || pos - start >= WORD_RUN ||
			     is_ascii_letter(byte_at(in, pos)) ||
			     is_ascii_letter(byte_at(in, start - 1));
	}
	out->form = form.fits && form.differ;
}

/* A line cut inside a character has one invalid place at its end, which is not evidence. */
static void forgive_cut(struct line_prices *out, const struct reading_list *list, uint64_t engines)
{
	for (unsigned engine = 0; engine <= MULTI_INFOS; engine++) {
		if ((engines >> engine & 1) == 0 || out->bad[engine] != 1)
			continue;
		for (unsigned r = list->first[engine]; r < list->first[engine + 1]; r++)
			out->price[r] -= out->price[r] < PRICE_BAD ? 0 : PRICE_BAD;
		out->bad[engine] = 0;
	}
}

static void price_engines(
	const struct single_tables *t, struct span part, uint64_t engines, struct line_prices *out)
{
	if ((engines & 1) != 0)
		price_utf8(part, out);
	for (unsigned e = 1; e <= MULTI_INFOS; e++) {
		if ((engines >> e & 1) != 0)
			price_multi(part, e, readings_of(t)->first[e], -1, UINT32_MAX, out);
	}
	if ((engines & SINGLE_ENGINES) != 0) /* these price the line together */
		price_singles(t, part, engines, true, out);
	out->engines |= engines & EVERY_ENGINE;
}

void price_line(
	const struct single_tables *t, struct span line, uint64_t engines, struct line_prices *out)
{
	if (engines != ALL_ENGINES)
		*out = *line_far(t);
	else
		out->engines = 0;
	look_at_high(priced_part(line), out);
	out->weak = false;
	out->row = 0;
	price_more(t, line, engines, out);
}

void price_more(
	const struct single_tables *t, struct span line, uint64_t engines, struct line_prices *out)
{
	struct span part = priced_part(line);

	price_engines(t, part, engines, out);
	if (part.len != line.len)
		forgive_cut(out, readings_of(t), engines);
}

void price_below(const struct single_tables *t, struct span line, unsigned engine, uint32_t most,
	struct line_prices *out)
{
	struct span part = priced_part(line);

	price_multi(part, engine, readings_of(t)->first[engine], -1, most, out);
	if (part.len != line.len)
		forgive_cut(out, readings_of(t), 1ull << engine);
}

uint32_t price_line_in(const struct single_tables *t, struct span line, unsigned reading,
	bool by_words, uint32_t *bad, struct span *odd)
{
	const struct reading_list *list = readings_of(t);
	unsigned engine = list->list[reading].engine;
	unsigned first = list->first[engine];
	unsigned end = list->first[engine + 1];
	struct span part = priced_part(line);
	struct line_prices out;
	uint32_t best = UINT32_MAX;

	if (engine == 0) {
		price_utf8(part, &out);
	} else if (engine <= MULTI_INFOS) {
		price_multi(part, engine, first, (int)reading, UINT32_MAX, &out);
		first = reading;
		end = reading + 1;
	} else {
		price_singles(t, part, 1ull << engine, by_words, &out);
	}
	for (unsigned r = first; r < end; r++)
		best = out.price[r] < best ? out.price[r] : best;
	if (part.len != line.len && out.bad[engine] == 1) {
		best -= best < PRICE_BAD ? 0 : PRICE_BAD;
		out.bad[engine] = 0;
	}
	*bad = out.bad[engine];
	*odd = span_of(line.ptr, 0);
	if (engine != 0 && engine <= MULTI_INFOS)
		*odd = span_of(line.ptr + out.odd[engine].off, out.odd[engine].len);
	return best;
}
