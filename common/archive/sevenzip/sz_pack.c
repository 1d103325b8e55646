/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/hash.h"
#include "biosbelt/thread.h"
#include "sevenzip/sz_private.h"

/* Describes the output of lzma1_encode or lzma2_encode. */
static void lzma_coder(struct sz_coder *c, const struct lzma_prop *p, bool lzma2)
{
	*c = (struct sz_coder){.id = lzma2 ? SZ_M_LZMA2 : SZ_M_LZMA, .ins = 1};
	if (lzma2) {
		c->props_len = 1;
		c->props[0] = lzma2_dict_byte(p->dict);
	} else {
		c->props_len = 5;
		c->props[0] = lzma_prop_byte(p);
		put_u32le(c->props + 1, p->dict);
	}
}

/* Encodes the same bytes in several ways, all by LZMA1 or all by LZMA2. */
static enum err_code encode(struct span in, const struct sz_method *ways, size_t count,
	struct blob *outs, struct err *err)
{
	struct lzma_encode hows[LZMA_MANY];
	size_t i;

	for (i = 0; i < count; i++)
		hows[i] = ways[i].how;
	return ways[0].lzma2 ? lzma2_encode_many(in, hows, count, outs, err)
			     : lzma1_encode_many(in, hows, count, outs, err);
}

static const uint32_t filter_ids[BRANCH_DELTA] = {
	[BRANCH_X86] = SZ_M_X86,
	[BRANCH_ARM] = SZ_M_ARM,
	[BRANCH_ARMT] = SZ_M_ARMT,
	[BRANCH_ARM64] = SZ_M_ARM64,
	[BRANCH_PPC] = SZ_M_PPC,
	[BRANCH_SPARC] = SZ_M_SPARC,
	[BRANCH_IA64] = SZ_M_IA64,
	[BRANCH_RISCV] = SZ_M_RISCV,
};

static struct sz_coder filter_coder(enum branch_kind kind)
{
	unsigned distance = branch_delta(kind);

	if (distance == 0)
		return (struct sz_coder){.id = filter_ids[kind], .ins = 1};
	return (struct sz_coder){
		.id = SZ_M_DELTA, .ins = 1, .props_len = 1, .props = {(uint8_t)(distance - 1)}};
}

/*
 * [LZMA, filter] with the filter's input bound to LZMA's output: the order that 7-Zip writes.
 * libarchive and py7zr do not open the mirrored one.
 */
void sz_plain_shape(struct sz_block *b, const struct sz_method *m, uint64_t len, uint64_t packed)
{
	b->coders = b->ins = 1;
	b->packs = 1;
	lzma_coder(&b->coder[0], &m->how.prop, m->lzma2);
	b->unpack[0] = b->unpack[1] = len;
	b->pack_size[0] = packed;
	if (m->filter == BRANCH_NONE)
		return;
	b->coders = b->ins = 2;
	b->binds = 1;
	b->bind[0].in = 1;
	b->last = 1;
	b->coder[1] = filter_coder(m->filter);
}

/* Whether decoding gave the original: compares a copy, or else the sum of data that was restored in
 * place. */
static bool undone(struct span data, struct blob copy, uint32_t sum)
{
	if (copy.ptr != NULL)
		return span_equal(data, blob_span(copy));
	return crc32_update(0, data) == sum;
}

static enum err_code pack_plain(struct span data, const struct sz_method *ways, size_t count,
	struct sz_packed **ps, struct err *err)
{
	enum branch_kind filter = ways[0].filter;
	bool verify = ways[0].how.verify && filter != BRANCH_NONE;
	struct blob copy = {NULL, 0}, outs[LZMA_MANY];
	uint8_t *own = ways[0].own;
	uint32_t sum = verify && own != NULL ? crc32_update(0, data) : 0;
	enum err_code rc = ERR_OK;
	size_t i;

	if (filter != BRANCH_NONE && own == NULL) {
		rc = blob_copy(data, &copy, err);
		if (rc != ERR_OK)
			return rc;
		own = copy.ptr;
	}
	if (filter != BRANCH_NONE)
		branch_all(filter, true, own, data.len);
	rc = encode(copy.ptr != NULL ? blob_span(copy) : data, ways, count, outs, err);
	if (filter != BRANCH_NONE)
		branch_all(filter, false, own, data.len);
	for (i = 0; i < count && rc == ERR_OK; i++) {
		ps[i]->stream[0] = outs[i];
		sz_plain_shape(&ps[i]->block, &ways[i], data.len, outs[i].len);
	}
	if (rc == ERR_OK && verify && !undone(data, copy, sum))
		rc = err_set(err, ERR_IO, "verification failed: the filter is not undone");
	blob_free(&copy);
	return rc;
}

