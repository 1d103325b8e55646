/* SPDX-License-Identifier: MIT */
/* What the files with loops of 512-bit vectors share. */
#ifndef BIOSBELT_TEXT_SIMD_AVX512_H
#define BIOSBELT_TEXT_SIMD_AVX512_H

#include <immintrin.h>
#include <stdint.h>

/* bmi for its and-not: without it GCC takes the one for masks, and the whole way to the leads of a
 * block, which the next block waits for, goes through slow mask registers. */
#define AVX512                                                                                     \
	__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,"         \
			      "popcnt")))

/* A word in a register for numbers; GCC goes on in one for masks, which are slow to compute with.
 */
AVX512 static inline uint64_t word_of(__mmask64 mask)
{
	uint64_t word = mask;

	__asm__("" : "+r"(word));
	return word;
}

AVX512 static inline __m512i load(const uint8_t *p)
{
	return _mm512_loadu_si512((const void *)p);
}

#endif
