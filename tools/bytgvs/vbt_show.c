/* SPDX-License-Identifier: MIT */
#include "vbt_show.h"

#include <string.h>

#include "biosbelt/digest.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"

#define NAME_COLUMN  34u
#define WRAP_COLUMN  96u
#define BYTES_SHOWN  32u
#define LIST_COLUMNS 8u

#define BLOCK_LFP 40u /* has the number of the panel in use */

enum err_code vbt_view_open(struct span in, size_t off, struct vbt_view *out, struct err *err)
{
	struct vbt_view v;
	enum err_code rc;

	memset(&v, 0, sizeof v);
	if (!span_from(in, off, &v.bytes) || vbt_probe(v.bytes, 0, &v.info) == VBT_NONE)
		return err_set(err, ERR_FORMAT, "no VBT at 0x%zx", off);
	rc = vbt_decode(v.bytes, &v.info, &v.fields, err);
	if (rc == ERR_OK)
		*out = v;
	return rc;
}

void vbt_view_close(struct vbt_view *v)
{
	vbt_fields_free(&v->fields);
}

static bool same_group(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static const char *group_singular(const char *group)
{
	static const struct {
		const char *group, *one;
	} names[] = {
		{"panels", "panel"},
		{"devices", "device"},
		{"modes", "mode"},
		{"timings", "timing"},
		{"ambient_light", "ambient light step"},
	};
	size_t i;

	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(group, names[i].group) == 0)
			return names[i].one;
	return group;
}

static void add_name(struct buf *out, const char *name)
{
	for (; *name != '\0'; name++)
		buf_add_u8(out, *name == '_' ? ' ' : (uint8_t)*name);
}

static void add_bytes(struct buf *out, struct span bytes, size_t max)
{
	size_t i;

	for (i = 0; i < bytes.len && i < max; i++)
		buf_printf(out, "%s%02x", i > 0 ? " " : "", bytes.ptr[i]);
	if (i < bytes.len)
		buf_printf(out, tr(" ... (%zu bytes)"), bytes.len);
}

void vbt_field_text(const struct vbt_field *field, struct buf *out)
{
	switch (field->kind) {
	case VBT_KIND_FLAG:
		buf_str(out, field->value != 0 ? "yes" : "no");
		break;
	case VBT_KIND_HEX:
		buf_printf(out, "0x%llx", (unsigned long long)field->value);
		break;
	case VBT_KIND_NAMED:
		buf_printf(out, "%s (%llu)", field->text, (unsigned long long)field->value);
		break;
	case VBT_KIND_TEXT:
		buf_printf(out, "\"%s\"", field->text);
		break;
	case VBT_KIND_BYTES:
		buf_printf(out, "%s%s", field->text, field->text[0] != '\0' ? ": " : "");
		add_bytes(out, field->bytes, BYTES_SHOWN);
		break;
	default:
		buf_printf(out, "%llu", (unsigned long long)field->value);
		break;
	}
}

/* The flags of one value in the fields [first, end), wrapped: "yes: a, b". */
static void add_flags(struct buf *out, const struct vbt_fields *f, size_t first, size_t end,
	uint64_t value, const char *indent)
{
	size_t column = 0, i;

	for (i = first; i < end; i++) {
		const struct vbt_field *field = &f->list[i];
		size_t width = strlen(field->name) + 2;

		if (field->kind != VBT_KIND_FLAG || field->value != value || field->in_text)
			continue;
		if (column == 0) {
			buf_printf(out, "%s%s ", indent, value != 0 ? "yes:" : "no: ");
			column = strlen(indent) + 5;
		} else {
			buf_str(out, ",");
			if (column + width > WRAP_COLUMN) {
				buf_printf(out, "\n%s     ", indent);
				column = strlen(indent) + 5;
			} else {
				buf_str(out, " ");
			}
		}
		add_name(out, field->name);
		column += width;
	}
	if (column != 0)
		buf_str(out, "\n");
}

