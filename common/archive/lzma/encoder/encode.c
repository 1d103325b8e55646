/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "biosbelt/thread.h"
#include "lzma/encoder/lze.h"
#include "lzma/encoder/lze_private.h"
#include "lzma/lzma_private.h"

#define OUT_STEP  ((size_t)256 << 10)
#define FEED_STEP ((size_t)256 << 10) /* input between two reports of progress */

static const lzma_match_finder finders[] = {
	[LZMA_BT4] = LZMA_MF_BT4,
	[LZMA_BT3] = LZMA_MF_BT3,
	[LZMA_BT2] = LZMA_MF_BT2,
	[LZMA_HC4] = LZMA_MF_HC4,
	[LZMA_HC3] = LZMA_MF_HC3,
};

/* The encoder's dictionary: that of the header, but no longer than the input. */
static uint32_t encoder_dict(uint64_t len, uint32_t dict)
{
	uint64_t page = (len + LZMA_DICT_LEAST - 1) / LZMA_DICT_LEAST * LZMA_DICT_LEAST;

	if (page < LZMA_DICT_LEAST)
		page = LZMA_DICT_LEAST;
	return page < dict ? (uint32_t)page : dict;
}

static void fill_options(lzma_options_lzma *o, uint64_t len, const struct lzma_encode *how)
{
	const struct lzma_prop *p = &how->prop;
	const struct lzma_effort *e = &how->effort;

	memset(o, 0, sizeof(*o));
	o->dict_size = encoder_dict(len, p->dict);
	o->lc = p->lc;
	o->lp = p->lp;
	o->pb = p->pb;
	o->mode = e->fast ? LZMA_MODE_FAST : LZMA_MODE_NORMAL;
	o->nice_len = e->nice;
	o->mf = finders[e->finder];
	o->depth = e->depth;
}

/* A running encoder. */
struct run {
	lzma_stream strm;
	struct span in;
	size_t fed;
	struct buf out;
	uint8_t *step;
	const struct codec_watch *watch;
	const struct lzma_sink *sink; /* receives the output; NULL: out does */
	struct lzma_checker *checker; /* or NULL */
};

static enum err_code encode_error(lzma_ret ret, struct err *err)
{
	if (ret == LZMA_MEM_ERROR)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (ret == LZMA_OPTIONS_ERROR)
		return err_set(err, ERR_USAGE, "the encoder refuses these settings");
	return err_set(err, ERR_IO, "the encoder failed (%d)", (int)ret);
}

static void feed(struct run *r)
{
	size_t n = r->in.len - r->fed < FEED_STEP ? r->in.len - r->fed : FEED_STEP;
	struct span piece;

	if (!span_slice(r->in, r->fed, n, &piece))
		return;
	r->strm.next_in = piece.ptr;
	r->strm.avail_in = piece.len;
	r->fed += n;
	if (r->watch != NULL && n != 0)
		r->watch->on_bytes(r->watch->user, n);
}

static enum err_code give(struct run *r, size_t len, struct err *err)
{
	if (r->sink != NULL) {
		if (r->checker != NULL)
			lzma_checker_more(r->checker, span_of(r->step, len));
		return r->sink->write(r->sink->user, span_of(r->step, len), err);
	}
	buf_add(&r->out, r->step, len);
	if (r->out.failed == ERR_LIMIT)
		return err_set(err, ERR_LIMIT, "result longer than asked for");
	if (r->out.failed != ERR_OK)
		return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

static enum err_code run_encoder(struct run *r, struct err *err)
{
	lzma_ret ret = LZMA_OK;

	while (ret == LZMA_OK) {
		if (r->strm.avail_in == 0 && r->fed < r->in.len)
			feed(r);
		r->strm.next_out = r->step;
		r->strm.avail_out = OUT_STEP;
		ret = lzma_code(&r->strm, r->fed == r->in.len ? LZMA_FINISH : LZMA_RUN);
		if (give(r, OUT_STEP - r->strm.avail_out, err) != ERR_OK)
			return err->code;
	}
	return ret == LZMA_STREAM_END ? ERR_OK : encode_error(ret, err);
}

static enum err_code encode_stream(struct run *r, const struct lzma_encode *how, struct err *err)
{
	lzma_options_lzma o;
	lzma_filter chain[2] = {{LZMA_FILTER_LZMA1EXT, &o}, {LZMA_VLI_UNKNOWN, NULL}};
	enum err_code rc;
	lzma_ret ret;

