/* SPDX-License-Identifier: MIT */
/*
 * Random numbers and new tiles. The generator is the output function of SplitMix64 (Steele, Lea,
 * Flood: "Fast splittable pseudorandom number generators", 2014) applied to a counter. So number n
 * of a stream costs the same as number 0, and a saved game is a key and a counter.
 */
#include "biosbelt/game2048.h"

#define GOLDEN_GAMMA 0x9E3779B97F4A7C15ull /* 2^64 / golden ratio, made odd; same paper */

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
	return z ^ (z >> 31);
}

void g2048_rng_init(struct g2048_rng *rng, uint64_t seed, uint64_t game)
{
	/* Two rounds keep neighbouring seeds and neighbouring games apart. */
	rng->key = mix(mix(seed + GOLDEN_GAMMA) + (game + 1) * GOLDEN_GAMMA);
	rng->counter = 0;
}

uint64_t g2048_rng_next(struct g2048_rng *rng)
{
	return mix(rng->key + ++rng->counter * GOLDEN_GAMMA);
}

uint32_t g2048_rng_below(struct g2048_rng *rng, uint32_t n)
{
	/* Lemire's multiplication, rejecting the few values that would be drawn once too often. */
	uint32_t reject = (uint32_t)(0u - n) % n;

	for (;;) {
		uint64_t product = (g2048_rng_next(rng) >> 32) * n;

		if ((uint32_t)product >= reject)
			return (uint32_t)(product >> 32);
	}
}

uint64_t g2048_spawn(uint64_t board, struct g2048_rng *rng, unsigned *rank)
{
	uint64_t open = g2048_empty_mask(board);
	uint32_t pick;
	unsigned tile;

	if (open == 0) {
		if (rank != NULL)
			*rank = 0;
		return board;
	}
	/* One draw for both: cell = pick / 10, a 4 when pick % 10 is 0. */
	pick = g2048_rng_below(rng, 10 * g2048_count_empty(board));
	tile = pick % 10 == 0 ? 2 : 1;
	for (pick /= 10; pick > 0; pick--)
		open &= open - 1;
	if (rank != NULL)
		*rank = tile;
	return board | ((open & (0ull - open)) * tile);
}
