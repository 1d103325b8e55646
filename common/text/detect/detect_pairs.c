/* SPDX-License-Identifier: MIT */
/* The pairs of bytes that single-byte encodings are judged on. */
#include <stdlib.h>

#include "detect/detect_private.h"

#define ALL_PAIRS 65536

enum err_code byte_pairs_open(struct byte_pairs *pairs, uint64_t high, struct err *err)
{
	size_t cap = high < ALL_PAIRS / 2 ? 2 * (size_t)high + 2 : ALL_PAIRS;
	size_t slots = 64;

	while (slots < cap && slots < ALL_PAIRS) /* most pairs come again */
		slots *= 2;
	*pairs = (struct byte_pairs){.mask = slots - 1};
	pairs->pairs = malloc((cap + slots) * sizeof(*pairs->pairs) + cap * sizeof(*pairs->used));
	if (pairs->pairs == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	pairs->slots = pairs->pairs + cap;
	pairs->used = (uint32_t *)(void *)(pairs->slots + slots);
	return ERR_OK;
}

void byte_pairs_close(struct byte_pairs *pairs)
{
	free(pairs->pairs);
	pairs->pairs = NULL;
}

/* With a slot for every pair this meets no other. */
static size_t slot_of(const struct byte_pairs *pairs, unsigned key)
{
	return (key ^ key >> 6) & pairs->mask;
}

static inline void add_pair(struct byte_pairs *pairs, uint8_t a, uint8_t b)
{
	size_t slot = slot_of(pairs, (unsigned)a << 8 | b);
	struct byte_pair *p = &pairs->slots[slot];

	while (p->count != 0 && (p->a != a || p->b != b)) {
		slot = (slot + 1) & pairs->mask;
		p = &pairs->slots[slot];
	}
	if (p->count == 0) {
		pairs->used[pairs->count++] = (uint32_t)slot;
		p->a = a;
		p->b = b;
	}
	p->count += p->count != UINT32_MAX;
}

static void collect(struct byte_pairs *pairs, struct span in)
{
	uint8_t before = '\n';

	for (size_t i = 0; i < in.len; i++) {
		uint8_t byte = in.ptr[i];

		if (((before | byte) & 0x80) != 0) {
			add_pair(pairs, before, byte);
		} else {
			i = behind_ascii(in, i) - 1;
			byte = in.ptr[i];
		}
		before = byte;
	}
	if (before >= 0x80)
		add_pair(pairs, before, '\n');
}

static enum pair_kind kind_of(const struct byte_pair *p)
{
	static const uint8_t kinds[2][2] = {{PAIR_HIGH, PAIR_EXIT}, {PAIR_ENTRY, PAIR_DOUBLE}};

	return p->a == p->b ? PAIR_DOUBLE : (enum pair_kind)kinds[p->a < 0x80][p->b < 0x80];
}

static void put_in_order(struct byte_pairs *pairs)
{
	size_t counts[PAIR_KINDS] = {0, 0, 0, 0};
	uint64_t seen[4] = {0, 0, 0, 0}; /* by the upper two bits of the second byte */
	uint64_t total = 0;
	size_t at = 0;

	for (size_t i = 0; i < pairs->count; i++) {
		struct byte_pair *p = &pairs->slots[pairs->used[i]];

		p->kind = (uint8_t)kind_of(p);
		counts[p->kind]++;
		total += p->count;
		seen[p->b >> 6] |= 1ull << (p->b & 63);
	}
	for (unsigned k = 0; k < PAIR_KINDS; k++) {
		pairs->ends[k] = at; /* of the kind before: it grows below */
		at += counts[k];
	}
	for (size_t i = 0; i < pairs->count; i++) {
		const struct byte_pair *p = &pairs->slots[pairs->used[i]];

		pairs->pairs[pairs->ends[p->kind]++] = *p;
	}
	pairs->total = total;
	pairs->high.count = 0;
	for (unsigned half = 0; half < 2; half++) {
		pairs->seen[half] = seen[2 + half];
		for (uint64_t left = seen[2 + half]; left != 0; left &= left - 1)
			pairs->high.bytes[pairs->high.count++] =
				(uint8_t)(0x80u + half * 64 + (unsigned)__builtin_ctzll(left));
	}
}

void byte_pairs_collect(struct byte_pairs *pairs, const struct part *part)
{
	struct span piece;
	size_t pos = 0;

	memset(pairs->slots, 0, (pairs->mask + 1) * sizeof(*pairs->slots));
	pairs->count = 0;
	while (part_next(part, &pos, &piece))
		collect(pairs, piece);
	put_in_order(pairs);
}
