/* SPDX-License-Identifier: MIT */
/* Bytes of a line through what makes them harmless, and a pattern looked for in them. */
#include <stdlib.h>
#include <string.h>

#include "terminal/clean.h"
#include "terminal/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Nothing that makes a terminal answer is left, and it makes no difference how bytes are parted. */
static void check_safe(const uint8_t *data, size_t size)
{
	struct clean whole, parts, again;
	struct buf out, other, third;
	size_t half = size / 2;

	clean_init(&whole, CLEAN_SAFE);
	clean_init(&parts, CLEAN_SAFE);
	clean_init(&again, CLEAN_SAFE);
	buf_init(&out, 0);
	buf_init(&other, 0);
	buf_init(&third, 0);
	clean_feed(&whole, span_of(data, size), &out);
	clean_feed(&parts, span_of(data, half), &other);
	clean_feed(&parts, span_of(data + half, size - half), &other);
	clean_feed(&again, span_of(out.ptr, out.len), &third);
	if (out.len != other.len || (out.len > 0 && memcmp(out.ptr, other.ptr, out.len) != 0))
		abort();
	/* what passed once passes again */
	if (out.len != third.len || (out.len > 0 && memcmp(out.ptr, third.ptr, out.len) != 0))
		abort();
	if (out.len > 0 && (memchr(out.ptr, 5, out.len) != NULL ||
				   span_find(span_of(out.ptr, out.len), 0, "\033]", 2) != SIZE_MAX))
		abort();
	buf_free(&out);
	buf_free(&other);
	buf_free(&third);
}

static void check_match(const uint8_t *data, size_t size)
{
	char pattern[64];
	size_t len = size > 0 ? data[0] % sizeof pattern : 0;
	struct match m;
	struct err err;
	size_t used;

	if (size <= len + 1)
		return;
	memcpy(pattern, data + 1, len);
	pattern[len] = '\0';
	if (match_parse(pattern, &m, &err) != ERR_OK)
		return;
	match_feed(&m, span_of(data + 1 + len, size - 1 - len), &used);
	if (used > size - 1 - len)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_safe(data, size);
	check_match(data, size);
	return 0;
}
