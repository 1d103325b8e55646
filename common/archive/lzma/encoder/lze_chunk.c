/* SPDX-License-Identifier: MIT */
/*
 * LZMA2: chunks of LZMA, or uncompressed ones where LZMA gains nothing (.xz file format 1.1.0,
 * section 5.3.1; xz, doc/; 7-Zip, DOC/Methods.txt). The quick parse encodes parts of the input in
 * parallel; each part uses all the bytes before it as its dictionary, so little is lost. The
 * cheapest-path parse encodes one part, with the match finder in a second thread.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_guess.h"
#include "biosbelt/thread.h"
#include "lzma/encoder/lze.h"
#include "lzma/encoder/lze_private.h"
#include "lzma/lzma_private.h"

#ifdef BIOSBELT_SMALL
#define CHUNK_IN   ((size_t)512)
#define CHUNK_OUT  ((size_t)256)
#define PAGE       ((size_t)256)
#define PART_LEAST ((size_t)512)
#else
#define CHUNK_IN   ((size_t)2 << 20)
#define CHUNK_OUT  ((size_t)64 << 10)
#define PAGE       ((size_t)4096)
#define PART_LEAST ((size_t)512 << 10) /* the models are reset in each */
#endif
#define CHUNK_HEAD 6 /* control, two sizes less one, properties */
/* The most that one more step and the end of the range coder may add. */
#define STEP_IN    LZE_LEN_MOST
#define STEP_OUT   32

/* A chunk and its start state: the unit of verification. */
struct piece {
	struct piece *next;
	struct lze_point begin;
};

struct chunks {
	struct lze_coder *c;
	struct piece **last; /* where to append the next piece; NULL: no verification */
	const struct lzma_prop *prop;
	struct buf out;
	size_t from, head;      /* start of the current chunk: in the input, in out */
	uint8_t control;        /* the next LZMA chunk's */
	bool first;             /* of the whole stream */
	struct lze_point begin; /* at the start of the chunk: models, state and distances */
	/* For the cheapest-path parse: which pages are noise, and where the next chunk has to
	 * begin. */
	bool *noise;
	size_t cut;
};

static void note_point(const struct chunks *k, struct lze_point *p)
{
	p->pos = k->c->pos;
	p->at = k->out.len;
	p->control = k->control;
	p->state = k->c->state;
	memcpy(p->reps, k->c->reps, sizeof(p->reps));
	memcpy(&p->model, &k->c->model, sizeof(p->model));
}

/* Records the state at the start of the chunk; false without memory. */
static bool note_piece(struct chunks *k)
{
	struct piece *p = malloc(sizeof(*p));

	if (p == NULL)
		return false;
	p->next = NULL;
	note_point(k, &p->begin);
	*k->last = p;
	k->last = &p->next;
	return true;
}

static void open_chunk(struct chunks *k)
{
	static const uint8_t nothing[CHUNK_HEAD];

	note_point(k, &k->begin);
	k->from = k->c->pos;
	k->head = k->out.len;
	buf_add(&k->out, nothing, k->control >= LZMA2_PROPS ? CHUNK_HEAD : CHUNK_HEAD - 1);
	lze_coder_start(k->c, &k->out);
}

static size_t body_at(const struct chunks *k)
{
	return k->head + (k->control >= LZMA2_PROPS ? CHUNK_HEAD : CHUNK_HEAD - 1);
}

/* Stores the chunk uncompressed and restores the models from before it, as 7-Zip does. */
static void store(struct chunks *k, size_t len)
{
	size_t at = k->from;

	k->out.len = k->head;
	while (len != 0) {
		size_t n = len < CHUNK_OUT ? len : CHUNK_OUT;

		buf_add_u8(&k->out, k->first ? LZMA2_RAW_RESET : LZMA2_RAW);
		buf_add_u8(&k->out, (uint8_t)((n - 1) >> 8));
		buf_add_u8(&k->out, (uint8_t)(n - 1));
		buf_add(&k->out, k->c->in.ptr + at, n);
		k->first = false;
		at += n;
		len -= n;
	}
	lze_coder_return(k->c, &k->begin);
	if (k->control == LZMA2_ALL)
		k->control = LZMA2_PROPS;
}

