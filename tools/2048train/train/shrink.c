/* SPDX-License-Identifier: MIT */
#include "train/shrink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/pack.h"

#define REDUCE_STEPS 4u /* removals */
#define SOLVE_STEPS  8u /* after each */
#define LAST_STEPS   16u
#define ROUND_STEPS  6u
#define ROUND_TRIES  8u
#define AIM_SHARE    0.999 /* of the bytes, since compensated rounding takes a little more */

enum err_code shrink_open(struct shrink *s, const struct net *large, const struct fit_host *host,
	size_t groups, struct err *err)
{
	size_t boards = groups * FIT_GROUP;
	void *board, *id, *target;

	*s = (struct shrink){.net = large, .room = groups};
	s->fit.host = host;
	s->fit.lookups = large->shape.count;
	if (host->net.alloc(boards * sizeof(*s->board), &board, err) != ERR_OK)
		return err->code;
	s->board = board;
	if (host->net.alloc(boards * s->fit.lookups * sizeof(*s->fit.id), &id, err) != ERR_OK)
		return err->code;
	s->fit.id = id;
	if (host->net.alloc(boards * sizeof(*s->fit.target), &target, err) != ERR_OK)
		return err->code;
	s->fit.target = target;
	return ERR_OK;
}

void shrink_close(struct shrink *s)
{
	const struct fit_host *host = s->fit.host;
	size_t boards = s->room * FIT_GROUP;

	if (host == NULL)
		return;
	fit_close(&s->fit);
	host->net.release(s->board, boards * sizeof(*s->board));
	host->net.release(s->fit.id, boards * s->fit.lookups * sizeof(*s->fit.id));
	host->net.release(s->fit.target, boards * sizeof(*s->fit.target));
	*s = (struct shrink){0};
}

/* The number of each parameter, by its place in the network's pool. */
struct places {
	struct shrink *s;
	uint32_t *number;
};

/* The place in the pool of the weight that a stage sees, and the first stage that has it; 0:
 * nowhere. */
static uint32_t place_of(const struct net *n, unsigned *stage, uint32_t entry)
{
	float value = (float)net_weight(n, *stage, entry) * n->scale[*stage];
	uint32_t group;

	while (*stage > 0 &&
		(float)net_weight(n, *stage - 1, entry) * n->scale[*stage - 1] == value)
		--*stage;
	group = n->group[*stage][entry / NET_GROUP];
	return group != 0 && (*stage > 0 || value != 0) ? group + entry % NET_GROUP : 0;
}

static uint32_t number_of(const struct places *p, unsigned stage, uint32_t entry)
{
	return p->number[place_of(p->s->net, &stage, entry)];
}

static void slice_of(const struct shrink *s, size_t slice, size_t *from, size_t *to)
{
	*from = s->fit.groups * slice / FIT_SLICES;
	*to = s->fit.groups * (slice + 1) / FIT_SLICES;
}

static void number_slice(void *user, size_t slice)
{
	const struct places *p = user;
	const struct ntuple_shape *shape = &p->s->net->shape;
	struct fit *f = &p->s->fit;
	uint32_t at[NTUPLE_INDEX_MAX];
	size_t from, to;

	slice_of(p->s, slice, &from, &to);
	for (size_t b = from * FIT_GROUP; b < to * FIT_GROUP; b++) {
		unsigned stage = ntuple_stage(shape, p->s->board[b]);

		f->target[b] = net_value(p->s->net, p->s->board[b]);
		shape->index(shape, p->s->board[b], at);
		for (unsigned i = 0; i < shape->count; i++)
			f->id[b * shape->count + i] = number_of(p, stage, at[i]);
	}
}

static void add_parameter(struct places *p, unsigned stage, uint32_t entry, uint32_t number)
{
	const struct net *n = p->s->net;
	struct fit *f = &p->s->fit;

	f->key[number] = stage * n->shape.size + entry;
	f->before[number] = stage > 0 ? number_of(p, stage - 1, entry) : 0;
	f->value[number] = (float)net_weight(n, stage, entry) * n->scale[stage];
	f->anchor[number] = f->value[number];
}

/* Numbers the weights stage by stage, in the order of the entries; returns their count and one.
 * With `add` their parameters are filled in. */
