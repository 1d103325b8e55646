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

struct sums {
	uint16_t of[LANES]; /* by language of Latin letters */
	unsigned pairs;
};

static unsigned letter_of(uint8_t c)
{
	unsigned letter = (c | 32u) - 'a';

	return letter < 26 ? letter + 1 : EDGE;
}

static bool is_word_byte(uint8_t c)
{
	return letter_of(c) != EDGE || c >= 0x80;
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

static void add_word(struct sums *sums, struct span word)
{
	half_row halves[LANES / HALF] = {{0}};
	size_t len = word.len < WORD_MOST ? word.len : WORD_MOST;
	uint8_t before = 0;

	for (size_t i = 0; i <= len; i++) {
		uint8_t c = i < word.len ? word.ptr[i] : 0;
		const char *row =
			model_words + (size_t)(letter_of(before) * LETTERS + letter_of(c)) * LANES;

		for (unsigned h = 0; (before | c) < 0x80 && h < LANES / HALF; h++) {
			half_row prices;

			memcpy(&prices, row + (size_t)h * HALF, sizeof(prices));
			halves[h] += prices - MODEL_COST_BASE;
		}
		sums->pairs += (before | c) < 0x80;
		before = c;
	}
	for (unsigned i = 0; i < LANES; i++)
		sums->of[i] = (uint16_t)(sums->of[i] + halves[i / HALF][i % HALF]);
}

static void add_words(struct sums *sums, struct span line)
{
	size_t start = 0;

	for (size_t i = 0; i <= line.len && sums->pairs < PAIRS_MOST; i++) {
		uint8_t before = start > 0 ? line.ptr[start - 1] : ' ';
		struct span word;

		if (i < line.len && is_word_byte(line.ptr[i]))
			continue;
		start += before == '\\' && start < i; /* "\n" is a line end */
		word = span_of(line.ptr + start, i - start);
		if (!is_beside_name(before) && (i == line.len || !is_beside_name(line.ptr[i])) &&
			is_spoken(word))
			add_word(sums, word);
		start = i + 1;
	}
}

void language_costs(struct span line, uint8_t costs[MODEL_LANGUAGE_COUNT])
{
	struct sums sums = {{0}, 0};
	unsigned least = UINT16_MAX;
	unsigned lane = 0;
	unsigned most;

	add_words(&sums, line);
	most = sums.pairs < PAIRS_LEAST ? 0 : COST_MOST;
	for (unsigned i = 0; i < MODEL_LATIN_COUNT; i++)
		least = sums.of[i] < least ? sums.of[i] : least;
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		unsigned cost = 0;

		if (model_languages[i].script == SCRIPT_LATIN)
			cost = sums.of[lane++] - least;
		costs[i] = (uint8_t)(cost < most ? cost : most);
	}
}
