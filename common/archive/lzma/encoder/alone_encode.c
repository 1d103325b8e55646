/* SPDX-License-Identifier: MIT */
#include "biosbelt/lzma_alone.h"

#include <string.h>

static enum err_code with_head(struct span in, const struct lzma_encode *how, bool unknown_size,
	struct blob *stream, struct err *err)
{
	struct lzma_alone head = {how->prop, unknown_size ? LZMA_SIZE_UNKNOWN : in.len};
	struct blob whole;
	enum err_code rc = blob_alloc(LZMA_ALONE_HEAD + stream->len, &whole, err);

	if (rc != ERR_OK)
		return rc;
	lzma_alone_put(&head, whole.ptr);
	memcpy(whole.ptr + LZMA_ALONE_HEAD, stream->ptr, stream->len);
	blob_free(stream);
	*stream = whole;
	return ERR_OK;
}

enum err_code lzma_alone_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	bool unknown_size, struct blob *outs, struct err *err)
{
	struct lzma_encode mine[LZMA_MANY] = {{.max = 0}};
	enum err_code rc;
	size_t i;

	for (i = 0; i < count; i++) {
		mine[i] = hows[i];
		mine[i].marker = hows[i].marker || unknown_size;
		if (mine[i].max != 0)
			mine[i].max =
				mine[i].max > LZMA_ALONE_HEAD ? mine[i].max - LZMA_ALONE_HEAD : 1;
	}
	rc = lzma1_encode_many(in, mine, count, outs, err);
	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < count && rc == ERR_OK; i++)
		rc = with_head(in, &hows[i], unknown_size, &outs[i], err);
	for (i = 0; i < count && rc != ERR_OK; i++)
		blob_free(&outs[i]);
	return rc;
}

enum err_code lzma_alone_encode(struct span in, const struct lzma_encode *how, bool unknown_size,
	struct blob *out, struct err *err)
{
	return lzma_alone_encode_many(in, how, 1, unknown_size, out, err);
}
