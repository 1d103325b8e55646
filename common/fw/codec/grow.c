/* SPDX-License-Identifier: MIT */
/* Shared by decoders: output that grows while it is written, and frames that follow one another. */
#include "walk/fw_private.h"

#include <stdlib.h>

#define OUT_FIRST  65536u
#define SKIP_MAGIC 0x184D2A50u /* RFC 8878, 3.1.2: this and the next 15; u32 length, bytes */
#define SKIP_MASK  0xFFFFFFF0u
#define SKIP_HEAD  8u

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

bool codec_next_frame(struct span in, uint32_t magic, size_t *off)
{
	size_t at = *off;
	uint32_t found = 0, len = 0;

	while (span_u32le(in, at, &found) && found != magic) {
		if ((found & SKIP_MASK) != SKIP_MAGIC || !span_u32le(in, at + 4, &len) ||
			len > in.len - at - SKIP_HEAD)
			return false;
		at += SKIP_HEAD + len;
		found = 0;
	}
	if (found != magic)
		return false;
	*off = at;
	return true;
}
