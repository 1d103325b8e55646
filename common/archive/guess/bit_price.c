/* SPDX-License-Identifier: MIT */
#include "guess/bit_price.h"

/* 16 * -log2(p) by repeated squaring, in whole numbers: the same on every machine. */
void bit_prices_init(uint8_t price[BIT_PRICES])
{
	unsigned i, k;

	for (i = 0; i < BIT_PRICES; i++) {
		uint32_t w = (i << PRICE_BITS) + (1u << (PRICE_BITS - 1));
		unsigned bits = 0;

		for (k = 0; k < PRICE_BITS; k++) {
			w *= w;
			bits <<= 1;
			while (w >= 1u << 16) {
				w >>= 1;
				bits++;
			}
		}
		price[i] = (uint8_t)((PROB_BITS << PRICE_BITS) - 15 - bits);
	}
}
