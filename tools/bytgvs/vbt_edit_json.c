/* SPDX-License-Identifier: MIT */
#include "vbt_edit_json.h"

#include <string.h>

#include "biosbelt/json_read.h"
#include "biosbelt/num.h"
#include "biosbelt/vbt_edit.h"

struct edit {
	struct blob *vbt;
	const struct vbt_info *info;
	struct vbt_fields fields; /* before the edit */
	size_t from;
	bool has[256]; /* blocks of the document, by id */
	struct err *err;
};

static bool read_number(const struct json_value *v, uint64_t *out)
{
	char text[24] = "";

	if (v->type != JSON_NUMBER || v->raw.len >= sizeof text)
		return false;
	memcpy(text, v->raw.ptr, v->raw.len);
	return num_parse_u64(text, out);
}

static bool same_number(const struct json_value *v, uint64_t want)
{
	uint64_t n = 0;

	return read_number(v, &n) && n == want;
}

static void add_hex(struct buf *out, struct span bytes)
{
	size_t i;

	for (i = 0; i < bytes.len; i++)
		buf_printf(out, "%02x", bytes.ptr[i]);
}

static bool same_bytes(const struct json_value *v, struct span bytes)
{
	struct buf old, now;
	bool same;

	buf_init(&old, 0);
	buf_init(&now, 0);
	add_hex(&old, bytes);
	json_read_text(v, &now);
	same = v->type == JSON_TEXT && old.len == now.len &&
	       (old.len == 0 || memcmp(old.ptr, now.ptr, old.len) == 0);
	buf_free(&old);
	buf_free(&now);
	return same;
}

static void add_value(const struct json_value *v, struct buf *out)
{
	if (v->type == JSON_TEXT)
		json_read_text(v, out);
	else if (v->type == JSON_BOOL)
		buf_str(out, v->raw.len == 4 ? "yes" : "no");
	else
		buf_add(out, v->raw.ptr, v->raw.len);
}

/* Whether the document has another value than the field. out: the new value for vbt_set. */
static bool differs(const struct vbt_field *f, const struct json_value *v, struct buf *out)
{
	struct json_value part = *v;
	bool same;

	if (v->type == JSON_OBJECT && json_read_member(v, "bytes", &part)) {
		same = same_bytes(&part, f->bytes);
	} else if (v->type == JSON_OBJECT) { /* the number, else the name, whichever was changed */
		same = json_read_member(v, "value", &part) && same_number(&part, f->value);
		if (same && json_read_member(v, "name", &part))
			same = json_read_is(&part, f->text);
	} else if (v->type == JSON_TEXT) {
		same = json_read_is(v, f->text);
	} else if (v->type == JSON_BOOL && f->kind == VBT_KIND_FLAG) {
		same = (v->raw.len == 4) == (f->value != 0);
	} else {
		same = same_number(v, f->value);
	}
	if (!same)
		add_value(&part, out);
	return !same;
}

/* The names of bytes are made from the table. */
static bool is_renamed(const struct vbt_field *f, const struct json_value *v)
{
	struct json_value name;

	return f->kind == VBT_KIND_BYTES && v->type == JSON_OBJECT &&
	       json_read_member(v, "name", &name) && !json_read_is(&name, f->text);
}

static enum err_code apply(struct edit *e, const struct buf *path, const struct json_value *v)
{
	struct span name = span_of(path->ptr, path->len);
	const struct vbt_field *f;
	enum err_code rc = ERR_OK;
	struct buf text;

