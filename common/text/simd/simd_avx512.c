/* SPDX-License-Identifier: MIT */
/*
 * The loops over UTF-8 and GB 18030 with 512-bit vectors. What a byte is becomes one bit of a word
 * of 64, and such words are compared by plain arithmetic: where the bytes that go on a character
 * stand follows from where its first bytes do. Only first bytes that do not take all that goes on
 * after them need the tables of utf8_kinds.h.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include "simd/simd_avx512.h"
#include "simd/utf8_kinds.h"

bool text_has_avx512(void)
{
	return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
	       __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
	       __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
	       __builtin_cpu_supports("popcnt");
}

/* The sixteen bytes of a nibble table, four times. */
AVX512 static inline __m512i four_times(const uint8_t table[16])
{
	return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)table));
}

AVX512 static inline __m512i high_nibbles(__m512i v)
{
	return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0F));
}

/* Whether 64 bytes at p go on well from the three before them. */
AVX512 static bool judge(const uint8_t *p)
{
	const __m512i nibble = _mm512_set1_epi8(0x0F);
	const __m512i top = _mm512_set1_epi8((char)0x80);
	__m512i prev1 = load(p - 1);
	__m512i kinds = _mm512_and_si512(
		_mm512_and_si512(
			_mm512_shuffle_epi8(four_times(utf8_first_high), high_nibbles(prev1)),
			_mm512_shuffle_epi8(
				four_times(utf8_first_low), _mm512_and_si512(prev1, nibble))),
		_mm512_shuffle_epi8(four_times(utf8_second_high), high_nibbles(load(p))));
	__m512i third = _mm512_subs_epu8(load(p - 2), _mm512_set1_epi8((char)(0xE0 - 0x80)));
	__m512i fourth = _mm512_subs_epu8(load(p - 3), _mm512_set1_epi8((char)(0xF0 - 0x80)));
	__m512i must = _mm512_and_si512(_mm512_or_si512(third, fourth), top);
	__m512i wrong = _mm512_xor_si512(must, kinds);

	return _mm512_test_epi8_mask(wrong, wrong) == 0;
}

/* The same at the begin of the text. */
__attribute__((noinline)) static bool judge_first(const uint8_t *p)
{
	uint8_t copy[3 + 64] = {0, 0, 0};

	memcpy(copy + 3, p, 64);
	return judge(copy + 3);
}

/* First bytes, less C0, that never stand or do not take all that goes on: C0, C1, E0, ED and F0 up;
 * 80 marks one. */
#define N 0x80
static const uint8_t narrow_leads[64] = {N, N, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* C0 */
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                                  /* D0 */
	N, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, N, 0, 0,                                  /* E0 */
	N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N};                                 /* F0 */
#undef N

/* What the block before left open. */
struct cut {
	uint64_t wanted; /* places from 0 on that must go on */
	uint64_t narrow; /* not 0: its last first bytes are such that the tables must judge */
};

/* Whether the 64 bytes v at p go on well; high: those over 7F. */
AVX512 static inline bool goes_on(const uint8_t *p, __m512i v, uint64_t high, __m512i narrow_table,
	bool begin, struct cut *cut)
{
	uint64_t leads = word_of(_mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xC0)));
	uint64_t threes = word_of(_mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xE0)));
	uint64_t narrow =
		leads & word_of(_mm512_movepi8_mask(_mm512_permutexvar_epi8(v, narrow_table)));
	uint64_t wanted = leads << 1 | threes << 2 | cut->wanted;
	bool good = wanted == (high & ~leads);

	if ((narrow | cut->narrow) != 0)
		good = begin ? judge_first(p) : judge(p);
	cut->wanted = leads >> 63 | threes >> 62;
	cut->narrow = narrow >> 61;
	return good;
}