	fill_options(&o, r->in.len, how);
	o.ext_flags = how->marker ? LZMA_LZMA1EXT_ALLOW_EOPM : 0;
	lzma_set_ext_size(o, how->marker ? UINT64_MAX : (uint64_t)r->in.len);
	r->watch = how->watch;
	r->step = malloc(OUT_STEP);
	if (r->step == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	ret = lzma_raw_encoder(&r->strm, chain);
	rc = ret == LZMA_OK ? run_encoder(r, err) : encode_error(ret, err);
	lzma_end(&r->strm);
	free(r->step);
	return rc;
}

static enum err_code encode_library(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	struct run r = {.strm = LZMA_STREAM_INIT, .in = in};
	enum err_code rc;

	buf_init(&r.out, how->max);
	rc = encode_stream(&r, how, err);
	if (rc == ERR_OK)
		return buf_finish(&r.out, out, err);
	buf_free(&r.out);
	return rc;
}

enum err_code lzma1_encode_to(struct span in, const struct lzma_encode *how,
	const struct lzma_sink *sink, struct err *err)
{
	struct run r = {.strm = LZMA_STREAM_INIT, .in = in, .sink = sink};
	enum err_code rc;

	if (!how->liblzma)
		return lze_encode_to(in, LZE_PART, how, sink, err);
	if (how->verify) {
		r.checker = lzma_checker_start(in, how, err);
		if (r.checker == NULL)
			return err->code;
	}
	rc = encode_stream(&r, how, err);
	return lzma_checker_end(r.checker, rc, err);
}

static bool by_us(struct span in, const struct lzma_encode *how)
{
	return !how->liblzma && lze_takes(in.len, how);
}

/* Consecutive encodings that share one search; or a single one. */
struct row {
	size_t first, count;
};

struct many {
	struct span in;
	struct lze_try *tries;
	struct row row[LZMA_MANY];
	size_t rows;
};

/* For the library's output; our own encoder verifies its output itself. */
static void verify(struct span in, struct lze_try *t)
{
	struct reader *bytes;

	if (reader_span(blob_span(t->out), &bytes, &t->err) == ERR_OK)
		lzma1_check(in, t->how, bytes, &t->err);
	if (t->err.code != ERR_OK)
		blob_free(&t->out);
}

static void encode_row(void *user, size_t i)
{
	struct many *m = user;
	struct lze_try *t = &m->tries[m->row[i].first];

	if (by_us(m->in, t->how)) {
		lze_encode(m->in, t->how->threads, t, m->row[i].count);
		return;
	}
	encode_library(m->in, t->how, &t->out, &t->err);
	if (t->err.code == ERR_OK && t->how->verify)
		verify(m->in, t);
}

static void make_rows(struct many *m, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		struct row *last = m->rows != 0 ? &m->row[m->rows - 1] : NULL;
		const struct lzma_encode *how = m->tries[i].how;

		if (last != NULL && by_us(m->in, how) && by_us(m->in, m->tries[last->first].how) &&
			lze_alike(how, m->tries[last->first].how))
			last->count++;
		else
			m->row[m->rows++] = (struct row){i, 1};
	}
}

/* Kept matches are written by one row at a time. */
static unsigned threads_for(const struct many *m)
{
	size_t i, keeping = 0;

	for (i = 0; i < m->rows; i++)
		keeping += m->tries[m->row[i].first].how->kept != NULL;
	return keeping > 1 ? 1 : m->tries[0].how->threads;
}

enum err_code lzma1_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *err)
{
	struct lze_try tries[LZMA_MANY] = {{NULL}};
	struct many m = {.in = in, .tries = tries};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < count; i++)
		tries[i].how = &hows[i];
	make_rows(&m, count);
	thread_for(m.rows, threads_for(&m), encode_row, &m);
	for (i = 0; i < count && rc == ERR_OK; i++) {
		rc = tries[i].err.code;
		if (rc != ERR_OK)
			*err = tries[i].err;
	}
	for (i = 0; i < count; i++) {
		if (rc == ERR_OK)
			outs[i] = tries[i].out;
		else
			blob_free(&tries[i].out);
	}
	return rc;
}

enum err_code lzma1_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	return lzma1_encode_many(in, how, 1, out, err);
}

enum err_code lzma2_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	if (!lze_takes(in.len, how))
		return err_set(err, ERR_USAGE, "the encoder refuses these settings");
	return lze2_encode(in, 0, how, out, err);
}

struct many2 {
	struct span in;
	const struct lzma_encode *hows;
	struct blob *outs;
	struct err err[LZMA_MANY];
	size_t from;
	unsigned threads; /* of each */
};

static void encode_one(void *user, size_t i)
{
	struct many2 *m = user;
	size_t at = m->from + i;
	struct lzma_encode how = m->hows[at];

	how.threads = m->threads;
	lzma2_encode(m->in, &how, &m->outs[at], &m->err[at]);
}

enum err_code lzma2_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *err)
{
	unsigned threads = hows[0].threads == 0 ? thread_cpu_count() : hows[0].threads;
	struct many2 m = {.in = in, .hows = hows, .outs = outs, .threads = threads};
	struct lze_look look = lze_look_for(&hows[0]);
	enum err_code rc = ERR_OK;
	size_t left, i;

	for (i = 0; i < count; i++)
		outs[i] = (struct blob){NULL, 0};
	if (!lze_feed_there(hows[0].kept, in.len, &look) && lze_takes(in.len, &hows[0]) &&
		lze2_encode_together(in, hows, count, outs, m.err))
		m.from = count;
	/* the first alone makes the matches that the others share */
	while (m.from < count && m.err[0].code == ERR_OK &&
		!lze_feed_there(hows[0].kept, in.len, &look)) {
		encode_one(&m, 0);
		m.from++;
	}
	left = m.err[0].code == ERR_OK ? count - m.from : 0;
	m.threads = left < threads && left > 0 ? threads / (unsigned)left : 1;
	thread_for(left, threads, encode_one, &m);
	for (i = 0; i < count && rc == ERR_OK; i++) {
		rc = m.err[i].code;
		if (rc != ERR_OK)
			*err = m.err[i];
	}
	for (i = 0; i < count && rc != ERR_OK; i++)
		blob_free(&outs[i]);
	return rc;
}

enum err_code lzma2_encode_piece(struct span in, size_t from, const struct lzma_encode *how,
	struct blob *out, struct err *err)
{
	struct span piece;

	if (!lze_takes(in.len, how) || from % LZMA2_PIECE != 0 || !span_from(in, from, &piece))
		return err_set(err, ERR_USAGE, "the encoder refuses these settings");
	if (!how->effort.fast)
		return lze2_encode(piece, 0, how, out, err);
	return lze2_encode(in, from, how, out, err);
}
