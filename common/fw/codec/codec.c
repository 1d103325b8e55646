/* SPDX-License-Identifier: MIT */
#include "biosbelt/tiano.h"
#include "walk/fw_private.h"

#include <stdlib.h>

/* Dell's ThinOS package: the xz stream is after a header, a signature after the stream
 * (platomav/BIOSUtilities dell_pfs_extract.py). */
#define PKG_MAGIC     "\x72\x13\x55\0"
#define PKG_MAGIC_LEN 4u
#define PKG_HEAD      48u

bool fw_tiano_plausible(struct span in, size_t off)
{
	uint32_t packed = 0;
	uint32_t claimed = 0;

	if (off > in.len || !span_u32le(in, off, &packed) || !span_u32le(in, off + 4, &claimed))
		return false;
	return packed >= 8 && packed <= in.len - off - TIANO_HEADER_LEN && claimed >= packed / 2 &&
	       claimed / 1024 <= packed;
}

/* Vendors confuse the two forms: the one that decodes is used, and if both do the named one; if
 * neither does, the one of which more comes out. */
static enum err_code tiano_either(struct span in, enum fw_codec named, size_t max_out,
	struct fw_unpacked *out, struct err *err)
{
	unsigned bits = named == FW_CODEC_EFI ? EFI_STD_POS_BITS : TIANO_POS_BITS;
	unsigned other_bits = EFI_STD_POS_BITS + TIANO_POS_BITS - bits;
	struct fw_unpacked other;
	enum err_code rc = tiano_decode(in, bits, max_out, out, err);

	if (rc != ERR_OK || out->end == FW_END_WHOLE || out->end == FW_END_LIMIT)
		return rc;
	rc = tiano_decode(in, other_bits, max_out, &other, err);
	if (rc != ERR_OK) {
		blob_free(&out->bytes);
		return rc;
	}
	if (other.end == FW_END_WHOLE || other.end == FW_END_LIMIT ||
		other.bytes.len > out->bytes.len) {
		blob_free(&out->bytes);
		*out = other;
	} else {
		blob_free(&other.bytes);
	}
	return ERR_OK;
}

enum err_code fw_unpack(enum fw_codec codec, struct span in, size_t max_out,
	struct fw_unpacked *out, struct err *err)
{
	if (max_out == 0) {
		*out = (struct fw_unpacked){
			.claimed = UINT64_MAX, .codec = codec, .end = FW_END_LIMIT};
		return ERR_OK;
	}
	switch (codec) {
	case FW_CODEC_LZMA:
		return fw_lzma_decode(in, false, max_out, out, err);
	case FW_CODEC_LZMA_F86:
		return fw_lzma_decode(in, true, max_out, out, err);
	case FW_CODEC_TIANO:
	case FW_CODEC_EFI:
		return tiano_either(in, codec, max_out, out, err);
	case FW_CODEC_BROTLI:
		return fw_brotli_decode(in, max_out, out, err);
	case FW_CODEC_LZ4:
		return fw_lz4_decode(in, max_out, out, err);
	case FW_CODEC_GZIP:
	case FW_CODEC_ZLIB:
		return fw_deflate_decode(codec, in, max_out, out, err);
	case FW_CODEC_XZ:
		return fw_xz_decode(in, max_out, out, err);
	case FW_CODEC_ZSTD:
		return fw_zstd_decode(in, max_out, out, err);
	case FW_CODEC_SBL:
		return fw_sbl_decode(in, max_out, out, err);
	case FW_CODEC_PFS:
		return fw_pfs_decode(in, max_out, out, err);
	case FW_CODEC_PFAT:
		return fw_pfat_decode(in, max_out, out, err);
	case FW_CODEC_CAB:
		return fw_cab_decode(in, max_out, out, err);
	case FW_CODEC_COUNT:
	case FW_CODEC_NONE:
		break;
	}
	return err_set(err, ERR_UNSUPPORTED, "unknown compression");
}

enum fw_codec fw_codec_at(struct span in, size_t off)
{
	uint32_t magic = 0;
	uint16_t zlib = 0;
	struct span at;

	if (!span_from(in, off, &at) || !span_u32le(at, 0, &magic) || !span_u16le(at, 0, &zlib))
		return FW_CODEC_NONE;
	if (magic == LZ4_MAGIC)
		return FW_CODEC_LZ4;
	if (magic == ZSTD_FRAME)
		return FW_CODEC_ZSTD;
	if (span_starts(at, XZ_MAGIC, XZ_MAGIC_LEN))
		return FW_CODEC_XZ;
	if ((magic & 0xFFFFFF) == 0x088B1F) /* RFC 1952, 2.3: deflate is the only method */
		return FW_CODEC_GZIP;
	if (zlib == 0x0178 || zlib == 0x5E78 || zlib == 0x9C78 || zlib == 0xDA78)
		return FW_CODEC_ZLIB;
	return FW_CODEC_NONE;
}

enum fw_codec fw_codec_around(struct span image, size_t *off)
{
	enum fw_codec codec = fw_codec_at(image, 0);
	size_t first = 0;

	*off = span_starts(image, PKG_MAGIC, PKG_MAGIC_LEN) ? PKG_HEAD : 0;
	if (*off != 0)
		return fw_codec_at(image, *off) == FW_CODEC_XZ ? FW_CODEC_XZ : FW_CODEC_NONE;
	if (fw_cab_is_at(image, 0))
		return FW_CODEC_CAB;
	/* pzstd, and zstd and lz4 on request, begin with skippable frames */
	if (codec == FW_CODEC_NONE && codec_next_frame(image, ZSTD_FRAME, &first))
		return FW_CODEC_ZSTD;
	if (codec == FW_CODEC_NONE && codec_next_frame(image, LZ4_MAGIC, &first))
		return FW_CODEC_LZ4;
	if (codec == FW_CODEC_NONE && fw_lzma_plausible(image, 0))
		return FW_CODEC_LZMA;
	return codec == FW_CODEC_ZLIB ? FW_CODEC_NONE : codec;
}

const char *fw_codec_name(enum fw_codec codec)
{
	static const char *const names[FW_CODEC_COUNT] = {"none", "lzma", "lzma-f86", "tiano",
		"efi", "brotli", "lz4", "gzip", "zlib", "xz", "zstd", "sbl", "pfs", "pfat", "cab"};

	return names[codec];
}

const char *fw_end_name(enum fw_end end)
{
	static const char *const names[] = {
		"whole", "cut short", "damaged", "larger than the limit"};

	return names[end];
}
