/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <brotli/encode.h>
#include <lz4frame.h>
#include <lz4hc.h>

#include "biosbelt/lzma_alone.h"
#include "biosbelt/tiano_encode.h"
#include "replace_part.h"

#define TIANO_HEAD   8u
#define SHORT_STREAM ((size_t)256 << 10)
#define LZ4_FLAGS    4u /* LZ4 frame format 1.6: FLG, BD after the magic */
#define LZ4_BD       5u
#define BROTLI_HEAD  16u /* u64 size, u64 scratch memory of the decoder */

static void keep_smaller(struct blob *best, struct blob *more)
{
	if (best->ptr != NULL && best->len <= more->len) {
		blob_free(more);
		return;
	}
	blob_free(best);
	*best = *more;
	*more = (struct blob){NULL, 0};
}

/* Efforts; which packs best depends on the data. */
static const struct lzma_effort efforts[] = {
	{LZMA_BT4, false, 273, 0},
	{LZMA_BT4, false, 273, 2000, .wide = LZMA_WIDE_MOST},
	{LZMA_BT4, false, 128, 1000, .wide = LZMA_WIDE_MOST},
	{LZMA_BT4, false, 64, 1000, .wide = LZMA_WIDE_MOST},
	{LZMA_BT4, false, 32, 1000, .wide = LZMA_WIDE_MOST},
};
#define PASSES 2 /* of those that compare more */

/* One try; keeps the smaller of it and *best. */
static enum err_code try_lzma(struct span plain, const struct lzma_encode *how, bool unknown_size,
	struct blob *best, struct err *err)
{
	struct blob more;
	enum err_code rc = lzma_alone_encode(plain, how, unknown_size, &more, err);

	if (rc == ERR_OK)
		keep_smaller(best, &more);
	return rc;
}

/* Tries other context bits than the old stream's, only when it does not fit otherwise. Never those
 * that need more decoder memory than the old ones: coreboot's has room for lc + lp = 3. For short
 * streams all are tried. */
static enum err_code try_contexts(struct span plain, struct lzma_encode *how, bool unknown_size,
	size_t room, struct blob *best, struct err *err)
{
	const struct lzma_prop old = how->prop;
	unsigned sum = old.lc + (unsigned)old.lp;
	unsigned least = plain.len <= SHORT_STREAM ? 0 : sum, total, lp, pb;
	enum err_code rc = ERR_OK;

	how->effort = efforts[0];
	how->effort.wide = LZMA_WIDE_MOST;
	how->passes = 0;
	for (total = sum + 1; total-- > least;) {
		for (lp = 0; lp <= total && lp <= 2; lp++) {
			for (pb = 0; pb <= 2 && rc == ERR_OK && best->len > room; pb++) {
				how->prop.lp = (uint8_t)lp;
				how->prop.lc = (uint8_t)(total - lp);
				how->prop.pb = (uint8_t)pb;
				rc = try_lzma(plain, how, unknown_size, best, err);
			}
		}
	}
	how->prop = old;
	return rc;
}

static enum err_code pack_lzma(
	struct span plain, struct span old, size_t room, struct blob *out, struct err *err)
{
	struct lzma_encode how = {.threads = 1};
	struct lzma_alone head;
	struct blob best = {NULL, 0};
	enum err_code rc = ERR_OK;
	bool unknown_size;
	size_t i;

	if (!lzma_alone_parse(old, &head))
		return err_set(err, ERR_UNSUPPORTED, "LZMA stream of unusual parameters");
	how.prop = head.prop;
	unknown_size = head.size == LZMA_SIZE_UNKNOWN;
	for (i = 0; rc == ERR_OK && i < sizeof efforts / sizeof efforts[0]; i++) {
		if (i > 0 && best.len <= room)
			break;
		how.effort = efforts[i];
		how.passes = i == 0 ? 0 : PASSES;
		rc = try_lzma(plain, &how, unknown_size, &best, err);
	}
	if (rc == ERR_OK && best.len > room)
		rc = try_contexts(plain, &how, unknown_size, room, &best, err);
	if (rc != ERR_OK) {
		blob_free(&best);
		return rc;
	}
	*out = best;
	return ERR_OK;
}

