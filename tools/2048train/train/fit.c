/* SPDX-License-Identifier: MIT */
#include "train/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIECES 64u /* of the parameters */

static void parallel(const struct fit *f, size_t count, void (*work)(void *user, size_t i), void *p)
{
	if (f->host->net.parallel != NULL)
		f->host->net.parallel(count, f->host->net.threads, work, p);
	else
		for (size_t i = 0; i < count; i++)
			work(p, i);
}

static bool is_stopped(const struct fit *f)
{
	return f->host->stop != NULL && f->host->stop();
}

static void did(const struct fit *f)
{
	if (f->host->did != NULL)
		f->host->did(1);
}

static enum err_code take(struct fit *f, size_t size, void *out, struct err *err)
{
	void *p;
	enum err_code rc = f->host->net.alloc(f->room * size, &p, err);

	if (rc == ERR_OK)
		memcpy(out, &p, sizeof(p));
	return rc;
}

enum err_code fit_open(struct fit *f, uint32_t count, struct err *err)
{
	f->count = f->room = count;
	if (take(f, sizeof(uint32_t), &f->key, err) != ERR_OK ||
		take(f, sizeof(uint32_t), &f->before, err) != ERR_OK ||
		take(f, sizeof(float), &f->value, err) != ERR_OK ||
		take(f, sizeof(float), &f->anchor, err) != ERR_OK ||
		take(f, sizeof(float), &f->diag, err) != ERR_OK ||
		take(f, sizeof(uint8_t), &f->fixed, err) != ERR_OK ||
		take(f, sizeof(float), &f->slope, err) != ERR_OK ||
		take(f, sizeof(float), &f->way, err) != ERR_OK)
		return err->code;
	for (unsigned k = 0; k < FIT_SLICES; k++)
		if (take(f, sizeof(float), &f->slice[k], err) != ERR_OK)
			return err->code;
	f->fixed[0] = 1;
	return ERR_OK;
}

void fit_close(struct fit *f)
{
	void *parts[] = {f->key, f->before, f->value, f->anchor, f->diag, f->slope, f->way};

	if (f->host == NULL)
		return;
	for (unsigned k = 0; k < sizeof(parts) / sizeof(parts[0]); k++)
		f->host->net.release(parts[k], f->room * sizeof(float));
	f->host->net.release(f->fixed, f->room);
	for (unsigned k = 0; k < FIT_SLICES; k++)
		f->host->net.release(f->slice[k], f->room * sizeof(float));
	*f = (struct fit){.host = f->host,
		.lookups = f->lookups,
		.groups = f->groups,
		.id = f->id,
		.target = f->target};
}

/* Of each board of a group: the sum of its parameters, or what the target lacks of it. */
static void sums_of(const struct fit *f, size_t g, const float *x, const float *target, float *out)
{
	const uint32_t *id = f->id + g * FIT_GROUP * f->lookups;

	for (unsigned b = 0; b < FIT_GROUP; b++, id += f->lookups) {
		float sum = 0;

		for (unsigned i = 0; i < f->lookups; i++)
			sum += x[id[i]];
		out[b] = target != NULL ? target[g * FIT_GROUP + b] - sum : sum;
	}
}

static float mean_of(const float *e)
{
	float sum = 0;

	for (unsigned b = 0; b < FIT_GROUP; b++)
		sum += e[b];
	return sum / FIT_GROUP;
}

struct pass {
	const struct fit *f;
	const float *x;
	const float *target;
};

/* Back from the boards to the parameters: one slice of the boards, into an array of its own. */
static void slope_slice(void *user, size_t s)
{
	const struct pass *p = user;
	const struct fit *f = p->f;
	float *to = f->slice[s], e[FIT_GROUP];

	memset(to, 0, f->count * sizeof(*to));
	for (size_t g = f->groups * s / FIT_SLICES; g < f->groups * (s + 1) / FIT_SLICES; g++) {
		const uint32_t *id = f->id + g * FIT_GROUP * f->lookups;
		float common;

		if (fit_is_test(g))
			continue;
		sums_of(f, g, p->x, p->target, e);
		common = (1 - FIT_COMMON) * mean_of(e);
		for (unsigned b = 0; b < FIT_GROUP; b++, id += f->lookups)
			for (unsigned i = 0; i < f->lookups; i++)
				to[id[i]] += e[b] - common;
	}
}

