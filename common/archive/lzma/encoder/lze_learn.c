/* SPDX-License-Identifier: MIT */
/*
 * Learned by earlier passes over the same data: snapshots of the models at regular distances. A
 * later pass takes its prices from the models a little further ahead, which matters most where they
 * are still at their initial values. As it looks ahead by two places at most, a pass can run at the
 * same time as the one before, a little behind it: with the same result.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/thread.h"
#include "lzma/encoder/lze_private.h"

#define PLACES     512 /* fewer when they would be closer than STEP_LEAST */
#define STEP_LEAST ((size_t)2048)
#define IDLE_MOST  4 /* passes in a row that may gain nothing */
/* The last of many passes, if its prices are mixed, is seldom the best: it is made where those up
 * to the second last but one gained more than one part in so many. */
#define MANY       5
#define GAINED     1000
#define LENS       8

/* The models of one pass. */
struct notes {
	struct lze_model *model; /* one for each place */
	size_t noted;            /* places recorded so far */
	bool lost;               /* the pass has failed */
};

/* Those of the pass before, of this one, and of the one after it when two run at once. */
#define NOTES 3

struct lze_pass {
	struct lze_learn *learn;
	unsigned number;
	struct notes *before, *now;
	size_t shown; /* the place that view belongs to; SIZE_MAX: none */
	struct lze_model view;
};

struct lze_learn {
	size_t step, places;
	unsigned passes;                  /* finished */
	unsigned idle;                    /* passes since the smallest result */
	unsigned kept;                    /* results so far */
	size_t len[LENS];                 /* of the first ones */
	uint32_t crc[LENS];               /* likewise */
	struct notes notes[NOTES], *last; /* last: of the last finished pass, or NULL */
	struct lze_pass pass[2];
	/* with two passes at once: for noted and lost of the first */
	struct mutex *lock;
	struct condvar *change;
};

struct lze_learn *lze_learn_new(size_t len)
{
	struct lze_learn *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return NULL;
	l->step = len / PLACES < STEP_LEAST ? STEP_LEAST : len / PLACES;
	l->places = len / l->step + 1;
	return l;
}

void lze_learn_free(struct lze_learn *l)
{
	size_t i;

	if (l == NULL)
		return;
	for (i = 0; i < NOTES; i++)
		free(l->notes[i].model);
	condvar_free(l->change);
	mutex_free(l->lock);
	free(l);
}

/* For a second pass at once: both, or none. */
static bool make_lock(struct lze_learn *l)
{
	struct err err;

	if (l->lock != NULL)
		return true;
	if (mutex_new(&l->lock, &err) != ERR_OK)
		return false;
	if (condvar_new(&l->change, &err) == ERR_OK)
		return true;
	mutex_free(l->lock);
	l->lock = NULL;
	return false;
}

static struct notes *other_notes(struct lze_learn *l, const struct notes *a, const struct notes *b)
{
	struct notes *n = l->notes;

	while (n == a || n == b)
		n++;
	return n;
}

struct lze_pass *lze_learn_pass(struct lze_learn *l, unsigned ahead)
{
	struct lze_pass *p = &l->pass[ahead];

	if (ahead != 0 && !make_lock(l))
		return NULL;
	p->learn = l;
	p->number = l->passes + ahead;
	p->before = ahead != 0 ? l->pass[0].now : l->last;
	p->now = other_notes(l, l->last, p->before);
	p->shown = SIZE_MAX;
	p->now->noted = 0;
	p->now->lost = false;
	if (p->now->model == NULL)
		p->now->model = malloc(l->places * sizeof(*p->now->model));
	return p->now->model != NULL ? p : NULL;
}

bool lze_pass_is_first(const struct lze_pass *p)
{
	return p == NULL || p->number == 0;
}

static void lock(const struct lze_learn *l)
{
	if (l->lock != NULL)
		mutex_lock(l->lock);
}

/* Tells a pass that waits. */
static void unlock(const struct lze_learn *l)
{
	if (l->lock == NULL)
		return;
	condvar_wake_all(l->change);
	mutex_unlock(l->lock);
}

void lze_pass_note(struct lze_pass *p, const struct lze_coder *c)
{
	const struct lze_learn *l = p->learn;
	size_t most = c->pos / l->step + 1, at = p->now->noted;

	most = most < l->places ? most : l->places;
	if (at >= most)
		return;
	for (; at < most; at++)
		p->now->model[at] = c->model;
	lock(l);
	p->now->noted = at;
	unlock(l);
}

void lze_pass_end(struct lze_pass *p, const struct lze_coder *c)
{
	const struct lze_learn *l = p->learn;
	size_t at = p->now->noted;

	for (; c != NULL && at < l->places; at++)
		p->now->model[at] = c->model;
	lock(l);
	p->now->noted = at;
	p->now->lost = c == NULL;
	unlock(l);
}

