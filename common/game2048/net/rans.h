/* SPDX-License-Identifier: MIT */
/*
 * An entropy coder with fixed frequencies: rANS (Duda, arXiv 1311.2540) with a 32-bit state that
 * gives and takes 16 bits at a time. What is written last is read first, so the writer takes the
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
	uint8_t symbol[RANS_TOTAL]; /* which a slot belongs to */
};

/* count[n] to frequencies that add up to RANS_TOTAL, none 0 that was not; all 0 if all were. */
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
/* Everything was read and it was written by rans_end. */
bool rans_is_done(const struct rans_reader *r);

/* Takes a symbol off the state; returns all bits or none: whether a word is to follow. */
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

/* Without a branch, which nothing could foretell. Two bytes must be there. */
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

/* The same where rans_has this symbol. */
static inline unsigned rans_get_sure(struct rans_reader *r, const struct rans_table *t)
{
	unsigned s;
	uint32_t low = rans_take(r, t, &s);

	rans_follow(r, low);
	return s;
}

#endif
