/* SPDX-License-Identifier: MIT */
/*
 * The comparing decoder agrees with liblzma: on the bytes after the head as a stream, and on the
 * stream that our encoder makes of them, whole or damaged as the head says.
 */
#define AGREES_MOST ((size_t)4 << 10) /* more only takes time */
#include "../../verify_agrees.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEAD 8

static void agree(struct span packed, const struct stream_kind *kind, bool must)
{
	bool sound;

	if (!verify_agrees(packed, kind, &sound) || (must && !sound))
		abort();
}

/* A bit turned at one place, which may also be after the end, and cut at another. */
static void damage(struct blob *packed, const uint8_t *head)
{
	size_t at = (size_t)head[3] << 8 | head[4], cut = (size_t)head[5] << 8 | head[6];

	if (at < packed->len)
		packed->ptr[at] ^= (uint8_t)(1u << (head[7] & 7));
	if (cut < packed->len && (head[7] & 8) != 0)
		packed->len = cut;
}

static void encode_and_agree(struct span in, struct stream_kind *kind, const uint8_t *head)
{
	struct lzma_encode how = {.prop = kind->prop,
		.effort = {LZMA_HC4, true, 32, (head[2] & 8) != 0 ? 8 : 4},
		.marker = kind->marker && !kind->lzma2,
		.threads = 1};
	struct blob packed;
	struct err err;
	enum err_code rc = kind->lzma2 ? lzma2_encode(in, &how, &packed, &err)
				       : lzma1_encode(in, &how, &packed, &err);

	if (rc != ERR_OK)
		abort();
	kind->size = in.len;
	agree(blob_span(packed), kind, true);
	damage(&packed, head);
	agree(blob_span(packed), kind, false);
	blob_free(&packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct stream_kind kind = {.prop = {0}};
	struct span in;

	if (size < HEAD || size - HEAD > AGREES_MOST / 2)
		return 0;
	in = span_of(data + HEAD, size - HEAD);
	kind.prop.lc = data[0] % 5;
	kind.prop.lp = (uint8_t)(data[0] / 5 % (5u - kind.prop.lc));
	kind.prop.pb = data[1] % 5;
	kind.prop.dict = LZMA_DICT_LEAST << data[1] / 5 % 3;
	kind.lzma2 = (data[2] & 1) != 0;
	kind.marker = (data[2] & 2) != 0;
	kind.size = ((size_t)data[3] << 8 | data[4]) % AGREES_MOST;
	if ((data[2] & 4) != 0)
		agree(in, &kind, false);
	else
		encode_and_agree(in, &kind, data);
	return 0;
}
