/* SPDX-License-Identifier: MIT */
/* Makes the file of a network from a trainer's tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "biosbelt/hash.h"
#include "net/code.h"
#include "train/pack.h"

#define SIDE_PRESET 6

static void add_float(struct buf *b, float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	buf_add_u32le(b, bits);
}

/* In this file, `at` is a place in a trainer's table: ntuple_near of an entry. */
static float value_at(const struct trainer *t, unsigned stage, uint32_t at)
{
	return atomic_load_explicit(&t->value[stage][at], memory_order_relaxed);
}

/* 0: never learned; possibly an optimistic initial value. */
static float size_at(const struct trainer *t, unsigned stage, uint32_t at)
{
	return atomic_load_explicit(&t->trace[stage][at].size, memory_order_relaxed);
}

/*
 * The cost of omitting a weight: how often it is used, estimated by the sizes of its errors, times
 * the square of its difference from the value used instead.
 */
static bool is_kept(
	const struct trainer *t, unsigned stage, uint32_t at, float instead, float prune)
{
	float size = size_at(t, stage, at), off;

	if (size == 0.0f)
		return false;
	off = value_at(t, stage, at) - instead;
	return size * off * off >= prune * NET_PRUNE_UNIT;
}

/* The weight that a reader finds: an omitted one is that of the stage before. */
static float seen_weight(const struct trainer *t, unsigned stages, uint32_t at, float prune)
{
	float seen = 0;

	for (unsigned s = 0; s < stages; s++)
		if (is_kept(t, s, at, seen, prune))
			seen = value_at(t, s, at);
	return seen;
}

static enum err_code stage_step(const struct trainer *t, unsigned stage, float prune, float step,
	float *scale, struct err *err)
{
	float max = 0;

	for (uint32_t at = 0; at < t->shape.size; at++) {
		float v = fabsf(value_at(t, stage, at));

		if (!(v < NET_WEIGHT_MAX))
			return err_set(err, ERR_FORMAT,
				"stage %u has impossible weights, as after learning too fast",
				stage);
		if (v > max && is_kept(t, stage, at, seen_weight(t, stage, at, prune), prune))
			max = v;
	}
	*scale = max / 32766.0f > step ? max / 32766.0f : step;
	return ERR_OK;
}

/* 0 means omitted, so a weight that rounds to 0 where an earlier stage has another becomes 1 or
 * -1. */
static int16_t quantise(
	const struct trainer *t, unsigned stage, uint32_t at, float prune, float step)
{
	float seen = seen_weight(t, stage, at, prune), v = value_at(t, stage, at);
	int16_t q;

	if (!is_kept(t, stage, at, seen, prune))
		return 0;
	q = (int16_t)floorf(v / step + 0.5f);
	if (q != 0 || stage == 0 || fabsf(seen) < step * 0.5f)
		return q;
	return v < 0 ? -1 : 1;
}

struct parts {
	struct buf side;
	struct buf main;
	int16_t *weight; /* of one tuple */
};

static enum err_code add_tuple(struct parts *p, const struct trainer *t, unsigned stage,
	unsigned tuple, float prune, float step, uint32_t *kept, struct err *err)
{
	unsigned cells = ntuple_cells(&t->shape, tuple);
	uint32_t size = 1u << (4 * cells), base = t->shape.base[tuple];

	for (uint32_t i = 0; i < size; i++) {
		p->weight[i] = quantise(t, stage, ntuple_near(&t->shape, base + i), prune, step);
		*kept += p->weight[i] != 0;
	}
	return net_encode(p->weight, cells, &p->side, &p->main, err);
}

static enum err_code add_all(struct parts *p, const struct trainer *t, float prune, float step,
	float *scale, uint32_t *kept, struct err *err)
{
	for (unsigned s = 0; s < t->shape.stages; s++) {
		if (stage_step(t, s, prune, step, &scale[s], err) != ERR_OK)
			return err->code;
		kept[s] = 0;
		for (unsigned k = 0; k < t->shape.tuples; k++)
			if (add_tuple(p, t, s, k, prune, scale[s], &kept[s], err) != ERR_OK)
				return err->code;
	}
	return ERR_OK;
}

static enum err_code compress(struct span in, struct buf *out, struct err *err)
{
	size_t bound = lzma_stream_buffer_bound(in.len), at = 0;
	uint8_t *packed = malloc(bound);
	lzma_ret ret;

	if (packed == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	ret = lzma_easy_buffer_encode(
		SIDE_PRESET, LZMA_CHECK_NONE, NULL, in.ptr, in.len, packed, &at, bound);
	if (ret == LZMA_OK)
		buf_add(out, packed, at);
	free(packed);
	return ret == LZMA_OK ? ERR_OK : err_set(err, ERR_NOMEM, "liblzma: error %d", (int)ret);
}

static void add_head(struct buf *b, const struct ntuple_shape *shape, const float *scale,
	uint64_t moves, size_t packed_side, uint32_t crc)
{
	buf_str(b, NET_MAGIC);
	buf_add_u32le(b, NET_VERSION);
	buf_add_u32le(b, shape->tuples);
	buf_add_u32le(b, shape->stages);
	for (unsigned i = 0; i < shape->tuples; i++)
		buf_add_u64le(b, shape->mask[i]);
	for (unsigned s = 0; s < shape->stages; s++)
		buf_add_u32le(b, shape->stage_ranks[s]);
	for (unsigned s = 0; s < shape->stages; s++)
		add_float(b, scale[s]);
	buf_add_u64le(b, moves);
	buf_add_u32le(b, (uint32_t)packed_side);
	buf_add_u32le(b, crc);
	buf_add_u32le(b, crc32_update(0, span_of(b->ptr, b->len)));
}

enum err_code net_write(const struct ntuple_shape *shape, const float *scale, uint64_t moves,
	struct span side, struct span main, struct blob *out, struct err *err)
{
	struct buf packed, file;
	uint32_t crc;

	buf_init(&packed, UINT32_MAX);
	buf_init(&file, 0);
	if (compress(side, &packed, err) != ERR_OK) {
		buf_free(&packed);
		return err->code;
	}
	crc = crc32_update(0, span_of(packed.ptr, packed.len));
	crc = crc32_update(crc, main);
	add_head(&file, shape, scale, moves, packed.len, crc);
	buf_add(&file, packed.ptr, packed.len);
	buf_add(&file, main.ptr, main.len);
	if (packed.failed != ERR_OK)
		file.failed = packed.failed;
	buf_free(&packed);
	return buf_finish(&file, out, err);
}

enum err_code net_pack(const struct trainer *t, float prune, float step, struct blob *out,
	uint32_t kept[NTUPLE_STAGE_MAX], struct err *err)
{
	float scale[NTUPLE_STAGE_MAX];
	struct parts p;
	enum err_code rc;

	p.weight = malloc(((size_t)1 << (4 * NTUPLE_CELLS_MAX)) * sizeof(*p.weight));
	if (p.weight == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&p.side, 0);
	buf_init(&p.main, 0);
	rc = add_all(&p, t, prune, step, scale, kept, err);
	if (rc == ERR_OK)
		rc = net_write(&t->shape, scale, t->moves, span_of(p.side.ptr, p.side.len),
			span_of(p.main.ptr, p.main.len), out, err);
	buf_free(&p.side);
	buf_free(&p.main);
	free(p.weight);
	return rc;
}