static void add_fields(
	struct buf *out, const struct vbt_fields *f, size_t first, size_t end, const char *indent)
{
	size_t i;

	for (i = first; i < end; i++) {
		const struct vbt_field *field = &f->list[i];
		size_t pad = strlen(field->name) + strlen(indent);

		if (field->kind == VBT_KIND_FLAG || field->in_text)
			continue;
		buf_str(out, indent);
		add_name(out, field->name);
		buf_fill(out, ' ', pad < NAME_COLUMN ? NAME_COLUMN - pad : 1);
		buf_str(out, " ");
		vbt_field_text(field, out);
		buf_str(out, "\n");
	}
	add_flags(out, f, first, end, 1, indent);
	add_flags(out, f, first, end, 0, indent);
}

/* The end of the related fields that begin at first. */
static size_t run_end(const struct vbt_fields *f, size_t first)
{
	const struct vbt_field *a = &f->list[first];
	size_t i = first + 1;

	while (i < f->count && f->list[i].block == a->block &&
		same_group(f->list[i].group, a->group) && f->list[i].index == a->index &&
		same_group(f->list[i].part, a->part) && f->list[i].panel == a->panel)
		i++;
	return i;
}

/* The panels that the table selects, as a mask; all when it selects none. */
static unsigned selected_panels(const struct vbt_view *v)
{
	uint64_t first = vbt_fields_value(&v->fields, BLOCK_LFP, NULL, 0, "panel_type", 255);
	uint64_t second = vbt_fields_value(&v->fields, BLOCK_LFP, NULL, 0, "panel_type_2", 255);
	unsigned mask = 0;

	if (first < 16)
		mask |= 1u << first;
	if (second < 16)
		mask |= 1u << second;
	return mask != 0 ? mask : 0xFFFF;
}

static void add_run(struct buf *out, const struct vbt_fields *f, size_t first, size_t end)
{
	const struct vbt_field *a = &f->list[first];

	if (a->group == NULL) {
		add_fields(out, f, first, end, "  ");
	} else if (strcmp(a->group, "texts") == 0) {
		buf_printf(out, "  %s\n", a->text);
	} else if (strcmp(a->group, "steps") == 0) {
		if (a->index == 0)
			buf_printf(out, tr("  panel %u, sequence %s\n"), a->panel, a->part);
		add_fields(out, f, first, end, "    ");
	} else if (strcmp(a->group, "uncovered") == 0) {
		buf_printf(out, tr("  not decoded at +0x%x, "), a->index);
		vbt_field_text(a, out);
		buf_str(out, "\n");
	} else {
		buf_printf(out, "  %s %u\n", group_singular(a->group), a->index);
		add_fields(out, f, first, end, "    ");
	}
}

/* The end of consecutive items of one group that have a single field each. */
static size_t list_end(const struct vbt_fields *f, size_t first)
{
	const struct vbt_field *a = &f->list[first];
	size_t i = first;

	while (i < f->count && f->list[i].block == a->block && run_end(f, i) == i + 1 &&
		same_group(f->list[i].group, a->group) && strcmp(f->list[i].name, a->name) == 0)
		i++;
	return i;
}

/* Prints them, several per line: "values 0 on: 0x1, 0x2 ...". */
static void add_list(struct buf *out, const struct vbt_fields *f, size_t first, size_t end)
{
	size_t i;

	for (i = first; i < end; i++) {
		if ((i - first) % LIST_COLUMNS == 0)
			buf_printf(out, "%s  %s %u on: ", i != first ? "\n" : "", f->list[i].group,
				f->list[i].index);
		else
			buf_str(out, ", ");
		vbt_field_text(&f->list[i], out);
	}
	buf_str(out, "\n");
}

static bool is_list(const struct vbt_field *a)
{
	return a->group != NULL && a->kind != VBT_KIND_BYTES && a->kind != VBT_KIND_TEXT &&
	       a->part == NULL && strcmp(a->group, "panels") != 0;
}

