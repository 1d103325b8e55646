/* SPDX-License-Identifier: MIT */
/*
 * Byte 0 and 1: a filter and the size of the pieces that the rest is filtered in. Pieces give what
 * the whole gives, and undoing the filter gives the same bytes again.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/branch.h"

#define HELD_MOST 15u /* branch.h */
#define HEAD      2u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_pieces(struct branch *b, struct span in, struct span want, size_t step)
{
	uint8_t room[256 + HELD_MOST];
	size_t have = 0, from = 0, done;

	while (in.len != 0) {
		size_t n = in.len < step ? in.len : step;

		memcpy(room + have, in.ptr, n);
		(void)span_from(in, n, &in);
		have += n;
		done = branch_run(b, room, have);
		if (done > have || have - done > HELD_MOST ||
			memcmp(room, want.ptr + from, done) != 0)
			abort();
		from += done;
		have -= done;
		memmove(room, room + done, have);
	}
	if (have != 0 && memcmp(room, want.ptr + from, have) != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum branch_kind kind;
	struct span in;
	struct blob copy;
	struct branch b;
	struct err err;
	bool encode;

	if (size < HEAD)
		return 0;
	kind = (enum branch_kind)(data[0] % (BRANCH_DELTA + 16));
	in = span_of(data + HEAD, size - HEAD);
	if (blob_copy(in, &copy, &err) != ERR_OK)
		abort();
	encode = data[1] % 2 != 0;
	branch_all(kind, encode, copy.ptr, copy.len);
	branch_init(&b, kind, encode);
	check_pieces(&b, in, blob_span(copy), 1 + data[1] / 2);
	if (encode) {
		branch_all(kind, false, copy.ptr, copy.len);
		if (!span_equal(blob_span(copy), in))
			abort();
	}
	blob_free(&copy);
	return 0;
}
