/* SPDX-License-Identifier: MIT */
/* Has to agree with group and side_class of script/train-context-model.py. */
#include "detect/context.h"
#include "detect/bytes.h"

#include <limits.h>

enum group {
	LATIN_LOWER,
	LATIN_UPPER,
	EXTENDED_LOWER,
	EXTENDED_UPPER,
	GREEK_LETTER,
	CYRILLIC_LETTER,
	HEBREW_LETTER,
	ARABIC_LETTER,
	THAI_LETTER,
	LATIN_SYMBOL,
	GENERAL_PUNCTUATION,
	CURRENCY,
	ARROWS,
	TECHNICAL,
	BOX,
	OTHER_SYMBOL,
	CJK_PUNCTUATION,
	KANA,
	HANGUL,
	HAN,
	FULL_WIDTH,
	HALF_WIDTH,
	PRIVATE_USE,
	COMBINING,
	CONTROL,
	OTHER
};

struct group_end {
	uint32_t end; /* first character after the group */
	uint8_t group;
};

static const struct group_end groups[] = {{0xA0, CONTROL}, {0xC0, LATIN_SYMBOL},
	{0xD7, LATIN_UPPER}, {0xD8, LATIN_SYMBOL}, {0xDF, LATIN_UPPER}, {0xF7, LATIN_LOWER},
	{0xF8, LATIN_SYMBOL}, {0x100, LATIN_LOWER}, {0x250, EXTENDED_LOWER}, {0x300, OTHER},
	{0x370, COMBINING}, {0x400, GREEK_LETTER}, {0x530, CYRILLIC_LETTER}, {0x590, OTHER},
	{0x600, HEBREW_LETTER}, {0x700, ARABIC_LETTER}, {0xE00, OTHER}, {0xE80, THAI_LETTER},
	{0x1E00, OTHER}, {0x1F00, EXTENDED_LOWER}, {0x2000, GREEK_LETTER},
	{0x200B, GENERAL_PUNCTUATION}, {0x2010, CONTROL}, {0x2070, GENERAL_PUNCTUATION},
	{0x2190, CURRENCY}, {0x2300, ARROWS}, {0x2500, TECHNICAL}, {0x25A0, BOX},
	{0x2E80, OTHER_SYMBOL}, {0x3000, OTHER}, {0x3040, CJK_PUNCTUATION}, {0x3100, KANA},
	{0x4E00, OTHER}, {0xA000, HAN}, {0xAC00, OTHER}, {0xD7A4, HANGUL}, {0xE000, OTHER},
	{0xF900, PRIVATE_USE}, {0xFF00, OTHER}, {0xFF61, FULL_WIDTH}, {0xFFA0, HALF_WIDTH},
	{0xFFE0, OTHER}, {0xFFE7, FULL_WIDTH}};

static bool is_extended_upper(uint32_t cp)
{
	if ((cp >= 0x139 && cp <= 0x148) || (cp >= 0x179 && cp <= 0x17E))
		return cp % 2 == 1;
	return cp % 2 == 0;
}

static unsigned group_of(uint32_t cp)
{
	size_t low = 0;
	size_t high = sizeof(groups) / sizeof(groups[0]);

	if (cp >= 0x4E00 && cp < 0xA000) /* most characters */
		return HAN;
	if (cp >= 0x100 && cp < 0x250 && is_extended_upper(cp))
		return EXTENDED_UPPER;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (groups[middle].end <= cp)
			low = middle + 1;
		else
			high = middle;
	}
	return low < sizeof(groups) / sizeof(groups[0]) ? groups[low].group : OTHER;
}

unsigned context_row(uint32_t cp)
{
	const uint16_t *at = model_context_chars;
	unsigned count = model_context_own;

	if (cp > at[count - 1])
		return model_context_own + group_of(cp);
	while (count > 1) { /* no branch within, which could not be predicted */
		unsigned half = count / 2;

		at += half & -(unsigned)(at[half - 1] < cp);
		count -= half;
	}
	return *at == cp ? (unsigned)(at - model_context_chars) : model_context_own + group_of(cp);
}

