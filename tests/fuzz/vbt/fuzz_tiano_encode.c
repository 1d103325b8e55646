/* SPDX-License-Identifier: MIT */
/* Encoding of anything in both kinds: it ends, and the sizes in the header are right. */
#include <stdlib.h>

#include "biosbelt/tiano_encode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST ((size_t)1024) /* more only takes time */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned kind;

	if (size > MOST)
		size = MOST;
	for (kind = 0; kind < 2; kind++) {
		struct blob out;
		struct err err;
		uint32_t packed = 0, plain = 0;

		if (tiano_encode(span_of(data, size), (enum tiano_kind)kind, &out, &err) != ERR_OK)
			continue;
		if (!span_u32le(blob_span(out), 0, &packed) ||
			!span_u32le(blob_span(out), 4, &plain) || packed + (size_t)8 != out.len ||
			plain != size)
			abort();
		blob_free(&out);
	}
	return 0;
}
