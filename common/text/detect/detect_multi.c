/* SPDX-License-Identifier: MIT */
/* Prices of a line in the multi-byte encodings and in UTF-8, from its characters. */
#include <limits.h>

#include "detect/context.h"
#include "detect/detect_single.h"

const struct multi_info multi_infos[MULTI_INFOS] = {
	{TEXT_GB18030, 0, {CJK_HANS, CJK_HANT}},
	{TEXT_BIG5, 2, {CJK_HANT, CJK_HANT}},
	{TEXT_SHIFT_JIS, 0, {CJK_JAPANESE, CJK_JAPANESE}},
	{TEXT_EUC_JP, 4, {CJK_JAPANESE, CJK_JAPANESE}},
	{TEXT_CP949, 2, {CJK_KOREAN, CJK_KOREAN}},
	{TEXT_JOHAB, 40, {CJK_KOREAN, CJK_KOREAN}},
	{TEXT_EUC_TW, 48, {CJK_HANT, CJK_HANT}},
};

/* A character and its class. */
struct classed {
	uint32_t cp;
	enum model_class class;
};

static struct classed classed(uint32_t cp)
{
	return (struct classed){cp, model_class_of(cp)};
}

static bool is_word_char(struct classed c)
{
	return c.class >= CLASS_HAN && c.class <= CLASS_HANGUL && c.cp != 0x30FC;
}

struct multi_sum {
	const uint8_t *languages;
	unsigned count; /* of languages */
	uint32_t price[2];
	uint32_t saved[2]; /* prices before the run */
	uint32_t lone[2]; /* how much too expensive lone characters are in a text of the language */
	struct classed first;
	struct classed before;
	unsigned run;     /* characters in the current run */
	unsigned again;   /* of it that are like the one before */
	size_t start;     /* where it begins */
	unsigned kana;    /* half-width ones of it after another one */
	unsigned marks;   /* of them small ones and marks, where words have them ... */
	bool odd_kana;    /* ... or elsewhere */
	bool unusual;     /* some character is not a usual one by itself */
	unsigned misread; /* characters of it that text in another encoding may be */
	struct odd_run odd;
	struct span line;
	int (*next)(struct span, size_t, uint32_t *);
	uint32_t halves; /* of pairs that are in the line, after note_halves */
	bool halves_noted;
};

/* A lone character costs less in such a text: a part of its rarity and of the price of its
 * neighbours. LONE_SYMBOL is the limit for a symbol. */
#define LONE_EASE   6
#define LONE_ASIDE  16 /* added for a full stop and the like, which mean nothing alone */
#define LONE_SYMBOL 36
#define SURE_SYMBOL 14
/* So much less a word in half-width katakana, which is rare in texts but not in dialogues: "ｷｬﾝｾﾙ".
 */
#define KANA_LEAST  2
#define KANA_EASE   22
#define KANA_BEGIN  24
#define USUAL_CHAR  32     /* the price of one of the 500 most frequent ones */
#define WIDE_SPACE  0x3000 /* indents lines, whatever they begin with */

static inline __attribute__((always_inline)) void sum_char(struct multi_sum *s, struct classed now)
{
	struct model_step step = model_step(s->before.class, s->before.cp, now.class, now.cp);

	for (unsigned i = 0; i < s->count; i++)
		s->price[i] += model_cjk_cost(s->languages[i], &step);
	s->before = now;
}

#define AGAIN_FREE 3 /* characters of a word or a laugh */
#define AGAIN      4 /* how much rarer each further one is, ... */
#define AGAIN_MOST 8 /* ... up to this one; the others say no more */

/* Greek, Cyrillic and accented letters: no line is drawn of them. */
static bool is_letter(struct classed c)
{
	return c.class == CLASS_GREEK_CYRILLIC || (c.class == CLASS_LATIN && c.cp != 0xD7);
}

static bool is_cyrillic(uint32_t cp)
{
	return cp - 0x400 < 0x130;
}

/* The price of so many characters by themselves in a line of ASCII. */
static unsigned lone_script_price(struct span line, unsigned count)
{
	return count != 0 ? script_price(count_ascii_letters(line), count) : 0;
}

/* The same character again. A line drawn of one symbol counts once. One byte that is repeated on
 * and on is rather drawn in an encoding of one byte a character, and the price as there where lines
 * are drawn of it here, too. */
