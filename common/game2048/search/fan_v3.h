/* SPDX-License-Identifier: MIT */
/*
 * fan.h for AVX2: the four moves lie side by side in the order up, down, left, right. Table
 * values are fetched one by one: many processors take longer to gather them.
 */
#ifndef BIOSBELT_2048AI_SEARCH_FAN_V3_H
#define BIOSBELT_2048AI_SEARCH_FAN_V3_H

#include <immintrin.h>
#include <string.h>

#include "search/search_walk.h"

#define ALL64(value) _mm256_set1_epi64x((long long)(value))

struct fan {
	__m256i along;     /* moved boards, as lines along the move */
	__m256i cross;     /* the same as lines across */
	uint64_t lines[2]; /* columns, rows */
	/* For column or row i, both ways along it in the low and the high half: */
	uint32_t moved[2][4]; /* the line after the move */
	uint64_t rest[2][4];  /* value of the other lines along */
	uint64_t still[2][4]; /* all ones: none of the other lines along moves */
};

static inline __m256i boards_transpose(__m256i x)
{
	__m256i a1 = _mm256_and_si256(x, ALL64(0xF0F00F0FF0F00F0Full));
	__m256i a2 = _mm256_and_si256(x, ALL64(0x0000F0F00000F0F0ull));
	__m256i a3 = _mm256_and_si256(x, ALL64(0x0F0F00000F0F0000ull));
	__m256i a = _mm256_or_si256(_mm256_slli_epi64(a2, 12), _mm256_srli_epi64(a3, 12));
	__m256i b1, b2, b3;

	a = _mm256_or_si256(a, a1);
	b1 = _mm256_and_si256(a, ALL64(0xFF00FF0000FF00FFull));
	b2 = _mm256_and_si256(a, ALL64(0x00FF00FF00000000ull));
	b3 = _mm256_and_si256(a, ALL64(0x00000000FF00FF00ull));
	a = _mm256_or_si256(_mm256_srli_epi64(b2, 24), _mm256_slli_epi64(b3, 24));
	return _mm256_or_si256(a, b1);
}

/* Of four values each, the sum of all others; and for masks, what all others have. */
static inline __m256i sum_others(__m256i v, int32_t base)
{
	__m256i t = _mm256_add_epi32(v, _mm256_shuffle_epi32(v, 0xB1));

	t = _mm256_add_epi32(t, _mm256_shuffle_epi32(t, 0x4E));
	return _mm256_sub_epi32(_mm256_add_epi32(t, _mm256_set1_epi32(base)), v);
}

static inline __m256i and_others(__m256i v)
{
	__m256i t = _mm256_and_si256(_mm256_shuffle_epi32(v, 0x39), _mm256_shuffle_epi32(v, 0x4E));

	return _mm256_and_si256(t, _mm256_shuffle_epi32(v, 0x93));
}

/* One way and the other, line by line. */
static inline void put_pairs(uint64_t out[2][4], __m256i a, __m256i b)
{
	__m256i low = _mm256_unpacklo_epi32(a, b), high = _mm256_unpackhi_epi32(a, b);

	_mm256_storeu_si256((void *)out[0], _mm256_permute2x128_si256(low, high, 0x20));
	_mm256_storeu_si256((void *)out[1], _mm256_permute2x128_si256(low, high, 0x31));
}

static inline __m256i values_of(const int32_t *value, const uint16_t *line)
{
	return _mm256_setr_epi32(value[line[0]], value[line[2]], value[line[4]], value[line[6]],
		value[line[8]], value[line[10]], value[line[12]], value[line[14]]);
}

static inline uint32_t row_of(const struct walk *w, unsigned line)
{
	uint32_t both; /* struct g2048_row: left low, right high */

	memcpy(&both, &w->tables->row[line], sizeof(both));
	return both;
}

static inline void fan_init(const struct walk *w, uint64_t board, struct fan *f)
{
	uint64_t col = g2048_transpose(board);
	__m256i old = _mm256_cvtepu16_epi32(_mm_set_epi64x((long long)board, (long long)col));
	__m256i moved, left, right;
	uint16_t line[16];

	f->lines[0] = col;
	f->lines[1] = board;
	for (unsigned i = 0; i < 4; i++) {
		f->moved[0][i] = row_of(w, (unsigned)(col >> (16 * i)) & 0xFFFF);
		f->moved[1][i] = row_of(w, (unsigned)(board >> (16 * i)) & 0xFFFF);
	}
	memcpy(line, f->moved, sizeof(line));
	moved = _mm256_loadu_si256((const void *)line);
	left = _mm256_and_si256(moved, _mm256_set1_epi32(0xFFFF));
	right = _mm256_srli_epi32(moved, 16);
	f->along = _mm256_packus_epi32(left, right);
	f->cross = boards_transpose(f->along);
	put_pairs(f->rest, sum_others(values_of(w->h->line, line), w->h->base),
		sum_others(values_of(w->h->line, line + 1), w->h->base));
	put_pairs(f->still, and_others(_mm256_cmpeq_epi32(left, old)),
		and_others(_mm256_cmpeq_epi32(right, old)));
}

/* A tile put into a cell of column k and row i. */
struct placed {
	uint64_t moved; /* column up, column down, row left, row right */
	uint64_t line;  /* before the move: column, column, row, row */
	__m256i change; /* of `moved` against the move without the tile, one in each 64 bits */
};

