/* SPDX-License-Identifier: MIT */
#include <brotli/encode.h>
#include <lz4.h>
#include <lz4frame.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "biosbelt/tiano_encode.h"
#include "image.h"

#define LZMA_HEAD 13
#define DICT      (1u << 20)

/* LZMA-alone with the size in the header and no end marker, as EDK2's tool writes it. */
static struct blob pack_lzma(struct span in, bool f86, unsigned lc)
{
	lzma_options_lzma opt;
	lzma_filter chain[3];
	struct blob out = image_fill(in.len + in.len / 2 + 4096, 0);
	size_t pos = LZMA_HEAD;
	unsigned n = 0;

	if (lzma_lzma_preset(&opt, 6))
		abort();
	opt.dict_size = DICT;
	opt.lc = lc;
	opt.ext_flags = 0;
	lzma_set_ext_size(opt, in.len);
	if (f86)
		chain[n++] = (lzma_filter){LZMA_FILTER_X86, NULL};
	chain[n++] = (lzma_filter){LZMA_FILTER_LZMA1EXT, &opt};
	chain[n] = (lzma_filter){LZMA_VLI_UNKNOWN, NULL};
	out.ptr[0] = (uint8_t)((opt.pb * 5 + opt.lp) * 9 + lc);
	put_u32le(out.ptr + 1, DICT);
	put_u64le(out.ptr + 5, in.len);
	if (lzma_raw_buffer_encode(chain, NULL, in.ptr, in.len, out.ptr, &pos, out.len) != LZMA_OK)
		abort();
	out.len = pos;
	return out;
}

static struct blob pack_brotli(struct span in)
{
	size_t len = BrotliEncoderMaxCompressedSize(in.len);
	struct blob out = image_fill(16 + len, 0);

	if (!BrotliEncoderCompress(9, 22, BROTLI_MODE_GENERIC, in.len, in.ptr, &len, out.ptr + 16))
		abort();
	put_u64le(out.ptr, in.len);
	put_u64le(out.ptr + 8, 0x100000);
	out.len = 16 + len;
	return out;
}

/* As cbfstool does it: blocks that do not depend on one another, no checksums. */
static struct blob pack_lz4(struct span in)
{
	LZ4F_preferences_t how = {.compressionLevel = 9,
		.frameInfo = {.blockSizeID = LZ4F_max4MB, .blockMode = LZ4F_blockIndependent}};
	struct blob out = image_fill(LZ4F_compressFrameBound(in.len, &how), 0);

	out.len = LZ4F_compressFrame(out.ptr, out.len, in.ptr, in.len, &how);
	if (LZ4F_isError(out.len))
		abort();
	return out;
}

static struct blob pack_tiano(struct span in, enum tiano_kind kind)
{
	struct blob out;
	struct err err;

	if (tiano_encode(in, kind, &out, &err) != ERR_OK)
		abort();
	return out;
}

static struct blob pack_deflate(struct span in, bool gzip)
{
	z_stream z = {0};
	struct blob out = image_fill(in.len + in.len / 100 + 4096, 0);

	if (deflateInit2(&z, 9, Z_DEFLATED, gzip ? 15 + 16 : 15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.next_in = (z_const Bytef *)in.ptr;
	z.avail_in = (uInt)in.len;
	z.next_out = out.ptr;
	z.avail_out = (uInt)out.len;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	out.len = z.total_out;
	(void)deflateEnd(&z);
	return out;
}

static struct blob pack_xz(struct span in)
{
	struct blob out = image_fill(lzma_stream_buffer_bound(in.len), 0);
	size_t pos = 0;

	if (lzma_easy_buffer_encode(
		    6, LZMA_CHECK_CRC32, NULL, in.ptr, in.len, out.ptr, &pos, out.len) != LZMA_OK)
		abort();
	out.len = pos;
	return out;
}

static struct blob pack_zstd(struct span in)
{
	struct blob out = image_fill(ZSTD_compressBound(in.len), 0);

	out.len = ZSTD_compress(out.ptr, out.len, in.ptr, in.len, 9);
	if (ZSTD_isError(out.len))
		abort();
	return out;
}

/* Slim Bootloader's component as its CommonUtility.py makes it: a header of 16 bytes, and what
 * Lz4Compress writes, a u32 size before one block. */
static struct blob pack_sbl(struct span in)
{
	enum { HEAD = 16, SIZE = 4 };
	struct blob out = image_fill(HEAD + SIZE + (size_t)LZ4_compressBound((int)in.len), 0);
	int len = LZ4_compress_default((const char *)in.ptr, (char *)out.ptr + HEAD + SIZE,
		(int)in.len, (int)out.len - HEAD - SIZE);

	if (len <= 0)
		abort();
	memcpy(out.ptr, "LZ4 ", 4);
	put_u32le(out.ptr + 4, SIZE + (uint32_t)len);
	put_u32le(out.ptr + 8, (uint32_t)in.len);
	put_u32le(out.ptr + HEAD, (uint32_t)in.len);
	out.len = HEAD + SIZE + (size_t)len;
	return out;
}

struct blob image_pack_unusual(struct blob body)
{
	struct blob out = pack_lzma(blob_span(body), false, 1);

	blob_free(&body);
	return out;
}

struct blob image_pack(enum fw_codec codec, struct blob body)
{
	struct span in = blob_span(body);
	struct blob out;

	switch (codec) {
	case FW_CODEC_LZMA:
	case FW_CODEC_LZMA_F86:
		out = pack_lzma(in, codec == FW_CODEC_LZMA_F86, 3);
		break;
	case FW_CODEC_TIANO:
		out = pack_tiano(in, TIANO_KIND_TIANO);
		break;
	case FW_CODEC_EFI:
		out = pack_tiano(in, TIANO_KIND_EFI);
		break;
	case FW_CODEC_BROTLI:
		out = pack_brotli(in);
		break;
	case FW_CODEC_LZ4:
		out = pack_lz4(in);
		break;
	case FW_CODEC_GZIP:
	case FW_CODEC_ZLIB:
		out = pack_deflate(in, codec == FW_CODEC_GZIP);
		break;
	case FW_CODEC_XZ:
		out = pack_xz(in);
		break;
	case FW_CODEC_ZSTD:
		out = pack_zstd(in);
		break;
	case FW_CODEC_SBL:
		out = pack_sbl(in);
		break;
	default:
		abort();
	}
	blob_free(&body);
	return out;
}
