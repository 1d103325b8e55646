/* SPDX-License-Identifier: MIT */
/*
 * Microsoft's cabinets, as LVFS and vendors distribute updates: gives the contents of all files of
 * all folders, one after the other. Stored folders and MSZIP.
 * Source: Microsoft, [MS-CAB] 2 and [MS-MCI] 2.1.
 */
#include "walk/fw_private.h"

#include <string.h>
#include <zlib.h>

#define HEAD           36u
#define FOLDERS_OFF    26u
#define FLAGS_OFF      30u
#define FLAG_PREVIOUS  1u
#define FLAG_NEXT      2u
#define FLAG_RESERVE   4u
#define FOLDER         8u /* u32 offset of its blocks, u16 their number, u16 method */
#define FOLDER_BLOCKS  4u
#define FOLDER_METHOD  6u
#define METHOD_MASK    15u
#define METHOD_NONE    0u
#define METHOD_MSZIP   1u
#define BLOCK          8u /* u32 checksum, u16 packed bytes, u16 bytes, reserve, data */
#define BLOCK_SIZES    4u
#define WINDOW         32768u
#define MSZIP_MARK_LEN 2u

struct cab {
	struct span in;
	size_t folders;               /* offset of the first one's entry */
	size_t reserve;               /* bytes after each entry */
	size_t block_reserve;         /* and after each block's sizes */
	size_t used;                  /* end of the blocks read so far */
	size_t max, len, folder_from; /* of the output: limit, length, start of the folder */
	z_stream z;
	uint16_t count;
};

/* Moves *at past a text that ends with 0. */
static bool skip_text(struct span in, size_t *at)
{
	uint8_t b = 1;

	while (b != 0 && span_u8(in, *at, &b))
		(*at)++;
	return b == 0;
}

static bool open_cab(struct span in, struct cab *c)
{
	uint16_t flags = 0, head = 0;
	uint8_t folder = 0, block = 0;
	size_t at = HEAD;
	unsigned texts;

	if (!fw_cab_is_at(in, 0) || !span_u16le(in, FOLDERS_OFF, &c->count) ||
		!span_u16le(in, FLAGS_OFF, &flags))
		return false;
	if ((flags & FLAG_RESERVE) != 0) {
		if (!span_u16le(in, at, &head) || !span_u8(in, at + 2, &folder) ||
			!span_u8(in, at + 3, &block))
			return false;
		at += 4 + (size_t)head;
	}
	texts = ((flags & FLAG_PREVIOUS) != 0 ? 2u : 0u) + ((flags & FLAG_NEXT) != 0 ? 2u : 0u);
	for (; texts > 0; texts--)
		if (!skip_text(in, &at))
			return false;
	c->in = in;
	c->folders = at;
	c->reserve = folder;
	c->block_reserve = block;
	return true;
}

/* [MS-CAB] 3.1: words xored, the rest of the data most significant byte first. */
static uint32_t sum_of(struct span in, uint32_t sum)
{
	uint32_t word = 0, rest = 0;
	size_t i = 0;

	for (; span_u32le(in, i, &word); i += 4)
		sum ^= word;
	for (; i < in.len; i++)
		rest = rest << 8 | in.ptr[i];
	return sum ^ rest;
}

static bool sum_is_right(struct span block, struct span data)
{
	uint32_t want = 0;
	struct span sizes;

	if (!span_u32le(block, 0, &want) || !span_slice(block, BLOCK_SIZES, 4, &sizes))
		return false;
	return want == 0 || sum_of(sizes, sum_of(data, 0)) == want;
}

/* Unpacks data to plain bytes; damaged parts become 0. */
static bool unzip(struct cab *c, struct span data, size_t plain, uint8_t *out)
{
	size_t before = c->len - c->folder_from;
	uInt window = before < WINDOW ? (uInt)before : WINDOW;
	int ret;

	memset(out, 0, plain);
	if (!span_starts(data, "CK", MSZIP_MARK_LEN) || inflateReset(&c->z) != Z_OK ||
		(window != 0 && inflateSetDictionary(&c->z, out - window, window) != Z_OK))
		return false;
	c->z.next_in = (z_const Bytef *)(data.ptr + MSZIP_MARK_LEN);
	c->z.avail_in = (uInt)(data.len - MSZIP_MARK_LEN);
	c->z.next_out = out;
	c->z.avail_out = (uInt)plain;
	ret = inflate(&c->z, Z_FINISH);
	return ret == Z_STREAM_END && c->z.avail_out == 0;
}

