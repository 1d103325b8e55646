/* SPDX-License-Identifier: MIT */
/* What a browser sends: the first byte chooses the kind, the rest comes in pieces of odd sizes. */
#include <stdlib.h>

#include "browser/frames.h"
#include "browser/page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct page_state state;
	struct wire w;
	struct err err;
	size_t at = 1, piece = 1;

	if (size < 2)
		return 0;
	if (data[0] % 4 == 3) {
		if (page_parse(span_of(data + 1, size - 1), &state, &err) == ERR_OK)
			for (unsigned i = 0; i < 16; i++)
				if (state.ranks[i] > G2048_RANK_MAX)
					abort();
		return 0;
	}
	wire_open(&w, (enum wire_kind)(data[0] % 4));
	while (at < size) {
		enum wire_event event = WIRE_MESSAGE;
		struct span text;
		size_t len = piece < size - at ? piece : size - at;
		bool good = wire_feed(&w, span_of(data + at, len), &err) == ERR_OK;

		while (good && event != WIRE_NOTHING && event != WIRE_CLOSED) {
			good = wire_next(&w, &event, &text, &err) == ERR_OK;
			if (good && text.len > size)
				abort();
		}
		if (!good)
			break;
		at += len;
		piece = piece * 2 % 37 + 1;
	}
	wire_close(&w);
	return 0;
}
