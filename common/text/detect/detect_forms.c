/* SPDX-License-Identifier: MIT */
/* What shows by structure: UTF-16 and UTF-32 without a mark, escapes. */
#include "detect/detect_private.h"
#include "detect/model.h"

static uint32_t unit32(struct span in, size_t pos, bool big)
{
	const uint8_t *p = in.ptr + pos;

	if (big)
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* All units are characters and next to none is a control character. */
static bool is_utf32(struct span in, bool big)
{
	size_t odd = 0;

	if (in.len == 0 || in.len % 4 != 0)
		return false;
	for (size_t i = 0; i < in.len; i += 4) {
		uint32_t cp = unit32(in, i, big);

		if (cp > 0x10FFFF || (cp >= 0xD800 && cp < 0xE000))
			return false;
		odd += (cp < 0x20 && !(cp >= 9 && cp <= 13)) || cp > 0x3FFFF;
	}
	return odd * 20 <= in.len / 4;
}

#define UNIT_BAD 60 /* price of a unit that no text has */

/* Script blocks of 256 characters that a text stays in; 0 for what stands in all texts. */
static unsigned block_of(uint32_t unit)
{
	if (unit < 0x80 || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3020))
		return 0;
	if (unit >= 0x4E00 && unit < 0xA000)
		return 0x4E;
	if (unit >= 0xAC00 && unit < 0xD7B0)
		return 0xAC;
	return unit >> 8 == 0x30 || unit >> 8 == 0xFF ? 0x4E : (unit >> 8) + 1;
}

static unsigned cjk_unit_price(uint32_t before, uint32_t unit)
{
	struct model_step step =
		model_step(model_class_of(before), before, model_class_of(unit), unit);
	unsigned best = UNIT_BAD;

	for (unsigned i = 0; i < MODEL_CJK_COUNT; i++) {
		unsigned price = model_cjk_cost(i, &step);

		if (price < best)
			best = price;
	}
	return best;
}

/* Price of a unit behind another, roughly: ASCII and one alphabet are cheap, jumps are not. */
static unsigned unit_price(uint32_t before, uint32_t unit)
{
	unsigned block;

	if (unit < 0x80) {
		if (unit >= 0x20 && unit < 0x7F)
			return before < 0x80 ? 10 : 14;
		return unit >= 9 && unit <= 13 ? 14 : UNIT_BAD;
	}
	if (unit < 0xA0 || (unit >= 0xE000 && unit < 0xF900) || unit >= 0xFFF0 || unit == 0xFEFF)
		return UNIT_BAD;
	block = block_of(unit);
	if (block == 0x4E || block == 0xAC || (unit >= 0x3000 && unit < 0x3020))
		return cjk_unit_price(before, unit);
	/* Daggers and bullets: two blanks of an 8-bit text look like one. */
	if (unit >= 0x3100 || (unit >= 0x1000 && unit < 0x1E00) || unit == 0x2020 || unit >= 0x2100)
		return 44;
	return block == 0 || block == block_of(before) || block_of(before) == 0 ? 18 : 34;
}

static uint32_t unit16_at(struct span in, size_t pos, bool big)
{
	return big ? (uint32_t)in.ptr[pos] << 8 | in.ptr[pos + 1]
		   : (uint32_t)in.ptr[pos + 1] << 8 | in.ptr[pos];
}

/* Texts come to 10 to 32 by unit, random bytes and 8-bit texts read as UTF-16 to over 45. */
#define UTF16_LIMIT 38
#define UTF16_FAR   (UTF16_LIMIT + 6)

#define UTF16_RANDOM 45 /* more than UTF16_LIMIT */
#define UTF32_LEAD   40 /* of each unit: 11 bits of 32 say nothing but that it is one */

/* After every LOOK_UNITS units: when these are far from any text the rest is not looked at. */
#define LOOK_UNITS 64
#define FAR_SLACK  512

static bool is_far(uint64_t units, uint64_t price)
{
	return units % LOOK_UNITS == 0 && units != 0 && price > units * UTF16_FAR + FAR_SLACK;
}

struct utf16_sum {
	unsigned average; /* price of a unit; UINT32_MAX when it is none or not below most */
	bool odd;
};

static struct utf16_sum utf16_price(struct span in, bool big, uint64_t most)
{
	const struct utf16_sum none = {UINT32_MAX, false};
	uint64_t price = 0;
	uint32_t before = '\n';
	size_t units = in.len / 2;
	bool odd = false;

