/* SPDX-License-Identifier: MIT */
/* The pairs of bytes that single-byte encodings are judged on. */
#include <stdlib.h>

#include "detect_private.h"

#define ALL_PAIRS 65536

enum err_code byte_pairs_open(struct byte_pairs *pairs, uint64_t high, struct err *err)
{
	size_t cap = high < ALL_PAIRS / 2 ? 2 * (size_t)high + 2 : ALL_PAIRS;
	size_t slots = 64;

	while (slots < 2 * cap && slots < ALL_PAIRS)
		slots *= 2;
	*pairs = (struct byte_pairs){.mask = slots - 1};
	pairs->pairs = malloc(cap * sizeof(*pairs->pairs));
	pairs->slots = calloc(slots, sizeof(*pairs->slots));
	if (pairs->pairs != NULL && pairs->slots != NULL)
		return ERR_OK;
	byte_pairs_close(pairs);
	return err_set(err, ERR_NOMEM, "out of memory");
}

void byte_pairs_close(struct byte_pairs *pairs)
{
	free(pairs->pairs);
	free(pairs->slots);
	pairs->pairs = NULL;
	pairs->slots = NULL;
}

/* With a slot for every pair this meets no other. */
static size_t slot_of(const struct byte_pairs *pairs, unsigned key)
{
	return (key ^ key >> 6) & pairs->mask;
}

static void add_pair(struct byte_pairs *pairs, unsigned a, unsigned b)
{
	size_t slot = slot_of(pairs, a << 8 | b);

	while (pairs->slots[slot] != 0) {
		struct byte_pair *p = &pairs->pairs[pairs->slots[slot] - 1];

		if (p->a == a && p->b == b) {
			p->count++;
			return;
		}
		slot = (slot + 1) & pairs->mask;
	}
	pairs->pairs[pairs->count++] = (struct byte_pair){(uint8_t)a, (uint8_t)b, 1};
	pairs->slots[slot] = (uint32_t)pairs->count;
	if (b >= 0x80)
		pairs->high[b - 0x80] = true;
}

static void list_bytes(struct byte_pairs *pairs)
{
	bool seen[256] = {false};

	for (size_t i = 0; i < pairs->count; i++) {
		seen[pairs->pairs[i].a] = true;
		seen[pairs->pairs[i].b] = true;
	}
	pairs->list_count = 0;
	for (unsigned byte = 0; byte < 256; byte++) {
		if (seen[byte])
			pairs->list[pairs->list_count++] = (uint8_t)byte;
	}
}

static void collect(struct byte_pairs *pairs, struct span in)
{
	uint8_t before = '\n';

	if (pairs->count != 0)
		memset(pairs->slots, 0, (pairs->mask + 1) * sizeof(*pairs->slots));
	pairs->count = 0;
	memset(pairs->high, 0, sizeof(pairs->high));
	for (size_t i = 0; i < in.len; i++) {
		size_t skip = text_ascii_len(span_of(in.ptr + i, in.len - i));

		if (skip != 0) {
			if (before >= 0x80)
				add_pair(pairs, before, in.ptr[i]);
			i += skip;
			before = in.ptr[i - 1];
			if (i == in.len)
				return;
		}
		add_pair(pairs, before, in.ptr[i]);
		before = in.ptr[i];
	}
	if (before >= 0x80)
		add_pair(pairs, before, '\n');
}

void byte_pairs_collect(struct byte_pairs *pairs, struct span in)
{
	collect(pairs, in);
	list_bytes(pairs);
}
