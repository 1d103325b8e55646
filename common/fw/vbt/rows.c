/* SPDX-License-Identifier: MIT */
/* Decodes fields of a record by a table of rows with their places and names. */
#include "biosbelt/alloc.h"
#include "biosbelt/vbt_decode.h"
#include "vbt/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vbt_field *vbt_add(struct vbt_decoder *d, const char *name, enum vbt_kind kind)
{
	struct vbt_fields *out = d->out;
	struct vbt_field *field;

	if (out->failed != ERR_OK)
		return NULL;
	if (out->count >= VBT_FIELD_MAX) {
		out->failed = ERR_LIMIT;
		return NULL;
	}
	if (!ALLOC_ROOM(out->list, out->count, &out->cap)) {
		out->failed = ERR_NOMEM;
		return NULL;
	}
	field = &out->list[out->count++];
	memset(field, 0, sizeof *field);
	field->block = d->block;
	field->group = d->group;
	field->index = d->index;
	field->part = d->part;
	field->panel = d->panel;
	field->name = name;
	field->kind = kind;
	field->scale = 1;
	return field;
}

void vbt_add_number(struct vbt_decoder *d, const char *name, uint64_t value)
{
	struct vbt_field *field = vbt_add(d, name, VBT_KIND_NUMBER);

	if (field != NULL)
		field->value = value;
}

/* Printable ASCII up to the first NUL without trailing blanks, other bytes as '.'. */
void vbt_add_text(struct vbt_decoder *d, const char *name, struct span text)
{
	struct vbt_field *field = vbt_add(d, name, VBT_KIND_TEXT);
	size_t i;

	if (field == NULL)
		return;
	for (i = 0; i < text.len && i + 1 < VBT_TEXT_MAX && text.ptr[i] != '\0'; i++) {
		uint8_t c = text.ptr[i];

		field->text[i] = c >= 0x20 && c <= 0x7E ? (char)c : '.';
	}
	while (i > 0 && field->text[i - 1] == ' ')
		field->text[--i] = '\0';
	field->bytes = text;
}

void vbt_add_bytes(struct vbt_decoder *d, const char *name, struct span bytes)
{
	struct vbt_field *field = vbt_add(d, name, VBT_KIND_BYTES);

	if (field == NULL)
		return;
	snprintf(field->text, sizeof field->text, "%zu bytes", bytes.len);
	field->bytes = bytes;
}

static void set_piece(struct vbt_decoder *d, struct vbt_piece *piece, struct span at, size_t bit,
	unsigned bits, unsigned value_bit)
{
	*piece = (struct vbt_piece){.bit = (uint32_t)((size_t)(at.ptr - d->vbt.ptr) * 8 + bit),
		.bits = (uint8_t)bits,
		.at = (uint8_t)value_bit};
}

void vbt_place(struct vbt_decoder *d, struct vbt_field *field, struct span at, unsigned bits)
{
	set_piece(d, &field->piece[0], at, 0, bits, 0);
}

static bool read_bits(struct span in, size_t bit, unsigned bits, uint64_t *out)
{
	size_t first = bit / 8, last = (bit + bits - 1) / 8;
	uint64_t v = 0;
	size_t i;

	if (last >= in.len)
		return false;
	for (i = last + 1; i-- > first;)
		v = v << 8 | in.ptr[i];
	v >>= bit % 8;
	*out = bits < 64 ? v & (((uint64_t)1 << bits) - 1) : v;
	return true;
}

void vbt_row_text(
	const struct vbt_row *row, uint64_t value, unsigned version, char text[VBT_TEXT_MAX])
{
	text[0] = '\0';
	if (row->describe != NULL)
		row->describe(value, version, text);
	else if (row->kind == VBT_KIND_NAMED)
		snprintf(text, VBT_TEXT_MAX, "%s",
			value < row->name_count && row->names[value] != NULL ? row->names[value]
									     : "unknown");
}

static void read_row(
	struct vbt_decoder *d, struct span record, const struct vbt_row *row, unsigned index)
{
	unsigned version = d->info->bdb_version;
	size_t skip = (size_t)row->stride * index;
	size_t low = (size_t)row->byte * 8 + row->shift + skip;
	size_t high = (size_t)row->high_byte * 8 + row->high_shift + skip;
	struct vbt_field *field;
	uint64_t value, more = 0;

	if (version < row->since || (row->until != 0 && version > row->until) ||
		!read_bits(record, low, row->bits, &value) ||
		(row->high_bits != 0 && !read_bits(record, high, row->high_bits, &more)))
		return;
	value |= more << row->bits;
	field = vbt_add(d, row->name, row->kind);
	if (field == NULL)
		return;
	field->row = row;
	field->scale = row->scale != 0 ? row->scale : 1u;
	field->add = row->add;
	field->value = value * field->scale + field->add;
	set_piece(d, &field->piece[0], record, low, row->bits, 0);
	if (row->high_bits != 0)
		set_piece(d, &field->piece[1], record, high, row->high_bits, row->bits);
	vbt_row_text(row, value, version, field->text);
}

void vbt_read_rows(struct vbt_decoder *d, struct span record, const struct vbt_row *rows,
	size_t count, unsigned index)
{
	size_t i;

	for (i = 0; i < count; i++)
		read_row(d, record, &rows[i], index);
}

void vbt_read_panels(struct vbt_decoder *d, struct span record, const struct vbt_row *rows,
	size_t count, unsigned panels)
{
	unsigned i;

	d->group = "panels";
	for (i = 0; i < panels; i++) {
		d->index = i;
		vbt_read_rows(d, record, rows, count, i);
	}
	d->group = NULL;
	d->index = 0;
}

void vbt_read_records(struct vbt_decoder *d, const char *group, struct span data, size_t size,
	unsigned max, const struct vbt_row *rows, size_t count)
{
	struct span record;

	d->group = group;
	for (d->index = 0;
		size != 0 && d->index < max && span_slice(data, d->index * size, size, &record);
		d->index++)
		vbt_read_rows(d, record, rows, count, 0);
	d->group = NULL;
	d->index = 0;
}
