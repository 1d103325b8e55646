/* SPDX-License-Identifier: MIT */
/*
 * Lines of a text are not independent. The same bytes again are no new evidence: authors repeat
 * themselves. And a lone Chinese character, which is dear in a text of an unknown language, is
 * usual in a Chinese one.
 */
#include "detect/detect_private.h"

#define SAME_FULL  2    /* lines of the same bytes over 7F that count in full */
#define SAME_SLOTS 1024 /* a power of two, over twice the lines that are priced */

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
			weaken(line, lines->readings->count);
	}
}

static uint32_t cheapest(const struct line_prices *line, unsigned from, unsigned to)
{
	uint32_t least = UINT32_MAX;

	for (unsigned r = from; r < to; r++)
		least = line->price[r] < least ? line->price[r] : least;
	return least;
}

/* Is there a line that is a text of the encoding's languages more than anything else? */
static bool is_established(const struct lines *lines, unsigned engine)
{
	const struct reading_list *list = lines->readings;

	for (size_t i = 0; i < lines->count; i++) {
		const struct line_prices *line = &lines->list[i];

		if (line->runs[engine] &&
			cheapest(line, list->first[engine], list->first[engine + 1]) ==
				cheapest(line, 0, list->count))
			return true;
	}
	return false;
}

void ease_lone(struct lines *lines, size_t from)
{
	const unsigned *first = lines->readings->first;

	for (unsigned engine = 1; engine <= MULTI_INFOS; engine++) {
		if (!is_established(lines, engine))
			continue;
		for (size_t i = from; i < lines->count; i++) {
			struct line_prices *line = &lines->list[i];

			for (unsigned r = first[engine]; r < first[engine + 1]; r++)
				line->price[r] -= line->lone[r];
		}
	}
}

void relate_lines(struct lines *lines, size_t from)
{
	ease_lone(lines, from);
	weaken_repeated(lines, from);
}
