/* SPDX-License-Identifier: MIT */
/*
 * LZMA2: chunks of LZMA, or of bytes as they are where LZMA gains nothing (.xz file format 1.1.0,
 * section 5.3.1; xz, doc/; 7-Zip, DOC/Methods.txt). The input is encoded in parts at the same time;
 * each knows all the bytes before it, so little is lost.
 */
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "lze.h"
#include "lze_private.h"
#include "lzma_private.h"

#define CHUNK_IN   ((size_t)2 << 20)
#define CHUNK_OUT  ((size_t)64 << 10)
#define CHUNK_HEAD 6 /* control, two sizes less one, properties */
/* What one more step and the end of the range coder may add. */
#define STEP_IN    LZE_LEN_MOST
#define STEP_OUT   32

/* Control bytes. */
#define RAW_RESET  0x01 /* forgets the dictionary */
#define RAW        0x02
#define LZMA_KEEP  0x80 /* and bits 16 to 20 of the size less one */
#define LZMA_STATE 0xA0
#define LZMA_PROPS 0xC0
#define LZMA_ALL   0xE0 /* forgets the dictionary, too */

struct chunks {
	struct lze_coder *c;
	const struct lzma_prop *prop;
	struct buf out;
	size_t from, head; /* of the chunk that is being made: in the input, in out */
	uint8_t control;   /* the next LZMA chunk's */
	bool first;        /* of the whole stream */
};

static void open_chunk(struct chunks *k)
{
	static const uint8_t nothing[CHUNK_HEAD];

	k->from = k->c->pos;
	k->head = k->out.len;
	buf_add(&k->out, nothing, k->control >= LZMA_PROPS ? CHUNK_HEAD : CHUNK_HEAD - 1);
	lze_coder_start(k->c, &k->out);
}

static size_t body_at(const struct chunks *k)
{
	return k->head + (k->control >= LZMA_PROPS ? CHUNK_HEAD : CHUNK_HEAD - 1);
}

/* The chunk's bytes as they are instead; then the models begin anew. */
static void store(struct chunks *k, size_t len)
{
	size_t at = k->from;

	k->out.len = k->head;
	while (len != 0) {
		size_t n = len < CHUNK_OUT ? len : CHUNK_OUT;

		buf_add_u8(&k->out, k->first ? RAW_RESET : RAW);
		buf_add_u8(&k->out, (uint8_t)((n - 1) >> 8));
		buf_add_u8(&k->out, (uint8_t)(n - 1));
		buf_add(&k->out, k->c->in.ptr + at, n);
		k->first = false;
		at += n;
		len -= n;
	}
	lze_coder_reset(k->c);
	if (k->control < LZMA_STATE)
		k->control = LZMA_STATE;
	else if (k->control == LZMA_ALL)
		k->control = LZMA_PROPS;
}

