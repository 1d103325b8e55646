/* SPDX-License-Identifier: MIT */
/* Slim Bootloader's packed components: LOADER_COMPRESSED_HEADER of 20 bytes (u32 signature "LZMA",
 * "LZ4 " or "LZDM", u32 packed size, u32 size, u16 version, u8 svn, u8 attributes), then an
 * LZMA-alone stream, one LZ4 block, or the plain bytes (BootloaderCommonPkg,
 * Include/Library/DecompressLib.h). */
#include "walk/fw_private.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>

#define SBL_RATIO_MAX 256u /* LZ4 cannot compress better than 255 to 1 */
#define LZMA_MIN      14u

bool fw_sbl_plausible(struct span in, size_t off, size_t *len)
{
	uint32_t packed = 0, size = 0;
	struct span at;
	bool lzma;

	if (!span_from(in, off, &at) || !span_u32le(at, 4, &packed) || !span_u32le(at, 8, &size))
		return false;
	lzma = span_starts(at, "LZMA", 4);
	if (!lzma && !span_starts(at, "LZ4 ", 4))
		return false;
	if (packed < LZMA_MIN || packed > at.len - SBL_HEADER_LEN || size == 0 ||
		size / SBL_RATIO_MAX > packed)
		return false;
	if (lzma && !fw_lzma_plausible(at, SBL_HEADER_LEN))
		return false;
	*len = SBL_HEADER_LEN + packed;
	return true;
}

static enum err_code lz4_block(
	struct span in, size_t size, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	size_t room = size < max_out ? size : max_out;
	int got;

	if (in.len > LZ4_MAX_INPUT_SIZE || room > LZ4_MAX_INPUT_SIZE)
		return err_set(err, ERR_LIMIT, "LZ4 block is too large");
	if (blob_alloc(room, &out->bytes, err) != ERR_OK)
		return err->code;
	got = LZ4_decompress_safe_partial(
		(const char *)in.ptr, (char *)out->bytes.ptr, (int)in.len, (int)room, (int)room);
	out->bytes.len = got > 0 ? (size_t)got : 0;
	out->end = got < 0 || (size_t)got < room ? FW_END_BROKEN
		   : room < size                 ? FW_END_LIMIT
						 : FW_END_WHOLE;
	out->used = in.len;
	return ERR_OK;
}

enum err_code fw_sbl_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.end = FW_END_BROKEN};
	uint32_t packed = 0, size = 0;
	struct span body;
	enum err_code rc;

	if (!span_u32le(in, 4, &packed) || !span_u32le(in, 8, &size) ||
		!span_from(in, SBL_HEADER_LEN, &body))
		return err_set(err, ERR_FORMAT, "not a packed component");
	if (packed < body.len)
		body.len = packed;
	if (span_starts(in, "LZMA", 4))
		rc = fw_lzma_decode(body, false, max_out, &got, err);
	else if (span_starts(in, "LZ4 ", 4))
		rc = lz4_block(body, size, max_out, &got, err);
	else
		return err_set(err, ERR_FORMAT, "not a packed component");
	if (rc != ERR_OK)
		return rc;
	got.codec = FW_CODEC_SBL;
	got.claimed = size;
	got.used += SBL_HEADER_LEN;
	if (got.end == FW_END_WHOLE && got.bytes.len != size)
		got.end = FW_END_BROKEN;
	*out = got;
	return ERR_OK;
}
