/* SPDX-License-Identifier: MIT */
/* The search without vectors, and shared parts. */
#include "tags/bytefind_private.h"

#include <string.h>

#include "tags/word.h"

bool bytefind_fits_at(const uint8_t *at, const struct bytefind *what)
{
	size_t i;

	if (!what->fold)
		return memcmp(at, what->needle.ptr, what->needle.len) == 0;
	for (i = 0; i < what->needle.len; i++)
		if (tag_lower(at[i]) != what->needle.ptr[i])
			return false;
	return true;
}

size_t bytefind_plain(struct span in, const struct bytefind *what, size_t at, bool *zero)
{
	for (; at < in.len; at++) {
		if (in.len - at >= what->needle.len && bytefind_fits_at(in.ptr + at, what))
			return at;
		*zero = *zero || in.ptr[at] == 0;
	}
	return SIZE_MAX;
}

#if defined(__x86_64__)
char bytefind_bit(const struct bytefind *what, size_t at)
{
	uint8_t c = what->needle.ptr[at];

	return (char)(what->fold && c >= 'a' && c <= 'z' ? 0x20 : 0);
}
#endif
