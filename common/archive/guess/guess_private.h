/* SPDX-License-Identifier: MIT */
/* The parts of lzma_guess.h: a sample of the data, a coarse parse of it, and its cost. */
#ifndef BIOSBELT_GUESS_PRIVATE_H
#define BIOSBELT_GUESS_PRIVATE_H

#include "biosbelt/lzma_guess.h"

/* Pieces of the input, one after another; without pages of noise or of one byte. */
struct sample {
	struct blob data;
	size_t *from; /* per piece: its offset in the input */
	size_t *at;   /* and in data */
	size_t count;
};
enum err_code guess_sample(struct span in, size_t want, struct sample *out, struct err *err);
void sample_free(struct sample *s);
/* Filters a copy of the sample, each piece as in the whole input. */
enum err_code sample_filter(
	const struct sample *s, enum branch_kind kind, struct blob *out, struct err *err);

/* The distances of Delta worth trying; returns their number. */
size_t guess_deltas(struct span in, enum branch_kind out[LZMA_GUESS_DELTAS]);

/* Whether the filter's guess is worth a parse: false, if it makes hardly anything equal. named: a
 * header names the filter, which takes some bytes. once: the data are a sample, and no trial
 * follows. */
enum err_code guess_branch(struct span plain, struct span filtered, enum branch_kind kind,
	bool named, bool once, bool *pays, struct err *err);

enum token_kind { TOKEN_LITERAL, TOKEN_MATCH, TOKEN_REP, TOKEN_SHORT_REP };
struct token {
	uint32_t pos;  /* of its first byte */
	uint32_t dist; /* less one, as in LZMA; of a literal: the last distance */
	uint16_t len;
	uint8_t kind;  /* enum token_kind */
	uint8_t index; /* of TOKEN_REP: 0..3 */
};
struct tokens {
	struct token *list;
	size_t count;
};
enum err_code tokens_parse(struct span in, struct tokens *out, struct err *err);

#define LC_LP_SETS 15 /* lc + lp <= 4 */
#define PB_SETS    5

/* Costs in 1/16 bit. Literals depend on lc and lp, the rest on pb: they can be priced apart. */
uint64_t cost_literals(struct span in, const struct tokens *t, unsigned lc, unsigned lp);
uint64_t cost_matches(const struct tokens *t, unsigned pb);

#endif