/* The slices of the last pass together, without the fixed parameters. */
static float slope_at(const struct fit *f, size_t i)
{
	float sum = 0;

	if (f->fixed[i])
		return 0;
	for (unsigned k = 0; k < FIT_SLICES; k++)
		sum += f->slice[k][i];
	return sum;
}

static void run_pass(struct fit *f, const float *x, const float *target)
{
	struct pass p = {f, x, target};

	parallel(f, FIT_SLICES, slope_slice, &p);
	did(f);
}

/* A step of the solution over all parameters, in pieces, with a sum or two. */
struct sweep {
	struct fit *f;
	float factor;
	double sum[PIECES];
	double squares[PIECES];
};

static size_t piece_start(const struct fit *f, size_t i)
{
	return (size_t)f->count * i / PIECES;
}

static double total(const double *sum)
{
	double all = 0;

	for (unsigned i = 0; i < PIECES; i++)
		all += sum[i];
	return all;
}

/* Errors of a parameter alone cost diag: dividing by it makes all about equally steep. */
static float steepest(const struct fit *f, size_t i)
{
	return f->slope[i] / (f->diag[i] + FIT_ANCHOR + 0.5f);
}

static void begin_piece(void *user, size_t k)
{
	struct sweep *w = user;
	struct fit *f = w->f;
	double sum = 0;

	for (size_t i = piece_start(f, k); i < piece_start(f, k + 1); i++) {
		float away = f->fixed[i] ? 0 : FIT_ANCHOR * (f->value[i] - f->anchor[i]);

		f->slope[i] = slope_at(f, i) - away;
		f->way[i] = steepest(f, i);
		sum += (double)f->slope[i] * (double)f->way[i];
	}
	w->sum[k] = sum;
}

static void look_piece(void *user, size_t k)
{
	struct sweep *w = user;
	const struct fit *f = w->f;
	double sum = 0, squares = 0;

	for (size_t i = piece_start(f, k); i < piece_start(f, k + 1); i++) {
		float bend = slope_at(f, i);

		f->slice[0][i] = bend; /* for the next sweep */
		sum += (double)bend * (double)f->way[i];
		squares += (double)f->way[i] * (double)f->way[i];
	}
	w->sum[k] = sum;
	w->squares[k] = squares;
}

static void go_piece(void *user, size_t k)
{
	struct sweep *w = user;
	struct fit *f = w->f;
	double sum = 0;

	for (size_t i = piece_start(f, k); i < piece_start(f, k + 1); i++) {
		f->value[i] += w->factor * f->way[i];
		f->slope[i] -= w->factor * (f->slice[0][i] + FIT_ANCHOR * f->way[i]);
		sum += (double)f->slope[i] * (double)steepest(f, i);
	}
	w->sum[k] = sum;
}

static void turn_piece(void *user, size_t k)
{
	struct sweep *w = user;
	struct fit *f = w->f;

	for (size_t i = piece_start(f, k); i < piece_start(f, k + 1); i++)
		f->way[i] = steepest(f, i) + w->factor * f->way[i];
}

void fit_solve(struct fit *f, unsigned steps)
{
	struct sweep w = {.f = f};
	double now, next;

	run_pass(f, f->value, f->target);
	parallel(f, PIECES, begin_piece, &w);
	now = total(w.sum);
	for (unsigned k = 0; k < steps && now > 0 && !is_stopped(f); k++) {
		run_pass(f, f->way, NULL);
		parallel(f, PIECES, look_piece, &w);
		w.factor = (float)(now / (total(w.sum) + (double)FIT_ANCHOR * total(w.squares)));
		parallel(f, PIECES, go_piece, &w);
		next = total(w.sum);
		w.factor = (float)(next / now);
		parallel(f, PIECES, turn_piece, &w);
		now = next;
	}
}

