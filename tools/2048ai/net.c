/* SPDX-License-Identifier: MIT */
#include "net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "biosbelt/hash.h"

#define MAGIC        "BB2048NN"
#define DECODE_LIMIT (128u << 20) /* memory of the .xz decoder: preset 9 needs 65 MB */

static void add_float(struct buf *b, float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	buf_add_u32le(b, bits);
}

static float float_of(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

/* A weight in steps; 0 when learning hardly touched it. */
static int32_t quantise(
	const struct trainer *t, unsigned stage, uint32_t i, float prune, float step)
{
	float size = atomic_load_explicit(&t->trace[stage][i].size, memory_order_relaxed);
	float v = atomic_load_explicit(&t->value[stage][i], memory_order_relaxed);

	if (size < prune || size == 0.0f)
		return 0;
	return (int32_t)floorf(v / step + 0.5f);
}

static float stage_step(const struct trainer *t, unsigned stage, float prune, float step)
{
	float max = 0;

	for (uint32_t i = 0; i < t->shape.size; i++) {
		float v = atomic_load_explicit(&t->value[stage][i], memory_order_relaxed);

		if (atomic_load_explicit(&t->trace[stage][i].size, memory_order_relaxed) < prune)
			continue;
		v = fabsf(v);
		max = v > max ? v : max;
	}
	return max / 32766.0f > step ? max / 32766.0f : step;
}

static void add_plane(struct buf *b, const struct trainer *t, unsigned stage, float prune,
	float step, unsigned shift)
{
	for (uint32_t i = 0; i < t->shape.size; i++) {
		int32_t q = quantise(t, stage, i, prune, step);

		if (q != 0)
			buf_add_u8(b, (uint8_t)((uint32_t)q >> shift));
	}
}

static uint32_t add_stage(
	struct buf *b, const struct trainer *t, unsigned stage, float prune, float step)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < t->shape.size; i += 8) {
		unsigned bits = 0;

		for (uint32_t k = 0; k < 8; k++)
			bits |= (unsigned)(quantise(t, stage, i + k, prune, step) != 0) << k;
		buf_add_u8(b, (uint8_t)bits);
		kept += (uint32_t)__builtin_popcount(bits);
	}
	add_plane(b, t, stage, prune, step, 8);
	add_plane(b, t, stage, prune, step, 0);
	return kept;
}

static enum err_code compress(struct span body, unsigned preset, struct buf *out, struct err *err)
{
	size_t bound = lzma_stream_buffer_bound(body.len), at = 0;
	uint8_t *packed = malloc(bound);
	lzma_ret ret;

	if (packed == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	ret = lzma_easy_buffer_encode(
		preset, LZMA_CHECK_NONE, NULL, body.ptr, body.len, packed, &at, bound);
	if (ret == LZMA_OK)
		buf_add(out, packed, at);
	free(packed);
	return ret == LZMA_OK ? ERR_OK : err_set(err, ERR_NOMEM, "liblzma: error %d", (int)ret);
}

static void add_head(struct buf *b, const struct trainer *t, const float *scale,
	const uint32_t *kept, struct span body)
{
	buf_str(b, MAGIC);
	buf_add_u32le(b, NET_VERSION);
	buf_add_u32le(b, t->shape.tuples);
	buf_add_u32le(b, t->shape.stages);
	for (unsigned i = 0; i < t->shape.tuples; i++)
		buf_add_u64le(b, t->shape.mask[i]);
	for (unsigned s = 0; s < t->shape.stages; s++)
		buf_add_u32le(b, t->shape.stage_ranks[s]);
	for (unsigned s = 0; s < t->shape.stages; s++)
		add_float(b, scale[s]);
	for (unsigned s = 0; s < t->shape.stages; s++)
		buf_add_u32le(b, kept[s]);
	buf_add_u64le(b, t->moves);
	buf_add_u32le(b, crc32_update(0, body));
	buf_add_u32le(b, crc32_update(0, span_of(b->ptr, b->len)));
}

enum err_code net_pack(const struct trainer *t, float prune, float step, unsigned preset,
	struct blob *out, uint32_t kept[NTUPLE_STAGE_MAX], struct err *err)
{
	float scale[NTUPLE_STAGE_MAX];
	struct buf body, file;
	enum err_code rc;

