/* SPDX-License-Identifier: MIT */
/* .xz files (LZMA2 with checks), decoded by liblzma. */
#include "walk/fw_private.h"

#include <lzma.h>

#define XZ_MEMORY ((uint64_t)128 << 20) /* for the dictionary a stream asks for */

/* Decodes one stream and appends its output; false: out of memory. */
static bool run(lzma_stream *s, size_t max, struct fw_unpacked *out, size_t before)
{
	lzma_ret ret = LZMA_OK;

	out->end = FW_END_LIMIT;
	while (ret == LZMA_OK) {
		size_t len = before + (size_t)s->total_out;

		if (len == out->bytes.len && (len >= max || !codec_grow(&out->bytes, max))) {
			out->bytes.len = len;
			return len >= max;
		}
		s->next_out = out->bytes.ptr + len;
		s->avail_out = out->bytes.len - len;
		ret = lzma_code(s, LZMA_FINISH);
	}
	out->bytes.len = before + (size_t)s->total_out;
	out->end = ret == LZMA_STREAM_END       ? FW_END_WHOLE
		   : ret == LZMA_BUF_ERROR      ? FW_END_CUT
		   : ret == LZMA_MEMLIMIT_ERROR ? FW_END_LIMIT
						: FW_END_BROKEN;
	return ret != LZMA_MEM_ERROR;
}

enum err_code fw_xz_decode(struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_XZ, .claimed = UINT64_MAX};
	lzma_stream s = LZMA_STREAM_INIT;
	struct span rest = in;
	bool fine;

	if (!span_starts(in, XZ_MAGIC, XZ_MAGIC_LEN))
		return err_set(err, ERR_FORMAT, "not an xz stream");
	do { /* The .xz File Format 1.1.0, 2: streams follow one another */
		fine = lzma_stream_decoder(&s, XZ_MEMORY, 0) == LZMA_OK;
		s.next_in = rest.ptr;
		s.avail_in = rest.len;
		fine = fine && run(&s, max_out, &got, got.bytes.len);
		got.used += (size_t)s.total_in;
	} while (fine && got.end == FW_END_WHOLE && span_from(in, got.used, &rest) &&
		 span_starts(rest, XZ_MAGIC, XZ_MAGIC_LEN));
	lzma_end(&s);
	if (!fine) {
		blob_free(&got.bytes);
		return err_set(err, ERR_NOMEM, "xz decoder: out of memory");
	}
	*out = got;
	return ERR_OK;
}