/* Makes room for plain bytes more; false: out of memory. */
static bool make_room(struct cab *c, size_t plain, struct blob *out)
{
	while (out->ptr == NULL || out->len - c->len < plain)
		if (!codec_grow(out, c->max))
			return false;
	return true;
}

/* Reads one block at *at and moves *at past it; *end: the result. False: out of memory. */
static bool read_block(
	struct cab *c, unsigned method, size_t *at, struct blob *out, enum fw_end *end)
{
	uint16_t packed = 0, plain = 0;
	struct span block, data;
	bool right;

	*end = FW_END_CUT;
	if (!span_from(c->in, *at, &block) || !span_u16le(block, BLOCK_SIZES, &packed) ||
		!span_u16le(block, BLOCK_SIZES + 2, &plain) ||
		!span_slice(block, BLOCK + c->block_reserve, packed, &data))
		return true;
	*end = FW_END_LIMIT;
	if (plain > c->max - c->len)
		return true;
	if (!make_room(c, plain, out))
		return false;
	if (method == METHOD_MSZIP) {
		right = unzip(c, data, plain, out->ptr + c->len);
	} else {
		right = packed == plain;
		memset(out->ptr + c->len, 0, plain);
		memcpy(out->ptr + c->len, data.ptr, packed < plain ? packed : plain);
	}
	*end = right && sum_is_right(block, data) ? FW_END_WHOLE : FW_END_BROKEN;
	c->len += plain;
	*at += BLOCK + c->block_reserve + packed;
	return true;
}

static bool is_known(uint16_t method)
{
	method &= METHOD_MASK;
	return method == METHOD_NONE || method == METHOD_MSZIP;
}

/* The folder whose entry is at `entry`; its blocks come after those of the one before it. */
static bool read_folder(struct cab *c, size_t entry, struct blob *out, enum fw_end *end)
{
	uint16_t blocks = 0, method = 0;
	uint32_t start = 0;
	enum fw_end one;
	size_t at;

	c->folder_from = c->len;
	if (!span_u32le(c->in, entry, &start) ||
		!span_u16le(c->in, entry + FOLDER_BLOCKS, &blocks) ||
		!span_u16le(c->in, entry + FOLDER_METHOD, &method)) {
		*end = FW_END_CUT;
		return true;
	}
	if (start < c->used || !is_known(method)) {
		*end = FW_END_BROKEN;
		return true;
	}
	for (at = start; blocks > 0; blocks--) {
		if (!read_block(c, method & METHOD_MASK, &at, out, &one))
			return false;
		if (one != FW_END_WHOLE)
			*end = one;
		if (one == FW_END_CUT || one == FW_END_LIMIT)
			break;
	}
	c->used = at;
	return true;
}

static bool read_all(struct cab *c, struct blob *out, enum fw_end *end)
{
	size_t entry = c->folders;
	uint16_t i;

	*end = FW_END_WHOLE;
	for (i = 0; i < c->count && *end != FW_END_CUT && *end != FW_END_LIMIT; i++) {
		if (!read_folder(c, entry, out, end))
			return false;
		entry += FOLDER + c->reserve;
	}
	return true;
}

bool fw_cab_is_at(struct span in, size_t off)
{
	struct span at;

	return span_from(in, off, &at) && span_starts(at, "MSCF\0\0\0\0", 8);
}

bool fw_cab_is_readable(struct span in)
{
	struct cab c = {.max = 0};
	uint16_t i, method = 0;

	if (!open_cab(in, &c))
		return false;
	for (i = 0; i < c.count; i++)
		if (span_u16le(in, c.folders + i * (FOLDER + c.reserve) + FOLDER_METHOD, &method) &&
			!is_known(method))
			return false;
	return true;
}

enum err_code fw_cab_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_CAB, .claimed = UINT64_MAX};
	struct cab c = {.max = max_out};
	bool fine;

	if (!open_cab(in, &c))
		return err_set(err, ERR_FORMAT, "not a cabinet");
	if (inflateInit2(&c.z, -MAX_WBITS) != Z_OK)
		return err_set(err, ERR_NOMEM, "inflate: out of memory");
	fine = read_all(&c, &got.bytes, &got.end);
	(void)inflateEnd(&c.z);
	if (!fine) {
		blob_free(&got.bytes);
		return err_set(err, ERR_NOMEM, "inflate: out of memory");
	}
	got.bytes.len = c.len;
	got.used = c.used < in.len ? c.used : in.len;
	*out = got;
	return ERR_OK;
}
