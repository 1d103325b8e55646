/* SPDX-License-Identifier: MIT */
#include "codec/tiano_huff.h"

#include <string.h>

void tiano_put(struct tiano_bits *b, unsigned count, uint32_t value)
{
	b->pending = b->pending << count | (value & (((uint32_t)1 << count) - 1));
	b->count += count;
	while (b->count >= 8) {
		b->count -= 8;
		buf_add_u8(b->out, (uint8_t)(b->pending >> b->count));
	}
}

void tiano_flush(struct tiano_bits *b)
{
	if (b->count > 0)
		tiano_put(b, 8 - b->count, 0);
}

/* A node of the tree during construction; leaves come first, then inner nodes. */
struct node {
	uint32_t freq;
	uint16_t parent;
	uint8_t depth;
};

#define NODE_MAX (2 * TIANO_NC)

static bool lighter(const struct node *nodes, uint16_t a, uint16_t b)
{
	return nodes[a].freq != nodes[b].freq ? nodes[a].freq < nodes[b].freq : a < b;
}

static void sift_down(uint16_t *heap, size_t count, size_t at, const struct node *nodes)
{
	for (;;) {
		size_t child = 2 * at + 1;
		uint16_t swap;

		if (child >= count)
			return;
		if (child + 1 < count && lighter(nodes, heap[child + 1], heap[child]))
			child++;
		if (!lighter(nodes, heap[child], heap[at]))
			return;
		swap = heap[at];
		heap[at] = heap[child];
		heap[child] = swap;
		at = child;
	}
}

/* Builds Huffman's tree over the used symbols; returns the depth of the deepest leaf. */
static unsigned build(
	const uint32_t *freq, unsigned symbols, unsigned shift, struct tiano_code *out)
{
	struct node nodes[NODE_MAX];
	uint16_t heap[TIANO_NC], symbol_of[TIANO_NC];
	unsigned leaves = 0, total, deepest = 0, i;
	size_t left;

	for (i = 0; i < symbols; i++) {
		if (freq[i] == 0)
			continue;
		nodes[leaves].freq = (freq[i] >> shift) + 1;
		symbol_of[leaves] = (uint16_t)i;
		heap[leaves] = (uint16_t)leaves;
		leaves++;
	}
	if (leaves < 2) /* excluded by the caller */
		return 0;
	for (i = leaves / 2; i-- > 0;)
		sift_down(heap, leaves, i, nodes);
	total = leaves;
	for (left = leaves; left > 1; total++) {
		uint16_t first = heap[0];
		uint16_t second;

		heap[0] = heap[--left];
		sift_down(heap, left, 0, nodes);
		second = heap[0];
		nodes[total].freq = nodes[first].freq + nodes[second].freq;
		nodes[first].parent = nodes[second].parent = (uint16_t)total;
		heap[0] = (uint16_t)total;
		sift_down(heap, left, 0, nodes);
	}
	nodes[total - 1].depth = 0;
	for (i = total - 1; i-- > 0;) {
		nodes[i].depth = (uint8_t)(nodes[nodes[i].parent].depth + 1);
		if (nodes[i].depth > deepest)
			deepest = nodes[i].depth;
		if (i < leaves)
			out->len[symbol_of[i]] = nodes[i].depth;
	}
	return deepest;
}

/* Shorter codes first, among equals the lower symbol (UEFI 2.10, 19.3.3.1). */
static void assign(struct tiano_code *out)
{
	uint16_t next[TIANO_CODE_BITS + 2] = {0};
	unsigned counts[TIANO_CODE_BITS + 2] = {0};
	unsigned i;

	for (i = 0; i < out->symbols; i++)
		counts[out->len[i]]++;
	counts[0] = 0;
	for (i = 1; i <= TIANO_CODE_BITS; i++)
		next[i + 1] = (uint16_t)((next[i] + counts[i]) << 1);
	for (i = 0; i < out->symbols; i++)
		if (out->len[i] != 0)
			out->code[i] = next[out->len[i]]++;
}

void tiano_make_code(const uint32_t *freq, unsigned symbols, struct tiano_code *out)
{
	unsigned used = 0, shift = 0, i;

	memset(out, 0, sizeof *out);
	out->symbols = symbols;
	out->only = -1;
	for (i = 0; i < symbols; i++) {
		if (freq[i] == 0)
			continue;
		used++;
		out->only = (int)i;
	}
	if (used < 2)
		return;
	out->only = -1;
	/* Frequencies are levelled until no code is too long: ends at the latest when all are 1. */
	while (build(freq, symbols, shift, out) > TIANO_CODE_BITS)
		shift++;
	assign(out);
}