	for (size_t i = 0; i + 1 < in.len; i += 2) {
		uint32_t unit = unit16_at(in, i, big);
		unsigned one;

		if (unit >= 0xD800 && unit < 0xDC00 && i + 3 < in.len) {
			uint32_t second = unit16_at(in, i + 2, big);

			if (second < 0xDC00 || second > 0xDFFF)
				return none;
			price += 48;
			i += 2;
			before = 0x4E00;
			continue;
		}
		if (unit >= 0xD800 && unit < 0xE000)
			return none;
		one = unit_price(before, unit);
		price += one;
		odd = odd || one == UNIT_BAD;
		before = unit;
		if (price >= most || is_far(i / 2, price))
			return none;
	}
	return units == 0 ? none : (struct utf16_sum){(unsigned)(price / units), odd};
}

#define PROBE 2048 /* bytes that reject most 8-bit texts */

/* A pair of surrogates may be cut by the probe: such a price says nothing. */
static bool probe_rejects(struct span in)
{
	struct span head = span_of(in.ptr, PROBE);
	uint64_t much = (UTF16_FAR + 1) * PROBE / 2;

	return utf16_price(head, false, much).average == UINT32_MAX &&
	       utf16_price(head, true, much).average == UINT32_MAX;
}

static struct wide find_utf16(struct span in, uint64_t limit)
{
	struct wide none = {TEXT_NONE, 0, false};
	uint64_t units = in.len / 2;
	uint64_t most = (UTF16_LIMIT + 1) * units;
	struct utf16_sum little;
	struct utf16_sum big;
	struct utf16_sum best;

	if (in.len < 2 || in.len % 2 != 0)
		return none;
	if (in.len > 2 * PROBE && probe_rejects(in))
		return none;
	if (limit < most)
		most = limit + units < most ? limit + units : most; /* averages are rounded down */
	little = utf16_price(in, false, most);
	big = utf16_price(in, true, most);
	best = little.average <= big.average ? little : big;
	if (best.average == UINT32_MAX || best.average * units >= limit)
		return none;
	return (struct wide){.enc = little.average <= big.average ? TEXT_UTF16LE : TEXT_UTF16BE,
		.lead = units * (UTF16_RANDOM - best.average),
		.odd = best.odd};
}

struct wide find_wide(struct span in, uint64_t limit)
{
	uint64_t lead = in.len / 4 * UTF32_LEAD;

	if (is_utf32(in, false))
		return (struct wide){TEXT_UTF32LE, lead, false};
	if (is_utf32(in, true))
		return (struct wide){TEXT_UTF32BE, lead, false};
	return find_utf16(in, limit);
}

bool has_blanks(struct span in)
{
	size_t blanks[2] = {0, 0};

	for (size_t i = 0; i + 1 < in.len; i += 2) {
		blanks[0] += in.ptr[i] == ' ' || in.ptr[i] == '\n';
		blanks[1] += in.ptr[i + 1] == ' ' || in.ptr[i + 1] == '\n';
	}
	return blanks[0] > 2 && blanks[1] > 2 && blanks[0] > in.len / 48 && blanks[1] > in.len / 48;
}

/* Decodes all of it; the number of characters over 7F, 0 when a place is bad. */
static uint64_t decodes_wholly(enum text_enc enc, struct span in)
{
	struct text_decoder d;
	uint8_t out[4096];
	uint64_t high = 0;
	size_t pos = 0;

	text_decoder_init(&d, enc);
	for (;;) {
		size_t used;
		size_t made;
		enum text_stop stop = text_decode(&d, span_of(in.ptr + pos, in.len - pos), true,
			out, sizeof(out), &used, &made);

		pos += used;
		for (size_t i = 0; i < made; i++)
			high += out[i] >= 0xC0;
		if (stop == TEXT_STOP_BAD)
			return 0;
		if (stop == TEXT_STOP_INPUT)
			return high;
	}
}

enum text_enc find_escapes(struct span in)
{
	if (span_find(in, 0, "\x1B$)C", 4) != SIZE_MAX && decodes_wholly(TEXT_ISO_2022_KR, in) != 0)
		return TEXT_ISO_2022_KR;
	if (span_find(in, 0, "\x1B$", 2) != SIZE_MAX || span_find(in, 0, "\x1B(", 2) != SIZE_MAX) {
		if (decodes_wholly(TEXT_ISO_2022_JP, in) != 0)
			return TEXT_ISO_2022_JP;
	}
	if (span_find(in, 0, "~{", 2) != SIZE_MAX && span_find(in, 0, "~}", 2) != SIZE_MAX &&
		decodes_wholly(TEXT_HZ, in) != 0)
		return TEXT_HZ;
	return TEXT_NONE;
}
