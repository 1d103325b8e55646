/* SPDX-License-Identifier: MIT */
/* The steps of an encoding, to be coded again with other lc/lp/pb without a search and a parse. */
#include <stdlib.h>
#include <string.h>

#include "lzma/encoder/lze_private.h"

#define LEAST 1024

void lze_steps_free(struct lze_steps *s)
{
	free(s->step);
	*s = (struct lze_steps){NULL, 0, 0, 0};
}

static bool append(struct lze_steps *s, const struct lze_step *step)
{
	if (s->count == s->cap) {
		size_t cap = s->cap == 0 ? LEAST : 2 * s->cap;
		struct lze_step *more = realloc(s->step, cap * sizeof(*more));

		if (more == NULL)
			return false;
		s->step = more;
		s->cap = cap;
	}
	s->step[s->count++] = *step;
	s->covered += step->len;
	return true;
}

void lze_steps_note(struct lze_steps *s, const uint32_t now[LZE_REPS], const struct lze_step *steps,
	size_t count)
{
	uint32_t reps[LZE_REPS];
	size_t i;

	memcpy(reps, now, sizeof(reps));
	for (i = 0; i < count; i++) {
		struct lze_step step = steps[i];

		if (step.back != LZE_LITERAL)
			step.back = lze_take_dist(reps, step.back) + LZE_REPS;
		if (!append(s, &step))
			return;
	}
}

struct lze_step lze_steps_at(const struct lze_steps *s, size_t at, const uint32_t reps[LZE_REPS])
{
	struct lze_step step = s->step[at];
	uint32_t r;

	if (step.back == LZE_LITERAL)
		return step;
	for (r = 0; r < LZE_REPS && reps[r] != step.back - LZE_REPS; r++)
		;
	if (step.len == 1)
		step.back = r == 0 ? 0 : LZE_LITERAL;
	else if (r < LZE_REPS)
		step.back = r;
	return step;
}

uint64_t lze_steps_len(const struct lze_steps *s, struct span in, const struct lzma_prop *prop)
{
	struct lze_coder *c = malloc(sizeof(*c));
	uint64_t len = 0;
	struct buf out;
	size_t i;

	if (c == NULL || s->covered != in.len) {
		free(c);
		return 0;
	}
	buf_init(&out, 0);
	lze_coder_init(c, in, prop, &out);
	for (i = 0; i < s->count; i++) {
		struct lze_step step = lze_steps_at(s, i, c->reps);

		lze_code_step(c, &step);
	}
	lze_code_end(c, false);
	if (out.failed == ERR_OK)
		len = out.len;
	buf_free(&out);
	free(c);
	return len;
}
