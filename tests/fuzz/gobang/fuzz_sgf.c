/* SPDX-License-Identifier: MIT */
/* Any file: what is read as a game comes back the same when it is written. */
#include <stdlib.h>
#include <string.h>

#include "game/sgf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct game g, back;
	struct buf out;
	struct err err;

	if (sgf_read(span_of(data, size), &g, NULL, &err) != ERR_OK)
		return 0;
	buf_init(&out, 0);
	sgf_write(&g, NULL, NULL, &out);
	if (sgf_read(span_of(out.ptr, out.len), &back, NULL, &err) != ERR_OK ||
		memcmp(&g, &back, sizeof(g)) != 0) /* NOLINT: both were zeroed first */
		abort();
	buf_free(&out);
	return 0;
}
