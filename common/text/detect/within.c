/* SPDX-License-Identifier: MIT */
/*
 * Text of another encoding within a line of a multi-byte encoding, whose price as a whole is
 * normal. One byte of windows-1252, "25°C" or "Müller" beside Chinese, decodes with the ASCII
 * letter after it as one rare character. Several characters in a row are priced by themselves.
 */
#include "detect/bytes.h"
#include "detect/detect_single.h"
#include "detect/window.h"

/* The price of a character within its class, in all languages of the encoding: of a rare one, and
 * of one that is rarer than a unit after a number. */
#define RARE_CHAR  44
#define RARE_UNIT  36
#define RARE_SHORT 46

enum { DEGREE = 0xB0, MICRO = 0xB5, TIMES = 0xD7, DIVIDED = 0xF7 };

/* "25°C", "10 µs", "(°C)" */
static bool is_unit(struct span in, size_t pos)
{
	const char *units = in.ptr[pos] == DEGREE ? "CFK" : in.ptr[pos] == MICRO ? "smAVFHWgl" : "";
	uint8_t before = byte_at(in, pos - 1); /* a line end before the first byte */
	uint8_t after = byte_at(in, pos + 2);

	if (!is_one_of(in.ptr[pos + 1], units))
		return false;
	if (is_one_of(before, "(["))
		return is_one_of(after, ")]");
	if (before == ' ')
		before = byte_at(in, pos - 2);
	return is_digit(before) && !is_ascii_letter(after) && !is_digit(after);
}

#define LINE_NEAR  ((size_t)200) /* bytes of a line before and after a place */
#define WORD_MOST  8
/* ASCII letters around it, in encodings where such a second byte is common: on one side, on both.
 */
#define WORD_LEAST 3
#define WORD_BOTH  2

static unsigned letters_before(struct span in, size_t pos)
{
	unsigned n = 0;

	while (n < WORD_MOST && is_ascii_letter(byte_at(in, pos - 1 - n)))
		n++;
	return n;
}

static unsigned letters_from(struct span in, size_t pos)
{
	unsigned n = 0;

	while (n < WORD_MOST && is_ascii_letter(byte_at(in, pos + n)))
		n++;
	return n;
}

static bool begins_word(struct span in, size_t pos)
{
	return !is_digit(byte_at(in, pos - 1)) && in.ptr[pos] >= 0xC0 && in.ptr[pos] != TIMES &&
	       in.ptr[pos] != DIVIDED && is_lower(in.ptr[pos + 1]) &&
	       is_lower(byte_at(in, pos + 2));
}

/* A letter of windows-1252 as the letters around it: a small one before a small one, a capital one
 * between capital ones. In GB 18030 symbols count, too; in Big5 common characters begin with them.
 */
static bool continues_word(enum text_enc enc, struct span in, size_t pos, unsigned before)
{
	uint8_t c = in.ptr[pos];
	bool small = is_lower(in.ptr[pos + 1]);
	bool after_small = is_lower(byte_at(in, pos - 1));

	if (c < 0xC0 || c == TIMES || c == DIVIDED)
		return c > 0xA0 && enc == TEXT_GB18030;
	return c >= 0xDF ? small && (after_small || before == 1) : !small && !after_small;
}

/* Whether no character of Shift_JIS begins with it that is not one of a user's own. */
static bool is_users_own(enum text_enc enc, uint8_t lead)
{
	return enc == TEXT_SHIFT_JIS && lead >= 0xF0 && lead <= 0xF9;
}

/* True within a word of ASCII letters. In GB 18030 only rare characters have such a second byte. */
static bool is_in_word(enum text_enc enc, struct span in, size_t pos)
{
	unsigned before = letters_before(in, pos);
	unsigned after = letters_from(in, pos + 2);

	if (!is_ascii_letter(in.ptr[pos + 1]))
		return false;
	return (before != 0 ? continues_word(enc, in, pos, before) : begins_word(in, pos)) &&
	       (enc == TEXT_GB18030 || is_users_own(enc, in.ptr[pos]) ||
		       before + after >= (before != 0 && after != 0 ? WORD_BOTH : WORD_LEAST));
}

/* Near the end or at the beginning of a short word, "São", "Peña", "être". */
static bool is_in_short_word(enum text_enc enc, struct span in, size_t pos)
{
	unsigned before = letters_before(in, pos);

	if (before == 0 && letters_from(in, pos + 2) == WORD_BOTH)
		return begins_word(in, pos); /* "être" */
	if (before == 0 && is_lower(in.ptr[pos + 1]) && in.ptr[pos] >= 0xDF &&
		in.ptr[pos] != DIVIDED &&
		(is_digit(byte_at(in, pos - 1)) || byte_at(in, pos - 1) == '.'))
		return byte_at(in, pos + 2) < 0x80; /* "1ça", in patterns of hyphenation */
	return before != 0 && is_lower(in.ptr[pos + 1]) && in.ptr[pos] >= 0xDF &&
	       !is_ascii_letter(byte_at(in, pos + 2)) && byte_at(in, pos + 2) < 0x80 &&
	       continues_word(enc, in, pos, before);
}

