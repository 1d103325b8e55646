/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "lzma/encoder/lze.h"
#include "lzma/encoder/lze_private.h"
#include "lzma/lzma_private.h"

#define REPORT     ((size_t)256 << 10) /* input between two reports of progress */
#define PART_ALIGN ((size_t)16)        /* lp and pb count positions from the beginning */

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
	struct lze_pass *pass;        /* or NULL */
	const struct lzma_sink *sink; /* takes the output piece by piece, or NULL */
	struct buf out;
	size_t reported, checked; /* bytes of the input, of the output */
};

/* Reports progress, and passes new output to the checker and the sink. */
static enum err_code report(struct work *w, struct err *err)
{
	size_t pos = w->c->pos;
	struct span more;
	enum err_code rc = check(&w->out, err);

	if (w->how->watch != NULL && pos != w->reported)
		w->how->watch->on_bytes(w->how->watch->user, pos - w->reported);
	w->reported = pos;
	if (w->checker != NULL && w->out.len != w->checked &&
		span_from(span_of(w->out.ptr, w->out.len), w->checked, &more))
		lzma_checker_more(w->checker, more);
	if (w->sink != NULL && w->out.len != 0 && rc == ERR_OK) {
		rc = w->sink->write(w->sink->user, span_of(w->out.ptr, w->out.len), err);
		w->out.len = 0;
	}
	w->checked = w->out.len;
	return rc;
}

static enum err_code step_on(struct work *w, struct err *err)
{
	return w->c->pos - w->reported < REPORT ? ERR_OK : report(w, err);
}

static enum err_code run_fast(struct work *w, struct err *err)
{
	const struct lzma_effort *e = &w->how->effort;
	struct lze_look look = {w->how->prop.dict, e->nice, e->depth, true, e->noise != 0};
	struct lze_fast *f = lze_fast_new(w->in, w->c->pos, &look);
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
		lze_parser_learn(p, w->pass);
	while (rc == ERR_OK && (count = lze_parse(p, steps)) != 0) {
		for (i = 0; i < count; i++)
			lze_code_step(w->c, &steps[i]);
		rc = step_on(w, err);
	}
	if (p != NULL && w->how->longest != NULL && lze_pass_is_first(w->pass))
		*w->how->longest = lze_parser_longest(p);
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
	return report(w, err);
}

struct side {
	struct span in;
	struct lze_feed *feed;
	struct lze_try *tries;
	struct lze_look look;
	struct lzma_matches *kept; /* or NULL */
	unsigned threads;
	bool checkers; /* threads for checking, and for the search, are allowed */
	bool pairs;    /* two passes at once */
};

/* Verified by the checker's thread, or now. */
static enum err_code verify(struct work *w, enum err_code rc, struct err *err)
{
	struct reader *bytes;

	if (w->checker != NULL)
		return lzma_checker_end(w->checker, rc, err);
	if (rc != ERR_OK || !w->how->verify)
		return rc;
	rc = reader_span(span_of(w->out.ptr, w->out.len), &bytes, err);
	if (rc != ERR_OK)
		return rc;
	return lzma1_verify(w->in, &w->how->prop, w->how->marker, bytes, err);
}

/* Encodes in one pass. */
static void encode_one(void *user, size_t i)
{
	struct side *s = user;
	struct lze_try *t = &s->tries[i];
	struct work w = {.in = s->in, .feed = s->feed, .taker = i, .how = t->how, .pass = t->pass};
	struct err no_thread; /* then it is checked afterwards */
	struct blob made;
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
	if (rc == ERR_OK && t->pass != NULL)
		lze_pass_end(t->pass, w.c);
	if (s->feed != NULL)
		lze_feed_leave(s->feed, i);
	if (t->how->once != NULL && lze_pass_is_first(t->pass))
		*t->how->once = w.out.len;
	rc = verify(&w, rc, &t->err);
	free(w.c);
	if (rc != ERR_OK)
		buf_free(&w.out);
	else if (t->learn == NULL)
		buf_finish(&w.out, &t->out, &t->err);
	else if (buf_finish(&w.out, &made, &t->err) == ERR_OK)
		lze_learn_keep(t->learn, &t->out, &made);
}

/* Encodes w->in from the coder's position on. */
static enum err_code run_part(struct work *w, struct err *err)
{
	struct lze_look look = lze_look_for(w->how);
	enum err_code rc;