static void sum_again(struct multi_sum *s, struct classed now, bool one_byte)
{
	bool stroke = now.cp == 0xFF65 || now.cp == 0xFF70;
	bool line = is_drawn(now.class, now.cp) || stroke;
	unsigned more = one_byte && stroke ? 1 : 0;

	s->again += one_byte;
	if (one_byte && !line && s->again > AGAIN_FREE)
		more = s->again > AGAIN_MOST ? 2 : AGAIN;
	if (one_byte && s->again > AGAIN_MOST)
		s->before = now;
	else if (is_word_char(now) || is_letter(now) || (one_byte && !line))
		sum_char(s, now);
	for (unsigned i = 0; more != 0 && i < s->count; i++)
		s->price[i] += more;
}

static bool is_mark(enum model_class class)
{
	return class == CLASS_BOX || class == CLASS_OTHER;
}

/* A full stop, half of a word in half-width letters and the like mean nothing alone. */
static bool is_aside(unsigned row, struct classed c)
{
	return c.class == CLASS_HALF_KATAKANA || (context_is_cjk(row) && !is_word_char(c));
}

/* Quotes and brackets, the opening half first. */
static const uint16_t pairs[] = {0x2018, 0x2019, 0x201C, 0x201D, 0x3008, 0x3009, 0x300A, 0x300B,
	0x300C, 0x300D, 0x300E, 0x300F, 0x3010, 0x3011, 0x3014, 0x3015, 0xFF08, 0xFF09, 0xFF3B,
	0xFF3D, 0xFF5B, 0xFF5D};

#define PAIRS_LEN (sizeof(pairs) / sizeof(pairs[0]))

static unsigned half_of(uint32_t cp)
{
	unsigned page = cp >> 8;
	unsigned i = page == 0x20 || page == 0x30 || page == 0xFF ? 0 : PAIRS_LEN;

	while (i < PAIRS_LEN && pairs[i] != cp)
		i++;
	return i;
}

static void note_halves(struct multi_sum *s)
{
	size_t pos = after_ascii(s->line, 0);

	while (pos < s->line.len) {
		uint32_t cp = 0;
		int len = s->next(s->line, pos, &cp);
		unsigned half = len > 0 ? half_of(cp) : PAIRS_LEN;

		s->halves |= half < PAIRS_LEN ? 1u << half : 0;
		pos += len > 0 ? (size_t)len : len < 0 ? (size_t)-len : s->line.len - pos;
		pos = after_ascii(s->line, pos);
	}
	s->halves_noted = true;
}

/* True for a quote or bracket whose counterpart is in the line as well. */
static bool is_paired(struct multi_sum *s, uint32_t cp)
{
	unsigned half = half_of(cp);

	if (half == PAIRS_LEN)
		return false;
	if (!s->halves_noted)
		note_halves(s);
	return (s->halves >> (half ^ 1) & 1) != 0;
}

/* A lone character is priced by its neighbours, as in a text of any language; in a text of its own
 * language it is usual, except within an ASCII word. */
static void end_lone(struct multi_sum *s, size_t end)
{
	struct context at = context_at(s->line, s->start, end);
	unsigned row = context_row(s->before.cp);
	bool sure = symbol_is_sure(s->before.cp, s->line, s->start, end);
	unsigned price = sure ? SURE_SYMBOL : context_price(row, at);
	bool left = context_is_letter(at.left);
	bool right = context_is_letter(at.right);
	/* Quotes and brackets are beside words. */
	bool in_word = s->before.cp != WIDE_SPACE && (left || right) &&
		       ((left && right) || !is_paired(s, s->before.cp));
	bool half = s->before.class == CLASS_HALF_KATAKANA; /* unusual in every text */
	unsigned least = UINT_MAX;

	for (unsigned i = 0; i < s->count; i++) {
		unsigned own = model_char(s->languages[i], s->before.class, s->before.cp);

		least = own < least ? own : least;
		s->price[i] = s->saved[i] + price;
		if (sure)
			continue;
		if (context_is_cjk(row) || s->before.class == CLASS_RARE)
			s->price[i] += own;
		if (is_aside(row, s->before)) {
			s->price[i] += LONE_ASIDE;
			s->lone[i] += in_word || half ? 0 : LONE_ASIDE;
		}
		if (in_word)
			continue;
		if (context_is_cjk(row))
			s->lone[i] += model_context_char[row] + LONE_EASE;
		else if (price > LONE_SYMBOL && is_mark(s->before.class))
			s->lone[i] += price - LONE_SYMBOL;
	}
	/* A second byte of ASCII may be a letter behind one of another encoding. */
	s->unusual = s->unusual || in_word || !is_word_char(s->before) || least > USUAL_CHAR ||
		     s->line.ptr[end - 1] < 0x80;
}