	if (path->failed != ERR_OK)
		return err_set(e->err, path->failed, "out of memory");
	f = vbt_field_find(&e->fields, name, &e->from);
	if (f == NULL)
		return err_set(e->err, ERR_NOTFOUND,
			"%.*s: this table, of BDB version %u, has no such field", (int)name.len,
			(const char *)name.ptr, e->info->bdb_version);
	if (is_renamed(f, v))
		return err_set(e->err, ERR_DENIED,
			"%.*s: only the bytes can be changed, not what they are called",
			(int)name.len, (const char *)name.ptr);
	buf_init(&text, 0);
	if (!differs(f, v, &text))
		rc = ERR_OK;
	else if (text.failed != ERR_OK)
		rc = err_set(e->err, text.failed, "out of memory");
	else
		rc = vbt_set(e->vbt, e->info, name, span_of(text.ptr, text.len), e->err);
	if (rc != ERR_OK && text.failed == ERR_OK)
		(void)err_prefix(e->err, "%.*s", (int)name.len, (const char *)name.ptr);
	buf_free(&text);
	return rc;
}

/* The index of an item in its group: "2" or "0/power on/1"; the keys that give it are not
 * fields. */
static void item_index(const struct json_value *item, unsigned at, struct buf *out)
{
	static const char *const keys[] = {"panel", "slot", "offset"};
	struct json_value v, panel, step;
	size_t i;

	if (json_read_member(item, "sequence", &v) && json_read_member(item, "panel", &panel) &&
		json_read_member(item, "step", &step)) {
		buf_add(out, panel.raw.ptr, panel.raw.len);
		buf_str(out, "/");
		json_read_text(&v, out);
		buf_str(out, "/");
		buf_add(out, step.raw.ptr, step.raw.len);
		return;
	}
	for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		if (json_read_member(item, keys[i], &v)) {
			buf_add(out, v.raw.ptr, v.raw.len);
			return;
		}
	}
	buf_printf(out, "%u", at);
}

static bool is_one_of(const struct json_value *key, const char *const *names)
{
	for (; *names != NULL; names++)
		if (json_read_is(key, *names))
			return true;
	return false;
}

static enum err_code apply_item(
	struct edit *e, const struct buf *group, const struct json_value *item, unsigned at)
{
	static const char *const no_fields[] = {
		"panel", "slot", "offset", "sequence", "step", NULL};
	struct json_walk walk = {.in = *item};
	struct json_value key, v;
	enum err_code rc = ERR_OK;
	struct buf path;

	while (rc == ERR_OK && (item->type == JSON_TEXT || json_read_next(&walk, &key, &v))) {
		if (item->type == JSON_OBJECT && is_one_of(&key, no_fields))
			continue;
		buf_init(&path, 0);
		buf_add(&path, group->ptr, group->len);
		buf_str(&path, "[");
		item_index(item, at, &path);
		buf_str(&path, "].");
		if (item->type == JSON_TEXT) {
			buf_str(&path, "text");
			rc = apply(e, &path, item);
			buf_free(&path);
			break;
		}
		json_read_text(&key, &path);
		rc = apply(e, &path, &v);
		buf_free(&path);
	}
	return rc;
}

/* index: between line ends, as in seen. */
static bool was_seen(const struct buf *seen, const struct buf *index)
{
	return span_find(span_of(seen->ptr, seen->len), 0, index->ptr, index->len) != SIZE_MAX;
}

/* Notes the item's index; one that was changed to another's would give that one its values. */
static enum err_code note_index(struct edit *e, const struct buf *path,
	const struct json_value *item, unsigned at, struct buf *seen)
{
	enum err_code rc = ERR_OK;
	struct buf index;

	if (item->type != JSON_OBJECT && item->type != JSON_TEXT)
		return err_set(e->err, ERR_FORMAT,
			"%.*s[%u]: not an entry as --show --json prints it", (int)path->len,
			(const char *)path->ptr, at);
	buf_init(&index, 0);
	buf_str(&index, "\n");
	item_index(item, at, &index);
	buf_str(&index, "\n");
	if (index.failed == ERR_OK && was_seen(seen, &index))
		rc = err_set(e->err, ERR_DENIED,
			"%.*s[%.*s]: two entries have this index; only their values can be changed",
			(int)path->len, (const char *)path->ptr, (int)index.len - 2,
			(const char *)index.ptr + 1);
	else
		buf_add(seen, index.ptr, index.len);
	buf_free(&index);
	return rc;
}

