/* SPDX-License-Identifier: MIT */
/* Recognizes forms by structure: UTF-16 and UTF-32 without a byte order mark, escapes. */
#include "detect/detect_private.h"
#include "detect/model.h"

static uint32_t unit32(struct span in, size_t pos, bool big)
{
	const uint8_t *p = in.ptr + pos;

	if (big)
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

#define UNIT_BAD 60 /* price of a unit that texts do not have */

/* Blocks of 256 characters that a text stays in; 0 for characters of all texts. */
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

/* Between Tibetan syllables, or at the end of a sentence. */
static bool is_tibetan_mark(uint32_t unit)
{
	return unit >= 0xF0B && unit <= 0xF0D;
}

/* Rare in texts: phonetics, marks, Armenian, Syriac, points; within a syllable of Tibetan. */
static bool is_rare_unit(uint32_t before, uint32_t unit)
{
	return (unit >= 0xF00 && unit < 0x1000 && !is_tibetan_mark(unit) &&
		       !is_tibetan_mark(before)) ||
	       (unit >= 0x180 && unit < 0x218) || (unit >= 0x21C && unit < 0x370) ||
	       (unit >= 0x500 && unit < 0x5D0) || (unit >= 0x600 && unit < 0x60C) ||
	       (unit >= 0x6D6 && unit < 0x6F0) || (unit >= 0x700 && unit < 0x900);
}

/* Between the letters of Lao, and behind them. */
static bool is_lao_gap(uint32_t unit)
{
	return unit == 0xE80 || unit == 0xE83 || unit == 0xE85 || unit == 0xEA4 || unit == 0xEA6 ||
	       unit == 0xEBE || unit == 0xEBF || (unit >= 0xEE0 && unit < 0xF00);
}

/* Controls, private use, what is no character, and where no script is. */
static bool is_bad_unit(uint32_t unit)
{
	return unit < 0xA0 || (unit >= 0xE000 && unit < 0xF900) || unit >= 0xFFF0 ||
	       unit == 0xFEFF || is_lao_gap(unit);
}

/* A word does not combine two such scripts. */
static unsigned rare_price(uint32_t before, unsigned block)
{
	return block_of(before) == 0 || block == block_of(before) ? 40 : 60;
}

/* Rough price of a unit after another: ASCII and one alphabet are cheap, changes are not. */
unsigned unit_price(uint32_t before, uint32_t unit)
{
	unsigned block;

	if (unit < 0x80) {
		if (unit >= 0x20 && unit < 0x7F)
			return before < 0x80 ? 10 : 14;
		return unit >= 9 && unit <= 13 ? 14 : UNIT_BAD;
	}
	if (is_bad_unit(unit))
		return UNIT_BAD;
	block = block_of(unit);
	if (block == 0x4E || block == 0xAC || (unit >= 0x3000 && unit < 0x3020))
		return cjk_unit_price(before, unit);
	/* Includes the dagger: as UTF-16 it is two blanks of an 8-bit text. */
	if (unit >= 0x3100 || (unit >= 0x1000 && unit < 0x1E00) || unit == 0x2020 || unit >= 0x2100)
		return 44;
	if (is_rare_unit(before, unit))
		return rare_price(before, block);
	return block == 0 || block == block_of(before) || block_of(before) == 0 ? 18 : 34;
}

static uint32_t unit16_at(struct span in, size_t pos, bool big)
{
	return big ? (uint32_t)in.ptr[pos] << 8 | in.ptr[pos + 1]
		   : (uint32_t)in.ptr[pos + 1] << 8 | in.ptr[pos];
}

/* Texts cost 10 to 32 per unit, random bytes and 8-bit texts read as UTF-16 over 45. */
#define UTF16_LIMIT 38
#define UTF16_FAR   (UTF16_LIMIT + 6)

#define UTF16_RANDOM 45 /* more than UTF16_LIMIT */
#define UTF32_RANDOM 80 /* 11 bits of 32 only say that it is a character */

/* Every LOOK_UNITS units: stops when the price is far from any text's. */
#define LOOK_UNITS 64
#define FAR_SLACK  512

static bool is_far(uint64_t units, uint64_t price)
{
	return units % LOOK_UNITS == 0 && units != 0 && price > units * UTF16_FAR + FAR_SLACK;
}

#define BLOCKS      257
#define BLOCKS_MOST 4 /* of a short text: one or two scripts, and some symbols */

struct wide_sum {
	uint64_t price;
	uint64_t units;
	uint64_t odd;     /* units that texts do not have; Chinese ones may be rare */
	uint64_t equal;   /* units that continue the previous step */
	uint64_t rising;  /* units above the one before */
	unsigned blocks;  /* different ones */
	uint64_t ascii;   /* units */
	uint64_t cjk;     /* and those of scripts without blanks */
	uint64_t jumps;   /* from one alphabet into another within a word */
	unsigned block;   /* of the one before */
	unsigned run;     /* letters of alphabets in the current run ... */
	unsigned longest; /* ... and in the longest */
	bool seen[BLOCKS];
	bool far; /* from the price of any text */
};

static void see_block(struct wide_sum *s, uint32_t cp)
{
	unsigned block = cp > 0xFFFF ? 0 : block_of(cp);

	s->jumps += block != 0 && s->block != 0 && block != s->block;
	s->block = block;
	if (block == 0 || s->seen[block])
		return;
	s->seen[block] = true;
	s->blocks++;
}

#define WORD_MOST 24 /* letters; in scripts with blanks between words */

static bool is_alphabet(uint32_t cp)
{
	return (cp >= 0xA0 && cp < 0xE00) || (cp >= 0x10A0 && cp < 0x1780) ||
	       (cp >= 0x1800 && cp < 0x2000);
}

static bool is_symbol(uint32_t cp)
{
	return cp >= 0x2000 && cp < 0x2E80;
}

static void see_word(struct wide_sum *s, uint32_t cp)
{
	s->ascii += cp < 0x80;
	s->cjk += cp >= 0x80 && !is_alphabet(cp) && !is_symbol(cp);
	s->run = is_alphabet(cp) ? s->run + 1 : 0;
	s->longest = s->run > s->longest ? s->run : s->longest;
}

struct wide_form {
	enum text_enc enc;
	unsigned size; /* bytes of a unit */
	bool big;
};

static uint32_t unit_at(struct span in, size_t pos, const struct wide_form *f)
{
	return f->size == 4 ? unit32(in, pos, f->big) : unit16_at(in, pos, f->big);
}

/* Reads a character of several units, or an invalid one; returns its length, 0: not in such a
 * text. */
static size_t take_unit(struct span in, size_t pos, const struct wide_form *f, uint32_t *cp)
{
	uint32_t second;

	*cp = unit_at(in, pos, f);
	if (*cp > 0x3FFFF || (*cp >= 0xDC00 && *cp < 0xE000))
		return 0;
	if (*cp < 0xD800 || *cp >= 0xDC00)
		return f->size;
	if (f->size == 4 || in.len - pos < 4)
		return 0;
	second = unit16_at(in, pos + 2, f->big);
	if (second < 0xDC00 || second > 0xDFFF)
		return 0;
	*cp = 0x10000 + ((*cp - 0xD800) << 10 | (second - 0xDC00));
	return 4;
}

/* Above U+FFFF some ranges are almost empty. */
static unsigned astral_price(uint32_t cp)
{
	return (cp >= 0x14700 && cp < 0x16800) || (cp >= 0x18D00 && cp < 0x1AFF0) ? UNIT_BAD : 48;
}

/* ASCII digits and letters are further from each other. */
static bool is_step(uint32_t step)
{
	return step != 0 && step + 15 < 31;
}

/* The price of in, or of its start when that exceeds most or the price of any text. */
static struct wide_sum wide_price(struct span in, const struct wide_form *f, uint64_t most)
{
	struct wide_sum s = {.price = 0};
	uint32_t before = '\n';
	uint32_t second = 0; /* before that */
	uint32_t wide_step = 0;
	uint32_t step = 0;

	for (size_t pos = 0; pos + f->size <= in.len;) {
		uint32_t cp;
		size_t len = take_unit(in, pos, f, &cp);
		unsigned one;

		if (len == 0) {
			s.far = true;
			return s;
		}
		one = cp > 0xFFFF ? astral_price(cp) : unit_price(before, cp);
		s.price += one;
		s.odd += one == UNIT_BAD && block_of(cp) != 0x4E;
		see_block(&s, cp);
		see_word(&s, cp);
		/* Tables rise by steps, in each value or in every other one. */
		s.equal += (cp - before == step && (step != 0 || cp >= 0x80)) ||
			   (cp - second == wide_step && (is_step(wide_step) || cp >= 0x80)) ||
			   (cp == second && cp >= 0x80);
		s.rising += cp > before;
		wide_step = cp - second;
		second = before;
		step = cp - before;
		before = cp > 0xFFFF ? 0x4E00 : cp;
		s.units++;
		pos += len;
		if (s.price >= most || is_far(s.units, s.price)) {
			s.far = true;
			return s;
		}
	}
	return s;
}

#define PROBE 2048 /* bytes that suffice to reject most 8-bit texts */

/* Few odd units, and not a table that rises by steps. */
static bool is_text(const struct wide_sum *s)
{
	return !s->far && s->units != 0 && s->price / s->units <= UTF16_LIMIT &&
	       s->odd * 500 <= s->units && s->equal * 3 <= s->units &&
	       s->rising * 10 <= s->units * 9 + 20 && s->longest <= WORD_MOST &&
	       s->jumps * 4 <= s->units + 4 && s->ascii + s->cjk != 0 &&
	       s->blocks <= BLOCKS_MOST + s->units / 64;
}

static void try_form(struct span in, const struct wide_form *f, uint64_t limit, struct wide *best)
{
	uint64_t units = in.len / f->size;
	uint64_t most = (UTF16_LIMIT + 1) * units;
	uint64_t random = (f->size == 4 ? UTF32_RANDOM : UTF16_RANDOM) * units;
	struct wide_sum s;

	if (in.len < f->size || in.len % f->size != 0)
		return;
	/* Compares only the price, because the probe may end inside a surrogate pair. */
	if (in.len > 2 * PROBE &&
		wide_price(span_of(in.ptr, PROBE), f, (UTF16_FAR + 1) * PROBE / f->size).price >=
			(UTF16_FAR + 1) * PROBE / f->size)
		return;
	most = f->size == 2 && limit < most ? limit : most;
	s = wide_price(in, f, most);
	if (is_text(&s) && random > s.price && random - s.price > best->lead)
		*best = (struct wide){f->enc, random - s.price, s.odd != 0};
}

struct wide find_wide(struct span in, uint64_t limit)
{
	static const struct wide_form forms[] = {{TEXT_UTF32LE, 4, false}, {TEXT_UTF32BE, 4, true},
		{TEXT_UTF16LE, 2, false}, {TEXT_UTF16BE, 2, true}};
	struct wide best = {TEXT_NONE, 0, false};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		try_form(in, &forms[i], limit, &best);
	return best;
}

#define MARKED_SHORT 32   /* bytes; so short a text is judged as a whole */
#define MARKED_LOOK  4096 /* bytes of a longer one that are judged */
#define MARKED_ODD   16   /* at most one odd unit in so many */

/* The price of all units, even when some are invalid. */
static struct wide_sum marked_price(struct span in, const struct wide_form *f)
{
	struct wide_sum s = {.price = 0};
	uint32_t before = '\n';

	for (size_t pos = 0; pos + f->size <= in.len; s.units++) {
		uint32_t cp;
		size_t len = take_unit(in, pos, f, &cp);
		unsigned one = len == 0 ? UNIT_BAD : cp > 0xFFFF ? 48 : unit_price(before, cp);

		s.price += one;
		s.odd += one == UNIT_BAD;
		before = cp > 0xFFFF ? 0x4E00 : cp;
		pos += len != 0 ? len : f->size;
	}
	return s;
}

/* True when it has ASCII units other than NUL, which short texts have. */
static bool has_ascii_units(struct span in, const struct wide_form *f)
{
	for (size_t pos = 0; pos + f->size <= in.len; pos += f->size) {
		uint32_t unit = unit_at(in, pos, f);

		if (unit != 0 && unit < 0x80)
			return true;
	}
	return false;
}

bool is_marked_noise(struct span in, enum text_enc enc)
{
	struct wide_form f = {enc, text_enc_unit(enc), enc == TEXT_UTF16BE || enc == TEXT_UTF32BE};
	struct wide_sum s;

	if (in.len < (size_t)2 * f.size)
		return false;
	if (in.len <= MARKED_SHORT && has_ascii_units(in, &f))
		return false;
	s = marked_price(span_of(in.ptr, in.len < MARKED_LOOK ? in.len : MARKED_LOOK), &f);
	if (s.price <= s.units * UTF16_LIMIT)
		return false;
	return in.len <= MARKED_SHORT || s.odd * MARKED_ODD > s.units;
}

#define BLANKS_PART ((size_t)4096) /* of a longer text usually the start is enough */

/* Of a block, at even places and at odd ones, or, where the high byte is first, exchanged. */
static void count_blanks(const uint8_t *p, size_t blanks[2])
{
	byte_block bytes;
	uint64_t ones;

	memcpy(&bytes, p, BLOCK);
	ones = block_ones((bytes == ' ') | (bytes == '\n'));
	blanks[0] += (ones & 0x00FF00FF00FF00FFu) * 0x0001000100010001u >> 48;
	blanks[1] += (ones >> 8 & 0x00FF00FF00FF00FFu) * 0x0001000100010001u >> 48;
}

bool has_blanks(struct span in)
{
	size_t most = in.len / 48 > 2 ? in.len / 48 : 2;
	size_t blanks[2] = {0, 0};
	size_t i = 0;

	if (in.len > BLANKS_PART && has_blanks(span_of(in.ptr, BLANKS_PART)))
		return true;
	for (; in.len - i >= BLOCK && (blanks[0] <= most || blanks[1] <= most); i += BLOCK)
		count_blanks(in.ptr + i, blanks);
	for (; i + 1 < in.len && (blanks[0] <= most || blanks[1] <= most); i += 2) {
		blanks[0] += in.ptr[i] == ' ' || in.ptr[i] == '\n';
		blanks[1] += in.ptr[i + 1] == ' ' || in.ptr[i + 1] == '\n';
	}
	return blanks[0] > most && blanks[1] > most;
}

/* Decodes everything; returns the number of characters over 7F, 0 when something is invalid. */
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