uint32_t lone_price(unsigned language, uint32_t cp, struct span line, size_t start, size_t end)
{
	struct context at = context_at(line, start, end);
	unsigned row = context_row(cp);
	struct classed c = classed(cp);
	uint32_t price = context_price(row, at);

	price = price < SURE_SYMBOL ? SURE_SYMBOL : price;
	if (context_is_cjk(row) || c.class == CLASS_RARE)
		price += model_char(language, c.class, cp);
	return is_aside(row, c) ? price + LONE_ASIDE : price;
}

/* Text in another encoding is decoded as characters of these classes, symbols are not. */
static bool is_misread(enum model_class class)
{
	const unsigned classes =
		1u << CLASS_HAN | 1u << CLASS_HANGUL | 1u << CLASS_HALF_KATAKANA | 1u << CLASS_RARE;

	return (classes >> class & 1) != 0;
}

#define ODD_MOST 128 /* a longer one makes its line odd */
#define ODD_EACH 21  /* the price of a byte that no usual text has */

/* Keeps the run if it is the oddest. */
static void note_run(struct multi_sum *s, size_t end)
{
	uint32_t price = s->price[0] - s->saved[0];
	uint32_t len = (uint32_t)(end - s->start);

	if (s->count > 1 && s->price[1] - s->saved[1] < price)
		price = s->price[1] - s->saved[1];
	if (len >= ODD_LEAST && len <= ODD_MOST && s->misread * 2 >= s->run &&
		price > len * ODD_EACH + s->odd.over)
		s->odd = (struct odd_run){(uint32_t)s->start, len, price - len * ODD_EACH};
}

#define FONT_PRICE 40

/* Names of two characters that Windows gives its fonts: in a dialogue they may be all there is. */
static bool is_font(uint32_t a, uint32_t b)
{
	static const uint16_t fonts[][2] = {{0x5B8B, 0x4F53}, {0x9ED1, 0x4F53}, {0x6977, 0x4F53},
		{0x96B6, 0x4E66}, {0xAD74, 0xB9BC}, {0xB3CB, 0xC6C0}, {0xBC14, 0xD0D5},
		{0xAD81, 0xC11C}};

	for (size_t i = 0; i < sizeof(fonts) / sizeof(fonts[0]); i++) {
		if (fonts[i][0] == a && fonts[i][1] == b)
			return true;
	}
	return false;
}

#define NAME_EASE 24 /* how much less a name costs than other words that are as rare */
#define NAME_MOST 3  /* characters */

/* The usual family names of Chinese authors, in both scripts. */
static const uint16_t surnames[] = {0x4E01, 0x4E25, 0x4E8E, 0x4EFB, 0x4F55, 0x4F59, 0x4FAF, 0x51AF,
	0x5218, 0x5289, 0x5362, 0x53F2, 0x53F6, 0x5415, 0x5433, 0x5434, 0x5442, 0x5468, 0x5510,
	0x56B4, 0x590F, 0x59DA, 0x59DC, 0x5B59, 0x5B5F, 0x5B6B, 0x5B8B, 0x5C39, 0x5D14, 0x5ED6,
	0x5F20, 0x5F35, 0x5F6D, 0x5F90, 0x6234, 0x65B9, 0x66F9, 0x66FE, 0x6731, 0x674E, 0x675C,
	0x6768, 0x6797, 0x6881, 0x694A, 0x6BB5, 0x6BDB, 0x6C5F, 0x6C6A, 0x6C88, 0x6F58, 0x718A,
	0x738B, 0x7530, 0x767D, 0x76E7, 0x77F3, 0x79E6, 0x7A0B, 0x7F57, 0x7F85, 0x8096, 0x80E1,
	0x82CF, 0x8303, 0x8449, 0x8463, 0x848B, 0x8521, 0x8523, 0x859B, 0x8607, 0x8881, 0x8A31,
	0x8B1D, 0x8B5A, 0x8BB8, 0x8C22, 0x8C2D, 0x8CC0, 0x8CC8, 0x8D3A, 0x8D3E, 0x8D75, 0x8D99,
	0x9093, 0x90B1, 0x90B5, 0x90B9, 0x90D1, 0x90DD, 0x90ED, 0x9112, 0x9127, 0x912D, 0x91D1,
	0x9322, 0x937E, 0x949F, 0x94B1, 0x9646, 0x9648, 0x9673, 0x9676, 0x9678, 0x96F7, 0x97CB,
	0x97D3, 0x97E6, 0x97E9, 0x9867, 0x987E, 0x99AC, 0x99AE, 0x9A6C, 0x9AD8, 0x9B4F, 0x9EC3,
	0x9EC4, 0x9ECE, 0x9F8D, 0x9F94, 0x9F99, 0x9F9A};

