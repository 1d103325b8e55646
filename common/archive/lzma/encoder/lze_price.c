/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "lzma/encoder/lze_private.h"

/* Prices are recomputed after so many uses. */
#define AGE_DIST 64
#define AGE_LEN  64

void lze_prices_init(struct lze_prices *p)
{
	memcpy(p->bit, bit_prices, sizeof(bit_prices));
}

static inline uint32_t price(const struct lze_prices *p, uint16_t prob, unsigned bit)
{
	return bit_price(p->bit, prob, bit);
}

/* The prices of all values of a tree of bits. */
static void price_tree(const struct lze_prices *p, const uint16_t *probs, unsigned bits,
	uint32_t add, uint32_t *out)
{
	uint32_t sum[256];
	unsigned at, leaves = 1u << bits;

	sum[1] = add;
	for (at = 1; at < leaves / 2; at++) {
		sum[at * 2] = sum[at] + lze_price0(p, probs[at]);
		sum[at * 2 + 1] = sum[at] + lze_price1(p, probs[at]);
	}
	for (; at < leaves; at++) {
		out[at * 2 - leaves] = sum[at] + lze_price0(p, probs[at]);
		out[at * 2 + 1 - leaves] = sum[at] + lze_price1(p, probs[at]);
	}
}

static uint32_t price_reverse(
	const struct lze_prices *p, const uint16_t *probs, unsigned bits, unsigned value)
{
	uint32_t sum = 0;
	unsigned at = 1;

	for (; bits != 0; bits--, value >>= 1) {
		sum += price(p, probs[at], value & 1);
		at = at << 1 | (value & 1);
	}
	return sum;
}

static void update_dists(struct lze_prices *p, const struct lze_model *m)
{
	unsigned ls, slot, dist;

	for (ls = 0; ls < LZE_LEN_STATES; ls++) {
		price_tree(p, m->slot[ls], 6, 0, p->slot[ls]);
		for (dist = 0; dist < 4; dist++)
			p->full[ls][dist] = p->slot[ls][dist];
	}
	for (dist = 4; dist < LZE_FULL; dist++) {
		unsigned bits, base;
		uint32_t low;

		slot = lze_slot(dist);
		bits = slot / 2 - 1;
		base = (2 | (slot & 1)) << bits;
		low = price_reverse(p, m->special + base - slot, bits, dist - base);
		for (ls = 0; ls < LZE_LEN_STATES; ls++)
			p->full[ls][dist] = p->slot[ls][slot] + low;
	}
	for (ls = 0; ls < LZE_LEN_STATES; ls++)
		for (slot = LZE_FULL_SLOT; slot < LZE_SLOTS; slot++)
			p->slot[ls][slot] += (slot / 2 - 1 - LZE_ALIGN_BITS) << PRICE_BITS;
	for (dist = 0; dist < 1u << LZE_ALIGN_BITS; dist++)
		p->align[dist] = price_reverse(p, m->align, LZE_ALIGN_BITS, dist);
}

static void update_lengths(struct lze_prices *p, const struct lze_length_model *m,
	unsigned pos_states, uint32_t table[LZE_POS_STATES][LZE_LENGTHS])
{
	uint32_t low = lze_price0(p, m->choice[0]), high = lze_price1(p, m->choice[0]);
	uint32_t mid = high + lze_price0(p, m->choice[1]);
	unsigned ps, i;

	high += lze_price1(p, m->choice[1]);
	price_tree(p, m->high, 8, high, &table[0][16]);
	for (ps = 0; ps < pos_states; ps++) {
		price_tree(p, m->low[ps], 3, low, table[ps]);
		price_tree(p, m->mid[ps], 3, mid, table[ps] + 8);
		for (i = 16; ps != 0 && i < LZE_LENGTHS; i++)
			table[ps][i] = table[0][i];
	}
}

void lze_prices_update(struct lze_prices *p, const struct lze_model *m, struct lze_coder *c)
{
	if (c->used_dist >= AGE_DIST) {
		update_dists(p, m);
		c->used_dist = 0;
	}
	if (c->used_len[0] >= AGE_LEN) {
		update_lengths(p, &m->match_len, c->pb_mask + 1u, p->length[0]);
		c->used_len[0] = 0;
	}
	if (c->used_len[1] >= AGE_LEN) {
		update_lengths(p, &m->rep_len, c->pb_mask + 1u, p->length[1]);
		c->used_len[1] = 0;
	}
}

uint32_t lze_price_literal(const uint8_t price[BIT_PRICES], const uint16_t *probs, unsigned byte,
	bool matched, unsigned guide)
{
	unsigned whole = byte | 0x100, agree = 0x100;
	uint32_t sum = 0;
	int i;

	if (!matched) {
#pragma GCC unroll 8
		for (i = 7; i >= 0; i--)
			sum += bit_price(price, probs[whole >> (i + 1)], byte >> i & 1);
		return sum;
	}
#pragma GCC unroll 8
	for (i = 7; i >= 0; i--) {
		unsigned other = guide << (8 - i) & 0x100;

		sum += bit_price(
			price, probs[agree + (agree & other) + (whole >> (i + 1))], byte >> i & 1);
		agree &= ~(other ^ byte << (8 - i));
	}
	return sum;
}
