/* SPDX-License-Identifier: MIT */
/*
 * The short form of an image, so that small inputs reach the readers: a byte for its size, four
 * that the target uses, then records of offset (3 bytes), length (2 bytes) and bytes; the rest is
 * FF. tests/e2e/vbt/protected.py writes it.
 */
#ifndef TEST_SHORT_IMAGE_H
#define TEST_SHORT_IMAGE_H

#include <stdlib.h>
#include <string.h>

#include "biosbelt/span.h"

#define SHORT_HEAD 5u

static inline size_t short_le(const uint8_t *p, unsigned bytes)
{
	size_t v = 0;

	while (bytes > 0)
		v = v << 8 | p[--bytes];
	return v;
}

/* size is SHORT_HEAD at least. */
static inline struct blob short_image(const uint8_t *data, size_t size)
{
	struct blob out = {NULL, 0};
	struct err err;
	size_t at = SHORT_HEAD;

	if (blob_alloc((size_t)4096 << (data[0] & 7) % 6, &out, &err) != ERR_OK)
		abort();
	memset(out.ptr, 0xFF, out.len);
	while (size - at >= 5) {
		size_t off = short_le(data + at, 3), len = short_le(data + at + 3, 2);

		at += 5;
		if (len > size - at)
			len = size - at;
		if (off < out.len && len <= out.len - off && len != 0)
			memcpy(out.ptr + off, data + at, len);
		at += len;
	}
	return out;
}

#endif
