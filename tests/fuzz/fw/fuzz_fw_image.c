/* SPDX-License-Identifier: MIT */
/* A whole image: walk, search, unpack, find, name. Limits are small so that bombs stay cheap. */
#include <stdlib.h>

#include "bytgvs.h"

#define OUTPUT_MAX ((size_t)1 << 20)
#define INPUT_MAX  ((size_t)256 << 10)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every part is inside its layer. */
static void check_nodes(const struct fw_tree *t)
{
	uint32_t i;

	for (i = 0; i < t->count; i++) {
		const struct fw_node *n = &t->nodes[i];
		size_t len = t->spaces[n->space].len;

		if (n->off > len || n->len > len - n->off)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct report r;
	struct err err;
	uint32_t i;

	if (size > INPUT_MAX)
		return 0;
	if (bytgvs_scan(span_of(data, size), OUTPUT_MAX, &r, &err) == ERR_OK) {
		check_nodes(&r.tree);
		for (i = 0; i < r.count; i++) {
			const struct find *f = &r.finds[i];

			/* What is called whole is all there. */
			if (f->whole && f->bytes.len < f->len)
				abort();
			if (f->same_as != FIND_NONE && f->same_as >= i)
				abort();
		}
	}
	report_free(&r);
	return 0;
}
