/* SPDX-License-Identifier: MIT */
#include "damage.h"

#include <string.h>

uint32_t random_u32(struct random *r)
{
	/* xorshift64* (Vigna, 2016) */
	r->state ^= r->state >> 12;
	r->state ^= r->state << 25;
	r->state ^= r->state >> 27;
	return (uint32_t)((r->state * 2685821657736338717ull) >> 32);
}

uint32_t random_below(struct random *r, uint32_t n)
{
	return random_u32(r) % n;
}

static void scribble(struct blob *image, size_t off, size_t len, struct random *r)
{
	uint8_t how = (uint8_t)random_below(r, 3);
	size_t i;

	for (i = 0; i < len; i++)
		image->ptr[off + i] = how == 0 ? 0x00 : how == 1 ? 0xFF : (uint8_t)random_u32(r);
}

static void flip(struct blob *image, size_t off, struct random *r)
{
	image->ptr[off] ^= (uint8_t)(1u << random_below(r, 8));
}

static void cut_head(struct blob *image, size_t len)
{
	memmove(image->ptr, image->ptr + len, image->len - len);
	image->len -= len;
}

static bool volume_checksum(struct blob *image, const struct anatomy *a, struct random *r)
{
	flip(image, a->volume + 50 + random_below(r, 2), r);
	return true;
}

static bool volume_signature(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->volume + 40, 4, r);
	return true;
}

static bool volume_guid(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->volume + 16, 16, r);
	return true;
}

static bool volume_length_huge(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u64le(image->ptr + a->volume + 32, (uint64_t)(1 + random_u32(r)) << 20);
	if (random_below(r, 2) != 0)
		image_volume_fix_sum(image->ptr + a->volume);
	return true;
}

static bool volume_length_small(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u64le(image->ptr + a->volume + 32, random_below(r, 72));
	return true;
}

static bool volume_length_and_map(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u64le(image->ptr + a->volume + 32, random_below(r, 4096));
	scribble(image, a->volume + 56, 8, r);
	return true;
}

static bool volume_head_length(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u16le(image->ptr + a->volume + 48, (uint16_t)random_u32(r));
	return true;
}

static bool volume_header_gone(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->volume, 0x48, r);
	return true;
}

static bool volume_bit(struct blob *image, const struct anatomy *a, struct random *r)
{
	flip(image, a->volume + random_below(r, 0x48), r);
	return true;
}

static bool file_checksum(struct blob *image, const struct anatomy *a, struct random *r)
{
	flip(image, a->file + 16, r);
	return true;
}

static bool file_header_gone(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->file, 24, r);
	return true;
}

static bool file_size(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u24le(image->ptr + a->file + 20, random_u32(r) & 0xFFFFFF);
	if (random_below(r, 2) != 0)
		image_file_fix_sum(image->ptr + a->file);
	return true;
}

static bool file_type(struct blob *image, const struct anatomy *a, struct random *r)
{
	image->ptr[a->file + 18] = (uint8_t)random_u32(r);
	return true;
}

static bool file_state(struct blob *image, const struct anatomy *a, struct random *r)
{
	image->ptr[a->file + 23] = (uint8_t)random_u32(r);
	return true;
}

static bool section_size(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u24le(image->ptr + a->section, (1 + random_u32(r)) & 0xFFFFFF);
	return true;
}

static bool section_size_small(struct blob *image, const struct anatomy *a, struct random *r)
{
	put_u24le(image->ptr + a->section, random_below(r, 64));
	return true;
}

static bool section_type(struct blob *image, const struct anatomy *a, struct random *r)
{
	image->ptr[a->section + 3] = (uint8_t)random_u32(r);
	return true;
}

static bool file_and_section_header(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->file, 24 + 4, r);
	return true;
}

static bool everything_before_guid(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, 0, a->section + 4, r);
	return true;
}

static bool head_cut_before_stream(struct blob *image, const struct anatomy *a, struct random *r)
{
	cut_head(image, 1 + random_below(r, (uint32_t)(a->section + 3)));
	return true;
}

static bool head_cut_plain(struct blob *image, const struct anatomy *a, struct random *r)
{
	cut_head(image, 1 + random_below(r, (uint32_t)(a->gop_file - 1)));
	return true;
}

static bool tail_cut_after_stream(struct blob *image, const struct anatomy *a, struct random *r)
{
	size_t room = image->len - a->stream_end;

	image->len = a->stream_end + random_below(r, (uint32_t)room);
	return true;
}

static bool tail_cut_in_stream(struct blob *image, const struct anatomy *a, struct random *r)
{
	image->len = a->stream + random_below(r, (uint32_t)(a->stream_end - a->stream));
	return true;
}

static bool stream_bit(struct blob *image, const struct anatomy *a, struct random *r)
{
	flip(image, a->stream + 16 + random_below(r, (uint32_t)(a->stream_end - a->stream - 16)),
		r);
	return true;
}

static bool stream_hole(struct blob *image, const struct anatomy *a, struct random *r)
{
	size_t len = 1 + random_below(r, 600);
	size_t room = a->stream_end - a->stream - 16 - len;

	scribble(image, a->stream + 16 + random_below(r, (uint32_t)room), len, r);
	return true;
}

static bool shifted(struct blob *image, const struct anatomy *a, struct random *r)
{
	size_t by = 1 + random_below(r, 5000);
	struct blob front = image_noise(by, random_u32(r));

	(void)a;
	*image = image_join(front, *image, 1, 0);
	return true;
}

