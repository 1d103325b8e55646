/* SPDX-License-Identifier: MIT */
#include "net.h"

#include <string.h>

void net_free(struct net *n)
{
	for (unsigned s = 0; s < NTUPLE_STAGE_MAX; s++)
		if (n->weight[s] != NULL)
			n->release(n->weight[s], n->shape.size * sizeof(int16_t));
	memset(n, 0, sizeof(*n));
}

/* Asks for a cache line early; the tables are far larger than any cache. */
#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch((const void *)(p), 0)
#else
#define PREFETCH(p) ((void)(p))
#endif

struct look {
	const int16_t *weight;
	float scale;
	uint32_t index[NTUPLE_INDEX_MAX];
};

static inline void look_at(const struct net *n, uint64_t board, struct look *out)
{
	unsigned stage;

	if (ntuple_has_rank(board, 15))
		board = g2048_downgrade(board);
	stage = ntuple_stage(&n->shape, board);
	out->weight = n->weight[stage];
	out->scale = n->scale[stage];
	n->shape.index(&n->shape, board, out->index);
}

static inline float sum_up(const struct look *l, unsigned count)
{
	int32_t sum = 0;

	for (unsigned i = 0; i < count; i++)
		sum += l->weight[l->index[i]];
	return (float)sum * l->scale;
}

float net_value(const struct net *n, uint64_t board)
{
	struct look l;

	look_at(n, board, &l);
	return sum_up(&l, n->shape.count);
}

void net_values(const struct net *n, const uint64_t *board, unsigned count, float *value)
{
	struct look l[4];

	for (unsigned b = 0; b < count; b++) {
		look_at(n, board[b], &l[b]);
		for (unsigned i = 0; i < n->shape.count; i++)
			PREFETCH(&l[b].weight[l[b].index[i]]);
	}
	for (unsigned b = 0; b < count; b++)
		value[b] = sum_up(&l[b], n->shape.count);
}
