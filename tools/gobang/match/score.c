/* SPDX-License-Identifier: MIT */
#include "match/score.h"

#include <math.h>
#include <string.h>

#include "biosbelt/num.h"

#define ELO_MAX 1000 /* limit of a bound */

static double games_of(const struct score *s)
{
	return (double)s->won + (double)s->lost + (double)s->drawn;
}

double score_share(const struct score *s)
{
	double n = games_of(s);

	return n > 0 ? ((double)s->won + 0.5 * (double)s->drawn) / n : 0.5;
}

/* Variance of a single result. */
static double variance(const struct score *s)
{
	double n = games_of(s), mean = score_share(s);

	return n > 0 ? ((double)s->won + 0.25 * (double)s->drawn) / n - mean * mean : 0;
}

static double elo_of(double share)
{
	return share <= 0 ? -INFINITY : share >= 1 ? INFINITY : -400 * log10(1 / share - 1);
}

double score_elo(const struct score *s, double *error)
{
	double mean = score_share(s), n = games_of(s);
	double half = n > 0 ? 1.96 * sqrt(variance(s) / n) : 1;

	*error = (elo_of(mean + half) - elo_of(mean - half)) / 2;
	return elo_of(mean);
}

double sprt_llr(const struct sprt *t, const struct score *s)
{
	double s0 = 1 / (1 + pow(10, -t->elo0 / 400)), s1 = 1 / (1 + pow(10, -t->elo1 / 400));
	double n = games_of(s), mean = score_share(s);
	/* adds one game, half won and half lost: otherwise a match of only wins has no spread */
	double share = (n * mean + 0.5) / (n + 1);
	double spread = ((double)s->won + 0.25 * (double)s->drawn + 0.5) / (n + 1) - share * share;

	return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread);
}

enum sprt_verdict sprt_verdict(const struct sprt *t, const struct score *s)
{
	double llr = sprt_llr(t, s);

	return llr >= SPRT_BOUND ? SPRT_BETTER : llr <= -SPRT_BOUND ? SPRT_NOT_BETTER : SPRT_OPEN;
}

enum err_code sprt_parse(const char *text, struct sprt *out, struct err *err)
{
	const char *comma = strchr(text, ',');
	char first[16];
	int64_t elo0, elo1;
	size_t len = comma != NULL ? (size_t)(comma - text) : sizeof(first);

	if (len < sizeof(first)) {
		memcpy(first, text, len);
		first[len] = '\0';
		if (num_parse_i64(first, &elo0) && num_parse_i64(comma + 1, &elo1) &&
			elo0 >= -ELO_MAX && elo0 < elo1 && elo1 <= ELO_MAX) {
			*out = (struct sprt){(double)elo0, (double)elo1};
			return ERR_OK;
		}
	}
	return err_set(err, ERR_USAGE, "'%.40s' is not ELO0,ELO1 with the lower one first", text);
}