/* True: the chunk was stored; models and repeated distances are those from before it. */
static bool close_chunk(struct chunks *k)
{
	size_t in = k->c->pos - k->from, out;
	uint8_t *p;

	lze_code_end(k->c, false);
	if (k->out.failed != ERR_OK)
		return false;
	out = k->out.len - body_at(k);
	if (out >= in) {
		store(k, in);
		return true;
	}
	p = k->out.ptr + k->head;
	p[0] = (uint8_t)(k->control | (in - 1) >> 16);
	p[1] = (uint8_t)((in - 1) >> 8);
	p[2] = (uint8_t)(in - 1);
	p[3] = (uint8_t)((out - 1) >> 8);
	p[4] = (uint8_t)(out - 1);
	if (k->control >= LZMA2_PROPS)
		p[5] = lzma_prop_byte(k->prop);
	k->control = LZMA2_KEEP;
	k->first = false;
	return false;
}

static bool is_full(const struct chunks *k)
{
	return k->c->pos - k->from > CHUNK_IN - STEP_IN ||
	       k->out.len - body_at(k) + k->c->range.pending > CHUNK_OUT - STEP_OUT;
}

static void make_chunks(
	struct chunks *k, struct lze_fast *f, size_t to, const struct codec_watch *watch)
{
	while (k->c->pos < to && k->out.failed == ERR_OK) {
		if (k->last != NULL && !note_piece(k)) {
			k->out.failed = ERR_NOMEM;
			break;
		}
		open_chunk(k);
		while (k->c->pos < to && !is_full(k)) {
			struct lze_step step;

			lze_fast_step(f, k->c, &step);
			lze_code_step(k->c, &step);
		}
		close_chunk(k);
		if (watch != NULL)
			watch->on_bytes(watch->user, k->c->pos - k->from);
	}
}

/* Replaces repeated distances by explicit ones, in steps that were chosen before their chunk was
 * stored. */
static void spell_out(struct lze_step *steps, size_t count, uint32_t reps[LZE_REPS])
{
	size_t i;

	lze_spell_out(steps, count, reps);
	for (i = 0; i < count; i++)
		if (steps[i].len == 1)
			steps[i].back = LZE_LITERAL;
}

/* One flag per page, false for an incomplete one at the end. NULL: no memory. */
static bool *find_noise(struct span in)
{
	bool *noise = calloc(in.len / PAGE + 1, sizeof(*noise));
	struct span page;
	size_t i;

	for (i = 0; noise != NULL && span_slice(in, i * PAGE, PAGE, &page); i++)
		noise[i] = lzma_is_noise(page);
	return noise;
}

/* The next start or end of noise, so that no chunk mixes noise with compressible data. */
static size_t next_cut(const struct chunks *k)
{
	size_t i = k->c->pos / PAGE, pages = k->c->in.len / PAGE + 1;
	bool now = k->noise[i];

	while (i < pages && k->noise[i] == now)
		i++;
	return i * PAGE;
}

/* Encodes the steps of a parse, in as many chunks as needed. */
static void code_steps(struct chunks *k, struct lze_step *steps, size_t count, bool *open,
	const struct codec_watch *watch)
{
	size_t i;

	for (i = 0; i < count && k->out.failed == ERR_OK; i++) {
		uint32_t reps[LZE_REPS];

		if (!*open && k->c->pos >= k->cut)
			k->cut = next_cut(k);
		if (!*open)
			open_chunk(k);
		*open = true;
		lze_code_step(k->c, &steps[i]);
		if (!is_full(k) && k->c->pos < k->cut)
			continue;
		*open = false;
		memcpy(reps, k->c->reps, sizeof(reps));
		if (close_chunk(k))
			spell_out(&steps[i + 1], count - i - 1, reps);
		if (watch != NULL)
			watch->on_bytes(watch->user, k->c->pos - k->from);
	}
}