#define TALLY_SIZE 4096u /* over twice the lookups of a group */

/* How a group looks up one parameter. */
struct tally {
	uint32_t id;
	uint16_t all;   /* lookups */
	uint16_t here;  /* of these by the present board */
	uint32_t board; /* the present one, counted from 1 */
	float squares;  /* of `here`, over the boards before */
};

_Static_assert(TALLY_SIZE >= 2 * FIT_GROUP * FIT_LOOKUP_MAX, "no room in the table");

static void count_lookup(struct tally *table, uint32_t id, uint32_t board)
{
	uint32_t at = id * 0x9E3779B1u >> 20; /* 2^32 / golden ratio spreads them */
	struct tally *t = &table[at];

	while (t->all != 0 && t->id != id)
		t = &table[++at % TALLY_SIZE];
	if (t->board != board) {
		t->squares += (float)t->here * (float)t->here;
		t->here = 0;
	}
	t->id = id;
	t->board = board;
	t->here++;
	t->all++;
}

static void weigh_slice(void *user, size_t s)
{
	const struct fit *f = user;
	float *to = f->slice[s];
	struct tally table[TALLY_SIZE];

	memset(to, 0, f->count * sizeof(*to));
	for (size_t g = f->groups * s / FIT_SLICES; g < f->groups * (s + 1) / FIT_SLICES; g++) {
		const uint32_t *id = f->id + g * FIT_GROUP * f->lookups;

		if (fit_is_test(g))
			continue;
		memset(table, 0, sizeof(table));
		for (unsigned b = 0; b < FIT_GROUP; b++)
			for (unsigned i = 0; i < f->lookups; i++)
				count_lookup(table, *id++, b + 1);
		for (unsigned i = 0; i < TALLY_SIZE; i++) {
			const struct tally *t = &table[i];
			float all = t->all, here = t->here;

			to[t->id] +=
				t->squares + here * here - (1 - FIT_COMMON) * all * all / FIT_GROUP;
		}
	}
}

void fit_weigh(struct fit *f)
{
	parallel(f, FIT_SLICES, weigh_slice, f);
	for (uint32_t i = 0; i < f->count; i++) {
		f->diag[i] = 0;
		for (unsigned k = 0; k < FIT_SLICES; k++)
			f->diag[i] += f->slice[k][i];
	}
	did(f);
}

/*
 * What is lost by each removal for a bit of the file: a weight takes about 7, and a share of the
 * three of its block of 16 entries, which is smaller beside others (net/code.h). Into `slope`.
 */
static void rank(struct fit *f)
{
	uint32_t end;

	f->slope[0] = INFINITY;
	for (uint32_t i = 1; i < f->count; i = end) {
		for (end = i + 1; end < f->count && f->key[end] / 16 == f->key[i] / 16;)
			end++;
		for (uint32_t k = i; k < end; k++) {
			float off = f->value[k] - f->value[f->before[k]];

			f->slope[k] =
				(f->diag[k] + f->unseen) * off * off / (7 + 3 / (float)(end - i));
		}
	}
}

/* The first 20; floats from 0 up compare as their bits. */
static uint32_t upper_bits(float x)
{
	uint32_t bits;

	x = x > 0 ? x : 0;
	memcpy(&bits, &x, sizeof(bits));
	return bits >> 12;
}

/* The loss, without its last bits, up to which at least `drop` parameters lie. */
static bool find_limit(const struct fit *f, uint32_t drop, uint32_t *limit)
{
	uint32_t *count = calloc(1u << 20, sizeof(*count)), sum = 0;

	if (count == NULL)
		return false;
	for (uint32_t i = 1; i < f->count; i++)
		count[upper_bits(f->slope[i])]++;
	for (*limit = 0; (sum += count[*limit]) < drop;)
		++*limit;
	free(count);
	return true;
}

struct renumber {
	struct fit *f;
	uint32_t *to;
};

