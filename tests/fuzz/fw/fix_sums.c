/* SPDX-License-Identifier: MIT */
/*
 * Mutates firmware images, and makes most of the checksums over their headers right again: with a
 * wrong one the readers do not go on to what is inside.
 */
#include <string.h>

#include "biosbelt/fwguid.h"
#include "biosbelt/hash.h"
#include "image.h"

#define VOLUME_MARK_OFF 40u /* PI 1.7, volume 3, 3.2.1 */
#define VOLUME_HEAD     56u
#define HEAD_MOST       4096u
#define FILES_MOST      64u
#define HITS_MOST       64u
#define GUIDED_HEAD     28u /* with the CRC32 */
/* Longer inputs reach nothing else, and take half as long again. */
#define INPUT_MOST      ((size_t)32 << 10)

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static size_t u24(const uint8_t *p)
{
	return p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16;
}

static void fix_file(uint8_t *file, size_t len)
{
	size_t head = (file[19] & 1) != 0 ? FFS3_HEADER_LEN : FFS_HEADER_LEN, i;
	uint8_t sum = 0;

	if (head > len)
		return;
	for (i = head; i < len; i++)
		sum = (uint8_t)(sum + file[i]);
	file[17] = (file[19] & 0x40) != 0 ? (uint8_t)(0 - sum) : 0xAA;
	image_file_fix_sum(file);
}

/* volume: from its header to the end of the image. */
static void fix_volume(uint8_t *volume, size_t room)
{
	size_t at = volume[48] | (size_t)volume[49] << 8;
	unsigned n;

	if (at < VOLUME_HEAD || at > HEAD_MOST || at > room || at % 2 != 0)
		return;
	image_volume_fix_sum(volume);
	for (n = 0; n < FILES_MOST && at < room && room - at >= FFS3_HEADER_LEN; n++) {
		size_t len = u24(volume + at + 20);

		if (len < FFS_HEADER_LEN || len > room - at)
			break;
		fix_file(volume + at, len);
		at = (at + len + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1);
	}
}

static void fix_crc32(uint8_t *section, size_t room)
{
	size_t len = u24(section), from = section[20] | (size_t)section[21] << 8;

	if (len <= room && from >= GUIDED_HEAD && from <= len)
		put_u32le(section + 24, crc32_update(0, span_of(section + from, len - from)));
}

static size_t find(struct span in, size_t from, const void *mark, size_t len)
{
	return from <= in.len ? span_find(in, from, mark, len) : SIZE_MAX;
}

/* Inner headers come first: the checksums of sections and files around them cover them. */
static void fix_sums(uint8_t *data, size_t size)
{
	struct span in = span_of(data, size);
	size_t sections[HITS_MOST], volumes[HITS_MOST], s = 0, v = 0, at;

	for (at = 0; s < HITS_MOST && (at = find(in, at, FW_GUID_CRC32.b, GUID_LEN)) != SIZE_MAX;)
		sections[s++] = at++;
	for (at = 0; v < HITS_MOST && (at = find(in, at, "_FVH", 4)) != SIZE_MAX;)
		volumes[v++] = at++;
	while (s != 0 || v != 0) {
		if (s != 0 && (v == 0 || sections[s - 1] > volumes[v - 1])) {
			at = sections[--s];
			if (at >= 4 && size - at >= GUIDED_HEAD)
				fix_crc32(data + at - 4, size - at + 4);
		} else {
			at = volumes[--v];
			if (at >= VOLUME_MARK_OFF && size - at >= VOLUME_HEAD - VOLUME_MARK_OFF)
				fix_volume(
					data + at - VOLUME_MARK_OFF, size - at + VOLUME_MARK_OFF);
		}
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	if (max_size > INPUT_MOST)
		max_size = INPUT_MOST;
	if (size > max_size)
		size = max_size;
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 4 != 0)
		fix_sums(data, size);
	return size;
}
