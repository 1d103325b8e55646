/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/lzma_section.h"
#include "lzenc.h"

const char *lz_format_name(enum lz_format format)
{
	static const char *const names[LZ_FORMATS] = {
		"unknown", "7z", "lzma", "lzma86", "f86", "section", "xz", "other", "uimage"};

	return (unsigned)format < LZ_FORMATS ? names[format] : names[LZ_AUTO];
}

static bool is_section(struct span in, struct lz_kind *out)
{
	struct lzma_section g;

	if (!lzma_section_parse(in, &g) || !lzma_section_filter(&g.guid, &out->filter))
		return false;
	out->format = LZ_SECTION;
	out->body = g.data;
	out->before = g.data_offset;
	out->after = in.len - g.size;
	return true;
}

#define SECTION_COMPRESSION 1
#define CUSTOMIZED          2

/* A section of EFI_CUSTOMIZED_COMPRESSION (PI 1.8, volume 3, 3.2.5.2), which is LZMA in practice:
 * both headers must state the same size. */
static bool is_customized(struct span in, struct lz_kind *out)
{
	struct cursor c = {.in = in};
	uint32_t size = cursor_u24le(&c), bytes;
	struct lzma_alone head;
	struct span body;

	if (cursor_u8(&c) != SECTION_COMPRESSION)
		return false;
	if (size == 0xFFFFFF)
		size = cursor_u32le(&c);
	bytes = cursor_u32le(&c);
	if (cursor_u8(&c) != CUSTOMIZED || c.bad || size < c.pos ||
		!span_slice(in, c.pos, size - c.pos, &body) || !lzma_alone_parse(body, &head) ||
		head.size != bytes)
		return false;
	out->format = LZ_SECTION;
	out->body = body;
	out->before = c.pos;
	out->after = in.len - size;
	return true;
}

/* .lzma86 of the LZMA SDK (C/Lzma86.h): one byte before the header, 0 or 1 = x86 filter. */
static bool is_lzma86(struct span in, struct lz_kind *out)
{
	struct span rest;
	uint8_t flag;

	if (!span_u8(in, 0, &flag) || flag > 1 || !span_from(in, 1, &rest) ||
		!lzma_alone_likely(rest))
		return false;
	out->format = LZ_LZMA86;
	out->filter = flag == 1 ? BRANCH_X86 : BRANCH_NONE;
	out->body = rest;
	out->before = 1;
	return true;
}

/* U-Boot, include/image.h, struct legacy_img_hdr; numbers are big-endian. */
#define UIMAGE_MAGIC    0x27051956u
#define UIMAGE_HEAD     64u
#define UIMAGE_HEAD_CRC 4u
#define UIMAGE_SIZE     12u
#define UIMAGE_CRC      24u
#define UIMAGE_TYPE     30u
#define UIMAGE_MULTI    4u /* several images, whose sizes come first */
#define UIMAGE_COMP     31u
#define UIMAGE_LZMA     3u

/* One LZMA-compressed image after the header of mkimage. */
static bool is_uimage(struct span in, struct lz_kind *out)
{
	static const uint8_t zeros[4];
	struct span head, fields, rest;
	uint32_t magic, sum, crc, size;
	uint8_t type, comp;

	if (!span_slice(in, 0, UIMAGE_HEAD, &head) || !span_from(in, UIMAGE_HEAD, &rest) ||
		!span_u32be(head, 0, &magic) || magic != UIMAGE_MAGIC ||
		!span_u8(head, UIMAGE_TYPE, &type) || type == UIMAGE_MULTI ||
		!span_u8(head, UIMAGE_COMP, &comp) || comp != UIMAGE_LZMA ||
		!span_u32be(head, UIMAGE_HEAD_CRC, &crc) || !span_u32be(head, UIMAGE_SIZE, &size) ||
		!span_u32be(head, UIMAGE_CRC, &out->crc) ||
		!span_from(head, UIMAGE_HEAD_CRC + sizeof(zeros), &fields))
		return false;
	/* the header's checksum treats its own field as 0 */
	sum = crc32_update(0, span_of(head.ptr, UIMAGE_HEAD_CRC));
	sum = crc32_update(sum, span_of(zeros, sizeof(zeros)));
	if (crc32_update(sum, fields) != crc)
		return false;
	out->format = LZ_UIMAGE;
	out->before = UIMAGE_HEAD;
	out->body = rest;
	if (span_slice(rest, 0, size, &out->body))
		out->after = rest.len - size;
	else
		out->missing = size - rest.len;
	return true;
}

/* 7zFormat.txt, "Signature" and "SignatureHeader". */
static const uint8_t sz_magic[] = {'7', 'z', 0xBC, 0xAF, 0x27, 0x1C};
#define SZ_CRC_OFF  8u
#define SZ_NEXT_OFF 12u
#define SZ_NEXT_LEN 20u
#define SZ_HEAD_LEN 32u

