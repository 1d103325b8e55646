/* SPDX-License-Identifier: MIT */
/* Has to agree with count_words of script/train-text-model.py. */
#include "detect/language.h"

#include <string.h>

#define LETTERS     27 /* of ASCII, after the edge of a word */
#define EDGE        0
#define LANES       32 /* bytes of a row of model_words */
#define HALF        16 /* of them, in a vector */
#define COST_MOST   24
#define WORD_MOST   32  /* letters of a word: the sum of their prices fits a byte */
#define PAIRS_MOST  256 /* of a line; more say no more */
#define PAIRS_LEAST 6   /* with fewer, a name, nothing is known */

typedef uint8_t half_row __attribute__((vector_size(HALF)));
typedef uint16_t half_sum __attribute__((vector_size(2 * HALF)));

struct sums {
	half_sum of[LANES / HALF]; /* by language of Latin letters */
	unsigned pairs;
};

static bool is_word_byte(uint8_t c)
{
	return (uint8_t)((c | 32u) - 'a') < 26 || c >= 0x80;
}

/* 1 to 26 of the letters. */
static unsigned letter_of(uint8_t c)
{
	return c & 31u;
}

/* Beside a name or a tag, which are English in texts of all languages. */
static bool is_beside_name(uint8_t c)
{
	const uint64_t signs = 0x3FFull << '0' | 1ull << '<' | 1ull << '>' | 1ull << '/' |
			       1ull << '%' | 1ull << '$' | 1ull << '=' | 1ull << '(';

	return c < 64 ? signs >> c & 1 : c == '_' || c == '@';
}

static bool is_capital(uint8_t c)
{
	return c >= 'A' && c <= 'Z';
}

/* "msgstr" and "printf" are in no language, nor are abbreviations. */
static bool is_spoken(struct span word)
{
	const uint32_t vowels = 1u << 1 | 1u << 5 | 1u << 9 | 1u << 15 | 1u << 21 | 1u << 25;

	if (word.len < 2 || (is_capital(word.ptr[0]) && is_capital(word.ptr[1])))
		return false;
	for (size_t i = 0; i < word.len; i++) {
		if (word.ptr[i] >= 0x80 || (vowels >> letter_of(word.ptr[i]) & 1) != 0)
			return true;
	}
	return false;
}

static void add_pair(half_row halves[LANES / HALF], unsigned before, unsigned letter)
{
	half_row prices[LANES / HALF];

	memcpy(prices, model_words + (size_t)(before * LETTERS + letter) * LANES, sizeof(prices));
	for (unsigned h = 0; h < LANES / HALF; h++)
		halves[h] += prices[h];
}

static void add_word(struct sums *sums, struct span word)
{
	half_row halves[LANES / HALF] = {{0}};
	size_t len = word.len < WORD_MOST ? word.len : WORD_MOST;
	unsigned before = EDGE;
	bool ascii = true; /* the byte before */
	unsigned pairs = 0;

	for (size_t i = 0; i < len; i++) {
		bool paired = ascii;

		ascii = word.ptr[i] < 0x80;
		if (!ascii)
			continue;
		if (paired) {
			add_pair(halves, before, letter_of(word.ptr[i]));
			pairs++;
		}
		before = letter_of(word.ptr[i]);
	}
	if (ascii && len == word.len) {
		add_pair(halves, before, EDGE);
		pairs++;
	}
	for (unsigned h = 0; h < LANES / HALF; h++)
		sums->of[h] += __builtin_convertvector(
			halves[h] - (uint8_t)(pairs * MODEL_COST_BASE), half_sum);
	sums->pairs += pairs;
}

static size_t word_len(struct span text)
{
	size_t len = 0;

	while (len < text.len && is_word_byte(text.ptr[len]))
		len++;
	return len;
}

static void add_words(struct sums *sums, struct span line)
{
	uint8_t before = ' ';
	size_t end;

	for (size_t i = 0; i < line.len && sums->pairs < PAIRS_MOST; i = end + 1) {
		struct span word =
			span_of(line.ptr + i, word_len(span_of(line.ptr + i, line.len - i)));

		end = i + word.len;
		if (before == '\\' && word.len > 0) /* "\n" is a line end */
			word = span_of(word.ptr + 1, word.len - 1);
		if (!is_beside_name(before) &&
			(end == line.len || !is_beside_name(line.ptr[end])) && is_spoken(word))
			add_word(sums, word);
		before = end < line.len ? line.ptr[end] : ' ';
	}
}

void language_costs(struct span line, uint8_t costs[MODEL_LANGUAGE_COUNT])
{
	struct sums sums = {{{0}}, 0};
	uint16_t of[LANES];
	unsigned least = UINT16_MAX;
	unsigned lane = 0;
	unsigned most;

	add_words(&sums, line);
	memcpy(of, sums.of, sizeof(of));
	most = sums.pairs < PAIRS_LEAST ? 0 : COST_MOST;
	for (unsigned i = 0; i < MODEL_LATIN_COUNT; i++)
		least = of[i] < least ? of[i] : least;
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		unsigned cost = 0;

		if (model_languages[i].script == SCRIPT_LATIN)
			cost = of[lane++] - least;
		most = i == 1 && costs[0] == 0 && most > NAME_MOST ? NAME_MOST : most;
		costs[i] = (uint8_t)(cost < most ? cost : most);
	}
}