static bool behind_is_noise(struct blob *image, const struct anatomy *a, struct random *r)
{
	(void)a;
	*image = image_join(*image, image_noise(random_below(r, 50000) + 1, random_u32(r)), 1, 0);
	return true;
}

static bool in_front_is_noise(struct blob *image, const struct anatomy *a, struct random *r)
{
	size_t i;

	for (i = 4096; i < a->volume; i++)
		image->ptr[i] = (uint8_t)random_u32(r);
	return a->volume > 4096;
}

static bool descriptor_scribble(struct blob *image, const struct anatomy *a, struct random *r)
{
	if (a->volume < 4096)
		return false;
	scribble(image, random_below(r, 200), 1 + random_below(r, 200), r);
	return true;
}

static bool neighbour_file(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->gop_file - 200, 200, r); /* the tail of the file before it */
	return true;
}

static bool gop_file_header(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->gop_file, 24, r);
	return true;
}

static bool vbt_file_header(struct blob *image, const struct anatomy *a, struct random *r)
{
	scribble(image, a->vbt_file, 24, r);
	return true;
}

/* Brotli has nothing to be known by without its GUID. */
static bool section_guid(struct blob *image, const struct anatomy *a, struct random *r)
{
	if (a->codec == FW_CODEC_EFI || a->codec == FW_CODEC_BROTLI)
		return false;
	scribble(image, a->section + 4, GUID_LEN, r);
	return true;
}

static bool is_lzma(const struct anatomy *a)
{
	return a->codec == FW_CODEC_LZMA || a->codec == FW_CODEC_LZMA_F86;
}

static bool head_cut_before_lzma(struct blob *image, const struct anatomy *a, struct random *r)
{
	if (!is_lzma(a))
		return false;
	cut_head(image, a->section + 4 + random_below(r, 21));
	return true;
}

static bool lzma_dictionary(struct blob *image, const struct anatomy *a, struct random *r)
{
	if (!is_lzma(a))
		return false;
	scribble(image, a->stream + 1, 4, r);
	return true;
}

static bool lzma_size(struct blob *image, const struct anatomy *a, struct random *r)
{
	if (!is_lzma(a))
		return false;
	scribble(image, a->stream + 5, 8, r);
	return true;
}

static bool lzma_properties(struct blob *image, const struct anatomy *a, struct random *r)
{
	if (!is_lzma(a))
		return false;
	image->ptr[a->stream] = (uint8_t)random_u32(r);
	return true;
}

static bool any_bytes(struct blob *image, const struct anatomy *a, struct random *r)
{
	unsigned n = 1 + random_below(r, 40);

	(void)a;
	while (n-- > 0)
		image->ptr[random_below(r, (uint32_t)image->len)] = (uint8_t)random_u32(r);
	return true;
}

const struct damage_kind damage_kinds[] = {
	{"volume checksum", volume_checksum, true, true, false, false},
	{"volume signature wiped", volume_signature, true, true, false, false},
	{"volume GUID wiped", volume_guid, true, true, false, false},
	{"volume length huge", volume_length_huge, true, true, false, false},
	{"volume length too small", volume_length_small, true, true, false, false},
	{"volume length and block map", volume_length_and_map, true, true, false, false},
	{"volume header length", volume_head_length, true, false, false, false},
	{"volume header gone", volume_header_gone, true, true, false, false},
	{"a bit of the volume header", volume_bit, true, false, false, false},
	{"file checksum", file_checksum, true, true, false, false},
	{"file header gone", file_header_gone, true, true, false, false},
	{"file size", file_size, true, false, false, false},
	{"file type", file_type, true, false, false, false},
	{"file state", file_state, true, false, false, false},
	{"section size", section_size, true, false, false, false},
	{"section size too small", section_size_small, true, true, false, false},
	{"section type", section_type, true, false, false, false},
	{"file and section header gone", file_and_section_header, true, true, false, false},
	{"everything before the GUID gone", everything_before_guid, true, false, false, true},
	{"head cut before the stream", head_cut_before_stream, true, false, false, true},
	{"head cut before the driver", head_cut_plain, true, false, true, false},
	{"tail cut after the stream", tail_cut_after_stream, true, true, false, true},
	{"tail cut in the stream", tail_cut_in_stream, false, true, false, true},
	{"a bit of the stream", stream_bit, false, true, false, true},
	{"a hole in the stream", stream_hole, false, true, false, true},
	{"noise of odd length in front", shifted, true, false, false, false},
	{"noise after", behind_is_noise, true, false, false, false},
	{"noise instead of what is in front", in_front_is_noise, true, false, false, false},
	{"descriptor overwritten", descriptor_scribble, true, false, false, false},
	{"file before the driver's", neighbour_file, true, false, true, false},
	{"driver's file header", gop_file_header, true, true, true, false},
	{"VBT's file header", vbt_file_header, true, true, true, false},
	{"section GUID wiped", section_guid, true, true, false, true},
	{"head cut before an LZMA stream", head_cut_before_lzma, true, false, false, true},
	{"LZMA dictionary size", lzma_dictionary, true, false, false, true},
	{"LZMA size field", lzma_size, true, true, false, true},
	{"LZMA property byte", lzma_properties, true, false, false, true},
	{"bytes anywhere", any_bytes, false, false, false, false},
};
const unsigned damage_kind_count = sizeof damage_kinds / sizeof damage_kinds[0];
