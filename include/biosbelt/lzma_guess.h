/* SPDX-License-Identifier: MIT */
/*
 * Guesses the branch filter and lc/lp/pb that suit the data. Instead of many encodings, the data
 * are parsed once, coarsely, and LZMA's adaptive models run over that parse with all settings.
 * Costs a small part of one real encoding.
 */
#ifndef BIOSBELT_LZMA_GUESS_H
#define BIOSBELT_LZMA_GUESS_H

#include "biosbelt/branch.h"
#include "biosbelt/lzma.h"

#define LZMA_ANY (-1)

struct lzma_rules {
	unsigned filters; /* allowed: BRANCH_BIT; BRANCH_NONE always is */
	int lc, lp, pb;   /* fixed, or LZMA_ANY */
	int lclp_max;     /* at most 4 */
	size_t sample;    /* bytes to look at, 0: all */
	bool quick;       /* only the lc/lp/pb that are likely */
	bool once;        /* only branch filters that surely gain, and lc/lp/pb of tables */
	bool aligned;     /* lp of 3 and more as well; set for Delta of whole 8 bytes */
};

struct lzma_guess {
	enum branch_kind filter;
	uint8_t lc, lp, pb;
	uint64_t cost; /* guessed bytes of the looked-at part; comparable within one call */
};

/*
 * The guess with each allowed filter, compared at one lc/lp/pb; the cheapest filter first. Of Delta
 * the few distances after which the bytes are least spread. Returns in *count how many.
 */
#define LZMA_GUESS_DELTAS  3
#define LZMA_GUESS_FILTERS (BRANCH_DELTA + LZMA_GUESS_DELTAS)
enum err_code lzma_guess_filters(struct span in, const struct lzma_rules *rules, unsigned threads,
	struct lzma_guess out[LZMA_GUESS_FILTERS], size_t *count, struct err *err);

/*
 * The usual lc, lp and pb for data after the filter. Delta of an even distance gets as many
 * position bits as its alignment has, as in 7-Zip. *p stays as it is elsewhere.
 */
void lzma_guess_usual(enum branch_kind filter, struct lzma_prop *p);

/* Whether code for x86 becomes smaller by its filter; looks at all of it, and quickly. */
enum err_code lzma_guess_x86(struct span in, bool *pays, struct err *err);

/* The cap best lc/lp/pb for data as they will be after the filter, best first. */
enum err_code lzma_guess_contexts(struct span in, enum branch_kind filter,
	const struct lzma_rules *rules, unsigned threads, struct lzma_guess *out, size_t cap,
	size_t *count, struct err *err);

/*
 * Whether data are random, or compressed already, so that nothing makes them smaller. Needs 4 KiB
 * and takes at most INT32_MAX bytes; shorter data are never noise.
 */
bool lzma_is_noise(struct span in);

#endif