	buf_init(&body, 0);
	buf_init(&file, 0);
	for (unsigned s = 0; s < t->shape.stages; s++) {
		scale[s] = stage_step(t, s, prune, step);
		kept[s] = add_stage(&body, t, s, prune, scale[s]);
	}
	if (body.failed != ERR_OK) {
		buf_free(&body);
		return err_set(err, body.failed, "out of memory");
	}
	add_head(&file, t, scale, kept, span_of(body.ptr, body.len));
	rc = compress(span_of(body.ptr, body.len), preset, &file, err);
	buf_free(&body);
	if (rc == ERR_OK)
		return buf_finish(&file, out, err);
	buf_free(&file);
	return rc;
}

struct head {
	uint32_t kept[NTUPLE_STAGE_MAX];
	uint32_t body_crc;
	size_t body_len; /* unpacked */
	size_t at;       /* where the .xz stream starts */
};

/* The text forms that ntuple_parse checks, from the file's masks. */
static enum err_code read_shape(struct cursor *c, uint32_t tuples, uint32_t stages,
	struct ntuple_shape *out, struct err *err)
{
	char text[NTUPLE_MAX * 20], stage_text[NTUPLE_STAGE_MAX * 64];
	size_t n = 0, m = 0;

	for (uint32_t t = 0; t < tuples; t++) {
		uint64_t mask = cursor_u64le(c);

		if (t > 0)
			text[n++] = ',';
		for (unsigned i = 0; i < 16; i++)
			if (((mask >> (4 * i)) & 15) == 15)
				text[n++] = "0123456789abcdef"[i];
	}
	text[n] = '\0';
	for (uint32_t s = 0; s < stages; s++) {
		uint32_t ranks = cursor_u32le(c);
		bool any = false;

		for (unsigned i = 1; s > 0 && i < 16; i++) {
			if (((ranks >> i) & 1) == 0)
				continue;
			if (any || s > 1)
				stage_text[m++] = any ? '+' : ',';
			if (i >= 10)
				stage_text[m++] = '1';
			stage_text[m++] = (char)('0' + i % 10);
			any = true;
		}
	}
	stage_text[m] = '\0';
	return ntuple_parse(text, stage_text, out, err);
}

static enum err_code read_head(struct span file, struct net *n, struct head *h, struct err *err)
{
	struct cursor c = {.in = file};
	struct span magic = cursor_take(&c, 8), before;
	uint32_t version = cursor_u32le(&c), tuples, stages;

	if (c.bad || !span_starts(magic, MAGIC, 8))
		return err_set(err, ERR_FORMAT, "not a network of 2048ai");
	if (version != NET_VERSION)
		return err_set(err, ERR_UNSUPPORTED, "network version %u is not known", version);
	tuples = cursor_u32le(&c);
	stages = cursor_u32le(&c);
	if (c.bad || tuples < 1 || tuples > NTUPLE_MAX || stages < 1 || stages > NTUPLE_STAGE_MAX)
		return err_set(err, ERR_FORMAT, "impossible network");
	if (read_shape(&c, tuples, stages, &n->shape, err) != ERR_OK)
		return err->code;
	for (uint32_t s = 0; s < stages; s++) {
		n->scale[s] = float_of(cursor_u32le(&c));
		if (!(n->scale[s] > 0.0f && n->scale[s] < 1e6f))
			return err_set(err, ERR_FORMAT, "impossible scale of stage %u", s);
	}
	h->body_len = (size_t)stages * n->shape.size / 8;
	for (uint32_t s = 0; s < stages; s++) {
		h->kept[s] = cursor_u32le(&c);
		if (h->kept[s] > n->shape.size)
			return err_set(err, ERR_FORMAT, "impossible number of weights");
		h->body_len += 2 * (size_t)h->kept[s];
	}
	n->trained = cursor_u64le(&c);
	h->body_crc = cursor_u32le(&c);
	if (c.bad || !span_slice(file, 0, c.pos, &before) ||
		crc32_update(0, before) != cursor_u32le(&c) || c.bad)
		return err_set(err, ERR_FORMAT, "damaged head");
	h->at = c.pos;
	if ((size_t)stages * n->shape.size > NET_BYTES_MAX / sizeof(int16_t))
		return err_set(err, ERR_LIMIT, "the network needs more than 512 MB");
	return ERR_OK;
}

static enum err_code unpack_stage(
	struct cursor *c, struct net *n, unsigned s, uint32_t kept, struct err *err)
{
	struct span map = cursor_take(c, n->shape.size / 8);
	struct span high = cursor_take(c, kept), low = cursor_take(c, kept);
	uint32_t at = 0;

