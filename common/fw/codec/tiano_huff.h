/* SPDX-License-Identifier: MIT */
/* Private to the encoder of UEFI compression: code lengths and bits. */
#ifndef BIOSBELT_FW_TIANO_HUFF_H
#define BIOSBELT_FW_TIANO_HUFF_H

#include "biosbelt/span.h"

/* UEFI 2.10, 19.2: literals and lengths share one alphabet, positions and the code lengths of the
 * first have one each. */
#define TIANO_MATCH_MIN  3u
#define TIANO_MATCH_MAX  256u
#define TIANO_NC         (256u + TIANO_MATCH_MAX - TIANO_MATCH_MIN + 1u) /* 510 */
#define TIANO_CODE_BITS  16u                                             /* longest code */
#define TIANO_NT         (TIANO_CODE_BITS + 3u)
#define TIANO_NP_MAX     20u
#define TIANO_LENGTH_SYM (256u - TIANO_MATCH_MIN) /* symbol of a match: its length plus this */

struct tiano_bits {
	struct buf *out;
	uint32_t pending; /* bits not yet written, the newest lowest */
	unsigned count;   /* of them; below 8 between calls */
};

/* Appends the low count (0 to 24) bits of value, most significant first. */
void tiano_put(struct tiano_bits *b, unsigned count, uint32_t value);
void tiano_flush(struct tiano_bits *b); /* to a whole byte, with zeros */

/* A canonical prefix code of up to TIANO_NC symbols. */
struct tiano_code {
	unsigned symbols;
	int only; /* the only symbol in use, which takes no bits; -1: none or several */
	uint8_t len[TIANO_NC];
	uint16_t code[TIANO_NC];
};

/* Best code for the frequencies with no length over TIANO_CODE_BITS. symbols <= TIANO_NC. */
void tiano_make_code(const uint32_t *freq, unsigned symbols, struct tiano_code *out);

static inline void tiano_put_symbol(
	struct tiano_bits *b, const struct tiano_code *code, unsigned symbol)
{
	tiano_put(b, code->len[symbol], code->code[symbol]);
}

#endif