static void renumber_slice(void *user, size_t s)
{
	const struct renumber *r = user;
	size_t all = r->f->groups * FIT_GROUP * r->f->lookups;

	for (size_t i = all * s / FIT_SLICES; i < all * (s + 1) / FIT_SLICES; i++)
		r->f->id[i] = r->to[r->f->id[i]];
}

bool fit_remove(struct fit *f, uint32_t want)
{
	void *room = f->way; /* the same size, and nothing else uses it now */
	struct renumber r = {f, room};
	uint32_t limit, next = 1;

	want = want > 0 ? want : 1; /* number 0 stays */
	if (f->count <= want)
		return true;
	rank(f);
	if (!find_limit(f, f->count - want, &limit))
		return false;
	r.to[0] = 0;
	for (uint32_t i = 1; i < f->count; i++) {
		if (upper_bits(f->slope[i]) <= limit) {
			r.to[i] = r.to[f->before[i]]; /* which has a lower number */
			continue;
		}
		f->key[next] = f->key[i];
		f->before[next] = r.to[f->before[i]];
		f->value[next] = f->value[i];
		f->anchor[next] = f->anchor[i];
		f->diag[next] = f->diag[i];
		f->fixed[next] = f->fixed[i];
		r.to[i] = next++;
	}
	f->count = next;
	parallel(f, FIT_SLICES, renumber_slice, &r);
	return true;
}

/* 0 means omitted in a file: what rounds to it where another value would then be seen becomes 1 or
 * -1. */
int16_t fit_rounded(const struct fit *f, uint32_t i, float step)
{
	float v = floorf(f->value[i] / step + 0.5f);

	if (v == 0 && fabsf(f->value[f->before[i]]) >= step * 0.5f)
		v = f->value[i] < 0 ? -1 : 1;
	return (int16_t)fmaxf(fminf(v, 32766), -32766);
}

void fit_round(struct fit *f, float step, unsigned steps, uint64_t seed)
{
	static const uint8_t percent[] = {40, 40, 40, 50, 50, 60, 100};
	struct g2048_rng rng;

	g2048_rng_init(&rng, seed, 0);
	for (unsigned k = 0; k < sizeof(percent) && !is_stopped(f); k++) {
		for (uint32_t i = 1; i < f->count; i++) {
			if (f->fixed[i] || g2048_rng_below(&rng, 100) >= percent[k])
				continue;
			f->value[i] = (float)fit_rounded(f, i, step) * step;
			f->fixed[i] = 1;
		}
		if (k + 1 < sizeof(percent))
			fit_solve(f, steps);
	}
}

struct measure {
	const struct fit *f;
	bool test;
	double all[FIT_SLICES];
	double within[FIT_SLICES];
	size_t groups[FIT_SLICES];
};

static void measure_slice(void *user, size_t s)
{
	struct measure *m = user;
	const struct fit *f = m->f;
	float e[FIT_GROUP];

	for (size_t g = f->groups * s / FIT_SLICES; g < f->groups * (s + 1) / FIT_SLICES; g++) {
		double squares = 0, mean;

		if (fit_is_test(g) != m->test)
			continue;
		sums_of(f, g, f->value, f->target, e);
		mean = (double)mean_of(e);
		for (unsigned b = 0; b < FIT_GROUP; b++)
			squares += (double)e[b] * (double)e[b];
		m->all[s] += squares / FIT_GROUP;
		m->within[s] += squares / FIT_GROUP - mean * mean;
		m->groups[s]++;
	}
}

struct fit_error fit_measure(const struct fit *f, bool test)
{
	struct measure m = {.f = f, .test = test};
	struct fit_error sum = {0, 0};
	size_t groups = 0;

	parallel(f, FIT_SLICES, measure_slice, &m);
	for (unsigned s = 0; s < FIT_SLICES; s++) {
		sum.all += m.all[s];
		sum.within += m.within[s];
		groups += m.groups[s];
	}
	if (groups == 0)
		return sum;
	return (struct fit_error){
		sqrt(sum.all / (double)groups), sqrt(fmax(0, sum.within / (double)groups))};
}
