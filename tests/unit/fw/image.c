/* SPDX-License-Identifier: MIT */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/branch.h"
#include "biosbelt/hash.h"
#include "biosbelt/pe.h"
#include "sample.h"

#define VOLUME_HEAD 0x48u

static struct blob finished(struct buf *b)
{
	struct blob out;
	struct err err;

	if (buf_finish(b, &out, &err) != ERR_OK)
		abort();
	return out;
}

struct blob image_join(struct blob a, struct blob b, size_t align, uint8_t fill)
{
	struct buf out;

	buf_init(&out, 0);
	buf_add(&out, a.ptr, a.len);
	buf_align(&out, align, fill);
	buf_add(&out, b.ptr, b.len);
	blob_free(&a);
	blob_free(&b);
	return finished(&out);
}

struct blob image_fill(size_t len, uint8_t value)
{
	struct buf b;

	buf_init(&b, 0);
	buf_fill(&b, value, len);
	return finished(&b);
}

static uint32_t next_random(uint32_t *state)
{
	/* Numerical Recipes' linear congruential generator: the same on every system. */
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

struct blob image_noise(size_t len, uint32_t seed)
{
	struct blob out = image_fill(len, 0);
	size_t i;

	for (i = 0; i < len; i++)
		out.ptr[i] = (uint8_t)next_random(&seed);
	return out;
}

struct blob image_code(size_t len, uint32_t seed)
{
	static const uint8_t words[][4] = {{0x48, 0x8B, 0x45, 0xF8}, {0x48, 0x89, 0xC2, 0x90},
		{0x0F, 0x1F, 0x40, 0x00}, {0x55, 0x48, 0x89, 0xE5}, {0xC9, 0xC3, 0xCC, 0xCC}};
	struct blob out = image_fill(len, 0x90);
	size_t pos = 0;

	while (pos + 8 < len) {
		uint32_t r = next_random(&seed);

		if (r % 7 == 0) {
			out.ptr[pos++] = 0xE8;
			/* of few functions, as in real code */
			put_u32le(
				out.ptr + pos, (uint32_t)(((r >> 3) % len & ~(size_t)0x1FF) - pos));
		} else if (r % 7 == 1) {
			put_u32le(out.ptr + pos, r * 2654435761u);
		} else {
			memcpy(out.ptr + pos, words[r % 5], 4);
		}
		pos += 4;
	}
	return out;
}

struct blob image_calls(bool filtered)
{
	static const uint8_t call[] = {0xE8, 0x10, 0, 0, 0};
	struct blob b = image_noise(4000, 3);
	size_t i;

	for (i = 0; i < b.len; i++)
		b.ptr[i] &= 0x7F; /* no other calls */
	for (i = 0; i < b.len; i += 100)
		memcpy(b.ptr + i, call, sizeof call);
	if (!filtered)
		branch_all(BRANCH_X86, false, b.ptr, b.len);
	return b;
}

struct blob image_section(uint8_t type, struct blob body, bool large)
{
	struct buf b;
	size_t len = body.len + (large ? 8 : 4);

	buf_init(&b, 0);
	buf_add_u24le(&b, large ? 0xFFFFFF : (uint32_t)len);
	buf_add_u8(&b, type);
	if (large)
		buf_add_u32le(&b, (uint32_t)len);
	buf_add(&b, body.ptr, body.len);
	blob_free(&body);
	return finished(&b);
}

struct blob image_ui(const char *name)
{
	struct buf b;

	buf_init(&b, 0);
	for (; *name != '\0'; name++)
		buf_add_u16le(&b, (uint8_t)*name);
	buf_add_u16le(&b, 0);
	return image_section(SECTION_UI, finished(&b), false);
}

struct blob image_guided(const struct guid *guid, uint16_t attributes, struct blob body)
{
	struct buf b;

	buf_init(&b, 0);
	buf_add(&b, guid->b, GUID_LEN);
	buf_add_u16le(&b, 24);
	buf_add_u16le(&b, attributes);
	buf_add(&b, body.ptr, body.len);
	blob_free(&body);
	return image_section(SECTION_GUIDED, finished(&b), false);
}

struct blob image_compressed(uint8_t method, uint32_t unpacked, struct blob body)
{
	struct buf b;

	buf_init(&b, 0);
	buf_add_u32le(&b, unpacked);
	buf_add_u8(&b, method);
	buf_add(&b, body.ptr, body.len);
	blob_free(&body);
	return image_section(SECTION_COMPRESSION, finished(&b), false);
}

struct blob image_packed_section(enum fw_codec codec, struct blob sections)
{
	uint32_t len = (uint32_t)sections.len;

	switch (codec) {
	case FW_CODEC_LZMA:
		return image_guided(&FW_GUID_LZMA, 1, image_pack(codec, sections));
	case FW_CODEC_LZMA_F86:
		return image_guided(&FW_GUID_LZMA_F86, 1, image_pack(codec, sections));
	case FW_CODEC_TIANO:
		return image_guided(&FW_GUID_TIANO, 1, image_pack(codec, sections));
	case FW_CODEC_BROTLI:
		return image_guided(&FW_GUID_BROTLI, 1, image_pack(codec, sections));
	case FW_CODEC_EFI:
		return image_compressed(1, len, image_pack(codec, sections));
	default:
		return image_compressed(0, len, sections);
	}
}

struct blob image_crc32_section(struct blob sections)
{
	struct buf b;

	buf_init(&b, 0);
	buf_add(&b, FW_GUID_CRC32.b, GUID_LEN);
	buf_add_u16le(&b, 28);
	buf_add_u16le(&b, 2);
	buf_add_u32le(&b, crc32_update(0, blob_span(sections)));
	buf_add(&b, sections.ptr, sections.len);
	blob_free(&sections);
	return image_section(SECTION_GUIDED, finished(&b), false);
}

struct blob image_add_section(struct blob row, struct blob section)
{
	return image_join(row, section, SECTION_ALIGN, 0);
}

static uint8_t sum8(const uint8_t *p, size_t len)
{
	unsigned sum = 0;

	while (len-- > 0)
		sum += *p++;
	return (uint8_t)sum;
}

void image_file_fix_sum(uint8_t *file)
{
	size_t head = (file[19] & 1) != 0 ? FFS3_HEADER_LEN : FFS_HEADER_LEN;

	file[16] = 0;
	file[16] = (uint8_t)(0 - (sum8(file, head) - file[17] - file[23]));
}

struct blob image_file(const struct image_file *o, struct blob body)
{
	struct buf b;
	struct blob out;
	size_t head = o->large ? FFS3_HEADER_LEN : FFS_HEADER_LEN;
	size_t len = head + body.len;

	buf_init(&b, 0);
	buf_add(&b, o->guid.b, GUID_LEN);
	buf_add_u8(&b, 0);
	buf_add_u8(&b, o->checksum ? (uint8_t)(0 - sum8(body.ptr, body.len)) : 0xAA);
	buf_add_u8(&b, o->type);
	buf_add_u8(&b, (uint8_t)((o->large ? 1 : 0) | (o->checksum ? 0x40 : 0)));
	buf_add_u24le(&b, o->large ? 0 : (uint32_t)len);
	buf_add_u8(&b, 0xF8);
	if (o->large)
		buf_add_u64le(&b, len);
	buf_add(&b, body.ptr, body.len);
	blob_free(&body);
	out = finished(&b);
	image_file_fix_sum(out.ptr);
	return out;
}

void image_volume_fix_sum(uint8_t *volume)
{
	unsigned len = volume[48] | (unsigned)volume[49] << 8;

	put_u16le(volume + 50, 0);
	put_u16le(volume + 50, (uint16_t)(0 - fv_sum16(span_of(volume, len))));
}

static void add_ext_header(struct buf *b)
{
	put_u16le(b->ptr + 52, VOLUME_HEAD);
	buf_fill(b, 0x5A, GUID_LEN);
	buf_add_u32le(b, GUID_LEN + 4);
	buf_align(b, 8, 0xFF);
}

struct blob image_volume(const struct image_volume *o, struct blob files)
{
	const struct guid *fs = o->ffs3 ? &FW_GUID_FFS3 : &FW_GUID_FFS2;
	struct buf b;
	size_t size;

	buf_init(&b, 0);
	buf_fill(&b, 0, 16);
	buf_add(&b, fs->b, GUID_LEN);
	buf_add_u64le(&b, 0);
	buf_str(&b, "_FVH");
	buf_add_u32le(&b, 0x0004FEFF); /* erase polarity 1 and the usual rest */
	buf_add_u16le(&b, VOLUME_HEAD);
	buf_add_u16le(&b, 0);
	buf_add_u16le(&b, 0);
	buf_add_u8(&b, 0);
	buf_add_u8(&b, 2);
	buf_fill(&b, 0, 16);
	if (o->other_guid)
		b.ptr[16] ^= 0x55;
	if (o->ext_header)
		add_ext_header(&b);
	buf_add(&b, files.ptr, files.len);
	blob_free(&files);
	buf_align(&b, 8, 0xFF);
	size = o->size != 0 ? o->size : (b.len + 4095) & ~(size_t)4095;
	if (size < b.len)
		abort();
	buf_fill(&b, 0xFF, size - b.len);
	put_u64le(b.ptr + 32, size);
	put_u32le(b.ptr + 56, (uint32_t)(size / 4096));
	put_u32le(b.ptr + 60, 4096);
	image_volume_fix_sum(b.ptr);
	return finished(&b);
}

struct blob image_descriptor(const struct image_region *regions, unsigned count)
{
	struct blob out = image_fill(4096, 0xFF);
	unsigned i;

	put_u32le(out.ptr + 0x10, 0x0FF0A55A);
	put_u32le(out.ptr + 0x14, 0x00040003); /* FRBA 0x40, FCBA 0x30 */
	put_u32le(out.ptr + 0x18, 0x00000006); /* FMBA 0x60 */
	for (i = 0; i < 5; i++) {
		uint32_t v = 0x00000FFF; /* base over limit: unused */

		if (i < count && regions[i].len != 0)
			v = (uint32_t)(regions[i].off >> 12) |
			    (uint32_t)((regions[i].off + regions[i].len - 1) >> 12) << 16;
		put_u32le(out.ptr + 0x40 + 4 * i, v);
	}
	return out;
}

struct blob image_capsule(struct blob body, bool aptio)
{
	static const struct guid uefi = GUID_INIT(
		0x3B6686BD, 0x0D76, 0x4030, 0xB7, 0x0E, 0xB5, 0x51, 0x9E, 0x2F, 0xC5, 0xA0);
	static const struct guid ami = GUID_INIT(
		0x4A3CA68B, 0x7723, 0x48FB, 0x80, 0x3D, 0x57, 0x8C, 0xC1, 0xFE, 0xC4, 0x4D);
	uint32_t head = aptio ? 0x800 : 0x50;
	struct blob out = image_fill(head, 0);

	memcpy(out.ptr, aptio ? ami.b : uefi.b, GUID_LEN);
	put_u32le(out.ptr + 16, aptio ? 0x20 : head);
	put_u32le(out.ptr + 24, (uint32_t)(head + body.len));
	if (aptio)
		put_u16le(out.ptr + 28, (uint16_t)head);
	return image_join(out, body, 1, 0);
}

struct blob image_cbfs_file(const char *name, uint32_t type, enum fw_codec codec, struct blob body)
{
	struct blob head = image_fill(64, 0);
	uint32_t unpacked = (uint32_t)body.len;

	if (codec != FW_CODEC_NONE)
		body = image_pack(codec, body);
	memcpy(head.ptr, "LARCHIVE", 8);
	put_u32be(head.ptr + 8, (uint32_t)body.len);
	put_u32be(head.ptr + 12, type);
	put_u32be(head.ptr + 20, 64);
	strncpy((char *)head.ptr + 24, name, 16);
	if (codec != FW_CODEC_NONE) {
		put_u32be(head.ptr + 16, 44);
		put_u32be(head.ptr + 44, 0x42435A4C);
		put_u32be(head.ptr + 48, 16);
		put_u32be(head.ptr + 52, codec == FW_CODEC_LZ4 ? 2 : 1);
		put_u32be(head.ptr + 56, unpacked);
	}
	return image_join(head, body, 1, 0);
}
