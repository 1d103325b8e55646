/* SPDX-License-Identifier: MIT */
/* Shared by all searches for signatures. */
#include "walk/fw_private.h"

void each_hit(struct ctx *c, const void *needle, size_t len, size_t before,
	void (*found)(struct ctx *c, size_t off, size_t gap, size_t end))
{
	size_t from = 0;
	size_t off;
	size_t end;

	while (cover_gap(&c->cover, from, c->bytes.len, &off, &end)) {
		struct span in = {c->bytes.ptr, end};
		size_t hit = blank_search(&c->blank, in, off, needle, len);

		if (!ctx_work(c, (hit == SIZE_MAX ? end : hit) - off + 1))
			return;
		if (hit == SIZE_MAX) {
			from = end;
			continue;
		}
		if (hit >= before && hit - before >= off)
			found(c, hit - before, off, end);
		else if (hit >= before)
			found(c, hit - before, hit - before, end);
		from = hit + 1;
	}
}

static bool is_kind(struct ctx *c, uint32_t node, enum fw_kind kind)
{
	return node != FW_NONE && c->w->tree->nodes[node].kind == kind;
}

bool in_file(struct ctx *c, uint32_t node)
{
	return is_kind(c, node, FW_FILE) || is_kind(c, node, FW_SECTION) ||
	       is_kind(c, node, FW_CBFS_FILE) || c->space != 0;
}