static enum err_code pack_lzma_f86(
	struct span plain, struct span old, size_t room, struct blob *out, struct err *err)
{
	struct blob filtered;
	enum err_code rc = blob_copy(plain, &filtered, err);

	if (rc != ERR_OK)
		return rc;
	branch_all(BRANCH_X86, true, filtered.ptr, filtered.len);
	rc = pack_lzma(blob_span(filtered), old, room, out, err);
	blob_free(&filtered);
	return rc;
}

/* The window of a Brotli stream: RFC 7932, 9.1. */
static int brotli_window(struct span stream)
{
	uint8_t first = 0;
	int n;

	span_u8(stream, 0, &first);
	if ((first & 1) == 0)
		return 16;
	n = first >> 1 & 7;
	if (n != 0)
		return 17 + n;
	n = first >> 4 & 7;
	return n < 2 ? 17 : 8 + n;
}

static enum err_code pack_brotli(
	struct span plain, struct span old, struct blob *out, struct err *err)
{
	size_t len = BrotliEncoderMaxCompressedSize(plain.len);
	struct span stream;
	struct blob b;
	enum err_code rc;

	if (!span_from(old, BROTLI_HEAD, &stream) || len == 0)
		return err_set(err, ERR_FORMAT, "Brotli stream without a header");
	rc = blob_alloc(BROTLI_HEAD + len, &b, err);
	if (rc != ERR_OK)
		return rc;
	memcpy(b.ptr, old.ptr, BROTLI_HEAD); /* the same window needs the same decoder memory */
	put_u64le(b.ptr, plain.len);
	if (!BrotliEncoderCompress(BROTLI_MAX_QUALITY, brotli_window(stream), BROTLI_MODE_GENERIC,
		    plain.len, plain.ptr, &len, b.ptr + BROTLI_HEAD)) {
		blob_free(&b);
		return err_set(err, ERR_NOMEM, "Brotli encoder failed");
	}
	b.len = BROTLI_HEAD + len;
	*out = b;
	return ERR_OK;
}

/* Uses the block size and the fields of the old frame, which a boot loader's decoder may
 * require. */
static enum err_code pack_lz4(struct span plain, struct span old, struct blob *out, struct err *err)
{
	LZ4F_preferences_t how = {.compressionLevel = LZ4HC_CLEVEL_MAX};
	uint8_t flags = 0, bd = 0;
	struct blob b;
	size_t len;
	enum err_code rc;

	if (!span_u8(old, LZ4_FLAGS, &flags) || !span_u8(old, LZ4_BD, &bd))
		return err_set(err, ERR_FORMAT, "LZ4 stream without a header");
	how.frameInfo.blockSizeID = (LZ4F_blockSizeID_t)(bd >> 4 & 7);
	how.frameInfo.blockMode = (flags & 0x20) != 0 ? LZ4F_blockIndependent : LZ4F_blockLinked;
	how.frameInfo.blockChecksumFlag =
		(flags & 0x10) != 0 ? LZ4F_blockChecksumEnabled : LZ4F_noBlockChecksum;
	how.frameInfo.contentChecksumFlag =
		(flags & 0x04) != 0 ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
	how.frameInfo.contentSize = (flags & 0x08) != 0 ? plain.len : 0;
	rc = blob_alloc(LZ4F_compressFrameBound(plain.len, &how), &b, err);
	if (rc != ERR_OK)
		return rc;
	len = LZ4F_compressFrame(b.ptr, b.len, plain.ptr, plain.len, &how);
	if (LZ4F_isError(len)) {
		blob_free(&b);
		return err_set(err, ERR_NOMEM, "LZ4 encoder failed");
	}
	b.len = len;
	*out = b;
	return ERR_OK;
}

/* One LZ4 block after its size; the decoder reads all the bytes it is given, so padding is
 * impossible. */
static enum err_code pack_lz4_block(struct span plain, struct blob *out, struct err *err)
{
	struct blob b;
	enum err_code rc;
	int len;

