/* SPDX-License-Identifier: MIT */
/* A byte over 7F by itself, as a character of an encoding of one byte. */
#ifndef BIOSBELT_TEXT_UNIT_H
#define BIOSBELT_TEXT_UNIT_H

#include "detect/bytes.h"
#include "detect/context.h"

/* A byte over 7F between two ASCII bytes. */
struct unit {
	uint8_t a;
	uint8_t b;
	uint8_t c;
	struct context context;
	uint8_t left; /* number of ASCII letters before it and after it, at most 2 */
	uint8_t right;
	bool capital; /* a capital and a small letter follow */
	bool vowel;   /* after the next letter */
	bool number;  /* ... and after a number, or a format of printf */
	bool year;    /* ... and before a year, or a blank and a year */
	bool owned;   /* the line has the word "copyright" */
	bool again;   /* it is in the line before this place, too */
	bool joined;  /* is_joined */
	bool column;  /* by itself between blanks, as often as the lines of a table or box */
};

enum {
	KOI8_NO_BREAK = 0x9A, /* its byte */
	NO_BREAK = 0xA0,
	INVERTED_MARK = 0xA1,
	POUND = 0xA3,
	YEN = 0xA5,
	SECTION = 0xA7,
	COPYRIGHT = 0xA9,
	QUOTE_LEFT = 0xAB,
	NEGATION = 0xAC,
	REGISTERED = 0xAE,
	DEGREE = 0xB0,
	PLUS_MINUS = 0xB1,
	SQUARE = 0xB2,
	CUBE = 0xB3,
	ACUTE = 0xB4,
	MICRO = 0xB5,
	MIDDLE_DOT = 0xB7,
	QUOTE_RIGHT = 0xBB,
	QUARTER = 0xBC,
	HALF = 0xBD,
	INVERTED_QUERY = 0xBF,
	ANGSTROM = 0xC5,
	TIMES = 0xD7,
	DIVISION = 0xF7,
	EN_DASH = 0x2013,
	EM_DASH = 0x2014,
	SINGLE_OPENS = 0x2018,
	APOSTROPHE = 0x2019,
	APOSTROPHE_BYTE = 0x92, /* that in windows-1252 and its kin */
	LOW_QUOTE = 0x201A,
	DOUBLE_OPENS = 0x201C,
	DOUBLE_CLOSES = 0x201D,
	LOW_QUOTES = 0x201E,
	DAGGER = 0x2020,
	BULLET = 0x2022,
	ELLIPSIS = 0x2026,
	ANGLE_CLOSES = 0x203A,
	EURO = 0x20AC,
	TRADE_MARK = 0x2122
};

static inline bool is_beside_digit(const struct unit *u)
{
	return is_digit(u->a) || is_digit(u->c);
}

static inline bool is_in_word(const struct unit *u)
{
	return is_ascii_letter(u->a) || is_ascii_letter(u->c);
}

/* Does the line have the word "copyright"? */
bool is_owned(struct span in);
/* Is this the place of an apostrophe: a contraction of English, an elision of French, Catalan
 * and Italian, or the end of a `quotation'? That of a possessive is not sure. Or is it that of an
 * accent that quotes on both sides, of the dot that begins a name in assembler of Go, of a trade
 * mark in <sup>, or of a mark that opens an exclamation with a number? */
bool is_joined(struct span in, size_t pos);
/* Whether hardly another character can be there, considering its neighbours; mac: in an encoding of
 * the Macintosh. */
bool is_sure_symbol(unsigned cp, const struct unit *u, bool mac);
/* No quote opens before an end or behind a word, no mark of omission begins a word, and no fraction
 * is before a letter, which an ordinal of degrees has. */
bool is_misplaced(unsigned cp, const struct unit *u);
/* Whether a typographic sign is within a word, or behind one where none stands: "H\x86ndtering". */
bool is_wrong_sign(unsigned cp, const struct unit *u);
#define WORD_LEAST 3 /* letters */
/* Whether a letter of this case (model_case) can be there in a word of so many letters. */
bool fits_word(const struct unit *u, unsigned cased, int least);
/* Rare, but in windows-1252 hardly another character is such a byte: before a word, and a sign. */
bool is_rare_sign(unsigned cp, const struct unit *u);
/* Whether it may be one character of several bytes with the ASCII after it, or a fraction. */
bool may_be_other(const struct unit *u);
/* After a name or its number, where no copyright sign is. */
bool may_be_trade_mark(unsigned cp, const struct unit *u);
/* A symbol where only a letter makes sense: no word follows an amount, and only metres have
 * powers. */
bool is_for_letter(unsigned cp, const struct unit *u);
/* A sign within a word that joins none; mac: or a quote beside a small letter of one, for a capital
 * in another encoding. */
bool is_for_other(unsigned cp, const struct unit *u, bool mac);

/* Line ends, brackets, quotes and signs may surround any character. */
bool says_nothing(unsigned cp, struct context at);

#endif
