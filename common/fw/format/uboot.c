/* SPDX-License-Identifier: MIT */
#include "biosbelt/uboot.h"

#include <string.h>

#include "biosbelt/hash.h"

#define MAGIC       0x27051956u /* as UBOOT_MAGIC */
#define TOKEN_BEGIN 1u
#define TOKEN_END   2u
#define TOKEN_PROP  3u
#define TOKEN_NOP   4u
#define TOKEN_LAST  9u
#define PROP_HEAD   8u
#define NAME_MOST   4096u /* of a node or a property; those of the specification have 31 */

bool uboot_head_holds(struct span head)
{
	uint8_t copy[UBOOT_HEAD];
	uint32_t want = 0;

	memcpy(copy, head.ptr, sizeof copy);
	put_u32be(copy, MAGIC);
	put_u32be(copy + UBOOT_HEAD_CRC, 0);
	return span_u32be(head, UBOOT_HEAD_CRC, &want) &&
	       crc32_update(0, span_of(copy, sizeof copy)) == want;
}

struct span fdt_text(struct span in, size_t off)
{
	struct span s = {NULL, 0};
	const uint8_t *end;

	if (!span_from(in, off, &s) || s.len == 0)
		return (struct span){NULL, 0};
	end = memchr(s.ptr, 0, s.len < NAME_MOST ? s.len : NAME_MOST);
	if (end == NULL)
		return (struct span){NULL, 0};
	s.len = (size_t)(end - s.ptr);
	return s;
}

bool fdt_is(struct span name, const char *text)
{
	return name.len == strlen(text) && span_starts(name, text, name.len);
}

bool fdt_open(struct span at, struct fdt *out)
{
	uint32_t total = 0, first = 0, names = 0, names_len = 0, len = 0;

	*out = (struct fdt){.depth = 0};
	if (!span_u32be(at, 4, &total) || total < FDT_HEAD ||
		!span_slice(at, 0, total, &out->tree) || !span_u32be(at, 8, &first) ||
		!span_u32be(at, 12, &names) || !span_u32be(at, 32, &names_len) ||
		!span_u32be(at, 36, &len) ||
		!span_slice(out->tree, names, names_len, &out->names) || first > total ||
		len > total - first)
		return false;
	out->pos = first;
	out->end = (size_t)first + len;
	return true;
}

static enum fdt_kind read_node(struct fdt *t, struct fdt_item *out)
{
	out->name = fdt_text(t->tree, t->pos);
	if (out->name.ptr == NULL)
		return FDT_STOP;
	t->pos += (out->name.len + 4) & ~(size_t)3;
	t->depth++;
	return FDT_NODE;
}

static enum fdt_kind read_property(struct fdt *t, struct fdt_item *out)
{
	uint32_t len = 0, name = 0;

	if (!span_u32be(t->tree, t->pos, &len) || !span_u32be(t->tree, t->pos + 4, &name) ||
		len > t->tree.len - t->pos - PROP_HEAD)
		return FDT_STOP;
	out->name = fdt_text(t->names, name);
	out->at = t->pos + PROP_HEAD;
	out->len = len;
	t->pos += PROP_HEAD + (((size_t)len + 3) & ~(size_t)3);
	return FDT_PROPERTY;
}

static enum fdt_kind read_item(struct fdt *t, struct fdt_item *out)
{
	uint32_t token = 0;

	if (t->pos >= t->end || !span_u32be(t->tree, t->pos, &token))
		return FDT_STOP;
	t->pos += 4;
	switch (token) {
	case TOKEN_BEGIN:
		return read_node(t, out);
	case TOKEN_END:
		if (t->depth == 0)
			return FDT_STOP;
		t->depth--;
		return FDT_NODE_END;
	case TOKEN_PROP:
		return read_property(t, out);
	default:
		return token == TOKEN_NOP ? FDT_NONE : FDT_STOP;
	}
}

enum fdt_kind fdt_next(struct fdt *t, struct fdt_item *out)
{
	*out = (struct fdt_item){.kind = FDT_STOP};
	if (t->done)
		return FDT_STOP;
	out->kind = read_item(t, out);
	t->done = out->kind == FDT_STOP || (out->kind == FDT_NODE_END && t->depth == 0);
	return out->kind;
}

bool fdt_is_whole(const struct fdt *t)
{
	uint32_t last = 0;

	return t->depth == 0 && span_u32be(t->tree, t->pos, &last) && last == TOKEN_LAST;
}

bool fit_take_place(const struct fdt *t, const struct fdt_item *p, struct fit_data *data)
{
	uint32_t v = 0;
	bool size = fdt_is(p->name, "data-size"), position = fdt_is(p->name, "data-position");

	if (fdt_is(p->name, "data")) {
		*data = (struct fit_data){p->at, p->len};
		return true;
	}
	if (!size && !position && !fdt_is(p->name, "data-offset"))
		return true;
	if (p->len != 4 || !span_u32be(t->tree, p->at, &v))
		return false;
	if (size)
		data->len = v;
	else if (position)
		data->off = v;
	else
		data->off = ((t->tree.len + 3) & ~(size_t)3) + v;
	return true;
}
