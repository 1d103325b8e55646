/* SPDX-License-Identifier: MIT */
/* From a trainer's tables to the file of a network, and back. */
#ifndef BIOSBELT_2048TRAIN_PACK_H
#define BIOSBELT_2048TRAIN_PACK_H

#include "net/net.h"
#include "train/train.h"

#define NET_PRUNE_UNIT 1e6f
#define NET_WEIGHT_MAX 1e10f /* points, beyond those of any game; a trainer may have more */

/*
 * The weights of a trainer as a file. The cost of leaving out a weight is the sum of its errors'
 * sizes in points, times the square of its distance from the value there without it; below `prune`
 * times NET_PRUNE_UNIT it is left out. The others are rounded to multiples of `step` points, or of
 * the least coarser step that fits 16 bits. kept[s] gets the number of weights of stage s that are
 * not 0. ERR_FORMAT: a weight is not a number below NET_WEIGHT_MAX.
 */
enum err_code net_pack(const struct trainer *t, float prune, float step, struct blob *out,
	uint32_t kept[NTUPLE_STAGE_MAX], struct err *err);

/* The file of weights that net_encode has packed: all tuples of each stage. */
enum err_code net_write(const struct ntuple_shape *shape, const float *scale, uint64_t moves,
	struct span side, struct span main, struct blob *out, struct err *err);

/*
 * The other way: the weights of a network into a trainer of its shape with zeroed memory, so that
 * training goes on from them, and the moves it has seen. Files lack the memory of coherence. Each
 * weight in one had at least the cost `prune` of net_pack, so its errors are set to the sizes that
 * follow from that, at least TRAIN_BEGIN_ERROR points each, with random signs.
 */
void net_start(const struct net *n, float prune, struct trainer *t);

#endif
