/* SPDX-License-Identifier: MIT */
#include "biosbelt/lzma_guess.h"

/*
 * In random data all byte values are equally frequent. The chi-squared statistic of random data is
 * about 255 and hardly ever 512; that of a JPEG picture, which LZMA makes a little smaller, is some
 * thousands.
 */
#define NOISE_LEAST ((size_t)4096)
#define NOISE_MOST  512

bool lzma_is_noise(struct span in)
{
	uint32_t count[256] = {0};
	int64_t mean = (int64_t)(in.len / 256), sum = 0;
	/* a count above this exceeds the limit alone: ((mean + NOISE_MOST) / 2)^2 >= mean *
	 * NOISE_MOST */
	uint32_t most = (uint32_t)(mean + (mean + NOISE_MOST) / 2 + 1);
	size_t i;

	if (in.len < NOISE_LEAST)
		return false;
	for (i = 0; i < in.len; i++)
		if (++count[in.ptr[i]] > most)
			return false;
	for (i = 0; i < 256; i++)
		sum += ((int64_t)count[i] - mean) * ((int64_t)count[i] - mean);
	return sum < NOISE_MOST * mean;
}