static void add_block_fields(
	const struct vbt_view *v, uint8_t block, unsigned panels, struct buf *out)
{
	const struct vbt_fields *f = &v->fields;
	unsigned hidden = 0;
	size_t i = 0, end;

	for (; i < f->count; i = end) {
		const struct vbt_field *a = &f->list[i];

		end = run_end(f, i);
		if (a->block != block)
			continue;
		if (is_list(a) && list_end(f, i) > i) {
			end = list_end(f, i);
			add_list(out, f, i, end);
			continue;
		}
		if (a->group != NULL && strcmp(a->group, "panels") == 0 && a->index < 16 &&
			(panels >> a->index & 1) == 0)
			hidden++;
		else
			add_run(out, f, i, end);
	}
	if (hidden != 0)
		buf_printf(out, tr("  (%u more panel%s: --verbose shows all)\n"), hidden,
			tr_s(hidden));
}

static void add_head(const struct vbt_view *v, struct buf *out)
{
	const struct vbt_info *info = &v->info;

	if (info->headerless)
		buf_str(out, tr("BDB without a VBT header\n"));
	else
		buf_printf(out, tr("VBT \"%s\", version %u, %zu bytes, checksum %s (0x%02x)\n"),
			info->platform, info->version, info->size, tr(vbt_sum_name(info->sum)),
			info->checksum);
	if (info->state == VBT_TRUNCATED)
		buf_printf(out, tr("TRUNCATED: %zu of %zu bytes are there\n"), info->present,
			info->size);
	buf_printf(out, tr("BDB version %u, %u bytes, %u blocks\n"), info->bdb_version,
		info->bdb_size, info->block_count);
	if (!info->chain_ok)
		buf_printf(
			out, tr("DAMAGED: the chain of blocks breaks at 0x%zx\n"), info->chain_end);
}

void vbt_view_text(const struct vbt_view *v, bool all_panels, struct buf *out)
{
	unsigned panels = all_panels ? 0xFFFF : selected_panels(v);
	bool seen[VBT_BLOCK_MAX] = {false};
	struct vbt_block block;
	size_t pos = 0;

	add_head(v, out);
	while (vbt_next_block(v->bytes, &v->info, &pos, &block)) {
		const char *name = vbt_block_name(block.id);

		buf_printf(out, tr("\nBlock %u"), block.id);
		if (name != NULL)
			buf_printf(out, "%s%s", tr(", "), name);
		buf_printf(out, tr(": %zu bytes at 0x%zx%s\n"), block.data.len, block.off,
			block.cut ? tr(", CUT SHORT") : "");
		if (!seen[block.id])
			add_block_fields(v, block.id, panels, out);
		else
			buf_str(out, tr("  (a second one of this id: readers take the first)\n"));
		seen[block.id] = true;
	}
}

static void json_bytes(struct json *j, struct span bytes)
{
	static const char digits[] = "0123456789abcdef";
	struct buf text;
	size_t i;

	buf_init(&text, 0);
	for (i = 0; i < bytes.len; i++) {
		buf_add_u8(&text, (uint8_t)digits[bytes.ptr[i] >> 4]);
		buf_add_u8(&text, (uint8_t)digits[bytes.ptr[i] & 15]);
	}
	json_str_buf(j, &text);
}

static void json_value(struct json *j, const struct vbt_field *field)
{
	switch (field->kind) {
	case VBT_KIND_FLAG:
		json_bool(j, field->value != 0);
		break;
	case VBT_KIND_TEXT:
		json_str(j, field->text);
		break;
	case VBT_KIND_NAMED:
		json_object(j);
		json_kv_u64(j, "value", field->value);
		json_kv_str(j, "name", field->text);
		json_object_end(j);
		break;
	case VBT_KIND_BYTES:
		json_object(j);
		json_kv_str(j, "name", field->text);
		json_key(j, "bytes");
		json_bytes(j, field->bytes);
		json_object_end(j);
		break;
	default:
		json_u64(j, field->value);
		break;
	}
}

