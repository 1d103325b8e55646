/* SPDX-License-Identifier: MIT */
/* The output buffer of a decoder, which grows with its output. */
#include "walk/fw_private.h"

#include <stdlib.h>

#define OUT_FIRST 65536u

bool codec_grow(struct blob *out, size_t max)
{
	size_t want = out->len == 0 ? OUT_FIRST : out->len * 2;
	uint8_t *p;

	if (want > max)
		want = max;
	p = realloc(out->ptr, want != 0 ? want : 1);
	if (p == NULL)
		return false;
	out->ptr = p;
	out->len = want;
	return true;
}
