/* SPDX-License-Identifier: MIT */
/*
 * A lone character that is not ASCII, with ASCII or the end of the line on both sides: its
 * neighbours decide which character it can be. A degree sign follows a number, a copyright sign its
 * word, an accented letter is in a word. Trained on real source lines by
 * script/train-context-model.py, which names the classes too. Prices are in quarter nats.
 */
#ifndef BIOSBELT_TEXT_CONTEXT_H
#define BIOSBELT_TEXT_CONTEXT_H

#include "text_private.h"

#define CONTEXT_WORDS    32 /* words that are classes of their own, on each side */
#define CONTEXT_WORD_LEN 12
#define CONTEXT_BASE     12 /* classes that are not words */
#define CONTEXT_LOWER    1
#define CONTEXT_UPPER    2
#define CONTEXT_BRACKET  4
#define CONTEXT_QUOTE    5
#define CONTEXT_WORD     8  /* of small letters, after a blank */
#define CONTEXT_NAME     9  /* ... which begins with a capital */
#define CONTEXT_NUMBER   10 /* likewise */
#define CONTEXT_SIGN     11 /* likewise */
#define CONTEXT_SIDES    (CONTEXT_BASE + CONTEXT_WORDS)
#define CONTEXT_PAIRED   4 /* the most that the second of two quotes or brackets costs */

struct context_word {
	char word[CONTEXT_WORD_LEN + 1];
	uint8_t spaced; /* a blank is between it and the character */
};

extern const unsigned model_context_own;
extern const uint16_t model_context_chars[]; /* those with their own row, ascending */
extern const struct context_word model_context_left_words[CONTEXT_WORDS];
extern const struct context_word model_context_right_words[CONTEXT_WORDS];
extern const uint8_t model_context_char[]; /* by row */
extern const uint8_t model_context_left[][CONTEXT_SIDES];
extern const uint8_t model_context_right[][CONTEXT_SIDES];

/* The neighbours on both sides of the bytes from pos to end of a line. */
struct context {
	uint8_t left;
	uint8_t right;
};
struct context context_at(struct span line, size_t pos, size_t end);

/* True for an ASCII letter next to the character. */
static inline bool context_is_letter(unsigned side)
{
	return side == CONTEXT_LOWER || side == CONTEXT_UPPER;
}

/* The row of a character; any code point has one. */
unsigned context_row(uint32_t cp);
/* The character's group is one of which the languages know single characters. */
bool context_is_cjk(unsigned row);

/* Price of the right neighbour; a closing quote or bracket adds little. */
static inline unsigned context_right(unsigned row, struct context at)
{
	unsigned price = model_context_right[row][at.right];
	bool paired = at.left == at.right &&
		      (at.left == CONTEXT_QUOTE || at.left == CONTEXT_BRACKET || at.left == 0);

	return paired && price > CONTEXT_PAIRED ? CONTEXT_PAIRED : price;
}

/* The maximum price of one side: a neighbour never seen in training is not impossible, except for a
 * letter of another script in English. */
unsigned context_most(unsigned row);

/* A symbol from start to end of a line that hardly another character can be where it is. */
bool symbol_is_sure(uint32_t cp, struct span line, size_t start, size_t end);

static inline unsigned context_least_of(unsigned price, unsigned most)
{
	return price < most ? price : most;
}

/* Price of a character of that row in that context, with its ASCII neighbours. */
static inline unsigned context_price(unsigned row, struct context at)
{
	/* Letters, digits and punctuation in the terms of model.h. */
	static const uint8_t left[CONTEXT_BASE] = {0, 10, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0};
	static const uint8_t right[CONTEXT_BASE] = {0, 10, 10, 8, 7, 7, 7, 9, 0, 0, 0, 0};

	unsigned most = context_most(row);

	return (unsigned)model_context_char[row] +
	       context_least_of(model_context_left[row][at.left], most) +
	       context_least_of(context_right(row, at), most) +
	       (at.left < CONTEXT_BASE ? left[at.left] : 0) +
	       (at.right < CONTEXT_BASE ? right[at.right] : 0);
}

#endif
