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

float net_value(const struct net *n, uint64_t board)
{
	uint32_t index[NTUPLE_INDEX_MAX];
	const int16_t *weight;
	unsigned stage;
	int32_t sum = 0;

	if (ntuple_has_rank(board, 15))
		board = g2048_downgrade(board);
	stage = ntuple_stage(&n->shape, board);
	weight = n->weight[stage];
	n->shape.index(&n->shape, board, index);
	for (unsigned i = 0; i < n->shape.count; i++)
		sum += weight[index[i]];
	return (float)sum * n->scale[stage];
}
