/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "lze.h"
#include "lze_private.h"

#define REPORT       ((size_t)256 << 10) /* input between two reports of progress */
/* Less is done sooner than a second thread is at work. */
#define THREAD_LEAST ((size_t)64 << 10)

static enum err_code check(const struct buf *b, struct err *err)
{
	if (b->failed == ERR_LIMIT)
		return err_set(err, ERR_LIMIT, "result longer than asked for");
	return b->failed != ERR_OK ? err_set(err, ERR_NOMEM, "out of memory") : ERR_OK;
}

static void report(const struct codec_watch *watch, size_t pos, size_t *told)
{
	if (watch == NULL || pos == *told)
		return;
	watch->on_bytes(watch->user, pos - *told);
	*told = pos;
}

static enum err_code run(struct lze_coder *c, struct lze_parser *p, const struct lzma_encode *how,
	struct lze_step *steps, struct err *err)
{
	size_t count, i, told = 0;

	while ((count = lze_parse(p, steps)) != 0) {
		for (i = 0; i < count; i++)
			lze_code_step(c, &steps[i]);
		if (check(c->range.out, err) != ERR_OK)
			return err->code;
		if (c->pos - told >= REPORT)
			report(how->watch, c->pos, &told);
	}
	report(how->watch, c->pos, &told);
	lze_code_end(c, how->marker);
	return check(c->range.out, err);
}

struct side {
	struct span in;
	struct lze_feed *feed;
	struct lze_try *tries;
};

static void encode_one(void *user, size_t i)
{
	struct side *s = user;
	struct lze_try *t = &s->tries[i];
	struct lze_coder *c = malloc(sizeof(*c));
	struct lze_step *steps = malloc(LZE_AHEAD * sizeof(*steps));
	struct lze_parser *p = NULL;
	enum err_code rc;
	struct buf b;

	buf_init(&b, t->how->max);
	if (c != NULL && steps != NULL)
		p = lze_parser_new(c, s->feed, i, t->how->effort.nice);
	if (p != NULL) {
		lze_coder_init(c, s->in, &t->how->prop, &b);
		rc = run(c, p, t->how, steps, &t->err);
	} else {
		rc = err_set(&t->err, ERR_NOMEM, "out of memory");
	}
	lze_feed_leave(s->feed, i);
	lze_parser_free(p);
	free(steps);
	free(c);
	if (rc == ERR_OK)
		buf_finish(&b, &t->out, &t->err);
	else
		buf_free(&b);
}

bool lze_takes(uint64_t len, const struct lzma_encode *how)
{
	return !how->effort.fast && !how->lzlib && how->prop.lc + how->prop.lp <= 4 &&
	       (how->effort.finder == LZMA_BT4 || how->effort.finder == LZMA_HC4) &&
	       len <= INT32_MAX;
}

bool lze_alike(const struct lzma_encode *a, const struct lzma_encode *b)
{
	return a->prop.dict == b->prop.dict && a->effort.finder == b->effort.finder &&
	       a->effort.depth == b->effort.depth && a->effort.fast == b->effort.fast;
}

/* One search for all: as far as the most ambitious wants. */
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
		look.depth = 16 + look.nice / 2;
	return look;
}

void lze_encode(struct span in, unsigned threads, struct lze_try *tries, size_t count)
{
	struct lze_look look = look_for(tries, count);
	bool two = (threads == 0 ? thread_cpu_count() : threads) > 1 && in.len >= THREAD_LEAST;
	struct side s = {in, NULL, tries};
	size_t i, at_once = two ? count : 1;

	for (i = 0; i < count; i += at_once) {
		struct err err;

		s.tries = tries + i;
		if (lze_feed_open(in, &look, at_once, two, &s.feed, &err) != ERR_OK) {
			for (; i < count; i++)
				tries[i].err = err;
			return;
		}
		thread_for(at_once, (unsigned)at_once, encode_one, &s);
		lze_feed_close(s.feed);
	}
}
