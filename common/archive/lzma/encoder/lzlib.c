/* SPDX-License-Identifier: MIT */
/* lzlib's encoder: the members of its lzip format are LZMA1 streams with another header and
 * trailer. */
#include <stdint.h> /* needed by lzlib.h */
#include <stdlib.h>

#include <lzlib.h>

#include "lzma/lzma_private.h"

/* lzip manual, "File format": "LZIP", version, dictionary; CRC32, data size, member size. */
#define HEAD 6
#define TAIL 20

#define STEP       ((size_t)256 << 10)
/* One member, however long: the largest size for LZ_compress_open (its manual). */
#define MEMBER_MAX 0x0008000000000000ULL

bool lzlib_takes(uint64_t len, const struct lzma_prop *p)
{
	/* a dictionary that is not a power of two may be rounded up */
	return p->lc == 3 && p->lp == 0 && p->pb == 2 &&
	       (len <= p->dict || (p->dict & (p->dict - 1)) == 0);
}

struct run {
	struct LZ_Encoder *lz;
	struct span in;
	size_t fed;
	struct buf out;
	uint8_t *step;
	const struct codec_watch *watch;
};

static enum err_code lz_error(const struct run *r, struct err *err)
{
	if (LZ_compress_errno(r->lz) == LZ_mem_error)
		return err_set(err, ERR_NOMEM, "out of memory");
	return err_set(
		err, ERR_IO, "lzlib's encoder failed: %s", LZ_strerror(LZ_compress_errno(r->lz)));
}

static enum err_code feed(struct run *r, struct err *err)
{
	size_t n = r->in.len - r->fed < STEP ? r->in.len - r->fed : STEP;
	struct span piece;
	int took;

	if (n == 0 || !span_slice(r->in, r->fed, n, &piece))
		return ERR_OK;
	took = LZ_compress_write(r->lz, piece.ptr, (int)piece.len);
	if (took < 0)
		return lz_error(r, err);
	r->fed += (size_t)took;
	if (r->watch != NULL && took != 0)
		r->watch->on_bytes(r->watch->user, (uint64_t)took);
	if (r->fed == r->in.len)
		LZ_compress_finish(r->lz);
	return ERR_OK;
}

static enum err_code run_encoder(struct run *r, struct err *err)
{
	if (r->in.len == 0)
		LZ_compress_finish(r->lz);
	while (LZ_compress_finished(r->lz) == 0) {
		int got;

		if (feed(r, err) != ERR_OK)
			return err->code;
		got = LZ_compress_read(r->lz, r->step, (int)STEP);
		if (got < 0)
			return lz_error(r, err);
		buf_add(&r->out, r->step, (size_t)got);
		if (r->out.failed == ERR_LIMIT)
			return err_set(err, ERR_LIMIT, "result longer than asked for");
		if (r->out.failed != ERR_OK)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	return ERR_OK;
}

/* The member without header and trailer. */
static enum err_code bare(const struct run *r, struct blob *out, struct err *err)
{
	struct span all = span_of(r->out.ptr, r->out.len), stream;

	if (all.len < HEAD + TAIL || !span_slice(all, HEAD, all.len - HEAD - TAIL, &stream))
		return err_set(err, ERR_IO, "lzlib's encoder made no whole member");
	return blob_copy(stream, out, err);
}

static int dict_of(uint64_t len, uint32_t dict)
{
	uint64_t want =
		len < dict ? (len + LZMA_DICT_LEAST - 1) / LZMA_DICT_LEAST * LZMA_DICT_LEAST : dict;

	if (want < (uint64_t)LZ_min_dictionary_size())
		return LZ_min_dictionary_size();
	if (want > (uint64_t)LZ_max_dictionary_size())
		return LZ_max_dictionary_size();
	return (int)want;
}

enum err_code lzlib_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err)
{
	struct run r = {.in = in, .watch = how->watch};
	enum err_code rc;

	r.step = malloc(STEP);
	r.lz = LZ_compress_open(dict_of(in.len, how->prop.dict), (int)how->effort.nice, MEMBER_MAX);
	buf_init(&r.out, how->max);
	if (r.step == NULL || r.lz == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (LZ_compress_errno(r.lz) != LZ_ok)
		rc = lz_error(&r, err);
	else
		rc = run_encoder(&r, err);
	if (r.lz != NULL)
		LZ_compress_close(r.lz);
	free(r.step);
	if (rc == ERR_OK)
		rc = bare(&r, out, err);
	buf_free(&r.out);
	return rc;
}