/* A start header with a right checksum, whose archive is inside in. */
static bool is_archive_at(struct span in, size_t off)
{
	struct span rest, next;
	uint64_t at, len;
	uint32_t crc;

	return span_from(in, off, &rest) && span_starts(rest, sz_magic, sizeof(sz_magic)) &&
	       span_u32le(rest, SZ_CRC_OFF, &crc) &&
	       span_slice(rest, SZ_NEXT_OFF, SZ_NEXT_LEN, &next) && crc32_update(0, next) == crc &&
	       span_u64le(next, 0, &at) && span_u64le(next, 8, &len) && at <= rest.len &&
	       len <= rest.len && at + len <= rest.len - SZ_HEAD_LEN;
}

/* An archive after its self-extractor (7-Zip's -sfx): PE or ELF. */
static bool is_sfx(struct span in, struct lz_kind *out)
{
	static const uint8_t mz[] = {'M', 'Z'}, elf[] = {0x7F, 'E', 'L', 'F'};
	size_t off = 0;

	if (!span_starts(in, mz, sizeof(mz)) && !span_starts(in, elf, sizeof(elf)))
		return false;
	while (off < in.len) {
		const uint8_t *p = memchr(in.ptr + off, sz_magic[0], in.len - off);

		if (p == NULL)
			return false;
		off = (size_t)(p - in.ptr);
		if (is_archive_at(in, off) && span_from(in, off, &out->body)) {
			out->format = LZ_7Z;
			out->before = off;
			return true;
		}
		off++;
	}
	return false;
}

void lz_identify(struct span in, bool named_lzma, struct lz_kind *out)
{
	/* .xz file format 1.1.0, section 2.1.1.1 */
	static const uint8_t xz[] = {0xFD, '7', 'z', 'X', 'Z', 0x00};
	struct lzma_alone head;

	*out = (struct lz_kind){.body = in};
	if (span_starts(in, sz_magic, sizeof(sz_magic)))
		out->format = LZ_7Z;
	else if (span_starts(in, xz, sizeof(xz)))
		out->format = LZ_XZ;
	else if (is_sfx(in, out) || is_section(in, out) || is_customized(in, out) ||
		 is_uimage(in, out))
		return;
	else if (lzma_alone_likely(in))
		out->format = LZ_LZMA;
	else if (is_lzma86(in, out))
		return;
	else if (named_lzma && lzma_alone_parse(in, &head))
		out->format = LZ_LZMA;
}

bool lz_is_others(struct span in, struct err *err)
{
	static const struct {
		const char *magic;
		size_t len;
		const char *name;
	} others[] = {{"MSWIM\0\0", 8, "WIM"}, {"070701", 6, "cpio"}, {"070702", 6, "cpio"},
		{"070707", 6, "cpio"}, {"Rar!\x1A\7", 6, "RAR"}, {"MSCF\0\0\0", 8, "CAB"},
		{"!<arch>\n", 8, "ar"}};
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (span_starts(in, others[i].magic, others[i].len)) {
			(void)err_set(err, ERR_UNSUPPORTED,
				"archives of the kind %s are not opened", others[i].name);
			return true;
		}
	return false;
}

static enum err_code open_xz(const struct lz_open *how, struct reader **out, struct err *err)
{
	struct reader *bytes;
	enum err_code rc = reader_span(how->kind.body, &bytes, err);

	if (rc != ERR_OK)
		return rc;
	rc = xz_reader(bytes, how->memlimit, out, err);
	if (rc != ERR_OK)
		reader_close(bytes);
	return rc;
}

enum err_code lz_reader(const struct lz_open *how, struct reader **out, struct err *err)
{
	switch (how->kind.format) {
	case LZ_LZMA:
	case LZ_LZMA86:
	case LZ_F86:
	case LZ_SECTION:
		return lzma_alone_reader(
			how->kind.body, how->kind.filter, how->marker_ok, how->memlimit, out, err);
	case LZ_UIMAGE:
		if (how->kind.missing != 0)
			return err_set(err, ERR_FORMAT, "the image is cut short by %zu bytes",
				how->kind.missing);
		if (crc32_update(0, how->kind.body) != how->kind.crc)
			return err_set(err, ERR_FORMAT, "the image's data have another CRC");
		return lzma_alone_reader(
			how->kind.body, BRANCH_NONE, how->marker_ok, how->memlimit, out, err);
	case LZ_XZ:
		return open_xz(how, out, err);
	default:
		return err_set(err, ERR_FORMAT, "no compressed file of a kind known here");
	}
}
