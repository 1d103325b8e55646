/* SPDX-License-Identifier: MIT */
/*
 * Learned by earlier passes over the same data: snapshots of the models at regular distances. A
 * later pass takes its prices from the models a little further ahead, which matters most where they
 * are still at their initial values.
 */
#include <stdlib.h>
#include <string.h>

#include "lzma/encoder/lze_private.h"

#define PLACES     512 /* fewer when they would be closer than STEP_LEAST */
#define STEP_LEAST ((size_t)2048)

struct lze_learn {
	size_t step, places;
	size_t noted;             /* places recorded in this pass */
	size_t shown;             /* the place that view belongs to; SIZE_MAX: none */
	unsigned passes;          /* finished */
	struct lze_model *before; /* of the previous pass */
	struct lze_model *now;
	struct lze_model view;
};

struct lze_learn *lze_learn_new(size_t len)
{
	struct lze_learn *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return NULL;
	l->step = len / PLACES < STEP_LEAST ? STEP_LEAST : len / PLACES;
	l->places = len / l->step + 1;
	l->shown = SIZE_MAX;
	l->before = malloc(l->places * sizeof(*l->before));
	l->now = malloc(l->places * sizeof(*l->now));
	if (l->before == NULL || l->now == NULL) {
		lze_learn_free(l);
		return NULL;
	}
	return l;
}

void lze_learn_free(struct lze_learn *l)
{
	if (l == NULL)
		return;
	free(l->before);
	free(l->now);
	free(l);
}

void lze_learn_note(struct lze_learn *l, const struct lze_coder *c)
{
	while (l->noted < l->places && l->noted * l->step <= c->pos)
		l->now[l->noted++] = c->model;
}

void lze_learn_turn(struct lze_learn *l, const struct lze_coder *c)
{
	struct lze_model *swap = l->before;

	while (l->noted < l->places)
		l->now[l->noted++] = c->model;
	l->before = l->now;
	l->now = swap;
	l->noted = 0;
	l->shown = SIZE_MAX;
	l->passes++;
}

/* struct lze_model is an array of probabilities throughout. */
static void mix(struct lze_model *out, const struct lze_model *a, const struct lze_model *b)
{
	const uint16_t *x = (const uint16_t *)a, *y = (const uint16_t *)b;
	uint16_t *to = (uint16_t *)out;
	size_t i;

	for (i = 0; i < sizeof(*out) / sizeof(*to); i++)
		to[i] = (uint16_t)((x[i] + y[i]) / 2);
}

static const struct lze_model *later(const struct lze_learn *l, size_t place)
{
	return &l->before[place < l->places ? place : l->places - 1];
}

/*
 * Passes alternate between the mean of present and future models, and the future ones alone.
 * Neither is always better, and one often improves a parse that the other no longer does
 * (tests/bench/lzenc).
 */
const struct lze_model *lze_learn_view(struct lze_learn *l, const struct lze_coder *c, bool *news)
{
	size_t place = c->pos / l->step;

	*news = false;
	if (l->passes == 0)
		return &c->model;
	if (place == l->shown)
		return &l->view;
	*news = true;
	l->shown = place;
	if (l->passes % 2 != 0)
		mix(&l->view, &c->model, later(l, place + 2));
	else
		memcpy(&l->view, later(l, place + 1), sizeof(l->view));
	return &l->view;
}
