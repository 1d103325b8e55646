/* SPDX-License-Identifier: MIT */
/*
 * The steps of an encoding, kept to be coded again with other lc, lp, pb: which of these are best
 * shows nearly as well as by a parse for each.
 */
#include <stdlib.h>
#include <string.h>

#include "lzma/encoder/lze_private.h"

void lze_spell_out(struct lze_step *steps, size_t count, uint32_t reps[LZE_REPS])
{
	size_t i;
	unsigned r;

	for (i = 0; i < count; i++) {
		struct lze_step *s = &steps[i];
		uint32_t dist;

		if (s->back == LZE_LITERAL)
			continue;
		r = s->back < LZE_REPS ? s->back : LZE_REPS - 1;
		dist = s->back < LZE_REPS ? reps[r] : s->back - LZE_REPS;
		lze_move_reps(reps, r, dist);
		s->back = dist + LZE_REPS;
	}
}

void lze_trace_keep(struct lze_trace *t, const struct lze_step *steps, size_t count,
	const uint32_t reps[LZE_REPS])
{
	size_t cap = 2 * (t->count + count);
	uint32_t at[LZE_REPS];

	t->whole = count == 0 && !t->lost;
	if (t->count + count > t->cap) {
		struct lze_step *more = realloc(t->step, cap * sizeof(*more));

		t->lost = t->lost || more == NULL;
		if (more != NULL) {
			t->step = more;
			t->cap = cap;
		}
	}
	if (count == 0 || t->lost)
		return;
	memcpy(at, reps, sizeof(at));
	memcpy(t->step + t->count, steps, count * sizeof(*steps));
	lze_spell_out(t->step + t->count, count, at);
	t->count += count;
}

size_t lze_trace_step(
	const struct lze_trace *t, size_t *at, const uint32_t reps[LZE_REPS], struct lze_step *step)
{
	unsigned r = 0, most;

	if (*at == t->count)
		return 0;
	*step = t->step[(*at)++];
	if (step->back == LZE_LITERAL)
		return 1;
	most = step->len == 1 ? 1 : LZE_REPS;
	while (r < most && reps[r] != step->back - LZE_REPS)
		r++;
	if (r < most)
		step->back = r;
	else if (step->len == 1) /* after a chunk that was stored */
		step->back = LZE_LITERAL;
	return 1;
}
