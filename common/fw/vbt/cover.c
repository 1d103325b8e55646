/* SPDX-License-Identifier: MIT */
/* Adds the bytes that no field covers, so that nothing of a table is hidden. */
#include <stdlib.h>

#include "vbt/table.h"

#define BLOCK_STEPS 53u  /* its steps' operation and size bytes are not fields */
#define BLOCK_BUILD 254u /* texts, with control bytes between them */

static void cover(uint8_t *covered, size_t len, size_t first, size_t end)
{
	for (; first < end && first < len; first++)
		covered[first] = 1;
}

/* Marks the bytes of a field that begins base bytes into the VBT. */
static void cover_field(const struct vbt_decoder *d, const struct vbt_field *f, size_t base,
	uint8_t *covered, size_t len)
{
	size_t i;

	for (i = 0; i < 2; i++) {
		const struct vbt_piece *p = &f->piece[i];

		if (p->bits != 0 && p->bit / 8 >= base)
			cover(covered, len, p->bit / 8 - base, (p->bit + p->bits + 7) / 8 - base);
	}
	if (f->bytes.ptr != NULL && f->bytes.ptr >= d->vbt.ptr + base)
		cover(covered, len, (size_t)(f->bytes.ptr - d->vbt.ptr) - base,
			(size_t)(f->bytes.ptr - d->vbt.ptr) - base + f->bytes.len);
}

/* Zeros between fields are padding; at the end they are unknown bytes. */
static void add_runs(struct vbt_decoder *d, struct span data, const uint8_t *covered)
{
	size_t i = 0, end;

	d->group = "uncovered";
	for (; i < data.len; i = end) {
		struct span run;

		for (end = i; end < data.len && covered[end] == covered[i];)
			end++;
		if (covered[i] != 0 || !span_slice(data, i, end - i, &run) ||
			(end < data.len && span_is_filled(run, 0)))
			continue;
		d->index = (unsigned)i;
		vbt_add_bytes(d, "bytes", run);
	}
	d->group = NULL;
	d->index = 0;
}

void vbt_add_uncovered(struct vbt_decoder *d, struct span data, size_t first)
{
	size_t base = (size_t)(data.ptr - d->vbt.ptr), i;
	uint8_t *covered;

	if (d->out->failed != ERR_OK || data.len == 0 || d->block == BLOCK_STEPS ||
		d->block == BLOCK_BUILD)
		return;
	covered = calloc(data.len, 1);
	if (covered == NULL) {
		d->out->failed = ERR_NOMEM;
		return;
	}
	for (i = first; i < d->out->count; i++)
		cover_field(d, &d->out->list[i], base, covered, data.len);
	add_runs(d, data, covered);
	free(covered);
}