static bool is_surname(uint32_t cp)
{
	size_t at = 0;

	while (at < sizeof(surnames) / sizeof(surnames[0]) && surnames[at] < cp)
		at++;
	return at < sizeof(surnames) / sizeof(surnames[0]) && surnames[at] == cp;
}

/* Whether the run is the name of a person: often the only Chinese of a file. */
static bool is_name(const struct multi_sum *s, uint32_t next)
{
	bool chinese = s->languages[0] == CJK_HANS || s->languages[0] == CJK_HANT;
	bool apart = s->start == 0 || s->line.ptr[s->start - 1] <= ' ';

	return s->run <= NAME_MOST && chinese && apart && s->before.class == CLASS_HAN &&
	       !is_ascii_letter((uint8_t)next) && is_surname(s->first.cp);
}

/* Ends a run. */
static void end_run(struct multi_sum *s, size_t end, uint32_t next)
{
	if (s->run == 1) {
		end_lone(s, end);
	} else if (s->run == 2 && is_font(s->first.cp, s->before.cp)) {
		s->price[0] = s->saved[0] + FONT_PRICE;
		s->price[1] = s->saved[1] + FONT_PRICE;
	} else if (s->run != 0) {
		s->unusual = true;
		for (unsigned i = 0; i < s->count && is_name(s, next); i++)
			s->price[i] -= NAME_EASE;
		sum_char(s, classed(next));
		note_run(s, end);
		if (s->kana >= KANA_LEAST && s->marks != 0 && !s->odd_kana)
			s->lone[0] += s->kana * KANA_EASE + KANA_BEGIN;
	}
	s->run = 0;
}

/* Small kana, the mark of a long vowel and those of voice follow certain others in half-width
 * katakana; its punctuation is in no word. */
static bool follows_kana(uint8_t before, uint8_t c)
{
	const char *small =
		c < 0xAC ? "\xC3\xCC\xB3\xC1\xBC\xC4\xDE" : "\xB7\xBC\xC1\xC6\xCB\xD0\xD8\xDE\xDF";

	if (c < 0xA6)
		return false;
	if (c < 0xAF)
		return before != 0 && strchr(small, before) != NULL;
	if (c == 0xDE && before >= 0xB3 && before <= 0xC4)
		return true;
	if (c >= 0xDE)
		return before >= 0xCA && before <= 0xCE;
	return before >= (c == 0xAF ? 0xB1 : 0xA7);
}

static void note_kana(struct multi_sum *s, size_t pos, struct classed now)
{
	uint8_t c = s->line.ptr[pos];
	bool fits;

	s->kana += s->before.class == CLASS_HALF_KATAKANA && now.cp != s->before.cp;
	if (c > 0xB0 && c < 0xDD)
		return;
	fits = follows_kana(pos > s->start ? s->line.ptr[pos - 1] : 0, c);
	s->marks += fits;
	s->odd_kana |= !fits;
}

static void begin_run(struct multi_sum *s, size_t pos)
{
	s->start = pos;
	s->again = 0;
	s->kana = 0;
	s->marks = 0;
	s->odd_kana = false;
	s->misread = 0;
	s->saved[0] = s->price[0];
	s->saved[1] = s->price[1];
	s->before = classed(pos > 0 && s->line.ptr[pos - 1] < 0x80 ? s->line.ptr[pos - 1] : '\n');
}

