/* SPDX-License-Identifier: MIT */
/* LZ4 frames (LZ4 frame format 1.6), as coreboot's cbfstool writes them: without checksums. */
#include "walk/fw_private.h"

#include <lz4frame.h>

struct lz4_run {
	LZ4F_dctx *state;
	struct span in;
	size_t max;
	struct blob out; /* len: allocated size */
	size_t len;      /* decoded bytes */
	size_t used;     /* consumed bytes */
};

/* False: out of memory. */
static bool run(struct lz4_run *r, enum fw_end *end)
{
	for (;;) {
		size_t taken = r->in.len - r->used;
		size_t given, hint;

		if (r->len == r->out.len && r->out.len < r->max && !codec_grow(&r->out, r->max))
			return false;
		given = r->out.len - r->len;
		hint = LZ4F_decompress(
			r->state, r->out.ptr + r->len, &given, r->in.ptr + r->used, &taken, NULL);
		if (LZ4F_isError(hint)) {
			*end = FW_END_BROKEN;
			return true;
		}
		r->used += taken;
		r->len += given;
		if (hint == 0 && codec_next_frame(r->in, LZ4_MAGIC, &r->used))
			continue; /* frames follow one another */
		if (hint == 0 || (taken == 0 && given == 0)) {
			*end = hint == 0              ? FW_END_WHOLE
			       : r->used == r->in.len ? FW_END_CUT
						      : FW_END_LIMIT;
			return true;
		}
	}
}

/* The size in its header; UINT64_MAX: none. */
static uint64_t claimed_size(struct span in)
{
	uint8_t flags = 0;
	uint64_t size = 0;

	if (span_u8(in, 4, &flags) && (flags & 0x08) != 0 && span_u64le(in, 6, &size))
		return size;
	return UINT64_MAX;
}

enum err_code fw_lz4_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_LZ4};
	struct lz4_run r = {.in = in, .max = max_out};
	struct span first;
	bool fine;

	if (!codec_next_frame(in, LZ4_MAGIC, &r.used))
		return err_set(err, ERR_FORMAT, "no LZ4 frame");
	(void)span_from(in, r.used, &first);
	got.claimed = claimed_size(first);
	if (LZ4F_isError(LZ4F_createDecompressionContext(&r.state, LZ4F_VERSION)))
		return err_set(err, ERR_NOMEM, "LZ4 decoder: out of memory");
	fine = run(&r, &got.end);
	(void)LZ4F_freeDecompressionContext(r.state);
	if (!fine) {
		blob_free(&r.out);
		return err_set(err, ERR_NOMEM, "LZ4 decoder: out of memory");
	}
	r.out.len = r.len;
	got.bytes = r.out;
	got.used = r.used;
	*out = got;
	return ERR_OK;
}
