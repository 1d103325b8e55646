/* SPDX-License-Identifier: MIT */
/*
 * An entropy coder with fixed frequencies: rANS (Duda, arXiv 1311.2540) with a 32-bit state that
 * gives and takes 16 bits at a time. The symbol written last is read first, so the writer takes the
 * symbols in reverse order. Frequencies of a table add up to RANS_TOTAL.
 */
#ifndef BIOSBELT_2048AI_RANS_H
#define BIOSBELT_2048AI_RANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANS_BITS    12u
#define RANS_TOTAL   (1u << RANS_BITS)
#define RANS_LOW     (1u << 16) /* the state stays at or above it */
#define RANS_SYMBOLS 96u        /* of a table, at most */

struct rans_share {
	uint16_t freq;
	uint16_t start; /* sum of the frequencies before */
};

struct rans_table {
	bool usable;
	struct rans_share share[RANS_SYMBOLS];
	uint8_t symbol[RANS_TOTAL]; /* of each slot */
};

/* Scales count[n] to frequencies with the sum RANS_TOTAL. A count over 0 stays over 0; if all are
 * 0, all stay 0. */
void rans_scale(const uint32_t *count, unsigned n, uint16_t *freq);

/* False when the frequencies add up to neither RANS_TOTAL nor 0 (a table that nothing uses). */
bool rans_table_init(struct rans_table *t, const uint16_t *freq, unsigned n);

struct rans_writer {
	uint32_t state;
	uint16_t *word; /* room for one a symbol and two more; in writing order */
	size_t words;
};

void rans_begin(struct rans_writer *w, uint16_t *room);
void rans_put(struct rans_writer *w, const struct rans_table *t, unsigned symbol);
/* Afterwards the words are in reading order. */
void rans_end(struct rans_writer *w);

struct rans_reader {
	uint32_t state;
	const uint8_t *at; /* little-endian words */
	const uint8_t *end;
	bool bad; /* ran out of words, or met a table that nothing uses */
};

void rans_open(struct rans_reader *r, const uint8_t *ptr, size_t len);
/* True when everything was read, and a writer ended it with rans_end. */
bool rans_is_done(const struct rans_reader *r);

/* Takes a symbol off the state. Returns all bits set when rans_follow has to read a word, else 0.
 */
static inline uint32_t rans_take(
	struct rans_reader *r, const struct rans_table *t, unsigned *symbol)
{
	uint32_t slot = r->state & (RANS_TOTAL - 1);
	struct rans_share share;

	*symbol = t->symbol[slot];
	share = t->share[*symbol];
	r->state = share.freq * (r->state >> RANS_BITS) + slot - share.start;
	return 0u - (uint32_t)(r->state < RANS_LOW);
}

/* Reads that word. Without a branch, which would be mispredicted; needs two more bytes of input. */
static inline void rans_follow(struct rans_reader *r, uint32_t low)
{
	r->state = r->state << (low & 16) | (low & ((uint32_t)r->at[1] << 8 | r->at[0]));
	r->at += low & 2;
}

static inline bool rans_has(const struct rans_reader *r, size_t symbols)
{
	return (size_t)(r->end - r->at) >= 2 * symbols;
}

static inline unsigned rans_get(struct rans_reader *r, const struct rans_table *t)
{
	unsigned s;
	uint32_t low = rans_take(r, t, &s);

	if (rans_has(r, 1)) {
		rans_follow(r, low);
	} else {
		r->bad = r->bad || low != 0;
		r->state |= low & RANS_LOW;
	}
	return s;
}

/* The same when rans_has(r, 1) is known. */
static inline unsigned rans_get_sure(struct rans_reader *r, const struct rans_table *t)
{
	unsigned s;
	uint32_t low = rans_take(r, t, &s);

	rans_follow(r, low);
	return s;
}

#endif