enum { A_UMLAUT = 0xE4, O_TILDE = 0xF5, O_UMLAUT = 0xF6, U_UMLAUT = 0xFC };

/* A long vowel of Finnish or Estonian, at an end of a word: "ääni", "kytkentää". */
static bool is_long_vowel(struct span in, size_t pos)
{
	uint8_t c = in.ptr[pos];

	return c == in.ptr[pos + 1] && byte_at(in, pos + 2) < 0x80 &&
	       (c == A_UMLAUT || c == O_TILDE || c == O_UMLAUT || c == U_UMLAUT) &&
	       letters_before(in, pos) + letters_from(in, pos + 2) != 0;
}

/* Two letters of windows-1252 within a word, "Größe", "créée". */
static bool is_pair_in_word(struct span in, size_t pos)
{
	return in.ptr[pos] >= 0xDF && in.ptr[pos + 1] >= 0xDF && in.ptr[pos] != DIVIDED &&
	       in.ptr[pos + 1] != DIVIDED && is_lower(byte_at(in, pos - 1)) &&
	       is_lower(byte_at(in, pos + 2)) &&
	       letters_before(in, pos) + letters_from(in, pos + 2) >= WORD_LEAST;
}

/* Within a word of letters, or at its end, no traditional character is usual in GBK, either. */
static bool is_amid(struct span in, size_t pos)
{
	unsigned before = letters_before(in, pos);
	uint8_t after = byte_at(in, pos + 2);

	if (is_lower(after))
		return before != 0 && before + letters_from(in, pos + 2) >= WORD_LEAST;
	return before >= WORD_BOTH && is_lower(byte_at(in, pos - 1)) && after < 0x80;
}

static bool is_rare(const struct multi_info *info, struct span in, size_t pos, unsigned least)
{
	uint32_t cp = 0;
	int len = next_of(info->enc)(in, pos, &cp);
	enum model_class class;

	if (len <= 0 || cp > 0x10FFFF)
		return false;
	class = model_class_of(cp);
	if (class == CLASS_HAN && info->enc == TEXT_CP949)
		return true; /* few texts of Korean have any */
	return class == CLASS_HALF_KATAKANA || class == CLASS_RARE ||
	       (model_char(info->languages[0], class, cp) >= least &&
		       (model_char(info->languages[1], class, cp) >= least || is_amid(in, pos)));
}

/* True when the byte before pos is not the second byte of a character. */
static bool follows_ascii(struct span in, size_t pos)
{
	size_t run = 0;

	while (run + 1 < pos && in.ptr[pos - 2 - run] >= 0x80)
		run++;
	return run % 2 == 0;
}

enum { SECTION = 0xA7, MACRON = 0xAF, PLUS_MINUS = 0xB1, SQUARED = 0xB2, CUBED = 0xB3 };

/* Whether all other bytes over 7F of the line, as far as it is near, are no half-width katakana. */
static bool is_only_katakana(struct span in, size_t pos)
{
	int (*next)(struct span, size_t, uint32_t *) = next_of(TEXT_SHIFT_JIS);
	size_t from = pos;
	unsigned count = 0;

	while (from > 0 && pos - from < LINE_NEAR && in.ptr[from - 1] != '\n')
		from--;
	for (size_t i = from; i < in.len && i < pos + LINE_NEAR && in.ptr[i] != '\n';) {
		uint32_t cp = 0;
		int len = in.ptr[i] < 0x80 ? 1 : next(in, i, &cp);

		if (len <= 0)
			return false;
		count += len == 1 && in.ptr[i] >= 0x80;
		i += (size_t)len;
	}
	return count == 1;
}

/*
 * Shift_JIS has half-width katakana at the places of symbols of windows-1252: "90°", "±5", "mm²",
 * "© 1999". One by itself where no word of Japanese has it is the symbol.
 */
static bool is_symbol(const struct multi_info *info, struct span in, size_t pos)
{
	uint8_t c = in.ptr[pos];
	uint8_t before = byte_at(in, pos - 1);
	uint8_t after = byte_at(in, pos + 1);
	bool found;

	if (info->enc != TEXT_SHIFT_JIS || c < SECTION || c > TIMES)
		return false;
	if (c == DEGREE)
		found = is_digit(before) && !is_digit(after);
	else if (c == PLUS_MINUS)
		found = is_one_of(before, " (,:=/+") && is_digit(after);
	else if (c == SQUARED || c == CUBED)
		found = before == 'm' && !is_ascii_letter(after) && !is_digit(after);
	else if (c == TIMES)
		found = is_digit(before) && is_digit(after);
	else /* small kana begin no word */
		found = c <= MACRON && is_one_of(before, " (/*") &&
			is_digit(after == ' ' ? byte_at(in, pos + 2) : after);
	return found && is_only_katakana(in, pos);
}

