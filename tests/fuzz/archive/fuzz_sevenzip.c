/* SPDX-License-Identifier: MIT */
/*
 * Opens any bytes as .7z and decodes every block up to a limit. The CRCs that guard the headers
 * would stop nearly every input at the door, so they are made right first.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/sevenzip.h"

#define MEMLIMIT ((uint64_t)8 << 20)
#define OUT_MAX  ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void mend(uint8_t *p, size_t size)
{
	static const uint8_t start[] = {'7', 'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4};
	struct span file = span_of(p, size), header = {NULL, 0}, tail = {NULL, 0};
	uint64_t off = 0, len = 0;

	if (size < 32)
		return;
	memcpy(p, start, sizeof(start));
	span_u64le(file, 12, &off);
	span_u64le(file, 20, &len);
	if (off < size && len < size && span_slice(file, 32 + (size_t)off, (size_t)len, &header))
		put_u32le(p + 28, crc32_update(0, header));
	if (span_slice(file, 12, 20, &tail))
		put_u32le(p + 8, crc32_update(0, tail));
}

static void read_block(const struct sz_archive *a, size_t i)
{
	struct sz_block_info info;
	struct reader *r;
	struct blob out;
	struct err err;

	sz_block_info(a, i, &info);
	if (sz_block_reader(a, i, MEMLIMIT, &r, &err) != ERR_OK)
		return;
	if (reader_all(r, OUT_MAX, &out, &err) == ERR_OK)
		blob_free(&out);
	reader_close(r);
}

static void touch(const struct sz_archive *a)
{
	size_t i;

	for (i = 0; i < sz_count(a); i++) {
		const struct sz_entry *e = sz_entry_at(a, i);

		if (strlen(e->name) > SIZE_MAX / 2 ||
			(e->block != SZ_NO_BLOCK && e->block >= sz_block_count(a)))
			abort();
	}
	for (i = 0; i < sz_block_count(a) && i < 8; i++)
		read_block(a, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size + 1);
	struct sz_archive *a;
	struct err err;

	if (copy == NULL)
		return 0;
	memcpy(copy, data, size);
	mend(copy, size);
	if (sz_open(span_of(copy, size), MEMLIMIT, &a, &err) == ERR_OK) {
		touch(a);
		sz_close(a);
	}
	free(copy);
	return 0;
}
