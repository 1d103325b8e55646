/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "lzma/lzma_private.h"

#ifdef BIOSBELT_SMALL
#define IN_CAP ((size_t)256)
#else
#define IN_CAP ((size_t)64 << 10)
#endif

struct lzma_reader {
	struct counted_reader base;
	struct reader *from;
	lzma_stream strm;
	lzma_options_lzma options;
	uint64_t left; /* bytes still to return, or LZMA_SIZE_UNKNOWN */
	bool from_end; /* from has ended */
	bool ended;    /* the stream has ended */
	struct err failed;
	uint8_t in[IN_CAP];
};

static enum err_code lzma_error(lzma_ret ret, struct err *err)
{
	switch (ret) {
	case LZMA_MEM_ERROR:
		return err_set(err, ERR_NOMEM, "out of memory");
	case LZMA_MEMLIMIT_ERROR:
		return err_set(err, ERR_LIMIT, "decoding needs more memory than the limit");
	case LZMA_OPTIONS_ERROR:
		return err_set(err, ERR_UNSUPPORTED, "kind of LZMA stream not supported");
	case LZMA_FORMAT_ERROR:
		return err_set(err, ERR_FORMAT, "no such stream");
	case LZMA_BUF_ERROR:
		return err_set(err, ERR_FORMAT, "compressed data end early");
	default:
		return err_set(err, ERR_FORMAT, "compressed data are damaged");
	}
}

static enum err_code refill(struct lzma_reader *r, struct err *err)
{
	size_t got;
	enum err_code rc;

	if (r->strm.avail_in != 0 || r->from_end)
		return ERR_OK;
	rc = r->from->read(r->from, r->in, IN_CAP, &got, err);
	if (rc != ERR_OK)
		return rc;
	r->strm.next_in = r->in;
	r->strm.avail_in = got;
	r->from_end = got < IN_CAP;
	return ERR_OK;
}

/* Runs the decoder until the output is full, the stream ends or it fails. */
static enum err_code decode_some(struct lzma_reader *r, struct err *err)
{
	while (r->strm.avail_out != 0 && !r->ended) {
		lzma_ret ret;
		enum err_code rc = refill(r, err);

		if (rc != ERR_OK)
			return rc;
		ret = lzma_code(&r->strm, r->from_end ? LZMA_FINISH : LZMA_RUN);
		if (ret == LZMA_STREAM_END)
			r->ended = true;
		else if (ret != LZMA_OK)
			return lzma_error(ret, err);
	}
	return ERR_OK;
}

/*
 * After the last byte of a known size: the stream must end here too, which also runs the range
 * decoder's only check. LZMA_BUF_ERROR means that it did not end.
 */
static enum err_code finish(struct lzma_reader *r, struct err *err)
{
	uint8_t spare;
	enum err_code rc;

	if (r->ended)
		return ERR_OK;
	r->strm.next_out = &spare;
	r->strm.avail_out = 1;
	rc = decode_some(r, err);
	if (rc == ERR_OK && r->strm.avail_out == 0)
		return err_set(err, ERR_FORMAT, "compressed data run past the stated size");
	return rc;
}

static enum err_code stream_read(
	struct lzma_reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	size_t want = cap < r->left ? cap : (size_t)r->left;
	enum err_code rc;

	r->strm.next_out = ptr;
	r->strm.avail_out = want;
	rc = decode_some(r, err);
	*got = want - r->strm.avail_out;
	if (rc != ERR_OK)
		return rc;
	if (r->left == LZMA_SIZE_UNKNOWN)
		return ERR_OK;
	r->left -= *got;
	if (r->ended && r->left != 0)
		return err_set(err, ERR_FORMAT, "stream ends before the stated size");
	return r->left == 0 ? finish(r, err) : ERR_OK;
}

static enum err_code lzma_read(
	struct reader *base, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct lzma_reader *r = (struct lzma_reader *)base;
	enum err_code rc;

	*got = 0;
	if (r->failed.code == ERR_OK) {
		rc = stream_read(r, ptr, cap, got, err);
		r->base.used = r->strm.total_in;
		if (rc != ERR_OK)
			r->failed = *err;
		return rc;
	}
	*err = r->failed;
	return err->code;
}