/* The index of f in its group, as item_index gives it. */
static void field_index(const struct vbt_field *f, struct buf *out)
{
	if (f->part != NULL)
		buf_printf(out, "%u/%s/", f->panel, f->part);
	buf_printf(out, "%u", f->index);
}

static bool same_entry(const struct vbt_field *a, const struct vbt_field *b)
{
	return a->block == b->block && a->group == b->group && a->index == b->index &&
	       a->part == b->part && a->panel == b->panel;
}

/* An entry that was taken out of the document would stay in the table unnoticed. */
static enum err_code check_entries(
	struct edit *e, unsigned block, struct span group, const struct buf *seen)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; rc == ERR_OK && i < e->fields.count; i++) {
		const struct vbt_field *f = &e->fields.list[i];
		struct buf index;

		if (f->block != block || f->group == NULL || strlen(f->group) != group.len ||
			!span_starts(group, f->group, group.len) ||
			(i != 0 && same_entry(f, f - 1)))
			continue;
		buf_init(&index, 0);
		buf_str(&index, "\n");
		field_index(f, &index);
		buf_str(&index, "\n");
		if (index.failed == ERR_OK && !was_seen(seen, &index))
			rc = err_set(e->err, ERR_DENIED,
				"%u.%s[%.*s]: this entry is not in the document; entries cannot be "
				"taken out of a table",
				block, f->group, (int)index.len - 2, (const char *)index.ptr + 1);
		buf_free(&index);
	}
	return rc;
}

/* The entries of a group: which there are is checked before one is applied. */
static enum err_code apply_group(struct edit *e, unsigned block, const struct buf *path,
	struct span group, const struct json_value *v)
{
	struct json_walk walk = {.in = *v}, again = {.in = *v};
	struct json_value item;
	enum err_code rc = ERR_OK;
	struct buf seen;
	unsigned at;

	buf_init(&seen, 0);
	for (at = 0; rc == ERR_OK && json_read_next(&walk, NULL, &item); at++)
		rc = note_index(e, path, &item, at, &seen);
	if (rc == ERR_OK && seen.failed == ERR_OK)
		rc = check_entries(e, block, group, &seen);
	for (at = 0; rc == ERR_OK && json_read_next(&again, NULL, &item); at++)
		rc = apply_item(e, path, &item, at);
	buf_free(&seen);
	return rc;
}

/* A field of a block, or a group of them. */
static enum err_code apply_member(
	struct edit *e, unsigned block, const struct json_value *key, const struct json_value *v)
{
	enum err_code rc;
	struct buf path;
	size_t head;

	buf_init(&path, 0);
	buf_printf(&path, "%u.", block);
	head = path.len;
	json_read_text(key, &path);
	if (v->type != JSON_ARRAY || path.failed != ERR_OK)
		rc = apply(e, &path, v);
	else
		rc = apply_group(e, block, &path, span_of(path.ptr + head, path.len - head), v);
	buf_free(&path);
	return rc;
}

static enum err_code block_moved(struct edit *e, uint64_t id)
{
	return err_set(e->err, ERR_DENIED,
		"block %u: only its fields can be changed, not its offset or size", (unsigned)id);
}

static enum err_code apply_block(struct edit *e, const struct json_value *block)
{
	static const char *const no_fields[] = {"id", "title", "offset", "size", "cut", NULL};
	struct json_walk walk = {.in = *block};
	struct json_value key, v;
	struct vbt_block have;
	struct span table = blob_span(*e->vbt);
	enum err_code rc = ERR_OK;
	uint64_t id = 0;
	bool first; /* of its id; a second one has no fields */

