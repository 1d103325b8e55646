/* SPDX-License-Identifier: MIT */
#include "train/checkpoint.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/span.h"

#define MAGIC       "BB2048CK"
#define BLOCK       16u
#define BLOCK_BYTES (4u + BLOCK * 12u)
#define CHUNK       (1u << 20)
#define HEAD_MAX    4096u

struct writer {
	const struct train_sink *sink;
	struct buf out;
	uint32_t crc;
	enum err_code rc;
	struct err *err;
};

static void flush(struct writer *w)
{
	if (w->rc == ERR_OK && w->out.failed != ERR_OK)
		w->rc = err_set(w->err, w->out.failed, "out of memory");
	if (w->rc == ERR_OK && w->out.len > 0) {
		w->crc = crc32_update(w->crc, span_of(w->out.ptr, w->out.len));
		w->rc = w->sink->write(w->sink->user, w->out.ptr, w->out.len, w->err);
	}
	w->out.len = 0;
}

static void add_float(struct buf *b, float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	buf_add_u32le(b, bits);
}

static float get_float(const uint8_t *p)
{
	uint32_t bits =
		(uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static void write_head(struct writer *w, const struct trainer *t)
{
	struct buf head;
	const struct ntuple_shape *s = &t->shape;

	buf_init(&head, 0);
	buf_add_u32le(&head, s->tuples);
	buf_add_u32le(&head, s->stages);
	for (unsigned i = 0; i < s->tuples; i++)
		buf_add_u64le(&head, s->mask[i]);
	for (unsigned i = 0; i < s->stages; i++)
		buf_add_u32le(&head, s->stage_ranks[i]);
	buf_add_u64le(&head, t->set.seed);
	buf_add_u64le(&head, atomic_load(&t->next_game));
	buf_add_u64le(&head, t->moves);
	buf_add_u64le(&head, t->games);
	add_float(&head, t->set.alpha);
	add_float(&head, t->set.lambda);
	add_float(&head, t->set.init);
	buf_add_u32le(&head, t->set.steps);
	buf_add_u32le(&head, t->set.carousel);
	buf_add_u32le(&head, TRAIN_POOL);
	buf_add_u32le(&head, t->set.starts);
	for (unsigned i = 0; i < t->set.starts; i++)
		buf_add_u32le(&head, t->set.start_ranks[i]);
	buf_str(&w->out, MAGIC);
	buf_add_u32le(&w->out, TRAIN_FILE_VERSION);
	buf_add_u32le(&w->out, (uint32_t)head.len);
	if (head.failed != ERR_OK)
		w->out.failed = head.failed;
	else
		buf_add(&w->out, head.ptr, head.len);
	buf_free(&head);
	flush(w);
}

/* Whether an entry of the block differs from its initial value. */
static bool block_used(const struct trainer *t, unsigned stage, uint32_t block)
{
	const struct train_trace *trace = t->trace[stage];
	const _Atomic float *value = t->value[stage];

	for (uint32_t i = block * BLOCK; i < (block + 1) * BLOCK; i++)
		if (atomic_load_explicit(&trace[i].size, memory_order_relaxed) != 0.0f ||
			atomic_load_explicit(&value[i], memory_order_relaxed) != 0.0f)
			return true;
	return false;
}

static void write_block(struct writer *w, const struct trainer *t, unsigned stage, uint32_t block)
{
	buf_add_u32le(&w->out, block);
	for (uint32_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
		add_float(&w->out, atomic_load_explicit(&t->value[stage][i], memory_order_relaxed));
		add_float(&w->out,
			atomic_load_explicit(&t->trace[stage][i].sum, memory_order_relaxed));
		add_float(&w->out,
			atomic_load_explicit(&t->trace[stage][i].size, memory_order_relaxed));
	}
	if (w->out.len >= CHUNK)
		flush(w);
}

static void write_pool(struct writer *w, struct train_pool *pool)
{
	uint32_t count = atomic_load(&pool->count);

	buf_add_u32le(&w->out, count);
	for (uint32_t i = 0; i < count && i < TRAIN_POOL; i++)
		buf_add_u64le(&w->out, atomic_load(&pool->board[i]));
}

static void write_stage(struct writer *w, const struct trainer *t, unsigned stage)
{
	uint32_t blocks = t->shape.size / BLOCK, used = 0;

	for (uint32_t b = 0; b < blocks; b++)
		used += block_used(t, stage, b);
	buf_add_u32le(&w->out, used);
	write_pool(w, t->pool[stage]);
	for (uint32_t b = 0; b < blocks && w->rc == ERR_OK; b++)
		if (block_used(t, stage, b))
			write_block(w, t, stage, b);
	flush(w);
}

enum err_code train_file_write(
	const struct trainer *t, const struct train_sink *sink, struct err *err)
{
	struct writer w = {.sink = sink, .err = err, .rc = ERR_OK, .crc = 0};
	uint8_t crc[4];

	buf_init(&w.out, 0);
	write_head(&w, t);
	for (unsigned s = 0; s < t->shape.stages; s++)
		write_stage(&w, t, s);
	for (unsigned i = 0; i < t->set.starts; i++)
		write_pool(&w, t->pool[t->shape.stages + i]);
	flush(&w);
	buf_free(&w.out);
	if (w.rc != ERR_OK)
		return w.rc;
	put_u32le(crc, w.crc);
	return sink->write(sink->user, crc, sizeof(crc), err);
}

/* Reads exactly len bytes, and adds them to the checksum. */
static enum err_code take(struct train_reader *r, void *ptr, size_t len, struct err *err)
{
	size_t got = 0;

	if (r->source.read(r->source.user, ptr, len, &got, err) != ERR_OK)
		return err->code;
	if (got != len)
		return err_set(err, ERR_FORMAT, "checkpoint cut short");
	r->crc = crc32_update(r->crc, span_of(ptr, len));
	return ERR_OK;
}

static float cursor_float(struct cursor *c)
{
	uint8_t raw[4];

	put_u32le(raw, cursor_u32le(c));
	return get_float(raw);
}

static enum err_code head_shape(struct cursor *c, uint32_t tuples, uint32_t stages,
	struct ntuple_shape *out, struct err *err)
{
	uint64_t mask[NTUPLE_MAX];
	uint32_t ranks[NTUPLE_STAGE_MAX];

	for (uint32_t i = 0; i < tuples; i++)
		mask[i] = cursor_u64le(c);
	for (uint32_t i = 0; i < stages; i++)
		ranks[i] = cursor_u32le(c);
	if (c->bad)
		return err_set(err, ERR_FORMAT, "checkpoint header cut short");
	return ntuple_from_masks(mask, tuples, ranks, stages, out, err);
}

static enum err_code head_starts(struct cursor *c, struct train_reader *r, struct err *err)
{
	if (r->version < 2)
		return ERR_OK;
	r->set.starts = cursor_u32le(c);
	if (c->bad || r->set.starts > TRAIN_STARTS_MAX)
		return err_set(err, ERR_FORMAT, "checkpoint header: impossible starts");
	for (unsigned i = 0; i < r->set.starts; i++) {
		r->set.start_ranks[i] = cursor_u32le(c);
		if (c->bad || !ntuple_ranks_ok(r->set.start_ranks[i]))
			return err_set(err, ERR_FORMAT, "checkpoint header: impossible starts");
	}
	return ERR_OK;
}

static enum err_code parse_head(struct span head, struct train_reader *r, struct err *err)
{
	struct cursor c = {.in = head};
	uint32_t tuples = cursor_u32le(&c), stages = cursor_u32le(&c), pool;

	if (c.bad || tuples < 1 || tuples > NTUPLE_MAX || stages < 1 || stages > NTUPLE_STAGE_MAX)
		return err_set(err, ERR_FORMAT, "checkpoint header: impossible network");
	if (head_shape(&c, tuples, stages, &r->shape, err) != ERR_OK)
		return err->code;
	r->set.seed = cursor_u64le(&c);
	r->next_game = cursor_u64le(&c);
	r->moves = cursor_u64le(&c);
	r->games = cursor_u64le(&c);
	r->set.alpha = cursor_float(&c);
	r->set.lambda = cursor_float(&c);
	r->set.init = cursor_float(&c);
	r->set.steps = cursor_u32le(&c);
	r->set.carousel = cursor_u32le(&c);
	pool = cursor_u32le(&c);
	if (c.bad || pool != TRAIN_POOL || r->set.steps < 1 || r->set.steps > TRAIN_STEPS ||
		r->set.carousel > 100)
		return err_set(err, ERR_FORMAT, "checkpoint header: impossible settings");
	return head_starts(&c, r, err);
}

enum err_code train_file_read_head(
	const struct train_source *source, struct train_reader *out, struct err *err)
{
	struct train_reader r;
	uint8_t fixed[16], head[HEAD_MAX];
	struct cursor c = {.in = span_of(fixed, sizeof(fixed))};
	uint32_t len;

	memset(&r, 0, sizeof(r));
	r.source = *source;
	if (take(&r, fixed, sizeof(fixed), err) != ERR_OK)
		return err->code;
	if (!span_starts(c.in, MAGIC, 8))
		return err_set(err, ERR_FORMAT, "not a training checkpoint");
	cursor_skip(&c, 8);
	r.version = cursor_u32le(&c);
	len = cursor_u32le(&c);
	if (r.version < 1 || r.version > TRAIN_FILE_VERSION)
		return err_set(
			err, ERR_UNSUPPORTED, "checkpoint version %u is not known", r.version);
	if (len > HEAD_MAX)
		return err_set(err, ERR_FORMAT, "checkpoint header of %u bytes", len);
	if (take(&r, head, len, err) != ERR_OK || parse_head(span_of(head, len), &r, err) != ERR_OK)
		return err->code;
	*out = r;
	return ERR_OK;
}

static enum err_code read_u32(struct train_reader *r, uint32_t *out, struct err *err)
{
	uint8_t raw[4];
	struct cursor c = {.in = span_of(raw, sizeof(raw))};

	if (take(r, raw, sizeof(raw), err) != ERR_OK)
		return err->code;
	*out = cursor_u32le(&c);
	return ERR_OK;
}

static enum err_code read_pool(struct train_reader *r, struct train_pool *pool, struct err *err)
{
	uint32_t count = 0, n;
	uint8_t raw[8];

	if (read_u32(r, &count, err) != ERR_OK)
		return err->code;
	n = count < TRAIN_POOL ? count : TRAIN_POOL;
	for (uint32_t i = 0; i < n; i++) {
		struct cursor c = {.in = span_of(raw, sizeof(raw))};

		if (take(r, raw, sizeof(raw), err) != ERR_OK)
			return err->code;
		atomic_store(&pool->board[i], cursor_u64le(&c));
	}
	atomic_store(&pool->count, count);
	return ERR_OK;
}

static void put_block(
	struct trainer *t, unsigned stage, const uint8_t *raw, uint32_t block, uint32_t version)
{
	for (uint32_t k = 0; k < BLOCK; k++) {
		const uint8_t *p = raw + 4 + 12 * k;
		uint32_t i = block * BLOCK + k;

		if (version < 3)
			i = ntuple_near(&t->shape, i);
		atomic_store_explicit(&t->value[stage][i], get_float(p), memory_order_relaxed);
		atomic_store_explicit(
			&t->trace[stage][i].sum, get_float(p + 4), memory_order_relaxed);
		atomic_store_explicit(
			&t->trace[stage][i].size, get_float(p + 8), memory_order_relaxed);
	}
}

static enum err_code read_blocks(
	struct train_reader *r, struct trainer *t, unsigned stage, uint32_t count, struct err *err)
{
	uint32_t group = CHUNK / BLOCK_BYTES;
	uint8_t *raw = malloc((size_t)group * BLOCK_BYTES);
	enum err_code rc = ERR_OK;

	if (raw == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (count > 0 && rc == ERR_OK) {
		uint32_t n = count < group ? count : group;

		rc = take(r, raw, (size_t)n * BLOCK_BYTES, err);
		for (uint32_t i = 0; i < n && rc == ERR_OK; i++) {
			const uint8_t *p = raw + (size_t)i * BLOCK_BYTES;
			struct cursor c = {.in = span_of(p, 4)};
			uint32_t block = cursor_u32le(&c);

			if (block >= t->shape.size / BLOCK)
				rc = err_set(err, ERR_FORMAT,
					"checkpoint: block %u is not in the table", block);
			else
				put_block(t, stage, p, block, r->version);
		}
		count -= n;
	}
	free(raw);
	return rc;
}

static enum err_code read_stage(
	struct train_reader *r, struct trainer *t, unsigned stage, struct err *err)
{
	uint32_t blocks = 0;

	if (read_u32(r, &blocks, err) != ERR_OK)
		return err->code;
	if (blocks > t->shape.size / BLOCK)
		return err_set(err, ERR_FORMAT, "checkpoint: %u blocks are too many", blocks);
	if (read_pool(r, t->pool[stage], err) != ERR_OK)
		return err->code;
	return read_blocks(r, t, stage, blocks, err);
}

enum err_code train_file_read_body(struct train_reader *r, struct trainer *t, struct err *err)
{
	uint8_t raw[4];
	struct cursor c = {.in = span_of(raw, sizeof(raw))};
	uint32_t crc;

	for (unsigned s = 0; s < t->shape.stages; s++)
		if (read_stage(r, t, s, err) != ERR_OK)
			return err->code;
	for (unsigned i = 0; i < r->set.starts; i++)
		if (read_pool(r, t->pool[t->shape.stages + i], err) != ERR_OK)
			return err->code;
	crc = r->crc;
	if (take(r, raw, sizeof(raw), err) != ERR_OK)
		return err->code;
	if (cursor_u32le(&c) != crc)
		return err_set(err, ERR_FORMAT, "checkpoint is damaged: wrong checksum");
	atomic_store(&t->next_game, r->next_game);
	t->moves = r->moves;
	t->games = r->games;
	return ERR_OK;
}
