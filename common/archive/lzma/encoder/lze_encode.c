/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "lzma/encoder/lze.h"
#include "lzma/encoder/lze_private.h"
#include "lzma/lzma_private.h"

#define REPORT ((size_t)256 << 10) /* input between two reports of progress */

static enum err_code check(const struct buf *b, struct err *err)
{
	if (b->failed == ERR_LIMIT)
		return err_set(err, ERR_LIMIT, "result longer than asked for");
	return b->failed != ERR_OK ? err_set(err, ERR_NOMEM, "out of memory") : ERR_OK;
}

/* A running encoding. */
struct work {
	struct span in;
	struct lze_feed *feed; /* NULL: quick steps */
	size_t taker;
	const struct lzma_encode *how;
	struct lze_coder *c;
	struct lzma_checker *checker; /* or NULL */
	struct lze_learn *learn;      /* or NULL */
	struct buf out;
	size_t reported, checked; /* bytes of the input, of the output */
};

/* Reports progress, and passes new output to the checker. */
static void report(struct work *w)
{
	size_t pos = w->c->pos;
	struct span more;

	if (w->how->watch != NULL && pos != w->reported)
		w->how->watch->on_bytes(w->how->watch->user, pos - w->reported);
	w->reported = pos;
	if (w->checker != NULL && w->out.len != w->checked &&
		span_from(span_of(w->out.ptr, w->out.len), w->checked, &more))
		lzma_checker_more(w->checker, more);
	w->checked = w->out.len;
}

static enum err_code step_on(struct work *w, struct err *err)
{
	if (w->c->pos - w->reported < REPORT)
		return ERR_OK;
	report(w);
	return check(&w->out, err);
}

static enum err_code run_fast(struct work *w, struct err *err)
{
	const struct lzma_effort *e = &w->how->effort;
	struct lze_look look = {w->how->prop.dict, e->nice, e->depth, true};
	struct lze_fast *f = lze_fast_new(w->in, 0, &look);
	enum err_code rc = ERR_OK;

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (rc == ERR_OK && w->c->pos < w->in.len) {
		struct lze_step step;

		lze_fast_step(f, w->c, &step);
		lze_code_step(w->c, &step);
		rc = step_on(w, err);
	}
	lze_fast_free(f);
	return rc;
}

static enum err_code run_parser(struct work *w, struct err *err)
{
	struct lze_step *steps = malloc(LZE_AHEAD * sizeof(*steps));
	struct lze_parser *p = lze_parser_new(w->c, w->feed, w->taker, &w->how->effort);
	enum err_code rc = ERR_OK;
	size_t count, i;

	if (steps == NULL || p == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		lze_parser_learn(p, w->learn);
	while (rc == ERR_OK && (count = lze_parse(p, steps)) != 0) {
		for (i = 0; i < count; i++)
			lze_code_step(w->c, &steps[i]);
		rc = step_on(w, err);
	}
	lze_parser_free(p);
	free(steps);
	return rc;
}

/* Encodes everything into *w. */
static enum err_code run(struct work *w, struct err *err)
{
	enum err_code rc;

	lze_coder_init(w->c, w->in, &w->how->prop, &w->out);
	rc = w->feed != NULL ? run_parser(w, err) : run_fast(w, err);
	if (rc != ERR_OK)
		return rc;
	lze_code_end(w->c, w->how->marker);
	report(w);
	return check(&w->out, err);
}

struct side {
	struct span in;
	struct lze_feed *feed;
	struct lze_try *tries;
	bool checkers; /* threads for checking are allowed */
};

/* Verified by the checker's thread, or now. */
static enum err_code verify(struct work *w, enum err_code rc, struct err *err)
{
	struct err why;
	struct reader *bytes;