/* Adds the price of an invalid sequence. */
static size_t add_bad(struct multi_sum *s, size_t pos, int len)
{
	end_run(s, pos, '\n');
	s->price[0] += PRICE_BAD;
	s->price[1] += PRICE_BAD;
	return len < 0 ? (size_t)-len : s->line.len - pos;
}

/* Whether the runs so far cost more in each language, as lone characters of a text in it, too. */
static bool costs_more(const struct multi_sum *s, uint32_t most)
{
	for (unsigned i = 0; i < s->count; i++) {
		if (s->price[i] - s->lone[i] <= most)
			return false;
	}
	return true;
}

/* Ends a run before ASCII. Whether there was one, and they cost more. */
static bool ends_dear(struct multi_sum *s, size_t pos, uint32_t most)
{
	if (s->run == 0)
		return false;
	end_run(s, pos, s->line.ptr[pos]);
	return costs_more(s, most);
}

static bool has_usual_only(const struct multi_sum *s, unsigned chars, uint32_t bad)
{
	return !s->unusual && chars != 0 && bad == 0;
}

void price_multi(struct span line, unsigned engine, unsigned first, int reading, uint32_t most,
	struct line_prices *out)
{
	const struct multi_info *info = &multi_infos[engine - 1];
	int (*next)(struct span, size_t, uint32_t *) = next_of(info->enc);
	unsigned language = reading < 0 ? 0 : (unsigned)reading - first;
	bool two = reading < 0 && info->languages[1] != info->languages[0];
	struct multi_sum s = {.languages = info->languages + language,
		.count = two ? 2 : 1,
		.line = line,
		.next = next};
	uint32_t hash = 0;
	uint32_t bad = 0;
	unsigned chars = 0;   /* in words */
	unsigned letters = 0; /* of Cyrillic */
	uint32_t bytes = 0;
	unsigned other = 0;
	bool runs = false;
	size_t pos = 0;

	while (pos < line.len) {
		struct classed now;
		uint32_t cp = 0;
		bool one_byte;
		bool again;
		bool word;
		int len;

		if (line.ptr[pos] < 0x80) {
			if (ends_dear(&s, pos, most))
				return;
			pos = after_ascii(line, pos);
			continue;
		}
		len = next(line, pos, &cp);
		if (len <= 0) {
			pos += add_bad(&s, pos, len);
			if (costs_more(&s, most))
				return;
			bad++;
			continue;
		}
		if (s.run == 0)
			begin_run(&s, pos);
		now = classed(cp > 0x10FFFF ? cp & 0xFFFF : cp);
		if (len == 1)
			note_kana(&s, pos, now);
		one_byte = len == 1 || line.ptr[pos] == line.ptr[pos + 1];
		again = now.cp == s.before.cp;
		word = is_word_char(now);
		runs = runs || (s.run != 0 && word && !(one_byte && again));
		if (!again)
			sum_char(&s, now);
		else
			sum_again(&s, now, one_byte);
		hash += char_hash(cp, line.ptr[pos], len == 1 ? 0 : pos);
		chars += word;
		letters += is_cyrillic(now.cp);
		s.first = s.run == 0 ? now : s.first;
		s.misread += is_misread(now.class);
		bytes += (uint32_t)len;
		s.run++;
		pos += (size_t)len;
	}
	end_run(&s, pos, '\n');
	if (!runs)
		other = lone_script_price(line, chars != 0 ? chars : letters);
	for (unsigned i = 0; i < s.count; i++) {
		out->price[first + language + i] = s.price[i] + other;
		out->lone[first + language + i] = s.lone[i];
	}
	out->runs[engine] = runs && bad == 0;
	out->usual_lone[engine] = has_usual_only(&s, chars, bad);
	out->odd[engine] = s.odd;
	out->bytes[engine] = bytes;
	out->letters[engine] = false;
	out->usual[engine] = 0;
	out->hash[engine] = hash ^ (bad != 0 ? engine * 0x2C1B3C6Du : 0);
	out->bad[engine] = bad;
}

/* Length of the well-formed sequence at a byte over 7F; 0: invalid. */
static unsigned sequence_at(struct span in, size_t pos, uint32_t *cp)
{
	size_t end = pos;

	*cp = utf8_next(in, &end);
	return *cp == UTF_BAD ? 0 : (unsigned)(end - pos);
}

/* Limit per character of three or four bytes, whose form is strong evidence. */
#define UTF8_DEAREST 34

