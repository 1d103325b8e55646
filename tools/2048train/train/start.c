/* SPDX-License-Identifier: MIT */
/* Makes a trainer's tables from a network. */
#include <math.h>

#include "train/pack.h"

static void start_weight(
	struct trainer *t, unsigned stage, uint32_t i, float value, float off, float prune)
{
	uint32_t at = ntuple_near(&t->shape, i);
	float size = fminf(prune * NET_PRUNE_UNIT / (off * off), TRAIN_TRACE_LIMIT);

	size = fmaxf(size, 1.0f); /* 0 would mean never learned */
	atomic_store_explicit(&t->value[stage][at], value, memory_order_relaxed);
	train_begin_trace(&t->trace[stage][at], size);
}

void net_start(const struct net *n, float prune, struct trainer *t)
{
	for (unsigned s = 0; s < n->shape.stages; s++)
		for (uint32_t i = 0; i < n->shape.size; i++) {
			float value = (float)net_weight(n, s, i) * n->scale[s], off = value;

			if (s > 0)
				off -= (float)net_weight(n, s - 1, i) * n->scale[s - 1];
			/* less than a step away: the rounded value of the stage before */
			if (fabsf(off) > 0.75f * n->scale[s])
				start_weight(t, s, i, value, off, prune);
		}
	t->moves = n->trained;
}
