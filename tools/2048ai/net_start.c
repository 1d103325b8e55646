/* SPDX-License-Identifier: MIT */
/* From a network back to a trainer's tables. */
#include <math.h>

#include "net.h"

static void start_weight(
	struct trainer *t, unsigned stage, uint32_t i, float value, float off, float prune)
{
	uint32_t at = ntuple_near(&t->shape, i);
	struct train_trace *trace = &t->trace[stage][at];
	float size = fminf(prune * NET_PRUNE_UNIT / (off * off), TRAIN_TRACE_LIMIT);

	atomic_store_explicit(&t->value[stage][at], value, memory_order_relaxed);
	atomic_store_explicit(&trace->size, size, memory_order_relaxed);
	atomic_store_explicit(
		&trace->sum, fminf(sqrtf(size * NET_START_ERROR), size), memory_order_relaxed);
}

/* Entry i of a tuple with the ranks of its cells from `least` on one lower. */
static uint32_t lowered_entry(
	const struct ntuple_shape *s, unsigned tuple, uint32_t i, unsigned least)
{
	uint32_t x = i;

	for (unsigned cell = 0; cell < ntuple_cells(s, tuple); cell++)
		if (((i >> (4 * cell)) & 15) >= least)
			x -= 1u << (4 * cell);
	return x;
}

static void lift_entry(struct trainer *t, unsigned stage, uint32_t to, uint32_t from)
{
	struct train_trace *trace = &t->trace[stage][to];
	float size = atomic_load_explicit(&t->trace[0][from].size, memory_order_relaxed);
	float value = atomic_load_explicit(&t->value[0][from], memory_order_relaxed);

	size = size > 0.0f ? size / NET_LIFT_SHARE + 1.0f : 0.0f;
	atomic_store_explicit(&t->value[stage][to], value, memory_order_relaxed);
	atomic_store_explicit(&trace->size, size, memory_order_relaxed);
	atomic_store_explicit(
		&trace->sum, fminf(sqrtf(size * NET_START_ERROR), size), memory_order_relaxed);
}

void net_lift(struct trainer *t)
{
	const struct ntuple_shape *s = &t->shape;

	for (unsigned stage = 1; stage < s->stages; stage++) {
		unsigned least = (unsigned)__builtin_ctz(s->stage_ranks[stage]);

		for (unsigned k = 0; k < s->tuples; k++)
			for (uint32_t i = 0; i < 1u << (4 * ntuple_cells(s, k)); i++)
				lift_entry(t, stage, ntuple_near(s, s->base[k] + i),
					ntuple_near(s, s->base[k] + lowered_entry(s, k, i, least)));
	}
}

void net_start(const struct net *n, float prune, struct trainer *t)
{
	for (unsigned s = 0; s < n->shape.stages; s++)
		for (uint32_t i = 0; i < n->shape.size; i++) {
			float value = (float)net_weight(n, s, i) * n->scale[s], off = value;

			if (s > 0)
				off -= (float)net_weight(n, s - 1, i) * n->scale[s - 1];
			/* less than a step away: it is what the stage before has, rounded */
			if (fabsf(off) > 0.75f * n->scale[s])
				start_weight(t, s, i, value, off, prune);
		}
	t->moves = n->trained;
}