static enum err_code parse_chunks(struct chunks *k, struct lze_feed *feed, size_t taker,
	const struct lzma_encode *how, struct lze_pass *pass, struct err *err)
{
	struct lze_step *steps = malloc(LZE_AHEAD * sizeof(*steps));
	struct lze_parser *p = lze_parser_new(k->c, feed, taker, &how->effort);
	enum err_code rc = ERR_OK;
	bool open = false;
	size_t count;

	k->noise = find_noise(k->c->in);
	if (steps == NULL || p == NULL || k->noise == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		lze_parser_learn(p, pass);
	while (rc == ERR_OK && k->out.failed == ERR_OK && (count = lze_parse(p, steps)) != 0)
		code_steps(k, steps, count, &open, how->watch);
	if (rc == ERR_OK && open) {
		close_chunk(k);
		if (how->watch != NULL)
			how->watch->on_bytes(how->watch->user, k->c->pos - k->from);
	}
	if (p != NULL && how->longest != NULL && lze_pass_is_first(pass))
		*how->longest = lze_parser_longest(p);
	lze_parser_free(p);
	free(k->noise);
	free(steps);
	return rc;
}

/* One part: in[from, to). */
struct part {
	size_t from, to;
	struct blob out;
	struct piece *pieces, *next; /* all; the first that is not verified yet */
	struct err err;
};

struct parts {
	struct span in;
	const struct lzma_encode *how;
	struct part *part;
	size_t count;
	struct mutex *lock; /* protects all below, and next and err of finished parts */
	struct condvar *change;
	size_t begun, made;
};

static enum err_code encode_part(
	const struct parts *ps, struct part *p, struct lze_coder *c, struct err *err)
{
	const struct lzma_encode *how = ps->how;
	const struct lzma_effort *e = &how->effort;
	struct lze_look look = {how->prop.dict, e->nice, e->depth, true, e->noise != 0};
	struct chunks k = {.c = c, .prop = &how->prop, .first = p->from == 0};
	struct span done_to;
	struct lze_fast *f;

	if (!span_slice(ps->in, 0, p->to, &done_to))
		return err_set(err, ERR_USAGE, "part outside the input");
	f = lze_fast_new(done_to, p->from, &look);
	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&k.out, how->max);
	k.control = k.first ? LZMA2_ALL : LZMA2_PROPS;
	k.last = how->verify ? &p->pieces : NULL;
	lze_coder_init(c, done_to, &how->prop, &k.out);
	c->pos = p->from;
	make_chunks(&k, f, p->to, how->watch);
	lze_fast_free(f);
	buf_add_u8(&k.out, 0); /* end marker of LZMA2 */
	return buf_finish(&k.out, &p->out, err);
}

static void run_part(const struct parts *ps, struct part *p)
{
	struct lze_coder *c = malloc(sizeof(*c));

	if (c == NULL)
		err_set(&p->err, ERR_NOMEM, "out of memory");
	else
		encode_part(ps, p, c, &p->err);
	free(c);
}

static void verify_piece(
	const struct parts *ps, const struct part *p, const struct piece *piece, struct err *err)
{
	struct span done_to;

	if (span_slice(ps->in, 0, p->to, &done_to))
		lzma2_verify_piece(done_to, &ps->how->prop, blob_span(p->out), &piece->begin,
			piece->next != NULL ? &piece->next->begin : NULL, err);
	else
		err_set(err, ERR_USAGE, "part outside the input");
}

/* Takes the next unverified piece of a finished part; NULL: none. */
static struct piece *next_piece(struct parts *ps, struct part **of)
{
	size_t i;

	for (i = 0; i < ps->count; i++) {
		struct piece *piece = ps->part[i].next;

		if (piece == NULL)
			continue;
		ps->part[i].next = piece->next;
		*of = &ps->part[i];
		return piece;
	}
	return NULL;
}

/* Does one task, or waits for one; false when all is done. Called with the lock, which is released
 * during the task. */
static bool work_on(struct parts *ps)
{
	struct part *p;
	struct piece *piece;
	struct err err = {.code = ERR_OK};

	if (ps->begun < ps->count) {
		p = &ps->part[ps->begun++];
		mutex_unlock(ps->lock);
		run_part(ps, p);
		mutex_lock(ps->lock);
		ps->made++;
		p->next = p->err.code == ERR_OK ? p->pieces : NULL;
		condvar_wake_all(ps->change);
		return true;
	}
	piece = next_piece(ps, &p);
	if (piece != NULL) {
		mutex_unlock(ps->lock);
		verify_piece(ps, p, piece, &err);
		mutex_lock(ps->lock);
		if (err.code != ERR_OK)
			p->err = err;
		return true;
	}
	if (ps->made == ps->count)
		return false;
	condvar_wait(ps->change, ps->lock);
	return true;
}

static void work(void *user, size_t i)
{
	struct parts *ps = user;

	(void)i;
	mutex_lock(ps->lock);
	while (work_on(ps))
		;
	mutex_unlock(ps->lock);
}

/* Cost of a page: hardly any when it is filled with one byte. */
#define WORK_FILLED  1u
#define WORK_OTHER   16u
#define PART_WORK    ((uint64_t)(8u << 20) / PAGE * WORK_OTHER)
/* Percent of the work for the first of two parts: the second has to read the first as its
 * dictionary. */
#define FIRST_OF_TWO 52u

