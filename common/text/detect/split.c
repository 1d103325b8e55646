/* SPDX-License-Identifier: MIT */
/* Splits a mixed text into ranges of lines. */
#include <math.h>
#include <stdlib.h>

#include "biosbelt/alloc.h"

#include "detect/detect_private.h"

/* The lines of a block are judged together, as states depend on neighbouring lines. */
#define BLOCK_LINES 512

struct split {
	struct span in;
	const struct single_tables *tables;
	struct lines lines;
	unsigned states[STATES_MAX];
	unsigned count;
	uint64_t engines; /* of the states */
	struct text_range *ranges;
	size_t range_count;
	size_t cap;
};

static int find_reading(const struct reading_list *list, const struct text_cand *cand)
{
	for (unsigned r = 0; r < list->count; r++) {
		const char *language = list->list[r].language;

		if (list->list[r].enc == cand->enc &&
			(language == cand->language ||
				(language != NULL && cand->language != NULL &&
					strcmp(language, cand->language) == 0)))
			return (int)r;
	}
	return -1;
}

static enum err_code add_range(struct split *s, const struct text_range *one, struct err *err)
{
	if (s->range_count != 0) {
		struct text_range *last = &s->ranges[s->range_count - 1];

		if (last->enc == one->enc) {
			last->last = one->last;
			last->len = one->off + one->len - last->off;
			if (one->certainty < last->certainty)
				last->certainty = one->certainty;
			return ERR_OK;
		}
	}
	if (!ALLOC_ROOM(s->ranges, s->range_count, &s->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	s->ranges[s->range_count++] = *one;
	return ERR_OK;
}

/* True when a part of the line is rather in another encoding than this multi-byte engine's. */
static bool is_torn(const struct split *s, const struct line_prices *line, unsigned engine)
{
	struct span in = span_of(s->in.ptr + line->off, line->len);
	const struct odd_run *odd = &line->odd[engine];

	return has_western(engine, in) ||
	       (odd->len != 0 && other_text(s->tables, span_of(in.ptr + odd->off, odd->len), engine,
					 ALL_ENGINES) != TEXT_NONE);
}

/* Assigns the gathered lines to their encodings. */
static enum err_code take_block(struct split *s, struct err *err)
{
	uint8_t state[BLOCK_LINES];
	uint32_t lead[BLOCK_LINES];
	enum err_code rc;

	if (s->lines.count == 0)
		return ERR_OK;
	ease_lone(&s->lines, 0);
	rc = assign_lines(&s->lines, s->states, s->count, state, lead, err);
	for (size_t i = 0; rc == ERR_OK && i < s->lines.count; i++) {
		const struct line_prices *line = &s->lines.list[i];
		const struct reading *r = &s->lines.readings->list[s->states[state[i]]];
		struct text_range one = {.enc = r->enc,
			.first = line->number,
			.last = line->number,
			.off = line->off,
			.len = line->len,
			.certainty = (unsigned)(1000 / (1 + exp(-(double)lead[i] / 8)))};

		if (r->engine != 0 && r->engine <= MULTI_INFOS && is_torn(s, line, r->engine))
			one.certainty = 500;
		rc = add_range(s, &one, err);
	}
	s->lines.count = 0;
	return rc;
}

static enum err_code take_lines(struct split *s, struct err *err)
{
	enum err_code rc = ERR_OK;
	struct line_walk walk = {.in = s->in};

	while (rc == ERR_OK && line_next(&walk)) {
		struct line_prices *one = &s->lines.list[s->lines.count];

		if (text_ascii_len(walk.line) == walk.line.len)
			continue;
		price_line(s->tables, walk.line, s->engines, one);
		one->off = (size_t)(walk.line.ptr - s->in.ptr);
		one->len = walk.line.len;
		one->number = walk.number;
		if (++s->lines.count == BLOCK_LINES)
			rc = take_block(s, err);
	}
	return rc == ERR_OK ? take_block(s, err) : rc;
}

enum err_code text_split(struct span in, const struct text_guess *guess, struct text_range **out,
	size_t *count, struct err *err)
{
	struct split s = {.in = in, .tables = single_tables_get()};
	enum err_code rc;

	if (s.tables == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s.lines.readings = readings_of(s.tables);
	s.lines.engines = ENGINES;
	for (unsigned r = 0; r < s.lines.readings->count; r++)
		s.lines.prior[r] = s.lines.readings->list[r].prior;
	for (unsigned i = 0; i < guess->mixed; i++) {
		int reading = find_reading(s.lines.readings, &guess->cand[i]);

		if (reading < 0)
			continue;
		s.states[s.count++] = (unsigned)reading;
		s.engines |= 1ull << s.lines.readings->list[reading].engine;
	}
	if (s.count == 0)
		return err_set(err, ERR_USAGE, "not a mixed text");
	s.lines.list = malloc(BLOCK_LINES * sizeof(*s.lines.list));
	rc = s.lines.list != NULL ? take_lines(&s, err) : err_set(err, ERR_NOMEM, "out of memory");
	free(s.lines.list);
	if (rc != ERR_OK) {
		free(s.ranges);
		return rc;
	}
	*out = s.ranges;
	*count = s.range_count;
	return ERR_OK;
}