	if (w->checker != NULL) {
		enum err_code checked = lzma_checker_end(w->checker, &why);

		if (rc == ERR_OK && checked != ERR_OK) {
			*err = why;
			rc = checked;
		}
		return rc;
	}
	if (rc != ERR_OK || !w->how->verify)
		return rc;
	rc = reader_span(span_of(w->out.ptr, w->out.len), &bytes, err);
	if (rc != ERR_OK)
		return rc;
	return lzma1_verify(w->in, &w->how->prop, w->how->marker, bytes, err);
}

/* Keeps the result when it is smaller than those of earlier passes. */
static void keep(struct lze_try *t, struct work *w)
{
	struct blob made;

	if (t->out.ptr != NULL && t->out.len <= w->out.len) {
		buf_free(&w->out);
		t->idle++;
		return;
	}
	if (buf_finish(&w->out, &made, &t->err) != ERR_OK)
		return;
	blob_free(&t->out);
	t->out = made;
	t->idle = 0;
}

static void encode_one(void *user, size_t i)
{
	struct side *s = user;
	struct lze_try *t = &s->tries[i];
	struct work w = {
		.in = s->in, .feed = s->feed, .taker = i, .how = t->how, .learn = t->learn};
	struct err no_thread; /* then it is checked afterwards */
	enum err_code rc;

	if (t->over) {
		lze_feed_leave(s->feed, i);
		return;
	}
	buf_init(&w.out, t->how->max);
	w.c = malloc(sizeof(*w.c));
	if (t->how->verify && s->checkers)
		w.checker = lzma_checker_start(s->in, t->how, &no_thread);
	rc = w.c != NULL ? run(&w, &t->err) : err_set(&t->err, ERR_NOMEM, "out of memory");
	if (s->feed != NULL)
		lze_feed_leave(s->feed, i);
	rc = verify(&w, rc, &t->err);
	if (rc == ERR_OK && t->learn != NULL)
		lze_learn_turn(t->learn, w.c);
	free(w.c);
	if (rc == ERR_OK)
		keep(t, &w);
	else
		buf_free(&w.out);
}

bool lze_takes(uint64_t len, const struct lzma_encode *how)
{
	return how->prop.lc + how->prop.lp <= 4 && len <= INT32_MAX &&
	       (how->effort.fast || how->effort.finder == LZMA_BT4 ||
		       how->effort.finder == LZMA_HC4);
}

bool lze_alike(const struct lzma_encode *a, const struct lzma_encode *b)
{
	return a->prop.dict == b->prop.dict && a->effort.finder == b->effort.finder &&
	       a->effort.depth == b->effort.depth && a->effort.fast == b->effort.fast &&
	       a->kept == b->kept;
}

/* One search for all tries, as thorough as the most demanding one needs. */
static struct lze_look look_for(const struct lze_try *tries, size_t count)
{
	const struct lzma_effort *e = &tries[0].how->effort;
	struct lze_look look = {
		.dict = tries[0].how->prop.dict, .depth = e->depth, .chain = e->finder == LZMA_HC4};
	size_t i;

	for (i = 0; i < count; i++)
		if (look.nice < tries[i].how->effort.nice)
			look.nice = tries[i].how->effort.nice;
	if (look.depth == 0)
		look.depth = lze_usual_depth(look.nice);
	return look;
}

struct lze_look lze_look_for(const struct lzma_encode *how)
{
	struct lze_try alone = {.how = how};

	return look_for(&alone, 1);
}

/* Starts one search for all; false when there is not enough memory, or too few threads. */
static bool share_search(struct side *s, size_t count, const struct lze_look *look, struct err *err)
{
	bool together;

	if (lze_feed_open(s->in, look, count, s->checkers, s->tries[0].how->kept, &s->feed, err) !=
		ERR_OK)
		return false;
	together = thread_together(count, encode_one, s);
	lze_feed_close(s->feed);
	if (!together)
		(void)err_set(err, ERR_NOMEM, "out of memory");
	return together;
}

static void one_pass(struct side *s, size_t count, const struct lze_look *look)
{
	struct err err;
	size_t i;

	if (share_search(s, count, look, &err))
		return;
	for (i = 0; i < count; i++) {
		struct side alone = {s->in, NULL, &s->tries[i], s->checkers};

		if (!alone.tries->over && !share_search(&alone, 1, look, &err))
			alone.tries->err = err;
	}
}

/* Whether a try is to be encoded once more. */
static bool goes_on(struct lze_try *t, unsigned pass)
{
	if (pass == 0 && t->how->passes > 1)
		t->over = false;
	else if (pass != 0)
		t->over = t->err.code != ERR_OK || t->learn == NULL || t->idle >= LZE_IDLE_MOST ||
			  pass >= t->how->passes;
	return !t->over;
}

/* Runs count tries in parallel, with as many passes as they need. */
static void run_passes(struct side *s, size_t count, const struct lze_look *look)
{
	bool more = true;
	unsigned pass;
	size_t i;

	for (i = 0; i < count; i++)
		if (s->tries[i].how->passes > 1)
			s->tries[i].learn = lze_learn_new(s->in.len);
	for (pass = 0; more; pass++) {
		more = false;
		for (i = 0; i < count; i++)
			more = goes_on(&s->tries[i], pass) || more;
		if (more)
			one_pass(s, count, look);
	}
	for (i = 0; i < count; i++) {
		lze_learn_free(s->tries[i].learn);
		s->tries[i].learn = NULL;
		if (s->tries[i].err.code != ERR_OK)
			blob_free(&s->tries[i].out);
	}
}

void lze_encode(struct span in, unsigned threads, struct lze_try *tries, size_t count)
{
	struct lze_look look = look_for(tries, count);
	bool two = (threads == 0 ? thread_cpu_count() : threads) > 1 && in.len >= LZE_THREAD_LEAST;
	struct side s = {in, NULL, tries, two};
	size_t i, at_once = two ? count : 1;

	if (tries[0].how->effort.fast) {
		thread_for(count, threads, encode_one, &s);
		return;
	}
	for (i = 0; i < count; i += at_once) {
		s.tries = tries + i;
		run_passes(&s, at_once, &look);
	}
}
