/* SPDX-License-Identifier: MIT */
/* Reading the file of a network. */
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "biosbelt/hash.h"
#include "net/code.h"
#include "net/net.h"

#define DECODE_LIMIT (128u << 20) /* memory of the .xz decoder: preset 9 needs 65 MB */
#define FALL_PIECE   4096u        /* groups that one thread fills at a time */
#define FALL_STEP    16u
#define SCALE_MAX    1e6f
#define PARTS_MAX    (NTUPLE_MAX * NTUPLE_STAGE_MAX)

static float float_of(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

struct head {
	uint32_t version;
	uint32_t packed_side;
	uint32_t crc;
	size_t at; /* where the .xz stream starts */
};

static enum err_code read_shape(struct cursor *c, struct ntuple_shape *out, struct err *err)
{
	uint64_t mask[NTUPLE_MAX];
	uint32_t ranks[NTUPLE_STAGE_MAX], tuples = cursor_u32le(c), stages = cursor_u32le(c);

	if (c->bad || tuples < 1 || tuples > NTUPLE_MAX || stages < 1 || stages > NTUPLE_STAGE_MAX)
		return err_set(err, ERR_FORMAT, "impossible network");
	for (uint32_t i = 0; i < tuples; i++)
		mask[i] = cursor_u64le(c);
	for (uint32_t i = 0; i < stages; i++)
		ranks[i] = cursor_u32le(c);
	return ntuple_from_masks(mask, tuples, ranks, stages, out, err);
}

static enum err_code read_head(struct span file, struct net *n, struct head *h, struct err *err)
{
	struct cursor c = {.in = file};
	struct span magic = cursor_take(&c, 8), before;

	h->version = cursor_u32le(&c);
	if (c.bad || !span_starts(magic, NET_MAGIC, 8))
		return err_set(err, ERR_FORMAT, "not a network of 2048ai");
	if (h->version < NET_VERSION_MIN || h->version > NET_VERSION)
		return err_set(err, ERR_UNSUPPORTED, "network version %u is not known", h->version);
	if (read_shape(&c, &n->shape, err) != ERR_OK)
		return err->code;
	for (uint32_t s = 0; s < n->shape.stages; s++) {
		n->scale[s] = float_of(cursor_u32le(&c));
		/* so that the quotient of two is finite too */
		if (!(n->scale[s] > 1.0f / SCALE_MAX && n->scale[s] < SCALE_MAX))
			return err_set(err, ERR_FORMAT, "impossible scale of stage %u", s);
	}
	n->trained = cursor_u64le(&c);
	h->packed_side = cursor_u32le(&c);
	h->crc = cursor_u32le(&c);
	if (c.bad || !span_slice(file, 0, c.pos, &before) ||
		crc32_update(0, before) != cursor_u32le(&c) || c.bad)
		return err_set(err, ERR_FORMAT, "damaged head");
	h->at = c.pos;
	if ((uint64_t)n->shape.stages * n->shape.size > NET_ENTRIES_MAX)
		return err_set(err, ERR_LIMIT, "the network needs too much memory");
	return ERR_OK;
}

static enum err_code unpack_side(
	struct span packed, struct net *n, struct blob *side, struct err *err)
{
	uint64_t limit = DECODE_LIMIT;
	size_t in = 0, out = 0, len = 0;
	lzma_ret ret;

	for (unsigned t = 0; t < n->shape.tuples; t++)
		len += n->shape.stages * net_side_size(ntuple_cells(&n->shape, t));
	if (blob_alloc(len, side, err) != ERR_OK)
		return err->code;
	ret = lzma_stream_buffer_decode(
		&limit, 0, NULL, packed.ptr, &in, packed.len, side->ptr, &out, side->len);
	if (ret == LZMA_OK && out == side->len && in == packed.len)
		return ERR_OK;
	blob_free(side);
	return err_set(err, ERR_FORMAT, "damaged weights");
}

struct parts {
	struct net_stream list[PARTS_MAX]; /* largest first */
	size_t count;
	unsigned each;               /* parts unpacked by one job */
	enum err_code rc[PARTS_MAX]; /* of the jobs */
	struct err err[PARTS_MAX];
};

static void add_part(struct parts *p, const struct net_stream *a)
{
	size_t i = p->count++;

	for (; i > 0 && p->list[i - 1].main.len < a->main.len; i--)
		p->list[i] = p->list[i - 1];
	p->list[i] = *a;
}

/* Sets group[g] to 1 where the file has a block of it. */
static void mark_groups(const struct net_stream *a, uint32_t *group)
{
	size_t blocks = (size_t)1 << (4 * a->cells - 4);

	for (size_t b = 0; b < blocks && b / 8 < a->side.len; b += 8) {
		uint8_t map = a->side.ptr[b / 8];

		for (size_t i = b; map != 0; i++, map >>= 1)
			if ((map & 1) != 0 && i < blocks)
				group[(a->first + 16 * i) / NET_GROUP] = 1;
	}
}

static size_t group_count(const struct net *n)
{
	return (n->shape.size + NET_GROUP - 1) / NET_GROUP;
}

static enum err_code make_groups(struct net *n, struct err *err)
{
	size_t count = group_count(n), sum = n->shape.stages * count;
	uint32_t *all;

	if (sum == 0)
		return err_set(err, ERR_FORMAT, "impossible network");
	all = calloc(sum, sizeof(*all));
	if (all == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (unsigned s = 0; s < n->shape.stages; s++)
		n->group[s] = all + s * count;
	return ERR_OK;
}

/* Allocates the pool and assigns its places to the marked groups. */
static enum err_code place_groups(
	struct net *n, const struct net_host *host, bool falls, struct err *err)
{
	size_t count = group_count(n), used = 1;
	void *memory;

	for (unsigned s = 0; s < n->shape.stages; s++)
		for (size_t g = 0; g < count; g++) {
			/* groups of an earlier stage with another scale cannot be shared */
			if (falls && s > 0 && n->group[s - 1][g] != 0 &&
				n->scale[s - 1] != n->scale[s])
				n->group[s][g] = 1;
			if (n->group[s][g] != 0)
				n->group[s][g] = (uint32_t)(used++ * NET_GROUP);
		}
	if (used > NET_BYTES_MAX / NET_GROUP / sizeof(int16_t))
		return err_set(err, ERR_LIMIT, "the network needs too much memory");
	n->pool_len = used * NET_GROUP * sizeof(int16_t) + NET_PAD;
	if (host->alloc(n->pool_len, &memory, err) != ERR_OK)
		return err->code;
	n->pool = memory;
	return ERR_OK;
}

/* Lists the parts of all stages; parts of stages beyond n's are skipped. */
static enum err_code list_parts(struct parts *p, struct span side, struct span main,
	const struct net *n, unsigned stages, struct err *err)
{
	struct cursor c = {.in = side}, m = {.in = main};

	for (unsigned s = 0; s < stages; s++)
		for (unsigned t = 0; t < n->shape.tuples; t++) {
			struct net_stream a;
			uint64_t len;

			a.cells = ntuple_cells(&n->shape, t);
			a.side = cursor_take(&c, net_side_size(a.cells));
			len = net_main_size(a.side);
			if (c.bad || len > cursor_left(&m))
				return err_set(err, ERR_FORMAT, "weights cut short");
			a.main = cursor_take(&m, (size_t)len);
			if (s >= n->shape.stages)
				continue;
			a.to = NULL; /* set later */
			a.group = n->group[s];
			a.first = n->shape.base[t];
			mark_groups(&a, n->group[s]);
			add_part(p, &a);
		}
	if (cursor_left(&m) != 0)
		return err_set(err, ERR_FORMAT, "bytes after the weights");
	return ERR_OK;
}

static void unpack_some(void *user, size_t i)
{
	struct parts *p = user;
	size_t first = i * p->each, left = p->count - first;
	unsigned count = left < p->each ? (unsigned)left : p->each;

	p->rc[i] = net_decode(&p->list[first], count, &p->err[i]);
}

/* Drops the later stages that need more than `tiles`. */
static void keep_stages(struct net *n, uint32_t tiles)
{
	unsigned kept = 1;

	for (unsigned s = 1; s < n->shape.stages; s++)
		if (n->shape.stage_ranks[s] <= tiles) /* bit r: a tile of 1 << r */
			kept = s + 1;
	for (unsigned s = kept; s < n->shape.stages; s++)
		if (n->shape.stage_ranks[s] <= n->tiles)
			n->tiles = n->shape.stage_ranks[s] - 1;
	n->shape.stages = kept;
	ntuple_find_stages(&n->shape);
}

/* How many streams to unpack together, such that every thread has work. */
static unsigned streams_a_job(size_t count, const struct net_host *host)
{
	size_t threads = host->parallel != NULL && host->threads > 0 ? host->threads : 1;
	unsigned each = 1;

	while (each < NET_STREAMS && each * threads < count)
		each++;
	return each;
}

static enum err_code unpack(struct span side, struct span main, const struct net_host *host,
	struct net *n, bool falls, struct err *err)
{
	struct parts p = {.count = 0};
	unsigned stages = n->shape.stages;
	size_t jobs;

	n->tiles = UINT32_MAX;
	if (host->tiles > 0)
		keep_stages(n, host->tiles);
	if (make_groups(n, err) != ERR_OK || list_parts(&p, side, main, n, stages, err) != ERR_OK ||
		place_groups(n, host, falls, err) != ERR_OK)
		return err->code;
	for (size_t i = 0; i < p.count; i++)
		p.list[i].to = n->pool;
	p.each = streams_a_job(p.count, host);
	jobs = (p.count + p.each - 1) / p.each;
	if (host->parallel != NULL)
		host->parallel(jobs, host->threads, unpack_some, &p);
	else
		for (size_t i = 0; i < jobs; i++)
			unpack_some(&p, i);
	for (size_t i = 0; i < jobs; i++)
		if (p.rc[i] != ERR_OK) {
			*err = p.err[i];
			return err->code;
		}
	return ERR_OK;
}

struct fall {
	struct net *n;
	unsigned stage;
	size_t groups;
};

static inline int16_t scaled(int16_t before, float ratio)
{
	float v = (float)before * ratio + 0.5f;
	int32_t whole;

	v = v > INT16_MAX ? INT16_MAX : v;
	v = v < -INT16_MAX ? -INT16_MAX : v;
	whole = (int32_t)v; /* the cast rounds toward 0; floor is wanted */
	return (int16_t)(whole - ((float)whole > v));
}

/* Fills some entries that the file lacks. Written without branches, for vectors. */
static void fall_some(const int16_t *restrict before, int16_t *restrict weight, float ratio)
{
	int16_t any = 0;

	for (unsigned i = 0; i < FALL_STEP; i++)
		any = (int16_t)(any | before[i]);
	if (any == 0)
		return;
	for (unsigned i = 0; i < FALL_STEP; i++) {
		int16_t v = scaled(before[i], ratio);

		weight[i] = (int16_t)(weight[i] | (v & -(weight[i] == 0)));
	}
}

/* The same for a whole group of the same scale. A conditional store cannot be vectorized before
 * AVX-512. */
static void fall_as_is(const int16_t *restrict before, int16_t *restrict weight)
{
	for (unsigned i = 0; i < NET_GROUP; i++)
		weight[i] = (int16_t)(weight[i] | (before[i] & -(weight[i] == 0)));
}

/* One piece of a later stage's table: entries that the file lacks come from the previous stage. */
static void fall_back(void *user, size_t piece)
{
	const struct fall *f = user;
	const uint32_t *before = f->n->group[f->stage - 1];
	uint32_t *group = f->n->group[f->stage];
	float ratio = f->n->scale[f->stage - 1] / f->n->scale[f->stage];
	size_t first = piece * FALL_PIECE;
	size_t end = f->groups - first < FALL_PIECE ? f->groups : first + FALL_PIECE;

	for (size_t g = first; g < end; g++) {
		if (group[g] == 0)
			group[g] = before[g];
		else if (before[g] != 0 && ratio == 1.0f)
			fall_as_is(f->n->pool + before[g], f->n->pool + group[g]);
		else if (before[g] != 0)
			for (uint32_t i = 0; i < NET_GROUP; i += FALL_STEP)
				fall_some(f->n->pool + before[g] + i, f->n->pool + group[g] + i,
					ratio);
	}
}

static void join_stages(struct net *n, const struct net_host *host)
{
	struct fall f = {.n = n, .groups = group_count(n)};
	size_t pieces = (f.groups + FALL_PIECE - 1) / FALL_PIECE;

	for (f.stage = 1; f.stage < n->shape.stages; f.stage++) {
		if (host->parallel != NULL)
			host->parallel(pieces, host->threads, fall_back, &f);
		else
			for (size_t i = 0; i < pieces; i++)
				fall_back(&f, i);
	}
}

static enum err_code plain_alloc(size_t len, void **out, struct err *err)
{
	*out = calloc(1, len);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static void plain_release(void *ptr, size_t len)
{
	(void)len;
	free(ptr);
}

enum err_code net_read(
	struct span file, const struct net_host *host, struct net *out, struct err *err)
{
	static const struct net_host plain = {.alloc = plain_alloc, .release = plain_release};
	struct span rest, packed, main;
	struct blob side;
	struct net n;
	struct head h = {0, 0, 0, 0};
	enum err_code rc;

	memset(&n, 0, sizeof(n));
	if (read_head(file, &n, &h, err) != ERR_OK)
		return err->code;
	if (!span_from(file, h.at, &rest) || crc32_update(0, rest) != h.crc ||
		!span_slice(rest, 0, h.packed_side, &packed) ||
		!span_from(rest, h.packed_side, &main))
		return err_set(err, ERR_FORMAT, "damaged weights");
	if (unpack_side(packed, &n, &side, err) != ERR_OK)
		return err->code;
	host = host != NULL ? host : &plain;
	n.release = host->release;
	n.crc = h.crc;
	net_use_vectors(&n, true);
	rc = unpack(blob_span(side), main, host, &n, h.version >= 3, err);
	blob_free(&side);
	if (rc != ERR_OK) {
		net_free(&n);
		return rc;
	}
	if (h.version >= 3)
		join_stages(&n, host);
	*out = n;
	return ERR_OK;
}
