/* SPDX-License-Identifier: MIT */
/* Any bytes as a .zip: the contents of its entries of method 9, each where its headers say. */
#include "biosbelt/zip_dir.h"
#include "zip_data.h"

#define OUT_MAX ((size_t)256 << 10)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_item(const struct zip_data *z, uint64_t header, uint64_t size)
{
	uint16_t name = 0, extra = 0;
	struct reader *r = NULL;
	struct span local;
	struct blob all;
	struct err err;

	if (header > z->in.len || !span_from(z->in, (size_t)header, &local))
		return;
	span_u16le(local, 26, &name);
	span_u16le(local, 28, &extra);
	if (zip_data_open(z, header + 30 + name + extra, size, &r, &err) != ERR_OK || r == NULL)
		return;
	if (reader_all(r, OUT_MAX, &all, &err) == ERR_OK) {
		if (all.len != size)
			__builtin_trap();
		blob_free(&all);
	}
	reader_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size);
	struct zip_item item;
	struct zip_data z;
	struct zip_dir dir;
	struct cursor c;
	struct err err;
	unsigned n = 0;

	if (zip_data_read(in, &z, &err) == ERR_OK && zip_dir_find(in, &dir))
		for (c = (struct cursor){.in = dir.items}; n < 8 && zip_item_next(&c, &item); n++)
			read_item(&z, dir.base + item.header, item.size);
	zip_data_free(&z);
	return 0;
}