	n->weight[s] = calloc(n->shape.size, sizeof(int16_t));
	if (n->weight[s] == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (size_t i = 0; i < map.len; i++) {
		for (unsigned bits = map.ptr[i]; bits != 0; bits &= bits - 1, at++) {
			unsigned k = (unsigned)__builtin_ctz(bits);

			if (at >= kept)
				return err_set(err, ERR_FORMAT, "more weights than announced");
			n->weight[s][8 * i + k] =
				(int16_t)((unsigned)high.ptr[at] << 8 | low.ptr[at]);
		}
	}
	return at == kept ? ERR_OK : err_set(err, ERR_FORMAT, "fewer weights than announced");
}

static enum err_code unpack(struct span file, const struct head *h, struct net *n, struct err *err)
{
	uint64_t limit = DECODE_LIMIT;
	size_t in = h->at, out = 0;
	struct blob body;
	struct cursor c;
	enum err_code rc = ERR_OK;
	lzma_ret ret;

	if (blob_alloc(h->body_len, &body, err) != ERR_OK)
		return err->code;
	ret = lzma_stream_buffer_decode(
		&limit, 0, NULL, file.ptr, &in, file.len, body.ptr, &out, body.len);
	if (ret != LZMA_OK || out != body.len || in != file.len ||
		crc32_update(0, blob_span(body)) != h->body_crc)
		rc = err_set(err, ERR_FORMAT, "damaged weights");
	c = (struct cursor){.in = blob_span(body)};
	for (unsigned s = 0; s < n->shape.stages && rc == ERR_OK; s++)
		rc = unpack_stage(&c, n, s, h->kept[s], err);
	blob_free(&body);
	return rc;
}

enum err_code net_read(struct span file, struct net *out, struct err *err)
{
	struct net n;
	struct head h;

	memset(&n, 0, sizeof(n));
	memset(&h, 0, sizeof(h));
	if (read_head(file, &n, &h, err) != ERR_OK)
		return err->code;
	if (unpack(file, &h, &n, err) != ERR_OK) {
		net_free(&n);
		return err->code;
	}
	*out = n;
	return ERR_OK;
}

void net_free(struct net *n)
{
	for (unsigned s = 0; s < NTUPLE_STAGE_MAX; s++)
		free(n->weight[s]);
	memset(n, 0, sizeof(*n));
}

float net_value(const struct net *n, uint64_t board)
{
	uint32_t index[NTUPLE_INDEX_MAX];
	const int16_t *weight;
	unsigned stage;
	int32_t sum = 0;

	if (ntuple_has_rank(board, 15))
		board = g2048_downgrade(board);
	stage = ntuple_stage(&n->shape, board);
	weight = n->weight[stage];
	n->shape.index(&n->shape, board, index);
	for (unsigned i = 0; i < n->shape.count; i++)
		sum += weight[index[i]];
	return (float)sum * n->scale[stage];
}