/* A byte over 7F between two bytes of ASCII always starts a character. */
bool is_western(unsigned engine, struct span in, size_t pos)
{
	const struct multi_info *info = &multi_infos[engine - 1];

	if (in.ptr[pos] < 0x80 || byte_at(in, pos - 1) >= 0x80 || pos + 1 >= in.len)
		return false;
	if (in.ptr[pos + 1] >= 0x80)
		return (is_pair_in_word(in, pos) || is_long_vowel(in, pos)) &&
		       follows_ascii(in, pos) && is_rare(info, in, pos, RARE_CHAR);
	return follows_ascii(in, pos) &&
	       (is_symbol(info, in, pos) ||
		       (is_unit(in, pos) && is_rare(info, in, pos, RARE_UNIT)) ||
		       (is_in_word(info->enc, in, pos) && is_rare(info, in, pos, RARE_CHAR)) ||
		       (is_in_short_word(info->enc, in, pos) &&
			       is_rare(info, in, pos, RARE_SHORT)));
}

bool has_western(unsigned engine, struct span in)
{
	size_t pos = 0;

	for (; in.len - pos >= WINDOW; pos += WINDOW - 2) {
		uint64_t high = window_high(in.ptr + pos);
		uint64_t before = pos > 0 ? in.ptr[pos - 1] >> 7 : 0;
		/* One or two between bytes of ASCII: the first of them. */
		uint64_t found = high & ~(high << 1 | before) & ~(high >> 1 & high >> 2);

		/* The last two are in the next window, too, with those after them. */
		for (found &= UINT64_MAX >> 2; found != 0; found &= found - 1) {
			if (is_western(engine, in, pos + (size_t)__builtin_ctzll(found)))
				return true;
		}
	}
	for (; pos < in.len; pos++) {
		if (is_western(engine, in, pos))
			return true;
	}
	return false;
}

/* The largest price of a byte of a plain text, and by how much it is below this engine's. Of
 * random characters one in 20,000 is such by chance. */
#define OTHER_EACH  18
#define LETTER_EACH 14 /* one byte a character */
#define LETTERS     8
#define OTHER_LEAD  64

static bool is_plain(const struct line_prices *p, const struct reading *r, unsigned index)
{
	unsigned each = r->engine > MULTI_INFOS ? LETTER_EACH : OTHER_EACH;

	if (p->bad[r->engine] != 0 || p->price[index] > p->high * each)
		return false;
	if (r->engine > MULTI_INFOS) /* texts in Latin letters have no such run */
		return !r->latin && p->high >= LETTERS;
	return r->engine == 0 || p->runs[r->engine];
}

/* Prices the run in these engines, as far as it may be plain text there at that price. */
static void price_others(const struct single_tables *t, struct span run, uint64_t engines,
	uint32_t most, struct line_prices *p)
{
	const struct reading_list *list = readings_of(t);
	uint64_t whole = 0; /* those in which all of it is priced */

	if (most > p->high * OTHER_EACH)
		most = p->high * OTHER_EACH;
	if (run.len > LINE_PRICED) /* that of a character that is cut is taken back */
		most = UINT32_MAX;
	while (engines != 0) {
		unsigned e = next_engine(&engines);

		if (e != 0 && e <= MULTI_INFOS)
			price_below(t, run, e, most, p);
		else if (e == 0 || (p->high >= LETTERS && !list->list[list->first[e]].latin))
			whole |= 1ull << e;
	}
	price_more(t, run, whole, p);
}

enum text_enc other_text(
	const struct single_tables *t, struct span run, unsigned engine, uint64_t allowed)
{
	const struct reading_list *list = readings_of(t);
	struct line_prices p;
	uint32_t best = UINT32_MAX;
	uint32_t own;
	enum text_enc enc = TEXT_NONE;

	price_line(t, run, 1ull << engine, &p);
	own = least_price(list, &p, 1ull << engine);
	if (own <= OTHER_LEAD)
		return TEXT_NONE;
	allowed &= EVERY_ENGINE & ~(1ull << engine);
	price_others(t, run, allowed, own - OTHER_LEAD - 1, &p);
	for (unsigned r = 0; r < list->count; r++) {
		if (list->list[r].engine != engine && p.price[r] < best &&
			is_plain(&p, &list->list[r], r)) {
			best = p.price[r];
			enc = list->list[r].enc;
		}
	}
	return enc != TEXT_NONE && best + OTHER_LEAD < own ? enc : TEXT_NONE;
}