/* True when part i is large enough to end at the sum of work `sum`. */
static bool is_enough(uint64_t sum, uint64_t total, size_t i, size_t count)
{
	if (count == 2)
		return sum * 100 >= total * FIRST_OF_TWO;
	return sum * count >= total * (i + 1);
}

static unsigned page_work(struct span in, size_t off)
{
	struct span page;
	uint8_t first;

	if (!span_slice(in, off, in.len - off < PAGE ? in.len - off : PAGE, &page) ||
		!span_u8(page, 0, &first))
		return 0;
	return span_is_filled(page, first) ? WORK_FILLED : WORK_OTHER;
}

/*
 * Two parts of equal cost, more when the input is long. The number depends only on the input, so
 * that the output does too. Parts begin at pages, so that positions modulo pb and lp stay the same.
 */
static enum err_code split(struct parts *ps, size_t from, struct err *err)
{
	uint64_t total = 0, sum = 0;
	size_t off, count, i = 0;

	for (off = from; off < ps->in.len; off += PAGE)
		total += page_work(ps->in, off);
	count = (size_t)(total / PART_WORK) + 2;
	if (total < 2 * PART_LEAST / PAGE * WORK_OTHER)
		count = 1;
	count = count % 2 != 0 && count != 1 ? count + 1 : count;
	ps->part = calloc(count, sizeof(*ps->part));
	if (ps->part == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	ps->part[0].from = from;
	for (off = from; off < ps->in.len && i + 1 < count; off += PAGE) {
		sum += page_work(ps->in, off);
		if (!is_enough(sum, total, i, count) || off + PAGE >= ps->in.len)
			continue;
		ps->part[i].to = off + PAGE;
		ps->part[++i].from = off + PAGE;
	}
	ps->part[i].to = ps->in.len;
	ps->count = i + 1;
	return ERR_OK;
}

/* Appends the other parts to the first. */
static enum err_code join(struct parts *ps, struct blob *out, struct err *err)
{
	struct buf b;
	size_t i;

	buf_init(&b, ps->how->max);
	b.ptr = ps->part[0].out.ptr;
	b.len = b.cap = ps->part[0].out.len;
	ps->part[0].out = (struct blob){NULL, 0};
	for (i = 1; i < ps->count; i++) {
		b.len--; /* without the end marker */
		buf_add(&b, ps->part[i].out.ptr, ps->part[i].out.len);
	}
	return buf_finish(&b, out, err);
}

static void free_parts(struct parts *ps)
{
	size_t i;

	for (i = 0; i < ps->count; i++) {
		struct piece *p = ps->part[i].pieces;

		while (p != NULL) {
			struct piece *next = p->next;

			free(p);
			p = next;
		}
		blob_free(&ps->part[i].out);
	}
	free(ps->part);
	condvar_free(ps->change);
	mutex_free(ps->lock);
}

static unsigned threads_of(const struct lzma_encode *how)
{
	return how->threads == 0 ? thread_cpu_count() : how->threads;
}

/* pass: NULL, or one of several. Leaves the feed. */
static enum err_code parse_fed(struct span in, const struct lzma_encode *how, struct lze_pass *pass,
	struct lze_feed *feed, size_t taker, struct blob *out, struct err *err)
{
	struct lze_coder *c = malloc(sizeof(*c));
	struct chunks k = {.c = c, .prop = &how->prop, .control = LZMA2_ALL, .first = true};
	enum err_code rc = ERR_OK;

	buf_init(&k.out, how->max);
	if (c != NULL) {
		lze_coder_init(c, in, &how->prop, &k.out);
		rc = parse_chunks(&k, feed, taker, how, pass, err);
	} else {
		rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	lze_feed_leave(feed, taker);
	if (rc == ERR_OK && pass != NULL)
		lze_pass_end(pass, c);
	free(c);
	if (rc == ERR_OK) {
		buf_add_u8(&k.out, 0); /* end marker of LZMA2 */
		if (how->once != NULL && lze_pass_is_first(pass))
			*how->once = k.out.len;
		return buf_finish(&k.out, out, err);
	}
	buf_free(&k.out);
	return rc;
}

static enum err_code parse_all(struct span in, const struct lzma_encode *how, struct lze_pass *pass,
	struct blob *out, struct err *err)
{
	struct lze_look look = lze_look_for(how);
	bool thread = threads_of(how) > 1 && in.len >= LZE_THREAD_LEAST;
	struct lze_feed *feed = NULL;
	enum err_code rc = lze_feed_open(in, &look, 1, thread, how->kept, &feed, err);

