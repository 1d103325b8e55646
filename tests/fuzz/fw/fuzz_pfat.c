/* SPDX-License-Identifier: MIT */
/*
 * AMI's containers of BIOS Guard blocks: blocks lie one after the other inside the input, and what
 * is put together is all of their data in that order. Then the whole search, for its nodes.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/fwcodec.h"
#include "biosbelt/pfat.h"
#include "bytgvs.h"

#define OUTPUT_MAX ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks one block, and that its data are at off of the unpacked bytes; gives where they end. */
static size_t check_block(
	const struct pfat *p, const struct guard_block *b, size_t from, struct blob all, size_t off)
{
	if (b->data < from || b->data > p->in.len || b->data_len > p->in.len - b->data ||
		p->pos < b->data + b->data_len || p->pos > p->in.len)
		abort();
	if (b->data_len > all.len - off ||
		(b->data_len != 0 && memcmp(all.ptr + off, p->in.ptr + b->data, b->data_len) != 0))
		abort();
	return off + b->data_len;
}

static void check_container(struct span in)
{
	struct fw_unpacked u;
	struct guard_block b;
	struct pfat p;
	struct span name;
	struct err err;
	size_t off = 0, from;

	if (!pfat_open(in, &p))
		return;
	if (fw_unpack(FW_CODEC_PFAT, in, in.len, &u, &err) != ERR_OK)
		abort();
	while (pfat_next_component(&p, &name)) {
		from = p.pos;
		while (pfat_next_block(&p, &b) < PFAT_DONE) {
			off = check_block(&p, &b, from, u.bytes, off);
			from = p.pos;
		}
	}
	if (off != u.bytes.len || u.used != p.pos || u.end == FW_END_LIMIT)
		abort();
	blob_free(&u.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct report r;
	struct err err;
	uint32_t i;

	check_container(span_of(data, size));
	if (bytgvs_scan(span_of(data, size), OUTPUT_MAX, &r, &err) != ERR_OK)
		abort();
	for (i = 0; i < r.tree.count; i++) {
		const struct fw_node *n = &r.tree.nodes[i];
		size_t len = r.tree.spaces[n->space].len;

		if (n->off > len || n->len > len - n->off)
			abort();
	}
	report_free(&r);
	return 0;
}
