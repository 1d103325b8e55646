/* SPDX-License-Identifier: MIT */
/*
 * Slim Bootloader's packed components (slimbootloader/slimbootloader, BootloaderCommonPkg):
 * LOADER_COMPRESSED_HEADER (Include/Library/BootloaderCommonLib.h: u32 signature, u32 packed size,
 * u32 size, u16 version, u8 svn, u8 attribute), then by the signature "LZMA" an LZMA-alone stream,
 * "LZ4 " a u32 size and one LZ4 block (Lz4DecompressLib.c). It loads a component only if all its
 * sizes agree (ContainerLib.c). After "LZDM" are the plain bytes (DecompressLib.c): what is in them
 * is found without unpacking.
 */
#include "walk/fw_private.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>

#define SBL_RATIO_MAX 256u /* LZ4 cannot compress better than 255 to 1 */
#define SBL_LEAST     14u  /* of an LZMA stream */

bool fw_sbl_plausible(struct span in, size_t off, size_t *len)
{
	uint32_t packed = 0, size = 0;
	struct span at;
	bool lzma;

	if (!span_from(in, off, &at) || at.len < FW_SBL_HEAD ||
		!span_u32le(at, FW_SBL_PACKED, &packed) || !span_u32le(at, FW_SBL_SIZE, &size))
		return false;
	lzma = span_starts(at, "LZMA", 4);
	if (!lzma && !span_starts(at, "LZ4 ", 4))
		return false;
	if (packed < SBL_LEAST || packed > at.len - FW_SBL_HEAD || size == 0 ||
		size / SBL_RATIO_MAX > packed)
		return false;
	if (lzma && !fw_lzma_plausible(at, FW_SBL_HEAD))
		return false;
	*len = FW_SBL_HEAD + packed;
	return true;
}

/* What cannot be decoded as a whole gives its beginning. */
static enum err_code lz4_block(
	struct span in, size_t size, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	size_t room = size < max_out ? size : max_out;
	uint32_t stored = 0;
	struct span block;
	int got;

	if (!span_u32le(in, 0, &stored) || !span_from(in, FW_SBL_LZ4_HEAD, &block))
		return err_set(err, ERR_FORMAT, "not a packed component");
	if (block.len > LZ4_MAX_INPUT_SIZE || room > LZ4_MAX_INPUT_SIZE)
		return err_set(err, ERR_LIMIT, "LZ4 block is too large");
	if (blob_alloc(room, &out->bytes, err) != ERR_OK)
		return err->code;
	got = LZ4_decompress_safe(
		(const char *)block.ptr, (char *)out->bytes.ptr, (int)block.len, (int)room);
	out->end = got >= 0 && (size_t)got == size && stored == size ? FW_END_WHOLE : FW_END_BROKEN;
	if (got < 0)
		got = LZ4_decompress_safe_partial((const char *)block.ptr, (char *)out->bytes.ptr,
			(int)block.len, (int)room, (int)room);
	out->bytes.len = got > 0 ? (size_t)got : 0;
	if (out->bytes.len == room && room < size)
		out->end = FW_END_LIMIT;
	return ERR_OK;
}

/* Bytes of the component that the stream takes: with blanks after it, not with anything else. */
static size_t taken(struct span body, const struct fw_unpacked *u)
{
	struct span rest;

	if (u->end != FW_END_WHOLE || !span_from(body, u->used, &rest) || rest.len == 0 ||
		span_is_filled(rest, rest.ptr[0]))
		return body.len;
	return u->used;
}

enum err_code fw_sbl_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.end = FW_END_BROKEN};
	uint32_t packed = 0, size = 0;
	bool lzma = span_starts(in, "LZMA", 4);
	struct span body;
	enum err_code rc;

	if (!span_u32le(in, FW_SBL_PACKED, &packed) || !span_u32le(in, FW_SBL_SIZE, &size) ||
		!span_from(in, FW_SBL_HEAD, &body))
		return err_set(err, ERR_FORMAT, "not a packed component");
	if (packed < body.len)
		body.len = packed;
	if (lzma)
		rc = fw_lzma_decode(body, false, max_out, &got, err);
	else if (span_starts(in, "LZ4 ", 4))
		rc = lz4_block(body, size, max_out, &got, err);
	else
		return err_set(err, ERR_FORMAT, "not a packed component");
	if (rc != ERR_OK)
		return rc;
	got.codec = FW_CODEC_SBL;
	got.claimed = size;
	got.used = FW_SBL_HEAD + (lzma ? taken(body, &got) : body.len);
	if (got.end == FW_END_WHOLE && got.bytes.len != size)
		got.end = FW_END_BROKEN;
	*out = got;
	return ERR_OK;
}
