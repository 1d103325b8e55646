/* SPDX-License-Identifier: MIT */
/*
 * Finds the distance of Delta that suits some data: the one after which few byte values are
 * frequent, measured by the sum of the squares of the frequencies.
 */
#include <string.h>

#include "guess/guess_private.h"

#define DISTANCES 256
/* Samples, spread over the data. */
#define PIECES    8
#define PIECE     ((size_t)4096)

/* The first look reads so much of each, and drops distances that are far from helping. */
#define GLANCE ((size_t)512)

/* Distance 0: counts the unfiltered bytes. */
static void count_piece(
	struct span in, size_t from, size_t to, unsigned distance, uint32_t count[256])
{
	unsigned subtract = distance != 0 ? 0xFF : 0;
	size_t i = from < distance ? distance : from;

	for (; i < to; i++)
		count[(uint8_t)(in.ptr[i] - (in.ptr[i - distance] & subtract))]++;
}

static uint64_t measure(struct span in, unsigned distance, size_t piece)
{
	uint32_t count[256] = {0};
	uint64_t sum = 0;
	size_t i;

	if (in.len <= PIECES * piece) {
		count_piece(in, 0, in.len, distance, count);
	} else {
		for (i = 0; i < PIECES; i++) {
			size_t from = (in.len - piece) / (PIECES - 1) * i;

			count_piece(in, from, from + piece, distance, count);
		}
	}
	for (i = 0; i < 256; i++)
		sum += (uint64_t)count[i] * count[i];
	return sum;
}

static bool is_multiple(unsigned distance, const enum branch_kind *of, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (distance % branch_delta(of[i]) == 0)
			return true;
	return false;
}

/*
 * Multiples of a better distance are left out. Delta helps where its bytes are less spread than the
 * unfiltered ones.
 */
size_t guess_deltas(struct span in, enum branch_kind out[LZMA_GUESS_DELTAS])
{
	uint64_t sum[DISTANCES + 1];
	unsigned distance, best;
	bool all = in.len <= PIECES * GLANCE; /* is read in the first look */
	size_t count;

	for (distance = 0; distance <= DISTANCES; distance++) {
		sum[distance] = measure(in, distance, GLANCE);
		if (sum[distance] < sum[0] / 4 * 3)
			sum[distance] = 0;
	}
	for (distance = 0; !all && distance <= DISTANCES; distance++)
		if (sum[distance] != 0)
			sum[distance] = measure(in, distance, PIECE);
	for (count = 0; count < LZMA_GUESS_DELTAS; count++) {
		best = 0;
		for (distance = 1; distance <= DISTANCES; distance++)
			if (!is_multiple(distance, out, count) && sum[distance] > sum[best])
				best = distance;
		if (best == 0)
			break;
		out[count] = (enum branch_kind)(BRANCH_DELTA + best - 1);
	}
	return count;
}