	if (rc != ERR_OK)
		return rc;
	rc = parse_fed(in, how, pass, feed, 0, out, err);
	lze_feed_close(feed);
	return rc;
}

struct often {
	struct span in;
	struct lzma_encode how;
};

static enum err_code parse_pass(
	void *user, struct lze_pass *pass, struct blob *made, struct err *err)
{
	const struct often *o = user;

	return parse_all(o->in, &o->how, pass, made, err);
}

/* Keeps the smallest result of several passes: the first alone makes the matches. */
static enum err_code parse_often(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	struct lze_look look = lze_look_for(how);
	struct lze_learn *learn = lze_learn_new(in.len);
	struct lzma_matches *own = NULL;
	struct often o = {in, *how};
	bool two = threads_of(how) > 1 && in.len >= LZE_ALONE_LEAST;
	enum err_code rc = ERR_OK;

	if (learn == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (how->kept == NULL && in.len <= LZE_KEPT_ALWAYS)
		o.how.kept = own = lzma_matches_new(look.nice, look.depth);
	*out = (struct blob){NULL, 0};
	if (how->enough != 0 || !lze_feed_there(o.how.kept, in.len, &look))
		rc = lze_learn_run(learn, 1, false, parse_pass, &o, out, err);
	two = two && lze_feed_there(o.how.kept, in.len, &look);
	if (rc == ERR_OK && (how->enough == 0 || out->len <= how->enough))
		rc = lze_learn_run(learn, how->passes, two, parse_pass, &o, out, err);
	lze_learn_free(learn);
	lzma_matches_free(own);
	if (rc != ERR_OK)
		blob_free(out);
	return rc;
}

static enum err_code verify_parsed(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	struct reader *bytes;
	enum err_code rc;

	if (!how->verify)
		return ERR_OK;
	rc = reader_span(blob_span(*out), &bytes, err);
	if (rc == ERR_OK)
		rc = lzma2_verify(in, 0, how->prop.dict, bytes, err);
	if (rc != ERR_OK)
		blob_free(out);
	return rc;
}

static enum err_code encode_parsed(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	enum err_code rc = how->passes > 1 ? parse_often(in, how, out, err)
					   : parse_all(in, how, NULL, out, err);

	return rc == ERR_OK ? verify_parsed(in, how, out, err) : rc;
}

struct together {
	struct span in;
	const struct lzma_encode *hows;
	struct lze_feed *feed;
	struct blob *outs;
	struct err *errs;
};

static void encode_fed(void *user, size_t i)
{
	const struct together *t = user;

	if (parse_fed(t->in, &t->hows[i], NULL, t->feed, i, &t->outs[i], &t->errs[i]) == ERR_OK)
		verify_parsed(t->in, &t->hows[i], &t->outs[i], &t->errs[i]);
}

/* Whether encodings can use the blocks of one search at the same time. */
static bool fits_together(struct span in, const struct lzma_encode *hows, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!lze_alike(&hows[i], &hows[0]) || hows[i].passes > 1 ||
			hows[i].effort.nice != hows[0].effort.nice || hows[i].effort.fast)
			return false;
	return count > 1 && threads_of(&hows[0]) > 1 && in.len >= LZE_THREAD_LEAST;
}

bool lze2_encode_together(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *errs)
{
	struct together t = {in, hows, NULL, outs, errs};
	struct lze_look look = lze_look_for(&hows[0]);
	struct err err;
	bool done;

	if (!fits_together(in, hows, count) ||
		lze_feed_open(in, &look, count, true, hows[0].kept, &t.feed, &err) != ERR_OK)
		return false;
	done = thread_together(count, encode_fed, &t);
	lze_feed_close(t.feed);
	return done;
}

enum err_code lze2_encode(struct span in, size_t from, const struct lzma_encode *how,
	struct blob *out, struct err *err)
{
	struct parts ps = {.in = in, .how = how};
	enum err_code rc;
	size_t i;

	if (!how->effort.fast)
		return encode_parsed(in, how, out, err);
	rc = split(&ps, from, err);
	if (rc == ERR_OK)
		rc = mutex_new(&ps.lock, err);
	if (rc == ERR_OK)
		rc = condvar_new(&ps.change, err);
	if (rc == ERR_OK)
		thread_for(ps.count, how->threads, work, &ps);
	for (i = 0; i < ps.count && rc == ERR_OK; i++) {
		rc = ps.part[i].err.code;
		if (rc != ERR_OK)
			*err = ps.part[i].err;
	}
	if (rc == ERR_OK)
		rc = join(&ps, out, err);
	free_parts(&ps);
	return rc;
}