	if (plain.len > LZ4_MAX_INPUT_SIZE)
		return err_set(err, ERR_LIMIT, "too much for one LZ4 block");
	rc = blob_alloc(FW_SBL_LZ4_HEAD + (size_t)LZ4_compressBound((int)plain.len), &b, err);
	if (rc != ERR_OK)
		return rc;
	put_u32le(b.ptr, (uint32_t)plain.len);
	len = LZ4_compress_HC((const char *)plain.ptr, (char *)b.ptr + FW_SBL_LZ4_HEAD,
		(int)plain.len, (int)(b.len - FW_SBL_LZ4_HEAD), LZ4HC_CLEVEL_MAX);
	if (len <= 0) {
		blob_free(&b);
		return err_set(err, ERR_NOMEM, "LZ4 encoder failed");
	}
	b.len = FW_SBL_LZ4_HEAD + (size_t)len;
	*out = b;
	return ERR_OK;
}

/*
 * Slim Bootloader's component. Hashes cover the packed size of its header: an LZMA stream keeps it
 * if it fits, and includes the zeros after it.
 */
static enum err_code pack_sbl(
	struct span plain, struct span old, size_t room, struct blob *out, struct err *err)
{
	bool is_lzma = span_starts(old, "LZMA", 4);
	uint32_t packed = 0;
	struct blob stream, b;
	struct span body;
	enum err_code rc;

	if (!span_from(old, FW_SBL_HEAD, &body) || room < FW_SBL_HEAD ||
		!span_u32le(old, FW_SBL_PACKED, &packed) || plain.len > UINT32_MAX)
		return err_set(err, ERR_UNSUPPORTED, "no way to pack this kind of component");
	rc = is_lzma ? pack_lzma(plain, body, room - FW_SBL_HEAD, &stream, err)
		     : pack_lz4_block(plain, &stream, err);
	if (rc != ERR_OK)
		return rc;
	rc = blob_alloc(FW_SBL_HEAD + stream.len, &b, err);
	if (rc == ERR_OK) {
		memcpy(b.ptr, old.ptr, FW_SBL_HEAD);
		memcpy(b.ptr + FW_SBL_HEAD, stream.ptr, stream.len);
		if (!is_lzma || stream.len > packed)
			put_u32le(b.ptr + FW_SBL_PACKED, (uint32_t)stream.len);
		put_u32le(b.ptr + FW_SBL_SIZE, (uint32_t)plain.len);
		*out = b;
	}
	blob_free(&stream);
	return rc;
}

/* Pads with zeros after the stream; readers of Tiano and EFI streams need a header that includes
 * them. */
static enum err_code pad(enum fw_codec codec, size_t room, struct blob *b, struct err *err)
{
	uint8_t *more;

	if (b->len >= room)
		return ERR_OK;
	more = realloc(b->ptr, room);
	if (more == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memset(more + b->len, 0, room - b->len);
	*b = (struct blob){more, room};
	if (codec == FW_CODEC_TIANO || codec == FW_CODEC_EFI)
		put_u32le(more, (uint32_t)(room - TIANO_HEAD));
	return ERR_OK;
}

enum err_code pack_stream(enum fw_codec codec, struct span plain, struct span old, size_t room,
	struct blob *out, struct err *err)
{
	struct blob b = {NULL, 0};
	enum err_code rc;

	switch (codec) {
	case FW_CODEC_LZMA:
		rc = pack_lzma(plain, old, room, &b, err);
		break;
	case FW_CODEC_LZMA_F86:
		rc = pack_lzma_f86(plain, old, room, &b, err);
		break;
	case FW_CODEC_TIANO:
		rc = tiano_encode(plain, TIANO_KIND_TIANO, &b, err);
		break;
	case FW_CODEC_EFI:
		rc = tiano_encode(plain, TIANO_KIND_EFI, &b, err);
		break;
	case FW_CODEC_BROTLI:
		rc = pack_brotli(plain, old, &b, err);
		break;
	case FW_CODEC_LZ4:
		rc = pack_lz4(plain, old, &b, err);
		break;
	case FW_CODEC_SBL:
		rc = pack_sbl(plain, old, room, &b, err);
		break;
	default:
		return err_set(err, ERR_UNSUPPORTED, "no way to pack this kind of stream");
	}
	if (rc == ERR_OK)
		rc = pad(codec, room, &b, err);
	if (rc != ERR_OK) {
		blob_free(&b);
		return rc;
	}
	*out = b;
	return ERR_OK;
}
