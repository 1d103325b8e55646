/* SPDX-License-Identifier: MIT */
/* Statistics of a match: share, difference in Elo, and a sequential test. Pure. */
#ifndef BIOSBELT_GOBANG_SCORE_H
#define BIOSBELT_GOBANG_SCORE_H

#include "biosbelt/err.h"

struct score {
	unsigned won, lost, drawn;
};

enum sprt_verdict { SPRT_OPEN, SPRT_NOT_BETTER, SPRT_BETTER };

/*
 * Tests whether A is better than B by elo1 or by elo0, each with an error of 5 %. Uses the normal
 * approximation of the log-likelihood ratio of the mean result (generalised SPRT).
 */
struct sprt {
	double elo0, elo1;
};

#define SPRT_BOUND 2.944438979166440 /* ln(0.95 / 0.05) */

double score_share(const struct score *s); /* 0 to 1; 0.5 without games */
/* Of A over B, and half the width of its 95 % interval; both are infinite when A won all or none.
 */
double score_elo(const struct score *s, double *error);
double sprt_llr(const struct sprt *t, const struct score *s);
enum sprt_verdict sprt_verdict(const struct sprt *t, const struct score *s);
/* "0,20": elo0 and elo1, the first one lower. */
enum err_code sprt_parse(const char *text, struct sprt *out, struct err *err);

#endif
