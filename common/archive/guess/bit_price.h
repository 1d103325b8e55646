/* SPDX-License-Identifier: MIT */
/* The cost of bits in LZMA's adaptive models, in 1/16 bit. */
#ifndef BIOSBELT_BIT_PRICE_H
#define BIOSBELT_BIT_PRICE_H

#include <stdint.h>

#define PROB_BITS  11 /* LZMA specification: of a probability */
#define PRICE_BITS 4  /* a bit with probability 1/2 costs 1 << PRICE_BITS */
#define BIT_PRICES ((1u << PROB_BITS) >> PRICE_BITS)

/* bit_prices[p >> PRICE_BITS] is the cost of a symbol with the probability p / (1 << PROB_BITS). */
extern const uint8_t bit_prices[BIT_PRICES];

/* Of a bit in a model with prob for 0; without a branch on the bit, which would be mispredicted. */
static inline unsigned bit_price(const uint8_t price[BIT_PRICES], unsigned prob, unsigned bit)
{
	return price[(prob ^ ((0 - bit) & ((1u << PROB_BITS) - 1))) >> PRICE_BITS];
}

#endif