struct bcj2_job {
	const struct sz_method *ways;
	size_t count;
	struct blob raw[BCJ2_STREAMS];
	struct blob made[BCJ2_STREAMS]; /* all except the main stream's */
	struct blob mains[LZMA_MANY];
	struct err err[BCJ2_STREAMS];
	struct sz_method way[BCJ2_STREAMS];
};

static void bcj2_encode_one(void *user, size_t i)
{
	struct bcj2_job *job = user;

	if (i == BCJ2_MAIN)
		encode(blob_span(job->raw[i]), job->ways, job->count, job->mains, &job->err[i]);
	else
		encode(blob_span(job->raw[i]), &job->way[i], 1, &job->made[i], &job->err[i]);
}

/* Targets are 4-byte big-endian numbers: lp2 and no literal context, as in 7-Zip. */
static void target_way(struct sz_method *way, size_t len)
{
	way->lzma2 = false;
	way->how.liblzma = false;
	way->how.prop = (struct lzma_prop){0, 2, 2, lzma_dict_for(len)};
	way->how.watch = NULL;
	way->how.kept = NULL;
	way->how.longest = NULL;
	way->how.once = NULL;
	way->how.enough = way->how.near = 0;
	way->how.max = 0;
}

/* 7-Zip's order: jump, call, main, then BCJ2; packed streams: main, bits, call, jump. */
static void bcj2_shape(struct sz_packed *p, const struct bcj2_job *job,
	const struct sz_method *main_way, size_t len)
{
	struct sz_block *b = &p->block;

	b->coders = 4;
	b->ins = 7;
	b->binds = 3;
	b->packs = 4;
	b->last = 3;
	lzma_coder(&b->coder[0], &job->way[BCJ2_JUMP].how.prop, false);
	lzma_coder(&b->coder[1], &job->way[BCJ2_CALL].how.prop, false);
	lzma_coder(&b->coder[2], &main_way->how.prop, main_way->lzma2);
	b->coder[3] = (struct sz_coder){.id = SZ_M_BCJ2, .ins = 4};
	b->unpack[0] = job->raw[BCJ2_JUMP].len;
	b->unpack[1] = job->raw[BCJ2_CALL].len;
	b->unpack[2] = job->raw[BCJ2_MAIN].len;
	b->unpack[3] = len;
	b->bind[0].in = 3 + BCJ2_JUMP;
	b->bind[1].in = 3 + BCJ2_CALL;
	b->bind[1].out = 1;
	b->bind[2].in = 3 + BCJ2_MAIN;
	b->bind[2].out = 2;
	b->packed_in[0] = 2;
	b->packed_in[1] = 3 + BCJ2_BITS;
	b->packed_in[2] = 1;
	b->packed_in[3] = 0;
}

/* Checks that the four streams decode to the data. */
static enum err_code check_bcj2(
	struct span data, const struct blob raw[BCJ2_STREAMS], struct err *err)
{
	struct reader *from[BCJ2_STREAMS] = {NULL}, *r;
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < BCJ2_STREAMS && rc == ERR_OK; i++)
		rc = reader_span(blob_span(raw[i]), &from[i], err);
	if (rc == ERR_OK)
		rc = bcj2_reader(from, data.len, &r, err);
	if (rc != ERR_OK) {
		for (i = 0; i < BCJ2_STREAMS; i++)
			reader_close(from[i]);
		return rc;
	}
	rc = reader_compare(r, data, err);
	reader_close(r);
	return rc;
}

/* The small streams are the same for all ways; each block gets its own copy. */
static enum err_code bcj2_block(
	struct sz_packed *p, struct bcj2_job *job, size_t which, size_t len, struct err *err)
{
	static const uint8_t order[BCJ2_STREAMS] = {BCJ2_MAIN, BCJ2_BITS, BCJ2_CALL, BCJ2_JUMP};
	enum err_code rc = ERR_OK;
	size_t i;

	bcj2_shape(p, job, &job->ways[which], len);
	p->stream[0] = job->mains[which];
	job->mains[which] = (struct blob){NULL, 0};
	for (i = 1; i < BCJ2_STREAMS && rc == ERR_OK; i++)
		rc = blob_copy(blob_span(job->made[order[i]]), &p->stream[i], err);
	for (i = 0; i < BCJ2_STREAMS; i++)
		p->block.pack_size[i] = p->stream[i].len;
	return rc;
}