static void lzma_close(struct reader *base)
{
	struct lzma_reader *r = (struct lzma_reader *)base;

	lzma_end(&r->strm);
	reader_close(r->from);
	free(r);
}

uint64_t lzma_reader_used(const struct reader *r)
{
	return ((const struct counted_reader *)r)->used;
}

static struct lzma_reader *new_reader(uint64_t size, struct err *err)
{
	static const lzma_stream init = LZMA_STREAM_INIT;
	struct lzma_reader *r = calloc(1, sizeof(*r));

	if (r == NULL) {
		err_set(err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	r->base.base.read = lzma_read;
	r->base.base.close = lzma_close;
	r->strm = init;
	r->left = size;
	return r;
}

/* A dictionary longer than the output is useless. */
static uint32_t useful_dict(uint32_t dict, uint64_t size)
{
	if (size < dict)
		dict = (uint32_t)size;
	return dict < LZMA_DICT_LEAST ? LZMA_DICT_LEAST : dict;
}

/* Sets up a raw decoder of one filter; consumes r on failure. */
static enum err_code raw_reader(struct lzma_reader *r, lzma_vli id, struct reader *from,
	uint64_t memlimit, struct reader **out, struct err *err)
{
	lzma_filter chain[2] = {{id, &r->options}, {LZMA_VLI_UNKNOWN, NULL}};
	uint64_t need = lzma_raw_decoder_memusage(chain);
	lzma_ret ret;

	if (need > memlimit && need != UINT64_MAX) {
		free(r);
		return err_set(err, ERR_LIMIT,
			"decoding needs %llu bytes of memory, the limit is %llu",
			(unsigned long long)need, (unsigned long long)memlimit);
	}
	ret = lzma_raw_decoder(&r->strm, chain);
	if (ret != LZMA_OK) {
		lzma_end(&r->strm);
		free(r);
		return lzma_error(ret, err);
	}
	r->from = from;
	*out = &r->base.base;
	return ERR_OK;
}

enum err_code lzma1_reader(struct reader *from, const struct lzma_prop *p, uint64_t size,
	bool marker_ok, uint64_t memlimit, struct reader **out, struct err *err)
{
	struct lzma_prop wide = *p;
	struct lzma_reader *r;

	if (p->lc + p->lp > LZMA_LCLP_MAX) {
		wide.dict = useful_dict(p->dict, size);
		return lzma1_wide_reader(from, &wide, size, marker_ok, memlimit, out, err);
	}
	r = new_reader(size, err);
	if (r == NULL)
		return err->code;
	r->options.dict_size = useful_dict(p->dict, size);
	r->options.lc = p->lc;
	r->options.lp = p->lp;
	r->options.pb = p->pb;
	if (marker_ok || size == LZMA_SIZE_UNKNOWN)
		r->options.ext_flags = LZMA_LZMA1EXT_ALLOW_EOPM;
	lzma_set_ext_size(r->options, size);
	return raw_reader(r, LZMA_FILTER_LZMA1EXT, from, memlimit, out, err);
}

enum err_code lzma2_reader(struct reader *from, uint32_t dict, uint64_t size, uint64_t memlimit,
	struct reader **out, struct err *err)
{
	struct lzma_reader *r = new_reader(size, err);

	if (r == NULL)
		return err->code;
	r->options.dict_size = useful_dict(dict, size);
	return raw_reader(r, LZMA_FILTER_LZMA2, from, memlimit, out, err);
}

enum err_code xz_reader(
	struct reader *from, uint64_t memlimit, struct reader **out, struct err *err)
{
	struct lzma_reader *r = new_reader(LZMA_SIZE_UNKNOWN, err);
	lzma_ret ret;

	if (r == NULL)
		return err->code;
	ret = lzma_stream_decoder(&r->strm, memlimit, LZMA_CONCATENATED);
	if (ret != LZMA_OK) {
		free(r);
		return lzma_error(ret, err);
	}
	r->from = from;
	*out = &r->base.base;
	return ERR_OK;
}
