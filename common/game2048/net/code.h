/* SPDX-License-Identifier: MIT */
/*
 * The weights of one n-tuple in one stage, packed. Entries are stored in blocks of 16 (the ranks of
 * the first cell); a bitmap marks the blocks with an entry that is not 0. Each entry of those is
 * coded with a frequency table chosen by its neighbours before it: the entries with one cell's rank
 * lower by one. Weights seldom used are small, and so are their neighbours.
 *
 *   side: bitmap, bit b % 8 of byte b / 8 for block b; then frequencies u16 [NET_CONTEXTS]
 *         [NET_SYMBOLS]; then u32 words, u32 extra bytes
 *   main: words u16 of rANS, then extra bits, least significant first
 *
 * Symbols: 0 to 62 are the values -31 to 31; 63 + 2 * k + sign are values of 6 + k bits, whose
 * lower 5 + k bits follow among the extra bits.
 */
#ifndef BIOSBELT_2048AI_NET_CODE_H
#define BIOSBELT_2048AI_NET_CODE_H

#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define NET_CONTEXTS   42u
#define NET_SYMBOLS    83u
#define NET_GROUP_BITS 6
#define NET_GROUP      (1u << NET_GROUP_BITS) /* entries stored side by side in memory */

/* Bytes of the side part of a tuple with so many cells. */
size_t net_side_size(unsigned cells);

/* q: 16^cells weights, each above -32768. Adds to both parts. */
enum err_code net_encode(
	const int16_t *q, unsigned cells, struct buf *side, struct buf *main, struct err *err);

/* Bytes of the main part that belong to this side part. */
uint64_t net_main_size(struct span side);

struct net_stream {
	struct span side; /* net_side_size(cells) bytes */
	struct span main;
	unsigned cells;
	int16_t *to; /* zeroed weights */
	/* NULL: entry i is to[i]. Else entry i is in the group that begins at
	 * to[group[(first + i) / NET_GROUP]]; those of absent blocks may be one that nothing
	 * writes. */
	const uint32_t *group;
	uint32_t first; /* a multiple of 16 */
};

#define NET_STREAMS 4u

/* Decodes up to NET_STREAMS together, which is faster than one after the other. Refuses anything
 * that net_encode could not have written. */
enum err_code net_decode(const struct net_stream *streams, unsigned count, struct err *err);

#endif
