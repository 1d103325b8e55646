/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"
#include "biosbelt/vbt_edit.h"
#include "vbt_show.h"

/* A field of one list, for sorting by key; equal keys keep the order of the list. */
struct entry {
	const struct vbt_field *field;
	const struct vbt_field *other; /* its counterpart, or NULL */
};

static int compare_text(const char *a, const char *b)
{
	if (a == b) /* as most are: names are in the tables of rows */
		return 0;
	return strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

static int compare_number(unsigned a, unsigned b)
{
	return a < b ? -1 : a > b;
}

static int compare_key(const struct vbt_field *a, const struct vbt_field *b)
{
	int c = compare_number(a->block, b->block);

	if (c == 0)
		c = compare_text(a->group, b->group);
	if (c == 0)
		c = compare_number(a->panel, b->panel);
	if (c == 0)
		c = compare_text(a->part, b->part);
	if (c == 0)
		c = compare_number(a->index, b->index);
	if (c == 0)
		c = compare_text(a->name, b->name);
	return c;
}

static int by_key(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;
	int c = compare_key(a->field, b->field);

	/* Addresses of the same list are in the order of decoding. */
	return c != 0 ? c : a->field < b->field ? -1 : a->field > b->field;
}

static int by_order(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;

	return a->field < b->field ? -1 : a->field > b->field;
}

static struct entry *list_entries(const struct vbt_fields *f)
{
	struct entry *list = calloc(f->count + 1, sizeof *list);
	size_t i;

	for (i = 0; list != NULL && i < f->count; i++)
		list[i].field = &f->list[i];
	if (list != NULL)
		qsort(list, f->count, sizeof *list, by_key);
	return list;
}

/* Matches counterparts, and restores the order of both lists. */
static void match(struct entry *a, size_t a_count, struct entry *b, size_t b_count)
{
	size_t i = 0, k = 0;

	while (i < a_count && k < b_count) {
		int c = compare_key(a[i].field, b[k].field);

		if (c == 0) {
			a[i].other = b[k].field;
			b[k].other = a[i].field;
		}
		i += c <= 0;
		k += c >= 0;
	}
	qsort(a, a_count, sizeof *a, by_order);
	qsort(b, b_count, sizeof *b, by_order);
}

/* Output of a difference: exactly one of out and json is set. */
struct sink {
	struct buf *out;
	struct json *json;
	size_t count;
};

static void json_path(struct json *j, const struct vbt_field *f)
{
	struct buf path;

	buf_init(&path, 0);
	vbt_field_path(f, &path);
	json_key(j, "path");
	json_str_buf(j, &path);
}

static void json_side(struct json *j, const char *key, const struct vbt_field *f)
{
	struct buf text;

	json_key(j, key);
	if (f == NULL) {
		json_null(j);
		return;
	}
	buf_init(&text, 0);
	vbt_field_text(f, &text);
	json_str_buf(j, &text);
}

static void report_field(struct sink *s, const struct vbt_field *a, const struct vbt_field *b)
{
	const struct vbt_field *f = a != NULL ? a : b;

	if (f == NULL)
		return;
	s->count++;
	if (s->json != NULL) {
		json_object(s->json);
		json_path(s->json, f);
		json_kv_u64(s->json, "block", f->block);
		if (f->group != NULL) {
			json_kv_str(s->json, "group", f->group);
			json_kv_u64(s->json, "index", f->index);
		}
		if (f->part != NULL) {
			json_kv_u64(s->json, "panel", f->panel);
			json_kv_str(s->json, "sequence", f->part);
		}
		json_kv_str(s->json, "field", f->name);
		json_side(s->json, "a", a);
		json_side(s->json, "b", b);
		json_object_end(s->json);
		return;
	}
	vbt_field_path(f, s->out);
	buf_str(s->out, ": ");
	if (a != NULL)
		vbt_field_text(a, s->out);
	else
		buf_str(s->out, tr("(absent)"));
	buf_str(s->out, " -> ");
	if (b != NULL)
		vbt_field_text(b, s->out);
	else
		buf_str(s->out, tr("(absent)"));
	buf_str(s->out, "\n");
}

static enum err_code diff_fields(
	const struct vbt_view *a, const struct vbt_view *b, struct sink *s, struct err *err)
{
	struct entry *ea = list_entries(&a->fields), *eb = list_entries(&b->fields);
	enum err_code rc = ERR_OK;
	size_t i;

	if (ea == NULL || eb == NULL) {
		rc = err_set(err, ERR_NOMEM, "out of memory");
		goto out;
	}
	match(ea, a->fields.count, eb, b->fields.count);
	for (i = 0; i < a->fields.count; i++)
		if (ea[i].other == NULL || !vbt_field_same_value(ea[i].field, ea[i].other))
			report_field(s, ea[i].field, ea[i].other);
	for (i = 0; i < b->fields.count; i++)
		if (eb[i].other == NULL)
			report_field(s, NULL, eb[i].field);
out:
	free(ea);
	free(eb);
	return rc;
}

static void report_head(struct sink *s, const char *what, const char *a, const char *b)
{
	if (strcmp(a, b) == 0)
		return;
	s->count++;
	if (s->json != NULL) {
		json_object(s->json);
		json_kv_str(s->json, "field", what);
		json_kv_str(s->json, "a", a);
		json_kv_str(s->json, "b", b);
		json_object_end(s->json);
	} else {
		buf_printf(s->out, "%s: %s -> %s\n", what, a, b);
	}
}

static void report_head_number(struct sink *s, const char *what, unsigned long a, unsigned long b)
{
	char ta[32], tb[32];

	snprintf(ta, sizeof ta, "%lu", a);
	snprintf(tb, sizeof tb, "%lu", b);
	report_head(s, what, ta, tb);
}

static void diff_heads(const struct vbt_info *a, const struct vbt_info *b, struct sink *s)
{
	report_head(s, "platform", a->platform, b->platform);
	report_head_number(s, "vbt_version", a->version, b->version);
	report_head_number(s, "vbt_size", (unsigned long)a->size, (unsigned long)b->size);
	report_head_number(s, "checksum", a->checksum, b->checksum);
	report_head(s, "checksum_state", vbt_sum_name(a->sum), vbt_sum_name(b->sum));
	report_head_number(s, "bdb_version", a->bdb_version, b->bdb_version);
	report_head_number(s, "bdb_size", a->bdb_size, b->bdb_size);
}

static size_t differing_bytes(struct span a, struct span b, size_t *first)
{
	size_t n = a.len < b.len ? a.len : b.len, count = 0, i;

	*first = n;
	for (i = n; i-- > 0;) {
		if (a.ptr[i] != b.ptr[i]) {
			count++;
			*first = i;
		}
	}
	return count;
}

static void report_block(
	struct sink *s, uint8_t id, const struct vbt_block *a, const struct vbt_block *b)
{
	const char *name = vbt_block_name(id);
	size_t first = 0, bytes;

	if (a != NULL && b != NULL && span_equal(a->data, b->data))
		return;
	bytes = a != NULL && b != NULL ? differing_bytes(a->data, b->data, &first) : 0;
	s->count++;
	if (s->json != NULL) {
		json_object(s->json);
		json_kv_u64(s->json, "id", id);
		if (name != NULL)
			json_kv_str(s->json, "title", name);
		if (a != NULL)
			json_kv_u64(s->json, "size_a", a->data.len);
		if (b != NULL)
			json_kv_u64(s->json, "size_b", b->data.len);
		if (a != NULL && b != NULL)
			json_kv_u64(s->json, "bytes", bytes);
		json_object_end(s->json);
		return;
	}
	buf_printf(s->out, tr("block %u%s%s: "), id, name != NULL ? tr(", ") : "",
		name != NULL ? name : "");
	if (a == NULL || b == NULL)
		buf_str(s->out,
			a != NULL ? tr("only in the first one\n") : tr("only in the second one\n"));
	else if (a->data.len != b->data.len)
		buf_printf(s->out, tr("%zu -> %zu bytes, %zu of the common ones differ\n"),
			a->data.len, b->data.len, bytes);
	else
		buf_printf(s->out, tr("%zu of %zu bytes differ, the first at +0x%zx\n"), bytes,
			a->data.len, first);
}

static void collect(
	const struct vbt_view *v, struct vbt_block found[VBT_BLOCK_MAX], bool has[VBT_BLOCK_MAX])
{
	struct vbt_block block;
	size_t pos = 0;

	while (vbt_next_block(v->bytes, &v->info, &pos, &block)) {
		if (has[block.id])
			continue;
		has[block.id] = true;
		found[block.id] = block;
	}
}

static enum err_code diff_blocks(
	const struct vbt_view *a, const struct vbt_view *b, struct sink *s, struct err *err)
{
	struct vbt_block *blocks = calloc((size_t)2 * VBT_BLOCK_MAX, sizeof *blocks);
	bool has_a[VBT_BLOCK_MAX] = {false}, has_b[VBT_BLOCK_MAX] = {false};
	unsigned id;

	if (blocks == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	collect(a, blocks, has_a);
	collect(b, blocks + VBT_BLOCK_MAX, has_b);
	for (id = 0; id < VBT_BLOCK_MAX; id++)
		if (has_a[id] || has_b[id])
			report_block(s, (uint8_t)id, has_a[id] ? &blocks[id] : NULL,
				has_b[id] ? &blocks[VBT_BLOCK_MAX + id] : NULL);
	free(blocks);
	return ERR_OK;
}

/* Zeros in the place of what diff_heads reports. */
static void clear(struct buf *out, size_t from, size_t end)
{
	for (; from < end && from < out->len; from++)
		out->ptr[from] = 0;
}

/*
 * All bytes of a table that are not in a compared block and not reported otherwise: the rest of the
 * headers, the order of the common blocks, second ones of an id, bytes after the last.
 */
static void add_rest(const struct vbt_view *v, const struct vbt_view *other, struct buf *out)
{
	const struct vbt_info *info = &v->info;
	bool same_platform = strcmp(info->platform, other->info.platform) == 0;
	size_t head = info->bdb_off + BDB_HEADER_LEN, pos = 0;
	bool seen[VBT_BLOCK_MAX] = {false}, common[VBT_BLOCK_MAX] = {false};
	struct vbt_block block;
	struct span part;

	if (span_slice(v->bytes, 0, head < info->present ? head : info->present, &part))
		buf_add(out, part.ptr, part.len);
	if (!info->headerless) {
		clear(out, same_platform ? 20 : VBT_SIGNATURE_LEN, 22);
		clear(out, 24, 27);
	}
	clear(out, info->bdb_off + 16, info->bdb_off + 18);
	clear(out, info->bdb_off + 20, info->bdb_off + BDB_HEADER_LEN);
	while (vbt_next_block(other->bytes, &other->info, &pos, &block))
		common[block.id] = true;
	pos = 0;
	while (vbt_next_block(v->bytes, info, &pos, &block)) {
		if (common[block.id])
			buf_add_u8(out, block.id);
		if (seen[block.id])
			buf_add(out, block.data.ptr, block.data.len);
		seen[block.id] = true;
	}
	if (info->chain_end < info->present &&
		span_slice(v->bytes, info->chain_end, info->present - info->chain_end, &part))
		buf_add(out, part.ptr, part.len);
}

static enum err_code diff_rest(
	const struct vbt_view *a, const struct vbt_view *b, struct sink *s, struct err *err)
{
	enum err_code rc = ERR_OK;
	struct buf ra, rb;
	size_t first, bytes;

	buf_init(&ra, 0);
	buf_init(&rb, 0);
	add_rest(a, b, &ra);
	add_rest(b, a, &rb);
	bytes = differing_bytes(span_of(ra.ptr, ra.len), span_of(rb.ptr, rb.len), &first);
	if (ra.failed != ERR_OK || rb.failed != ERR_OK) {
		rc = err_set(err, ERR_NOMEM, "out of memory");
	} else if (bytes != 0 || ra.len != rb.len) {
		char ta[64], tb[64];

		snprintf(ta, sizeof ta, "%zu", ra.len);
		snprintf(tb, sizeof tb, "%zu, of which %zu differ", rb.len, bytes);
		report_head(s, "bytes_outside_blocks", ta, tb);
	}
	buf_free(&ra);
	buf_free(&rb);
	return rc;
}

enum err_code vbt_view_diff(const struct vbt_view *a, const struct vbt_view *b, struct buf *out,
	size_t *count, struct err *err)
{
	struct sink s = {.out = out};
	enum err_code rc;

	diff_heads(&a->info, &b->info, &s);
	rc = diff_rest(a, b, &s, err);
	if (rc == ERR_OK)
		rc = diff_blocks(a, b, &s, err);
	if (rc == ERR_OK)
		rc = diff_fields(a, b, &s, err);
	if (rc == ERR_OK)
		*count = s.count;
	return rc;
}

enum err_code vbt_view_diff_json(const struct vbt_view *a, const struct vbt_view *b, struct json *j,
	size_t *count, struct err *err)
{
	struct sink s = {.json = j};
	enum err_code rc;

	json_key(j, "header");
	json_array(j);
	diff_heads(&a->info, &b->info, &s);
	rc = diff_rest(a, b, &s, err);
	json_array_end(j);
	json_key(j, "blocks");
	json_array(j);
	if (rc == ERR_OK)
		rc = diff_blocks(a, b, &s, err);
	json_array_end(j);
	json_key(j, "fields");
	json_array(j);
	if (rc == ERR_OK)
		rc = diff_fields(a, b, &s, err);
	json_array_end(j);
	if (rc == ERR_OK)
		*count = s.count;
	return rc;
}
