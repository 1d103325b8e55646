/* SPDX-License-Identifier: MIT */
/*
 * Any bytes get a verdict; shares and counts stay in their bounds. The ranges of a mixed text, here
 * also of some that are not, are in order and in encodings of the guess.
 */
#include <stdlib.h>

#include "biosbelt/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_candidate(const struct text_guess *guess, enum text_enc enc)
{
	unsigned i;

	for (i = 0; i < guess->mixed && guess->cand[i].enc != enc; i++)
		;
	return i < guess->mixed;
}

static void check_split(struct span in, struct text_guess *guess)
{
	struct text_range *ranges;
	size_t count, i, end = 0;
	uint64_t line = 0;
	struct err err;

	if (guess->verdict != TEXT_MIXED)
		guess->mixed = guess->count < 2 ? guess->count : 2;
	if (text_split(in, guess, &ranges, &count, &err) != ERR_OK)
		return;
	for (i = 0; i < count; i++) {
		const struct text_range *r = &ranges[i];

		if (r->off < end || r->len > in.len - r->off || r->first < line ||
			r->last < r->first || r->certainty > 1000 || !is_candidate(guess, r->enc))
			abort();
		end = r->off + r->len;
		line = r->last;
	}
	free(ranges);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text_guess guess;
	struct err err;
	unsigned sum = 0;

	if (text_detect(span_of(data, size), NULL, &guess, &err) != ERR_OK)
		return 0;
	if (guess.count > TEXT_CAND_MAX || guess.enc >= TEXT_ENC_COUNT ||
		text_find_declared(span_of(data, size)) >= TEXT_ENC_COUNT)
		abort();
	for (unsigned i = 0; i < guess.count; i++)
		sum += guess.cand[i].permille;
	if (sum > 1000 || (guess.count == 0 && size != 0))
		abort();
	if (guess.verdict == TEXT_MIXED || size % 4 == 0)
		check_split(span_of(data, size), &guess);
	return 0;
}