bool context_is_cjk(unsigned row)
{
	return row >= model_context_own + CJK_PUNCTUATION && row <= model_context_own + FULL_WIDTH;
}

#define SIDE_MOST 24

unsigned context_most(unsigned row)
{
	unsigned group = row < model_context_own ? group_of(model_context_chars[row])
						 : row - model_context_own;

	return group >= GREEK_LETTER && group <= THAI_LETTER ? UINT_MAX : SIDE_MOST;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

static bool is_bracket(uint8_t c)
{
	return c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == '<' ||
	       c == '>';
}

static bool is_stop(uint8_t c)
{
	return c == ',' || c == '.' || c == ';' || c == ':' || c == '!' || c == '?';
}

/* The text on one side of the character, read outwards. */
struct side {
	const uint8_t *at; /* the byte next to it */
	size_t len;
	bool left;
};

static uint8_t side_byte(const struct side *s, size_t i)
{
	return s->left ? *(s->at - i) : s->at[i];
}

static size_t word_len(const struct side *s, size_t from)
{
	size_t n = 0;

	while (from + n < s->len && is_ascii_letter(side_byte(s, from + n)))
		n++;
	return n;
}

/* The byte at i of the word, which on the left side is read backwards; in lower case. */
static char word_byte(const struct side *s, size_t from, size_t n, size_t i)
{
	return (char)(side_byte(s, from + (s->left ? n - 1 - i : i)) | 32);
}

#define WORDS_STEP 8

/* The class of a known word; 0: not one. */
static unsigned word_class(const struct side *s, size_t from, size_t n)
{
	const struct context_word *words =
		s->left ? model_context_left_words : model_context_right_words;
	unsigned first = 0; /* they are sorted */
	char letter;

	if (n == 0 || n > CONTEXT_WORD_LEN)
		return 0;
	letter = word_byte(s, from, n, 0);
	while (first + WORDS_STEP < CONTEXT_WORDS && words[first + WORDS_STEP].word[0] < letter)
		first += WORDS_STEP;
	for (unsigned i = first; i < CONTEXT_WORDS && words[i].word[0] <= letter; i++) {
		size_t k = 0;

		if (words[i].word[0] != letter || words[i].spaced != (from != 0))
			continue;
		while (k < n && words[i].word[k] == word_byte(s, from, n, k))
			k++;
		if (k == n && words[i].word[n] == '\0')
			return CONTEXT_BASE + i;
	}
	return 0;
}

static uint8_t side_class(const struct side *s)
{
	size_t from = 0;
	size_t n;
	unsigned known;
	uint8_t c;

	while (from < s->len && is_blank(side_byte(s, from)))
		from++;
	if (from == s->len || side_byte(s, from) == '\r' || side_byte(s, from) == '\n')
		return 0;
	n = word_len(s, from);
	known = word_class(s, from, n);
	if (known != 0)
		return (uint8_t)known;
	c = side_byte(s, from);
	if (from != 0) {
		if (s->left && n != 0)
			c = side_byte(s, from + n - 1);
		return is_lower(c) ? 8 : is_upper(c) ? 9 : is_digit(c) ? 10 : 11;
	}
	if (is_ascii_letter(c))
		return is_lower(c) ? 1 : 2;
	if (is_digit(c))
		return 3;
	if (is_bracket(c))
		return 4;
	if (c == '"' || c == '\'' || c == '`')
		return 5;
	return is_stop(c) ? 6 : 7;
}

struct context context_at(struct span line, size_t pos, size_t end)
{
	struct side left = {line.ptr + pos - 1, pos, true};
	struct side right = {line.ptr + end, line.len - end, false};

	if (pos == 0)
		left.at = line.ptr;
	return (struct context){side_class(&left), side_class(&right)};
}
