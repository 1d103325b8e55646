/* SPDX-License-Identifier: MIT */
#include "net/rans.h"

#include <string.h>

void rans_scale(const uint32_t *count, unsigned n, uint16_t *freq)
{
	uint64_t sum = 0;
	int32_t left = (int32_t)RANS_TOTAL;

	for (unsigned i = 0; i < n; i++)
		sum += count[i];
	for (unsigned i = 0; i < n; i++) {
		uint64_t f = sum > 0 ? (count[i] * (uint64_t)RANS_TOTAL + sum / 2) / sum : 0;

		freq[i] = (uint16_t)(f == 0 && count[i] > 0 ? 1 : f);
		left -= freq[i];
	}
	/* The largest absorbs the rounding error, one at a time: a few steps at most. */
	while (sum > 0 && left != 0) {
		unsigned max = 0;

		for (unsigned i = 1; i < n; i++)
			if (freq[i] > freq[max])
				max = i;
		freq[max] = (uint16_t)(freq[max] + (left > 0 ? 1 : -1));
		left -= left > 0 ? 1 : -1;
	}
}

bool rans_table_init(struct rans_table *t, const uint16_t *freq, unsigned n)
{
	unsigned at = 0;

	memset(t, 0, sizeof(*t));
	for (unsigned i = 0; i < n; i++) {
		if (freq[i] > RANS_TOTAL - at)
			return false;
		t->share[i] = (struct rans_share){freq[i], (uint16_t)at};
		memset(&t->symbol[at], (int)i, freq[i]);
		at += freq[i];
	}
	t->usable = at == RANS_TOTAL;
	return at == RANS_TOTAL || at == 0;
}

void rans_begin(struct rans_writer *w, uint16_t *room)
{
	w->state = RANS_LOW;
	w->word = room;
	w->words = 0;
}

void rans_put(struct rans_writer *w, const struct rans_table *t, unsigned symbol)
{
	uint32_t f = t->share[symbol].freq;

	if (w->state >= (uint64_t)f << (32 - RANS_BITS)) {
		w->word[w->words++] = (uint16_t)w->state;
		w->state >>= 16;
	}
	w->state = (w->state / f << RANS_BITS) + w->state % f + t->share[symbol].start;
}

void rans_end(struct rans_writer *w)
{
	w->word[w->words++] = (uint16_t)w->state;
	w->word[w->words++] = (uint16_t)(w->state >> 16);
	for (size_t i = 0; i < w->words / 2; i++) {
		uint16_t x = w->word[i];

		w->word[i] = w->word[w->words - 1 - i];
		w->word[w->words - 1 - i] = x;
	}
}

void rans_open(struct rans_reader *r, const uint8_t *ptr, size_t len)
{
	*r = (struct rans_reader){.at = ptr, .end = ptr + len};
	if (len < 4) {
		r->bad = true;
		r->state = RANS_LOW;
		return;
	}
	r->state = (uint32_t)ptr[1] << 24 | (uint32_t)ptr[0] << 16 | (uint32_t)ptr[3] << 8 | ptr[2];
	r->at += 4;
}

bool rans_is_done(const struct rans_reader *r)
{
	return !r->bad && r->at == r->end && r->state == RANS_LOW;
}