static uint32_t number_places(struct places *p, bool add)
{
	const struct net *n = p->s->net;
	uint32_t next = 1;

	for (unsigned k = 0; k < n->shape.stages; k++)
		for (uint32_t i = 0; i < n->shape.size; i++) {
			uint32_t group = n->group[k][i / NET_GROUP], place;
			unsigned owner = k;

			if (group == 0 || (k > 0 && group == n->group[k - 1][i / NET_GROUP])) {
				i |= NET_GROUP - 1; /* nothing of this stage's own */
				continue;
			}
			place = place_of(n, &owner, i);
			if (place == 0 || owner != k)
				continue;
			if (add) {
				p->number[place] = next;
				add_parameter(p, k, i, next);
			}
			next++;
		}
	return next;
}

/*
 * Weights that none of these boards looks up are worth something too, since other boards do: what
 * the boards that are only measured say of them.
 */
static float worth_of_unseen(const struct fit *f)
{
	double unseen = 0, lookups = 0, groups = 0;

	for (uint32_t i = 1; i < f->count; i++)
		unseen += f->diag[i] == 0;
	for (size_t g = 0; g < f->groups; g++) {
		const uint32_t *id = f->id + g * FIT_GROUP * f->lookups;

		groups += fit_is_test(g);
		for (unsigned i = 0; fit_is_test(g) && i < FIT_GROUP * f->lookups; i++)
			lookups += id[i] != 0 && f->diag[id[i]] == 0;
	}
	if (unseen == 0 || groups == 0)
		return 0;
	return (float)(lookups / unseen * ((double)f->groups - groups) / groups);
}

static void parallel(const struct shrink *s, void (*work)(void *user, size_t i), void *user)
{
	const struct net_host *host = &s->fit.host->net;

	if (host->parallel != NULL)
		host->parallel(FIT_SLICES, host->threads, work, user);
	else
		for (size_t i = 0; i < FIT_SLICES; i++)
			work(user, i);
}

enum err_code shrink_begin(struct shrink *s, size_t groups, struct err *err)
{
	size_t len = s->net->pool_len / sizeof(*s->net->pool) * sizeof(uint32_t);
	struct places p = {.s = s};
	enum err_code rc;
	void *number;

	fit_close(&s->fit);
	s->fit.groups = groups;
	if (s->fit.host->net.alloc(len, &number, err) != ERR_OK)
		return err->code;
	p.number = number;
	rc = fit_open(&s->fit, number_places(&p, false), err);
	if (rc == ERR_OK) {
		(void)number_places(&p, true);
		parallel(s, number_slice, &p);
		fit_weigh(&s->fit);
		s->fit.unseen = worth_of_unseen(&s->fit);
	}
	s->fit.host->net.release(number, len);
	return rc;
}

static bool is_stopped(const struct shrink *s)
{
	return s->fit.host->stop != NULL && s->fit.host->stop();
}

static enum err_code remove_some(struct shrink *s, uint32_t want, unsigned steps, struct err *err)
{
	if (is_stopped(s))
		return err_set(err, ERR_CANCELLED, "stopped");
	if (!fit_remove(&s->fit, want))
		return err_set(err, ERR_NOMEM, "out of memory");
	fit_weigh(&s->fit);
	fit_solve(&s->fit, steps);
	return ERR_OK;
}

enum err_code shrink_reduce(struct shrink *s, uint32_t want, struct err *err)
{
	double all = s->fit.count, ratio = (double)want / all;

	for (unsigned k = 1; k <= REDUCE_STEPS && ratio < 1; k++)
		if (remove_some(s, (uint32_t)(all * pow(ratio, (double)k / REDUCE_STEPS)),
			    SOLVE_STEPS, err) != ERR_OK)
			return err->code;
	return ERR_OK;
}

/* The steps of the stages, which are coarser where a weight would not fit 16 bits. */
static void find_scales(const struct shrink *s, float step, float *scale)
{
	const struct fit *f = &s->fit;

	for (unsigned k = 0; k < s->net->shape.stages; k++)
		scale[k] = step;
	for (uint32_t i = 1; i < f->count; i++) {
		float *at = &scale[f->key[i] / s->net->shape.size];

		*at = fmaxf(*at, fabsf(f->value[i]) / 32766.0f);
	}
}

