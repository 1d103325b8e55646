/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/guided.h"
#include "lzenc.h"

static int value_or(int value, int other)
{
	return value == LZ_UNSET ? other : value;
}

static void fill_encode(const struct lz_settings *s, uint64_t len, struct lzma_encode *how)
{
	uint32_t most = lz_dict_most(s);
	uint32_t fits = lzma_dict_for(len);

	*how = (struct lzma_encode){.watch = s->watch};
	how->prop.lc = (uint8_t)value_or(s->lc, 3);
	how->prop.lp = (uint8_t)value_or(s->lp, 0);
	how->prop.pb = (uint8_t)value_or(s->pb, 2);
	how->prop.dict = s->classic || s->dict != 0 || fits > most ? most : fits;
	how->effort = lz_effort(s);
	how->marker = s->marker;
}

static enum err_code filtered(
	struct span in, enum branch_kind filter, struct blob *out, struct err *err)
{
	enum err_code rc = blob_copy(in, out, err);

	if (rc == ERR_OK)
		branch_all(filter, true, out->ptr, out->len);
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

static enum branch_kind filter_of(const struct lz_settings *s)
{
	if (s->format == LZ_F86)
		return BRANCH_X86;
	return s->filter == LZ_UNSET ? BRANCH_NONE : (enum branch_kind)s->filter;
}

enum err_code lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err)
{
	enum branch_kind filter = filter_of(s);
	struct blob copy = {NULL, 0};
	struct blob stream = {NULL, 0};
	struct lzma_encode how;
	enum err_code rc = ERR_OK;

	fill_encode(s, in.len, &how);
	if (filter != BRANCH_NONE)
		rc = filtered(in, filter, &copy, err);
	if (rc == ERR_OK)
		rc = lzma_alone_encode(filter != BRANCH_NONE ? blob_span(copy) : in, &how,
			s->unknown_size, &stream, err);
	if (rc == ERR_OK)
		rc = wrap(s->format, filter, &stream, err);
	blob_free(&copy);
	if (rc != ERR_OK) {
		blob_free(&stream);
		return rc;
	}
	*res = (struct lz_result){how.prop, filter, in.len, stream.len};
	*out = stream;
	return ERR_OK;
}