	w->reported = w->c->pos;
	if (w->how->effort.fast)
		return run_fast(w, err);
	look.from = w->c->pos;
	rc = lze_feed_open(w->in, &look, 1, w->how->threads != 1, NULL, &w->feed, err);
	if (rc != ERR_OK)
		return rc;
	rc = run_parser(w, err);
	lze_feed_leave(w->feed, 0);
	lze_feed_close(w->feed);
	return rc;
}

/* Each part continues the one before, and has a dictionary of it before itself. */
static enum err_code run_parts(struct work *w, struct span in, size_t part, struct err *err)
{
	size_t dict = ((size_t)w->how->prop.dict + PART_ALIGN - 1) / PART_ALIGN * PART_ALIGN;
	size_t at, len;
	enum err_code rc = ERR_OK;

	lze_coder_init(w->c, in, &w->how->prop, &w->out);
	for (at = 0; rc == ERR_OK && at < in.len; at += len) {
		size_t before = at < dict ? at : dict;

		len = in.len - at < part ? in.len - at : part;
		w->in = span_of(in.ptr + at - before, before + len);
		w->c->in = w->in;
		w->c->pos = before;
		rc = run_part(w, err);
		if (rc == ERR_OK)
			rc = report(w, err);
	}
	if (rc != ERR_OK)
		return rc;
	lze_code_end(w->c, w->how->marker);
	return report(w, err);
}

enum err_code lze_encode_to(struct span in, size_t part, const struct lzma_encode *how,
	const struct lzma_sink *sink, struct err *err)
{
	struct work w = {.how = how, .sink = sink};
	enum err_code rc;

	if (how->verify) {
		w.checker = lzma_checker_start(in, how, err);
		if (w.checker == NULL)
			return err->code;
	}
	buf_init(&w.out, 0);
	w.c = malloc(sizeof(*w.c));
	rc = w.c != NULL ? run_parts(&w, in, part, err) : err_set(err, ERR_NOMEM, "out of memory");
	rc = lzma_checker_end(w.checker, rc, err);
	buf_free(&w.out);
	free(w.c);
	return rc;
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
static bool share_search(struct side *s, size_t count, struct err *err)
{
	bool together;

	if (lze_feed_open(s->in, &s->look, count, s->checkers, s->kept, &s->feed, err) != ERR_OK)
		return false;
	together = thread_together(count, encode_one, s);
	lze_feed_close(s->feed);
	if (!together)
		(void)err_set(err, ERR_NOMEM, "out of memory");
	return together;
}

/* One pass of a single try. */
static void encode_alone(const struct side *s, struct lze_try *t)
{
	struct side alone = *s;
	struct err err;

	alone.tries = t;
	if (!share_search(&alone, 1, &err))
		t->err = err;
}

static void one_pass(struct side *s, size_t count)
{
	struct err err;
	size_t i;

	if (share_search(s, count, &err))
		return;
	for (i = 0; i < count; i++)
		if (!s->tries[i].over)
			encode_alone(s, &s->tries[i]);
}

struct later {
	const struct side *side;
	const struct lzma_encode *how;
};

static enum err_code later_pass(
	void *user, struct lze_pass *pass, struct blob *made, struct err *err)
{
	const struct later *l = user;
	struct lze_try t = {.how = l->how, .pass = pass};

	encode_alone(l->side, &t);
	*made = t.out;
	*err = t.err;
	return t.err.code;
}

/* Passes of a try up to most, but for those that there were. */
static void run_passes(const struct side *s, struct lze_try *t, unsigned most)
{
	struct later l = {s, t->how};

	if (t->err.code != ERR_OK || t->once > t->most)
		return;
	if (t->learn == NULL)
		t->learn = lze_learn_new(s->in.len);
	if (t->learn == NULL)
		(void)err_set(&t->err, ERR_NOMEM, "out of memory");
	else
		lze_learn_run(
			t->learn, most, s->pairs && most > 1, later_pass, &l, &t->out, &t->err);
}

/* Whether a try is to be encoded once more, together with others. */
static bool goes_on(const struct side *s, struct lze_try *t, bool first)
{
	bool again = t->how->passes > 1;

	if (first && again)
		t->learn = lze_learn_new(s->in.len);
	t->pass = t->learn != NULL ? lze_learn_pass(t->learn, 0) : NULL;
	if (again && t->pass == NULL)
		(void)err_set(&t->err, ERR_NOMEM, "out of memory");
	t->over = t->err.code != ERR_OK ||
		  (!first && (!again || t->once > t->most ||
				     lze_learn_over(t->learn, t->how->passes)));
	return !t->over;
}

/* Whether a later try made the same by steps of its own: as more fast bytes do where no match is
 * that long, and lc1 of ASCII. */
static bool made_again(const struct lze_try *t, const struct lze_try *end)
{
	const struct lze_try *later;

	for (later = t + 1; later < end; later++)
		if (later->once == t->once && later->how->effort.steps == LZMA_STEPS_OWN)
			return t->how->near != 0 && t->how->effort.steps == LZMA_STEPS_OWN;
	return false;
}

/* Which first passes get further ones. */
static void set_most(struct lze_try *tries, size_t count)
{
	size_t least = SIZE_MAX, i;

	for (i = 0; i < count; i++)
		if (tries[i].once != 0 && tries[i].once < least)
			least = tries[i].once;
	for (i = 0; i < count; i++) {
		const struct lzma_encode *how = tries[i].how;

		tries[i].most = how->enough != 0 ? how->enough : SIZE_MAX;
		if (how->near != 0 && least != SIZE_MAX &&
			least + least / how->near < tries[i].most)
			tries[i].most = least + least / how->near;
		if (made_again(&tries[i], &tries[count]))
			tries[i].most = 0;
	}
}

static bool gives_up(const struct lze_try *tries, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (tries[i].how->enough != 0 || tries[i].how->near != 0)
			return true;
	return false;
}

/* Encodes count tries, pass by pass; as soon as matches are kept each goes on by itself. */
static void run_together(struct side *s, size_t count, bool one)
{
	bool more = true, first = true;
	size_t i;

	for (; more && (first || (!one && !lze_feed_there(s->kept, s->in.len, &s->look)));
		first = false) {
		more = false;
		for (i = 0; i < count; i++)
			more = goes_on(s, &s->tries[i], first) || more;
		if (more)
			one_pass(s, count);
		for (i = 0; i < count; i++) {
			struct lze_try *t = &s->tries[i];

			if (t->pass == NULL || t->over)
				continue;
			lze_learn_turn(t->learn, 1);
			if (first)
				t->once = t->out.len;
		}
		if (first)
			set_most(s->tries, count);
	}
}

static void run_first(void *user, size_t i)
{
	const struct side *s = user;
	struct lze_try *t = &s->tries[i];

	if (t->how->passes <= 1 || t->out.ptr != NULL)
		return;
	run_passes(s, t, 1);
	t->once = t->out.len;
}

static void run_alone(void *user, size_t i)
{
	const struct side *s = user;
	struct lze_try *t = &s->tries[i];

	if (t->how->passes > 1)
		run_passes(s, t, t->how->passes);
	else if (t->out.ptr == NULL && t->err.code == ERR_OK)
		encode_alone(s, t);
	lze_learn_free(t->learn); /* early: it is large */
	t->learn = NULL;
}

/* Whether the search is used more than once. */
static bool searches_again(const struct lze_try *tries, size_t count, bool together)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (tries[i].how->passes > 1)
			return true;
	return count > 1 && !together;
}