static inline void place(
	const struct walk *w, const struct fan *f, unsigned cell, unsigned tile, struct placed *p)
{
	unsigned i = cell / 4, k = cell % 4;
	uint32_t col = ((uint32_t)(f->lines[0] >> (16 * k)) & 0xFFFF) | tile << (4 * i);
	uint32_t row = ((uint32_t)(f->lines[1] >> (16 * i)) & 0xFFFF) | tile << (4 * k);
	uint64_t before = f->moved[0][k] | (uint64_t)f->moved[1][i] << 32;

	p->moved = row_of(w, col) | (uint64_t)row_of(w, row) << 32;
	p->line = col * 0x10001u | (uint64_t)(row * 0x10001u) << 32;
	p->change = _mm256_cvtepu16_epi64(_mm_cvtsi64_si128((long long)(p->moved ^ before)));
}

/* Nibble j of a change goes to nibble 0 of line j across. */
static inline __m256i spread(__m256i d)
{
	d = _mm256_or_si256(d, _mm256_slli_epi64(d, 24));
	d = _mm256_and_si256(d, ALL64(0x000000FF000000FFull));
	d = _mm256_or_si256(d, _mm256_slli_epi64(d, 12));
	return _mm256_and_si256(d, ALL64(0x000F000F000F000Full));
}

/* a for up and down, b for left and right */
static inline __m256i per_axis(uint64_t a, uint64_t b)
{
	return _mm256_setr_epi64x((long long)a, (long long)a, (long long)b, (long long)b);
}

/* Sums over the line that moves and those across, without the lines beside it. */
static inline __m128i placed_values(
	const struct walk *w, const struct fan *f, unsigned cell, const struct placed *p)
{
	__m256i shift = per_axis(cell % 4 * 4, cell / 4 * 4);
	__m256i cross = _mm256_sllv_epi64(spread(p->change), shift);
	const int32_t *value = w->h->line;
	uint16_t line[16];
	int32_t sum[4];

	_mm256_storeu_si256((void *)line, _mm256_xor_si256(f->cross, cross));
	for (unsigned s = 0; s < 4; s++) {
		const uint16_t *across = line + 4 * s;

		sum[s] = value[(p->moved >> (16 * s)) & 0xFFFF] + value[across[0]] +
			 value[across[1]] + value[across[2]] + value[across[3]];
	}
	return _mm_setr_epi32(sum[0], sum[1], sum[2], sum[3]);
}

static inline __m128i pair_of(uint64_t a, uint64_t b)
{
	return _mm_set_epi64x((long long)b, (long long)a);
}

/* The values of the four moves when they lead to leaves; 0 where not legal. */
static inline __m128i fan_values(
	const struct walk *w, const struct fan *f, unsigned cell, unsigned tile)
{
	unsigned i = cell / 4, k = cell % 4;
	__m128i value, same;
	struct placed p;

	place(w, f, cell, tile, &p);
	value = placed_values(w, f, cell, &p);
	value = _mm_add_epi32(value, pair_of(f->rest[0][k], f->rest[1][i]));
	same = _mm_cmpeq_epi16(
		_mm_cvtsi64_si128((long long)p.moved), _mm_cvtsi64_si128((long long)p.line));
	same = _mm_and_si128(_mm_cvtepi16_epi32(same), pair_of(f->still[0][k], f->still[1][i]));
	return _mm_andnot_si128(same, value);
}

static inline int32_t fan_four(const struct walk *w, const struct fan *f, unsigned cell)
{
	__m128i v = fan_values(w, f, cell, 2);

	v = _mm_max_epi32(v, _mm_shuffle_epi32(v, 0x4E));
	v = _mm_max_epi32(v, _mm_shuffle_epi32(v, 0xB1));
	return _mm_cvtsi128_si32(_mm_max_epi32(v, _mm_setzero_si128()));
}

static inline int64_t fan_pair(const struct walk *w, const struct fan *f, unsigned cell)
{
	__m128i two = fan_values(w, f, cell, 1), four = fan_values(w, f, cell, 2), v;

	v = _mm_max_epi32(_mm_unpacklo_epi32(two, four), _mm_unpackhi_epi32(two, four));
	v = _mm_max_epi32(v, _mm_shuffle_epi32(v, 0x4E));
	v = _mm_max_epi32(v, _mm_setzero_si128());
	return 9 * (int64_t)_mm_cvtsi128_si32(v) + _mm_extract_epi32(v, 1);
}

static inline void fan_moves(
	const struct walk *w, const struct fan *f, unsigned cell, unsigned tile, uint64_t after[4])
{
	__m256i from = _mm256_blend_epi32(f->cross, f->along, 0xF0), change;
	struct placed p;

	place(w, f, cell, tile, &p);
	change = _mm256_blend_epi32(spread(p.change), p.change, 0xF0);
	change = _mm256_sllv_epi64(change, per_axis(cell % 4 * 4, cell / 4 * 16));
	_mm256_storeu_si256((void *)after, _mm256_xor_si256(from, change));
}

_Static_assert(G2048_UP == 0 && G2048_DOWN == 1 && G2048_LEFT == 2 && G2048_RIGHT == 3,
	"the order of the four moves");

#endif