	if (e->info->size < table.len) /* as --show has it, which cuts the last block there */
		table.len = e->info->size;
	if (!json_read_member(block, "id", &v) || !read_number(&v, &id) || id > 255 ||
		!vbt_block_find(table, e->info, (uint8_t)id, &have))
		return err_set(e->err, ERR_NOTFOUND, "the table has no block of that id");
	first = !json_read_member(block, "offset", &v) || same_number(&v, have.off);
	if (first && json_read_member(block, "size", &v) && !same_number(&v, have.data.len))
		return block_moved(e, id);
	e->has[id] = true;
	while (rc == ERR_OK && json_read_next(&walk, &key, &v)) {
		if (is_one_of(&key, no_fields))
			continue;
		if (!first)
			return block_moved(e, id);
		rc = apply_member(e, (unsigned)id, &key, &v);
	}
	return rc;
}

/* A document of another table would change most of this one. */
static bool is_same_table(const struct edit *e, const struct json_value *table)
{
	struct json_value v;

	return (!json_read_member(table, "platform", &v) || json_read_is(&v, e->info->platform)) &&
	       (!json_read_member(table, "vbt_size", &v) || same_number(&v, e->info->size)) &&
	       (!json_read_member(table, "vbt_version", &v) || same_number(&v, e->info->version)) &&
	       (!json_read_member(table, "bdb_version", &v) ||
		       same_number(&v, e->info->bdb_version)) &&
	       (!json_read_member(table, "bdb_size", &v) || same_number(&v, e->info->bdb_size));
}

/* Finds the only table in the document. */
static bool only_table(const struct json_value *root, struct json_value *table)
{
	struct json_value list, other;
	struct json_walk walk = {.pos = 0};

	if (!json_read_member(root, "vbts", &list)) {
		*table = *root;
		return true;
	}
	walk.in = list;
	return json_read_next(&walk, NULL, table) && !json_read_next(&walk, NULL, &other);
}

static enum err_code edit_all(struct edit *e, const struct json_value *root)
{
	struct json_value table, blocks, block;
	struct json_walk walk = {.pos = 0};
	enum err_code rc = ERR_OK;

	if (!only_table(root, &table) || !json_read_member(&table, "blocks", &blocks) ||
		blocks.type != JSON_ARRAY)
		return err_set(e->err, ERR_FORMAT, "not what --show --json prints of one VBT");
	if (!is_same_table(e, &table))
		return err_set(e->err, ERR_USAGE,
			"it describes a table with another platform, version or size; only fields "
			"of "
			"blocks can be changed");
	walk.in = blocks;
	while (rc == ERR_OK && json_read_next(&walk, NULL, &block))
		rc = apply_block(e, &block);
	return rc;
}

static void list_left(const struct edit *e, struct buf *left)
{
	bool listed[256] = {false};
	struct vbt_block b;
	size_t pos = 0;

	while (vbt_next_block(blob_span(*e->vbt), e->info, &pos, &b)) {
		if (!e->has[b.id] && !listed[b.id])
			buf_printf(left, "%s%u", left->len != 0 ? ", " : "", b.id);
		listed[b.id] = true;
	}
}

enum err_code vbt_edit_json(struct blob *vbt, const struct vbt_info *info, struct span json,
	struct buf *left, struct err *err)
{
	struct edit e = {.vbt = vbt, .info = info, .err = err};
	struct json_value root;
	struct blob old;
	enum err_code rc = json_read_open(json, &root, err);

	if (rc == ERR_OK)
		rc = blob_copy(blob_span(*vbt), &old, err);
	if (rc != ERR_OK)
		return rc;
	rc = vbt_decode(blob_span(old), info, &e.fields, err);
	if (rc == ERR_OK) {
		rc = edit_all(&e, &root);
		if (rc == ERR_OK)
			list_left(&e, left);
		vbt_fields_free(&e.fields);
	}
	blob_free(&old);
	return rc;
}