AVX512 size_t utf8_valid_avx512(struct span in)
{
	const __m512i narrow_table = load(narrow_leads);
	struct cut cut = {0, 0};
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		__m512i v = load(in.ptr + i);
		uint64_t high = word_of(_mm512_movepi8_mask(v));

		if ((high | cut.wanted | cut.narrow) != 0 &&
			!goes_on(in.ptr + i, v, high, narrow_table, i == 0, &cut))
			break;
	}
	return i;
}

/* The tables of kinds of ASCII, and all kinds seen; see look.c. */
struct look_state {
	__m512i low;
	__m512i high;
	__m512i seen;
};

AVX512 static inline struct look_state look_begin(void)
{
	return (struct look_state){
		four_times(look_low), four_times(look_high), _mm512_setzero_si512()};
}

AVX512 static void look_end(const struct look_state *s, struct look_sums *sums)
{
	uint8_t kinds[64];

	_mm512_storeu_si512((void *)kinds, s->seen);
	for (unsigned k = 0; k < 64; k++)
		sums->kinds |= kinds[k];
}

AVX512 static inline __m512i ascii_kinds(__m512i v, const struct look_state *s)
{
	return _mm512_and_si512(
		_mm512_shuffle_epi8(s->low, v), _mm512_shuffle_epi8(s->high, high_nibbles(v)));
}

AVX512 static inline void add_block(
	__m512i kinds, uint64_t high, uint64_t *high_sum, uint64_t *control_sum)
{
	uint64_t control = word_of(_mm512_test_epi8_mask(kinds, _mm512_set1_epi8(LOOK_CONTROL)));

	*high_sum += (uint64_t)__builtin_popcountll(high);
	*control_sum += (uint64_t)__builtin_popcountll(control);
}

/* utf8 is a constant where it is called: whether the blocks also have to be valid. */
AVX512 static inline __attribute__((always_inline)) size_t look_blocks(
	struct span in, bool utf8, struct look_sums *sums)
{
	const __m512i narrow_table = load(narrow_leads);
	struct look_state s = look_begin();
	struct cut cut = {0, 0};
	uint64_t high_sum = 0;
	uint64_t control_sum = 0;
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		__m512i v = load(in.ptr + i);
		__m512i kinds = ascii_kinds(v, &s);
		uint64_t high = word_of(_mm512_movepi8_mask(v));

		if (utf8 && (high | cut.wanted | cut.narrow) != 0 &&
			!goes_on(in.ptr + i, v, high, narrow_table, i == 0, &cut))
			break;
		s.seen = _mm512_or_si512(s.seen, kinds);
		add_block(kinds, high, &high_sum, &control_sum);
	}
	sums->high += high_sum;
	sums->control += control_sum;
	look_end(&s, sums);
	return i;
}

AVX512 size_t look_avx512(struct span in, struct look_sums *sums)
{
	return look_blocks(in, false, sums);
}

AVX512 size_t look_utf8_avx512(struct span in, struct look_sums *sums)
{
	return look_blocks(in, true, sums);
}

/* As gb_valid_avx2. */
AVX512 size_t gb_valid_avx512(struct span in, size_t pos)
{
	uint64_t carry = 0; /* 1: the byte before begins a pair */

	for (; in.len - pos >= 64; pos += 64) {
		__m512i v = load(in.ptr + pos);
		uint64_t high = word_of(_mm512_movepi8_mask(v)) & ~carry;
		uint64_t leads = find_leads(high);
		__m512i from_81 = _mm512_sub_epi8(v, _mm512_set1_epi8((char)0x81));
		__m512i from_40 = _mm512_sub_epi8(v, _mm512_set1_epi8(0x40));
		uint64_t lead = word_of(_mm512_cmple_epu8_mask(from_81, _mm512_set1_epi8(0x7D)));
		uint64_t trail =
			word_of(_mm512_cmple_epu8_mask(from_40, _mm512_set1_epi8((char)0xBE))) &
			~word_of(_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(0x7F)));

		if (((leads & ~lead) | ((leads << 1 | carry) & ~trail)) != 0)
			break;
		carry = leads >> 63;
	}
	return pos - carry;
}
#endif
