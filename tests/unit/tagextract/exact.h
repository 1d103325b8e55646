/* SPDX-License-Identifier: MIT */
/* A text in memory of its own without a zero after it, so that a sanitizer sees a read past its
 * end. */
#ifndef TEST_TAGEXTRACT_EXACT_H
#define TEST_TAGEXTRACT_EXACT_H

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/span.h"

struct exact {
	uint8_t *bytes;
	struct span span;
};

static inline struct exact exact_of_len(const void *text, size_t len)
{
	uint8_t *bytes = malloc(len + (len == 0));

	if (bytes == NULL)
		abort();
	memcpy(bytes, text, len);
	alloc_fence(bytes + len, len == 0);
	return (struct exact){bytes, span_of(bytes, len)};
}

static inline struct exact exact_of(const char *text)
{
	return exact_of_len(text, strlen(text));
}

static inline void exact_free(struct exact *e)
{
	free(e->bytes);
	e->bytes = NULL;
}

#endif
