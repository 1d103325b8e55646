/* SPDX-License-Identifier: MIT */
/*
 * Encodes the bytes after the first five with what those say, as LZMA1, also in parts, and LZMA2,
 * and decodes the result with liblzma: the same bytes must come back.
 */
#include <stdlib.h>

#include "biosbelt/lzma.h"
#include "lzma/encoder/lze.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEAD 5
#define MOST ((size_t)1536) /* more only takes time */

static void comes_back(struct reader *r, struct span want)
{
	struct err err;

	if (reader_compare(r, want, &err) != ERR_OK)
		abort();
	reader_close(r);
}

static struct reader *bytes_of(struct blob b)
{
	struct reader *r;
	struct err err;

	if (reader_span(blob_span(b), &r, &err) != ERR_OK)
		abort();
	return r;
}

/* Beside another, which may let it have no further passes. */
static void try_lzma1(struct span in, const struct lzma_encode *how)
{
	struct lzma_encode hows[2] = {*how, *how};
	struct reader *r;
	struct blob outs[2] = {{NULL, 0}, {NULL, 0}};
	struct err err;

	hows[1].prop.pb = 4 - how->prop.pb;
	if (lzma1_encode_many(in, hows, how->near != 0 ? 2 : 1, outs, &err) != ERR_OK ||
		lzma1_reader(bytes_of(outs[0]), &how->prop,
			how->marker ? LZMA_SIZE_UNKNOWN : in.len, false, UINT64_MAX, &r,
			&err) != ERR_OK)
		abort();
	comes_back(r, in);
	blob_free(&outs[0]);
	blob_free(&outs[1]);
}

static void try_lzma2(struct span in, const struct lzma_encode *how)
{
	struct reader *r;
	struct blob out;
	struct err err;

	if (lzma2_encode(in, how, &out, &err) != ERR_OK ||
		lzma2_reader(bytes_of(out), how->prop.dict, in.len, UINT64_MAX, &r, &err) != ERR_OK)
		abort();
	comes_back(r, in);
	blob_free(&out);
}

static enum err_code put(void *user, struct span bytes, struct err *err)
{
	(void)err;
	buf_add(user, bytes.ptr, bytes.len);
	return ERR_OK;
}

static void try_parts(struct span in, size_t part, const struct lzma_encode *how)
{
	struct buf made;
	struct lzma_sink sink = {put, &made};
	struct reader *r;
	struct blob out;
	struct err err;

	buf_init(&made, 0);
	if (lze_encode_to(in, part, how, &sink, &err) != ERR_OK ||
		buf_finish(&made, &out, &err) != ERR_OK ||
		lzma1_reader(bytes_of(out), &how->prop, how->marker ? LZMA_SIZE_UNKNOWN : in.len,
			false, UINT64_MAX, &r, &err) != ERR_OK)
		abort();
	comes_back(r, in);
	blob_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lzma_encode how = {.threads = 1};
	struct span in;

	if (size < HEAD)
		return 0;
	in = span_of(data + HEAD, size - HEAD < MOST ? size - HEAD : MOST);
	how.prop.lc = data[0] % 5;
	how.prop.lp = (uint8_t)(data[0] / 5 % (5u - how.prop.lc));
	how.prop.pb = data[1] % 5;
	how.prop.dict = LZMA_DICT_LEAST << data[1] / 5 % 8;
	how.effort.noise = data[1] / 40 % (LZMA_NOISE_MOST + 1);
	how.effort.nice = 5 + data[2] % 256;
	how.effort.depth = data[3] % 40;
	how.effort.wide = data[3] / 40 % (LZMA_WIDE_MOST + 1);
	how.effort.fast = (data[4] & 1) != 0;
	how.effort.finder = (data[4] & 2) != 0 ? LZMA_HC4 : LZMA_BT4;
	how.marker = (data[4] & 4) != 0;
	how.verify = (data[4] & 8) != 0;
	how.passes = data[4] >> 4 & 3;
	how.enough = (data[4] & 64) != 0 ? in.len / 2 + 1 : 0;
	how.near = (data[4] & 128) != 0 ? 50 : 0;
	try_lzma1(in, &how);
	try_lzma2(in, &how);
	try_parts(in, (size_t)16 << data[2] % 16, &how);
	return 0;
}