/* Packs a tuple of a stage; *next: its first parameter, and then that of the next. */
static enum err_code add_tuple(const struct shrink *s, unsigned stage, unsigned tuple, float scale,
	uint32_t *next, int16_t *q, struct buf *side, struct buf *main, struct err *err)
{
	const struct ntuple_shape *shape = &s->net->shape;
	unsigned cells = ntuple_cells(shape, tuple);
	uint32_t first = stage * shape->size + shape->base[tuple], size = 1u << (4 * cells);

	memset(q, 0, size * sizeof(*q));
	for (; *next < s->fit.count && s->fit.key[*next] - first < size; ++*next)
		q[s->fit.key[*next] - first] = fit_rounded(&s->fit, *next, scale);
	return net_encode(q, cells, side, main, err);
}

static uint32_t count_kept(const int16_t *q, uint32_t size)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < size; i++)
		kept += q[i] != 0;
	return kept;
}

enum err_code shrink_pack(const struct shrink *s, float step, struct blob *out,
	uint32_t kept[NTUPLE_STAGE_MAX], struct err *err)
{
	const struct ntuple_shape *shape = &s->net->shape;
	int16_t *q = malloc(((size_t)1 << (4 * NTUPLE_CELLS_MAX)) * sizeof(*q));
	float scale[NTUPLE_STAGE_MAX] = {0};
	struct buf side, main;
	enum err_code rc = ERR_OK;
	uint32_t next = 1;

	if (q == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&side, 0);
	buf_init(&main, 0);
	find_scales(s, step, scale);
	for (unsigned k = 0; k < shape->stages && rc == ERR_OK; k++) {
		kept[k] = 0;
		for (unsigned t = 0; t < shape->tuples && rc == ERR_OK; t++) {
			rc = add_tuple(s, k, t, scale[k], &next, q, &side, &main, err);
			kept[k] += count_kept(q, 1u << (4 * ntuple_cells(shape, t)));
		}
	}
	if (rc == ERR_OK)
		rc = net_write(shape, scale, s->net->trained, span_of(side.ptr, side.len),
			span_of(main.ptr, main.len), out, err);
	buf_free(&side);
	buf_free(&main);
	free(q);
	return rc;
}

/* Removes parameters until the file fits, rounded parameter by parameter. */
static enum err_code make_fit(struct shrink *s, float step, double bytes, struct err *err)
{
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob file;

	for (;;) {
		double count = s->fit.count, ratio;

		if (shrink_pack(s, step, &file, kept, err) != ERR_OK)
			return err->code;
		ratio = fmax(bytes, 0) / (double)file.len;
		blob_free(&file);
		if (ratio >= 1)
			return ERR_OK;
		if (s->fit.count == 1)
			return err_set(err, ERR_LIMIT, "no network is that small");
		if (remove_some(s, (uint32_t)(count * ratio * 0.998), LAST_STEPS, err) != ERR_OK)
			return err->code;
	}
}

enum err_code shrink_finish(struct shrink *s, float step, uint64_t seed, size_t bytes,
	struct blob *out, uint32_t kept[NTUPLE_STAGE_MAX], struct err *err)
{
	double aim = (double)bytes * AIM_SHARE;
	enum err_code rc;

	fit_solve(&s->fit, LAST_STEPS);
	for (unsigned k = 0; k < ROUND_TRIES; k++) {
		if (make_fit(s, step, aim, err) != ERR_OK)
			return err->code;
		fit_round(&s->fit, step, ROUND_STEPS, seed);
		if (is_stopped(s))
			return err_set(err, ERR_CANCELLED, "stopped");
		rc = shrink_pack(s, step, out, kept, err);
		if (rc != ERR_OK || out->len <= bytes)
			return rc;
		aim -= (double)(out->len - bytes) + (double)bytes * (1 - AIM_SHARE);
		blob_free(out);
		memset(s->fit.fixed + 1, 0, s->fit.count - 1);
	}
	return err_set(err, ERR_LIMIT, "no network of %zu bytes was found", bytes);
}
