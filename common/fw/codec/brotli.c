/* SPDX-License-Identifier: MIT */
/* Brotli sections of EDK2 (MdeModulePkg, BrotliCustomDecompressLib): u64 size of the result, u64
 * size of the decoder's scratch memory, then a stream of RFC 7932. */
#include "walk/fw_private.h"

#include <brotli/decode.h>

#define BROTLI_HEADER_LEN 16

/* Decodes into out (len: allocated size); *len: decoded bytes. False: out of memory. */
static bool run(BrotliDecoderState *state, struct span in, size_t max, struct blob *out,
	size_t *len, size_t *used, enum fw_end *end)
{
	size_t left = in.len;
	const uint8_t *next = in.ptr;

	for (;;) {
		BrotliDecoderResult r;
		uint8_t *to;
		size_t room;

		if (*len == out->len && out->len < max && !codec_grow(out, max))
			return false;
		to = out->ptr + *len;
		room = out->len - *len;
		r = BrotliDecoderDecompressStream(state, &left, &next, &room, &to, NULL);
		*len = out->len - room;
		*used = in.len - left;
		if (r == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && *len < max)
			continue;
		*end = r == BROTLI_DECODER_RESULT_SUCCESS             ? FW_END_WHOLE
		       : r == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT  ? FW_END_CUT
		       : r == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT ? FW_END_LIMIT
								      : FW_END_BROKEN;
		return true;
	}
}

enum err_code fw_brotli_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_BROTLI};
	BrotliDecoderState *state;
	struct span stream;
	size_t len = 0;
	bool fine;

	if (!span_u64le(in, 0, &got.claimed) || !span_from(in, BROTLI_HEADER_LEN, &stream))
		return err_set(err, ERR_FORMAT, "no Brotli header");
	state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
	if (state == NULL)
		fine = false;
	else
		fine = run(state, stream, max_out, &got.bytes, &len, &got.used, &got.end);
	BrotliDecoderDestroyInstance(state);
	if (!fine) {
		blob_free(&got.bytes);
		return err_set(err, ERR_NOMEM, "Brotli decoder: out of memory");
	}
	got.bytes.len = len;
	got.used += BROTLI_HEADER_LEN;
	if (got.end == FW_END_WHOLE && got.claimed != len)
		got.end = FW_END_BROKEN;
	*out = got;
	return ERR_OK;
}
