/* SPDX-License-Identifier: MIT */
/* The tables of detect_tables.c for detect_single.c. */
#ifndef BIOSBELT_TEXT_DETECT_SINGLE_H
#define BIOSBELT_TEXT_DETECT_SINGLE_H

#include "detect/bytes.h"
#include "detect/detect_private.h"
#include "detect/model.h"

struct single_info {
	enum text_enc enc;
	unsigned prior;     /* quarter nats: how rare it is among files */
	uint64_t languages; /* bits in the order of model_languages */
};
extern const struct single_info single_infos[SINGLE_INFOS];

#define SENTENCE_EACH                                                                              \
	24 /* letters of ASCII, to one other, that make a line a sentence in Latin                 \
	    */
#define SENTENCE_MOST 32

/* The price of taking characters by themselves for those of another script within such a line. */
static inline unsigned script_price(unsigned ascii_letters, unsigned count)
{
	unsigned usual = SENTENCE_EACH * count;
	unsigned price = ascii_letters > usual ? ascii_letters - usual : 0;

	return price < SENTENCE_MOST ? price : SENTENCE_MOST;
}

static inline unsigned count_ascii_letters(struct span in)
{
	unsigned n = 0;

	for (size_t i = 0; i < in.len; i++)
		n += is_ascii_letter(in.ptr[i]);
	return n;
}

struct multi_info {
	enum text_enc enc;
	unsigned prior;
	uint8_t languages[2]; /* enum model_cjk_language; the same twice when it is one */
};
extern const struct multi_info multi_infos[MULTI_INFOS];

/* The largest price of a multi-byte character by itself; language: enum model_cjk_language. */
uint32_t lone_price(unsigned language, uint32_t cp, struct span line, size_t start, size_t end);

#define PRIOR_LEGACY 12 /* how much rarer than UTF-8 the others are */

#define GROUP_COUNT   11
#define GROUP_LANES   16  /* most languages in a group */
#define GROUP_SYMBOLS 256 /* most symbols of one, of all its languages together */
#define GROUP_PRICE   128 /* no price of a group is as much */

/*
 * Languages that are priced side by side, each in a lane. Symbols of a group are those of
 * enum model_symbol to SYM_LETTER, from there on the letters of any of its languages.
 */
struct single_group {
	unsigned count; /* languages */
	unsigned lanes; /* count rounded up to a power of two */
	unsigned width; /* symbols */
	uint8_t languages[GROUP_LANES];
	uint8_t symbols[GROUP_LANES][GROUP_SYMBOLS]; /* as a language has them */
	/* Where in the costs of all groups these are: */
	size_t costs;   /* by the first symbol, the second, the lane */
	size_t doubles; /* of one twice, by it, by whether it is upper case, by the lane */
};

#define SINGLE_LANES 48 /* engines of one byte side by side, in whole vectors */

/* The same by byte, for all engines at once. */
struct side_by_side {
	uint8_t within[256][SINGLE_LANES]; /* price within its symbol, after a byte without case */
	uint8_t more_lower[256][SINGLE_LANES]; /* ... and how much more after a small letter */
	uint8_t more_upper[256][SINGLE_LANES]; /* ... or a capital; both modulo 256 */
	uint8_t lower[256][SINGLE_LANES];      /* FF: it is a small letter */
	uint8_t upper[256][SINGLE_LANES];
	uint8_t no_char[128][SINGLE_LANES]; /* FF: of bytes over 7F: its symbol is SYM_INVALID */
	uint64_t bad[128]; /* engines of one byte, as bits, in which it is not a character */
	uint32_t hash[128][SINGLE_LANES];
};

/* An encoding's tables, at hand for the loops. */
struct reader {
	const struct single_tables *t;
	const struct single_group *g;
	unsigned e;
	unsigned first; /* of the encodings of its group, which are next to each other */
	const uint8_t *symbols;
	const uint8_t *within;
	const uint8_t *cased;
	const uint8_t *costs;
	const uint8_t *doubles;
	bool latin;
	unsigned readings;          /* so many from the first of its engine on ... */
	uint8_t lanes[GROUP_LANES]; /* ... and where each is in the group */
};

struct single_tables {
	struct side_by_side beside;
	struct reader readers[SINGLE_INFOS];
	uint8_t within[SINGLE_INFOS][256];
	uint8_t cased[SINGLE_INFOS][256];
	uint8_t symbols[SINGLE_INFOS][256]; /* of the group */
	uint16_t rows[SINGLE_INFOS][128];   /* context.h, of bytes over 7F */
	bool foreign[SINGLE_INFOS][128];    /* a letter that none of its languages has */
	uint8_t group[SINGLE_INFOS];
	struct single_group groups[GROUP_COUNT];
	struct reading_list readings;
	struct line_prices far;
	uint8_t costs[];
};

#endif
