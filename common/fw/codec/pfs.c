/* SPDX-License-Identifier: MIT */
/* Assembles the firmware from the BIOS Guard blocks of a PFS volume. */
#include "walk/fw_private.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/pfs.h"

#define BLOCKS_MAX ((size_t)1 << 16)

struct blocks {
	struct pfs_block *list;
	size_t count;
	bool all; /* all entries up to the end of the volume are blocks */
};

static size_t count_entries(struct span in, const struct pfs_volume *v)
{
	struct pfs_entry e;
	size_t pos, n = 0;

	for (pos = v->payload; n < BLOCKS_MAX && pfs_entry_parse(in, pos, v->payload_end, &e);
		pos = e.next)
		n++;
	return n;
}

static enum err_code list_blocks(
	struct span in, const struct pfs_volume *v, struct blocks *out, struct err *err)
{
	size_t most = count_entries(in, v), pos = v->payload, n;
	struct pfs_entry e;

	*out = (struct blocks){.list = calloc(most != 0 ? most : 1, sizeof *out->list)};
	if (out->list == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	out->all = true;
	for (n = 0; n < most && pfs_entry_parse(in, pos, v->payload_end, &e); n++) {
		if (pfs_block_parse(in, &e, &out->list[out->count]))
			out->count++;
		else
			out->all = false;
		pos = e.next;
	}
	out->all = out->all && pos == v->payload_end;
	return ERR_OK;
}

static int by_place(const void *a, const void *b)
{
	const struct pfs_block *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->address < y->address ? -1 : x->address > y->address;
}

/* Size of all of them; SIZE_MAX: more than max. Blocks keep their order, even where two have the
 * same address. */
static size_t size_of(const struct blocks *b, size_t max)
{
	size_t end = 0, i;

	for (i = 0; i < b->count; i++) {
		if (b->list[i].place > end)
			end = b->list[i].place;
		if (end > max || b->list[i].data_len > max - end)
			return SIZE_MAX;
		end += b->list[i].data_len;
	}
	return end;
}

static void put_together(struct span in, const struct blocks *b, struct blob *out)
{
	size_t end = 0, i;

	for (i = 0; i < b->count; i++) {
		const struct pfs_block *one = &b->list[i];

		if (one->place > end) {
			memset(out->ptr + end, 0xFF, one->place - end);
			end = one->place;
		}
		memcpy(out->ptr + end, in.ptr + one->data, one->data_len);
		end += one->data_len;
	}
}

enum err_code fw_pfs_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_PFS, .claimed = UINT64_MAX};
	struct blocks b = {NULL, 0, false};
	struct pfs_volume v;
	enum err_code rc;
	size_t len;

	if (!pfs_volume_parse(in, 0, &v))
		return err_set(err, ERR_FORMAT, "not a volume of a Dell update");
	rc = list_blocks(in, &v, &b, err);
	if (rc == ERR_OK && b.count == 0)
		rc = err_set(err, ERR_FORMAT, "no BIOS Guard blocks");
	if (rc == ERR_OK) {
		qsort(b.list, b.count, sizeof *b.list, by_place);
		len = size_of(&b, max_out);
		got.end = len == SIZE_MAX                        ? FW_END_LIMIT
			  : !b.all || (v.footer && !v.sum_ok)    ? FW_END_BROKEN
			  : !v.footer && in.len <= v.payload_end ? FW_END_CUT
								 : FW_END_WHOLE;
		got.used = v.len;
		rc = blob_alloc(len != SIZE_MAX ? len : 0, &got.bytes, err);
	}
	if (rc == ERR_OK && got.end != FW_END_LIMIT)
		put_together(in, &b, &got.bytes);
	free(b.list);
	if (rc == ERR_OK)
		*out = got;
	return rc;
}
