/* SPDX-License-Identifier: MIT */
/* Zstandard frames (RFC 8878). */
#include "walk/fw_private.h"

#include <zstd.h>

/* False: out of memory. */
static bool run(ZSTD_DCtx *state, struct span in, size_t max, struct fw_unpacked *out)
{
	ZSTD_inBuffer from = {in.ptr, in.len, 0};
	ZSTD_outBuffer to = {NULL, 0, 0};

	out->end = FW_END_LIMIT;
	for (;;) {
		size_t before = from.pos, had = to.pos, hint;

		if (to.pos == out->bytes.len && (to.pos >= max || !codec_grow(&out->bytes, max))) {
			out->bytes.len = to.pos;
			out->used = from.pos;
			return to.pos >= max;
		}
		to.dst = out->bytes.ptr;
		to.size = out->bytes.len;
		hint = ZSTD_decompressStream(state, &to, &from);
		if (hint == 0 && codec_next_frame(in, ZSTD_FRAME, &from.pos))
			continue; /* RFC 8878, 3: frames follow one another */
		if (ZSTD_isError(hint) || hint == 0 || (from.pos == before && to.pos == had)) {
			out->end = ZSTD_isError(hint) ? FW_END_BROKEN
				   : hint == 0        ? FW_END_WHOLE
						      : FW_END_CUT;
			break;
		}
	}
	out->bytes.len = to.pos;
	out->used = from.pos;
	return true;
}

enum err_code fw_zstd_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_ZSTD, .claimed = UINT64_MAX};
	ZSTD_DCtx *state;
	size_t first = 0;
	bool fine;

	if (!codec_next_frame(in, ZSTD_FRAME, &first))
		return err_set(err, ERR_FORMAT, "not a Zstandard frame");
	state = ZSTD_createDCtx();
	fine = state != NULL && run(state, in, max_out, &got);
	ZSTD_freeDCtx(state);
	if (!fine) {
		blob_free(&got.bytes);
		return err_set(err, ERR_NOMEM, "Zstandard decoder: out of memory");
	}
	*out = got;
	return ERR_OK;
}
