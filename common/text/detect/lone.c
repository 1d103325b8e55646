/* SPDX-License-Identifier: MIT */
/*
 * Texts that are ASCII except for a few single characters: most are English with a symbol, and for
 * some the bytes alone are not enough evidence.
 */
#include "detect/detect_private.h"

bool has_words(const struct lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].words)
			return true;
	}
	return false;
}

#define RARE_SYMBOL 30

/* How much rarer an encoding is in a text that has only symbols: most of these are English. */
static int32_t rare_for_symbols(enum text_enc enc)
{
	switch (enc) {
	case TEXT_WINDOWS_1252:
	case TEXT_ISO_8859_1:
		return 0;
	case TEXT_UTF8: /* looks like two symbols */
	case TEXT_IBM850:
	case TEXT_IBM437:
	case TEXT_MACINTOSH:
	case TEXT_GB18030:
	case TEXT_BIG5:
	case TEXT_SHIFT_JIS:
	case TEXT_CP949:
		return 6;
	default:
		return RARE_SYMBOL;
	}
}

#define SYMBOLS_MOST 8  /* bytes over 7F; with more, the prices are evidence enough */
#define RARE_PRIOR   32 /* of encodings that hardly any file uses */
#define RARE_LONE    12 /* ... and how much rarer they are in English with such a character */

/* Whether all bytes over 7F are single. Most such texts are English. */
static bool has_lone_only(const struct lines *lines)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].run > 1)
			return false;
	}
	return true;
}

/* Whether any of them are letters of words in this encoding. */
static bool has_letters(const struct lines *lines, unsigned engine)
{
	for (size_t i = 0; i < lines->count; i++) {
		if (lines->list[i].letters[engine])
			return true;
	}
	return false;
}

static int32_t rare_for_lone(const struct lines *lines, const struct reading *r)
{
	int32_t symbols = rare_for_symbols(r->enc);

	if (symbols < RARE_SYMBOL)
		return 0;
	if (r->engine > MULTI_INFOS && !has_letters(lines, r->engine))
		return symbols;
	return r->prior >= RARE_PRIOR ? RARE_LONE : 0;
}

/* Lists of symbols: an encoding with letters that do not occur is unlikely. */
static void apply_letters(struct lines *lines)
{
	for (unsigned i = 0; i < lines->readings->count; i++) {
		const struct reading *r = &lines->readings->list[i];

		if (r->engine > MULTI_INFOS && rare_for_symbols(r->enc) == RARE_SYMBOL &&
			!has_letters(lines, r->engine))
			lines->prior[i] += RARE_SYMBOL;
	}
}

void apply_symbols(struct lines *lines)
{
	unsigned high = 0;
	bool words = has_words(lines);

	for (size_t i = 0; i < lines->count; i++)
		high += lines->list[i].weak ? 0 : lines->list[i].high;
	if (high > SYMBOLS_MOST) {
		apply_letters(lines);
		return;
	}
	if (words && !has_lone_only(lines))
		return;
	for (unsigned i = 0; i < lines->readings->count; i++) {
		const struct reading *r = &lines->readings->list[i];

		lines->prior[i] += words ? rare_for_lone(lines, r) : rare_for_symbols(r->enc);
	}
}

/* How much less the first line costs as a than as b, with hints, but without their rarity. */
static int64_t cheaper_by(const struct lines *lines, unsigned a, unsigned b)
{
	const struct line_prices *line = &lines->list[0];

	return ((int64_t)line->price[b] + lines->hint[b]) -
	       ((int64_t)line->price[a] + lines->hint[a]);
}

#define HABIT_LEAST  6 /* an alternative is so much cheaper, apart from its rarity ... */
/* ... or at most so much more expensive, for a letter that English has in names. */
#define LETTER_MORE  16
#define RAREST_PRIOR 40
#define SURE_MORE    48 /* ... for a unit, or in an encoding that hardly any file uses */
#define USUAL_MORE   44 /* ... or when it gives a usual symbol */
#define WORD_UNUSUAL 48 /* the price of a letter that is in no word of any language */

/* The encodings of English text with a symbol. */
static bool is_of_symbols(enum text_enc enc)
{
	return enc == TEXT_WINDOWS_1252 || enc == TEXT_IBM850 || enc == TEXT_IBM437 ||
	       enc == TEXT_MACINTOSH;
}

/* True for one character over 7F in the whole text, or two adjacent ones. */
static bool is_lone(const struct lines *lines)
{
	const struct line_prices *line = &lines->list[0];

	return lines->count == 1 && line->high == line->run && line->high <= 2;
}

/*
 * How much cheaper another reading has to be (negative: how much more expensive it may be), apart
 * from its rarity, to count as an alternative. The present reading may be unusual anywhere, half of
 * a pair of quotes, a letter of a language rare in English texts, or a usual symbol of a text in
 * another script.
 */
static int64_t alternative_from(const struct lines *lines, unsigned reading, unsigned other)
{
	const struct reading *r = &lines->readings->list[reading];
	const struct line_prices *line = &lines->list[0];
	unsigned o = lines->readings->list[other].engine;
	bool symbols = is_of_symbols(lines->readings->list[other].enc);
	unsigned usual = line->usual[r->engine] == USUAL_MONEY ? USUAL_NOT : line->usual[r->engine];

	if (symbols && line->usual[o] == USUAL_SURE && usual != USUAL_SURE)
		return -SURE_MORE;
	if (symbols && usual == USUAL_QUOTED && line->usual[o] != USUAL_NOT)
		return -USUAL_MORE;
	if (symbols && line->letters[r->engine] && line->price[reading] >= WORD_UNUSUAL &&
		!line->letters[o] && line->usual[o] != USUAL_NOT)
		return -USUAL_MORE;
	if (!symbols || (line->usual[o] == USUAL_NOT && usual != USUAL_HALF))
		return usual >= USUAL ? INT64_MAX : HABIT_LEAST;
	if (usual < USUAL || (!line->letters[r->engine] && !is_of_symbols(r->enc)))
		return -USUAL_MORE;
	if (line->letters[r->engine] && r->enc != TEXT_WINDOWS_1252 && !line->letters[o])
		return r->prior >= RAREST_PRIOR ? -SURE_MORE : -LETTER_MORE;
	return INT64_MAX;
}

int find_alternative(const struct lines *lines, unsigned reading)
{
	int found = -1;
	int64_t most = INT64_MIN;

	for (unsigned r = 0; is_lone(lines) && r < lines->readings->count; r++) {
		unsigned engine = lines->readings->list[r].engine;
		int64_t cheaper = cheaper_by(lines, r, reading);

		if ((lines->allowed >> engine & 1) == 0 || cheaper <= most ||
			cheaper < alternative_from(lines, reading, r) ||
			reads_same(lines, r, reading))
			continue;
		most = cheaper;
		found = (int)r;
	}
	return found;
}
