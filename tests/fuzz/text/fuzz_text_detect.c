/* SPDX-License-Identifier: MIT */
/* Any bytes get a verdict; shares and counts stay in their bounds. */
#include <stdlib.h>

#include "biosbelt/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text_guess guess;
	struct err err;
	unsigned sum = 0;

	if (text_detect(span_of(data, size), NULL, &guess, &err) != ERR_OK)
		return 0;
	if (guess.count > TEXT_CAND_MAX || guess.enc >= TEXT_ENC_COUNT)
		abort();
	for (unsigned i = 0; i < guess.count; i++)
		sum += guess.cand[i].permille;
	if (sum > 1000 || (guess.count == 0 && size != 0))
		abort();
	return 0;
}