static void finish(struct lze_try *tries, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (tries[i].err.code != ERR_OK)
			blob_free(&tries[i].out);
}

void lze_encode(struct span in, unsigned threads, struct lze_try *tries, size_t count)
{
	struct side s = {.in = in, .tries = tries, .look = look_for(tries, count)};
	struct lzma_matches *own = NULL;
	bool choosy = gives_up(tries, count), steps;

	s.threads = threads == 0 ? thread_cpu_count() : threads;
	s.checkers = s.threads > 1 && in.len >= LZE_THREAD_LEAST;
	if (tries[0].how->effort.fast) {
		thread_for(count, threads, encode_one, &s);
		return;
	}
	s.kept = tries[0].how->kept;
	if (s.kept == NULL && in.len <= LZE_KEPT_ALWAYS && searches_again(tries, count, s.checkers))
		s.kept = own = lzma_matches_new(s.look.nice, s.look.depth);
	steps = tries[0].how->effort.steps == LZMA_STEPS_KEEP;
	if (!lze_feed_there(s.kept, in.len, &s.look))
		run_together(
			&s, s.checkers && !steps ? count : 1, choosy && (steps || !s.checkers));
	if (in.len < LZE_ALONE_LEAST || !lze_feed_there(s.kept, in.len, &s.look))
		s.threads = 1;
	s.pairs = 2 * count <= s.threads;
	if (choosy)
		thread_for(count, s.threads, run_first, &s);
	set_most(tries, count);
	thread_for(count, s.threads, run_alone, &s);
	finish(tries, count);
	lzma_matches_free(own);
}
