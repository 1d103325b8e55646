/* SPDX-License-Identifier: MIT */
/* What detect_tables.c makes for detect_single.c. */
#ifndef BIOSBELT_TEXT_DETECT_SINGLE_H
#define BIOSBELT_TEXT_DETECT_SINGLE_H

#include "detect/detect_private.h"
#include "detect/model.h"

#define SINGLE_INFOS 39
#define SINGLE_LANES 40 /* SINGLE_INFOS rounded up to whole vectors */

#define SUM_MOST 250 /* so many counts, of prices to 255, add up in 16 bits */
#define STEP     8   /* pairs of a short text after which an encoding may be given up */

struct single_info {
	enum text_enc enc;
	unsigned prior;     /* quarter nats: how rare it is among files */
	uint64_t languages; /* bits in the order of model_languages */
};
extern const struct single_info single_infos[SINGLE_INFOS];

/* What a bound is for: a byte over 7F behind another, a letter, other ASCII; and ASCII behind it.
 */
enum place { BEHIND_HIGH, BEHIND_LETTER, BEHIND_OTHER, BEFORE_LETTER, BEFORE_OTHER, PLACE_COUNT };

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

struct single_tables {
	uint8_t within[SINGLE_INFOS][256];
	uint8_t cased[SINGLE_INFOS][256];
	uint8_t symbols[SINGLE_INFOS][256]; /* of the group */
	uint8_t apostrophe[SINGLE_INFOS];   /* the byte, 0 when there is none */
	uint64_t unused[SINGLE_INFOS][2];   /* bits of the bytes over 7F that are no character */
	uint8_t group[SINGLE_INFOS];
	struct single_group groups[GROUP_COUNT];
	/* What a pair costs by the case of its letters: as the first of one a byte has the price
	 * with a lower case letter behind in two bits and that with an upper case one above them,
	 * as the second one it has the mask of what it chooses. */
	uint8_t case_first[256][SINGLE_LANES];
	uint8_t case_second[256][SINGLE_LANES];
	/* No language of the encoding takes less for the byte. */
	uint8_t least[PLACE_COUNT][128][SINGLE_LANES];
	uint8_t costs[];
};

/* One input in all encodings. */
struct single_work {
	const struct single_tables *t;
	const struct byte_pairs *pairs;
	uint64_t cases[SINGLE_LANES];  /* what all languages pay for the case of letters */
	uint64_t bounds[SINGLE_LANES]; /* what any of them pays at least, with that */
	/* Of a short text: what they pay at least, without that, for the pairs before a step. */
	uint16_t before[SUM_MOST / STEP + 1][SINGLE_LANES];
	struct score done[SINGLE_INFOS]; /* prices without priors */
	bool priced[SINGLE_INFOS];
};
void single_work_init(
	struct single_work *w, const struct single_tables *t, const struct byte_pairs *pairs);

/* The encoding with the least bound: its price ends others early. */
void score_likely_single(struct single_work *w, struct scores *out);
/* All others. */
void score_singles(struct single_work *w, struct scores *out);

#endif
