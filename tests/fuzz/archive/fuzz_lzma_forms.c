/* SPDX-License-Identifier: MIT */
/* Tells what kind of compressed file the bytes are and decodes it up to a limit. */
#include <stdlib.h>

#include "look.h"
#include "lzenc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lz_open how = {.memlimit = (uint64_t)256 << 10, .marker_ok = true};
	struct span in = span_of(data, size);
	static struct f86_look look;
	struct lzma_alone_end end;
	struct xz_look xz;
	struct reader *r;
	struct blob out;
	struct err err;

	(void)xz_look(in, &xz);
	f86_look_init(&look);
	f86_look_add(&look, in);
	(void)f86_looks_filtered(&look);
	lz_identify(in, true, &how.kind);
	if (how.kind.format == LZ_LZMA && size % 2 != 0)
		how.kind.filter = BRANCH_ARMT;
	if (lz_reader(&how, &r, &err) != ERR_OK)
		return 0;
	if (reader_all(r, (size_t)1 << 20, &out, &err) == ERR_OK) {
		if (how.kind.format != LZ_XZ) {
			lzma_alone_ended(r, how.kind.body, out.len, &end);
			if (end.used > how.kind.body.len ||
				end.used + end.trailing != how.kind.body.len)
				abort();
		}
		blob_free(&out);
	}
	reader_close(r);
	return 0;
}
