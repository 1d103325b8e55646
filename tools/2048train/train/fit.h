/* SPDX-License-Identifier: MIT */
/*
 * The values of boards as sums of parameters: the best parameters by least squares, those that the
 * sums need least, and rounding that the others make up for. Boards come in groups, each of one
 * search. An error that all boards of a group share counts little, because a search compares them.
 *
 * Results do not depend on the number of threads: sums are always divided in the same slices.
 */
#ifndef BIOSBELT_2048TRAIN_FIT_H
#define BIOSBELT_2048TRAIN_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "net/net.h"

#define FIT_GROUP      32u   /* boards of a group */
#define FIT_COMMON     0.01f /* weight of the square of an error that a group shares */
#define FIT_ANCHOR     2.0f  /* so many lookups hold a parameter at its first value */
#define FIT_TEST_EACH  64u   /* one in so many groups is only measured */
#define FIT_SLICES     8u
#define FIT_LOOKUP_MAX NTUPLE_INDEX_MAX

struct fit_host {
	struct net_host net; /* memory and threads; parallel NULL: one after the other */
	bool (*stop)(void);  /* true: calls return early, with useless results. May be NULL */
	void (*did)(uint64_t more); /* passes over the boards. May be NULL */
};

struct fit {
	const struct fit_host *host;
	/* The boards, the caller's: */
	unsigned lookups; /* of each board */
	size_t groups;
	uint32_t *id; /* of each lookup */
	float *target;
	/* Parameters, in the order of their keys. Number 0 is what no parameter has: always 0. */
	uint32_t count;
	uint32_t room;
	uint32_t *key;
	uint32_t *before; /* the earlier one that is seen without it */
	float *value;
	float *anchor;  /* its first value */
	float *diag;    /* by fit_weigh: what an error of 1 of it alone costs */
	float unseen;   /* added to it when parameters are removed */
	uint8_t *fixed; /* not changed by fit_solve */
	/* For fit_solve, of each parameter: */
	float *slope;
	float *way;
	float *slice[FIT_SLICES];
};

/* Root of the mean square of the errors: of all, and within groups. */
struct fit_error {
	double all;
	double within;
};

static inline bool fit_is_test(size_t group)
{
	return group % FIT_TEST_EACH == FIT_TEST_EACH - 1;
}

/* Room for `count` parameters, number 0 among them; boards and host stay. fit_close it. */
enum err_code fit_open(struct fit *f, uint32_t count, struct err *err);
void fit_close(struct fit *f); /* zeroed is fine */

/* Computes diag. */
void fit_weigh(struct fit *f);
/* Conjugate gradients, one pass a step and one before; needs diag. */
void fit_solve(struct fit *f, unsigned steps);
/*
 * Removes parameters until `want` are left, number 0 among them, those first whose removal costs
 * least for the bits that they take. Lookups then see the one before. Needs diag, which stays valid
 * for fit_solve but is too small. False: out of memory.
 */
bool fit_remove(struct fit *f, uint32_t want);
/* Rounds all to multiples of step, part by part; those left are solved after each. */
void fit_round(struct fit *f, float step, unsigned steps, uint64_t seed);
/* The multiple of step that a parameter becomes; 0: the one before is seen. */
int16_t fit_rounded(const struct fit *f, uint32_t i, float step);

struct fit_error fit_measure(const struct fit *f, bool test);

#endif
