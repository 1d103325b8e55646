/* SPDX-License-Identifier: MIT */
#include "train/shrink.h"

#include <math.h>
#include <stdlib.h>

#include "biosbelt/game2048.h"
#include "train/pack.h"

#define ERROR_MOST 20000.0f /* larger errors count as this */

/* The entries that a board selects; returns its stage. */
static unsigned find(const struct shrink *s, uint64_t board, uint32_t *at)
{
	const struct ntuple_shape *shape = &s->net->shape;
	uint64_t low = ntuple_has_rank(board, 15) ? g2048_downgrade(board) : board;

	shape->index(shape, low, at);
	return ntuple_stage(shape, low);
}

void shrink_count(struct shrink *s, uint64_t board, uint32_t weight)
{
	uint32_t at[NTUPLE_INDEX_MAX];
	uint32_t *count = s->count[find(s, board, at)];

	for (unsigned i = 0; i < s->net->shape.count; i++)
		count[at[i]] += weight;
}

static float seen(const struct shrink *s, unsigned stage, uint32_t at)
{
	uint8_t owner = s->owner[stage][at];

	return owner != SHRINK_NONE ? s->value[owner][at] : 0;
}

void shrink_prune(struct shrink *s, double prune)
{
	for (unsigned k = 0; k < s->net->shape.stages; k++)
		for (uint32_t i = 0; i < s->net->shape.size; i++) {
			float w = (float)net_weight(s->net, k, i) * s->net->scale[k];
			double off = (double)w - (double)(k > 0 ? seen(s, k - 1, i) : 0);

			s->owner[k][i] = k > 0 ? s->owner[k - 1][i] : SHRINK_NONE;
			if (w == 0 || s->count[k][i] == 0 || s->count[k][i] * off * off < prune)
				continue;
			s->owner[k][i] = (uint8_t)k;
			s->value[k][i] = w;
		}
}

float shrink_value(const struct shrink *s, uint64_t board)
{
	uint32_t at[NTUPLE_INDEX_MAX];
	unsigned stage = find(s, board, at);
	float sum = 0;

	for (unsigned i = 0; i < s->net->shape.count; i++)
		sum += seen(s, stage, at[i]);
	return sum;
}

void shrink_learn(struct shrink *s, uint64_t board, float target, float rate)
{
	uint32_t at[NTUPLE_INDEX_MAX];
	unsigned stage = find(s, board, at), owned = 0;
	float off = target;

	for (unsigned i = 0; i < s->net->shape.count; i++) {
		off -= seen(s, stage, at[i]);
		owned += s->owner[stage][at[i]] != SHRINK_NONE;
	}
	if (owned == 0)
		return;
	off = fmaxf(fminf(off, ERROR_MOST), -ERROR_MOST) * rate / (float)owned;
	for (unsigned i = 0; i < s->net->shape.count; i++) {
		uint8_t owner = s->owner[stage][at[i]];

		if (owner != SHRINK_NONE)
			s->value[owner][at[i]] += off;
	}
}

/* 0 means omitted: a weight that rounds to 0 where an earlier stage has another becomes 1 or -1. */
static int16_t quantise(const struct shrink *s, unsigned stage, uint32_t at, float step)
{
	float v = s->value[stage][at], before;
	int16_t q;

	if (s->owner[stage][at] != stage)
		return 0;
	q = (int16_t)floorf(v / step + 0.5f);
	before = stage > 0 ? seen(s, stage - 1, at) : 0;
	if (q != 0 || fabsf(before) < step * 0.5f)
		return q;
	return v < 0 ? -1 : 1;
}

static float scale_of(const struct shrink *s, unsigned stage, float step)
{
	float most = 0;

	for (uint32_t i = 0; i < s->net->shape.size; i++)
		if (s->owner[stage][i] == stage)
			most = fmaxf(most, fabsf(s->value[stage][i]));
	return fmaxf(step, most / 32766.0f);
}

static enum err_code add_stage(const struct shrink *s, unsigned stage, float scale, int16_t *q,
	struct buf *side, struct buf *main, uint32_t *kept, struct err *err)
{
	for (unsigned t = 0; t < s->net->shape.tuples; t++) {
		unsigned cells = ntuple_cells(&s->net->shape, t);

		for (uint32_t i = 0; i < 1u << (4 * cells); i++) {
			q[i] = quantise(s, stage, s->net->shape.base[t] + i, scale);
			*kept += q[i] != 0;
		}
		if (net_encode(q, cells, side, main, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

enum err_code shrink_pack(const struct shrink *s, float step, struct blob *out,
	uint32_t kept[NTUPLE_STAGE_MAX], struct err *err)
{
	int16_t *q = malloc(((size_t)1 << (4 * NTUPLE_CELLS_MAX)) * sizeof(*q));
	float scale[NTUPLE_STAGE_MAX] = {0};
	struct buf side, main;
	enum err_code rc = ERR_OK;

	if (q == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&side, 0);
	buf_init(&main, 0);
	for (unsigned k = 0; k < s->net->shape.stages && rc == ERR_OK; k++) {
		kept[k] = 0;
		scale[k] = scale_of(s, k, step);
		rc = add_stage(s, k, scale[k], q, &side, &main, &kept[k], err);
	}
	if (rc == ERR_OK)
		rc = net_write(&s->net->shape, scale, s->net->trained, span_of(side.ptr, side.len),
			span_of(main.ptr, main.len), out, err);
	buf_free(&side);
	buf_free(&main);
	free(q);
	return rc;
}
