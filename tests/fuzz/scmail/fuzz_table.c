/* SPDX-License-Identifier: MIT */
/* Tables of --merge, and texts with columns in them: up to the first zero byte it is the text. */
#include <string.h>

#include "compose/merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
	size_t len = zero != NULL ? (size_t)(zero - data) : 0;
	size_t skip = zero != NULL ? len + 1 : 0;
	struct merge_table t;
	struct err err;
	size_t row;
	int form;

	if (merge_parse(span_of(data + skip, size - skip), &t, &err) != ERR_OK)
		return 0;
	for (row = 0; row < t.rows && row < 3; row++) {
		for (form = MERGE_STRICT; form <= MERGE_HTML; form++) {
			struct buf out;

			buf_init(&out, 1 << 20);
			merge_expand(
				&t, row, span_of(data, len), (enum merge_form)form, &out, &err);
			buf_free(&out);
		}
	}
	merge_free(&t);
	return 0;
}
