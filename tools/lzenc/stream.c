/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/guided.h"
#include "biosbelt/thread.h"
#include "lzenc.h"

/* Ways are tried two at a time: more would take more memory than 7-Zip thrice. */
#define TRIES_AT_ONCE 2

/* Either blobs (streams) or packed blocks come out of a try. */
struct
try {
	struct blob stream;
	struct sz_packed *packed;
	uint64_t len;
	struct err err;
};

struct tries {
	struct span in;
	const struct lz_settings *s;
	struct sz_method ways[LZ_WAYS_MAX];
	struct try made[LZ_WAYS_MAX];
	size_t count;
	bool block;
};

static enum err_code encode_stream(
	const struct tries *t, const struct sz_method *m, struct blob *out, struct err *err)
{
	struct blob copy;
	enum err_code rc;

	if (m->filter == BRANCH_NONE)
		return lzma_alone_encode(t->in, &m->how, t->s->unknown_size, out, err);
	if (m->own != NULL) {
		branch_all(m->filter, true, m->own, t->in.len);
		rc = lzma_alone_encode(t->in, &m->how, t->s->unknown_size, out, err);
		branch_all(m->filter, false, m->own, t->in.len);
		return rc;
	}
	rc = blob_copy(t->in, &copy, err);
	if (rc != ERR_OK)
		return rc;
	branch_all(m->filter, true, copy.ptr, copy.len);
	rc = lzma_alone_encode(blob_span(copy), &m->how, t->s->unknown_size, out, err);
	blob_free(&copy);
	return rc;
}

static void try_one(void *user, size_t i)
{
	struct tries *t = user;
	struct try *mine = &t->made[i];
	enum err_code rc;

	if (t->block) {
		rc = sz_pack(t->in, &t->ways[i], &mine->packed, &mine->err);
		if (rc == ERR_OK)
			mine->len = sz_packed_len(mine->packed);
	} else {
		rc = encode_stream(t, &t->ways[i], &mine->stream, &mine->err);
		if (rc == ERR_OK)
			mine->len = mine->stream.len;
	}
}

/* The smallest; the earlier of equals, so that the result is always the same. */
static size_t smallest(const struct tries *t)
{
	size_t i, best = 0;

	for (i = 1; i < t->count; i++)
		if (t->made[i].len < t->made[best].len)
			best = i;
	return best;
}

static enum err_code run_tries(
	struct tries *t, struct lz_result *res, size_t *best, struct err *err)
{
	unsigned threads = t->s->threads != 0 ? t->s->threads : thread_cpu_count();
	enum err_code rc = lz_ways(t->in, t->s, t->ways, &t->count, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	if (t->count == 1)
		t->ways[0].own = t->s->own; /* nobody else looks at the input meanwhile */
	thread_for(t->count, threads < TRIES_AT_ONCE ? threads : TRIES_AT_ONCE, try_one, t);
	for (i = 0; i < t->count; i++) {
		if (t->made[i].err.code != ERR_OK) {
			*err = t->made[i].err;
			return err->code;
		}
	}
	*best = smallest(t);
	*res = (struct lz_result){
		t->ways[*best], t->in.len, t->made[*best].len, (unsigned)t->count};
	return ERR_OK;
}

static void drop(struct tries *t)
{
	size_t i;

	for (i = 0; i < t->count; i++) {
		blob_free(&t->made[i].stream);
		sz_packed_free(t->made[i].packed);
	}
}

enum err_code lz_pack_block(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct sz_packed **out, struct err *err)
{
	struct tries t = {.in = in, .s = s, .block = true};
	size_t best = 0;
	enum err_code rc = run_tries(&t, res, &best, err);

	if (rc == ERR_OK) {
		*out = t.made[best].packed;
		t.made[best].packed = NULL;
	}
	drop(&t);
	return rc;
}

/* Puts what the format has before the LZMA-alone stream. */
static enum err_code wrap(
	enum lz_format format, enum branch_kind filter, struct blob *stream, struct err *err)
{
	struct blob out;
	struct buf b;
	enum err_code rc;

	if (format == LZ_SECTION) {
		rc = guided_write(filter == BRANCH_X86 ? &GUIDED_LZMA_F86 : &GUIDED_LZMA,
			blob_span(*stream), &out, err);
	} else if (format == LZ_LZMA86) {
		buf_init(&b, 0);
		buf_add_u8(&b, filter == BRANCH_X86);
		buf_add(&b, stream->ptr, stream->len);
		rc = buf_finish(&b, &out, err);
	} else {
		return ERR_OK;
	}
	if (rc == ERR_OK) {
		blob_free(stream);
		*stream = out;
	}
	return rc;
}

enum err_code lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err)
{
	struct tries t = {.in = in, .s = s};
	size_t best = 0;
	enum err_code rc = run_tries(&t, res, &best, err);

	if (rc == ERR_OK)
		rc = wrap(s->format, t.ways[best].filter, &t.made[best].stream, err);
	if (rc == ERR_OK) {
		*out = t.made[best].stream;
		t.made[best].stream = (struct blob){NULL, 0};
		res->out_len = out->len;
	}
	drop(&t);
	return rc;
}
