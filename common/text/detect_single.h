/* SPDX-License-Identifier: MIT */
/* What detect_tables.c makes for detect_single.c. */
#ifndef BIOSBELT_TEXT_DETECT_SINGLE_H
#define BIOSBELT_TEXT_DETECT_SINGLE_H

#include "detect_private.h"
#include "model.h"

#define SINGLE_INFOS 39
#define SINGLE_LANES 40  /* SINGLE_INFOS rounded up to whole vectors */
#define READING_MAX  200 /* pairs of an encoding and a language */

struct single_info {
	enum text_enc enc;
	unsigned prior;     /* quarter nats: how rare it is among files */
	uint64_t languages; /* bits in the order of model_languages */
};
extern const struct single_info single_infos[SINGLE_INFOS];

/* Where a byte over 7F stands. */
enum place { BEHIND_HIGH, BEHIND_LETTER, BEHIND_OTHER, PLACE_COUNT };

/* Cells of bytes, and readings: an encoding in one of its languages. */
struct single_tables {
	uint8_t within[SINGLE_INFOS][256];
	uint8_t cased[SINGLE_INFOS][256];
	uint8_t apostrophe[SINGLE_INFOS]; /* the byte, 0 when there is none */
	uint8_t languages[READING_MAX];
	uint8_t symbols[READING_MAX][256];
	uint16_t first[SINGLE_INFOS + 1]; /* readings of an encoding */
	/* No language of the encoding takes less for the byte. */
	uint16_t least[PLACE_COUNT][128][SINGLE_LANES];
};

/* One input in all encodings. */
struct single_work {
	const struct single_tables *t;
	const struct byte_pairs *pairs;
	uint64_t bounds[SINGLE_LANES];
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
