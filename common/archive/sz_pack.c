/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/thread.h"
#include "sz_private.h"

/* Fills a coder for what lzma1_encode or lzma2_encode made. */
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

static enum err_code encode(
	struct span in, const struct sz_method *m, struct blob *out, struct err *err)
{
	return m->lzma2 ? lzma2_encode(in, &m->how, out, err) : lzma1_encode(in, &m->how, out, err);
}

static const uint32_t filter_ids[BRANCH_COUNT] = {
	[BRANCH_X86] = SZ_M_X86,
	[BRANCH_ARM] = SZ_M_ARM,
	[BRANCH_ARMT] = SZ_M_ARMT,
	[BRANCH_ARM64] = SZ_M_ARM64,
};

/*
 * [LZMA, filter] with the filter's input bound to LZMA's output: the order that 7-Zip writes.
 * libarchive and py7zr do not open the mirrored one.
 */
static enum err_code pack_plain(
	struct span data, const struct sz_method *m, struct sz_packed *p, struct err *err)
{
	struct blob copy = {NULL, 0};
	enum err_code rc = ERR_OK;

	p->block.coders = p->block.ins = 1;
	p->block.packs = 1;
	lzma_coder(&p->block.coder[0], &m->how.prop, m->lzma2);
	p->block.unpack[0] = p->block.unpack[1] = data.len;
	if (m->filter != BRANCH_NONE) {
		p->block.coders = p->block.ins = 2;
		p->block.binds = 1;
		p->block.bind[0].in = 1;
		p->block.last = 1;
		p->block.coder[1] = (struct sz_coder){.id = filter_ids[m->filter], .ins = 1};
		if (m->own == NULL)
			rc = blob_copy(data, &copy, err);
		if (rc != ERR_OK)
			return rc;
		branch_all(m->filter, true, m->own != NULL ? m->own : copy.ptr, data.len);
	}
	rc = encode(copy.ptr != NULL ? blob_span(copy) : data, m, &p->stream[0], err);
	if (m->filter != BRANCH_NONE && m->own != NULL)
		branch_all(m->filter, false, m->own, data.len);
	blob_free(&copy);
	p->block.pack_size[0] = p->stream[0].len;
	return rc;
}

struct bcj2_job {
	struct blob raw[BCJ2_STREAMS];
	struct blob made[BCJ2_STREAMS];
	struct err err[BCJ2_STREAMS];
	struct sz_method way[BCJ2_STREAMS];
};

static void bcj2_encode_one(void *user, size_t i)
{
	struct bcj2_job *job = user;

	encode(blob_span(job->raw[i]), &job->way[i], &job->made[i], &job->err[i]);
}

/* Targets are 4-byte big-endian numbers: lp2 and no literal context, as 7-Zip has it. */
static void target_way(struct sz_method *way, size_t len)
{
	way->lzma2 = false;
	way->how.lzlib = false;
	way->how.prop = (struct lzma_prop){0, 2, 2, lzma_dict_for(len)};
	way->how.watch = NULL;
	way->how.max = 0;
}

/* 7-Zip's shape: jump, call, main, then BCJ2; packed are main, bits, call, jump. */
static void bcj2_shape(struct sz_packed *p, const struct bcj2_job *job, size_t len)
{
	struct sz_block *b = &p->block;

	b->coders = 4;
	b->ins = 7;
	b->binds = 3;
	b->packs = 4;
	b->last = 3;
	lzma_coder(&b->coder[0], &job->way[BCJ2_JUMP].how.prop, false);
	lzma_coder(&b->coder[1], &job->way[BCJ2_CALL].how.prop, false);
	lzma_coder(&b->coder[2], &job->way[BCJ2_MAIN].how.prop, job->way[BCJ2_MAIN].lzma2);
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

static enum err_code pack_bcj2(
	struct span data, const struct sz_method *m, struct sz_packed *p, struct err *err)
{
	static const uint8_t order[BCJ2_STREAMS] = {BCJ2_MAIN, BCJ2_BITS, BCJ2_CALL, BCJ2_JUMP};
	struct bcj2_job job = {.way = {*m, *m, *m, *m}};
	enum err_code rc = bcj2_encode(data, BCJ2_LIMIT, true, job.raw, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	target_way(&job.way[BCJ2_CALL], job.raw[BCJ2_CALL].len);
	target_way(&job.way[BCJ2_JUMP], job.raw[BCJ2_JUMP].len);
	thread_for(BCJ2_BITS, m->how.threads, bcj2_encode_one, &job);
	job.made[BCJ2_BITS] = job.raw[BCJ2_BITS];
	for (i = 0; i < BCJ2_BITS; i++) {
		if (job.err[i].code != ERR_OK && rc == ERR_OK) {
			*err = job.err[i];
			rc = err->code;
		}
	}
	bcj2_shape(p, &job, data.len);
	for (i = 0; i < BCJ2_STREAMS; i++) {
		p->stream[i] = job.made[order[i]];
		p->block.pack_size[i] = p->stream[i].len;
	}
	for (i = 0; i < BCJ2_BITS; i++)
		blob_free(&job.raw[i]);
	return rc;
}

enum err_code sz_pack(
	struct span data, const struct sz_method *m, struct sz_packed **out, struct err *err)
{
	struct sz_packed *p = calloc(1, sizeof(*p));
	enum err_code rc;

	if (p == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = m->bcj2 ? pack_bcj2(data, m, p, err) : pack_plain(data, m, p, err);
	if (rc != ERR_OK) {
		sz_packed_free(p);
		return rc;
	}
	*out = p;
	return ERR_OK;
}

uint64_t sz_packed_len(const struct sz_packed *p)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < 4; i++)
		sum += p->stream[i].len;
	return sum;
}

enum err_code sz_packed_reader(const struct sz_packed *p, struct reader **out, struct err *err)
{
	struct span streams[4];
	size_t i;

	for (i = 0; i < 4; i++)
		streams[i] = blob_span(p->stream[i]);
	return sz_block_open(streams, &p->block, UINT64_MAX, out, err);
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