/* One element of a group's array. */
static void json_run(struct json *j, const struct vbt_fields *f, size_t first, size_t end)
{
	const struct vbt_field *a = &f->list[first];
	size_t i;

	if (strcmp(a->group, "texts") == 0) {
		json_str(j, a->text);
		return;
	}
	json_object(j);
	if (strcmp(a->group, "steps") == 0) {
		json_kv_u64(j, "panel", a->panel);
		json_kv_str(j, "sequence", a->part);
		json_kv_u64(j, "step", a->index);
	} else {
		json_kv_u64(j,
			strcmp(a->group, "panels") == 0      ? "panel"
			: strcmp(a->group, "uncovered") == 0 ? "offset"
							     : "slot",
			a->index);
	}
	for (i = first; i < end; i++) {
		json_key(j, f->list[i].name);
		json_value(j, &f->list[i]);
	}
	json_object_end(j);
}

static void json_block_fields(struct json *j, const struct vbt_view *v, uint8_t block)
{
	const struct vbt_fields *f = &v->fields;
	const char *group = NULL;
	size_t i = 0, end, k;

	for (; i < f->count; i = end) {
		const struct vbt_field *a = &f->list[i];

		end = run_end(f, i);
		if (a->block != block)
			continue;
		if (group != NULL && !same_group(group, a->group)) {
			json_array_end(j);
			group = NULL;
		}
		if (a->group == NULL) {
			for (k = i; k < end; k++) {
				json_key(j, f->list[k].name);
				json_value(j, &f->list[k]);
			}
			continue;
		}
		if (group == NULL) {
			group = a->group;
			json_key(j, group);
			json_array(j);
		}
		json_run(j, f, i, end);
	}
	if (group != NULL)
		json_array_end(j);
}

static void json_head(const struct vbt_view *v, struct json *j)
{
	const struct vbt_info *info = &v->info;
	char hash[SHA256_HEX_LEN];
	struct span body;

	json_kv_str(j, "kind", info->headerless ? "bdb" : "vbt");
	json_kv_str(j, "platform", info->platform);
	json_kv_bool(j, "whole", info->state == VBT_WHOLE && info->chain_ok);
	json_kv_u64(j, "vbt_size", info->size);
	json_kv_u64(j, "present", info->present);
	json_kv_u64(j, "vbt_version", info->version);
	json_kv_u64(j, "bdb_offset", info->bdb_off);
	json_kv_u64(j, "bdb_version", info->bdb_version);
	json_kv_u64(j, "bdb_size", info->bdb_size);
	json_kv_u64(j, "checksum", info->checksum);
	json_kv_bool(j, "checksum_ok", info->sum == VBT_SUM_OK);
	json_kv_str(j, "checksum_state", vbt_sum_name(info->sum));
	if (span_slice(v->bytes, 0, info->present, &body)) {
		sha256_hex(body, hash);
		json_kv_str(j, "sha256", hash);
	}
}

void vbt_view_json(const struct vbt_view *v, struct json *j)
{
	bool seen[VBT_BLOCK_MAX] = {false};
	struct vbt_block block;
	size_t pos = 0;

	json_head(v, j);
	json_key(j, "blocks");
	json_array(j);
	while (vbt_next_block(v->bytes, &v->info, &pos, &block)) {
		const char *name = vbt_block_name(block.id);

		json_object(j);
		json_kv_u64(j, "id", block.id);
		json_key(j, "title");
		if (name != NULL)
			json_str(j, name);
		else
			json_null(j);
		json_kv_u64(j, "offset", block.off);
		json_kv_u64(j, "size", block.data.len);
		if (block.cut)
			json_kv_bool(j, "cut", true);
		if (!seen[block.id])
			json_block_fields(j, v, block.id);
		seen[block.id] = true;
		json_object_end(j);
	}
	json_array_end(j);
}