void lze_learn_turn(struct lze_learn *l, unsigned passes)
{
	l->passes += passes;
	l->last = l->pass[passes - 1].now;
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

/* A place of the pass before, as soon as it is recorded; NULL: that has failed. */
static const struct lze_model *later(const struct lze_pass *p, size_t place)
{
	const struct lze_learn *l = p->learn;
	size_t at = place < l->places ? place : l->places - 1;
	bool lost;

	lock(l);
	while (p->before->noted <= at && !p->before->lost)
		condvar_wait(l->change, l->lock);
	lost = p->before->lost;
	if (l->lock != NULL)
		mutex_unlock(l->lock);
	return lost ? NULL : &p->before->model[at];
}

/*
 * Passes alternate between the mean of present and future models, and the future ones alone.
 * Neither is always better, and one often improves a parse that the other no longer does
 * (tests/bench/lzenc).
 */
const struct lze_model *lze_pass_view(struct lze_pass *p, const struct lze_coder *c, bool *news)
{
	size_t place = c->pos / p->learn->step;
	bool mixed = p->number % 2 != 0;
	const struct lze_model *there;

	*news = false;
	if (p->number == 0)
		return &c->model;
	if (place == p->shown)
		return &p->view;
	there = later(p, place + (mixed ? 2 : 1));
	if (there == NULL)
		return &c->model;
	*news = true;
	p->shown = place;
	if (mixed)
		mix(&p->view, &c->model, there);
	else
		memcpy(&p->view, there, sizeof(p->view));
	return &p->view;
}

/* Whether an earlier pass made the same; keeps its length and checksum. */
static bool was_made(struct lze_learn *l, const struct blob *made)
{
	uint32_t crc = crc32_update(0, blob_span(*made));
	unsigned i;

	for (i = 0; i < l->kept && (l->len[i] != made->len || l->crc[i] != crc); i++)
		;
	if (l->kept == LENS || i < l->kept)
		return i < l->kept;
	l->len[l->kept] = made->len;
	l->crc[l->kept++] = crc;
	return false;
}

void lze_learn_keep(struct lze_learn *l, struct blob *best, struct blob *made)
{
	bool known = was_made(l, made);

	if (best->ptr != NULL && best->len <= made->len) {
		blob_free(made);
		l->idle = known ? IDLE_MOST : l->idle + 1;
		return;
	}
	blob_free(best);
	*best = *made;
	*made = (struct blob){NULL, 0};
	l->idle = 0;
}

/* How many passes there are to be, of most: known when all but two are made. */
static unsigned most_for(const struct lze_learn *l, unsigned most)
{
	size_t least = SIZE_MAX;
	unsigned i;

	if (most <= MANY || most % 2 != 0 || l->passes + 2 < most || most > LENS)
		return most;
	for (i = 0; i + 2 < most; i++)
		if (l->len[i] < least)
			least = l->len[i];
	return l->len[0] - least > l->len[0] / GAINED ? most : most - 1;
}

bool lze_learn_over(const struct lze_learn *l, unsigned most)
{
	return l->passes >= most_for(l, most) || l->idle >= IDLE_MOST;
}

/* One pass, or two at once. */
struct some {
	struct lze_pass *pass[2];
	struct blob made[2];
	struct err err[2];
	lze_pass_work *work;
	void *user;
};

static void work_one(void *user, size_t i)
{
	struct some *s = user;

	if (s->work(s->user, s->pass[i], &s->made[i], &s->err[i]) != ERR_OK)
		lze_pass_end(s->pass[i], NULL);
}

static enum err_code keep_some(
	struct lze_learn *l, struct some *s, unsigned count, struct blob *best, struct err *err)
{
	enum err_code rc = ERR_OK;
	unsigned i;

	for (i = 0; i < count; i++) {
		if (rc == ERR_OK && l->idle < IDLE_MOST) {
			rc = s->err[i].code;
			if (rc == ERR_OK)
				lze_learn_keep(l, best, &s->made[i]);
			else
				*err = s->err[i];
		}
		blob_free(&s->made[i]);
	}
	return rc;
}

enum err_code lze_learn_run(struct lze_learn *l, unsigned most, bool two, lze_pass_work *work,
	void *user, struct blob *best, struct err *err)
{
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && !lze_learn_over(l, most)) {
		struct some s = {.work = work, .user = user};
		unsigned count;

		s.pass[0] = lze_learn_pass(l, 0);
		if (s.pass[0] == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		/* the first, which is quick, is alone where they are odd */
		if (two && l->passes + 1 < most && (most - l->passes) % 2 == 0)
			s.pass[1] = lze_learn_pass(l, 1);
		count = s.pass[1] != NULL ? 2 : 1;
		/* the first begins first: one thread alone does both */
		thread_for(count, count, work_one, &s);
		lze_learn_turn(l, count);
		rc = keep_some(l, &s, count, best, err);
	}
	return rc;
}
