/* SPDX-License-Identifier: MIT */
/* Has to agree with count_words of script/train-text-model.py. */
#include "detect/language.h"
#include "detect/bytes.h"

#include <string.h>

#define LETTERS       27 /* of ASCII, after the edge of a word */
#define EDGE          0
#define LANES         32  /* bytes of a row of model_words */
#define HALF          16  /* of them, in a vector */
#define WORD_MOST     32  /* letters of a word: the sum of their prices fits a byte */
#define PAIRS_MOST    256 /* of a line; more say no more */
#define PAIRS_LEAST   6   /* with fewer, a name, nothing is known */
#define RARE_FROM     26  /* Albanian, and languages that share a model, are rarer than others */
#define RARE_LANGUAGE 16

typedef uint8_t half_row __attribute__((vector_size(HALF)));
typedef uint16_t half_sum __attribute__((vector_size(2 * HALF)));

struct sums {
	half_sum of[LANES / HALF]; /* by language of Latin letters */
	unsigned pairs;
};

struct word {
	half_row halves[LANES / HALF];
	unsigned pairs;
	uint32_t seen; /* letters, as bits; EDGE: one over 7F */
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

static void add_pair(half_row halves[LANES / HALF], unsigned before, unsigned letter)
{
	const char *row = model_words + (size_t)(before * LETTERS + letter) * LANES;

	for (unsigned h = 0; h < LANES / HALF; h++) {
		half_row prices;

		memcpy(&prices, row + (size_t)h * HALF, sizeof(prices));
		halves[h] += prices;
	}
}

/* Prices the word that the text begins with; returns its length. */
static size_t price_word(struct span text, struct word *w)
{
	half_row halves[LANES / HALF] = {{0}};
	size_t most = text.len < WORD_MOST ? text.len : WORD_MOST;
	unsigned before = EDGE;
	bool ascii = true;    /* the byte before */
	unsigned without = 0; /* pairs with a byte over 7F */
	uint32_t seen = 0;
	size_t len = 0;

	for (; len < most && is_word_byte(text.ptr[len]); len++) {
		unsigned letter = letter_of(text.ptr[len]);
		bool paired = ascii;

		ascii = text.ptr[len] < 0x80;
		seen |= 1u << (ascii ? letter : EDGE);
		if (ascii && paired)
			add_pair(halves, before, letter);
		else
			without++;
		before = letter;
	}
	w->pairs = (unsigned)len - without;
	for (; len < text.len && is_word_byte(text.ptr[len]); len++)
		seen |= 1u << (text.ptr[len] < 0x80 ? letter_of(text.ptr[len]) : EDGE);
	if (ascii && len <= WORD_MOST) {
		add_pair(halves, before, EDGE);
		w->pairs++;
	}
	memcpy(w->halves, halves, sizeof(halves));
	w->seen = seen;
	return len;
}

/* "msgstr" and "printf" are in no language, nor are abbreviations. */
static bool is_spoken(const struct word *w, struct span text)
{
	const uint32_t vowels =
		1u << EDGE | 1u << 1 | 1u << 5 | 1u << 9 | 1u << 15 | 1u << 21 | 1u << 25;

	return text.len >= 2 && (w->seen & vowels) != 0 &&
	       !(is_upper(text.ptr[0]) && is_upper(text.ptr[1]));
}

static void add_word(struct sums *sums, const struct word *w)
{
	for (unsigned h = 0; h < LANES / HALF; h++)
		sums->of[h] += __builtin_convertvector(
			w->halves[h] - (uint8_t)(w->pairs * MODEL_COST_BASE), half_sum);
	sums->pairs += w->pairs;
}

static void add_words(struct sums *sums, struct span line)
{
	uint8_t before = ' ';
	size_t end;

	for (size_t i = 0; i < line.len && sums->pairs < PAIRS_MOST; i = end + 1) {
		struct word word;

		if (before == '\\' && is_word_byte(line.ptr[i])) /* "\n" is a line end */
			i++;
		end = i + price_word(span_of(line.ptr + i, line.len - i), &word);
		if (((word.seen & 1u << EDGE) != 0 ||
			    (!is_beside_name(before) &&
				    (end == line.len || !is_beside_name(line.ptr[end])))) &&
			is_spoken(&word, span_of(line.ptr + i, end - i)))
			add_word(sums, &word);
		before = end < line.len ? line.ptr[end] : ' ';
	}
}

static int16_t sum_of(const struct sums *sums, unsigned lane)
{
	return (int16_t)sums->of[lane / HALF][lane % HALF];
}

void language_costs(struct span line, uint8_t costs[MODEL_LANGUAGE_COUNT])
{
	struct sums sums = {{{0}}, 0};
	int16_t least = INT16_MAX;
	int16_t most;
	unsigned lane = 0;

	memset(costs, 0, MODEL_LANGUAGE_COUNT);
	add_words(&sums, line);
	if (sums.pairs < PAIRS_LEAST)
		return;
	for (unsigned i = 0; i < MODEL_LATIN_COUNT; i++)
		least = sum_of(&sums, i) < least ? sum_of(&sums, i) : least;
	most = sum_of(&sums, 0) == least ? NAME_MOST : LANGUAGE_MOST;
	for (unsigned i = 0; i < MODEL_LANGUAGE_COUNT; i++) {
		if (model_languages[i].script == SCRIPT_LATIN) {
			int cost = sum_of(&sums, lane) - least;

			cost += lane++ < RARE_FROM ? 0 : RARE_LANGUAGE;
			costs[i] = (uint8_t)(cost < most ? cost : most);
		}
	}
}
