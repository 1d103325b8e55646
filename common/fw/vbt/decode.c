/* SPDX-License-Identifier: MIT */
#include "biosbelt/vbt_decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vbt/table.h"

#define BLOCK_BUILD 254u

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
	if (out->count == out->cap) {
		size_t cap = out->cap != 0 ? out->cap * 2 : 256;
		struct vbt_field *list = realloc(out->list, cap * sizeof *list);

		if (list == NULL) {
			out->failed = ERR_NOMEM;
			return NULL;
		}
		out->list = list;
		out->cap = cap;
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
	return field;
}

void vbt_add_number(struct vbt_decoder *d, const char *name, uint64_t value)
{
	struct vbt_field *field = vbt_add(d, name, VBT_KIND_NUMBER);

	if (field != NULL)
		field->value = value;
}

/* Printable ASCII up to the first NUL, trailing blanks gone, the rest as '.'. */
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

static void read_row(
	struct vbt_decoder *d, struct span record, const struct vbt_row *row, unsigned index)
{
	unsigned version = d->info->bdb_version;
	struct vbt_field *field;
	uint64_t value;

	if (version < row->since || (row->until != 0 && version > row->until) ||
		!read_bits(record, (size_t)row->byte * 8 + row->shift + (size_t)row->stride * index,
			row->bits, &value))
		return;
	field = vbt_add(d, row->name, row->kind);
	if (field == NULL)
		return;
	field->value = value * (row->scale != 0 ? row->scale : 1u) + row->add;
	if (row->describe != NULL)
		row->describe(value, version, field->text);
	else if (row->kind == VBT_KIND_NAMED)
		snprintf(field->text, sizeof field->text, "%s",
			value < row->name_count && row->names[value] != NULL ? row->names[value]
									     : "unknown");
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

static void add_line(struct vbt_decoder *d, struct span line)
{
	while (line.len > 0 && line.ptr[0] == ' ')
		span_from(line, 1, &line);
	if (line.len == 0)
		return;
	vbt_add_text(d, "text", line);
	d->index++;
}

/*
 * Block 254: texts of the build, ended by NUL or control bytes. The first follows a four-digit
 * number without a break: "1001Intel(R) ...".
 */
static void decode_build(struct vbt_decoder *d, struct span data)
{
	static const char maker[] = "Intel(R)";
	size_t i = 0;

	d->group = "texts";
	while (i < data.len && d->index < 32) {
		size_t start = i, cut;
		struct span line;

		while (i < data.len && data.ptr[i] >= 0x20 && data.ptr[i] <= 0x7E)
			i++;
		span_slice(data, start, i - start, &line);
		cut = span_find(line, 0, maker, sizeof maker - 1);
		if (cut != SIZE_MAX && cut > 0) {
			add_line(d, (struct span){line.ptr, cut});
			span_from(line, cut, &line);
		}
		if (line.len >= 4) /* shorter runs are chance */
			add_line(d, line);
		i++;
	}
	d->group = NULL;
	d->index = 0;
}

static const struct {
	uint8_t id;
	void (*decode)(struct vbt_decoder *d, struct span data);
} decoders[] = {
	{1, vbt_decode_general},
	{2, vbt_decode_devices},
	{9, vbt_decode_psr},
	{12, vbt_decode_driver},
	{27, vbt_decode_edp},
	{40, vbt_decode_lfp},
	{41, vbt_decode_lfp_ptrs},
	{42, vbt_decode_lfp_data},
	{43, vbt_decode_backlight},
	{52, vbt_decode_mipi},
	{53, vbt_decode_sequences},
	{56, vbt_decode_dsc},
	{BLOCK_BUILD, decode_build},
};

enum err_code vbt_decode(
	struct span vbt, const struct vbt_info *info, struct vbt_fields *out, struct err *err)
{
	struct vbt_fields fields = {.list = NULL};
	struct vbt_decoder d = {.vbt = vbt, .info = info, .out = &fields};
	bool seen[VBT_BLOCK_MAX] = {false};
	struct vbt_block block;
	size_t pos = 0;

	while (vbt_next_block(vbt, info, &pos, &block)) {
		size_t i;

		if (seen[block.id]) /* readers take the first of an id */
			continue;
		seen[block.id] = true;
		d.block = block.id;
		for (i = 0; i < VBT_COUNT(decoders); i++)
			if (decoders[i].id == block.id)
				decoders[i].decode(&d, block.data);
	}
	if (fields.failed != ERR_OK) {
		enum err_code code = fields.failed;

		vbt_fields_free(&fields);
		return err_set(err, code,
			code == ERR_NOMEM ? "out of memory" : "VBT has more than %d fields",
			VBT_FIELD_MAX);
	}
	*out = fields;
	return ERR_OK;
}

void vbt_fields_free(struct vbt_fields *f)
{
	free(f->list);
	memset(f, 0, sizeof *f);
}

static bool same_name(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

uint64_t vbt_fields_value(const struct vbt_fields *f, uint8_t block, const char *group,
	unsigned index, const char *name, uint64_t fallback)
{
	size_t i;

	for (i = 0; i < f->count; i++) {
		const struct vbt_field *field = &f->list[i];

		if (field->block == block && field->index == index &&
			same_name(field->group, group) && same_name(field->name, name))
			return field->value;
	}
	return fallback;
}

bool vbt_field_same_key(const struct vbt_field *a, const struct vbt_field *b)
{
	return a->block == b->block && a->index == b->index && a->panel == b->panel &&
	       same_name(a->group, b->group) && same_name(a->part, b->part) &&
	       same_name(a->name, b->name);
}

bool vbt_field_same_value(const struct vbt_field *a, const struct vbt_field *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == VBT_KIND_BYTES)
		return span_equal(a->bytes, b->bytes);
	if (a->kind == VBT_KIND_TEXT)
		return strcmp(a->text, b->text) == 0;
	return a->value == b->value;
}
