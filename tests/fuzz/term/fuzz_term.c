/* SPDX-License-Identifier: MIT */
/* Bytes from a terminal: every call makes progress and never reads past the end. */
#include <stdlib.h>

#include "biosbelt/term.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size);

	while (in.len > 0) {
		struct term_event e;
		size_t used = term_decode(in, false, &e);

		if (used == 0)
			used = term_decode(in, true, &e);
		if (used == 0 || used > in.len)
			abort();
		span_from(in, used, &in);
	}
	return 0;
}