#define UTF8_LONE_LETTER 12
#define UTF8_LONE_MOST   72 /* few pairs of bytes are valid UTF-8 */

/* Greek, Cyrillic, Hebrew, Arabic and the scripts between. */
static bool is_far_letter(uint32_t cp)
{
	return cp >= 0x370 && cp < 0x700;
}

/* The second byte is in no character of GB 2312 and the like. */
static bool is_low(uint32_t cp)
{
	return (cp & 0x3F) < 0x21;
}

static bool is_accent(uint32_t cp)
{
	return cp >= 0x300 && cp < 0x370;
}

/* Letters that phonetic transcriptions take from several scripts. */
static bool is_phonetic(uint32_t cp)
{
	switch (cp) {
	case 0xE6: /* ash */
	case 0xE7:
	case 0xF0:
	case 0xF8:
	case 0x127:
	case 0x14B:
	case 0x153:
	case 0x3B2:
	case 0x3B8:
	case 0x3C7:
		return true;
	default:
		return cp >= 0x250 && cp < 0x300;
	}
}

/* Scripts of letters in two bytes; 0: another character. No word combines two. */
static unsigned script_of(uint32_t cp)
{
	static const uint16_t starts[] = {
		0xC0, 0x250, 0x370, 0x400, 0x530, 0x590, 0x600, 0x700, 0x800};
	unsigned script = 0;

	while (script < sizeof(starts) / sizeof(starts[0]) && cp >= starts[script])
		script++;
	return cp < 0x800 ? script : 0;
}

static bool is_unassigned(uint32_t cp)
{
	return cp == 0x3A2 || (cp >= 0x5C8 && cp < 0x5D0) || (cp >= 0x5EB && cp < 0x5EF) ||
	       (cp >= 0x5F5 && cp < 0x600);
}

static bool has_odd_capitals(uint32_t cp)
{
	return (cp >= 0x139 && cp < 0x149) || (cp >= 0x179 && cp < 0x17F) ||
	       (cp >= 0x1AF && cp < 0x1DD) || (cp >= 0x4C1 && cp < 0x4CF);
}

/* Latin, Greek and Cyrillic, those after the usual alphabet in pairs. */
static bool is_capital(uint32_t cp)
{
	if (cp < 0x100)
		return cp >= 0xC0 && cp < 0xDF;
	if (cp >= 0x386 && cp < 0x3D0)
		return cp < 0x3AC;
	if (cp >= 0x400 && cp < 0x460)
		return cp < 0x430;
	return cp < 0x530 && cp % 2 == has_odd_capitals(cp);
}

/* Letters of few languages, which are among more usual ones there. Mongolian and Kazakh have two
 * often, which are rare in Chinese. */
static bool is_rare_letter(uint32_t cp)
{
	if (cp == 0x4A3 || cp == 0x4E9)
		return false;
	return (cp >= 0x370 && cp < 0x386) || (cp >= 0x3D0 && cp < 0x400) ||
	       (cp >= 0x460 && cp < 0x530);
}

#define UTF8_NEVER 60
#define UTF8_RARE  34
#define UTF8_AGAIN 2 /* drawn lines repeat a character, words a letter at most once */

static unsigned utf8_char(uint32_t before, uint32_t cp, unsigned len)
{
	unsigned price = cp > 0xFFFF ? 40 : unit_price(before, cp);

	return len > 2 && price > UTF8_DEAREST ? UTF8_DEAREST : price;
}

/* Letters that words double, while Chinese ones do not with these bytes: "thanks" is another. */
static bool is_doubled(uint32_t cp)
{
	if (cp < 0x100)
		return cp == 0xE4 || cp == 0xE9 || cp == 0xF5 || cp == 0xF6 || cp == 0xFC;
	return is_low(cp) || cp == 0x4E9 || (cp >= 0x3AC && cp < 0x3CF) ||
	       (cp >= 0x430 && cp < 0x450 && cp != 0x43B);
}

/* The ohm, the farad and the tesla follow a small letter. */
static bool is_unit(uint32_t cp)
{
	return cp == 0x3A9 || cp == 0x422 || cp == 0x424;
}

