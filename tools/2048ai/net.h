/* SPDX-License-Identifier: MIT */
/*
 * A trained network, in 16-bit weights: value of a board = scale of its stage x the sum of the
 * weights its n-tuples select. And the file it is kept in:
 *
 *   "BB2048NN", u32 version 1, u32 tuples, u32 stages, u64 masks[tuples], u32 ranks[stages],
 *   f32 scale[stages], u32 weights that are not 0 [stages], u64 training moves,
 *   u32 CRC-32 of the unpacked body, u32 CRC-32 of all before this field
 *   then an .xz stream with the body: for each stage the bitmap of entries that are not 0 (entry i
 *   is bit i % 8 of byte i / 8), then the high bytes of those weights, then the low bytes.
 *
 * Integers are little-endian, weights two's complement.
 */
#ifndef BIOSBELT_2048AI_NET_H
#define BIOSBELT_2048AI_NET_H

#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "ntuple.h"
#include "train.h"

#define NET_VERSION   1u
#define NET_BYTES_MAX (512u << 20) /* of weights in memory; larger networks are refused */

struct net {
	struct ntuple_shape shape;
	float scale[NTUPLE_STAGE_MAX];
	int16_t *weight[NTUPLE_STAGE_MAX];
	uint64_t trained; /* moves */
};

/*
 * What a trainer has learned, as a file: weights whose errors add up to less than `prune` points
 * are left out, the rest rounded to multiples of `step` points, or of the least coarser step that
 * fits 16 bits. preset: of liblzma, 0 to 9. kept[s] gets the number of weights of stage s.
 */
enum err_code net_pack(const struct trainer *t, float prune, float step, unsigned preset,
	struct blob *out, uint32_t kept[NTUPLE_STAGE_MAX], struct err *err);

/* Reads a file; refuses damaged, foreign and too large ones. net_free releases the weights. */
enum err_code net_read(struct span file, struct net *out, struct err *err);
void net_free(struct net *n);

/* Value of an afterstate; one with a 32768 is valued by its downgraded form. */
float net_value(const struct net *n, uint64_t board);

#endif