static void close_chunk(struct chunks *k)
{
	size_t in = k->c->pos - k->from, out;
	uint8_t *p;

	lze_code_end(k->c, false);
	if (k->out.failed != ERR_OK)
		return;
	out = k->out.len - body_at(k);
	if (out >= in) {
		store(k, in);
		return;
	}
	p = k->out.ptr + k->head;
	p[0] = (uint8_t)(k->control | (in - 1) >> 16);
	p[1] = (uint8_t)((in - 1) >> 8);
	p[2] = (uint8_t)(in - 1);
	p[3] = (uint8_t)((out - 1) >> 8);
	p[4] = (uint8_t)(out - 1);
	if (k->control >= LZMA_PROPS)
		p[5] = lzma_prop_byte(k->prop);
	k->control = LZMA_KEEP;
	k->first = false;
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

/* One part: in[from, to). */
struct part {
	size_t from, to;
	struct blob out;
	struct err err;
};

struct parts {
	struct span in;
	const struct lzma_encode *how;
	struct part *part;
	size_t count;
};

static enum err_code check_part(const struct parts *ps, const struct part *p, struct err *err)
{
	struct reader *bytes;
	struct span done_to;

	if (!span_slice(ps->in, 0, p->to, &done_to))
		return err_set(err, ERR_USAGE, "part outside the input");
	if (reader_span(blob_span(p->out), &bytes, err) != ERR_OK)
		return err->code;
	return lzma2_verify(done_to, p->from, ps->how->prop.dict, bytes, err);
}

static enum err_code encode_part(
	const struct parts *ps, struct part *p, struct lze_coder *c, struct err *err)
{
	const struct lzma_encode *how = ps->how;
	struct lze_look look = {how->prop.dict, how->effort.nice, how->effort.depth, true};
	struct chunks k = {.c = c, .prop = &how->prop, .first = p->from == 0};
	struct span done_to;
	struct lze_fast *f;

	if (!span_slice(ps->in, 0, p->to, &done_to))
		return err_set(err, ERR_USAGE, "part outside the input");
	f = lze_fast_new(done_to, p->from, &look);
	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&k.out, how->max);
	k.control = k.first ? LZMA_ALL : LZMA_PROPS;
	lze_coder_init(c, done_to, &how->prop, &k.out);
	c->pos = p->from;
	make_chunks(&k, f, p->to, how->watch);
	lze_fast_free(f);
	buf_add_u8(&k.out, 0); /* the end */
	return buf_finish(&k.out, &p->out, err);
}

static void run_part(void *user, size_t i)
{
	struct parts *ps = user;
	struct part *p = &ps->part[i];
	struct lze_coder *c = malloc(sizeof(*c));

	if (c == NULL) {
		err_set(&p->err, ERR_NOMEM, "out of memory");
		return;
	}
	if (encode_part(ps, p, c, &p->err) == ERR_OK && ps->how->verify)
		check_part(ps, p, &p->err);
	free(c);
}

/* Work that a page makes: hardly any when it is filled with one byte. */
#define PAGE         ((size_t)4096)
#define WORK_FILLED  1u
#define WORK_OTHER   16u
#define PART_LEAST   ((size_t)64 << 10)
#define PART_WORK    ((uint64_t)(8u << 20) / PAGE * WORK_OTHER)
/* Percent of the work for the first of two: the second has to read the first as its dictionary. */
#define FIRST_OF_TWO 52u

/* Where the part that ends at a sum of work of `sum` is large enough. */
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
 * Two parts of equal time, more when the input is long: the number depends on the input only, so
 * that the bytes do. Cuts fall on pages: no reader can count positions otherwise.
 */
static enum err_code split(struct parts *ps, struct err *err)
{
	uint64_t total = 0, sum = 0;
	size_t off, count, i = 0;

	for (off = 0; off < ps->in.len; off += PAGE)
		total += page_work(ps->in, off);
	count = (size_t)(total / PART_WORK) + 2;
	if (total < 2 * PART_LEAST / PAGE * WORK_OTHER)
		count = 1;
	count = count % 2 != 0 && count != 1 ? count + 1 : count;
	ps->part = calloc(count, sizeof(*ps->part));
	if (ps->part == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (off = 0; off < ps->in.len && i + 1 < count; off += PAGE) {
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

static enum err_code join(struct parts *ps, struct blob *out, struct err *err)
{
	struct buf b;
	size_t i;

	buf_init(&b, ps->how->max);
	for (i = 0; i < ps->count; i++)
		buf_add(&b, ps->part[i].out.ptr, ps->part[i].out.len - (i + 1 < ps->count));
	return buf_finish(&b, out, err);
}

enum err_code lze2_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	struct parts ps = {.in = in, .how = how};
	enum err_code rc = split(&ps, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	thread_for(ps.count, how->threads, run_part, &ps);
	for (i = 0; i < ps.count && rc == ERR_OK; i++) {
		rc = ps.part[i].err.code;
		if (rc != ERR_OK)
			*err = ps.part[i].err;
	}
	if (rc == ERR_OK)
		rc = join(&ps, out, err);
	for (i = 0; i < ps.count; i++)
		blob_free(&ps.part[i].out);
	free(ps.part);
	return rc;
}
