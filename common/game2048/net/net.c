/* SPDX-License-Identifier: MIT */
#include "net/net.h"

#include <stdlib.h>
#include <string.h>

void net_free(struct net *n)
{
	if (n->pool != NULL)
		n->release(n->pool, n->pool_len);
	free(n->group[0]);
	memset(n, 0, sizeof(*n));
}

/* Prefetches a cache line; the tables are far larger than any cache. */
#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch((const void *)(p), 0)
#else
#define PREFETCH(p) ((void)(p))
#endif

struct look {
	float scale;
	uint32_t at[NTUPLE_INDEX_MAX]; /* in the pool */
};

static inline void look_at(const struct net *n, uint64_t board, struct look *out)
{
	const uint32_t *group;
	unsigned stage;

	if (ntuple_has_rank(board, 15))
		board = g2048_downgrade(board);
	stage = ntuple_stage(&n->shape, board);
	group = n->group[stage];
	out->scale = n->scale[stage];
	n->shape.index(&n->shape, board, out->at);
	for (unsigned i = 0; i < n->shape.count; i++)
		out->at[i] = group[out->at[i] / NET_GROUP] + out->at[i] % NET_GROUP;
}

static inline float sum_up(const struct net *n, const struct look *l)
{
	int32_t sum = 0;

	for (unsigned i = 0; i < n->shape.count; i++)
		sum += n->pool[l->at[i]];
	return (float)sum * l->scale;
}

float net_value(const struct net *n, uint64_t board)
{
	struct look l;

	look_at(n, board, &l);
	return sum_up(n, &l);
}

void net_values_portable(const struct net *n, const uint64_t *board, unsigned count, float *value)
{
	struct look l[4];

	for (unsigned b = 0; b < count; b++) {
		look_at(n, board[b], &l[b]);
		for (unsigned i = 0; i < n->shape.count; i++)
			PREFETCH(&n->pool[l[b].at[i]]);
	}
	for (unsigned b = 0; b < count; b++)
		value[b] = sum_up(n, &l[b]);
}

void net_use_vectors(struct net *n, bool allow)
{
	n->values = net_values_portable;
	ntuple_sources(&n->shape, n->source);
#ifdef BIOSBELT_2048AI_V3
	__builtin_cpu_init();
	if (allow && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
		n->values = net_values_v3;
#else
	(void)allow;
#endif
}
