/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/lzma_section.h"
#include "lzenc.h"
#include "tries.h"

enum err_code lz_pack_block(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct sz_packed **out, struct err *err)
{
	struct tries t = {.in = in, .s = s, .block = true};
	size_t best = 0;
	enum err_code rc = tries_run(&t, res, &best, err);

	if (rc == ERR_OK) {
		*out = t.made[best].packed;
		t.made[best].packed = NULL;
	}
	tries_free(&t);
	if (rc == ERR_OK && res->out_len >= sz_stored_len(in.len)) {
		sz_packed_free(*out);
		*res = (struct lz_result){
			.in_len = in.len, .out_len = in.len, .tried = res->tried, .stored = true};
		rc = sz_store(in, out, err);
	}
	return rc;
}

/* Adds the format's header before the LZMA-alone stream. */
static enum err_code wrap(
	enum lz_format format, enum branch_kind filter, struct blob *stream, struct err *err)
{
	struct blob out;
	struct buf b;
	enum err_code rc;

	if (format == LZ_SECTION) {
		rc = lzma_section_write(filter == BRANCH_X86 ? &FW_GUID_LZMA_F86 : &FW_GUID_LZMA,
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
	enum err_code rc = tries_run(&t, res, &best, err);

	if (rc == ERR_OK)
		rc = wrap(s->format, t.ways[best].filter, &t.made[best].stream, err);
	if (rc == ERR_OK) {
		*out = t.made[best].stream;
		t.made[best].stream = (struct blob){NULL, 0};
		res->out_len = out->len;
	}
	tries_free(&t);
	return rc;
}

/* Encodes everything in the way that suits the beginning. */
enum err_code lz_encode_long(struct span in, const struct lz_settings *s,
	const struct lzma_sink *sink, struct lz_result *res, struct err *err)
{
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t bytes[LZMA_ALONE_HEAD];
	struct lzma_alone head;
	struct span beginning;
	size_t count;
	enum err_code rc;

	if (!span_slice(in, 0, lz_hold(s), &beginning))
		return err_set(err, ERR_USAGE, "shorter than declared");
	rc = lz_ways(beginning, s, ways, &count, err);
	if (rc != ERR_OK)
		return rc;
	ways[0].how.marker = s->marker || s->unknown_size;
	ways[0].how.verify = s->verify;
	head.prop = ways[0].how.prop;
	head.size = s->unknown_size ? LZMA_SIZE_UNKNOWN : in.len;
	lzma_alone_put(&head, bytes);
	*res = (struct lz_result){ways[0], in.len, 0, 1, false};
	rc = sink->write(sink->user, span_of(bytes, sizeof(bytes)), err);
	return rc == ERR_OK ? lzma1_encode_to(in, &ways[0].how, sink, err) : rc;
}

/* Verified streams are decoded again only up to here, to check the filter's settings. */
#define HEAD ((size_t)16 << 10)

enum err_code lz_compare(struct reader *r, struct span want, bool verified, struct err *err)
{
	struct span head;
	uint8_t *got;
	enum err_code rc;

	if (!verified || !span_slice(want, 0, HEAD, &head))
		return reader_compare(r, want, err);
	got = malloc(HEAD);
	if (got == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = reader_exact(r, got, HEAD, err);
	if (rc == ERR_OK && !span_equal(head, span_of(got, HEAD)))
		rc = err_set(err, ERR_IO, "verification failed");
	free(got);
	return rc;
}