/* SPDX-License-Identifier: MIT */
/*
 * A trained network, in 16-bit weights: value of a board = scale of its stage x the sum of the
 * weights its n-tuples select. The file format:
 *
 *   "BB2048NN", u32 version 3, u32 tuples, u32 stages, u64 masks[tuples], u32 ranks[stages],
 *   f32 scale[stages], u64 training moves, u32 bytes of the .xz stream, u32 CRC-32 of everything
 *   after the head, u32 CRC-32 of all before this field
 *   then an .xz stream with the side parts and after it the main parts (see net/code.h) of every
 *   tuple of every stage, tuples first.
 *
 * Integers are little-endian. A weight of 0 in a later stage is the one of the stage before; in
 * version 2 it is 0.
 */
#ifndef BIOSBELT_2048AI_NET_H
#define BIOSBELT_2048AI_NET_H

#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "net/code.h"
#include "net/ntuple.h"
#include "search/search.h"

#define NET_MAGIC       "BB2048NN"
#define NET_VERSION     3u
#define NET_VERSION_MIN 2u
#define NET_BYTES_MAX   (448u << 20) /* of weights in memory; larger networks are refused */
#define NET_PAD         2u           /* bytes after the weights, which may be read */
#define NET_ENTRIES_MAX (1u << 30)   /* of all stages, most of which are not in the file */

struct net;
typedef void net_valuer(const struct net *n, const uint64_t *board, unsigned count, float *value);

/* Where a network's memory comes from, zeroed, and who unpacks it. */
struct net_host {
	enum err_code (*alloc)(size_t len, void **out, struct err *err);
	void (*release)(void *ptr, size_t len); /* NULL is fine */
	search_parallel *parallel;              /* NULL: one after the other */
	unsigned threads;
	/* The largest sum of tiles of the boards that will be valued: stages that these never
	 * reach are left out. 0: no limit. */
	uint32_t tiles;
};

struct net {
	struct ntuple_shape shape;
	uint32_t tiles; /* boards with a larger sum of tiles may need a stage that was left out */
	float scale[NTUPLE_STAGE_MAX];
	/* Weights are stored in groups of NET_GROUP entries of a stage's table. A group that is not
	 * in the file is one of the stage before, or the first of all, which has only zeros. */
	int16_t *pool;
	size_t pool_len;                     /* bytes */
	uint32_t *group[NTUPLE_STAGE_MAX];   /* where in the pool each begins */
	uint8_t source[NTUPLE_INDEX_MAX][8]; /* ntuple_sources */
	net_valuer *values;                  /* chosen for this processor */
	uint64_t trained;                    /* moves */
	uint32_t crc;                        /* of the file's weights: identifies the network */
	void (*release)(void *ptr, size_t len);
};

/*
 * Reads a file; refuses damaged, foreign and too large ones. host NULL: malloc, one thread.
 * net_free releases the weights.
 */
enum err_code net_read(
	struct span file, const struct net_host *host, struct net *out, struct err *err);
void net_free(struct net *n);

static inline int16_t net_weight(const struct net *n, unsigned stage, uint32_t entry)
{
	return n->pool[n->group[stage][entry / NET_GROUP] + entry % NET_GROUP];
}

/* Value of an afterstate; one with a 32768 is valued by its downgraded form. */
float net_value(const struct net *n, uint64_t board);

/*
 * The same for up to four boards; quicker, since their weights arrive together. With AVX2 the
 * weights of a board are looked up by vectors.
 */
static inline void net_values(
	const struct net *n, const uint64_t *board, unsigned count, float *value)
{
	n->values(n, board, count, value);
}

net_valuer net_values_portable;
net_valuer net_values_v3; /* x86-64-v3; same results */

/* Chooses n->values; allow false: only code that every processor runs. */
void net_use_vectors(struct net *n, bool allow);

#endif