static enum err_code pack_bcj2(struct span data, const struct sz_method *ways, size_t count,
	struct sz_packed **ps, struct err *err)
{
	struct bcj2_job job = {.ways = ways, .count = count};
	enum err_code rc = bcj2_encode(data, BCJ2_LIMIT, true, job.raw, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	job.way[BCJ2_CALL] = job.way[BCJ2_JUMP] = ways[0];
	target_way(&job.way[BCJ2_CALL], job.raw[BCJ2_CALL].len);
	target_way(&job.way[BCJ2_JUMP], job.raw[BCJ2_JUMP].len);
	thread_for(BCJ2_BITS, ways[0].how.threads, bcj2_encode_one, &job);
	if (ways[0].how.verify)
		rc = check_bcj2(data, job.raw, err);
	job.made[BCJ2_BITS] = job.raw[BCJ2_BITS];
	for (i = 0; i < BCJ2_BITS; i++) {
		if (job.err[i].code != ERR_OK && rc == ERR_OK) {
			*err = job.err[i];
			rc = err->code;
		}
	}
	for (i = 0; i < count && rc == ERR_OK; i++)
		rc = bcj2_block(ps[i], &job, i, data.len, err);
	for (i = 0; i < count; i++)
		blob_free(&job.mains[i]);
	for (i = 0; i < BCJ2_STREAMS; i++) {
		blob_free(&job.made[i]);
		if (i != BCJ2_BITS)
			blob_free(&job.raw[i]);
	}
	return rc;
}

enum err_code sz_pack_many(struct span data, const struct sz_method *ways, size_t count,
	struct sz_packed **outs, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < count; i++) {
		outs[i] = calloc(1, sizeof(*outs[i]));
		if (outs[i] == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	if (rc == ERR_OK)
		rc = ways[0].bcj2 ? pack_bcj2(data, ways, count, outs, err)
				  : pack_plain(data, ways, count, outs, err);
	for (i = 0; i < count && rc != ERR_OK; i++)
		sz_packed_free(outs[i]);
	return rc;
}

enum err_code sz_pack(
	struct span data, const struct sz_method *m, struct sz_packed **out, struct err *err)
{
	return sz_pack_many(data, m, 1, out, err);
}

static struct sz_block stored_shape(uint64_t len)
{
	return (struct sz_block){.coders = 1,
		.ins = 1,
		.packs = 1,
		.coder = {{.id = SZ_M_COPY, .ins = 1}},
		.unpack = {len},
		.pack_size = {len}};
}

/* The packed streams, and what describes them in the archive's header. */
static uint64_t len_in_archive(const struct sz_block *b)
{
	uint64_t sum = 0;
	struct buf text;
	unsigned i;

	buf_init(&text, 0);
	sz_put_block(&text, b);
	for (i = 0; i < b->coders; i++)
		sz_put_number(&text, b->unpack[i]);
	for (i = 0; i < b->packs; i++) {
		sz_put_number(&text, b->pack_size[i]);
		sum += b->pack_size[i];
	}
	sum += text.len;
	buf_free(&text);
	return sum;
}

uint64_t sz_stored_len(uint64_t len)
{
	struct sz_block b = stored_shape(len);

	return len_in_archive(&b);
}

enum err_code sz_store(struct span data, struct sz_packed **out, struct err *err)
{
	struct sz_packed *p = calloc(1, sizeof(*p));
	enum err_code rc;

	if (p == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = blob_copy(data, &p->stream[0], err);
	if (rc != ERR_OK) {
		free(p);
		return rc;
	}
	p->block = stored_shape(data.len);
	*out = p;
	return ERR_OK;
}

uint64_t sz_packed_len(const struct sz_packed *p)
{
	return len_in_archive(&p->block);
}

enum err_code sz_packed_reader(const struct sz_packed *p, struct reader **out, struct err *err)
{
	struct span streams[4];
	size_t i;

	for (i = 0; i < 4; i++)
		streams[i] = blob_span(p->stream[i]);
	return sz_block_open(streams, &p->block, UINT64_MAX, NULL, out, err);
}

void sz_packed_free(struct sz_packed *p)
{
	size_t i;

	if (p == NULL)
		return;
	for (i = 0; i < 4; i++)
		blob_free(&p->stream[i]);
	free(p);
}
