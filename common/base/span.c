/* SPDX-License-Identifier: MIT */
#include "biosbelt/span.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

bool span_slice(struct span in, size_t off, size_t len, struct span *out)
{
	if (off > in.len || len > in.len - off) /* never off + len: it can wrap */
		return false;
	*out = (struct span){in.len == 0 ? in.ptr : in.ptr + off, len};
	return true;
}

bool span_from(struct span in, size_t off, struct span *out)
{
	if (off > in.len)
		return false;
	return span_slice(in, off, in.len - off, out);
}

bool span_equal(struct span a, struct span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool span_starts(struct span in, const void *prefix, size_t len)
{
	return in.len >= len && (len == 0 || memcmp(in.ptr, prefix, len) == 0);
}

bool span_is_filled(struct span in, uint8_t value)
{
	if (in.len == 0)
		return true;
	/* All bytes equal the first when the text equals itself shifted by one. */
	return in.ptr[0] == value && memcmp(in.ptr, in.ptr + 1, in.len - 1) == 0;
}

/* Bytes that x86 code, tables and padding are full of. */
static bool is_frequent(uint8_t b)
{
	switch (b) {
	case 0x00:
	case 0x01:
	case 0x0F:
	case 0x20:
	case 0x24:
	case 0x41:
	case 0x44:
	case 0x45:
	case 0x48:
	case 0x49:
	case 0x4C:
	case 0x50:
	case 0x83:
	case 0x89:
	case 0x8B:
	case 0xFF:
		return true;
	default:
		return false;
	}
}

#ifdef __SSE2__
#define BLOCK 32u

static __m128i both_at(const uint8_t *first, const uint8_t *second, __m128i a, __m128i b)
{
	return _mm_and_si128(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)first), a),
		_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)second), b));
}

/*
 * Skips blocks of positions without both bytes: n[first] and n[second] of the needle; end: the
 * positions. Returns the begin of a block that has one, or where no whole block is left.
 */
static size_t skip_blocks(
	const uint8_t *p, size_t from, size_t end, const uint8_t *n, size_t first, size_t second)
{
	__m128i a = _mm_set1_epi8((char)n[first]), b = _mm_set1_epi8((char)n[second]);

	for (; end - from >= BLOCK; from += BLOCK) {
		const uint8_t *x = p + from + first, *y = p + from + second;

		if (_mm_movemask_epi8(
			    _mm_or_si128(both_at(x, y, a, b), both_at(x + 16, y + 16, a, b))) != 0)
			break;
	}
	return from;
}
#endif

size_t span_find(struct span in, size_t from, const void *needle, size_t len)
{
	const uint8_t *n = needle;
	size_t rare = 0; /* index of the byte of the needle that is searched first */
	size_t stop, end;

	if (len == 0 || len > in.len)
		return SIZE_MAX;
	while (rare + 1 < len && is_frequent(n[rare]))
		rare++;
	end = in.len - len + 1;
	while (from < end) {
		stop = end;
#ifdef __SSE2__
		if (len > 1) {
			from = skip_blocks(
				in.ptr, from, end, n, rare, rare != len - 1 ? len - 1 : 0);
			stop = end - from < BLOCK ? end : from + BLOCK;
		}
#endif
		while (from < stop) {
			const uint8_t *hit = memchr(in.ptr + from + rare, n[rare], stop - from);

			if (hit == NULL) {
				from = stop;
				break;
			}
			hit -= rare;
			if (hit[0] == n[0] && hit[len - 1] == n[len - 1] &&
				memcmp(hit, n, len) == 0)
				return (size_t)(hit - in.ptr);
			from = (size_t)(hit - in.ptr) + 1;
		}
	}
	return SIZE_MAX;
}

static uint64_t load_le(const uint8_t *p, unsigned count)
{
	uint64_t v = 0;

	while (count-- > 0)
		v = v << 8 | p[count];
	return v;
}