/* Can both letters be in a word? base: the one before, without its marks. */
static bool is_akin(uint32_t base, uint32_t cp)
{
	if (script_of(cp) == 0 || script_of(base) == 0 || is_accent(cp))
		return true;
	if (is_accent(base)) /* of a letter of ASCII */
		return cp < 0x250;
	if (script_of(base) != script_of(cp))
		return (is_phonetic(base) && is_phonetic(cp)) || base == 0x2BB; /* okina */
	return !is_capital(cp) || is_unit(cp) || is_capital(base);
}

/* Added to the price of a character in two bytes that no text has there. */
static unsigned utf8_odd(uint32_t base, uint32_t cp, unsigned price)
{
	unsigned odd = price;

	if (is_unassigned(cp) || (!is_low(cp) && !is_akin(base, cp)))
		odd = UTF8_NEVER;
	else if (is_rare_letter(cp) && !is_low(cp))
		odd = is_rare_letter(base) ? UTF8_NEVER : UTF8_RARE;
	return odd > price ? odd - price : 0;
}

#define CHANCE_MOST 4 /* letters in a row that are a word of another encoding by chance */

/* Characters that are not ASCII, in a row. */
struct utf8_run {
	uint32_t before;
	uint32_t base; /* without the marks */
	unsigned len;
	unsigned same; /* repetitions of the one before */
	uint32_t odd;  /* in the price, for what no text has */
};

static unsigned run_char(struct utf8_run *run, uint32_t cp, unsigned len)
{
	unsigned price;
	unsigned odd;

	run->len++;
	run->same = cp == run->before ? run->same + 1 : 0;
	price = utf8_char(run->before, cp, len);
	odd = len == 2 ? utf8_odd(run->base, cp, price) : 0;
	if (run->same > (script_of(cp) != 0) || (run->same == 1 && is_doubled(cp))) {
		price = UTF8_AGAIN;
		odd = 0;
	}
	run->odd += odd;
	run->before = cp;
	run->base = run->len > 1 && is_accent(cp) ? run->base : cp;
	return price + odd;
}

/* Length of a pair of surrogates, each in three bytes as in CESU-8 (Unicode Technical Report #26),
 * or 0. It is not valid, but no chance either. */
static unsigned surrogates_at(struct span line, size_t pos)
{
	const uint8_t *p = line.ptr + pos;

	return line.len - pos >= 6 && p[0] == 0xED && (p[1] & 0xF0) == 0xA0 &&
			       (p[2] & 0xC0) == 0x80 && p[3] == 0xED && (p[4] & 0xF0) == 0xB0 &&
			       (p[5] & 0xC0) == 0x80
		       ? 6
		       : 0;
}

void price_utf8(struct span line, struct line_prices *out)
{
	struct utf8_run run = {'\n', '\n', 0, 0, 0};
	uint32_t price = 0;
	uint32_t saved = 0;
	uint32_t hash = 0;
	uint32_t bad = 0;
	size_t start = 0;
	size_t pos = after_ascii(line, 0);

	while (pos < line.len) {
		uint32_t cp;
		unsigned len = sequence_at(line, pos, &cp);

		if (len == 0) {
			len = surrogates_at(line, pos);
			len = len == 0 ? 1 : len;
			bad += len;
			price += len == 1 ? PRICE_BAD : UTF8_DEAREST;
			run.len = 2; /* so that it is not a lone character */
		} else {
			if (run.len == 0) {
				start = pos;
				saved = price;
			}
			price += run_char(&run, cp, len);
			hash = hash_step(hash, cp, pos);
		}
		pos += len;
		if (pos < line.len && line.ptr[pos] >= 0x80)
			continue;
		if (run.len > CHANCE_MOST)
			price -= run.odd;
		if (run.len == 1) {
			unsigned row = context_row(run.before);
			unsigned one = context_price(row, context_at(line, start, pos));

			/* A lone letter of these scripts is more often half of another
			 * character. */
			if (is_far_letter(run.before))
				one += UTF8_LONE_LETTER;
			if (context_is_cjk(row))
				one += utf8_char('\n', run.before, 3);
			if (one > UTF8_LONE_MOST)
				one = UTF8_LONE_MOST;
			price = saved + one;
		}
		run = (struct utf8_run){'\n', '\n', 0, 0, 0};
		pos = after_ascii(line, pos);
	}
	out->price[0] = price;
	out->letters[0] = false;
	out->usual[0] = 2;
	out->hash[0] = bad != 0 ? hash ^ 0x2C1B3C6Du : hash;
	out->bad[0] = bad;
}
