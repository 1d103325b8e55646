/* SPDX-License-Identifier: MIT */
/*
 * The data file of the net player. Checksums would stop nearly every input at the door, so they
 * are made right first; then the parts are also given to the decoder without their packing.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "net/code.h"
#include "net/net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Where the head ends: fixed fields and those that tuples and stages add; 0: it does not. */
static size_t head_size(struct span file)
{
	uint32_t tuples, stages;
	size_t len;

	if (!span_u32le(file, 12, &tuples) || !span_u32le(file, 16, &stages) ||
		tuples > NTUPLE_MAX || stages > NTUPLE_STAGE_MAX)
		return 0;
	len = 20 + 8 * (size_t)tuples + 8 * (size_t)stages + 8 + 4 + 4 + 4;
	return len <= file.len ? len : 0;
}

static void read_file(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size > 0 ? size : 1);
	size_t head = head_size(span_of(data, size));
	struct net net;
	struct err err;

	if (copy == NULL)
		return;
	memcpy(copy, data, size);
	if (head > 0) {
		put_u32le(copy + head - 8, crc32_update(0, span_of(copy + head, size - head)));
		put_u32le(copy + head - 4, crc32_update(0, span_of(copy, head - 4)));
	}
	if (net_read(span_of(copy, size), NULL, &net, &err) == ERR_OK) {
		(void)net_value(&net, 0xFEDCBA9876543210ull);
		net_free(&net);
	}
	free(copy);
}

static void read_parts(const uint8_t *data, size_t size)
{
	unsigned cells = 1 + data[0] % 3;
	struct span all = span_of(data + 1, size - 1), side, main;
	size_t count = (size_t)1 << (4 * cells);
	int16_t *q = calloc(2 * count, sizeof(*q));
	struct err err;

	if (q != NULL && span_slice(all, 0, net_side_size(cells), &side) &&
		span_from(all, side.len, &main) && net_main_size(side) <= main.len) {
		struct net_stream two[2];

		main.len = (size_t)net_main_size(side);
		two[0] = (struct net_stream){side, main, cells, q, NULL, 0};
		two[1] = (struct net_stream){side, main, cells, q + count, NULL, 0};
		(void)net_decode(two, 1 + data[0] / 128, &err);
	}
	free(q);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_file(data, size);
	if (size > 0)
		read_parts(data, size);
	return 0;
}