static uint64_t load_be(const uint8_t *p, unsigned count)
{
	uint64_t v = 0;
	unsigned i;

	for (i = 0; i < count; i++)
		v = v << 8 | p[i];
	return v;
}

/* Written so that compilers emit one load: scanners read every offset of an image. */
static uint32_t load_u32le(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

bool span_u8(struct span in, size_t off, uint8_t *out)
{
	if (off >= in.len)
		return false;
	*out = in.ptr[off];
	return true;
}

bool span_u16le(struct span in, size_t off, uint16_t *out)
{
	struct span s;

	if (!span_slice(in, off, 2, &s))
		return false;
	*out = (uint16_t)(s.ptr[0] | s.ptr[1] << 8);
	return true;
}

bool span_u32le(struct span in, size_t off, uint32_t *out)
{
	struct span s;

	if (!span_slice(in, off, 4, &s))
		return false;
	*out = load_u32le(s.ptr);
	return true;
}

bool span_u64le(struct span in, size_t off, uint64_t *out)
{
	struct span s;

	if (!span_slice(in, off, 8, &s))
		return false;
	*out = load_u32le(s.ptr) | (uint64_t)load_u32le(s.ptr + 4) << 32;
	return true;
}

bool span_u32be(struct span in, size_t off, uint32_t *out)
{
	struct span s;

	if (!span_slice(in, off, 4, &s))
		return false;
	*out = (uint32_t)s.ptr[0] << 24 | (uint32_t)s.ptr[1] << 16 | (uint32_t)s.ptr[2] << 8 |
	       s.ptr[3];
	return true;
}

struct span cursor_take(struct cursor *c, size_t len)
{
	struct span out = {NULL, 0};

	if (c->bad || !span_slice(c->in, c->pos, len, &out)) {
		c->bad = true;
		return (struct span){NULL, 0};
	}
	c->pos += len;
	return out;
}

void cursor_skip(struct cursor *c, size_t len)
{
	cursor_take(c, len);
}

size_t cursor_left(const struct cursor *c)
{
	return c->bad || c->pos > c->in.len ? 0 : c->in.len - c->pos;
}

static uint64_t take_le(struct cursor *c, unsigned count)
{
	struct span s = cursor_take(c, count);

	return s.len == count ? load_le(s.ptr, count) : 0;
}

static uint64_t take_be(struct cursor *c, unsigned count)
{
	struct span s = cursor_take(c, count);

	return s.len == count ? load_be(s.ptr, count) : 0;
}

uint8_t cursor_u8(struct cursor *c)
{
	return (uint8_t)take_le(c, 1);
}

uint16_t cursor_u16le(struct cursor *c)
{
	return (uint16_t)take_le(c, 2);
}

uint32_t cursor_u24le(struct cursor *c)
{
	return (uint32_t)take_le(c, 3);
}

uint32_t cursor_u32le(struct cursor *c)
{
	return (uint32_t)take_le(c, 4);
}

uint64_t cursor_u64le(struct cursor *c)
{
	return take_le(c, 8);
}

uint16_t cursor_u16be(struct cursor *c)
{
	return (uint16_t)take_be(c, 2);
}

uint64_t cursor_u64be(struct cursor *c)
{
	return take_be(c, 8);
}

void put_u16le(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

void put_u24le(uint8_t *p, uint32_t v)
{
	put_u16le(p, (uint16_t)v);
	p[2] = (uint8_t)(v >> 16);
}

void put_u32le(uint8_t *p, uint32_t v)
{
	put_u16le(p, (uint16_t)v);
	put_u16le(p + 2, (uint16_t)(v >> 16));
}

void put_u64le(uint8_t *p, uint64_t v)
{
	put_u32le(p, (uint32_t)v);
	put_u32le(p + 4, (uint32_t)(v >> 32));
}

void put_u16be(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)(v >> 8);
	p[1] = (uint8_t)v;
}

void put_u32be(uint8_t *p, uint32_t v)
{
	put_u16be(p, (uint16_t)(v >> 16));
	put_u16be(p + 2, (uint16_t)v);
}
