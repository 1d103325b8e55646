/* SPDX-License-Identifier: MIT */
/* gzip (RFC 1952) and zlib (RFC 1950) streams; AMD's zlib sections have a header of their own. */
#include "walk/fw_private.h"

#include <zlib.h>

#define AMD_HEADER_LEN 256u /* UEFITool, common/ffs.h: EFI_AMD_ZLIB_SECTION_HEADER */
#define AMD_SIZE_OFF   20u
#define WINDOW_AUTO    (15 + 32) /* zlib.h: the largest window, either header */
#define STEP_MAX       ((size_t)1 << 30)

/* RFC 1952, 2.2: members follow one another without a gap. */
static bool next_member(z_stream *z, struct span in, size_t used)
{
	struct span next;

	return span_from(in, used, &next) && span_starts(next, "\x1F\x8B\x08", 3) &&
	       inflateReset(z) == Z_OK;
}

/* After a member whose CRC32 is wrong (RFC 1952, 2.3.1): bytes put into its stored blocks would
 * have moved its size. */
static bool is_framed(const z_stream *z, struct span in, size_t used)
{
	uint32_t size = 0;

	return in.ptr[0] == 0x1F && span_u32le(in, used, &size) && size != 0 &&
	       size == (uint32_t)z->total_out;
}

/* Decodes until the end, an error or a limit; false: out of memory. */
static bool run(z_stream *z, struct span in, size_t max, struct fw_unpacked *out)
{
	size_t len = 0;
	int ret = Z_OK;

	out->end = FW_END_LIMIT;
	while (ret == Z_OK) {
		size_t left = in.len - out->used;
		size_t room;

		if (len == out->bytes.len && (len >= max || !codec_grow(&out->bytes, max))) {
			out->bytes.len = len;
			return len >= max;
		}
		room = out->bytes.len - len;
		z->next_in = (z_const Bytef *)(in.ptr + out->used);
		z->avail_in = (uInt)(left < STEP_MAX ? left : STEP_MAX);
		z->next_out = out->bytes.ptr + len;
		z->avail_out = (uInt)(room < STEP_MAX ? room : STEP_MAX);
		left = z->avail_in;
		room = z->avail_out;
		ret = inflate(z, Z_NO_FLUSH);
		out->used += left - z->avail_in;
		len += room - z->avail_out;
		if (ret == Z_STREAM_END && next_member(z, in, out->used))
			ret = Z_OK;
	}
	out->bytes.len = len;
	out->end = ret == Z_STREAM_END                         ? FW_END_WHOLE
		   : ret == Z_BUF_ERROR && out->used == in.len ? FW_END_CUT
							       : FW_END_BROKEN;
	out->framed = out->end == FW_END_BROKEN && is_framed(z, in, out->used);
	return ret != Z_MEM_ERROR;
}

static bool has_magic(struct span in)
{
	uint8_t a = 0, b = 0;

	if (!span_u8(in, 0, &a) || !span_u8(in, 1, &b))
		return false;
	return (a == 0x1F && b == 0x8B) ||
	       ((a & 0x0F) == 8 && a >> 4 <= 7 && (a << 8 | b) % 31 == 0 && (b & 0x20) == 0);
}

static enum err_code decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	z_stream z = {0};
	bool fine;

	if (!has_magic(in))
		return err_set(err, ERR_FORMAT, "not a gzip or zlib stream");
	if (inflateInit2(&z, WINDOW_AUTO) != Z_OK)
		return err_set(err, ERR_NOMEM, "inflate: out of memory");
	fine = run(&z, in, max_out, out);
	(void)inflateEnd(&z);
	if (!fine) {
		blob_free(&out->bytes);
		return err_set(err, ERR_NOMEM, "inflate: out of memory");
	}
	return ERR_OK;
}

enum err_code fw_deflate_decode(enum fw_codec codec, struct span in, size_t max_out,
	struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = codec, .claimed = UINT64_MAX};
	struct span body = in;
	uint32_t size = 0;
	size_t head = 0;
	enum err_code rc;

	if (!has_magic(in) && span_u32le(in, AMD_SIZE_OFF, &size) &&
		span_slice(in, AMD_HEADER_LEN, size, &body))
		head = AMD_HEADER_LEN;
	rc = decode(body, max_out, &got, err);
	if (rc != ERR_OK)
		return rc;
	got.used += head;
	*out = got;
	return ERR_OK;
}
