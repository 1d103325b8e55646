/* SPDX-License-Identifier: MIT */
/* net_values for processors with AVX2: evaluates eight weights of a board at a time. Same
 * results. */
#include <immintrin.h>

#include "net/net.h"

/* Cell k of a board as byte k, in both halves. */
static inline __m256i cells_of(uint64_t board)
{
	const __m128i nibble = _mm_set1_epi8(15);
	__m128i x = _mm_cvtsi64_si128((long long)board);
	__m128i even = _mm_and_si128(x, nibble);
	__m128i odd = _mm_and_si128(_mm_srli_epi16(x, 4), nibble);

	return _mm256_broadcastsi128_si256(_mm_unpacklo_epi8(even, odd));
}

/* Four table positions, each in the lower half of 64 bits. */
static inline __m256i join_cells(__m256i cells, const uint8_t source[4][8])
{
	__m256i x = _mm256_shuffle_epi8(cells, _mm256_loadu_si256((const void *)source));

	x = _mm256_maddubs_epi16(x, _mm256_set1_epi16(0x1001));  /* cells to pairs */
	x = _mm256_madd_epi16(x, _mm256_set1_epi32(0x01000001)); /* pairs to fours */
	return _mm256_or_si256(x, _mm256_srli_epi64(x, 16));
}

/* The positions of tuple t, as ntuple_shape's index, in another order. */
static inline __m256i positions(const struct net *n, __m256i cells, unsigned t)
{
	__m256 low = _mm256_castsi256_ps(join_cells(cells, n->source + 8 * t));
	__m256 high = _mm256_castsi256_ps(join_cells(cells, n->source + 8 * t + 4));
	__m256i all = _mm256_castps_si256(_mm256_shuffle_ps(low, high, 0x88));

	return _mm256_add_epi32(all, _mm256_set1_epi32((int)n->shape.base[t]));
}

/* Weights are read as 32 bits from the start of each; the pool's NET_PAD makes room for that. */
static inline __m256i weights(const struct net *n, const uint32_t *group, __m256i at)
{
	__m256i g = _mm256_i32gather_epi32(
		(const int *)group, _mm256_srli_epi32(at, NET_GROUP_BITS), sizeof(*group));
	__m256i in = _mm256_and_si256(at, _mm256_set1_epi32((int)NET_GROUP - 1));
	__m256i w = _mm256_i32gather_epi32(
		(const void *)n->pool, _mm256_add_epi32(g, in), sizeof(*n->pool));

	return _mm256_srai_epi32(_mm256_slli_epi32(w, 16), 16);
}

static inline int32_t sum_of(__m256i x)
{
	__m128i s = _mm_add_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));

	s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
	return _mm_cvtsi128_si32(s) + _mm_extract_epi32(s, 1);
}

void net_values_v3(const struct net *n, const uint64_t *board, unsigned count, float *value)
{
	for (unsigned b = 0; b < count; b++) {
		uint64_t low = ntuple_has_rank(board[b], 15) ? g2048_downgrade(board[b]) : board[b];
		unsigned stage = ntuple_stage(&n->shape, low);
		__m256i cells = cells_of(low), sum = _mm256_setzero_si256();

		for (unsigned t = 0; t < n->shape.tuples; t++)
			sum = _mm256_add_epi32(
				sum, weights(n, n->group[stage], positions(n, cells, t)));
		value[b] = (float)sum_of(sum) * n->scale[stage];
	}
}
