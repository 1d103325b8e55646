/* SPDX-License-Identifier: MIT */
/* A text line by line. */
#include "detect/detect_private.h"

bool line_next(struct span in, size_t *pos, struct span *line)
{
	const uint8_t *nl;
	size_t end;

	if (*pos >= in.len)
		return false;
	nl = memchr(in.ptr + *pos, '\n', in.len - *pos);
	end = nl == NULL ? in.len : (size_t)(nl - in.ptr) + 1;
	*line = span_of(in.ptr + *pos, end - *pos);
	*pos = end;
	return true;
}

/* The start of a long line, cut after a blank, which is never part of a character. */
static struct span priced_part(struct span line)
{
	size_t end = LINE_PRICED;

	if (line.len <= LINE_PRICED)
		return line;
	while (end > LINE_PRICED / 2 && line.ptr[end - 1] > 0x20)
		end--;
	if (end == LINE_PRICED / 2)
		end = LINE_PRICED;
	return span_of(line.ptr, end);
}

static unsigned count_high(struct span in)
{
	unsigned high = 0;

	for (size_t i = 0; i < in.len; i++)
		high += in.ptr[i] >> 7;
	return high;
}

/* A line cut inside a character has one bad place at its end that says nothing. */
static void forgive_cut(struct line_prices *out, const struct reading_list *list)
{
	for (unsigned engine = 0; engine <= MULTI_INFOS; engine++) {
		if (out->bad[engine] != 1)
			continue;
		for (unsigned r = list->first[engine]; r < list->first[engine + 1]; r++)
			out->price[r] -= out->price[r] < PRICE_BAD ? 0 : PRICE_BAD;
		out->bad[engine] = 0;
	}
}

void price_line(const struct single_tables *t, struct span line, struct line_prices *out)
{
	const struct reading_list *list = readings_of(t);
	struct span part = priced_part(line);

	out->high = count_high(part);
	price_utf8(part, out);
	for (unsigned engine = 1; engine <= MULTI_INFOS; engine++)
		price_multi(part, engine, out->price + list->first[engine], out);
	price_singles(t, part, 0, SINGLE_INFOS, out);
	if (part.len != line.len)
		forgive_cut(out, list);
}

uint32_t price_line_in(
	const struct single_tables *t, struct span line, unsigned engine, uint32_t *bad)
{
	const struct reading_list *list = readings_of(t);
	struct span part = priced_part(line);
	struct line_prices out;
	uint32_t best = UINT32_MAX;

	if (engine == 0)
		price_utf8(part, &out);
	else if (engine <= MULTI_INFOS)
		price_multi(part, engine, out.price + list->first[engine], &out);
	else
		price_singles(t, part, engine - 1 - MULTI_INFOS, engine - MULTI_INFOS, &out);
	if (part.len != line.len && engine <= MULTI_INFOS)
		forgive_cut(&out, list);
	for (unsigned r = list->first[engine]; r < list->first[engine + 1]; r++)
		best = out.price[r] < best ? out.price[r] : best;
	*bad = out.bad[engine];
	return best;
}
