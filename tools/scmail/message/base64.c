/* SPDX-License-Identifier: MIT */
#include "message/base64.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

uint64_t base64_len(uint64_t len)
{
	uint64_t rest = len % BASE64_LINE_IN;

	return len / BASE64_LINE_IN * BASE64_LINE_OUT + (rest != 0 ? (rest + 2) / 3 * 4 + 2 : 0);
}

size_t base64_word(const uint8_t *in, size_t len, uint8_t *out)
{
	uint8_t *p = out;
	size_t i;

	for (i = 0; i + 3 <= len; i += 3) {
		uint32_t v = (uint32_t)in[i] << 16 | (uint32_t)in[i + 1] << 8 | in[i + 2];

		*p++ = (uint8_t)alphabet[v >> 18];
		*p++ = (uint8_t)alphabet[v >> 12 & 63];
		*p++ = (uint8_t)alphabet[v >> 6 & 63];
		*p++ = (uint8_t)alphabet[v & 63];
	}
	if (i < len) {
		uint32_t v = (uint32_t)in[i] << 16 | (i + 1 < len ? (uint32_t)in[i + 1] << 8 : 0);

		*p++ = (uint8_t)alphabet[v >> 18];
		*p++ = (uint8_t)alphabet[v >> 12 & 63];
		*p++ = (uint8_t)(i + 1 < len ? alphabet[v >> 6 & 63] : '=');
		*p++ = '=';
	}
	return (size_t)(p - out);
}

#if defined(__x86_64__)
#include <immintrin.h>

/*
 * Encodes 12 bytes at the front of v as 16 characters. A shuffle spreads each group of three bytes
 * over four. Two multiplications (a left and a right shift by different amounts) move its 6-bit
 * fields into place. A table of offsets turns 0..63 into ASCII.
 */
__attribute__((target("ssse3"))) static __m128i encode12(__m128i v)
{
	const __m128i spread = _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
	const __m128i distance =
		_mm_setr_epi8('a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
			'0' - 52, '0' - 52, '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0);
	__m128i high;
	__m128i low;
	__m128i fields;
	__m128i kind;

	v = _mm_shuffle_epi8(v, spread);
	high = _mm_mulhi_epu16(
		_mm_and_si128(v, _mm_set1_epi32(0x0FC0FC00)), _mm_set1_epi32(0x04000040));
	low = _mm_mullo_epi16(
		_mm_and_si128(v, _mm_set1_epi32(0x003F03F0)), _mm_set1_epi32(0x01000010));
	fields = _mm_or_si128(high, low);
	/* 0 for letters below 52, 1 to 12 for digits, '+' and '/'; 13 for capitals */
	kind = _mm_subs_epu8(fields, _mm_set1_epi8(51));
	kind = _mm_or_si128(
		kind, _mm_and_si128(_mm_cmpgt_epi8(_mm_set1_epi8(26), fields), _mm_set1_epi8(13)));
	return _mm_add_epi8(fields, _mm_shuffle_epi8(distance, kind));
}

/* Whole lines: 57 bytes are four groups of 12 and one that overlaps by 3. */
__attribute__((target("ssse3"))) static void lines_ssse3(
	const uint8_t *in, size_t lines, uint8_t *out)
{
	static const uint8_t from[] = {0, 12, 24, 36, 45};
	int k;

	for (; lines > 0; lines--, in += BASE64_LINE_IN, out += BASE64_LINE_OUT) {
		for (k = 0; k < 5; k++) {
			__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(in + from[k]));

			_mm_storeu_si128((__m128i *)(void *)(out + from[k] / 3 * 4), encode12(v));
		}
		out[76] = '\r';
		out[77] = '\n';
	}
}

static size_t whole_lines(const uint8_t *in, size_t lines, uint8_t *out)
{
	if (!__builtin_cpu_supports("ssse3"))
		return 0;
	lines_ssse3(in, lines, out);
	return lines;
}

#else

static size_t whole_lines(const uint8_t *in, size_t lines, uint8_t *out)
{
	(void)in;
	(void)lines;
	(void)out;
	return 0;
}

#endif

size_t base64_lines(const uint8_t *in, size_t len, uint8_t *out)
{
	size_t done = whole_lines(in, len / BASE64_LINE_IN, out);
	uint8_t *p = out + done * BASE64_LINE_OUT;
	size_t i = done * BASE64_LINE_IN;

	while (i < len) {
		size_t step = len - i < BASE64_LINE_IN ? len - i : BASE64_LINE_IN;

		p += base64_word(in + i, step, p);
		*p++ = '\r';
		*p++ = '\n';
		i += step;
	}
	return (size_t)(p - out);
}

void base64_body(struct buf *out, struct span data)
{
	uint8_t in[BASE64_LINE_IN * 64 + BASE64_SLACK];
	uint8_t lines[BASE64_LINE_OUT * 64];
	const size_t step = BASE64_LINE_IN * 64;
	size_t pos;

	for (pos = 0; pos < data.len; pos += step) {
		size_t len = data.len - pos < step ? data.len - pos : step;

		memcpy(in, data.ptr + pos, len);
		buf_add(out, lines, base64_lines(in, len, lines));
	}
}
